import { ChevronLeft, ChevronRight } from 'lucide-react'
import { localeOf } from '../text/languages.ts'
import { useLanguage } from '../text/texts.ts'
import { useText } from '../text/use-text.ts'
import { IconButton } from '../ui/buttons/icon-button.tsx'
import { type Day, daysAfter, findMonday } from './weeks.ts'

const useWeekName = () => {
  const locale = localeOf(useLanguage())
  return (monday: Day) => {
    const format = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', month: 'long' })
    const [first, last] = [monday, daysAfter(monday, 6)].map(day => new Date(`${day}T00:00:00Z`)) as [Date, Date]
    const [one, other] = [format.format(first), format.format(last)]
    const from = one === other ? first.getUTCDate() : `${first.getUTCDate()} ${one}`
    return `${from} – ${last.getUTCDate()} ${other}`
  }
}

type WeekNavProps = {
  /** The Monday of the week. */
  week: Day
  today: Day
  zone: string
  /** Whether the reader's time zone is another than the portal's. */
  isOtherZone: boolean
  onShow: (day: Day) => void
}

/** The name of the week that is shown, its time zone, and the ways to the weeks before and after. */
export const WeekNav = ({ week, today, zone, isOtherZone, onShow }: WeekNavProps) => {
  const { t } = useText()
  const weekName = useWeekName()
  return (
    <div className="week-nav">
      <h2 aria-live="polite">{weekName(week)}</h2>
      <span className="page-sub">
        {[t('appointments.zone', { zone }), isOtherZone && t('appointments.yourZone')].filter(Boolean).join(' · ')}
      </span>
      <IconButton
        label={t('appointments.previousWeek')}
        disabled={week <= findMonday(today)}
        onClick={() => onShow(daysAfter(week, -7))}
      >
        <ChevronLeft className="icon" aria-hidden="true" />
      </IconButton>
      <IconButton label={t('appointments.nextWeek')} onClick={() => onShow(daysAfter(week, 7))}>
        <ChevronRight className="icon" aria-hidden="true" />
      </IconButton>
    </div>
  )
}
