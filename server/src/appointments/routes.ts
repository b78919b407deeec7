import {
  type Appointment,
  bookAppointment,
  cancelAppointment,
  confirmAppointment,
  listBookableServices,
  listSlots,
  type Opened,
  readAppointment,
  readAppointmentCalendar,
  readBookingToConfirm,
  rescheduleAppointment,
  slotsMax,
} from '@portico/contract/appointments'
import type { Db } from '../kernel/database/db.ts'
import { fail } from '../kernel/errors/fail.ts'
import { type App, route } from '../kernel/http/route.ts'
import { readClientAddress } from '../kernel/limits/rate-limit.ts'
import { readRange } from '../kernel/time/date-range.ts'
import { settingsOf } from '../portals/queries.ts'
import { type Bookable, bookingKey, bookSlot, cancelBooking, eventKeyPurpose, findBookable } from './booking.ts'
import { writeCalendarFile } from './calendar.ts'
import { confirmBooking, requireConfirmable } from './confirmation.ts'
import { toCalendarEvent } from './mails.ts'
import {
  type AppointmentRow,
  findAppointmentByConfirmation,
  findAppointmentByKey,
  listServices,
  readBusyTimes,
  type ServiceRow,
} from './queries.ts'
import { requireMovable, reschedule } from './rescheduling.ts'
import { findClosedReason, findUncancellableReason } from './rules.ts'
import { findFreeStarts, findOfferedStarts } from './slots.ts'
import { taskRoutes } from './task-routes.ts'
import { identifyVisitor } from './visitor.ts'

const formatInstant = (time: Date | number) => new Date(time).toISOString().replace(/\.\d{3}Z$/, 'Z')

const readServiceAnswer = async (db: Db, row: ServiceRow) => ({
  service: {
    key: row.serviceKey,
    name: row.serviceName,
    description: row.description,
    durationMinutes: row.durationMinutes,
  },
  noticeMinutes: row.noticeMinutes,
  portal: (await settingsOf(db, row.portalKey)) ?? fail('not_found'),
})

// A booking that was not confirmed in time counts as cancelled even before the job releases its time.
const toStatus = ({ cancelledAt, confirmUntil }: AppointmentRow, now: Date) => {
  const ended = cancelledAt ?? (confirmUntil && confirmUntil <= now ? confirmUntil : null)
  if (ended) return { status: 'cancelled' as const, confirmUntil: null, cancelledOn: formatInstant(ended) }
  const status = confirmUntil ? ('unconfirmed' as const) : ('confirmed' as const)
  return { status, confirmUntil: confirmUntil && formatInstant(confirmUntil), cancelledOn: null }
}

const toBookableAnswer = async (db: Db, row: Bookable): Promise<Opened> => {
  const invitation = 'invitationId' in row ? row : undefined
  return {
    kind: invitation ? 'invitation' : 'service',
    ...(await readServiceAnswer(db, row)),
    companyName: invitation?.companyName ?? null,
    address: invitation?.address ?? null,
    phone: invitation?.phone ?? null,
    email: invitation?.email ?? null,
    appointment: null,
  }
}

