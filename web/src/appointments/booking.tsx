import type { Opened, Slot } from '@portico/contract/appointments'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { newKey } from '../session/use-once.ts'
import { BookingForm } from './booking-form.tsx'
import { BookingSummary } from './booking-summary.tsx'
import { ChooseTime } from './choose-time.tsx'
import { createBooking, type EventKey, openedBy, slotList } from './data.ts'
import { isKeyProblem } from './key-problem.tsx'

/** Chooses a time and collects who books. */
export const Booking = ({ eventKey, opened }: { eventKey: EventKey; opened: Opened }) => {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [slot, setSlot] = useState<Slot>()
  // One for the whole visit: the same time sent again is the same booking, even with other notes.
  const [attempt] = useState(newKey)
  const booking = useMutation({
    ...createBooking(eventKey),
    onSuccess: ({ eventKey: eventkey }) =>
      navigate({
        to: '/appointments/$company/$eventkey',
        params: { company: eventKey.company, eventkey },
        replace: true,
      }),
    // What was opened may have expired or been withdrawn meanwhile; the page then says so.
    onError: error =>
      isKeyProblem(error)
        ? queryClient.resetQueries({ queryKey: openedBy(eventKey).queryKey })
        : queryClient.invalidateQueries({ queryKey: slotList(eventKey).queryKey }),
  })
  return (
    <ChooseTime
      eventKey={eventKey}
      summary={<BookingSummary opened={opened} />}
      slot={slot}
      onChoose={chosen => {
        setSlot(chosen)
        if (chosen) booking.reset()
      }}
    >
      <BookingForm
        opened={opened}
        chosen={slot !== undefined}
        error={booking.error}
        busy={booking.isPending || booking.isSuccess}
        onSend={fields => slot && booking.mutate({ ...fields, start: slot.start, attempt })}
      />
    </ChooseTime>
  )
}
