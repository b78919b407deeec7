import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { useStaffFormat } from '../../../staff/session/use-staff-format.ts'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { DayInput } from '../../../ui/dates/day-input.tsx'
import { daysBetween, runsOf } from './draft.ts'

type ClosedDaysProps = { days: readonly string[]; onChange: (days: string[]) => void }

/** The days on which one service is closed, in runs; another run is added from a day to a day. */
export const ClosedDays = ({ days, onChange }: ClosedDaysProps) => {
  const { t } = useText()
  const format = useStaffFormat()
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const textOf = (run: { from: string; to: string }) =>
    run.from === run.to ? format.pickerDay(run.from) : `${format.pickerDay(run.from)} – ${format.pickerDay(run.to)}`
  const last = to || from
  const add = () => {
    onChange([...new Set([...days, ...daysBetween(from, last)])].sort())
    setFrom('')
    setTo('')
  }
  return (
    <div className="closed-days">
      <ul>
        {runsOf(days).map(run => (
          <li key={run.from}>
            {textOf(run)}
            <IconButton
              label={t('staffBookable.removeDays', { days: textOf(run) })}
              onClick={() => onChange(days.filter(day => day < run.from || day > run.to))}
            >
              <X className="icon" aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
      <span className="closed-new">
        <DayInput
          label={t('staffBookable.closedFrom')}
          placeholder={t('staffHours.dayPlaceholder')}
          value={from}
          onChange={setFrom}
        />
        –
        <DayInput
          label={t('staffBookable.closedTo')}
          placeholder={t('staffHours.dayPlaceholder')}
          value={to}
          onChange={setTo}
        />
        <Button size="sm" disabled={!from || last < from} onClick={add}>
          <Plus className="icon" aria-hidden="true" />
          {t('staffBookable.addDays')}
        </Button>
      </span>
    </div>
  )
}
