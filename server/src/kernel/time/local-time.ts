import { Temporal } from 'temporal-polyfill'

const zoned = (instant: number, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone)

/** The local time of a time zone at an instant (both in milliseconds), as if it were UTC. */
export const wallAt = (instant: number, timeZone: string): number =>
  instant + zoned(instant, timeZone).offsetNanoseconds / 1_000_000

/**
 * The instant of a local time (milliseconds, as if UTC) in a time zone. A time that a clock change skips counts as one hour later; of a time
 * that it repeats, the first is meant.
 */
export const instantOf = (wall: number, timeZone: string): Date =>
  new Date(zoned(wall, 'UTC').toPlainDateTime().toZonedDateTime(timeZone).epochMilliseconds)

/** The calendar day in a time zone at an instant, as `YYYY-MM-DD`. */
export const dayOf = (instant: Date, timeZone: string): string =>
  zoned(instant.getTime(), timeZone).toPlainDate().toString()

/** The calendar day in a time zone so many days after an instant, as `YYYY-MM-DD`; the days at which the clocks change have 23 or 25 hours. */
export const dayAfter = (instant: Date, days: number, timeZone: string): string =>
  zoned(instant.getTime(), timeZone).toPlainDate().add({ days }).toString()
