/** What a week or a month of time shows, as its address has it. */
export type WeekSearch = {
  /** Any day of the week, `YYYY-MM-DD`; absent: today. */
  day?: string
  /** The id of a member of the staff; absent: oneself. */
  who?: number
}

/** Reads the search of a week's address; what is malformed is left out. */
export const readWeekSearch = ({ day, who }: Record<string, unknown>): WeekSearch => ({
  ...(typeof day === 'string' && /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)) && { day }),
  ...(typeof who === 'number' && Number.isSafeInteger(who) && who > 0 && { who }),
})

/** The month that an address asks for, `YYYY-MM`; absent: this one. */
export type MonthSearch = { month?: string }

/** Reads the search of a month's address; what is malformed is left out. */
export const readMonthSearch = ({ month }: Record<string, unknown>): MonthSearch =>
  typeof month === 'string' && /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? { month } : {}

/** A day so many days after another. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** A month so many months after another. */
export const monthAfter = (month: string, by: number): string => {
  const [year = 0, nth = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, nth - 1 + by, 1)).toISOString().slice(0, 7)
}
