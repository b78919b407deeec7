import type { BoardDay, BoardEntry, TicketToPlan } from '@portico/contract/staff/planning/visits'
import { localOf } from '../frame/zone.ts'
import { entriesOn, firstFree, onDay, type Span, STEP, spanOf, startingAt, type Target } from './rules.ts'

/** What is moved on the board: an entry of it, or a ticket that is to be planned. */
export type Item = { kind: 'entry'; entry: BoardEntry } | { kind: 'ticket'; ticket: TicketToPlan }

/** Something that is being moved, and where it would be dropped. */
export type Held = { item: Item; target: Target; by: 'keys' | 'pointer' }

/** How long a visit for a ticket takes unless something else is chosen, in minutes. */
const USUAL_MINUTES = 60

const MINUTE = 60_000

/** What a board shows, as moving on it needs it. */
export type Ground = {
  days: readonly BoardDay[]
  entries: readonly BoardEntry[]
  /** The rows, from the top; null: nobody yet. */
  staffIds: readonly (number | null)[]
  view: 'day' | 'week'
  timeZone: string
  now: number
}

/** Whether an entry can be moved: a visit or a booking that is still to come, by who may. */
export const isMovable = ({ kind, status, mayChange }: BoardEntry): boolean =>
  mayChange && (kind === 'visit' || kind === 'booking') && status === 'planned'

/** What names an item: the key of the entry, or that of the ticket. */
export const itemKeyOf = (item: Item): string =>
  item.kind === 'ticket' ? `ticket-${item.ticket.id}` : `${item.entry.kind}-${item.entry.id}`

/** The time of an item on a day of a week: an entry keeps its time of the clock, a ticket gets the first free one. */
export const onWeekday = (item: Item, day: BoardDay, staffId: number | null, ground: Ground): Span =>
  item.kind === 'entry'
    ? onDay(spanOf(item.entry), day.date, ground.timeZone)
    : firstFree(day, entriesOn(ground.entries, day), {
        staffId,
        minutes: USUAL_MINUTES,
        after: ground.now,
        timeZone: ground.timeZone,
      })

/** An item of the length that it has, from an instant on. */
export const fromInstant = (item: Item, at: number): Span =>
  startingAt(item.kind === 'entry' ? spanOf(item.entry) : { from: 0, to: USUAL_MINUTES * MINUTE }, at)

/** Where an item is when it is taken by keys: an entry where it is, a ticket at the first free time of who looks after it. */
export const firstTarget = (item: Item, ground: Ground): Target => {
  if (item.kind === 'entry') return { staffId: item.entry.staffId, ...spanOf(item.entry) }
  const { days, staffIds, now } = ground
  const assignee = item.ticket.assignee?.id
  const staffId =
    assignee !== undefined && staffIds.includes(assignee) ? assignee : (staffIds.find(id => id !== null) ?? null)
  const day = days.find(({ endsOn }) => Date.parse(endsOn) > now) ?? days[0]
  return day ? { staffId, ...onWeekday(item, day, staffId, ground) } : { staffId, from: now, to: now }
}

const arrows: Record<string, { time: -1 | 0 | 1; row: -1 | 0 | 1 }> = {
  ArrowLeft: { time: -1, row: 0 },
  ArrowRight: { time: 1, row: 0 },
  ArrowUp: { time: 0, row: -1 },
  ArrowDown: { time: 0, row: 1 },
}

const within = ({ days }: Ground, { from, to }: Span): boolean => {
  const [first] = days
  const last = days.at(-1)
  return !!first && !!last && from >= Date.parse(first.startsOn) && to <= Date.parse(last.endsOn)
}

/**
 * Where an arrow key moves what is held: by a step of the clock, with `far` by an hour, on a week by a day; or to the next row. Undefined for
 * other keys; at the edge it stays.
 */
export const stepped = (held: Held, key: string, far: boolean, ground: Ground): Target | undefined => {
  const arrow = arrows[key]
  if (!arrow) return undefined
  const { target, item } = held
  const { staffIds, days, view, timeZone } = ground
  if (arrow.row !== 0) {
    const staffId = staffIds[staffIds.indexOf(target.staffId) + arrow.row]
    return staffId === undefined ? target : { ...target, staffId }
  }
  const day = localOf(target.from, timeZone).day
  const next = days[days.findIndex(({ date }) => date === day) + arrow.time]
  const span =
    view === 'day'
      ? startingAt(target, target.from + arrow.time * (far ? 60 : STEP) * MINUTE)
      : next && onDay(target, next.date, timeZone)
  return span && (within(ground, span) || (item.kind === 'entry' && !within(ground, target)))
    ? { ...target, ...span }
    : target
}
