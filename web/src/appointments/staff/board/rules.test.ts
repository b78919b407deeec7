import type { BoardDay, BoardEntry } from '@portico/contract/staff/planning/visits'
import { describe, expect, test } from 'vitest'
import { instantAt, localOf, minutesOf, timeText } from '../frame/zone.ts'
import {
  axisOf,
  collisionsOf,
  firstFree,
  keyOf,
  lookOf,
  onDay,
  shareOf,
  startingAt,
  ticksOf,
  timeAt,
  tracksOf,
} from './rules.ts'

const rome = 'Europe/Rome'
const at = (instant: string) => Date.parse(instant)
const iso = (time: number) => new Date(time).toISOString().replace('.000', '')
const MINUTE = 60_000

const day = (date: string, startsOn: string, endsOn: string, hours: BoardDay['hours'] = null): BoardDay => ({
  date,
  startsOn,
  endsOn,
  closing: null,
  hours,
})
const spring = day('2026-03-29', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z')
const autumn = day('2026-10-25', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z')
const tuesday = day('2026-03-10', '2026-03-09T23:00:00Z', '2026-03-10T23:00:00Z', [
  { from: '2026-03-10T07:30:00Z', to: '2026-03-10T11:30:00Z' },
  { from: '2026-03-10T13:00:00Z', to: '2026-03-10T17:00:00Z' },
])

let ids = 0
const entry = (startsOn: string, endsOn: string, more: Partial<BoardEntry> = {}): BoardEntry => ({
  kind: 'visit',
  id: ++ids,
  staffId: 1,
  startsOn,
  endsOn,
  heldUntil: endsOn,
  status: 'planned',
  absence: null,
  title: null,
  activityTypeName: null,
  customer: null,
  portalId: null,
  ticket: null,
  address: null,
  phone: null,
  version: '1',
  mayChange: true,
  ...more,
})

describe('local times', () => {
  test('are those of the board, whatever the browser has', () => {
    expect(localOf(at('2026-03-10T08:15:00Z'), rome)).toEqual({ day: '2026-03-10', minutes: 9 * 60 + 15 })
    expect(localOf(at('2026-03-10T08:15:00Z'), 'America/New_York')).toEqual({ day: '2026-03-10', minutes: 4 * 60 + 15 })
    expect(iso(instantAt('2026-03-10', 9 * 60, rome))).toBe('2026-03-10T08:00:00Z')
    expect(iso(instantAt('2026-03-10', 9 * 60, 'America/New_York'))).toBe('2026-03-10T13:00:00Z')
    expect(iso(instantAt('2026-03-10', 0, 'Pacific/Kiritimati'))).toBe('2026-03-09T10:00:00Z')
    expect(instantAt('', 0, rome)).toBeNaN()
  })

  test('that the clock skips are an hour later, and of repeated ones the first is meant', () => {
    expect(iso(instantAt('2026-03-29', 150, rome))).toBe('2026-03-29T01:30:00Z')
    expect(localOf(instantAt('2026-03-29', 150, rome), rome).minutes).toBe(3 * 60 + 30)
    expect(iso(instantAt('2026-10-25', 150, rome))).toBe('2026-10-25T00:30:00Z')
    expect(iso(instantAt('2026-10-25', 3 * 60, rome))).toBe('2026-10-25T02:00:00Z')
    expect(iso(instantAt('2026-03-29', 9 * 60, rome))).toBe('2026-03-29T07:00:00Z')
  })

  test('are written and read', () => {
    expect(timeText(9 * 60 + 5)).toBe('09:05')
    expect(minutesOf('09:05')).toBe(545)
    expect(minutesOf('')).toBeNaN()
  })
})

describe('the axis of a day', () => {
  test('has the working hours and an hour around, in whole hours, and opens for what lies outside', () => {
    const usual = axisOf(tuesday, [], rome)
    expect([iso(usual.from), iso(usual.to)]).toEqual(['2026-03-10T06:00:00Z', '2026-03-10T18:00:00Z'])
    const late = axisOf(tuesday, [entry('2026-03-10T19:10:00Z', '2026-03-10T20:20:00Z')], rome)
    expect(iso(late.to)).toBe('2026-03-10T21:00:00Z')
    const away = entry('2026-03-09T23:00:00Z', '2026-03-10T23:00:00Z', { kind: 'absence' })
    expect(axisOf(tuesday, [away], rome)).toEqual(usual)
  })

  test('opens to midnight for what lasts over it', () => {
    const from = axisOf(tuesday, [entry('2026-03-09T21:30:00Z', '2026-03-10T01:15:00Z')], rome)
    expect([iso(from.from), iso(from.to)]).toEqual([tuesday.startsOn, '2026-03-10T18:00:00Z'])
    const to = axisOf(tuesday, [entry('2026-03-10T22:30:00Z', '2026-03-11T01:15:00Z')], rome)
    expect([iso(to.from), iso(to.to)]).toEqual(['2026-03-10T06:00:00Z', tuesday.endsOn])
  })

  test('has 23 hours in spring and 25 in autumn when something takes place from midnight to midnight', () => {
    const night = ({ startsOn, endsOn }: BoardDay) => [
      entry(startsOn, iso(at(startsOn) + 15 * MINUTE)),
      entry(iso(at(endsOn) - 15 * MINUTE), endsOn),
    ]
    const clock = (time: number) => timeText(localOf(time, rome).minutes)
    const short = ticksOf(axisOf(spring, night(spring), rome)).map(clock)
    expect(short).toHaveLength(23)
    expect(short.slice(0, 4)).toEqual(['00:00', '01:00', '03:00', '04:00'])
    const long = ticksOf(axisOf(autumn, night(autumn), rome)).map(clock)
    expect(long).toHaveLength(25)
    expect(long.slice(0, 5)).toEqual(['00:00', '01:00', '02:00', '02:00', '03:00'])
  })

  test('gives each share an instant at a quarter of an hour, and each instant a share', () => {
    const axis = axisOf(tuesday, [], rome)
    expect(iso(timeAt(axis, 0.25))).toBe('2026-03-10T09:00:00Z')
    expect(iso(timeAt(axis, 0.2563))).toBe('2026-03-10T09:00:00Z')
    expect(iso(timeAt(axis, 0.265))).toBe('2026-03-10T09:15:00Z')
    expect(shareOf(axis, at('2026-03-10T09:00:00Z'))).toBe(0.25)
    expect(shareOf(axis, at('2026-03-09T09:00:00Z'))).toBe(0)
    // Over the hour that is skipped an hour of the axis is still an hour.
    const whole = { from: at(spring.startsOn), to: at(spring.endsOn) }
    expect(iso(timeAt(whole, 2 / 23))).toBe('2026-03-29T01:00:00Z')
  })
})

describe('a moved visit', () => {
  const span = { from: at('2026-03-27T08:00:00Z'), to: at('2026-03-27T09:30:00Z') }

  test('keeps its length and its time of the clock on another day, also over a clock change', () => {
    const moved = onDay(span, '2026-03-30', rome)
    expect([iso(moved.from), iso(moved.to)]).toEqual(['2026-03-30T07:00:00Z', '2026-03-30T08:30:00Z'])
    expect(startingAt(span, 0)).toEqual({ from: 0, to: 90 * MINUTE })
  })

  test('collides with what takes the time of the same person, with the buffer of a booking, not with itself', () => {
    const own = entry('2026-03-10T08:00:00Z', '2026-03-10T09:00:00Z')
    const booking = entry('2026-03-10T10:00:00Z', '2026-03-10T11:00:00Z', {
      kind: 'booking',
      heldUntil: '2026-03-10T11:30:00Z',
    })
    const other = entry('2026-03-10T08:00:00Z', '2026-03-10T12:00:00Z', { staffId: 2 })
    const all = [own, booking, other]
    const target = { staffId: 1, from: at('2026-03-10T11:15:00Z'), to: at('2026-03-10T12:00:00Z') }
    expect(collisionsOf(all, target, keyOf(own))).toEqual([booking])
    expect(collisionsOf(all, { ...target, from: at('2026-03-10T11:30:00Z') }, keyOf(own))).toEqual([])
    expect(collisionsOf(all, { staffId: 1, from: at(own.startsOn), to: at(own.endsOn) }, keyOf(own))).toEqual([])
    expect(collisionsOf(all, { ...target, staffId: null }, null)).toEqual([])
  })

  test('without a time gets the first free one within the working hours', () => {
    const busy = [
      entry('2026-03-10T07:30:00Z', '2026-03-10T09:00:00Z'),
      entry('2026-03-10T09:45:00Z', '2026-03-10T11:30:00Z'),
    ]
    const first = (minutes: number, after = 0) =>
      iso(firstFree(tuesday, busy, { staffId: 1, minutes, after, timeZone: rome }).from)
    expect(first(45)).toBe('2026-03-10T09:00:00Z')
    expect(first(60)).toBe('2026-03-10T13:00:00Z')
    expect(first(60, at('2026-03-10T13:20:00Z'))).toBe('2026-03-10T13:30:00Z')
    expect(iso(firstFree(spring, [], { staffId: 1, minutes: 60, after: 0, timeZone: rome }).from)).toBe(
      '2026-03-29T07:00:00Z',
    )
  })
})

test('what overlaps in spite of all stands in lines below each other', () => {
  const [a, b, c] = [
    entry('2026-03-10T08:00:00Z', '2026-03-10T10:00:00Z'),
    entry('2026-03-10T09:00:00Z', '2026-03-10T11:00:00Z'),
    entry('2026-03-10T10:00:00Z', '2026-03-10T12:00:00Z'),
  ]
  const { track, count } = tracksOf([c, a, b])
  expect([a, b, c].map(one => track.get(keyOf(one)))).toEqual([0, 1, 0])
  expect(count).toBe(2)
})

test('a visit is under way, late once it has ended without being done, and done', () => {
  const visit = entry('2026-03-10T08:00:00Z', '2026-03-10T09:00:00Z')
  expect(lookOf(visit, at('2026-03-10T07:00:00Z'))).toBe('plan')
  expect(lookOf(visit, at('2026-03-10T08:30:00Z'))).toBe('running')
  expect(lookOf(visit, at('2026-03-10T09:00:00Z'))).toBe('late')
  expect(lookOf({ ...visit, status: 'done' }, at('2026-03-10T09:00:00Z'))).toBe('done')
})
