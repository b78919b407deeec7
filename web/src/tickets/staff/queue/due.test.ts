import { expect, it } from 'vitest'
import { type Dated, dueOf, spanOf, urgencyOf, urgencyOfList } from './due.ts'

const now = Date.parse('2026-11-23T10:00:00Z')
const dayOf = (instant: Date) => instant.toISOString().slice(0, 10)
const ticket = (dueAt: string | null, rest: Partial<Dated> = {}): Dated => ({
  dueAt,
  awaitsAnswer: true,
  lastMessageOn: '2026-11-23T09:00:00Z',
  step: { taskStatus: 0 },
  ...rest,
})
const due = (dueAt: string | null, rest?: Partial<Dated>) => dueOf(ticket(dueAt, rest), now, dayOf)

it('says the age in its largest unit', () => {
  const minutes = (count: number) => spanOf(count * 60_000)
  expect(minutes(0)).toEqual({ unit: 'minutes', count: 1 })
  expect(minutes(59)).toEqual({ unit: 'minutes', count: 59 })
  expect(minutes(60)).toEqual({ unit: 'hours', count: 1 })
  expect(minutes(23 * 60 + 59)).toEqual({ unit: 'hours', count: 23 })
  expect(minutes(24 * 60)).toEqual({ unit: 'days', count: 1 })
  expect(minutes(800 * 24 * 60)).toEqual({ unit: 'years', count: 2 })
})

it('tells late, within the hour and later apart', () => {
  expect(due('2026-11-23T09:36:00Z')).toEqual({ level: 'late', since: { unit: 'minutes', count: 24 } })
  expect(due('2026-11-23T11:00:00Z')).toEqual({ level: 'soon', what: 'answer', day: 'today' })
  expect(due('2026-11-23T11:00:01Z')).toEqual({ level: 'later', what: 'answer', day: 'today' })
  expect(due('2026-11-24T09:00:00Z')).toEqual({ level: 'later', what: 'answer', day: 'tomorrow' })
  expect(due('2026-11-27T09:00:00Z')).toEqual({ level: 'later', what: 'other', day: 'week' })
  // The same weekday a week later would be read as today.
  expect(due('2026-11-30T09:00:00Z')).toEqual({ level: 'later', what: 'other', day: 'far' })
})

it('says what is due: a first answer, an answer, or something else', () => {
  const at = '2026-11-23T15:00:00Z'
  expect(due(at, { lastMessageOn: null })).toMatchObject({ what: 'firstAnswer' })
  expect(due(at, { awaitsAnswer: false })).toMatchObject({ what: 'other' })
})

it('has nothing due without a date, and on closed tickets', () => {
  expect(due(null)).toBeNull()
  expect(due('2026-11-23T09:00:00Z', { step: { taskStatus: 2 } })).toBeNull()
})

it('counts what is late and what is due within the hour', () => {
  const tickets = [
    '2026-11-22T10:00:00Z',
    '2026-11-23T09:59:00Z',
    '2026-11-23T10:30:00Z',
    '2026-11-23T12:00:00Z',
    null,
  ].map(dueAt => ticket(dueAt))
  expect(urgencyOf([...tickets, ticket('2026-11-22T10:00:00Z', { step: { taskStatus: 2 } })], now)).toEqual({
    late: 2,
    soon: 1,
  })
})

it('a list that is not loaded whole says no more than is known of it', () => {
  const late = ['2026-11-22T10:00:00Z', '2026-11-23T09:59:00Z'].map(dueAt => ticket(dueAt))
  const more = { hasMore: true, lateInView: 667, now }
  expect(urgencyOfList(late, more)).toEqual({ late: 667, soon: 0 })
  expect(urgencyOfList(late, { ...more, lateInView: undefined })).toBeUndefined()
  expect(urgencyOfList([...late, ticket('2026-11-23T12:00:00Z')], more)).toEqual({ late: 2, soon: 0 })
  expect(urgencyOfList(late, { ...more, hasMore: false })).toEqual({ late: 2, soon: 0 })
})
