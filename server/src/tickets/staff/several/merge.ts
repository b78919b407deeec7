import type { Language } from '@portico/contract/language'
import type { MergedTicket } from '@portico/contract/staff/ticket-actions'
import { closedStatus } from '@portico/contract/tickets'
import type { StaffScope } from '../../../kernel/access/staff-scope.ts'
import { sameCompany } from '../../../kernel/access/tenant-joins.ts'
import type { TicketKeys } from '../../../kernel/access/ticket-keys.ts'
import { type Db, sql } from '../../../kernel/database/db.ts'
import { fail, failAt } from '../../../kernel/errors/fail.ts'
import { mergedTexts } from '../../texts.ts'
import { insertHistory, insertLink, linkKinds } from '../context-queries.ts'
import { insertStaffComment, moveToStatus, recordStaffEvent } from '../messages.ts'
import { type LockedTicket, lockTicketOrFail, ofContact } from '../queries.ts'
import { nameBeside, recordTicketAct } from '../ticket-act-queries.ts'
import { writeChanges } from '../ticket-changes.ts'
import { copyConversation, keepReadMarks, moveCrossedAnswers, moveNotes, moveTime, readersOf } from './merge-queries.ts'

/** Locks two tickets, always in the same order, so that two calls that name them the other way round do not wait for each other. */
export const requireBoth = async (
  db: Db,
  scope: StaffScope,
  ticketId: number,
  other: { id: number; path: string },
): Promise<[LockedTicket, LockedTicket]> => {
  if (other.id === ticketId) failAt('invalid_request', other.path, 'must be another ticket')
  const lockOther = () =>
    lockTicketOrFail(db, scope, other.id).catch(() =>
      failAt('not_found', other.path, 'names a ticket that is not there'),
    )
  if (other.id > ticketId) return [await lockTicketOrFail(db, scope, ticketId), await lockOther()]
  // A missing ticket of the path is reported first.
  const [locked, ticket] = [
    await lockOther().catch(error => error as Error),
    await lockTicketOrFail(db, scope, ticketId),
  ]
  if (locked instanceof Error) throw locked
  return [ticket, locked]
}

type Names = {
  number: number
  intoNumber: number
  portalKey: string
  language: Language | null
  raiserId: number | null
  intoRaiserId: number | null
  raiserMayOpen: boolean
}

const namesOf = (db: Db, ticket: TicketKeys, into: TicketKeys): Promise<Names> =>
  db.one(sql`select t.ticket_number as number, i.ticket_number as "intoNumber", p.web_portal_key as "portalKey", u.language,
      t.creator_web_user_id as "raiserId", i.creator_web_user_id as "intoRaiserId",
      m.web_user_id is null or m.administrator or m.web_user_id is not distinct from i.creator_web_user_id as "raiserMayOpen"
    from ticket t
    join ticket i on ${ofContact(into, 'i')} and i.id = ${into.ticketId}
    join portal p on ${sameCompany('p', 't')} and p.id = t.portal_id
    left join membership m on ${ofContact(ticket, 'm')} and m.web_user_id = t.creator_web_user_id
    left join web_user u on ${sameCompany('u', 'm')} and u.id = m.web_user_id
    where ${ofContact(ticket, 't')} and t.id = ${ticket.ticketId}`)

/** The message that leads to the ticket that stays; without a link for a raiser who may not open it. */
const leadingMessage = (into: TicketKeys, { portalKey, intoNumber, language, raiserMayOpen }: Names): string => {
  const number = `#${intoNumber}`
  const link = `<a href="/${portalKey}/${into.contactId}/tickets/${into.ticketId}">${number}</a>`
  return `<p>${mergedTexts[language ?? 'it-IT'](raiserMayOpen ? link : number)}</p>`
}

const requireNoneHeld = async (db: Db, ticket: TicketKeys, into: TicketKeys): Promise<void> => {
  const held = await db.maybe(sql`select from held_answer h where ${ofContact(ticket, 'h')}
    and h.ticket_id = any(${[ticket.ticketId, into.ticketId]}::bigint[]) and not h.crossed limit 1`)
  if (held) fail('answer_held', { detail: 'An answer is held back. It has to go, or be taken back, first.' })
}

/** The ticket that stays is open if the other one was, and due no later. */
const adoptState = async (
  db: Db,
  scope: StaffScope,
  ticket: LockedTicket,
  into: LockedTicket,
  now: Date,
): Promise<void> => {
  if (ticket.taskStatus === closedStatus) return
  const isEarlier = ticket.dueAt !== null && (into.dueAt === null || ticket.dueAt < into.dueAt)
  // Without a message of its own: after the customer's last word, it would look like an answer.
  const changes = {
    ...(into.taskStatus === closedStatus && { stepId: await firstOpenStep(db, into) }),
    ...(isEarlier && ticket.dueAt && { dueAt: ticket.dueAt.toISOString() }),
  }
  await writeChanges(db, scope, into, changes, now)
}

const firstOpenStep = async (db: Db, { serviceCompanyId, portalId }: TicketKeys): Promise<number> =>
  (await db.one<{ id: number }>(sql`select first_step(${serviceCompanyId}, ${portalId}, 0::smallint) as id`)).id

/**
 * Merges a locked ticket into another one of the same contact. What is there already from an earlier merge is not copied again; a closed
 * ticket without anything new stays as it is.
 */
export const mergeTickets = async (
  db: Db,
  scope: StaffScope,
  [ticket, into]: readonly [LockedTicket, LockedTicket],
  now: Date,
): Promise<Omit<MergedTicket, 'ticket'>> => {
  if (ticket.contactId !== into.contactId || ticket.portalId !== into.portalId)
    failAt('invalid_request', 'body.into', 'is a ticket of another customer')
  await requireNoneHeld(db, ticket, into)
  const names = await namesOf(db, ticket, into)
  const wasMerged = (await linkKinds(db, ticket, into)).includes('mergedInto')
  const readers = await readersOf(db, ticket, into)
  const copied = await copyConversation(db, ticket, into)
  const notes = await moveNotes(db, ticket, into)
  const minutes = await moveTime(db, ticket, into)
  const done = { ...copied, notes, minutes, sameRaiser: names.raiserId === names.intoRaiserId }
  const isOpen = ticket.taskStatus !== closedStatus
  if (wasMerged && !isOpen && copied.messages === 0 && notes === 0 && minutes === 0) return done

  await moveCrossedAnswers(db, ticket, into)
  await adoptState(db, scope, ticket, into, now)
  await keepReadMarks(db, into, readers)
  if (!wasMerged) await insertLink(db, scope, [ticket, into], ['mergedInto', 'merged'], now)
  await insertHistory(db, scope, ticket, { field: 'mergedInto', after: `#${names.intoNumber}` }, now)
  await insertHistory(db, scope, into, { field: 'merged', after: `#${names.number}` }, now)
  const detail = { merged: await nameBeside(db, into, ticket) }
  await recordTicketAct(db, scope, into, { type: 'staff.ticket.merged', detail }, now)
  await recordStaffEvent(db, into, { type: 'ticket.changed' }, now)
  if (isOpen) await moveToStatus(db, ticket, closedStatus)
  await insertStaffComment(db, ticket, {
    message: leadingMessage(into, names),
    staffUserId: scope.staffUserId,
    event: isOpen ? 'closed' : null,
    origin: 'merge',
    now,
  })
  return done
}
