import { useTranslation } from 'react-i18next'
import { hoursAndMinutes } from './weeks.ts'

/** A duration in words: `1 hour 30 minutes`. */
export const useDuration = () => {
  const { t } = useTranslation()
  return (duration: number) => {
    const { hours, minutes } = hoursAndMinutes(duration)
    return [
      hours > 0 && t('appointments.hours', { count: hours }),
      (minutes > 0 || hours === 0) && t('appointments.minutes', { count: minutes }),
    ]
      .filter(Boolean)
      .join(' ')
  }
}
