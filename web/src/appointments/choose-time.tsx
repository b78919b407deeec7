import type { Slot } from '@portico/contract/appointments'
import { useQuery } from '@tanstack/react-query'
import { CalendarOff } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useFailureText } from '../api/failures.ts'
import { useText } from '../text/use-text.ts'
import { Button } from '../ui/buttons/button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { RetryPanel } from '../ui/feedback/retry-panel.tsx'
import { CallButton } from './call-button.tsx'
import { ChosenTime } from './chosen-time.tsx'
import { type EventKey, slotList } from './data.ts'
import { Month } from './month.tsx'
import { SlotPicker } from './slot-picker.tsx'
import { useWhen } from './use-when.ts'
import { WeekNav } from './week-nav.tsx'
import { type Day, dayIn, daysAfter, findMonday, slotsByDay } from './weeks.ts'

const TimesSkeleton = () =>
  ['70%', '90%', '80%'].map(width => (
    <span key={width} className="skeleton-line">
      <span className="skeleton" style={{ '--w': width }} />
    </span>
  ))

type ChooseTimeProps = {
  eventKey: EventKey
  /** What is booked. */
  summary: ReactNode
  slot: Slot | undefined
  onChoose: (slot: Slot | undefined) => void
  /** The form or buttons below the times. */
  children: ReactNode
}

/** Selects a time, week by week. */
export const ChooseTime = ({ eventKey, summary, slot, onChoose, children }: ChooseTimeProps) => {
  const { t } = useText()
  const failure = useFailureText()
  const { zone, otherZone } = useWhen()
  const slots = useQuery(slotList(eventKey))
  const byDay = useMemo(() => slotsByDay(slots.data ?? [], zone), [slots.data, zone])
  const [shown, setShown] = useState<Day>()
  const [month, setMonth] = useState<Day>()
  const picker = useRef<HTMLDivElement>(null)
  // On a phone the selected time is below the list of times.
  const chosen = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (slot) chosen.current?.scrollIntoView({ block: 'nearest' })
  }, [slot])

  const today = dayIn(zone, new Date())
  const firstFree = byDay.keys().next().value
  const week = findMonday(shown ?? firstFree ?? today)
  const own = slots.data?.[0] && otherZone(slots.data[0].start)
  const show = (day: Day) => {
    setShown(day)
    setMonth(undefined)
  }
  const change = () => {
    onChoose(undefined)
    picker.current?.querySelector<HTMLElement>('.slot')?.focus()
  }
  const isEmpty = !Array.from({ length: 7 }, (_, index) => daysAfter(week, index)).some(day => byDay.has(day))

  if (slots.error && !slots.data)
    return (
      <section className="card">
        <RetryPanel
          heading="h1"
          title={t('appointments.slotsFailed')}
          retry={t('words.retry')}
          onRetry={slots.refetch}
          busy={slots.isFetching}
        >
          {failure(slots.error)}
        </RetryPanel>
      </section>
    )
  return (
    <section className="card booking">
      <div className="booking-summary">
        {summary}
        <hr className="booking-rule" />
        <Month
          shown={month ?? shown ?? firstFree ?? today}
          week={week}
          chosen={slot && dayIn(zone, slot.start)}
          today={today}
          isFree={day => byDay.has(day)}
          onShow={setMonth}
          onChoose={show}
        />
      </div>
      <div className="booking-main" aria-busy={slots.isPending || undefined}>
        {slots.data?.length === 0 && !slot ? (
          <EmptyState
            icon={<CalendarOff className="icon" />}
            title={t('appointments.nothingFree')}
            action={<CallButton />}
          >
            {t('appointments.nothingFreeText')}
          </EmptyState>
        ) : (
          <>
            <WeekNav week={week} today={today} zone={zone} isOtherZone={Boolean(own)} onShow={show} />
            {slots.isPending ? (
              <TimesSkeleton />
            ) : (
              <div ref={picker}>
                <SlotPicker
                  week={week}
                  today={today}
                  slots={byDay}
                  chosen={slot?.start}
                  ownZone={own}
                  onChoose={onChoose}
                />
              </div>
            )}
            {isEmpty && firstFree && (
              <div className="button-row">
                <span className="page-sub">{t('appointments.emptyWeek')}</span>
                <Button size="sm" onClick={() => show(firstFree)}>
                  {t('appointments.firstFree')}
                </Button>
              </div>
            )}
            {slot && <ChosenTime ref={chosen} slot={slot} onChange={change} />}
            {/* Below the times, so that no button moves away from a finger while they load. */}
            {!slots.isPending && children}
          </>
        )}
      </div>
    </section>
  )
}
