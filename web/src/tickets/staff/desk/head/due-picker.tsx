import { Clock } from 'lucide-react'
import { useId, useState } from 'react'
import { useText } from '../../../../text/use-text.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { Popover } from '../../../../ui/overlay/popover.tsx'
import { inputsOf, instantOf, urgencyOf, usualDueDates } from '../moments.ts'
import { useMoment } from '../use-moment.ts'

type DuePickerProps = { value: string | null; onChange: (dueAt: string | null) => void }

/** When an answer is due: usual moments, or a day and a time. */
export const DuePicker = ({ value, onChange }: DuePickerProps) => {
  const { t } = useText()
  const { moment } = useMoment()
  const text = value ? t('staffTicket.due.by', { when: moment(value) }) : t('staffTicket.due.none')
  return (
    <Popover
      label={t('staffTicket.prop.dueAt')}
      className="due-picker"
      trigger={props => (
        <button
          type="button"
          {...props}
          className="prop"
          data-due={value ? urgencyOf(value) : undefined}
          aria-label={`${t('staffTicket.prop.dueAt')}: ${text}`}
        >
          <Clock className="icon" aria-hidden="true" />
          {text}
        </button>
      )}
    >
      {({ close }) => (
        <DueForm
          value={value}
          onChange={dueAt => {
            close()
            onChange(dueAt)
          }}
        />
      )}
    </Popover>
  )
}

const usual = ['today', 'tomorrow', 'monday'] as const

const DueForm = ({ value, onChange }: DuePickerProps) => {
  const { t } = useText()
  const { moment } = useMoment()
  const id = useId()
  const [typed, setTyped] = useState(() => (value ? inputsOf(value) : { day: '', time: '09:00' }))
  const [dates] = useState(() => usualDueDates())
  const chosen = instantOf(typed)
  return (
    <form
      className="due-form"
      onSubmit={event => {
        event.preventDefault()
        if (chosen) onChange(chosen)
      }}
    >
      <ul className="due-usual">
        {usual.map(one => {
          const at = dates[one]
          return (
            at && (
              <li key={one}>
                <button
                  type="button"
                  className="option"
                  onClick={() => onChange(at)}
                  data-autofocus={one === 'today' ? '' : undefined}
                >
                  {t(`staffTicket.due.${one}`)}
                  <span className="end">{moment(at)}</span>
                </button>
              </li>
            )
          )
        })}
      </ul>
      <div className="due-inputs">
        <label htmlFor={`${id}-day`}>{t('staffTicket.due.day')}</label>
        <input
          id={`${id}-day`}
          type="date"
          className="input"
          value={typed.day}
          onChange={event => setTyped({ ...typed, day: event.target.value })}
        />
        <label htmlFor={`${id}-time`}>{t('staffTicket.due.time')}</label>
        <input
          id={`${id}-time`}
          type="time"
          className="input"
          value={typed.time}
          onChange={event => setTyped({ ...typed, time: event.target.value })}
        />
      </div>
      <div className="popover-foot">
        <Button tone="ghost" size="sm" disabled={value === null} onClick={() => onChange(null)}>
          {t('staffTicket.due.clear')}
        </Button>
        <Button type="submit" tone="primary" size="sm" disabled={!chosen}>
          {t('staffTicket.due.set')}
        </Button>
      </div>
    </form>
  )
}
