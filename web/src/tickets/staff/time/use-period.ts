import { useStaffFormat } from '../../../staff/session/use-staff-format.ts'
import { dayLocaleOf } from '../../../text/languages.ts'

/** Days, weeks and months in words; days are calendar days, whatever the reader's time zone. */
export const usePeriod = () => {
  const { locale } = useStaffFormat()
  const at = (day: string) => new Date(`${day}T00:00:00Z`)
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(dayLocaleOf(locale), { ...options, timeZone: 'UTC' })
  return {
    /** `lunedì 2 marzo`. */
    day: (day: string) => format({ weekday: 'long', day: 'numeric', month: 'long' }).format(at(day)),
    /** `lun 2`. */
    shortDay: (day: string) => format({ weekday: 'short', day: 'numeric' }).format(at(day)),
    /** `2 – 8 marzo 2026`. */
    span: (from: string, to: string) =>
      format({ day: 'numeric', month: 'long', year: 'numeric' }).formatRange(at(from), at(to)),
    /** `marzo 2026`. */
    month: (month: string) => format({ month: 'long', year: 'numeric' }).format(at(`${month}-01`)),
  }
}
