import { readTask, readTaskCalendar } from '@portico/contract/appointments'
import type { Db } from '../kernel/database/db.ts'
import { Failure, fail } from '../kernel/errors/fail.ts'
import { type App, route } from '../kernel/http/route.ts'
import { settingsOf } from '../portals/queries.ts'
import { eventKeyPurpose } from './booking.ts'
import { type CalendarEvent, calendarFile } from './calendar.ts'
import { appointmentUid } from './mails.ts'
import { uncancellable } from './rules.ts'
import { type TaskRow, taskByKey, taskTicketOf } from './task-queries.ts'

const instant = (time: Date) => time.toISOString().replace(/\.\d{3}Z$/, 'Z')

const taskEvent = (row: TaskRow, now: Date): CalendarEvent => {
  const { company, appointmentId, appointment, activityId, assignedUser, status } = row
  const technician = assignedUser && `${assignedUser.firstName} ${assignedUser.lastName}`
  return {
    // What was booked is in the visitor's calendar already, under the name of its appointment.
    uid:
      appointmentId === null ? `activity-${activityId}@${company}.portico` : appointmentUid({ company, appointmentId }),
    sequence: appointment?.sequence ?? (status === 'cancelled' ? 1 : 0),
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

  /** The ticket of a task, where the caller is signed in with the right to see it; anybody else's key is as good without. */
  const ticketOf = async (db: Db, { company, contactId, ticketId }: TaskRow, authorization: string | undefined) => {
    if (ticketId === null || authorization === undefined) return null
    try {
      const scope = await app.authenticator.contact(authorization, company, contactId)
      return scope.flags.manageTickets ? ((await taskTicketOf(db, scope, ticketId)) ?? null) : null
    } catch (error) {
      if (error instanceof Failure) return null
      throw error
    }
  }

  const appointmentOf = ({ appointment, startsAt }: TaskRow, now: Date) => {
    if (!appointment) return null
    const { sealedKey, noticeMinutes } = appointment
    const cancelledAt = appointment.cancelledAt === null ? null : new Date(appointment.cancelledAt)
    return {
      eventKey: secrets.unseal(sealedKey, eventKeyPurpose),
      uncancellable: uncancellable({ startsAt, cancelledAt, noticeMinutes }, now),
    }
  }

  route(app, readTask, async ({ db, params, now, request }) => {
    const row = (await taskByKey(db, params.eventkey)) ?? fail('invalid_code')
    const { title, activityTypeName, status, address, assignedUser, companyName } = row
    return {
      title,
      activityTypeName,
      start: instant(row.startsAt),
      end: instant(row.endsAt),
      status,
      address,
      assignedUser,
      companyName,
      portal: (await settingsOf(db, row.company)) ?? fail('not_found'),
      ticket: await ticketOf(db, row, request.headers.authorization),
      appointment: appointmentOf(row, now),
    }
  })

  route(app, readTaskCalendar, async ({ db, params, now, reply }) => {
    const row = (await taskByKey(db, params.eventkey)) ?? fail('invalid_code')
    return reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', 'attachment; filename="visit.ics"')
      .send(calendarFile('PUBLISH', taskEvent(row, now)))
  })
}
