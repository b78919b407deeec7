import type { Language } from '@portico/contract/language'
import type { Db } from '../kernel/database/db.ts'
import type { Mailbox } from '../kernel/messages/mail-transport.ts'
import type { Messages } from '../kernel/messages/messages.ts'
import { type CalendarEvent, type CalendarMethod, calendarFile } from './calendar.ts'
import { type MailTexts, mailTexts } from './mail-texts.ts'
import type { AppointmentRow, InvitationRow } from './queries.ts'

/** The identity of an appointment in calendars; it never changes. */
export const appointmentUid = ({ company, appointmentId }: Pick<AppointmentRow, 'company' | 'appointmentId'>): string =>
  `appointment-${appointmentId}@${company}.portico`

const nameOf = ({ assignedUser }: AppointmentRow) => `${assignedUser.firstName} ${assignedUser.lastName}`

/** An appointment as a calendar's event. */
export const appointmentEvent = (row: AppointmentRow, attendee: Mailbox | null, now: Date): CalendarEvent => ({
  uid: appointmentUid(row),
  sequence: row.sequence,
  stamp: now,
  start: row.startsAt,
  end: row.endsAt,
  cancelled: row.cancelledAt !== null,
  summary: `${row.serviceName} · ${row.portalName}`,
  location: row.address,
  description: [nameOf(row), row.companyName, row.supportPhone].filter(Boolean).join('\n'),
  organizer: row.supportEmail ? { name: row.portalName, address: row.supportEmail } : null,
  attendee,
})

const dayLocale: Record<Language, string> = { 'it-IT': 'it', 'en-EN': 'en-GB', 'es-ES': 'es' }

