import { ChevronLeft, ChevronRight } from 'lucide-react'
import { dayLocaleOf, localeOf } from '../text/languages.ts'
import { useLanguage } from '../text/texts.ts'
import { useText } from '../text/use-text.ts'
import { IconButton } from '../ui/buttons/icon-button.tsx'
import { type Day, daysOfWeek, findMonday, listMonth, monthAfter } from './weeks.ts'

type MonthProps = {
  /** Any day of the shown month. */
  shown: Day
  /** The Monday of the week that is shown beside the month. */
  week: Day
  chosen: Day | undefined
  today: Day
  isFree: (day: Day) => boolean
  onShow: (month: Day) => void
  onChoose: (day: Day) => void
}

/** A month; days with free times select their week. */
export const Month = ({ shown, week, chosen, today, isFree, onShow, onChoose }: MonthProps) => {
  const { t } = useText()
  const locale = localeOf(useLanguage())
  const utc = (day: Day) => new Date(`${day}T00:00:00Z`)
  const formatDay = (day: Day, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(dayLocaleOf(locale), { timeZone: 'UTC', ...options }).format(utc(day))
  const { days, before } = listMonth(shown)
  const inWeek = daysOfWeek(week)
  const placeInWeek = (day: Day) =>
    day === inWeek[0] ? 'first' : day === inWeek[6] ? 'last' : inWeek.includes(day) ? 'in' : undefined
  const name = formatDay(shown, { month: 'long', year: 'numeric' })
  return (
    <div className="month">
      <div className="calendar">
        <div className="calendar-head">
          <IconButton label={t('appointments.previousMonth')} onClick={() => onShow(monthAfter(shown, -1))}>
            <ChevronLeft className="icon" aria-hidden="true" />
          </IconButton>
          <span aria-live="polite">{name}</span>
          <IconButton label={t('appointments.nextMonth')} onClick={() => onShow(monthAfter(shown, 1))}>
            <ChevronRight className="icon" aria-hidden="true" />
          </IconButton>
        </div>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form's controls */}
        <div className="calendar-grid" role="group" aria-label={name}>
          {daysOfWeek(findMonday(shown)).map(day => (
            <span key={day} aria-hidden="true">
              {formatDay(day, { weekday: 'narrow' })}
            </span>
          ))}
          {Array.from({ length: before }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the empty places before the first day have nothing else
            <i key={index} />
          ))}
          {days.map(day => {
            const attributes = {
              className: 'day',
              'data-week': day === chosen ? undefined : placeInWeek(day),
              'data-range': day === chosen ? 'single' : undefined,
              'aria-current': day === today ? ('date' as const) : undefined,
            }
            const number = Number(day.slice(8))
            if (!isFree(day))
              return (
                <span key={day} {...attributes}>
                  {number}
                </span>
              )
            const label = t('appointments.freeOn', {
              day: formatDay(day, { weekday: 'long', day: 'numeric', month: 'long' }),
            })
            return (
              <button
                key={day}
                type="button"
                {...attributes}
                data-free=""
                aria-label={label}
                onClick={() => onChoose(day)}
              >
                {number}
              </button>
            )
          })}
        </div>
      </div>
    </div>
  )
}
