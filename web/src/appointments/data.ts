import {
  bookAppointment,
  cancelAppointment,
  confirmAppointment,
  listBookableServices,
  listSlots,
  readAppointment,
  readAppointmentCalendar,
  readBookingToConfirm,
  readTask,
  readTaskCalendar,
  rescheduleAppointment,
} from '@portico/contract/appointments'
import type { Language } from '@portico/contract/language'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { addressOf, call, type ReplyOf } from '../api/api.ts'

/** An event key and its portal, as in the URL. */
export type EventKey = { company: string; eventkey: string }

/** The bookable services of a portal. */
export const bookableServices = (company: string) =>
  queryOptions({
    queryKey: ['bookable-services', company],
    queryFn: ({ signal }) => call(listBookableServices, { params: { company }, signal }),
  })

/** What a key opens: a service, an invitation, or a booking. */
export const openedBy = (key: EventKey) =>
  queryOptions({
    queryKey: ['appointment', key.company, key.eventkey],
    queryFn: ({ signal }) => call(readAppointment, { params: key, signal }),
  })

/** All free times for a key, up to the booking horizon. */
export const slotList = (key: EventKey) =>
  queryOptions({
    queryKey: ['slots', key.company, key.eventkey],
    queryFn: ({ signal }) => call(listSlots, { params: key, signal }),
  })

/** What the booking form sends. */
export type BookingFields = {
  start: string
  phone: string
  email: string
  companyName: string
  notes: string
  language: Language
  attempt: string
}

/** Books a free time. */
export const createBooking = (key: EventKey) =>
  mutationOptions({ mutationFn: (body: BookingFields) => call(bookAppointment, { params: key, body }) })

/** Moves a booking to another free time; `previousStart` is the one that the reader saw. */
export const rescheduleBooking = (key: EventKey) =>
  mutationOptions({
    mutationFn: (body: { start: string; previousStart: string }) => call(rescheduleAppointment, { params: key, body }),
  })

/** Cancels a booking. */
export const cancelBooking = (key: EventKey) =>
  mutationOptions({ mutationFn: () => call(cancelAppointment, { params: key }) })

/** A confirmation key and its portal, as in the URL. */
export type ConfirmationKey = { company: string; confirmationkey: string }

/** The booking that a confirmation link confirms. */
export const bookingToConfirm = (key: ConfirmationKey) =>
  queryOptions({
    queryKey: ['booking-to-confirm', key.company, key.confirmationkey],
    queryFn: ({ signal }) => call(readBookingToConfirm, { params: key, signal }),
  })

/** Confirms a booking whose time is only reserved. */
export const confirmBooking = (key: ConfirmationKey) =>
  mutationOptions({ mutationFn: () => call(confirmAppointment, { params: key }) })

/** The URL of a booking's calendar file. */
export const bookingCalendarUrl = (params: EventKey) => addressOf(readAppointmentCalendar, { params })

/** A planned activity, with its ticket if the reader may see it. */
/** A planned activity that a key opens. */
export type Task = ReplyOf<typeof readTask>

export const task = (eventkey: string) =>
  queryOptions({
    queryKey: ['task', eventkey],
    queryFn: ({ signal }) => call(readTask, { params: { eventkey }, signal }),
  })

/** The URL of a planned activity's calendar file. */
export const taskCalendarUrl = (eventkey: string) => addressOf(readTaskCalendar, { params: { eventkey } })
