import type { Closing } from '@portico/contract/staff/working-hours'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  computeOccupiedSpan,
  findFreeStarts,
  findOfferedStarts,
  isOffered,
  readHours,
  type ServiceSchedule,
  type Span,
} from './slots.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const makeSchedule = (schedule: Partial<ServiceSchedule> = {}): ServiceSchedule => ({
  durationMinutes: 60,
  bufferMinutes: 0,
  weeklyHours: ['MON 09:00-13:00'],
  closedDays: [],
  closings: [],
  noticeMinutes: 0,
  horizonDays: 60,
  timeZone: 'Europe/Rome',
  ...schedule,
})

const now = new Date('2026-03-02T06:00:00Z')
const everything: Span = { from: 0, to: Number.POSITIVE_INFINITY }

const on = (day: string, schedule: Partial<ServiceSchedule>, at = now) => {
  const from = Date.parse(`${day}T00:00:00Z`) - 12 * 60 * MINUTE
  return findOfferedStarts(makeSchedule(schedule), { from, to: from + 2 * DAY }, at).map(start =>
    new Date(start).toISOString().slice(0, 16),
  )
}

describe('weekly hours', () => {
  test.each([
    ['MON 08:30-12:30', { weekday: 0, from: 510, to: 750 }],
    ['SUN 00:00-24:00', { weekday: 6, from: 0, to: 1440 }],
  ])('%s', (text, hours) => expect(readHours(text)).toEqual(hours))

  test.each([
    'MON',
    'mon 08:00-09:00',
    'XYZ 08:00-09:00',
    'MON 09:00-09:00',
    'MON 10:00-09:00',
    'MON 08:00-24:01',
    'MON 8:00-9:00',
  ])('%s are none', text => expect(readHours(text)).toBeUndefined())
})

describe('slots of a day', () => {
  test('follow each other from each opening, buffer included, as long as the appointment fits', () => {
    const hours = ['MON 09:00-12:00', 'MON 14:00-16:00']
    expect(on('2026-03-02', { weeklyHours: hours, bufferMinutes: 15 })).toEqual([
      '2026-03-02T08:00',
      '2026-03-02T09:15',
      '2026-03-02T13:00',
    ])
  })

  test('are not offered on closed days or outside the weekly hours', () => {
    expect(on('2026-03-02', { closedDays: ['2026-03-02'] })).toEqual([])
    expect(on('2026-03-03', { weeklyHours: ['THU 09:00-13:00'] })).toEqual([])
  })

  test('the hour that the clock skips in March is not offered, the hours around it are', () => {
    const sunday = { weeklyHours: ['SUN 01:00-05:00'] }
    // 01:00, then 03:00 and 04:00: the clock never shows 02:00.
    expect(on('2026-03-29', sunday)).toEqual(['2026-03-29T00:00', '2026-03-29T01:00', '2026-03-29T02:00'])
    expect(on('2026-03-29', { weeklyHours: ['SUN 02:00-03:00'] })).toEqual([])
    expect(on('2026-03-29', { weeklyHours: ['SUN 01:00-02:30'], durationMinutes: 30 })).toEqual([
      '2026-03-29T00:00',
      '2026-03-29T00:30',
    ])
  })

  test('the hour that the clock repeats in October is offered twice', () => {
    const october = new Date('2026-10-20T00:00:00Z')
    expect(on('2026-10-25', { weeklyHours: ['SUN 01:00-04:00'] }, october)).toEqual([
      '2026-10-24T23:00',
      '2026-10-25T00:00',
      '2026-10-25T01:00',
      '2026-10-25T02:00',
    ])
  })

  test('opening hours are the same local times before and after a clock change', () => {
    expect(on('2026-03-23', {})[0]).toBe('2026-03-23T08:00')
    expect(on('2026-03-30', {})[0]).toBe('2026-03-30T07:00')
  })
})

describe('notice and horizon', () => {
  const start = new Date('2026-03-09T08:00:00Z')

  test('a start is offered until its notice begins, to the second', () => {
    const schedule = makeSchedule({ noticeMinutes: 24 * 60 })
    expect(isOffered(schedule, start, new Date('2026-03-08T08:00:00Z'))).toBe(true)
    expect(isOffered(schedule, start, new Date('2026-03-08T08:00:01Z'))).toBe(false)
  })

  test('a start is offered from the horizon on', () => {
    const schedule = makeSchedule({ horizonDays: 7 })
    expect(isOffered(schedule, start, new Date('2026-03-02T08:00:00Z'))).toBe(true)
    expect(isOffered(schedule, start, new Date('2026-03-02T07:59:59Z'))).toBe(false)
  })

  test.each([
    ['the past', '2026-02-23T08:00:00Z'],
    ['a minute beside the grid', '2026-03-09T08:01:00Z'],
    ['closing time', '2026-03-09T12:00:00Z'],
    ['another day', '2026-03-10T08:00:00Z'],
  ])('%s is not offered', (_, at) => expect(isOffered(makeSchedule(), new Date(at), now)).toBe(false))
})

