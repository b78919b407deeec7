import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import type { TicketKeys } from '../../kernel/access/ticket-keys.ts'
import { type Db, sql } from '../../kernel/database/db.ts'
import { recordStaffAct } from '../../kernel/database/record-event.ts'
import { searchWords } from '../../kernel/database/search-words.ts'
import { htmlToText } from '../../kernel/html/html.ts'
import { enqueueTicketMails } from '../mails.ts'
import { ofContact } from './queries.ts'
import { recordTicketAct } from './ticket-act-queries.ts'
import type { StatusChange } from './ticket-changes.ts'

type StaffMessage = {
  /** The id that the message gets, if it has been given one before. */
  id?: number
  message: string
  ccList?: string | null
  fileIds?: number[]
  staffUserId: number
  /** `closed` if the message closes the ticket. */
  event?: 'closed' | 'reopened' | null
  /** `merge` for the message that leads from a merged ticket to the other one. */
  origin?: 'merge'
  now: Date
}

/** What staff do to a ticket. What is `forStaff` reaches no customer; with `staffUserId` it is sent to one person alone. */
type StaffEvent = {
  type: 'ticket.created' | 'ticket.changed' | 'comment.created' | 'note.created' | 'time.noted' | 'answer.crossed'
  commentId?: number
  forStaff?: true
  staffUserId?: number
}

/** Tells open screens that staff have changed a ticket. For open screens only. What the feed gets is written beside it by `recordTicketAct`. */
export const recordStaffEvent = (db: Db, ticket: TicketKeys, event: StaffEvent, now: Date): Promise<number> => {
  const { serviceCompanyId, portalId, contactId, ticketId } = ticket
  const { type, forStaff = false, commentId = null, staffUserId } = event
  const detail = staffUserId === undefined ? null : JSON.stringify({ staffUserId })
  return db.run(sql`insert into event (service_company_id, portal_id, contact_id, type, ticket_id, comment_id, staff_only, detail,
      created_at)
    values (${serviceCompanyId}, ${portalId}, ${contactId}, ${type}, ${ticketId}, ${commentId}, ${forStaff}, ${detail},
      ${now})`)
}

/** Attaches claimed files to a ticket (`commentId` null) or to one of its messages, in the given order. */
export const insertFiles = async (
  db: Db,
  ticket: TicketKeys,
  commentId: number | null,
  ids: number[],
): Promise<void> => {
  if (ids.length === 0) return
  await db.run(sql`insert into ticket_file (service_company_id, portal_id, contact_id, ticket_id, comment_id, file_id, position)
    select ${ticket.serviceCompanyId}, ${ticket.portalId}, ${ticket.contactId}, ${ticket.ticketId}, ${commentId}::bigint, f.id, f.position
    from unnest(${ids}::bigint[]) with ordinality as f (id, position)`)
}

/** Moves a ticket to the portal's first step of a status. */
export const moveToStatus = (db: Db, ticket: TicketKeys, status: number): Promise<number> =>
  db.run(sql`update ticket t set task_status = ${status},
      task_step_id = first_step(${ticket.serviceCompanyId}, ${ticket.portalId}, ${status}::smallint)
    where ${ofContact(ticket, 't')} and t.id = ${ticket.ticketId}`)

/** Writes a message of the staff into the conversation, with its files, its event for open screens and its mails; returns its id. */
export const insertStaffComment = async (db: Db, ticket: TicketKeys, comment: StaffMessage): Promise<number> => {
  const { message, ccList = null, fileIds = [], staffUserId, event = null, now } = comment
  const words = searchWords(ticket.contactId, htmlToText(message))
  const { id } = await db.one<{
    id: number
  }>(sql`insert into comment (id, service_company_id, portal_id, contact_id, ticket_id,
      message, event, staff_user_id, cc_list, creation_date, words, origin)
    values (coalesce(${comment.id ?? null}::bigint, nextval(pg_get_serial_sequence('comment', 'id'))), ${ticket.serviceCompanyId},
      ${ticket.portalId}, ${ticket.contactId}, ${ticket.ticketId}, ${message}, ${event}, ${staffUserId}, ${ccList}, ${now},
      array_to_tsvector(${words}::text[]), ${comment.origin ?? null})
    returning id`)
  await insertFiles(db, ticket, id, fileIds)
  await recordStaffEvent(db, ticket, { type: 'comment.created', commentId: id }, now)
  const { serviceCompanyId, portalId, contactId, ticketId } = ticket
  if (message !== '' || fileIds.length > 0)
    await recordTicketAct(db, { staffUserId }, ticket, { type: 'staff.comment.created', commentId: id }, now)
  if (event) await recordTicketAct(db, { staffUserId }, ticket, { type: `staff.ticket.${event}`, commentId: id }, now)
  await enqueueTicketMails(db, { at: { serviceCompanyId, portalId, contactId, ticketId }, commentId: id })
  return id
}

/** Writes what closing or reopening means to the customer: a message in the conversation, which is mailed. */
export const announceStatus = (
  db: Db,
  scope: StaffScope,
  ticket: TicketKeys,
  event: StatusChange,
  now: Date,
): Promise<number> =>
  event === undefined
    ? recordStaffEvent(db, ticket, { type: 'ticket.changed' }, now)
    : insertStaffComment(db, ticket, { message: '', staffUserId: scope.staffUserId, event, now })

/** Writes a note of the staff with its claimed files; returns its id. */
export const insertNote = async (
  db: Db,
  scope: StaffScope,
  ticket: TicketKeys,
  { message, fileIds, now }: { message: string; fileIds: number[]; now: Date },
): Promise<number> => {
  const { serviceCompanyId, portalId, contactId, ticketId } = ticket
  const { id } = await db.one<{
    id: number
  }>(sql`insert into internal_note (service_company_id, portal_id, contact_id, ticket_id,
      staff_user_id, message, created_on, words)
    values (${serviceCompanyId}, ${portalId}, ${contactId}, ${ticketId}, ${scope.staffUserId}, ${message}, ${now},
      array_to_tsvector(${searchWords(contactId, htmlToText(message))}::text[])) returning id`)
  if (fileIds.length > 0)
    await db.run(sql`insert into internal_note_file (service_company_id, portal_id, contact_id, note_id, file_id, position)
      select ${serviceCompanyId}, ${portalId}, ${contactId}, ${id}, f.id, f.position
      from unnest(${fileIds}::bigint[]) with ordinality as f (id, position)`)
  await recordStaffEvent(db, ticket, { type: 'note.created', forStaff: true }, now)
  const actor = { serviceCompanyId, portalId, contactId, staffUserId: scope.staffUserId }
  await recordStaffAct(db, actor, { type: 'staff.note.created', ticketId, internalNoteId: id }, now)
  return id
}
