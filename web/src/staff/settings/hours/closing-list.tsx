import { type Closing, type ItalianHoliday, italianHolidays } from '@portico/contract/staff/working-hours'
import { CalendarPlus, Plus, X } from 'lucide-react'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { DayInput } from '../../../ui/dates/day-input.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { TextInput } from '../../../ui/fields/text-input.tsx'

type ClosingListProps = {
  closings: readonly Closing[]
  onChange: (closings: Closing[]) => void
  /** Today, `YYYY-MM-DD`, by the clock that the closings are meant by. */
  today: string
}

// A leap year, so that 29 February can be shown.
const shownYear = '2028'
const keyOf = ({ kind, from, to, days }: Omit<Closing, 'name'>) => JSON.stringify([kind, from, to, days])

/** The days on which nobody works: once, each year, or with Easter. */
export const ClosingList = ({ closings, onChange, today }: ClosingListProps) => {
  const { t } = useText()
  const set = (nth: number, change: Partial<Closing>) =>
    onChange(closings.map((one, at) => (at === nth ? { ...one, ...change } : one)))
  const known = new Set(closings.map(keyOf))
  const missing = (Object.keys(italianHolidays) as ItalianHoliday[]).filter(
    holiday => !known.has(keyOf(italianHolidays[holiday])),
  )
  const shown = (day: string | null) => (day?.length === 5 ? `${shownYear}-${day}` : (day ?? ''))
  const toggleYearly = (nth: number, { from, to }: Closing, isYearly: boolean) => {
    const turn = (day: string | null) =>
      isYearly ? shown(day).slice(5) : `${today.slice(0, 4)}-${shown(day).slice(5)}`
    set(nth, { kind: isYearly ? 'yearly' : 'once', from: turn(from), to: turn(to) })
  }
  const setDay = (nth: number, closing: Closing, end: 'from' | 'to', day: string) => {
    if (!day) return
    const value = closing.kind === 'yearly' ? day.slice(5) : day
    // A single day is the common case: the end follows the beginning.
    const follows =
      end === 'from' && (closing.to === closing.from || (closing.kind === 'once' && (closing.to ?? '') < value))
    set(nth, { [end]: value, ...(follows && { to: value }) })
  }
  return (
    <fieldset className="closings">
      <legend>
        <b>{t('staffHours.closings')}</b>
      </legend>
      <ul className="closing-list">
        {closings.map((closing, nth) => {
          const { name, kind, from, to, days } = closing
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: closings have no other name than their place
            <li key={nth}>
              <TextInput
                aria-label={t('staffHours.closingName')}
                value={name}
                maxLength={100}
                onChange={event => set(nth, { name: event.target.value })}
              />
              <span className="closing-days">
                {kind === 'easter' ? (
                  <span className="quiet">{t('staffHours.afterEaster', { count: days ?? 0 })}</span>
                ) : (
                  <>
                    <DayInput
                      label={t('staffHours.closingFrom', { name })}
                      placeholder={t('staffHours.dayPlaceholder')}
                      value={shown(from)}
                      onChange={day => setDay(nth, closing, 'from', day)}
                    />
                    –
                    <DayInput
                      label={t('staffHours.closingTo', { name })}
                      placeholder={t('staffHours.dayPlaceholder')}
                      value={shown(to)}
                      onChange={day => setDay(nth, closing, 'to', day)}
                    />
                    <Checkbox
                      name="yearly"
                      checked={kind === 'yearly'}
                      onChange={event => toggleYearly(nth, closing, event.target.checked)}
                    >
                      {t('staffHours.yearly')}
                    </Checkbox>
                  </>
                )}
              </span>
              <IconButton
                label={t('staffHours.removeClosing', { name })}
                onClick={() => onChange(closings.filter((_, at) => at !== nth))}
              >
                <X className="icon" aria-hidden="true" />
              </IconButton>
            </li>
          )
        })}
      </ul>
      <div className="button-row">
        <Button
          onClick={() =>
            onChange([
              ...closings,
              { name: t('staffHours.newClosing'), kind: 'once', from: today, to: today, days: null },
            ])
          }
        >
          <Plus className="icon" aria-hidden="true" />
          {t('staffHours.addClosing')}
        </Button>
        {missing.length > 0 && (
          <Button
            onClick={() =>
              onChange([
                ...closings,
                ...missing.map(holiday => ({ name: t(`staffHours.holiday.${holiday}`), ...italianHolidays[holiday] })),
              ])
            }
          >
            <CalendarPlus className="icon" aria-hidden="true" />
            {t('staffHours.addHolidays')}
          </Button>
        )}
      </div>
    </fieldset>
  )
}