/** Day and time of an appointment in a language, in its portal's time zone. */
const whenOf = ({ startsAt, endsAt, timeZone }: AppointmentRow, language: Language): string => {
  const day = new Intl.DateTimeFormat(dayLocale[language], {
    timeZone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  })
  const clock = new Intl.DateTimeFormat('it', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  return `${day.format(startsAt)}, ${clock.format(startsAt)}–${clock.format(endsAt)}`
}

type Told = {
  row: AppointmentRow
  key: string
  now: Date
  /** How it was before it was moved. */
  former: AppointmentRow | undefined
}

const titleOf = (texts: MailTexts, { row, former }: Pick<Told, 'row' | 'former'>) => {
  if (row.cancelledAt) return texts.cancelled
  return former ? texts.moved : texts.booked
}

const tellCustomer = async (messages: Messages, db: Db, { row, key, now, former }: Told) => {
  if (!row.email) return
  const texts = mailTexts[row.language]
  const when = whenOf(row, row.language)
  const cancelled = row.cancelledAt !== null
  const title = titleOf(texts, { row, former })
  const text = former
    ? texts.movedText(when, whenOf(former, row.language))
    : cancelled
      ? texts.cancelledText(when)
      : texts.bookedText(when)
  // A stranger must not reach others with words of their own: what was typed is repeated to a proven address alone.
  const { emailProven } = row
  const to = { name: emailProven ? row.companyName : '', address: row.email }
  const method: CalendarMethod = cancelled ? 'CANCEL' : 'REQUEST'
  await messages.mail(db, {
    serviceCompanyId: row.serviceCompanyId,
    portalId: row.portalId,
    to: [to],
    language: row.language,
    subject: `${title}: ${row.serviceName}, ${when}`,
    content: {
      title,
      parts: [
        { text },
        {
          facts: [
            [texts.when, `${when}\n${texts.timeZone(row.timeZone)}`],
            [texts.technician, nameOf(row)],
            ...(emailProven ? [[texts.company, row.companyName] as const] : []),
            ...(row.address ? [[texts.address, row.address] as const] : []),
          ],
        },
        { button: cancelled ? texts.again : texts.open, path: `/appointments/${row.company}/${key}` },
        ...(cancelled ? [] : [{ note: texts.change }]),
      ],
    },
    thread: {
      name: `appointment-${row.appointmentId}-${row.sequence}`,
      under: row.sequence > 0 ? [`appointment-${row.appointmentId}-0`] : [],
    },
    calendar: {
      method,
      content: calendarFile(method, appointmentEvent(emailProven ? row : { ...row, companyName: '' }, to, now)),
    },
  })
}

const staffLanguage: Language = 'it-IT'

/** The technician's mailbox, or the portal's support address where there is none. */
const deskOf = ({ staffEmail, supportEmail }: AppointmentRow) => staffEmail ?? supportEmail

const staffText = (texts: MailTexts, { row, former }: Pick<Told, 'row' | 'former'>) => {
  if (row.cancelledAt) return former ? texts.staffPassedOn : texts.staffCancelled
  return former ? texts.staffMoved(whenOf(former, staffLanguage)) : texts.staffBooked
}

const tellStaff = async (messages: Messages, db: Db, { row, now, former }: Omit<Told, 'key'>) => {
  const address = deskOf(row)
  if (!address) return
  const texts = mailTexts[staffLanguage]
  const when = whenOf(row, staffLanguage)
  const cancelled = row.cancelledAt !== null
  const to = { name: nameOf(row), address }
  const method: CalendarMethod = cancelled ? 'CANCEL' : 'REQUEST'
  await messages.mail(db, {
    serviceCompanyId: row.serviceCompanyId,
    portalId: row.portalId,
    to: [to],
    replyTo: row.emailProven ? row.email : null,
    language: staffLanguage,
    subject: `${titleOf(texts, { row, former })}: ${row.serviceName}, ${row.companyName}, ${when}`,
    content: {
      title: `${row.serviceName}, ${when}`,
      parts: [
        { text: staffText(texts, { row, former }) },
        {
          facts: [
            [texts.company, row.companyName],
            [texts.phone, row.phone],
            ...(row.email ? [[texts.email, row.email] as const] : []),
            ...(row.address ? [[texts.address, row.address] as const] : []),
            ...(row.notes ? [[texts.notes, row.notes] as const] : []),
            [texts.technician, nameOf(row)],
          ],
        },
      ],
    },
    calendar: { method, content: calendarFile(method, appointmentEvent(row, to, now)) },
  })
}

/** Mails customer and technician a booking, that it is moved, or that it is cancelled, in the transaction that does it. */
export const tellOfAppointment = async (messages: Messages, db: Db, told: Told): Promise<void> => {
  await tellCustomer(messages, db, told)
  await tellStaff(messages, db, told)
  const { row, former, now } = told
  // Whoever would have come at the former time, and does not come now, has it taken out of the calendar.
  if (former && deskOf(former) !== deskOf(row))
    await tellStaff(messages, db, { row: { ...former, cancelledAt: now, sequence: row.sequence }, former, now })
}

/** Asks a visitor to confirm a booking, by mail where an address was given, else by text message. */
export const askToConfirm = async (
  messages: Messages,
  db: Db,
  row: AppointmentRow,
  { key, until }: { key: string; until: Date },
): Promise<void> => {
  const { serviceCompanyId, portalId, language, timeZone } = row
  const texts = mailTexts[language].toConfirm
  const path = `/appointments/${row.company}/confirmation/${key}`
  const when = whenOf(row, language)
  if (!row.email) {
    await messages.sms(db, {
      serviceCompanyId,
      to: row.phone,
      text: texts.sms(row.portalName, when, messages.link(path)),
    })
    return
  }
  const clock = new Intl.DateTimeFormat('it', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  await messages.mail(db, {
    serviceCompanyId,
    portalId,
    to: [{ name: '', address: row.email }],
    language,
    subject: `${texts.title}: ${row.serviceName}, ${when}`,
    content: {
      title: texts.title,
      parts: [
        { text: texts.text(row.portalName, when, clock.format(until)) },
        { button: texts.open, path },
        { note: texts.note },
      ],
    },
  })
}

/** Mails a personal invitation to book. */
export const mailToBook = (
  messages: Messages,
  db: Db,
  row: InvitationRow,
  { key, email }: { key: string; email: string },
): Promise<void> => {
  const language = row.language ?? 'it-IT'
  const texts = mailTexts[language].toBook
  const until = (when: Date) =>
    new Intl.DateTimeFormat(dayLocale[language], { timeZone: row.timeZone, dateStyle: 'long' }).format(when)
  return messages.mail(db, {
    serviceCompanyId: row.serviceCompanyId,
    portalId: row.portalId,
    to: [{ name: row.companyName, address: email }],
    language,
    subject: `${texts.title}: ${row.serviceName}`,
    content: {
      title: texts.title,
      parts: [
        { text: texts.text(row.portalName, row.serviceName) },
        ...(row.expiresAt ? [{ text: texts.until(until(new Date(row.expiresAt))) }] : []),
        { button: texts.open, path: `/appointments/${row.company}/${key}` },
        { note: texts.note },
      ],
    },
  })
}
