import type { Slot } from '@portico/contract/appointments'
import { type KeyboardEvent, useRef } from 'react'
import { useFormat } from '../session/use-format.ts'
import { clock } from '../text/format.ts'
import { useText } from '../text/use-text.ts'
import { type Day, daysOfWeek } from './weeks.ts'

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
const steps: Record<string, number> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }

type SlotPickerProps = {
  week: Day
  today: Day
  slots: Map<Day, Slot[]>
  chosen: string | undefined
  /** The visitor's time zone, if its clock differs from the portal's. */
  ownZone: string | undefined
  onChoose: (slot: Slot) => void
}

/** The free times of a week, Monday to Sunday, as one radio group; arrow keys move through all of them. */
export const SlotPicker = ({ week, today, slots, chosen, ownZone, onChoose }: SlotPickerProps) => {
  const { t } = useText()
  const format = useFormat()
  const picker = useRef<HTMLDivElement>(null)
  const days = daysOfWeek(week)
  const all = days.flatMap(day => slots.get(day) ?? [])
  const tabStop = all.some(({ start }) => start === chosen) ? chosen : all[0]?.start

  const move = (event: KeyboardEvent, from: number) => {
    const step = steps[event.key]
    const target = step && all[(from + step + all.length) % all.length]
    if (!target) return
    event.preventDefault()
    onChoose(target)
    picker.current?.querySelector<HTMLElement>(`[data-start="${target.start}"]`)?.focus()
  }

  return (
    <div className="slot-picker" role="radiogroup" aria-label={t('appointments.pick')} ref={picker}>
      {days.map((day, index) => {
        const free = slots.get(day) ?? []
        const weekday = t(`appointments.day.${weekdays[index] ?? 'mon'}`)
        return (
          <div
            key={day}
            className="slot-day"
            data-off={free.length ? undefined : ''}
            data-today={day === today ? '' : undefined}
          >
            <div className="slot-day-head">
              {weekday}
              <b>{Number(day.slice(8))}</b>
            </div>
            <div className="slot-list">
              {free.length === 0 && <span className="slot-none">{t('appointments.none')}</span>}
              {free.map(slot => (
                // biome-ignore lint/a11y/useSemanticElements: the design's slot is a button, which a native radio cannot be dressed as
                <button
                  key={slot.start}
                  type="button"
                  className="slot"
                  role="radio"
                  aria-checked={slot.start === chosen}
                  aria-label={`${weekday} ${format.ticketDay(slot.start)}, ${format.clock(slot.start)}`}
                  data-start={slot.start}
                  tabIndex={slot.start === tabStop ? 0 : -1}
                  onClick={() => onChoose(slot)}
                  onKeyDown={event => move(event, all.indexOf(slot))}
                >
                  {format.clock(slot.start)}
                  {ownZone && <small>{clock(slot.start, { timeZone: ownZone })}</small>}
                </button>
              ))}
            </div>
          </div>
        )
      })}
    </div>
  )
}