export const appointmentRoutes = (app: App): void => {
  const { secrets } = app.deps

  /** The key for booking again: the invitation's while it is open, the service's for a public booking. */
  const chooseRebookKey = ({ invitation, serviceKey, active }: AppointmentRow, now: Date) => {
    if (!active) return null
    if (!invitation) return serviceKey
    const expiresAt = invitation.expiresAt === null ? null : new Date(invitation.expiresAt)
    const open = findClosedReason({ ...invitation, expiresAt }, now) === null
    return open ? secrets.decrypt(invitation.encryptedKey, eventKeyPurpose) : null
  }

  const toAppointment = (row: AppointmentRow, now: Date): Appointment => ({
    start: formatInstant(row.startsAt),
    end: formatInstant(row.endsAt),
    ...toStatus(row, now),
    assignedUser: row.assignedUser,
    notes: row.notes,
    uncancellable: findUncancellableReason(row, now),
    rebookKey: chooseRebookKey(row, now),
  })

  const toOpenedAppointment = async (db: Db, row: AppointmentRow, now: Date): Promise<Opened> => {
    const { companyName, address, phone, email } = row
    return {
      kind: 'appointment',
      ...(await readServiceAnswer(db, row)),
      companyName,
      address,
      phone,
      email,
      appointment: toAppointment(row, now),
    }
  }

  route(
    app,
    listBookableServices,
    async ({ db, params }) => (await listServices(db, params.company)) ?? fail('not_found'),
  )

  route(app, readAppointment, async ({ db, params, now }): Promise<Opened> => {
    const row = await findAppointmentByKey(db, params.company, params.eventkey)
    if (!row) return toBookableAnswer(db, await findBookable(db, params.company, params.eventkey, now))
    return toOpenedAppointment(db, row, now)
  })

  route(app, readBookingToConfirm, async ({ db, params, now }) =>
    toOpenedAppointment(
      db,
      requireConfirmable(await findAppointmentByConfirmation(db, params.company, params.confirmationkey), now),
      now,
    ),
  )

  route(app, confirmAppointment, async ({ params, now }) => {
    const { company: portalKey, confirmationkey: key } = params
    const { eventKey, startsAt, endsAt } = await confirmBooking(app.deps, { portalKey, key }, now)
    return { eventKey, start: formatInstant(startsAt), end: formatInstant(endsAt) }
  })

  route(app, listSlots, async ({ db, params, query, now }) => {
    const booked = await findAppointmentByKey(db, params.company, params.eventkey)
    const service = booked ? requireMovable(booked, now) : await findBookable(db, params.company, params.eventkey, now)
    const { from, to } = readRange(query, service.timeZone)
    const requested = { from: from?.getTime() ?? 0, to: to?.getTime() ?? Number.POSITIVE_INFINITY }
    const starts = findOfferedStarts(service, requested, now).filter(start => start !== booked?.startsAt.getTime())
    const [first, last] = [starts[0], starts.at(-1)]
    if (first === undefined || last === undefined) return []
    const duration = service.durationMinutes * 60_000
    const span = { from: first, to: last + duration + service.bufferMinutes * 60_000 }
    const busy = await readBusyTimes(db, service, span, booked)
    return findFreeStarts(service, starts, busy)
      .slice(0, slotsMax)
      .map(start => ({ start: formatInstant(start), end: formatInstant(start + duration) }))
  })

  route(app, bookAppointment, async ({ db, params, body, now, request }) => {
    const key = bookingKey(secrets, params, body)
    const book = async () => {
      const bookable = await findBookable(db, params.company, params.eventkey, now)
      const caller = { authorization: request.headers.authorization, address: readClientAddress(request) }
      const visitor = await identifyVisitor(db, app.authenticator, bookable, caller)
      return bookSlot(app.deps, { bookable, eventKey: params.eventkey, key, visitor }, body, now)
    }
    const { start, end } = await book().catch(async error => {
      // A booking that is sent again is refused for what the first has taken: its time, and its invitation.
      const booked = await findAppointmentByKey(db, params.company, key)
      if (!booked) throw error
      return { start: booked.startsAt, end: booked.endsAt }
    })
    return { eventKey: key, start: formatInstant(start), end: formatInstant(end) }
  })

  route(app, rescheduleAppointment, async ({ params, body, now, request }) => {
    const { company: portalKey, eventkey: key } = params
    const booking = { portalKey, key, address: readClientAddress(request) }
    const { eventKey, start, end } = await reschedule(app.deps, booking, body, now)
    return { eventKey, start: formatInstant(start), end: formatInstant(end) }
  })

  route(app, cancelAppointment, async ({ params, now }) => {
    await cancelBooking(app.deps, params.company, params.eventkey, now)
    return undefined
  })

  route(app, readAppointmentCalendar, async ({ db, params, now, reply }) => {
    const row = (await findAppointmentByKey(db, params.company, params.eventkey)) ?? fail('invalid_code')
    return reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', 'attachment; filename="appointment.ics"')
      .send(writeCalendarFile('PUBLISH', toCalendarEvent(row, null, now)))
  })

  taskRoutes(app)
}
