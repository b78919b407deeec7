import type { WorkingCalendar, WorkingSpan } from '@portico/contract/staff/working-hours'
import { dayLocaleOf } from '../../../text/languages.ts'
import { useText } from '../../../text/use-text.ts'
import { useStaffFormat } from '../../session/use-staff-format.ts'
import { dayName, endOf, groupDays, minutesOf, spanText, type Week } from './week.ts'
import './week.css'

/** The hours of a day as a bar. */
export const DayBar = ({ spans }: { spans: readonly WorkingSpan[] }) => (
  <svg className="week-bar" viewBox="0 0 1440 12" preserveAspectRatio="none" aria-hidden="true">
    <rect className="back" width="1440" height="12" />
    {spans.map(({ from, to }) => (
      <rect
        key={`${from} ${to}`}
        x={minutesOf(from)}
        width={Math.max(endOf(to) - minutesOf(from), 0) || 0}
        height="12"
      />
    ))}
  </svg>
)

/** The hours of a week, equal days together. */
export const WeekBars = ({ week }: { week: Week }) => {
  const { t } = useText()
  const { locale } = useStaffFormat()
  const name = (day: number) => dayName(day, locale, 'short')
  return (
    <ul className="week">
      {groupDays(week).map(({ first, last, spans }) => (
        <li key={first}>
          <span>{first === last ? name(first) : `${name(first)}–${name(last)}`}</span>
          <DayBar spans={spans} />
          <span className="num">{spans.map(spanText).join(', ') || t('staffHours.closed')}</span>
        </li>
      ))}
    </ul>
  )
}

/** The next closed days, in one sentence; nothing where there are none. */
export const NextClosings = ({ upcoming }: Pick<WorkingCalendar, 'upcoming'>) => {
  const { t } = useText()
  const { locale } = useStaffFormat()
  if (upcoming.length === 0) return null
  const format = new Intl.DateTimeFormat(dayLocaleOf(locale), { day: 'numeric', month: 'long', timeZone: 'UTC' })
  const text = (day: string) => format.format(new Date(`${day}T00:00:00Z`))
  const days = upcoming.map(({ from, to }) => (from === to ? text(from) : `${text(from)} – ${text(to)}`)).join(', ')
  return <p className="settings-lead">{t('staffHours.next', { days })}</p>
}
