import type { VisitBoard } from '@portico/contract/staff/planning/visits'
import { useQuery } from '@tanstack/react-query'
import { spokenMinutes } from '../../../staff/parts/spoken-minutes.ts'
import { useText } from '../../../text/use-text.ts'
import { Field } from '../../../ui/fields/field.tsx'
import { TextInput } from '../../../ui/fields/text-input.tsx'
import { Select } from '../../../ui/select/select.tsx'
import { collisionsOf, entriesOn, keyOf, spanOf } from '../board/rules.ts'
import type { BoardWords } from '../board/use-board-words.ts'
import { dayBoard } from '../data.ts'
import { lengthsWith, spanIn, type VisitValues } from './visit-values.ts'

/** Who makes a visit, and when. */
export type When = Pick<VisitValues, 'staffId' | 'day' | 'time' | 'minutes'>

type SetValue = <Name extends keyof VisitValues>(name: Name, value: VisitValues[Name]) => void

/** Sets in a form what has changed of it. */
export const whenIn =
  (set: SetValue) =>
  ({ staffId, day, time, minutes }: Partial<When>) => {
    if (staffId !== undefined) set('staffId', staffId)
    if (day !== undefined) set('day', day)
    if (time !== undefined) set('time', time)
    if (minutes !== undefined) set('minutes', minutes)
  }

type TimeFieldsProps = {
  values: When
  onChange: (changes: Partial<When>) => void
  /** The board that the form was opened on: who there is, and its time zone. */
  board: Pick<VisitBoard, 'technicians' | 'timeZone'>
  /** The portal of the visit. */
  portal: string | undefined
  /** The key of the entry that moves. */
  own: string | null
  words: BoardWords
  faults: { day?: string | undefined; time?: string | undefined }
  /** A booking keeps its length and always has somebody. */
  isBooking: boolean
  /** Who alone can be chosen: a technician plans own visits. */
  onlyStaffId: number | undefined
}

/** Who makes a visit and when, with what that person has on the day. */
export const TimeFields = (props: TimeFieldsProps) => {
  const { values, onChange, board, portal, own, words, faults, isBooking, onlyStaffId } = props
  const { t } = useText()
  const { technicians, timeZone } = board
  const ofDay = useQuery({ ...dayBoard(values.day || undefined, portal), enabled: values.day !== '' })
  const shown = ofDay.data?.days[0]?.date === values.day ? ofDay.data : undefined
  const [day] = shown?.days ?? []
  const span = spanIn(values, timeZone)
  const mine =
    shown && day
      ? entriesOn(shown.entries, day).filter(entry => entry.staffId === values.staffId && keyOf(entry) !== own)
      : []
  const taken = span && shown ? collisionsOf(shown.entries, { staffId: values.staffId, ...span }, own) : []
  const people = technicians.filter(({ id }) => onlyStaffId === undefined || id === onlyStaffId)
  return (
    <>
      <Field as="group" label={t('staffVisits.technician')}>
        <Select
          label={t('staffVisits.technician')}
          openOn="click"
          placeholder={t('staffVisits.nobody')}
          nullable={!isBooking && onlyStaffId === undefined}
          clearLabel={t('staffVisits.nobody')}
          options={people.map(({ id, displayName, groups }) => ({
            value: id,
            text: displayName,
            end: groups.join(', '),
          }))}
          value={values.staffId}
          onChange={staffId => onChange({ staffId })}
        />
      </Field>
      <div className="field-row visit-when">
        <Field label={t('staffVisits.form.day')} error={faults.day}>
          <TextInput type="date" value={values.day} onChange={event => onChange({ day: event.target.value })} />
        </Field>
        <Field label={t('staffVisits.form.time')} error={faults.time}>
          <TextInput
            type="time"
            step={300}
            value={values.time}
            onChange={event => onChange({ time: event.target.value })}
          />
        </Field>
        {!isBooking && (
          <Field as="group" label={t('staffVisits.form.length')}>
            <Select
              label={t('staffVisits.form.length')}
              openOn="click"
              options={lengthsWith(values.minutes).map(value => ({ value, text: spokenMinutes(value) }))}
              value={values.minutes}
              onChange={minutes => onChange({ minutes: minutes ?? 60 })}
            />
          </Field>
        )}
      </div>
      {span && words.isElsewhere(span.from) && (
        <p className="field-hint">{t('staffVisits.zone', { zone: timeZone.replaceAll('_', ' ') })}</p>
      )}
      {values.staffId !== null && shown && (
        <p className="visit-day-list" data-taken={taken.length > 0 || undefined}>
          {mine.length === 0
            ? t('staffVisits.form.freeDay')
            : t(taken.length > 0 ? 'staffVisits.form.taken' : 'staffVisits.form.has', {
                list: mine
                  .map(entry => `${words.span(spanOf(entry))} ${entry.customer?.companyName ?? words.title(entry)}`)
                  .join('; '),
              })}
        </p>
      )}
    </>
  )
}
