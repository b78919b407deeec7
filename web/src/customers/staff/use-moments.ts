import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useStaffFormat } from '../../staff/session/use-staff-format.ts'

const DAY = 24 * 3_600_000
const WEEK = 7 * DAY

/** Moments of the past as somebody says them: "today 09:58", "Wed 18 Nov", "3 Oct"; of another year with the year. */
export const useMoments = () => {
  const { t } = useTranslation()
  const { locale, clock, dayOf, numericDay } = useStaffFormat()
  return useMemo(() => {
    const dayName = new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'short' })
    const dayOnly = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' })
    return {
      since: (instant: string, now = new Date()) => {
        const at = new Date(instant)
        const day = dayOf(at)
        if (day === dayOf(now)) return t('staffCustomers.today', { time: clock(instant) })
        if (day === dayOf(new Date(now.getTime() - DAY))) return t('staffCustomers.yesterday', { time: clock(instant) })
        if (now.getTime() - at.getTime() < WEEK) return dayName.format(at)
        return at.getFullYear() === now.getFullYear() ? dayOnly.format(at) : numericDay(instant)
      },
      /** How many whole days are left until an instant; 0: it is today's. */
      daysUntil: (instant: string, now = new Date()) =>
        Math.max(0, Math.round((Date.parse(dayOf(new Date(instant))) - Date.parse(dayOf(now))) / DAY)),
    }
  }, [t, locale, clock, dayOf, numericDay])
}
