import { localeOf } from '../text/languages.ts'
import { useLanguage } from '../text/texts.ts'
import { useText } from '../text/use-text.ts'
import { hoursAndMinutes } from './weeks.ts'

/** A duration in words: `1 ora e 30 minuti`. */
export const useDuration = () => {
  const { t } = useText()
  const locale = localeOf(useLanguage())
  return (duration: number) => {
    const { hours, minutes } = hoursAndMinutes(duration)
    return new Intl.ListFormat(locale, { type: 'unit' }).format([
      ...(hours > 0 ? [t('appointments.hours', { count: hours })] : []),
      ...(minutes > 0 || hours === 0 ? [t('appointments.minutes', { count: minutes })] : []),
    ])
  }
}
