import { parseDate } from '@internationalized/date'
import { Check } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { MonthCalendar, TwoMonthCalendar } from './calendars.tsx'
import {
  type DateRange,
  type Day,
  dayCount,
  matchingPreset,
  type Preset,
  presetRange,
  presets,
  withEnd,
} from './date-range.ts'
import type { DateRangeLabels } from './date-range-labels.ts'
import { DayInput } from './day-input.tsx'

/** Props of DateRangePanel. `onDone` closes it. */
export type DateRangePanelProps = {
  value: DateRange
  onChange: (range: DateRange) => void
  onDone: () => void
  locale: string
  labels: DateRangeLabels
  today: Day
}

/** The content of a date range picker's popover: presets, two day inputs and the calendars. */
export const DateRangePanel = ({ value, onChange, onDone, locale, labels, today }: DateRangePanelProps) => {
  const days = dayCount(value)
  const missing =
    value.start === '' && value.end !== '' ? 'start' : value.end === '' && value.start !== '' ? 'end' : null
  const calendars = useRestoredFocus(missing)
  return (
    <I18nProvider locale={locale}>
      <PresetList
        labels={labels}
        chosen={matchingPreset(value, today)}
        onChoose={preset => {
          onChange(presetRange(preset, today))
          onDone()
        }}
      />
      <div>
        <div className="date-fields">
          <DayInput
            label={labels.start}
            placeholder={labels.typed}
            value={value.start}
            onChange={day => onChange(withEnd(value, 'start', day))}
          />
          <span>{labels.to}</span>
          <DayInput
            label={labels.end}
            placeholder={labels.typed}
            value={value.end}
            onChange={day => onChange(withEnd(value, 'end', day))}
          />
          <span className="result-count">{days > 0 && labels.days(days)}</span>
        </div>
        <div ref={calendars}>
          {missing ? (
            <MonthCalendar
              label={missing === 'start' ? labels.start : labels.end}
              other={parseDate(value.start || value.end)}
              missing={missing}
              today={today}
              onChoose={day => onChange(withEnd(value, missing, day.toString()))}
            />
          ) : (
            <TwoMonthCalendar label={labels.dialog} value={value} today={today} onChange={onChange} />
          )}
        </div>
      </div>
    </I18nProvider>
  )
}

/** Leaving an input may replace the calendar that the focus was moving to; then the focus goes to the new one. */
const useRestoredFocus = (missing: 'start' | 'end' | null) => {
  const calendars = useRef<HTMLDivElement>(null)
  const shown = useRef(missing)
  useEffect(() => {
    if (shown.current === missing) return
    shown.current = missing
    if (document.activeElement === document.body)
      calendars.current?.querySelector<HTMLElement>('button:not([disabled])')?.focus()
  }, [missing])
  return calendars
}

type PresetListProps = { labels: DateRangeLabels; chosen: Preset | null; onChoose: (preset: Preset) => void }

// One tab stop; the arrow keys move between presets.
const PresetList = ({ labels, chosen, onChoose }: PresetListProps) => {
  const list = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent) => {
    const all = [...(list.current?.querySelectorAll('button') ?? [])]
    const at = all.findIndex(one => one.matches(':focus'))
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (by === 0 || at === -1) return
    event.preventDefault()
    all[(at + by + all.length) % all.length]?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys bubble up from the buttons inside
    <div className="date-presets" ref={list} onKeyDown={move}>
      {presets.map(preset => (
        <button
          key={preset}
          type="button"
          className="date-preset"
          aria-pressed={preset === chosen}
          tabIndex={preset === (chosen ?? 'none') ? 0 : -1}
          onClick={() => onChoose(preset)}
        >
          {labels.presets[preset]}
          {preset === chosen && <Check className="icon" aria-hidden="true" />}
        </button>
      ))}
    </div>
  )
}
