import {
  finishBooking,
  finishVisit,
  listTimeSources,
  reopenBooking,
  reopenVisit,
} from '@portico/contract/staff/planning/day'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { type CallInput, call } from '../../../api/api.ts'

/** The contracts and packages of a customer from which time may be taken that was spent at an instant. */
export const timeSources = (contactid: number, at: string) =>
  queryOptions({
    queryKey: ['staff', 'time-sources', contactid, at],
    queryFn: ({ signal }) => call(listTimeSources, { params: { contactid }, query: { at }, signal }),
    staleTime: 0,
  })

const refresh = (client: QueryClient) =>
  Promise.all(
    ['day', 'visits', 'bookings', 'time', 'time-sources', 'contracts', 'ticket'].map(about =>
      client.invalidateQueries({ queryKey: ['staff', about] }),
    ),
  )

/** What is done: a visit, or a booking by its own id. */
export type Finished = { kind: 'visit' | 'booking'; id: number }

/** Marks a visit or a booking as done, with its time. */
export const finish = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({
      kind,
      id,
      body: { contactId, ...body },
      key,
    }: Finished & { body: CallInput<typeof finishBooking>['body']; key: string }) =>
      kind === 'visit'
        ? call(finishVisit, { params: { visitid: id }, body, idempotencyKey: key })
        : call(finishBooking, {
            params: { bookingid: id },
            body: { ...body, ...(contactId && { contactId }) },
            idempotencyKey: key,
          }),
    onSettled: () => refresh(client),
  })

/** Marks a visit or a booking as not done after all. */
export const reopen = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ kind, id }: Finished) =>
      kind === 'visit'
        ? call(reopenVisit, { params: { visitid: id } })
        : call(reopenBooking, { params: { bookingid: id } }),
    onSettled: () => refresh(client),
  })
