import { type AbsenceKind, absenceKinds } from '@portico/contract/staff/planning/absences'
import * as Type from 'typebox'
import { When } from '../records/definition/fields.ts'
import { defineRecordType, Reference } from '../records/definition/record-type.ts'
import { Refusal } from '../records/definition/refusal.ts'
import { companyTimeZone, instantColumn } from '../records/definition/select-fragments.ts'
import { staffReference } from '../tickets/record.ts'

const DAY = 24 * 3_600_000

/** The longest absence, in milliseconds: about two years. */
export const longestAbsence = 732 * DAY

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text)

/** The day after a day, both as `YYYY-MM-DD`. */
const nextDay = (day: string): string => new Date(Date.parse(`${day}T00:00:00Z`) + DAY).toISOString().slice(0, 10)

/** SQL that reads whole days as days of the company's clock, and other times as instants. */
const dayOrInstant = (column: string, day: string) =>
  `case when t.all_day then to_char(${day} at time zone ${companyTimeZone}, 'YYYY-MM-DD') else ${instantColumn(column)} end`

/** The record type of absences: some time in which a member of the staff is away. */
export const absence = defineRecordType({
  type: 'absence',
  table: 'staff_absence',
  level: 'company',
  wholeCompany: true,
  fields: {
    staff: Reference,
    start: When,
    end: When,
    kind: Type.Unsafe<AbsenceKind>({ type: 'string', enum: [...absenceKinds] }),
    note: Type.Optional(Type.String({ maxLength: 500 })),
  },
  descriptions: {
    staff:
      'The externalId of the member of staff. Nobody is away while they have an appointment or a planned activity.',
    start: 'The first day, on the clock of the company’s first portal, or the time at which it begins.',
    end: 'The last day, which counts, or the time at which it ends.',
    kind: '`holiday`, `leave`, `sick`, `training` or `other`; only the office, that person and API keys of all portals see it.',
    note: 'A note for the office.',
  },
  parents: [staffReference],
  reads: {
    start: dayOrInstant('t.starts_at', 't.starts_at'),
    end: dayOrInstant('t.ends_at', `(t.ends_at - interval '1 millisecond')`),
  },
  columns: {
    starts_at: 'timestamptz',
    ends_at: 'timestamptz',
    all_day: 'boolean',
    kind: 'text',
    note: 'text',
  },
  row: (line, at) => {
    const start = at.instant(line.start, 'start')
    const last = at.instant(line.end, 'end')
    const end = isDay(line.end) ? at.instant(nextDay(line.end), 'end') : last
    if (end <= start) throw new Refusal('end', 'is not after start')
    if (end.getTime() - start.getTime() > longestAbsence) throw new Refusal('end', 'is more than two years after start')
    return {
      starts_at: start.toISOString(),
      ends_at: end.toISOString(),
      all_day: isDay(line.start) && isDay(line.end),
      kind: line.kind,
      note: line.note?.trim() || null,
    }
  },
})
