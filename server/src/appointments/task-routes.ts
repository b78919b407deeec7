import { readTask, readTaskCalendar } from '@portico/contract/appointments'
import type { Db } from '../kernel/database/db.ts'
import { Failure, fail } from '../kernel/errors/fail.ts'
import { type App, route } from '../kernel/http/route.ts'
import { settingsOf } from '../portals/queries.ts'
import { eventKeyPurpose } from './booking.ts'
import { type CalendarEvent, writeCalendarFile } from './calendar.ts'
import { activityUid, appointmentUid } from './mails.ts'
import { findUncancellableReason } from './rules.ts'
import { findTaskByKey, findTaskTicket, type TaskRow } from './task-queries.ts'

const formatInstant = (time: Date) => time.toISOString().replace(/\.\d{3}Z$/, 'Z')

const toTaskEvent = (row: TaskRow, now: Date): CalendarEvent => {
  const { firstKey, appointmentId, appointment, activityId, assignedUser, status } = row
  const technician = assignedUser && `${assignedUser.firstName} ${assignedUser.lastName}`
  return {
    // The visitor's calendar already has a booked visit under the UID of its appointment.
    uid: appointmentId === null ? activityUid({ firstKey, activityId }) : appointmentUid({ firstKey, appointmentId }),
    sequence: appointment?.sequence ?? row.sequence,
    stamp: now,
    start: row.startsAt,
    end: row.endsAt,
    cancelled: status === 'cancelled',
    summary: `${row.title} · ${row.portalName}`,
    location: row.address,
    description: [technician, row.companyName, row.supportPhone].filter(Boolean).join('\n'),
    organizer: null,
    attendee: null,
  }
}

export const taskRoutes = (app: App): void => {
  const { secrets } = app.deps

  /** The task's ticket if the caller is signed in and may see it. Any other caller still gets the task, without its ticket. */
  const readTicket = async (db: Db, { portalKey, contactId, ticketId }: TaskRow, authorization: string | undefined) => {
    if (ticketId === null || authorization === undefined) return null
    try {
      const scope = await app.authenticator.contact(authorization, portalKey, contactId)
      return scope.flags.manageTickets ? ((await findTaskTicket(db, scope, ticketId)) ?? null) : null
    } catch (error) {
      if (error instanceof Failure) return null
      throw error
    }
  }

  const toTaskAppointment = ({ appointment, startsAt, status }: TaskRow, now: Date) => {
    if (!appointment) return null
    const { encryptedKey, noticeMinutes, doneAt } = appointment
    const cancelledAt = appointment.cancelledAt === null ? null : new Date(appointment.cancelledAt)
    return {
      eventKey: secrets.decrypt(encryptedKey, eventKeyPurpose),
      uncancellable: findUncancellableReason(
        { startsAt, cancelledAt, noticeMinutes, doneAt, activityStatus: status },
        now,
      ),
    }
  }

  route(app, readTask, async ({ db, params, now, request }) => {
    const row = (await findTaskByKey(db, params.eventkey)) ?? fail('invalid_code')
    const { title, activityTypeName, status, address, assignedUser, companyName } = row
    return {
      title,
      activityTypeName,
      start: formatInstant(row.startsAt),
      end: formatInstant(row.endsAt),
      status,
      address,
      assignedUser,
      companyName,
      portal: (await settingsOf(db, row.portalKey)) ?? fail('not_found'),
      ticket: await readTicket(db, row, request.headers.authorization),
      appointment: toTaskAppointment(row, now),
    }
  })

  route(app, readTaskCalendar, async ({ db, params, now, reply }) => {
    const row = (await findTaskByKey(db, params.eventkey)) ?? fail('invalid_code')
    return reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', 'attachment; filename="visit.ics"')
      .send(writeCalendarFile('PUBLISH', toTaskEvent(row, now)))
  })
}
