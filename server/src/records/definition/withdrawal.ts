import * as Type from 'typebox'
import { When } from './fields.ts'
import { dayColumn } from './select-fragments.ts'

type Line = { withdrawnOn?: string | undefined }
type At = { instant: (text: string, field: string) => { toISOString: () => string } }

/** What the record of each published file has beside its own fields: since when the staff have taken it back. */
export const withdrawal = {
  fields: { withdrawnOn: Type.Optional(When) },
  descriptions: {
    withdrawnOn:
      'Since when the staff have taken it back, so that no customer sees it. Absent, it stays as it is; the staff put it back.',
  },
  keeps: ['withdrawn_at'],
  unclearable: ['withdrawnOn'],
  reads: { withdrawnOn: dayColumn('t.withdrawn_at') },
  columns: { withdrawn_at: 'timestamptz' },
  row: ({ withdrawnOn }: Line, at: At) => ({
    withdrawn_at: withdrawnOn === undefined ? null : at.instant(withdrawnOn, 'withdrawnOn').toISOString(),
  }),
}
