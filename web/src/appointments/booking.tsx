import type { Opened, Slot } from '@portico/contract/appointments'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { BookingForm } from './booking-form.tsx'
import { BookingSummary } from './booking-summary.tsx'
import { ChooseTime } from './choose-time.tsx'
import { type BookingFields, book, type EventKey, slotList } from './data.ts'

/** Choosing a time, and saying who one is (decisions 6). */
export const Booking = ({ eventKey, opened }: { eventKey: EventKey; opened: Opened }) => {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [slot, setSlot] = useState<Slot>()
  const booking = useMutation({
    mutationFn: (fields: Omit<BookingFields, 'start'>) => book(eventKey, { ...fields, start: slot?.start ?? '' }),
    onSuccess: ({ eventKey: eventkey }) =>
      navigate({
        to: '/appointments/$company/$eventkey',
        params: { company: eventKey.company, eventkey },
        replace: true,
      }),
    onError: () => queryClient.invalidateQueries({ queryKey: slotList(eventKey).queryKey }),
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
        onSend={fields => booking.mutate(fields)}
      />
    </ChooseTime>
  )
}
