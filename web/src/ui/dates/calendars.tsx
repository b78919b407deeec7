import { type CalendarDate, type DateValue, parseDate } from '@internationalized/date'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
} from 'react-aria-components/Calendar'
import { useLocale } from 'react-aria-components/I18nProvider'
import { RangeCalendar } from 'react-aria-components/RangeCalendar'
import { type DateRange, type Day, monthName } from './date-range.ts'

// The library marks today by the browser's clock; this is today in the portal's time zone.
const Grid = ({ offset, today }: { offset: number; today: Day }) => (
  <CalendarGrid offset={{ months: offset }} weekdayStyle="short" className="calendar-grid">
    <CalendarGridHeader>{weekday => <CalendarHeaderCell>{weekday.slice(0, 2)}</CalendarHeaderCell>}</CalendarGridHeader>
    <CalendarGridBody>
      {date => <CalendarCell date={date} className={date.toString() === today ? 'day day--today' : 'day'} />}
    </CalendarGridBody>
  </CalendarGrid>
)

const Previous = () => (
  <Button slot="previous" className="icon-button">
    <ChevronLeft className="icon" aria-hidden="true" />
  </Button>
)

const Next = () => (
  <Button slot="next" className="icon-button">
    <ChevronRight className="icon" aria-hidden="true" />
  </Button>
)

const MonthName = ({ first, offset }: { first: CalendarDate; offset: number }) => (
  <span>{monthName(first.add({ months: offset }).toString(), useLocale().locale)}</span>
)

/** Props of TwoMonthCalendar: a complete range or none. */
export type TwoMonthCalendarProps = {
  label: string
  value: DateRange
  today: Day
  onChange: (range: DateRange) => void
}

/** Two months side by side to choose a range in: arrow keys move by day and week, Page Up and Down by month. */
export const TwoMonthCalendar = ({ label, value, today, onChange }: TwoMonthCalendarProps) => {
  const [focused, setFocused] = useState(() => parseDate(value.start || today))
  // Scroll only to a start that was typed; one that was chosen here is in view already.
  const known = useRef(value.start)
  useEffect(() => {
    if (value.start !== '' && value.start !== known.current) setFocused(parseDate(value.start))
    known.current = value.start
  }, [value.start])
  return (
    <RangeCalendar
      aria-label={label}
      className="date-calendars"
      visibleDuration={{ months: 2 }}
      pageBehavior="single"
      selectionAlignment="start"
      commitBehavior="reset"
      firstDayOfWeek="mon"
      focusedValue={focused}
      onFocusChange={setFocused}
      value={
        value.start === '' || value.end === '' ? null : { start: parseDate(value.start), end: parseDate(value.end) }
      }
      onChange={range => {
        known.current = range.start.toString()
        onChange({ start: known.current, end: range.end.toString() })
      }}
    >
      {({ state }) => (
        <>
          <div className="calendar">
            <div className="calendar-head">
              <Previous />
              <MonthName first={state.visibleRange.start} offset={0} />
              <span className="calendar-head-space" />
            </div>
            <Grid offset={0} today={today} />
          </div>
          <div className="calendar">
            <div className="calendar-head">
              <span className="calendar-head-space" />
              <MonthName first={state.visibleRange.start} offset={1} />
              <Next />
            </div>
            <Grid offset={1} today={today} />
          </div>
        </>
      )}
    </RangeCalendar>
  )
}

/** Props of MonthCalendar: the end of the range that is set, and which one is missing. */
export type MonthCalendarProps = {
  label: string
  other: CalendarDate
  missing: 'start' | 'end'
  today: Day
  onChoose: (day: DateValue) => void
}

/** One month to choose the missing end of a range in; days beyond the other end are disabled. */
export const MonthCalendar = ({ label, other, missing, today, onChoose }: MonthCalendarProps) => (
  <Calendar
    aria-label={label}
    className="date-calendars"
    firstDayOfWeek="mon"
    defaultFocusedValue={other}
    minValue={missing === 'end' ? other : undefined}
    maxValue={missing === 'start' ? other : undefined}
    value={null}
    onChange={day => day && onChoose(day)}
  >
    {({ state }) => (
      <div className="calendar">
        <div className="calendar-head">
          <Previous />
          <MonthName first={state.visibleRange.start} offset={0} />
          <Next />
        </div>
        <Grid offset={0} today={today} />
      </div>
    )}
  </Calendar>
)
