import type { StaffVisit, TicketToPlan } from '@portico/contract/staff/planning/visits'
import type { Span } from '../board/rules.ts'
import { instantAt, localOf, minutesOf, timeText } from '../frame/zone.ts'

/** What the form of a visit has. Day and time are those of the clock of the board. */
export type VisitValues = {
  contactId: number | null
  staffId: number | null
  day: string
  time: string
  minutes: number
  title: string
  activityTypeName: string
  address: string
  email: string
  notes: string
}

/** For whom a visit is planned: what a ticket says of it. */
export type PlannedFor = Pick<TicketToPlan, 'id' | 'title' | 'customer' | 'address' | 'email'> & {
  ticketNumber: number
}

const MINUTE = 60_000

const empty: Omit<VisitValues, 'day' | 'time' | 'minutes'> = {
  contactId: null,
  staffId: null,
  title: '',
  activityTypeName: '',
  address: '',
  email: '',
  notes: '',
}

const placeOf = ({ from, to }: Span, timeZone: string) => {
  const { day, minutes } = localOf(from, timeZone)
  return { day, time: timeText(minutes), minutes: (to - from) / MINUTE }
}

/** What the form of a new visit begins with. */
export const newValues = (
  ticket: PlannedFor | null,
  { staffId, ...span }: Span & { staffId: number | null },
  { timeZone, activityTypeName }: { timeZone: string; activityTypeName: string },
): VisitValues => ({
  ...empty,
  ...placeOf(span, timeZone),
  staffId,
  activityTypeName,
  ...(ticket && {
    contactId: ticket.customer.id,
    title: ticket.title,
    address: ticket.address ?? '',
    email: ticket.email ?? '',
  }),
})

/** What the form of a visit that is there begins with. */
export const valuesOf = (visit: StaffVisit, timeZone: string): VisitValues => ({
  ...placeOf({ from: Date.parse(visit.startsOn), to: Date.parse(visit.endsOn) }, timeZone),
  contactId: visit.customer.id,
  staffId: visit.staffId,
  title: visit.title ?? '',
  activityTypeName: visit.activityTypeName,
  address: visit.address ?? '',
  email: visit.email ?? '',
  notes: visit.notes ?? '',
})

/** When a form says that the visit takes place; undefined while it does not. */
export const spanIn = (
  { day, time, minutes }: Pick<VisitValues, 'day' | 'time' | 'minutes'>,
  timeZone: string,
): Span | undefined => {
  const from = instantAt(day, minutesOf(time), timeZone)
  return Number.isNaN(from) ? undefined : { from, to: from + minutes * MINUTE }
}

const iso = (at: number) => new Date(at).toISOString().replace('.000', '')
const orNull = (text: string) => text.trim() || null

/** What is sent of a form. */
export const bodyOf = (values: VisitValues, { from, to }: Span) => ({
  staffId: values.staffId,
  startsOn: iso(from),
  endsOn: iso(to),
  title: orNull(values.title),
  activityTypeName: values.activityTypeName.trim(),
  address: orNull(values.address),
  email: orNull(values.email),
  notes: orNull(values.notes),
})

/** What of it differs from what the form began with, so that what somebody else has changed meanwhile stays. */
export const changesOf = (before: VisitValues, values: VisitValues, timeZone: string) => {
  const [was, is] = [spanIn(before, timeZone), spanIn(values, timeZone)]
  if (!was || !is) return {}
  const [old, now] = [bodyOf(before, was), bodyOf(values, is)]
  const changed = Object.entries(now).filter(([name, value]) => value !== old[name as keyof typeof old])
  // The end goes with the start.
  const isMoved = changed.some(([name]) => name === 'startsOn' || name === 'endsOn')
  return { ...Object.fromEntries(changed), ...(isMoved && { startsOn: now.startsOn, endsOn: now.endsOn }) } as Partial<
    typeof now
  >
}

/** The lengths to choose from, in minutes, with the one that is set. */
export const lengthsWith = (minutes: number): number[] =>
  [...new Set([15, 30, 45, 60, 90, 120, 150, 180, 240, 300, 360, 480, minutes])].sort((a, b) => a - b)
