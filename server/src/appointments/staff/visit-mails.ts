import type { Language } from '@portico/contract/language'
import type { Db } from '../../kernel/database/db.ts'
import { openStaffAnswer, openVisitAnswer, type VisitMailDeps } from '../answers.ts'
import { type CalendarEvent, type CalendarMethod, writeCalendarFile } from '../calendar.ts'
import { activityUid, boardPath, formatWhen, formatZone } from '../mails.ts'
import type { VisitRow } from './visit-queries.ts'
import { type VisitTexts, visitTexts } from './visit-texts.ts'

/** What became of a visit; `dropped`: for this reader it is as if it were cancelled. */
type News = 'planned' | 'moved' | 'changed' | 'cancelled' | 'dropped'

/** A visit, what it was before, and the key of its page. */
export type VisitMail = { row: VisitRow; previous: VisitRow | null; key: string; now: Date }

const newsOf = ({ row, previous }: Pick<VisitMail, 'row' | 'previous'>): News => {
  if (row.status === 'cancelled') return 'cancelled'
  if (!previous) return 'planned'
  const isMoved =
    row.startsAt.getTime() !== previous.startsAt.getTime() || row.endsAt.getTime() !== previous.endsAt.getTime()
  return isMoved ? 'moved' : 'changed'
}

const isOver = (news: News) => news === 'cancelled' || news === 'dropped'

const methodOf = (news: News): CalendarMethod => (isOver(news) ? 'CANCEL' : 'REQUEST')

const titleOf = (row: VisitRow) => row.title ?? row.activityTypeName

const toCalendarEvent = (
  row: VisitRow,
  news: News,
  {
    attendee,
    lines,
    now,
    organizer = row.supportEmail,
  }: {
    attendee: CalendarEvent['attendee']
    lines: (string | null)[]
    now: Date
    organizer?: string | null | undefined
  },
): CalendarEvent => ({
  uid: activityUid({ firstKey: row.firstKey, activityId: row.id }),
  sequence: row.sequence,
  stamp: now,
  start: row.startsAt,
  end: row.endsAt,
  cancelled: isOver(news),
  summary: `${titleOf(row)} · ${row.portal.name}`,
  location: row.address,
  description: lines.filter(Boolean).join('\n'),
  organizer: organizer ? { name: row.portal.name, address: organizer } : null,
  attendee,
})

const headlineOf = (texts: VisitTexts, news: News) => texts[news === 'dropped' ? 'cancelled' : news]

const facts = (rows: [string, string | number | null][]): [string, string][] =>
  rows.flatMap(([label, value]) => (value === null || value === '' ? [] : [[label, String(value)]]))

const customerText = (texts: VisitTexts, news: News, row: VisitRow, previous: VisitRow | null, language: Language) => {
  const when = formatWhen(row, language)
  if (news === 'planned') return texts.plannedText(row.portal.name, when)
  if (news === 'moved') return texts.movedText(when, formatWhen(previous ?? row, language))
  if (news === 'changed') return texts.changedText(when)
  return news === 'cancelled' ? texts.cancelledText(when) : texts.droppedText(when)
}

const sendCustomerMail = async (deps: VisitMailDeps, db: Db, { row, previous, key, now }: VisitMail, news: News) => {
  const { serviceCompanyId, portalId, contactId, ticketId, id, sequence, email } = row
  if (email === null) return
  const language = row.language ?? 'it-IT'
  const texts = visitTexts[language]
  const when = formatWhen(row, language)
  const to = { name: row.companyName, address: email }
  const method = methodOf(news)
  const visit = { serviceCompanyId, portalId, contactId, ticketId, kind: 'v' as const, id, sequence, email }
  const { address, request, subject } = await openVisitAnswer(db, deps, visit)
  const event = toCalendarEvent(row, news, {
    attendee: to,
    lines: [row.staffName, row.companyName, row.supportPhone],
    now,
    organizer: address,
  })
  await deps.messages.mail(db, {
    ...request,
    serviceCompanyId,
    portalId,
    to: [to],
    language,
    subject: subject ?? `${headlineOf(texts, news)}: ${titleOf(row)}, ${when}`,
    ...(address && { replyAbove: texts.replyAbove }),
    content: {
      title: headlineOf(texts, news),
      parts: [
        { text: customerText(texts, news, row, previous, language) },
        {
          facts: facts([
            [texts.when, `${when}\n${formatZone(row.timeZone, row.startsAt, language)}`],
            [texts.technician, row.staffName ?? texts.noTechnician],
            [texts.address, row.address],
            [texts.ticket, subject?.replace('Re: ', '') ?? null],
          ]),
        },
        ...(isOver(news) ? [] : [{ button: texts.open, path: `/tasks/${key}` }, { note: texts.change }]),
      ],
    },
    calendar: { method, content: writeCalendarFile(method, event) },
  })
}

