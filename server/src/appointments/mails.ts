import type { Language } from '@portico/contract/language'
import type { Db } from '../kernel/database/db.ts'
import type { NamedAddress } from '../kernel/messages/mail-transport.ts'
import { wallAt } from '../kernel/time/local-time.ts'
import { dateLocales } from '../kernel/time/locales.ts'
import { openInvitationAnswer, openStaffAnswer, openVisitAnswer, type VisitMailDeps } from './answers.ts'
import { type CalendarEvent, type CalendarMethod, writeCalendarFile } from './calendar.ts'
import type { AppointmentRow, InvitationRow } from './queries.ts'
import { type MailTexts, mailTexts } from './texts.ts'

/** The calendar UID of an appointment; it never changes. */
export const appointmentUid = ({
  firstKey,
  appointmentId,
}: Pick<AppointmentRow, 'firstKey' | 'appointmentId'>): string => `appointment-${appointmentId}@${firstKey}.portico`

/** The calendar UID of a planned activity that is no booking; it never changes. */
export const activityUid = ({ firstKey, activityId }: { firstKey: string; activityId: number }): string =>
  `activity-${activityId}@${firstKey}.portico`

const formatTechnician = ({ assignedUser }: AppointmentRow) => `${assignedUser.firstName} ${assignedUser.lastName}`

/** An appointment as a calendar event. `organizer`: where calendars answer; default: the support address. */
export const toCalendarEvent = (
  row: AppointmentRow,
  attendee: NamedAddress | null,
  now: Date,
  organizer: string | null = row.supportEmail,
): CalendarEvent => ({
  uid: appointmentUid(row),
  sequence: row.sequence,
  stamp: now,
  start: row.startsAt,
  end: row.endsAt,
  cancelled: row.cancelledAt !== null,
  summary: `${row.serviceName} · ${row.portalName}`,
  location: row.address,
  description: [formatTechnician(row), row.companyName, row.supportPhone].filter(Boolean).join('\n'),
  organizer: organizer ? { name: row.portalName, address: organizer } : null,
  attendee,
})

