import { useTranslation } from 'react-i18next'
import { hoursAndMinutes } from './weeks.ts'

/** A duration in words: `1 ora e 30 minuti`. */
export const useDuration = () => {
  const { t, i18n } = useTranslation()
  return (duration: number) => {
    const { hours, minutes } = hoursAndMinutes(duration)
    return new Intl.ListFormat(i18n.language, { type: 'unit' }).format([
      ...(hours > 0 ? [t('appointments.hours', { count: hours })] : []),
      ...(minutes > 0 || hours === 0 ? [t('appointments.minutes', { count: minutes })] : []),
    ])
  }
}