const staffText = (texts: VisitTexts, news: News, previous: VisitRow | null, language: Language) => {
  if (news === 'moved' && previous) return texts.staffMoved(formatWhen(previous, language))
  if (news === 'cancelled') return texts.staffCancelled
  if (news === 'dropped') return texts.staffReassigned
  return news === 'planned' ? texts.staffPlanned : texts.staffChanged
}

const sendStaffMail = async (deps: VisitMailDeps, db: Db, { row, previous, now }: VisitMail, news: News) => {
  if (row.staffEmail === null) return
  const language = row.staffLanguage
  const texts = visitTexts[language]
  const when = formatWhen(row, language)
  const to = { name: row.staffName ?? '', address: row.staffEmail }
  const method = methodOf(news)
  const event = toCalendarEvent(row, news, { attendee: to, lines: [row.companyName, row.phone, row.notes], now })
  const { serviceCompanyId, ticketId, staffId: staffUserId } = row
  const answers = await openStaffAnswer(db, deps, { serviceCompanyId, ticketId, staffUserId })
  const page = isOver(news) ? [] : [{ button: texts.open, path: boardPath(row, `visit-${row.id}`) }]
  await deps.messages.mail(db, {
    serviceCompanyId,
    portalId: row.portalId,
    to: [to],
    replyTo: answers ?? row.email,
    replyAbove: answers && texts.replyAbove,
    language,
    subject: `${headlineOf(texts, news)}: ${row.companyName}, ${when}`,
    content: {
      title: `${titleOf(row)}, ${when}`,
      parts: [
        { text: staffText(texts, news, previous, language) },
        {
          facts: facts([
            [texts.company, row.companyName],
            [texts.address, row.address],
            [texts.phone, row.phone],
            [texts.notes, row.notes],
          ]),
        },
        ...(ticketId === null ? page : [{ button: texts.openTicket, path: `/staff/tickets/${ticketId}` }]),
        ...(answers === undefined ? [] : [{ note: texts.answerIntoTicket }]),
      ],
    },
    calendar: { method, content: writeCalendarFile(method, event) },
  })
}

const isSameAddress = (one: string | null, other: string | null) =>
  (one ?? '').toLowerCase() === (other ?? '').toLowerCase()

/**
 * Mails a visit, its change or its cancellation to customer and technician, in the transaction of the change. Who no longer gets it, has its
 * calendar entry removed. Nobody is mailed about a visit that is over.
 */
export const sendVisitMails = async (deps: VisitMailDeps, db: Db, mail: VisitMail): Promise<void> => {
  const { row, previous, now } = mail
  if (row.endsAt <= now && (previous === null || previous.endsAt <= now)) return
  const news = newsOf(mail)
  const dropped = (before: VisitRow): VisitMail => ({ ...mail, row: { ...before, sequence: row.sequence } })
  const isNewTo = (address: 'email' | 'staffEmail') =>
    previous !== null && !isSameAddress(previous[address], row[address])
  if (previous && isNewTo('email')) await sendCustomerMail(deps, db, dropped(previous), 'dropped')
  await sendCustomerMail(deps, db, mail, isNewTo('email') && !isOver(news) ? 'planned' : news)
  if (previous && isNewTo('staffEmail')) await sendStaffMail(deps, db, dropped(previous), 'dropped')
  await sendStaffMail(deps, db, { ...mail, now }, isNewTo('staffEmail') && !isOver(news) ? 'planned' : news)
}