/** Day and time of an appointment, in the time zone of its portal. */
export const formatWhen = (
  { startsAt, endsAt, timeZone }: Pick<AppointmentRow, 'startsAt' | 'endsAt' | 'timeZone'>,
  language: Language,
): string => {
  const dayFormat = new Intl.DateTimeFormat(dateLocales[language], {
    timeZone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  })
  const timeFormat = new Intl.DateTimeFormat('it', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  return `${dayFormat.format(startsAt)}, ${timeFormat.format(startsAt)}–${timeFormat.format(endsAt)}`
}

/** The name of a time zone, such as "Ora dell’Europa centrale". */
export const formatZone = (timeZone: string, when: Date, language: Language): string => {
  const format = new Intl.DateTimeFormat(dateLocales[language], { timeZone, timeZoneName: 'longGeneric' })
  const name = format.formatToParts(when).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** The path of the staff's board, on the day of a visit or a booking that is open there by its key. */
export const boardPath = (
  { startsAt, timeZone }: Pick<AppointmentRow, 'startsAt' | 'timeZone'>,
  entry: string,
): string => {
  const day = new Date(wallAt(startsAt.getTime(), timeZone)).toISOString().slice(0, 10)
  return `/staff/visits?day=${day}&open=${entry}`
}

type AppointmentMail = {
  row: AppointmentRow
  key: string
  now: Date
  /** The booking as it was before a move. */
  previous: AppointmentRow | undefined
  /** The word to the customer of the member of the staff who has changed it; undefined where the customer did. */
  byStaff?: { message: string | null } | undefined
}

type Change = Pick<AppointmentMail, 'row' | 'previous'>

const hasSameTime = ({ row, previous }: Change) =>
  previous?.startsAt.getTime() === row.startsAt.getTime() && previous.endsAt.getTime() === row.endsAt.getTime()

const chooseTitle = (texts: MailTexts, change: Change) => {
  if (change.row.cancelledAt) return texts.cancelled
  if (!change.previous) return texts.booked
  return hasSameTime(change) ? texts.reassigned : texts.moved
}

const chooseCustomerText = (texts: MailTexts, { row, previous }: Change) => {
  const when = formatWhen(row, row.language)
  if (row.cancelledAt) return texts.cancelledText(when)
  if (!previous) return texts.bookedText(when)
  return hasSameTime({ row, previous })
    ? texts.reassignedText(when, formatTechnician(row))
    : texts.movedText(when, formatWhen(previous, row.language))
}

const openAnswer = (db: Db, deps: VisitMailDeps, row: AppointmentRow, email: string) => {
  const { serviceCompanyId, portalId, contactId, ticketId, sequence, appointmentId: id } = row
  return openVisitAnswer(db, deps, { serviceCompanyId, portalId, contactId, ticketId, kind: 'a', id, sequence, email })
}

const sendCustomerMail = async (deps: VisitMailDeps, db: Db, { row, key, now, previous, byStaff }: AppointmentMail) => {
  const { email } = row
  if (!email) return
  const texts = mailTexts[row.language]
  const when = formatWhen(row, row.language)
  const cancelled = row.cancelledAt !== null
  const title = chooseTitle(texts, { row, previous })
  const text = chooseCustomerText(texts, { row, previous })
  // The booking form must not relay text to strangers, so a mail to an unproven address repeats nothing that was typed.
  const { emailProven } = row
  const to = { name: emailProven ? row.companyName : '', address: email }
  const method: CalendarMethod = cancelled ? 'CANCEL' : 'REQUEST'
  const { address, request, subject } = await openAnswer(db, deps, row, email)
  const event = toCalendarEvent(emailProven ? row : { ...row, companyName: '' }, to, now, address)
  await deps.messages.mail(db, {
    ...request,
    serviceCompanyId: row.serviceCompanyId,
    portalId: row.portalId,
    to: [to],
    language: row.language,
    subject: subject ?? `${title}: ${row.serviceName}, ${when}`,
    ...(address && { replyAbove: texts.replyAbove }),
    content: {
      title,
      parts: [
        { text },
        ...(byStaff?.message ? [{ text: `${texts.message}: ${byStaff.message}` }] : []),
        {
          facts: [
            [texts.when, `${when}\n${formatZone(row.timeZone, row.startsAt, row.language)}`],
            [texts.technician, formatTechnician(row)],
            ...(emailProven ? [[texts.company, row.companyName] as const] : []),
            ...(row.address ? [[texts.address, row.address] as const] : []),
          ],
        },
        { button: cancelled ? texts.again : texts.open, path: `/appointments/${row.portalKey}/${key}` },
        ...(cancelled ? [] : [{ note: texts.change }]),
        ...(address ? [{ note: texts.answer }] : []),
      ],
    },
    calendar: { method, content: writeCalendarFile(method, event) },
  })
}

/** The technician's e-mail address, or the portal's support address if there is none. */
const chooseStaffAddress = ({ staffEmail, supportEmail }: AppointmentRow) => staffEmail ?? supportEmail

const chooseStaffText = (
  texts: MailTexts,
  { row, previous, byStaff }: Pick<AppointmentMail, 'row' | 'previous' | 'byStaff'>,
) => {
  const { staffMoved: moved, staffCancelled: cancelled, staffReassigned: reassigned } = texts
  const change = byStaff ? texts.byStaff : { moved, cancelled, reassigned }
  if (row.cancelledAt) return previous ? change.reassigned : change.cancelled
  // Whoever takes it over has heard nothing of it before.
  if (previous && chooseStaffAddress(previous) !== chooseStaffAddress(row))
    return byStaff ? texts.byStaff.given : texts.staffBooked
  return previous ? change.moved(formatWhen(previous, row.staffLanguage)) : texts.staffBooked
}

const sendStaffMail = async (
  deps: VisitMailDeps,
  db: Db,
  { row, now, previous, byStaff }: Omit<AppointmentMail, 'key'>,
) => {
  const address = chooseStaffAddress(row)
  if (!address) return
  const language = row.staffLanguage
  const texts = mailTexts[language]
  const when = formatWhen(row, language)
  const cancelled = row.cancelledAt !== null
  const to = { name: formatTechnician(row), address }
  const method: CalendarMethod = cancelled ? 'CANCEL' : 'REQUEST'
  // The mailbox of the support is nobody's in particular.
  const answers = row.staffEmail === null ? undefined : await openStaffAnswer(db, deps, row)
  await deps.messages.mail(db, {
    serviceCompanyId: row.serviceCompanyId,
    portalId: row.portalId,
    to: [to],
    replyTo: answers ?? (row.emailProven ? row.email : null),
    replyAbove: answers && texts.replyAbove,
    language,
    subject: `${chooseTitle(texts, { row, previous })}: ${row.serviceName}, ${row.companyName}, ${when}`,
    content: {
      title: `${row.serviceName}, ${when}`,
      parts: [
        { text: chooseStaffText(texts, { row, previous, byStaff }) },
        {
          facts: [
            [texts.company, row.companyName],
            [texts.phone, row.phone],
            ...(row.email ? [[texts.email, row.email] as const] : []),
            ...(row.address ? [[texts.address, row.address] as const] : []),
            ...(row.notes ? [[texts.notes, row.notes] as const] : []),
            [texts.technician, formatTechnician(row)],
          ],
        },
        ...(cancelled ? [] : [{ button: texts.open, path: boardPath(row, `booking-${row.appointmentId}`) }]),
        ...(answers === undefined ? [] : [{ note: texts.answerIntoTicket }]),
      ],
    },
    calendar: { method, content: writeCalendarFile(method, toCalendarEvent(row, to, now)) },
  })
}

/** Mails a booking, a move or a cancellation to customer and technician, in the transaction of the change. */
export const sendAppointmentMails = async (deps: VisitMailDeps, db: Db, mail: AppointmentMail): Promise<void> => {
  await sendCustomerMail(deps, db, mail)
  await sendStaffMail(deps, db, mail)
  const { row, previous, now, byStaff } = mail
  // A technician who was replaced by the move gets a cancellation, which removes the visit from the calendar.
  if (previous && chooseStaffAddress(previous) !== chooseStaffAddress(row))
    await sendStaffMail(deps, db, {
      row: { ...previous, cancelledAt: now, sequence: row.sequence },
      previous,
      now,
      byStaff,
    })
}

/** Sends a visitor the link that confirms a booking: by mail, or by SMS if no e-mail address was given. */
export const sendConfirmationRequest = async (
  deps: VisitMailDeps,
  db: Db,
  row: AppointmentRow,
  { key, until }: { key: string; until: Date },
): Promise<void> => {
  const { messages } = deps
  const { serviceCompanyId, portalId, language, timeZone, email } = row
  const texts = mailTexts[language].toConfirm
  const path = `/appointments/${row.portalKey}/confirmation/${key}`
  const when = formatWhen(row, language)
  if (!email) {
    await messages.sms(db, {
      serviceCompanyId,
      to: row.phone,
      text: texts.sms(row.portalName, when, messages.link(path)),
    })
    return
  }
  const timeFormat = new Intl.DateTimeFormat('it', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const { address } = await openAnswer(db, deps, row, email)
  await messages.mail(db, {
    serviceCompanyId,
    portalId,
    to: [{ name: '', address: email }],
    ...(address && { replyTo: address }),
    language,
    isAwaited: true,
    subject: `${texts.title}: ${row.serviceName}, ${when}`,
    content: {
      title: texts.title,
      parts: [
        { text: texts.text(row.portalName, when, timeFormat.format(until)) },
        { button: texts.open, path },
        { note: texts.note },
      ],
    },
  })
}

/** Mails a personal invitation to book. */
export const mailBookingInvitation = async (
  deps: VisitMailDeps,
  db: Db,
  row: InvitationRow,
  { key, email }: { key: string; email: string },
): Promise<void> => {
  const language = row.language ?? 'it-IT'
  const texts = mailTexts[language].toBook
  const formatDay = (when: Date) =>
    new Intl.DateTimeFormat(dateLocales[language], { timeZone: row.timeZone, dateStyle: 'long' }).format(when)
  const answer = await openInvitationAnswer(db, deps, row, email)
  await deps.messages.mail(db, {
    ...answer.request,
    serviceCompanyId: row.serviceCompanyId,
    portalId: row.portalId,
    to: [{ name: row.companyName, address: email }],
    language,
    subject: answer.subject ?? `${texts.title}: ${row.serviceName}`,
    ...(answer.address && { replyAbove: mailTexts[language].replyAbove }),
    content: {
      title: texts.title,
      parts: [
        { text: texts.text(row.portalName, row.serviceName) },
        ...(row.expiresAt ? [{ text: texts.until(formatDay(new Date(row.expiresAt))) }] : []),
        { button: texts.open, path: `/appointments/${row.portalKey}/${key}` },
        { note: texts.note },
      ],
    },
  })
}
