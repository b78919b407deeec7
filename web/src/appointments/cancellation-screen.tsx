import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { CalendarX } from 'lucide-react'
import { useEffect } from 'react'
import { failureCode } from '../api/api.ts'
import { useFailureText } from '../api/failures.ts'
import { useScreen } from '../session/use-screen.ts'
import { useText } from '../text/use-text.ts'
import { Button } from '../ui/buttons/button.tsx'
import { buttonClass } from '../ui/buttons/button-class.ts'
import { Alert } from '../ui/overlay/alert.tsx'
import { endToasts } from '../ui/overlay/toasts.tsx'
import { AppointmentCard, AppointmentDetails } from './appointment-card.tsx'
import { bookingToast } from './booking-toast.ts'
import { CallButton } from './call-button.tsx'
import { cancelBooking, openedBy } from './data.ts'
import { EventPage } from './event-page.tsx'

/** Asks before it cancels a booking, and shows it as cancelled afterwards. */
export const CancellationScreen = () => {
  const { t } = useText()
  const key = useParams({ from: '/appointments/$company/cancellation/$eventkey' })
  const { company, eventkey } = key
  const queryClient = useQueryClient()
  const failure = useFailureText()
  const query = useQuery(openedBy(key))
  const cancelling = useMutation({
    ...cancelBooking(key),
    onSuccess: () => endToasts(bookingToast(eventkey)),
    // After a failure too: the booking may have changed in the meantime.
    onSettled: () => queryClient.invalidateQueries({ queryKey: openedBy(key).queryKey }),
  })
  const opened = query.data
  const appointment = opened?.appointment
  const open = appointment !== undefined && appointment !== null && appointment.status !== 'cancelled'
  const heading = !open
    ? t('appointments.cancelled')
    : appointment.uncancellable
      ? (opened?.service.name ?? '')
      : t('appointments.cancelTitle')
  useScreen('appointment-cancellation', heading)
  // The pressed button is gone, so the heading takes the focus.
  const done = cancelling.isSuccess && appointment !== undefined && !open
  useEffect(() => {
    const shown = done ? document.querySelector<HTMLElement>('#main h1') : null
    if (!shown) return
    shown.tabIndex = -1
    shown.focus()
  }, [done])
  const failed = cancelling.error && failureCode(cancelling.error) !== 'already_cancelled'
  return (
    <EventPage company={company} query={query} failed={t('appointments.failed')} narrow>
      {opened && appointment && !open && (
        <AppointmentCard company={company} eventkey={eventkey} opened={opened} appointment={appointment} />
      )}
      {opened && appointment && open && (
        <section className="card">
          <div className="card-body card-body--lg event-card">
            <div className="event-head">
              <span className="state-mark" aria-hidden="true">
                <CalendarX className="icon" />
              </span>
              <h1>{heading}</h1>
              <p>{appointment.uncancellable ? t('appointments.tooLate') : t('appointments.cancelText')}</p>
            </div>
            {failed && <Alert tone="danger">{failure(cancelling.error)}</Alert>}
            <AppointmentDetails opened={opened} appointment={appointment} />
            <div className="button-row">
              {appointment.uncancellable ? (
                <CallButton />
              ) : (
                <Button tone="danger-solid" busy={cancelling.isPending} onClick={() => cancelling.mutate()}>
                  {t('appointments.cancelConfirm')}
                </Button>
              )}
              <Link className={buttonClass()} to="/appointments/$company/$eventkey" params={{ company, eventkey }}>
                {t('appointments.keep')}
              </Link>
            </div>
          </div>
        </section>
      )}
      {opened && !appointment && (
        <section className="card">
          <div className="card-body card-body--lg event-card">
            <h1>{t('appointments.book')}</h1>
            <div className="button-row">
              <Link
                className={buttonClass({ tone: 'primary' })}
                to="/appointments/$company/$eventkey"
                params={{ company, eventkey }}
              >
                {opened.service.name}
              </Link>
            </div>
          </div>
        </section>
      )}
    </EventPage>
  )
}
