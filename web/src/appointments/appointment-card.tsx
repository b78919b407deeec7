import type { Appointment, Opened } from '@portico/contract/appointments'
import { Link } from '@tanstack/react-router'
import { Calendar, CalendarCheck, CalendarClock, CalendarPlus, CalendarX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormat } from '../session/use-format.ts'
import { useText } from '../text/use-text.ts'
import { buttonClass } from '../ui/buttons/button-class.ts'
import { CallButton } from './call-button.tsx'
import { bookingCalendarUrl } from './data.ts'
import { useWhen } from './use-when.ts'

/** The facts of an appointment. */
export const AppointmentDetails = ({ opened, appointment }: { opened: Opened; appointment: Appointment }) => {
  const { t } = useText()
  const format = useFormat()
  const { when, zone, otherZone, ownWhen } = useWhen()
  const { assignedUser, cancelledOn, start, notes } = appointment
  const own = otherZone(start) && t('appointments.yourTime', { when: ownWhen(start) })
  const facts: [string, ReactNode][] = [
    [
      cancelledOn ? t('appointments.wasPlanned') : t('appointments.when'),
      <>
        {cancelledOn ? <s>{when(appointment)}</s> : when(appointment)}
        <small>{[t('appointments.zone', { zone }), own].filter(Boolean).join(' · ')}</small>
      </>,
    ],
    [t('appointments.service'), opened.service.name],
    [t('appointments.technician'), `${assignedUser.firstName} ${assignedUser.lastName}`],
    [t('appointments.company'), opened.companyName],
    [t('appointments.address'), opened.address],
    [t('appointments.notes'), notes],
    [t('appointments.cancelledOn'), cancelledOn && `${format.numericDay(cancelledOn)}, ${format.clock(cancelledOn)}`],
  ]
  return (
    <dl className="details">
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

type AppointmentCardProps = { company: string; eventkey: string; opened: Opened; appointment: Appointment }

/**
 * A booking: confirmed, with its calendar file and a link to cancel it; unconfirmed, with the address and deadline of the
 * confirmation link; or cancelled, with a link to book again.
 */
export const AppointmentCard = ({ company, eventkey, opened, appointment }: AppointmentCardProps) => {
  const { t } = useText()
  const params = { company, eventkey }
  const format = useFormat()
  const { status, uncancellable, rebookKey, confirmUntil } = appointment
  const past = Date.parse(appointment.end) < Date.now()
  const cancelled = status === 'cancelled'
  const confirmed = status === 'confirmed'
  const Mark = cancelled ? CalendarX : confirmed ? CalendarCheck : CalendarClock
  const title = cancelled
    ? t('appointments.cancelled')
    : past
      ? t('appointments.past')
      : confirmed
        ? t('appointments.confirmed')
        : t('appointments.unconfirmed')
  return (
    <section className="card">
      <div className="card-body card-body--lg event-card">
        <div className="event-head">
          <span className="state-mark" aria-hidden="true">
            <Mark className="icon" />
          </span>
          <h1>{title}</h1>
          {cancelled && <p>{t('appointments.cancelledText')}</p>}
          {confirmed && !past && (
            <p>
              {opened.email ? t('appointments.confirmedByMail', { to: opened.email }) : t('appointments.confirmedText')}
            </p>
          )}
          {confirmUntil && (
            <p>
              {t(opened.email ? 'appointments.unconfirmedByMail' : 'appointments.unconfirmedByPhone', {
                to: opened.email ?? opened.phone,
                until: format.clock(confirmUntil),
              })}
            </p>
          )}
        </div>
        <AppointmentDetails opened={opened} appointment={appointment} />
        {!cancelled && !past && uncancellable === 'too_late' && (
          <p className="page-sub">
            {t('appointments.tooLate')} {t('appointments.tooLateText')}
          </p>
        )}
        <div className="button-row">
          {confirmed && !past && (
            <a className={buttonClass({ tone: 'primary' })} href={bookingCalendarUrl(params)}>
              <CalendarPlus className="icon" aria-hidden="true" />
              {t('appointments.addToCalendar')}
            </a>
          )}
          {!cancelled && uncancellable === null && (
            <>
              {confirmed && (
                <Link className={buttonClass()} to="/appointments/$company/rescheduling/$eventkey" params={params}>
                  {t('appointments.move')}
                </Link>
              )}
              <Link className={buttonClass()} to="/appointments/$company/cancellation/$eventkey" params={params}>
                {t('appointments.toCancellation')}
              </Link>
            </>
          )}
          {(cancelled || past) && rebookKey && (
            <Link
              className={buttonClass({ tone: 'primary' })}
              to="/appointments/$company/$eventkey"
              params={{ company, eventkey: rebookKey }}
            >
              <Calendar className="icon" aria-hidden="true" />
              {t('appointments.again')}
            </Link>
          )}
          {(cancelled || uncancellable !== null) && <CallButton />}
        </div>
      </div>
    </section>
  )
}
