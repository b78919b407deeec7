import { useStaffFormat } from '../../../staff/session/use-staff-format.ts'
import { clock, ticketDay } from '../../../text/format.ts'
import { useText } from '../../../text/use-text.ts'

const { timeZone: ownZone } = new Intl.DateTimeFormat().resolvedOptions()

const MIDNIGHT = '00:00'

/** Days and times on the clock of a time zone, which is named where it is not the reader's. */
export const useZone = (timeZone: string) => {
  const { t } = useText()
  const { locale } = useStaffFormat()
  const manner = { locale, timeZone }
  const day = (instant: string) => ticketDay(instant, manner)
  const time = (instant: string) => clock(instant, manner)
  const span = ({ start, end }: { start: string; end: string }) => {
    const isWholeDays = time(start) === MIDNIGHT && time(end) === MIDNIGHT
    const first = day(start)
    const last = day(isWholeDays ? new Date(Date.parse(end) - 1).toISOString() : end)
    if (isWholeDays) return first === last ? first : `${first} – ${last}`
    return first === last ? `${first}, ${time(start)}–${time(end)}` : `${first}, ${time(start)} – ${last}, ${time(end)}`
  }
  return {
    day,
    time,
    /** `martedì 10 marzo, 09:00–10:00`; of whole days the days alone, and two days where it ends on another one. */
    span,
    /** Says whose clock it is; null where it is the reader's. */
    note: timeZone === ownZone ? null : t('staffBookings.zone', { zone: timeZone.replaceAll('_', ' ') }),
  }
}
