import type { StaffBooking } from '@portico/contract/staff/planning/bookings'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { localized } from '../../../text/localized.tsx'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { TextInput } from '../../../ui/fields/text-input.tsx'
import { Textarea } from '../../../ui/fields/textarea.tsx'
import { toast } from '../../../ui/overlay/toasts.tsx'
import { Select } from '../../../ui/select/select.tsx'
import { ChangeFailure } from '../frame/change-failure.tsx'
import { useZone } from '../frame/use-zone.ts'
import { instantAt, localOf, minutesOf, timeText } from '../frame/zone.ts'
import { bookingSlots, move, visitStaff } from './data.ts'
import { useKnownVersion } from './use-known-version.ts'

const DAYS_SHOWN = 14

type MoveFormProps = { booking: StaffBooking; onDone: () => void; onBack: () => void }

/** Moves a booking: to one of the next free times of a technician, or to any other time. */
export const MoveForm = ({ booking, onDone, onBack }: MoveFormProps) => {
  const { t } = useText()
  const { id, timeZone, companyName } = booking
  const zone = useZone(timeZone)
  const begins = localOf(Date.parse(booking.start), timeZone)
  const [staffUserId, setStaff] = useState(booking.staffUser.id)
  const [day, setDay] = useState(begins.day)
  const [time, setTime] = useState(timeText(begins.minutes))
  const [message, setMessage] = useState('')
  const staff = useQuery(visitStaff)
  const slots = useQuery(bookingSlots(id, staffUserId))
  const act = useMutation(move(useQueryClient()))
  const { version, takeNewest } = useKnownVersion(booking)
  const start = instantAt(day, minutesOf(time), timeZone)
  const isSame = start === Date.parse(booking.start) && staffUserId === booking.staffUser.id
  const days = new Map<string, string[]>()
  for (const slot of slots.data ?? []) {
    const name = zone.day(slot.start)
    if (days.has(name) || days.size < DAYS_SHOWN) days.set(name, [...(days.get(name) ?? []), slot.start])
  }
  const choose = (instant: string) => {
    const at = localOf(Date.parse(instant), timeZone)
    setDay(at.day)
    setTime(timeText(at.minutes))
  }
  const people = [...(staff.data ?? []), booking.staffUser].filter(
    (one, at, all) => all.findIndex(other => other.id === one.id) === at,
  )
  return (
    <form
      className="form"
      onSubmit={event => {
        event.preventDefault()
        const body = { start: new Date(start).toISOString(), staffUserId, message: message.trim() || null }
        act.mutate(
          { id, version, body },
          {
            onError: takeNewest,
            onSuccess: moved => {
              const when = zone.span(moved)
              toast({ title: localized(t => t('staffBookings.moved', { name: companyName, when })) })
              onDone()
            },
          },
        )
      }}
    >
      <Field as="group" label={t('staffBookings.technician')}>
        <Select
          label={t('staffBookings.technician')}
          openOn="click"
          options={people.map(({ id, displayName }) => ({ value: id, text: displayName }))}
          value={staffUserId}
          onChange={value => setStaff(value ?? booking.staffUser.id)}
        />
      </Field>
      <Field as="group" label={t('staffBookings.freeTimes')}>
        {slots.data?.length === 0 && <p className="quiet">{t('staffBookings.noFreeTimes')}</p>}
        <ul className="slot-days" aria-busy={slots.isFetching}>
          {[...days].map(([name, starts]) => (
            <li key={name}>
              <b>{name}</b>
              <span>
                {starts.map(instant => (
                  <Button
                    key={instant}
                    size="sm"
                    aria-pressed={Date.parse(instant) === start}
                    aria-label={`${name}, ${zone.time(instant)}`}
                    onClick={() => choose(instant)}
                  >
                    {zone.time(instant)}
                  </Button>
                ))}
              </span>
            </li>
          ))}
        </ul>
      </Field>
      <div className="when-fields">
        <Field label={t('staffBookings.day')}>
          <TextInput type="date" name="day" value={day} onChange={event => setDay(event.target.value)} />
        </Field>
        <Field label={t('staffBookings.time')}>
          <TextInput type="time" name="time" value={time} onChange={event => setTime(event.target.value)} />
        </Field>
      </div>
      {zone.note && <p className="field-hint">{zone.note}</p>}
      {booking.email && (
        <Field label={t('staffBookings.message')} mark={t('words.optional')}>
          <Textarea
            name="message"
            rows={2}
            maxLength={1000}
            value={message}
            onChange={event => setMessage(event.target.value)}
          />
        </Field>
      )}
      <ChangeFailure error={act.error} timeZone={timeZone} crossed={t('staffBookings.crossed')} />
      <div className="button-row">
        <Button tone="ghost" onClick={onBack}>
          {t('words.cancel')}
        </Button>
        <Button type="submit" tone="primary" busy={act.isPending} disabled={Number.isNaN(start) || isSame}>
          {t('staffBookings.moveConfirm')}
        </Button>
      </div>
    </form>
  )
}
