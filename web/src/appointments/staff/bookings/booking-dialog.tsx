import type { StaffBooking } from '@portico/contract/staff/planning/bookings'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { useFailureText } from '../../../api/failures.ts'
import { DismissButton, FormDialog } from '../../../staff/parts/form-dialog.tsx'
import { localized } from '../../../text/localized.tsx'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { Textarea } from '../../../ui/fields/textarea.tsx'
import { Alert } from '../../../ui/overlay/alert.tsx'
import { toast } from '../../../ui/overlay/toasts.tsx'
import { DoneButtons } from '../finish/done-buttons.tsx'
import { FinishDialog } from '../finish/finish-dialog.tsx'
import { ChangeFailure } from '../frame/change-failure.tsx'
import { useZone } from '../frame/use-zone.ts'
import { booking, cancel } from './data.ts'
import { MoveForm } from './move-form.tsx'
import { useKnownVersion } from './use-known-version.ts'

const CancelForm = ({ booking, onDone, onBack }: { booking: StaffBooking; onDone: () => void; onBack: () => void }) => {
  const { t } = useText()
  const [message, setMessage] = useState('')
  const { id, companyName } = booking
  const { version, takeNewest } = useKnownVersion(booking)
  const act = useMutation(cancel(useQueryClient()))
  const send = () =>
    act.mutate(
      { id, version, message: message.trim() || null },
      {
        onError: takeNewest,
        onSuccess: () => {
          toast({ title: localized(t => t('staffBookings.cancelled', { name: companyName })) })
          onDone()
        },
      },
    )
  return (
    <form
      className="form"
      onSubmit={event => {
        event.preventDefault()
        send()
      }}
    >
      <p>{booking.email ? t('staffBookings.cancelText') : t('staffBookings.cancelNoMail')}</p>
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
      <ChangeFailure error={act.error} timeZone={booking.timeZone} crossed={t('staffBookings.crossed')} />
      <div className="button-row">
        <Button tone="ghost" onClick={onBack} data-autofocus="">
          {t('staffBookings.keep')}
        </Button>
        <Button type="submit" tone="danger-solid" busy={act.isPending}>
          {t('staffBookings.cancelConfirm')}
        </Button>
      </div>
    </form>
  )
}

const Facts = ({ booking }: { booking: StaffBooking }) => {
  const { t } = useText()
  const zone = useZone(booking.timeZone)
  const { contact, ticket, email, phone } = booking
  const facts: [string, React.ReactNode][] = [
    [t('staffBookings.when'), [zone.span(booking), zone.note].filter(Boolean).join(' · ')],
    [t('staffBookings.service'), booking.service.name],
    [t('staffBookings.technician'), booking.staffUser.displayName],
    [t('staffBookings.state'), t(`staffBookings.status.${booking.status}`)],
    [
      t('staffBookings.phone'),
      <a key="phone" href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
        {phone}
      </a>,
    ],
    [t('staffBookings.email'), email && <a href={`mailto:${email}`}>{email}</a>],
    [t('staffBookings.address'), booking.address],
    [t('staffBookings.notes'), booking.notes],
    [
      t('staffBookings.customer'),
      contact && (
        <Link to="/customers/$contactid" params={{ contactid: contact.id }}>
          {contact.companyName}
        </Link>
      ),
    ],
    [
      t('staffBookings.ticket'),
      ticket && (
        <Link to="/tickets/$ticketid" params={{ ticketid: ticket.id }}>
          #{ticket.ticketNumber} {ticket.title}
        </Link>
      ),
    ],
  ]
  return (
    <dl className="booking-facts">
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name} style={{ display: 'contents' }}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

/** One booking: what is known of it, and how it is moved and cancelled. */
export const BookingDialog = ({ id, onClose }: { id: number; onClose: () => void }) => {
  const { t } = useText()
  const text = useFailureText()
  const query = useQuery(booking(id))
  const [act, setAct] = useState<'move' | 'cancel' | 'finish'>()
  const { data } = query
  const isOpen = data && (data.status === 'booked' || data.status === 'unconfirmed') && new Date(data.end) > new Date()
  const title = data?.companyName ?? t('staffBookings.booking')
  if (data && act === 'finish')
    return (
      <FinishDialog
        entry={{
          kind: 'booking',
          id,
          start: data.start,
          end: data.end,
          isDone: data.status === 'done',
          title: data.service.name,
          activityTypeName: data.service.name,
          companyName: data.companyName,
          contactId: data.contact?.id ?? null,
          portalId: data.portal.id,
        }}
        onClose={onClose}
      />
    )
  return (
    <FormDialog open onClose={onClose} title={title}>
      {query.error && <Alert tone="danger">{text(query.error)}</Alert>}
      {!data && !query.error && <span className="skeleton" style={{ '--w': '60%' }} />}
      {data && <Facts booking={data} />}
      {data?.isOutside && data.status === 'booked' && <Alert>{t('staffBookings.outsideText')}</Alert>}
      {data && act === 'move' && <MoveForm booking={data} onDone={onClose} onBack={() => setAct(undefined)} />}
      {data && act === 'cancel' && <CancelForm booking={data} onDone={onClose} onBack={() => setAct(undefined)} />}
      {act === undefined && (
        <div className="button-row">
          <DismissButton>{t('words.close')}</DismissButton>
          {data?.status === 'booked' && (
            <Button onClick={() => setAct('finish')}>
              <Check className="icon" aria-hidden="true" />
              {t('staffDay.finish')}
            </Button>
          )}
          {data?.status === 'done' && (
            <DoneButtons entry={{ kind: 'booking', id }} onMoreTime={() => setAct('finish')} onReopened={onClose} />
          )}
          {isOpen && <Button onClick={() => setAct('cancel')}>{t('staffBookings.cancel')}</Button>}
          {isOpen && data.status === 'booked' && (
            <Button tone="primary" onClick={() => setAct('move')}>
              {t('staffBookings.move')}
            </Button>
          )}
        </div>
      )}
    </FormDialog>
  )
}
