import type { Appointment, Opened, Slot } from '@portico/contract/appointments'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { failureCode } from '../api/api.ts'
import { useFailureText } from '../api/failures.ts'
import { useScreen } from '../session/use-screen.ts'
import { localized } from '../text/localized.tsx'
import { useText } from '../text/use-text.ts'
import { Button } from '../ui/buttons/button.tsx'
import { buttonClass } from '../ui/buttons/button-class.ts'
import { Alert } from '../ui/overlay/alert.tsx'
import { toast } from '../ui/overlay/toasts.tsx'
import { AppointmentCard } from './appointment-card.tsx'
import { BookingSummary } from './booking-summary.tsx'
import { bookingToast } from './booking-toast.ts'
import { ChooseTime } from './choose-time.tsx'
import { type EventKey, openedBy, rescheduleBooking, slotList } from './data.ts'
import { EventPage } from './event-page.tsx'
import { useWhen } from './use-when.ts'

type ReschedulingProps = { eventKey: EventKey; opened: Opened; appointment: Appointment }

const Rescheduling = ({ eventKey, opened, appointment }: ReschedulingProps) => {
  const { t } = useText()
  const { when } = useWhen()
  const failure = useFailureText()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [slot, setSlot] = useState<Slot>()
  const [missing, setMissing] = useState(false)
  const problem = useRef<HTMLDivElement>(null)
  const moving = useMutation({
    ...rescheduleBooking(eventKey),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: openedBy(eventKey).queryKey })
      toast({ title: localized(t => t('appointments.moved')), tone: 'success', about: bookingToast(eventKey.eventkey) })
      return navigate({ to: '/appointments/$company/$eventkey', params: eventKey, replace: true })
    },
    // The time may be taken, or the booking itself may have changed.
    onError: () =>
      Promise.all(
        [slotList(eventKey), openedBy(eventKey)].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })),
      ),
  })
  const { error } = moving
  useEffect(() => {
    if (error) problem.current?.focus()
  }, [error])
  return (
    <ChooseTime
      eventKey={eventKey}
      summary={<BookingSummary opened={opened} />}
      slot={slot}
      onChoose={chosen => {
        setSlot(chosen)
        setMissing(false)
        if (chosen) moving.reset()
      }}
    >
      {missing && <Alert tone="danger" title={t('appointments.chooseFirst')} />}
      {error && (
        <Alert tone="danger" title={failure(error)} ref={problem}>
          {failureCode(error) === 'error_creating_appointment' && <p>{t('appointments.moveTaken')}</p>}
          {failureCode(error) === 'conflict' && <p>{t('appointments.moveCrossed', { when: when(appointment) })}</p>}
        </Alert>
      )}
      <div className="button-row button-row--end">
        <Link className={buttonClass()} to="/appointments/$company/$eventkey" params={eventKey}>
          {t('appointments.keep')}
        </Link>
        <Button
          tone="primary"
          busy={moving.isPending || moving.isSuccess}
          onClick={() =>
            slot ? moving.mutate({ start: slot.start, previousStart: appointment.start }) : setMissing(true)
          }
        >
          {t('appointments.moveConfirm')}
        </Button>
      </div>
    </ChooseTime>
  )
}

/** Moves a booking, which keeps its time until then; a booking that cannot be moved is shown as it is. */
export const ReschedulingScreen = () => {
  const { t } = useText()
  const key = useParams({ from: '/appointments/$company/rescheduling/$eventkey' })
  const query = useQuery(openedBy(key))
  const opened = query.data
  const appointment = opened?.appointment
  const open = appointment?.uncancellable === null
  useScreen('appointment-rescheduling', t('appointments.move'))
  return (
    <EventPage company={key.company} query={query} failed={t('appointments.failed')} narrow={Boolean(opened) && !open}>
      {opened && appointment && open && <Rescheduling eventKey={key} opened={opened} appointment={appointment} />}
      {opened && appointment && !open && (
        <AppointmentCard company={key.company} eventkey={key.eventkey} opened={opened} appointment={appointment} />
      )}
    </EventPage>
  )
}
