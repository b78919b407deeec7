import type { Closing, WorkingSpan } from '@portico/contract/staff/working-hours'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureCode } from '../../../api/api.ts'
import { useFailureText } from '../../../api/failures.ts'
import { localized } from '../../../text/localized.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Alert } from '../../../ui/overlay/alert.tsx'
import { toast } from '../../../ui/overlay/toasts.tsx'
import { useStaffFormat } from '../../session/use-staff-format.ts'
import { ClosingList } from './closing-list.tsx'
import { writeHours } from './data.ts'
import { dayName, faultOf, sentSpans, type Week } from './week.ts'
import { DayBar } from './week-bars.tsx'

type HoursFormProps = {
  portalId: number | null
  version: string
  initial: { week: Week; closings: Closing[] }
  onDone: () => void
}

/** The end of a day is midnight to a field for times. */
const shown = (week: Week): Week =>
  week.map(spans => spans.map(({ from, to }) => ({ from, to: to === '24:00' ? '00:00' : to })))

/** The working hours of each day and the closings, to be changed and saved as a whole. */
export const HoursForm = ({ portalId, version, initial, onDone }: HoursFormProps) => {
  const { t } = useTranslation()
  const text = useFailureText()
  const { locale } = useStaffFormat()
  const [week, setWeek] = useState(() => shown(initial.week))
  const [closings, setClosings] = useState(initial.closings)
  const write = useMutation(writeHours(useQueryClient()))
  const faults = week.map(faultOf)
  const isEmpty = week.every(spans => spans.length === 0)
  const setDay = (day: number, spans: WorkingSpan[]) => setWeek(now => now.map((one, at) => (at === day ? spans : one)))
  const setSpan = (day: number, nth: number, change: Partial<WorkingSpan>) =>
    setDay(
      day,
      (week[day] ?? []).map((span, at) => (at === nth ? { ...span, ...change } : span)),
    )
  const save = () =>
    write.mutate(
      { portalId, version, body: { week: week.map(sentSpans), closings } },
      {
        onSuccess: () => {
          toast({ title: localized(t => t('staffHours.saved')) })
          onDone()
        },
      },
    )
  const isOvertaken = write.error !== null && failureCode(write.error) === 'conflict'
  return (
    <div className="form">
      <ul className="day-hours">
        {week.map((spans, day) => {
          const name = dayName(day, locale, 'long')
          const fault = faults[day]
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
                  <Button
                    size="sm"
                    tone="ghost"
                    onClick={() => setWeek(now => now.map((one, at) => (at < 5 ? spans : one)))}
                  >
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
      <ClosingList closings={closings} onChange={setClosings} />
      {isEmpty && (
        <p className="field-error" role="alert">
          {t('staffHours.fault.empty')}
        </p>
      )}
      {write.error && (
        <Alert tone="danger" title={isOvertaken ? t('staffHours.overtaken') : undefined}>
          {isOvertaken ? t('staffHours.overtakenText') : text(write.error)}
        </Alert>
      )}
      <div className="button-row">
        <Button tone="ghost" onClick={onDone}>
          {t('words.cancel')}
        </Button>
        <Button tone="primary" busy={write.isPending} disabled={isEmpty || faults.some(Boolean)} onClick={save}>
          {t('staffHours.save')}
        </Button>
      </div>
    </div>
  )
}
