import * as Type from 'typebox'
import { When } from './fields.ts'
import { dayColumn } from './select-fragments.ts'

type Line = { withdrawnOn?: string | undefined; replacedOn?: string | undefined }
type At = { instant: (text: string, field: string) => { toISOString: () => string } }

/** What the record of each published file has beside its own fields: since when the staff have taken it back, and when its file gave way to another. */
export const withdrawal = {
  fields: { withdrawnOn: Type.Optional(When), replacedOn: Type.Optional(When) },
  descriptions: {
    withdrawnOn:
      'Since when the staff have taken it back, so that no customer sees it. Absent, it stays as it is; the staff put it back.',
    replacedOn: 'When its file was replaced by another one, which customers see. Absent, it stays as it is.',
  },
  keeps: ['withdrawn_at', 'replaced_at'],
  unclearable: ['withdrawnOn', 'replacedOn'],
  reads: { withdrawnOn: dayColumn('t.withdrawn_at'), replacedOn: dayColumn('t.replaced_at') },
  columns: { withdrawn_at: 'timestamptz', replaced_at: 'timestamptz' },
  row: ({ withdrawnOn, replacedOn }: Line, at: At) => ({
    withdrawn_at: withdrawnOn === undefined ? null : at.instant(withdrawnOn, 'withdrawnOn').toISOString(),
    replaced_at: replacedOn === undefined ? null : at.instant(replacedOn, 'replacedOn').toISOString(),
  }),
}
