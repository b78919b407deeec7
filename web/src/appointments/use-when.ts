import { useFormat } from '../session/use-format.ts'
import { usePortal } from '../session/use-here.ts'
import { clock, ticketDay } from '../text/format.ts'
import { localeOf } from '../text/languages.ts'
import { useLanguage } from '../text/texts.ts'
import { sameClock } from './weeks.ts'

const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Formats the day and time of an appointment in the portal's time zone, and in the visitor's if that differs. */
export const useWhen = () => {
  const format = useFormat()
  const locale = localeOf(useLanguage())
  const zone = usePortal()?.timeZone ?? 'Europe/Rome'
  return {
    zone,
    when: ({ start, end }: { start: string; end: string }) =>
      `${format.ticketDay(start)}, ${format.clock(start)} – ${format.clock(end)}`,
    /** The visitor's time zone; undefined if its clock shows the same time at an instant. */
    otherZone: (instant: string) => (sameClock(instant, zone, ownZone()) ? undefined : ownZone()),
    ownWhen: (instant: string) => {
      const timeZone = ownZone()
      return `${ticketDay(instant, { locale, timeZone })}, ${clock(instant, { timeZone })}`
    },
  }
}
