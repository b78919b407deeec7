import { type Closing, closingsMax, spansMax, WorkingSpan } from '@portico/contract/staff/working-hours'
import * as Type from 'typebox'
import { parents } from '../records/definition/fields.ts'
import { keepAccepted } from '../records/definition/keep-accepted.ts'
import { defineRecordType, Reference } from '../records/definition/record-type.ts'
import { Refusal } from '../records/definition/refusal.ts'
import { type Fault, readClosings, readWeek, type StoredWeek } from './calendar-rules.ts'
import { hasWorkingHour } from './queries.ts'

const day = (description: string) => Type.Optional(Type.String({ maxLength: 10, description }))

const RecordClosing = Type.Object({
  name: Type.String({
    minLength: 1,
    maxLength: 100,
    pattern: '\\S',
    oneLine: true,
    description: 'What the staff call it.',
  }),
  kind: Type.Unsafe<Closing['kind']>({
    type: 'string',
    enum: ['once', 'yearly', 'easter'],
    description: 'Once, the same days each year, or some days after Easter Sunday.',
  }),
  from: day('The first day: `YYYY-MM-DD`, of `yearly` `MM-DD`.'),
  to: day('The last day, which counts.'),
  days: Type.Optional(
    Type.Integer({ minimum: -60, maximum: 60, description: 'Days after Easter Sunday, for `easter` alone.' }),
  ),
})

const refuseFault = ({ path, message }: Fault): never => {
  throw new Refusal(path.replace('body.', '').replace(/\[(\d+)\]/g, '.$1'), message)
}

const clock = (minutes: string) => `to_char(make_interval(mins => (${minutes})::int), 'HH24:MI')`

/** The record type of working hours: those of a company, or of a portal that has its own. */
export const workingCalendar = defineRecordType({
  type: 'workingCalendar',
  table: 'working_hours',
  level: 'company',
  wholeCompany: true,
  fields: {
    serviceCompany: Type.Optional(Reference),
    portal: Type.Optional(Reference),
    week: Type.Array(Type.Array(WorkingSpan, { maxItems: spansMax }), { minItems: 7, maxItems: 7 }),
    closings: Type.Optional(Type.Array(RecordClosing, { maxItems: closingsMax })),
  },
  descriptions: {
    portal: 'The externalId of the portal that has these hours of its own; absent, they are those of the company.',
    week: 'The days from Monday to Sunday, each with its spans; none: closed. In the time zone of the portal.',
    closings: 'The days on which nobody works. Default: none.',
  },
  parents: [parents.portal, parents.serviceCompany],
  reads: {
    week: `(select json_agg((select coalesce(json_agg(json_build_object('from', ${clock('s.span ->> 0')}, 'to', ${clock('s.span ->> 1')})
        order by s.n), '[]') from jsonb_array_elements(d.spans) with ordinality s (span, n)) order by d.n)
      from jsonb_array_elements(t.week) with ordinality d (spans, n))`,
  },
  columns: { week: 'jsonb', closings: 'jsonb' },
  hooks: () => ({
    beforeWrite: (db, rows, { refuse }) =>
      keepAccepted(rows, refuse, async ({ row }) => {
        const calendar = { week: row.week as StoredWeek, closings: row.closings as Closing[] }
        if (!(await hasWorkingHour(db, calendar, new Date()))) throw new Refusal('closings', 'leave no working hour')
      }),
  }),
  row: line => {
    const week = readWeek(line.week)
    if ('fault' in week) return refuseFault(week.fault)
    const closings = readClosings(
      (line.closings ?? []).map(({ name, kind, from = null, to = null, days = null }) => ({
        ...{ name: name.trim(), kind, from, to, days },
      })),
    )
    if ('fault' in closings) return refuseFault(closings.fault)
    return { ...week, ...closings }
  },
})
