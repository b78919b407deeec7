/** What the day of a technician shows, as its address has it. */
export type DaySearch = {
  /** `YYYY-MM-DD`; absent: today. */
  day?: string
  /** The id of a member of the staff; absent: oneself. */
  who?: number
}

/** Reads the search of the day's address; what is malformed is left out. */
export const readDaySearch = ({ day, who }: Record<string, unknown>): DaySearch => ({
  ...(typeof day === 'string' && /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)) && { day }),
  ...(typeof who === 'number' && Number.isSafeInteger(who) && who > 0 && { who }),
})

/** A day so many days after another. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
