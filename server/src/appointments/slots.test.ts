import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { freeStarts, heldSpan, isOffered, type Offer, offeredStarts, readHours, type Span } from './slots.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const offer = (given: Partial<Offer> = {}): Offer => ({
  durationMinutes: 60,
  bufferMinutes: 0,
  weeklyHours: ['MON 09:00-13:00'],
  closedDays: [],
  noticeMinutes: 0,
  horizonDays: 60,
  timeZone: 'Europe/Rome',
  ...given,
})

const now = new Date('2026-03-02T06:00:00Z')
const everything: Span = { from: 0, to: Number.POSITIVE_INFINITY }

const on = (day: string, given: Partial<Offer>, at = now) => {
  const from = Date.parse(`${day}T00:00:00Z`) - 12 * 60 * MINUTE
  return offeredStarts(offer(given), { from, to: from + 2 * DAY }, at).map(start =>
    new Date(start).toISOString().slice(0, 16),
  )
}

describe('the hours of a service', () => {
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

describe('a day', () => {
  test('is offered from each opening on, buffer included, as long as the appointment fits', () => {
    const hours = ['MON 09:00-12:00', 'MON 14:00-16:00']
    expect(on('2026-03-02', { weeklyHours: hours, bufferMinutes: 15 })).toEqual([
      '2026-03-02T08:00',
      '2026-03-02T09:15',
      '2026-03-02T13:00',
    ])
  })

  test('is not offered when closed, nor outside of the weekly hours', () => {
    expect(on('2026-03-02', { closedDays: ['2026-03-02'] })).toEqual([])
    expect(on('2026-03-03', { weeklyHours: ['THU 09:00-13:00'] })).toEqual([])
  })

  test('the skipped hour of March is not offered, and the hours around it are', () => {
    const sunday = { weeklyHours: ['SUN 01:00-05:00'] }
    // 01:00, then 03:00 and 04:00: the clock never shows 02:00.
    expect(on('2026-03-29', sunday)).toEqual(['2026-03-29T00:00', '2026-03-29T01:00', '2026-03-29T02:00'])
    expect(on('2026-03-29', { weeklyHours: ['SUN 02:00-03:00'] })).toEqual([])
    expect(on('2026-03-29', { weeklyHours: ['SUN 01:00-02:30'], durationMinutes: 30 })).toEqual([
      '2026-03-29T00:00',
      '2026-03-29T00:30',
    ])
  })

  test('the repeated hour of October is offered twice, for it comes twice', () => {
    const october = new Date('2026-10-20T00:00:00Z')
    expect(on('2026-10-25', { weeklyHours: ['SUN 01:00-04:00'] }, october)).toEqual([
      '2026-10-24T23:00',
      '2026-10-25T00:00',
      '2026-10-25T01:00',
      '2026-10-25T02:00',
    ])
  })

  test('office hours are the same by the clock before and after a change', () => {
    expect(on('2026-03-23', {})[0]).toBe('2026-03-23T08:00')
    expect(on('2026-03-30', {})[0]).toBe('2026-03-30T07:00')
  })
})

describe('notice and horizon', () => {
  const start = new Date('2026-03-09T08:00:00Z')

  test('a start is offered until its notice has come, to the second', () => {
    const given = offer({ noticeMinutes: 24 * 60 })
    expect(isOffered(given, start, new Date('2026-03-08T08:00:00Z'))).toBe(true)
    expect(isOffered(given, start, new Date('2026-03-08T08:00:01Z'))).toBe(false)
  })

  test('a start is offered from as many days before as the horizon has', () => {
    const given = offer({ horizonDays: 7 })
    expect(isOffered(given, start, new Date('2026-03-02T08:00:00Z'))).toBe(true)
    expect(isOffered(given, start, new Date('2026-03-02T07:59:59Z'))).toBe(false)
  })

  test.each([
    ['the past', '2026-02-23T08:00:00Z'],
    ['a minute beside the grid', '2026-03-09T08:01:00Z'],
    ['closing time', '2026-03-09T12:00:00Z'],
    ['another day', '2026-03-10T08:00:00Z'],
  ])('%s is not offered', (_, at) => expect(isOffered(offer(), new Date(at), now)).toBe(false))
})

describe('what is free', () => {
  const starts = offeredStarts(
    offer({ durationMinutes: 30, bufferMinutes: 30 }),
    { from: 0, to: now.getTime() + DAY },
    now,
  )
  const at = (text: string) => Date.parse(`2026-03-02T${text}:00Z`)
  const half = offer({ durationMinutes: 30, bufferMinutes: 30 })

  test('an appointment and its buffer end where the next begins', () => {
    expect(freeStarts(half, starts, [[{ from: at('09:00'), to: at('10:00') }]])).toEqual([
      at('08:00'),
      at('10:00'),
      at('11:00'),
    ])
  })

  test('a time is free while one of the staff is', () => {
    const one = [{ from: at('08:00'), to: at('10:00') }]
    const other = [{ from: at('09:30'), to: at('11:30') }]
    expect(freeStarts(half, starts, [one, other])).toEqual([at('08:00'), at('10:00'), at('11:00')])
    expect(freeStarts(half, starts, [one, one])).toEqual([at('10:00'), at('11:00')])
    expect(freeStarts(half, starts, [])).toEqual([])
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
const anyOffer = fc.record({
  durationMinutes: fc.constantFrom(15, 30, 45, 60, 90, 480),
  bufferMinutes: fc.constantFrom(0, 15, 30),
  weeklyHours: fc.array(hours, { minLength: 1, maxLength: 4 }),
  closedDays: fc.subarray(['2026-03-29', '2026-10-25']),
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

/** What the clock on the wall shows. */
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

test('whatever is offered lies in open hours by the clock, minute for minute, within notice and horizon', () => {
  fc.assert(
    fc.property(anyOffer, moments, (given, moment) => {
      const at = new Date(moment)
      for (const start of offeredStarts(given, everything, at)) {
        expect(start).toBeGreaterThanOrEqual(at.getTime() + given.noticeMinutes * MINUTE)
        expect(start).toBeLessThanOrEqual(at.getTime() + given.horizonDays * DAY)
        expect(isOffered(given, new Date(start), at)).toBe(true)
        for (const minute of [0, 15 * MINUTE, given.durationMinutes * MINUTE - MINUTE]) {
          const { date, time, day } = shown(
            start + Math.min(minute, (given.durationMinutes - 1) * MINUTE),
            given.timeZone,
          )
          expect(given.closedDays).not.toContain(date)
          const open = given.weeklyHours.some(
            text => text.startsWith(day) && text.slice(4, 9) <= time && time < text.slice(10),
          )
          expect(open, `${date} ${day} ${time} of ${given.weeklyHours}`).toBe(true)
        }
      }
    }),
    { numRuns: 20 },
  )
})

test('a free time overlaps nothing of one of the staff, and a time that does overlap something of each is not free', () => {
  const span = fc.tuple(fc.integer({ min: 0, max: 2000 }), fc.integer({ min: 1, max: 600 })).map(([from, length]) => ({
    from: now.getTime() + from * 15 * MINUTE,
    to: now.getTime() + (from + length) * 15 * MINUTE,
  }))
  const busy = fc.array(fc.array(span, { maxLength: 8 }), { maxLength: 3 })
  fc.assert(
    fc.property(anyOffer, busy, (given, taken) => {
      const starts = offeredStarts({ ...given, horizonDays: 14 }, everything, now)
      const overlaps = (start: number, spans: Span[]) => {
        const held = heldSpan(given, start)
        return spans.some(({ from, to }) => from < held.to && held.from < to)
      }
      const free = starts.filter(start => taken.some(spans => !overlaps(start, spans)))
      expect(freeStarts(given, starts, taken)).toEqual(free)
    }),
    { numRuns: 100 },
  )
})
