import { useMemo } from 'react'
import { useStaffFormat } from '../../../staff/session/use-staff-format.ts'
import { useText } from '../../../text/use-text.ts'
import { nearDay } from './moments.ts'

/** Moments in words, as somebody at work says them: today, yesterday and tomorrow by name. */
export const useMoment = () => {
  const { t } = useText()
  const { clock, numericDay, ticketDay } = useStaffFormat()
  return useMemo(
    () => ({
      /** "yesterday at 08:42". */
      moment: (instant: string) => {
        const near = nearDay(instant)
        const day = near ? t(`staffTicket.day.${near}`) : numericDay(instant)
        return t('staffTicket.at', { day, time: clock(instant) })
      },
      /** The day above the messages: "today", "Monday 23 November". */
      day: (instant: string) => {
        const near = nearDay(instant)
        return near ? t(`staffTicket.day.${near}`) : ticketDay(instant)
      },
      clock,
      numericDay,
    }),
    [t, clock, numericDay, ticketDay],
  )
}
