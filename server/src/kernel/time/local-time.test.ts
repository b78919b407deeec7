import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import { dayOf, instantOf, wallAt } from './local-time.ts'

const HOUR = 3_600_000
const from = Date.UTC(2025, 0, 1)
const to = Date.UTC(2028, 0, 1)

const numeric = {
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
} as const

/** The local time in milliseconds as if UTC, as the formatter of the platform has it. */
const formattedWall = (format: Intl.DateTimeFormat, instant: number) => {
  const part = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]))
  return Date.UTC(part.year ?? 0, (part.month ?? 1) - 1, part.day, part.hour, part.minute, part.second)
}

const changesOf = (timeZone: string): number[] => {
  const changes: number[] = []
  let at = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(timeZone).getTimeZoneTransition('next')
  while (at && at.epochMilliseconds < to) {
    changes.push(at.epochMilliseconds)
    at = at.getTimeZoneTransition('next')
  }
  return changes
}

describe('local time', () => {
  test('agrees with the platform in every zone, around every clock change of three years', () => {
    let changes = 0
    const wrong: string[] = []
    const same = (what: string, instant: number, found: number | string, right: number | string) => {
      if (found !== right) wrong.push(`${what} at ${new Date(instant).toISOString()}: ${found}, not ${right}`)
    }
    for (const timeZone of Intl.supportedValuesOf('timeZone')) {
      const format = new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', ...numeric })
      const wallOf = (instant: number) => formattedWall(format, instant)
      same(timeZone, from, wallAt(from, timeZone), wallOf(from))
      for (const change of changesOf(timeZone)) {
        changes += 1
        const [before, after] = [wallOf(change - 1000) + 1000, wallOf(change)]
        const shift = after - before
        for (const instant of [change - 3 * HOUR, change - 1000, change, change + 3 * HOUR]) {
          const wall = wallOf(instant)
          same(timeZone, instant, wallAt(instant, timeZone), wall)
          same(timeZone, instant, dayOf(new Date(instant), timeZone), new Date(wall).toISOString().slice(0, 10))
          // A repeated local time is the first of the two.
          const isRepeat = shift < 0 && instant >= change && wall < before
          same(timeZone, instant, instantOf(wall, timeZone).getTime(), isRepeat ? instant + shift : instant)
        }
        if (shift > 0) same(timeZone, change, instantOf(before + 1000, timeZone).getTime(), change + 1000)
        if (shift > 0) same(timeZone, change, instantOf(after - 1000, timeZone).getTime(), change + shift - 1000)
      }
    }
    expect(wrong).toEqual([])
    expect(changes).toBeGreaterThan(500)
  })

  test.each([
    ['Europe/Rome', '2026-03-29T02:30', '2026-03-29T01:30Z', 'skipped'],
    ['America/New_York', '2026-03-08T02:30', '2026-03-08T07:30Z', 'skipped, west of Greenwich'],
    ['Europe/Rome', '2026-10-25T02:30', '2026-10-25T00:30Z', 'repeated'],
    ['America/New_York', '2026-11-01T01:30', '2026-11-01T05:30Z', 'repeated, west of Greenwich'],
    ['Australia/Lord_Howe', '2026-10-04T02:15', '2026-10-03T15:45Z', 'skipped by half an hour'],
    ['+05:30', '2026-10-04T02:15', '2026-10-03T20:45Z', 'a zone that is an offset'],
  ])('in %s %s is %s (%s)', (timeZone, local, instant) => {
    expect(instantOf(Date.parse(`${local}Z`), timeZone).getTime()).toBe(Date.parse(instant))
  })
})