describe('free times', () => {
  const starts = findOfferedStarts(
    makeSchedule({ durationMinutes: 30, bufferMinutes: 30 }),
    { from: 0, to: now.getTime() + DAY },
    now,
  )
  const at = (text: string) => Date.parse(`2026-03-02T${text}:00Z`)
  const half = makeSchedule({ durationMinutes: 30, bufferMinutes: 30 })

  test('one appointment may begin where the buffer of the previous one ends', () => {
    expect(findFreeStarts(half, starts, [[{ from: at('09:00'), to: at('10:00') }]])).toEqual([
      at('08:00'),
      at('10:00'),
      at('11:00'),
    ])
  })

  test('a time is free while one staff member is free', () => {
    const one = [{ from: at('08:00'), to: at('10:00') }]
    const other = [{ from: at('09:30'), to: at('11:30') }]
    expect(findFreeStarts(half, starts, [one, other])).toEqual([at('08:00'), at('10:00'), at('11:00')])
    expect(findFreeStarts(half, starts, [one, one])).toEqual([at('10:00'), at('11:00')])
    expect(findFreeStarts(half, starts, [])).toEqual([])
  })
})

const zones = ['Europe/Rome', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata', 'UTC']
const minutes = fc.integer({ min: 0, max: 95 }).map(quarter => quarter * 15)
const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
const hours = fc
  .tuple(fc.constantFrom('MON', 'WED', 'SAT', 'SUN'), minutes, minutes)
  .filter(([, from, to]) => from < to)
  .map(([day, from, to]) => `${day} ${clock(from)}-${clock(to)}`)
const anySchedule = fc.record({
  durationMinutes: fc.constantFrom(15, 30, 45, 60, 90, 480),
  bufferMinutes: fc.constantFrom(0, 15, 30),
  weeklyHours: fc.array(hours, { minLength: 1, maxLength: 4 }),
  closedDays: fc.subarray(['2026-03-29', '2026-10-25']),
  closings: fc.constant<Closing[]>([]),
  noticeMinutes: fc.constantFrom(0, 60, 24 * 60),
  horizonDays: fc.constantFrom(1, 7, 14),
  timeZone: fc.constantFrom(...zones),
})
const moments = fc.constantFrom(
  '2026-03-27T10:00:00Z',
  '2026-10-23T10:00:00Z',
  '2026-03-06T10:00:00Z',
  '2026-06-10T10:00:00Z',
)

const formats = new Map(
  zones.map(timeZone => [
    timeZone,
    new Intl.DateTimeFormat('en-CA', {
      timeZone,
      weekday: 'short',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }),
  ]),
)

/** The local time that a clock shows. */
const shown = (instant: number, timeZone: string) => {
  const parts = formats.get(timeZone)?.formatToParts(instant) ?? []
  const {
    weekday = '',
    year,
    month,
    day,
    hour,
    minute,
  } = Object.fromEntries(parts.map(({ type, value }) => [type, value]))
  return { date: `${year}-${month}-${day}`, time: `${hour}:${minute}`, day: weekday.slice(0, 3).toUpperCase() }
}

test('every offered slot lies in opening hours minute for minute, and within notice and horizon (property)', () => {
  fc.assert(
    fc.property(anySchedule, moments, (schedule, moment) => {
      const at = new Date(moment)
      for (const start of findOfferedStarts(schedule, everything, at)) {
        expect(start).toBeGreaterThanOrEqual(at.getTime() + schedule.noticeMinutes * MINUTE)
        expect(start).toBeLessThanOrEqual(at.getTime() + schedule.horizonDays * DAY)
        expect(isOffered(schedule, new Date(start), at)).toBe(true)
        for (const minute of [0, 15 * MINUTE, schedule.durationMinutes * MINUTE - MINUTE]) {
          const { date, time, day } = shown(
            start + Math.min(minute, (schedule.durationMinutes - 1) * MINUTE),
            schedule.timeZone,
          )
          expect(schedule.closedDays).not.toContain(date)
          const open = schedule.weeklyHours.some(
            text => text.startsWith(day) && text.slice(4, 9) <= time && time < text.slice(10),
          )
          expect(open, `${date} ${day} ${time} of ${schedule.weeklyHours}`).toBe(true)
        }
      }
    }),
    { numRuns: 20 },
  )
})

test('a slot is free exactly if it overlaps no busy time of at least one staff member (property)', () => {
  const span = fc.tuple(fc.integer({ min: 0, max: 2000 }), fc.integer({ min: 1, max: 600 })).map(([from, length]) => ({
    from: now.getTime() + from * 15 * MINUTE,
    to: now.getTime() + (from + length) * 15 * MINUTE,
  }))
  const busy = fc.array(fc.array(span, { maxLength: 8 }), { maxLength: 3 })
  fc.assert(
    fc.property(anySchedule, busy, (schedule, busyTimes) => {
      const starts = findOfferedStarts({ ...schedule, horizonDays: 14 }, everything, now)
      const overlaps = (start: number, spans: Span[]) => {
        const occupied = computeOccupiedSpan(schedule, start)
        return spans.some(({ from, to }) => from < occupied.to && occupied.from < to)
      }
      const free = starts.filter(start => busyTimes.some(spans => !overlaps(start, spans)))
      expect(findFreeStarts(schedule, starts, busyTimes)).toEqual(free)
    }),
    { numRuns: 100 },
  )
})
