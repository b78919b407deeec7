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
import { addressOf } from '../kernel/limits/rate-limit.ts'
import { readRange } from '../kernel/time/date-range.ts'
import { settingsOf } from '../portals/queries.ts'
import { type Bookable, book, bookableBy, cancel, eventKeyPurpose } from './booking.ts'
import { calendarFile } from './calendar.ts'
import { confirm, confirmable } from './confirmation.ts'
import { appointmentEvent } from './mails.ts'
import {
  type AppointmentRow,
  appointmentByConfirmation,
  appointmentByKey,
  bookableServicesOf,
  busyTimes,
  type ServiceRow,
} from './queries.ts'
import { movable, reschedule } from './rescheduling.ts'
import { invitationState, uncancellable } from './rules.ts'
import { freeStarts, offeredStarts } from './slots.ts'
import { taskRoutes } from './task-routes.ts'
import { visitorOf } from './visitor.ts'

/** An instant as answers have it. */
const instant = (time: Date | number) => new Date(time).toISOString().replace(/\.\d{3}Z$/, 'Z')

const opened = async (db: Db, row: ServiceRow) => ({
  service: {
    key: row.serviceKey,
    name: row.serviceName,
    description: row.description,
    durationMinutes: row.durationMinutes,
  },
  noticeMinutes: row.noticeMinutes,
  portal: (await settingsOf(db, row.company)) ?? fail('not_found'),
})

/** The state of a booking; one that was not confirmed in time counts as cancelled even before its time is released. */
const statusOf = ({ cancelledAt, confirmUntil }: AppointmentRow, now: Date) => {
  const ended = cancelledAt ?? (confirmUntil && confirmUntil <= now ? confirmUntil : null)
  if (ended) return { status: 'cancelled' as const, confirmUntil: null, cancelledOn: instant(ended) }
  const status = confirmUntil ? ('unconfirmed' as const) : ('confirmed' as const)
  return { status, confirmUntil: confirmUntil && instant(confirmUntil), cancelledOn: null }
}

const openedToBook = async (db: Db, row: Bookable): Promise<Opened> => {
  const invited = 'invitationId' in row ? row : undefined
  return {
    kind: invited ? 'invitation' : 'service',
    ...(await opened(db, row)),
    companyName: invited?.companyName ?? null,
    address: invited?.address ?? null,
    phone: invited?.phone ?? null,
    email: invited?.email ?? null,
    appointment: null,
  }
}

export const appointmentRoutes = (app: App): void => {
  const { secrets } = app.deps

  /** The key to book again by: that of the invitation, while it is open, else the service's. */
  const rebookKey = ({ invitation, serviceKey }: AppointmentRow, now: Date) => {
    if (!invitation) return serviceKey
    const expiresAt = invitation.expiresAt === null ? null : new Date(invitation.expiresAt)
    const open = invitationState({ ...invitation, expiresAt }, now) === null
    return open ? secrets.unseal(invitation.sealedKey, eventKeyPurpose) : null
  }

  const appointmentAnswer = (row: AppointmentRow, now: Date): Appointment => ({
    start: instant(row.startsAt),
    end: instant(row.endsAt),
    ...statusOf(row, now),
    assignedUser: row.assignedUser,
    notes: row.notes,
    uncancellable: uncancellable(row, now),
    rebookKey: rebookKey(row, now),
  })

  const openedAppointment = async (db: Db, row: AppointmentRow, now: Date): Promise<Opened> => {
    const { companyName, address, phone, email } = row
    return {
      kind: 'appointment',
      ...(await opened(db, row)),
      companyName,
      address,
      phone,
      email,
      appointment: appointmentAnswer(row, now),
    }
  }

  route(
    app,
    listBookableServices,
    async ({ db, params }) => (await bookableServicesOf(db, params.company)) ?? fail('not_found'),
  )

  route(app, readAppointment, async ({ db, params, now }): Promise<Opened> => {
    const row = await appointmentByKey(db, params.company, params.eventkey)
    if (!row) return openedToBook(db, await bookableBy(db, params.company, params.eventkey, now))
    return openedAppointment(db, row, now)
  })

  route(app, readBookingToConfirm, async ({ db, params, now }) =>
    openedAppointment(
      db,
      confirmable(await appointmentByConfirmation(db, params.company, params.confirmationkey), now),
      now,
    ),
  )

  route(app, confirmAppointment, async ({ params, now }) => {
    const { company, confirmationkey: key } = params
    const { eventKey, startsAt, endsAt } = await confirm(app.deps, { company, key }, now)
    return { eventKey, start: instant(startsAt), end: instant(endsAt) }
  })

  route(app, listSlots, async ({ db, params, query, now }) => {
    const booked = await appointmentByKey(db, params.company, params.eventkey)
    const service = booked ? movable(booked, now) : await bookableBy(db, params.company, params.eventkey, now)
    const { from, to } = readRange(query, service.timeZone)
    const asked = { from: from?.getTime() ?? 0, to: to?.getTime() ?? Number.POSITIVE_INFINITY }
    const starts = offeredStarts(service, asked, now).filter(start => start !== booked?.startsAt.getTime())
    const [first, last] = [starts[0], starts.at(-1)]
    if (first === undefined || last === undefined) return []
    const duration = service.durationMinutes * 60_000
    const span = { from: first, to: last + duration + service.bufferMinutes * 60_000 }
    const busy = await busyTimes(db, service, span, booked)
    return freeStarts(service, starts, busy)
      .slice(0, slotsMax)
      .map(start => ({ start: instant(start), end: instant(start + duration) }))
  })

  route(app, bookAppointment, async ({ db, params, body, now, request }) => {
    const bookable = await bookableBy(db, params.company, params.eventkey, now)
    const caller = { authorization: request.headers.authorization, address: addressOf(request) }
    const visitor = await visitorOf(db, app.authenticator, bookable, caller)
    const { eventKey, start, end } = await book(app.deps, { bookable, openedBy: params.eventkey, visitor }, body, now)
    return { eventKey, start: instant(start), end: instant(end) }
  })

  route(app, rescheduleAppointment, async ({ params, body, now, request }) => {
    const { company, eventkey: key } = params
    const opened = { company, key, address: addressOf(request) }
    const { eventKey, start, end } = await reschedule(app.deps, opened, body, now)
    return { eventKey, start: instant(start), end: instant(end) }
  })

  route(app, cancelAppointment, async ({ params, now }) => {
    await cancel(app.deps, params.company, params.eventkey, now)
    return undefined
  })

  route(app, readAppointmentCalendar, async ({ db, params, now, reply }) => {
    const row = (await appointmentByKey(db, params.company, params.eventkey)) ?? fail('invalid_code')
    return reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', 'attachment; filename="appointment.ics"')
      .send(calendarFile('PUBLISH', appointmentEvent(row, null, now)))
  })

  taskRoutes(app)
}
