import { useMemo } from 'react'
import { useStaffFormat } from '../../staff/session/use-staff-format.ts'
import { dayLocaleOf } from '../../text/languages.ts'
import { useText } from '../../text/use-text.ts'

const DAY = 24 * 3_600_000
const WEEK = 7 * DAY

/** From one day to another, both `YYYY-MM-DD`; days of 23 and of 25 hours count like all others. */
const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY

/** Moments of the past as somebody says them: "today 09:58", "Wed 18 Nov", "3 Oct"; of another year with the year. */
export const useMoments = () => {
  const { t } = useText()
  const { locale, clock, dayOf, numericDay } = useStaffFormat()
  return useMemo(() => {
    const dayName = new Intl.DateTimeFormat(dayLocaleOf(locale), { weekday: 'short', day: 'numeric', month: 'short' })
    const dayOnly = new Intl.DateTimeFormat(dayLocaleOf(locale), { day: 'numeric', month: 'short' })
    return {
      since: (instant: string, now = new Date()) => {
        const at = new Date(instant)
        const days = daysBetween(dayOf(at), dayOf(now))
        if (days === 0) return t('staffCustomers.today', { time: clock(instant) })
        if (days === 1) return t('staffCustomers.yesterday', { time: clock(instant) })
        if (now.getTime() - at.getTime() < WEEK) return dayName.format(at)
        return at.getFullYear() === now.getFullYear() ? dayOnly.format(at) : numericDay(instant)
      },
      /** How many whole days are left until an instant; 0: it is today's. */
      daysUntil: (instant: string, now = new Date()) => Math.max(0, daysBetween(dayOf(now), dayOf(new Date(instant)))),
    }
  }, [t, locale, clock, dayOf, numericDay])
}
