import type { BoardEntry, VisitCollision } from '@portico/contract/staff/planning/visits'
import { useMemo } from 'react'
import { monthName, wallClock, weekdayName } from '../../../text/calendar.ts'
import { clock } from '../../../text/format.ts'
import { localeOf } from '../../../text/languages.ts'
import { useLanguage } from '../../../text/texts.ts'
import { useText } from '../../../text/use-text.ts'
import { sameClock } from '../../weeks.ts'
import { lookOf, type Span, spanOf } from './rules.ts'

const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Days, times and entries in words, in the time zone of the board. */
export const useBoardWords = (timeZone: string) => {
  const { t } = useText()
  const locale = localeOf(useLanguage())
  return useMemo(() => {
    const time = (at: number | string) => clock(new Date(at).toISOString(), { timeZone })
    const day = (date: string) => {
      const [year = 0, month = 1, number = 1] = date.split('-').map(Number)
      const at = { year, month, day: number }
      return { weekday: weekdayName(at, locale) ?? '', number, month: monthName(at, locale) ?? '' }
    }
    const isMidnight = (at: number) => {
      const { hour, minute } = wallClock(new Date(at), timeZone)
      return hour === 0 && minute === 0
    }
    const isWholeDays = ({ from, to }: Span) => from < to && isMidnight(from) && isMidnight(to)
    const span = (one: Span) => (isWholeDays(one) ? t('staffVisits.allDay') : `${time(one.from)}–${time(one.to)}`)
    const dayOf = (at: number) => {
      const shown = wallClock(new Date(at), timeZone)
      return `${weekdayName(shown, locale)} ${shown.day} ${monthName(shown, locale)}`
    }
    const title = ({ kind, absence, title, activityTypeName }: BoardEntry) => {
      if (kind === 'busy') return t('staffVisits.busy')
      if (kind === 'absence') return t(`staffVisits.absence.${absence ?? 'away'}`)
      return kind === 'booking' ? (activityTypeName ?? '') : (title ?? activityTypeName ?? '')
    }
    return {
      /** `ven 20 novembre` of a day. */
      shortDay: (date: string) => {
        const { weekday, number, month } = day(date)
        return `${weekday.slice(0, 3)} ${number} ${month}`
      },
      /** `ven 20` of a day. */
      column: (date: string) => {
        const { weekday, number } = day(date)
        return `${weekday.slice(0, 3)} ${number}`
      },
      /** `venerdì 20 novembre` of an instant. */
      dayOf,
      /** `ven 20` of an instant within a week, else `20/11`. */
      near: (at: number, now: number) => {
        const shown = wallClock(new Date(at), timeZone)
        return Math.abs(at - now) < 6 * 86_400_000
          ? `${(weekdayName(shown, locale) ?? '').slice(0, 3)} ${shown.day}`
          : `${shown.day}/${shown.month}`
      },
      time,
      /** `09:00–10:30`, or that it takes whole days. */
      span,
      /** Whether something lasts from midnight to midnight, by the clock of the board. */
      isWholeDays,
      title,
      /** What an entry is, in one line: when, for whom, what, and how it stands. */
      line: (entry: BoardEntry, now: number) => {
        const look =
          entry.kind === 'visit' || entry.kind === 'booking' ? t(`staffVisits.look.${lookOf(entry, now)}`) : ''
        return [span(spanOf(entry)), entry.customer?.companyName, title(entry), look].filter(Boolean).join(', ')
      },
      /** What is in the way, in one line. */
      collision: ({ kind, startsOn, endsOn, companyName, title }: VisitCollision) => {
        const what =
          kind === 'absence' ? t('staffVisits.absence.away') : [companyName, title].filter(Boolean).join(', ')
        return `${dayOf(Date.parse(startsOn))}, ${span(spanOf({ startsOn, endsOn }))}: ${what || t('staffVisits.busy')}`
      },
      /** Whether the reader's own clock shows something else at an instant. */
      isElsewhere: (at: number) => !sameClock(new Date(at).toISOString(), timeZone, ownZone()),
    }
  }, [t, locale, timeZone])
}

/** See {@link useBoardWords}. */
export type BoardWords = ReturnType<typeof useBoardWords>
