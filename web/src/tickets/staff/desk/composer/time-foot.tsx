import { useQuery } from '@tanstack/react-query'
import { ChevronDown, Timer } from 'lucide-react'
import { type Ref, useEffect, useId, useState } from 'react'
import { spokenMinutes } from '../../../../staff/parts/spoken-minutes.ts'
import { RichText } from '../../../../text/rich-text.ts'
import { useText } from '../../../../text/use-text.ts'
import { Select } from '../../../../ui/select/select.tsx'
import type { OpenTicket } from '../../data.ts'
import { choices } from '../../data.ts'
import { leftAfter, sourceKey, typedMinutes, type WorkedTime } from './worked-time.ts'

const bold = { b: <b /> }

/** How long the ticket has been open here; a press takes it as the minutes. */
const Elapsed = ({ onTake }: { onTake: (minutes: number) => void }) => {
  const { t } = useText()
  const [start] = useState(() => Date.now())
  const [now, setNow] = useState(start)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(Math.floor((now - start) / 1000), 0)
  const shown = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  const label = t('staffTicket.time.take')
  return (
    <button
      type="button"
      className="timer"
      aria-label={label}
      title={label}
      onClick={() => onTake(Math.max(Math.ceil(seconds / 60), 1))}
    >
      <Timer className="icon" aria-hidden="true" />
      <span aria-hidden="true">{shown}</span>
    </button>
  )
}

type TimeFootProps = {
  ticket: OpenTicket
  time: WorkedTime
  onChange: (time: WorkedTime) => void
  isMissing: boolean
  minutesRef: Ref<HTMLInputElement>
}

/** The time that goes with a message: minutes, what was done, and which contract they are taken from. */
export const TimeFoot = ({
  ticket: { timeSources, time: noted },
  time,
  onChange,
  isMissing,
  minutesRef,
}: TimeFootProps) => {
  const { t } = useText()
  const id = useId()
  const { data } = useQuery(choices)
  const { minutes, activity, source } = time
  const left = leftAfter(time, timeSources)
  const names = [...new Set([...noted.map(one => one.activityTypeName), ...(data?.activityTypes ?? [])])]
  const isWrong = minutes.trim() !== '' && typedMinutes(minutes) === null
  const sources = [
    ...timeSources.map(one => ({ value: sourceKey(one), text: one.name, end: spokenMinutes(one.residualMinutes) })),
    { value: '', text: t('staffTicket.time.unassigned') },
  ]
  return (
    <div className="time-foot">
      <Elapsed onTake={taken => onChange({ ...time, minutes: String(taken) })} />
      <label className="sr-only" htmlFor={`${id}-minutes`}>
        {t('staffTicket.time.minutes')}
      </label>
      <input
        id={`${id}-minutes`}
        ref={minutesRef}
        className="minutes-input"
        inputMode="numeric"
        autoComplete="off"
        maxLength={5}
        aria-invalid={isWrong || undefined}
        aria-keyshortcuts="M"
        value={minutes}
        onChange={event => onChange({ ...time, minutes: event.target.value })}
      />
      <span aria-hidden="true">min →</span>
      <input
        className="pick pick--text"
        list={`${id}-names`}
        aria-label={t('staffTicket.time.activity')}
        placeholder={t('staffTicket.time.activity')}
        maxLength={200}
        autoComplete="off"
        aria-invalid={isMissing || undefined}
        value={activity}
        onChange={event => onChange({ ...time, activity: event.target.value })}
      />
      <datalist id={`${id}-names`}>
        {names.map(name => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {timeSources.length > 0 && (
        <Select<string>
          label={t('staffTicket.time.source')}
          options={sources}
          value={source}
          openOn="click"
          onChange={chosen => onChange({ ...time, source: chosen ?? '' })}
          look={props => {
            const text = sources.find(({ value }) => value === source)?.text ?? ''
            return (
              <button type="button" {...props} className="pick" aria-label={`${t('staffTicket.time.source')}: ${text}`}>
                <span className="ellipsis">{text}</span>
                <ChevronDown className="icon" aria-hidden="true" />
              </button>
            )
          }}
        />
      )}
      {left !== undefined && (
        <span className="leaves" data-level={left < 0 ? 'out' : left < 120 ? 'low' : undefined}>
          <RichText i18nKey="staffTicket.time.left" values={{ left: spokenMinutes(left) }} components={bold} />
        </span>
      )}
    </div>
  )
}
