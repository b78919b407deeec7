/** A calendar day as `YYYY-MM-DD`, '' for none. */
export type Day = string

/** A range of days, both ends included; either or both may be unset (''). */
export type DateRange = { start: Day; end: Day }

/** Presets in the order in which they are listed. Weeks start on Monday. */
export const presets = [
  'none',
  'today',
  'yesterday',
  'currentWeek',
  'lastWeek',
  'currentMonth',
  'lastMonth',
  'currentYear',
  'lastYear',
] as const

/** One of the presets. */
export type Preset = (typeof presets)[number]

/** The empty range. */
export const noRange: DateRange = { start: '', end: '' }

const format = (date: Date) => date.toISOString().slice(0, 10)
const utc = (year: number, month: number, day: number) => {
  const date = new Date(0)
  date.setUTCFullYear(year, month, day)
  return date
}
const splitDay = (day: Day) => day.split('-').map(Number) as [number, number, number]

const daysAfter = (day: Day, count: number) => {
  const [year, month, date] = splitDay(day)
  return format(utc(year, month - 1, date + count))
}

const mondayOf = (day: Day) => {
  const [year, month, date] = splitDay(day)
  return daysAfter(day, -((utc(year, month - 1, date).getUTCDay() + 6) % 7))
}

const week = (monday: Day): DateRange => ({ start: monday, end: daysAfter(monday, 6) })
const month = (year: number, index: number): DateRange => ({
  start: format(utc(year, index, 1)),
  end: format(utc(year, index + 1, 0)),
})
const year = (number: number): DateRange => ({ start: format(utc(number, 0, 1)), end: format(utc(number, 11, 31)) })

/** The days of a preset, counted from `today`. */
export const presetRange = (preset: Preset, today: Day): DateRange => {
  const [thisYear, thisMonth] = splitDay(today)
  switch (preset) {
    case 'none':
      return noRange
    case 'today':
      return { start: today, end: today }
    case 'yesterday':
      return { start: daysAfter(today, -1), end: daysAfter(today, -1) }
    case 'currentWeek':
      return week(mondayOf(today))
    case 'lastWeek':
      return week(daysAfter(mondayOf(today), -7))
    case 'currentMonth':
      return month(thisYear, thisMonth - 1)
    case 'lastMonth':
      return month(thisYear, thisMonth - 2)
    case 'currentYear':
      return year(thisYear)
    case 'lastYear':
      return year(thisYear - 1)
  }
}

/** The preset that equals a range, counted from `today`, or null. */
export const matchingPreset = (range: DateRange, today: Day): Preset | null =>
  presets.find(preset => {
    const { start, end } = presetRange(preset, today)
    return start === range.start && end === range.end
  }) ?? null

/** Parses a day typed as day/month/year; '' if it is not a day. A year of two digits is of this century. */
export const parseTypedDay = (typed: string): Day => {
  const parts = /^\s*(\d{1,2})\s*[/.-]\s*(\d{1,2})\s*[/.-]\s*(\d{4}|\d{2})\s*$/.exec(typed)
  if (!parts) return ''
  const [day, month, number] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
  const date = utc(number < 100 ? 2000 + number : number, month - 1, day)
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day && number > 0 ? format(date) : ''
}

/** Formats a day for its input: DD/MM/YYYY. */
export const typedDay = (day: Day) => day.split('-').reverse().join('/')

/** Formats a day for the picker's button: DD MMM YYYY, with the month in the language of `locale`. */
const shownDay = (day: Day, locale: string) => {
  if (day === '') return ''
  const [number, index, date] = splitDay(day)
  const name = new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' }).format(utc(number, index - 1, date))
  return `${String(date).padStart(2, '0')} ${name.replace('.', '')} ${day.slice(0, 4)}`
}

/** The month and year of a day, as the heading of a calendar. */
export const monthName = (day: Day, locale: string) => {
  const [number, index] = splitDay(day)
  const name = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' }).format(utc(number, index - 1, 1))
  return `${name.charAt(0).toLocaleUpperCase(locale)}${name.slice(1)} ${number}`
}

/** Formats a range for the picker's button: an ellipsis for a missing end, '' for an empty range. */
export const shownRange = ({ start, end }: DateRange, locale: string) => {
  if (start === '' && end === '') return ''
  if (start === end) return shownDay(start, locale)
  return `${shownDay(start, locale) || '…'} – ${shownDay(end, locale) || '…'}`
}

/** The number of days in a range, both ends included; 0 while an end is missing. */
export const dayCount = ({ start, end }: DateRange) =>
  start === '' || end === '' ? 0 : Math.round((Date.parse(end) - Date.parse(start)) / 86_400_000) + 1

/** A range with one end replaced. The other end is cleared if the two would cross. */
export const withEnd = (range: DateRange, which: 'start' | 'end', day: Day): DateRange => {
  const next = { ...range, [which]: day }
  const crossed = next.start !== '' && next.end !== '' && next.start > next.end
  return crossed ? { ...noRange, [which]: day } : next
}

/** The local times that a range covers: from 00:00:00 of the first day to 23:59:59 of the last. */
export const timesOf = ({ start, end }: DateRange) => ({
  from: start === '' ? '' : `${start}T00:00:00`,
  to: end === '' ? '' : `${end}T23:59:59`,
})
