/** The local day that lies `days` after the one of `now`, as `YYYY-MM-DD`. */
const localDay = (now: Date, days: number) => {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days)
  return [day.getFullYear(), String(day.getMonth() + 1).padStart(2, '0'), String(day.getDate()).padStart(2, '0')].join(
    '-',
  )
}

/** The browser's day and clock of an instant, for the inputs of a date and a time. */
export const inputsOf = (instant: string) => {
  const at = new Date(instant)
  const time = [at.getHours(), at.getMinutes()].map(part => String(part).padStart(2, '0')).join(':')
  return { day: localDay(at, 0), time }
}

/** The instant of a day and a clock of the browser; null if one of them is not filled in. */
export const instantOf = ({ day, time }: { day: string; time: string }) => {
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || !/^\d\d:\d\d$/.test(time)) return null
  const at = new Date(`${day}T${time}:00`)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}

/** Which day an instant lies on, as seen now: today, yesterday, tomorrow, or another one. */
export const nearDay = (instant: string, now = new Date()): 'today' | 'yesterday' | 'tomorrow' | null => {
  const day = localDay(new Date(instant), 0)
  if (day === localDay(now, 0)) return 'today'
  if (day === localDay(now, -1)) return 'yesterday'
  return day === localDay(now, 1) ? 'tomorrow' : null
}

/** How soon something is due: late, within the hour, or later. */
export const urgencyOf = (instant: string, now = new Date()): 'late' | 'soon' | undefined => {
  const left = Date.parse(instant) - now.getTime()
  return left < 0 ? 'late' : left <= 3_600_000 ? 'soon' : undefined
}

/** Due dates that are often chosen: the end of today, tomorrow morning, and the morning of the next Monday. */
export const usualDueDates = (now = new Date()) => {
  const untilMonday = (8 - now.getDay()) % 7 || 7
  return {
    today: instantOf({ day: localDay(now, 0), time: '18:00' }),
    tomorrow: instantOf({ day: localDay(now, 1), time: '09:00' }),
    monday: instantOf({ day: localDay(now, untilMonday), time: '09:00' }),
  }
}
