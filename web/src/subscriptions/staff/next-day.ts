import { recurrenceTypes, type Trigger } from '@portico/contract/subscriptions'

const DAY = 24 * 3_600_000
const LONGEST = 366 * 5

const fits = (day: Date, { recurrenceType, ...trigger }: Trigger) => {
  if (recurrenceType === recurrenceTypes.weekly) return day.getUTCDay() === (trigger.recurrenceDayOfWeek ?? 0) % 7
  if (recurrenceType === recurrenceTypes.yearly && day.getUTCMonth() + 1 !== trigger.recurrenceMonth) return false
  const last = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate()
  return day.getUTCDate() === Math.min(trigger.recurrenceDay ?? 1, last)
}

/** The first day `YYYY-MM-DD` from another one on that a recurrence falls on; undefined for one that falls on none. */
export const nextDay = (trigger: Trigger, from: string): string | undefined => {
  const start = Date.parse(`${from}T00:00:00Z`)
  for (let n = 0; n < LONGEST; n++) {
    const day = new Date(start + n * DAY)
    if (fits(day, trigger)) return day.toISOString().slice(0, 10)
  }
  return undefined
}
