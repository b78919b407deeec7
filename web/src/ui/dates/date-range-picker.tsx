import { Calendar } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useFetchAhead } from '../loading/fetch-ahead.ts'
import { loadPart } from '../loading/load-part.ts'
import { Popover } from '../overlay/popover.tsx'
import { FilterButton } from '../select/filter-button.tsx'
import { type DateRange, type Day, noRange, shownRange } from './date-range.ts'
import type { DateRangeLabels } from './date-range-labels.ts'

const load = () => import('./date-range-panel.tsx')
const DateRangePanel = lazy(async () => ({ default: (await loadPart(load)).DateRangePanel }))

/** Props of DateRangePicker. `locale` is a language tag (`it`); `today` is the day in the portal's time zone, from which presets count. */
export type DateRangePickerProps = {
  value: DateRange
  onChange: (range: DateRange) => void
  locale: string
  labels: DateRangeLabels
  today: Day
}

/**
 * A range of days. It opens on focus or click, and closes on a press outside, on a preset and on clear. Its calendars are
 * a chunk of their own, loaded after the screen.
 */
export const DateRangePicker = ({ value, onChange, locale, labels, today }: DateRangePickerProps) => {
  const shown = shownRange(value, locale)
  useFetchAhead(load)
  return (
    <Popover
      openOn="focus"
      label={labels.dialog}
      className="date-range"
      onIntent={() => void load().catch(() => undefined)}
      trigger={(trigger, _open, close) => (
        <FilterButton
          trigger={trigger}
          icon={<Calendar className="icon" aria-hidden="true" />}
          set={shown !== ''}
          clearLabel={labels.clear}
          onClear={() => {
            onChange(noRange)
            close()
          }}
        >
          {shown === '' ? (
            labels.any
          ) : (
            <>
              {labels.name} <b>{shown}</b>
            </>
          )}
        </FilterButton>
      )}
    >
      {({ close }) => (
        <Suspense fallback={<div className="date-range-wait" aria-busy="true" />}>
          <DateRangePanel
            value={value}
            onChange={onChange}
            onDone={close}
            locale={locale}
            labels={labels}
            today={today}
          />
        </Suspense>
      )}
    </Popover>
  )
}
