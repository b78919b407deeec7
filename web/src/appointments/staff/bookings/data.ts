import { listServiceStaff, listStaffServices } from '@portico/contract/staff/planning/bookable'
import {
  cancelStaffBooking,
  createBookingInvitation,
  listBookingInvitations,
  listBookingSlots,
  listStaffBookings,
  moveBooking,
  readStaffBooking,
  sendStaffInvitation,
  withdrawStaffInvitation,
} from '@portico/contract/staff/planning/bookings'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { type CallInput, call, callPage } from '../../../api/api.ts'
import { pageQuery } from '../../../list/page-query.ts'
import type { BookingsSearch } from './bookings-search.ts'

const key = ['staff', 'bookings'] as const

/** The pages of the bookings that an address asks for. */
export const bookings = ({ view, q, service }: BookingsSearch) => {
  const query = { ...(view && { view }), ...(q && { q }), ...(service && { service }) }
  return pageQuery([...key, 'list', query], (page, signal) =>
    callPage(listStaffBookings, { query: { ...query, ...page }, signal }),
  )
}

/** One booking. */
export const booking = (bookingid: number) =>
  queryOptions({
    queryKey: [...key, bookingid],
    queryFn: ({ signal }) => call(readStaffBooking, { params: { bookingid }, signal }),
  })

/** The free times of a member of the staff to which a booking can be moved. */
export const bookingSlots = (bookingid: number, staffUser: number) =>
  queryOptions({
    queryKey: [...key, bookingid, 'slots', staffUser],
    queryFn: ({ signal }) => call(listBookingSlots, { params: { bookingid }, query: { staffUser }, signal }),
  })

/** All bookable services that the account sees. */
export const allServices = queryOptions({
  queryKey: ['staff', 'services', 'all'],
  queryFn: ({ signal }) => call(listStaffServices, { signal }),
})

/** The staff who can be given visits. */
export const visitStaff = queryOptions({
  queryKey: ['staff', 'services', 'staff'],
  queryFn: ({ signal }) => call(listServiceStaff, { signal }),
})

const refresh = (client: QueryClient) =>
  Promise.all([
    client.invalidateQueries({ queryKey: key }),
    client.invalidateQueries({ queryKey: ['staff', 'invitations'] }),
  ])

/** What is known of the booking that is changed. */
type Known = { id: number; version: string }

const matching = (version: string) => ({ 'If-Match': `"${version}"` })

/** Moves a booking, unless somebody was faster. */
export const move = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, version, body }: Known & { body: CallInput<typeof moveBooking>['body'] }) =>
      call(moveBooking, { params: { bookingid: id }, body, headers: matching(version) }),
    onSettled: () => refresh(client),
  })

/** Cancels a booking, unless somebody was faster. */
export const cancel = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, version, message }: Known & { message: string | null }) =>
      call(cancelStaffBooking, { params: { bookingid: id }, body: { message }, headers: matching(version) }),
    onSettled: () => refresh(client),
  })

const invitationKey = (contactid: number) => ['staff', 'invitations', contactid] as const

/** The invitations to book of a customer. */
export const invitations = (contactid: number) =>
  queryOptions({
    queryKey: invitationKey(contactid),
    queryFn: ({ signal }) => call(listBookingInvitations, { params: { contactid }, signal }),
  })

/** Invites a customer to book. */
export const invite = (client: QueryClient, contactid: number) =>
  mutationOptions({
    mutationFn: ({ body, key }: { body: CallInput<typeof createBookingInvitation>['body']; key: string }) =>
      call(createBookingInvitation, { params: { contactid }, body, idempotencyKey: key }),
    onSuccess: () => client.invalidateQueries({ queryKey: invitationKey(contactid) }),
  })

/** Mails an invitation again, or withdraws it. */
export const actOnInvitation = (client: QueryClient, contactid: number) =>
  mutationOptions({
    mutationFn: ({ id, act }: { id: number; act: 'send' | 'withdraw' }) =>
      call(act === 'send' ? sendStaffInvitation : withdrawStaffInvitation, { params: { contactid, invitationid: id } }),
    onSettled: () => client.invalidateQueries({ queryKey: invitationKey(contactid) }),
  })
