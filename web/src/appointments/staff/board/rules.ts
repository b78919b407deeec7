import type { BoardDay, BoardEntry } from '@portico/contract/staff/planning/visits'
import { instantAt, localOf } from '../frame/zone.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** To how many minutes a time is set by drag and by keys. */
export const STEP = 15

/** From one instant to another, in milliseconds; `to` excluded. */
export type Span = { from: number; to: number }

/** Where something is to be: with whom (null: nobody yet), and when. */
export type Target = Span & { staffId: number | null }

/** What names an entry on the screen and in addresses; what is busy has no id, but a person and a time. */
export const keyOf = ({ kind, id, staffId, startsOn }: BoardEntry): string =>
  id === null ? `busy-${staffId}-${startsOn}` : `${kind}-${id}`

/** When an entry takes place. */
export const spanOf = ({ startsOn, endsOn }: Pick<BoardEntry, 'startsOn' | 'endsOn'>): Span => ({
  from: Date.parse(startsOn),
  to: Date.parse(endsOn),
})

const dayOf = ({ startsOn, endsOn }: BoardDay): Span => ({ from: Date.parse(startsOn), to: Date.parse(endsOn) })

const floorTo = (at: number, start: number, unit: number) => start + Math.floor((at - start) / unit) * unit
const ceilTo = (at: number, start: number, unit: number) => start + Math.ceil((at - start) / unit) * unit

/** Shown of a day where nothing is to be seen outside: the working hours and an hour around, else from 7 to 19. */
const usualOf = (day: BoardDay, timeZone: string): Span => {
  const hours = day.hours ?? []
  const first = hours[0]
  const last = hours.at(-1)
  if (!first || !last)
    return { from: instantAt(day.date, 7 * 60, timeZone), to: instantAt(day.date, 19 * 60, timeZone) }
  return { from: Date.parse(first.from) - HOUR, to: Date.parse(last.to) + HOUR }
}

const overlaps = (one: Span, other: Span) => one.from < other.to && other.from < one.to

/** The hours of a day that a board shows: usual ones, and all in which something takes place; whole hours, never beyond the day. */
export const axisOf = (day: BoardDay, entries: readonly BoardEntry[], timeZone: string): Span => {
  const whole = dayOf(day)
  // Absences do not open the night. What lasts over midnight does on both days: it could not be seen otherwise.
  const inside = entries
    .filter(({ kind }) => kind !== 'absence')
    .map(spanOf)
    .filter(span => overlaps(span, whole))
  const usual = usualOf(day, timeZone)
  const from = Math.min(usual.from, ...inside.map(span => span.from))
  const to = Math.max(usual.to, ...inside.map(span => span.to))
  return {
    from: Math.max(whole.from, floorTo(from, whole.from, HOUR)),
    to: Math.min(whole.to, ceilTo(to, whole.from, HOUR)),
  }
}

/** The instants of the hour lines of an axis. One that a clock change skips is not there, one that it repeats is there twice. */
export const ticksOf = ({ from, to }: Span): number[] =>
  Array.from({ length: Math.ceil((to - from) / HOUR) }, (_, index) => from + index * HOUR)

/** Where an instant lies on an axis, as a share of it; beyond it the nearer end. */
export const shareOf = ({ from, to }: Span, at: number): number => Math.min(1, Math.max(0, (at - from) / (to - from)))

/** The instant at a share of an axis, at a step of the clock. */
export const timeAt = (axis: Span, share: number): number =>
  axis.from + Math.round(((axis.to - axis.from) * share) / (STEP * MINUTE)) * STEP * MINUTE

/** A time of the same length that begins at an instant. */
export const startingAt = ({ from, to }: Span, at: number): Span => ({ from: at, to: at + (to - from) })

/** The same time of the clock on another day; of the same length. */
export const onDay = (span: Span, day: string, timeZone: string): Span =>
  startingAt(span, instantAt(day, localOf(span.from, timeZone).minutes, timeZone))

/** What is in the way of a target; `except` is the key of what moves. */
export const collisionsOf = (entries: readonly BoardEntry[], target: Target, except: string | null): BoardEntry[] =>
  target.staffId === null
    ? []
    : entries.filter(
        entry =>
          entry.staffId === target.staffId &&
          keyOf(entry) !== except &&
          overlaps({ from: Date.parse(entry.startsOn), to: Date.parse(entry.heldUntil) }, target),
      )

/** The first time of a length on a day at which somebody is free, within the hours of work; else at nine, or when the day is over. */
export const firstFree = (
  day: BoardDay,
  entries: readonly BoardEntry[],
  { staffId, minutes, after, timeZone }: { staffId: number | null; minutes: number; after: number; timeZone: string },
): Span => {
  const length = minutes * MINUTE
  const usual = {
    from: new Date(instantAt(day.date, 9 * 60, timeZone)),
    to: new Date(instantAt(day.date, 18 * 60, timeZone)),
  }
  const hours: Span[] = day.hours?.length
    ? day.hours.map(({ from, to }) => ({ from: Date.parse(from), to: Date.parse(to) }))
    : [{ from: usual.from.getTime(), to: usual.to.getTime() }]
  for (const open of hours)
    for (let at = open.from; at + length <= open.to; at += STEP * MINUTE)
      if (at >= after && collisionsOf(entries, { staffId, from: at, to: at + length }, null).length === 0)
        return { from: at, to: at + length }
  const at = hours[0]?.from ?? usual.from.getTime()
  return { from: at, to: at + length }
}

/** Which line of a lane each entry is drawn in, and of how many: those that overlap stand below each other. */
export const tracksOf = (entries: readonly BoardEntry[]): { track: Map<string, number>; count: number } => {
  const ends: number[] = []
  const track = new Map<string, number>()
  for (const entry of entries.toSorted((a, b) => Date.parse(a.startsOn) - Date.parse(b.startsOn))) {
    const { from, to } = spanOf(entry)
    const free = ends.findIndex(end => end <= from)
    const line = free === -1 ? ends.length : free
    ends[line] = to
    track.set(keyOf(entry), line)
  }
  return { track, count: Math.max(1, ends.length) }
}

/** The entries that take place on a day, at least in part. */
export const entriesOn = (entries: readonly BoardEntry[], day: BoardDay): BoardEntry[] => {
  const whole = dayOf(day)
  return entries.filter(entry => overlaps(spanOf(entry), whole))
}

/** How an entry is shown: done, under way, late (not done although it has ended), a booking that is not confirmed yet, or planned. */
export const lookOf = (entry: BoardEntry, now: number): 'done' | 'running' | 'late' | 'unconfirmed' | 'plan' => {
  const { from, to } = spanOf(entry)
  if (entry.status === 'done') return 'done'
  if (entry.status === 'unconfirmed') return 'unconfirmed'
  if (now >= to && entry.kind === 'visit') return 'late'
  return now >= from && now < to ? 'running' : 'plan'
}

/** How many minutes of visits and bookings somebody has. */
export const plannedMinutes = (entries: readonly BoardEntry[]): number =>
  entries
    .filter(({ kind }) => kind !== 'absence')
    .reduce((sum, entry) => sum + (spanOf(entry).to - spanOf(entry).from) / MINUTE, 0)
