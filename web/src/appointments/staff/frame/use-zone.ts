import { useTranslation } from 'react-i18next'
import { useStaffFormat } from '../../../staff/session/use-staff-format.ts'
import { clock, ticketDay } from '../../../text/format.ts'

const { timeZone: ownZone } = new Intl.DateTimeFormat().resolvedOptions()

/** Days and times on the clock of a time zone, which is named where it is not the reader's. */
export const useZone = (timeZone: string) => {
  const { t } = useTranslation()
  const { locale } = useStaffFormat()
  const manner = { locale, timeZone }
  const day = (instant: string) => ticketDay(instant, manner)
  const time = (instant: string) => clock(instant, manner)
  return {
    day,
    time,
    /** `martedì 10 marzo, 09:00–10:00`. */
    span: ({ start, end }: { start: string; end: string }) => `${day(start)}, ${time(start)}–${time(end)}`,
    /** Says whose clock it is; null where it is the reader's. */
    note: timeZone === ownZone ? null : t('staffBookings.zone', { zone: timeZone.replaceAll('_', ' ') }),
  }
}
