import type { WorkingSpan } from '@portico/contract/staff/working-hours'
import { Plus, X } from 'lucide-react'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { useStaffFormat } from '../../session/use-staff-format.ts'
import { dayName, faultOf, type Week } from './week.ts'
import { DayBar } from './week-bars.tsx'

/** The hours of each day of a week, as they are typed; its texts are those of the working hours. */
export const WeekEditor = ({ week, onChange }: { week: Week; onChange: (week: Week) => void }) => {
  const { t } = useText()
  const { locale } = useStaffFormat()
  const setDay = (day: number, spans: WorkingSpan[]) => onChange(week.map((one, at) => (at === day ? spans : one)))
  const setSpan = (day: number, nth: number, change: Partial<WorkingSpan>) =>
    setDay(
      day,
      (week[day] ?? []).map((span, at) => (at === nth ? { ...span, ...change } : span)),
    )
  return (
    <ul className="day-hours">
      {week.map((spans, day) => {
        const name = dayName(day, locale, 'long')
        const fault = faultOf(spans)
        return (
          <li key={name}>
            <b>{name}</b>
            <span className="day-spans">
              {spans.map((span, nth) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: spans have no other name than their place
                <span className="day-span" key={nth}>
                  <input
                    className="input"
                    type="time"
                    aria-label={t('staffHours.from', { day: name, nth: nth + 1 })}
                    value={span.from}
                    onChange={event => setSpan(day, nth, { from: event.target.value })}
                  />
                  –
                  <input
                    className="input"
                    type="time"
                    aria-label={t('staffHours.to', { day: name, nth: nth + 1 })}
                    value={span.to}
                    onChange={event => setSpan(day, nth, { to: event.target.value })}
                  />
                  <IconButton
                    label={t('staffHours.removeSpan', { day: name, nth: nth + 1 })}
                    onClick={() =>
                      setDay(
                        day,
                        spans.filter((_, at) => at !== nth),
                      )
                    }
                  >
                    <X className="icon" aria-hidden="true" />
                  </IconButton>
                </span>
              ))}
              {spans.length === 0 && <span className="quiet">{t('staffHours.closed')}</span>}
              {spans.length < 6 && (
                <Button
                  size="sm"
                  tone="ghost"
                  onClick={() =>
                    setDay(day, [
                      ...spans,
                      spans.length === 0 ? { from: '08:30', to: '12:30' } : { from: '14:00', to: '18:00' },
                    ])
                  }
                >
                  <Plus className="icon" aria-hidden="true" />
                  {spans.length === 0 ? t('staffHours.open') : t('staffHours.addSpan')}
                  <span className="sr-only"> {name}</span>
                </Button>
              )}
              {day === 0 && (
                <Button size="sm" tone="ghost" onClick={() => onChange(week.map((one, at) => (at < 5 ? spans : one)))}>
                  {t('staffHours.copyToWeek')}
                </Button>
              )}
            </span>
            <DayBar spans={spans} />
            {fault && (
              <p className="field-error" role="alert">
                {t(`staffHours.fault.${fault}`)}
              </p>
            )}
          </li>
        )
      })}
    </ul>
  )
}
