import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { CalendarClock } from 'lucide-react'
import { useFailureText } from '../api/failures.ts'
import { useScreen } from '../session/use-screen.ts'
import { useText } from '../text/use-text.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Alert } from '../ui/overlay/alert.tsx'
import { AppointmentDetails } from './appointment-card.tsx'
import { bookingToConfirm, confirmBooking } from './data.ts'
import { EventPage } from './event-page.tsx'

/** The screen of a confirmation link: a button confirms the booking; opening the link changes nothing. */
export const ConfirmationScreen = () => {
  const { t } = useText()
  const key = useParams({ from: '/appointments/$company/confirmation/$confirmationkey' })
  const { company } = key
  const navigate = useNavigate()
  const failure = useFailureText()
  const query = useQuery(bookingToConfirm(key))
  const confirming = useMutation({
    ...confirmBooking(key),
    onSuccess: ({ eventKey: eventkey }) =>
      navigate({ to: '/appointments/$company/$eventkey', params: { company, eventkey }, replace: true }),
    // The time may have passed in the meantime; the page then says so.
    onError: () => query.refetch(),
  })
  const opened = query.data
  const appointment = opened?.appointment
  useScreen('appointment-confirmation', t('appointments.confirmTitle'))
  const confirmed = appointment?.status === 'confirmed'
  return (
    <EventPage company={company} query={query} failed={t('appointments.failed')} narrow>
      {opened && appointment && (
        <section className="card">
          <div className="card-body card-body--lg event-card">
            <div className="event-head">
              <span className="state-mark" aria-hidden="true">
                <CalendarClock className="icon" />
              </span>
              <h1>{confirmed ? t('appointments.confirmed') : t('appointments.confirmTitle')}</h1>
              {!confirmed && <p>{t('appointments.confirmText')}</p>}
            </div>
            {confirming.error && <Alert tone="danger">{failure(confirming.error)}</Alert>}
            <AppointmentDetails opened={opened} appointment={appointment} />
            <div className="button-row">
              <Button
                tone="primary"
                busy={confirming.isPending || confirming.isSuccess}
                onClick={() => confirming.mutate()}
              >
                {confirmed ? t('appointments.openConfirmed') : t('appointments.confirm')}
              </Button>
            </div>
          </div>
        </section>
      )}
    </EventPage>
  )
}
