import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import type { TicketKeys } from '../../kernel/access/ticket-keys.ts'
import { type Db, sql } from '../../kernel/database/db.ts'
import { recordStaffAct } from '../../kernel/database/record-event.ts'
import { naturalOrder, searchWords } from '../../kernel/database/search-words.ts'
import { fail, failAt, requireText } from '../../kernel/errors/fail.ts'
import { htmlToText } from '../../kernel/html/html.ts'
import { enqueueTicketMails } from '../mails.ts'
import { claimStaffUploads } from './files.ts'
import { insertFiles, recordStaffEvent } from './messages.ts'
import { ofContact } from './queries.ts'

/** A ticket that staff raise for a customer; `webUserId` is the person for whom it is, if anybody in particular. */
export type TicketOnBehalf = {
  webUserId?: number | null
  title: string
  taskTypeId: number
  description: string
  wikiElementId?: number | null
  assigneeId?: number | null
  dueAt?: string | null
  attachments?: number[]
  now: Date
}

/** Fails with `conflict` for a contact that is archived, which stays so until the transaction ends. */
const requireNotArchived = async (db: Db, contact: Omit<TicketKeys, 'ticketId'>): Promise<void> => {
  const row = await db.maybe<{ archived: boolean }>(sql`select archived_at is not null as archived from contact c
    where c.service_company_id = ${contact.serviceCompanyId} and c.portal_id = ${contact.portalId} and c.id = ${contact.contactId}
    for key share`)
  if (row?.archived) fail('conflict', { detail: 'The customer is archived: restore it first.' })
}

const requireReferences = async (db: Db, contact: Omit<TicketKeys, 'ticketId'>, ticket: TicketOnBehalf) => {
  const { webUserId = null, wikiElementId = null, assigneeId = null, taskTypeId } = ticket
  const there = await db.one<Record<'webUserId' | 'taskTypeId' | 'wikiElementId' | 'assigneeId', boolean>>(sql`select
    ${webUserId}::bigint is null or exists (select from membership m where ${ofContact(contact, 'm')} and m.active
      and m.web_user_id = ${webUserId}) as "webUserId",
    exists (select from task_type y where y.service_company_id = ${contact.serviceCompanyId} and y.portal_id = ${contact.portalId}
      and y.id = ${taskTypeId} and y.archived is not true) as "taskTypeId",
    ${wikiElementId}::bigint is null or exists (select from wiki_element w where ${ofContact(contact, 'w')}
      and w.id = ${wikiElementId}) as "wikiElementId",
    ${assigneeId}::bigint is null or exists (select from staff_user a where a.service_company_id = ${contact.serviceCompanyId}
      and a.id = ${assigneeId}) as "assigneeId"`)
  for (const [field, isThere] of Object.entries(there))
    if (!isThere) failAt('not_found', `body.${field}`, 'names something that is not there')
}

/** Writes a ticket that staff raise, with its files, its event for open screens and its mails; returns its id. */
export const raiseTicket = async (
  db: Db,
  scope: StaffScope,
  contact: Omit<TicketKeys, 'ticketId'>,
  ticket: TicketOnBehalf,
): Promise<number> => {
  const { webUserId = null, wikiElementId = null, assigneeId = null, dueAt = null, attachments = [], now } = ticket
  const title = requireText(ticket.title, 'body.title')
  await requireNotArchived(db, contact)
  await requireReferences(db, contact, ticket)
  await claimStaffUploads(db, scope, contact, { purpose: 'ticket', ids: attachments, now })

  const { serviceCompanyId, portalId, contactId } = contact
  const words = searchWords(contactId, title, htmlToText(ticket.description))
  // The service company's row stays locked until the transaction ends, so that no number is given twice.
  const { id } = await db.one<{ id: number }>(sql`with numbered as (
      update service_company set last_ticket_number = last_ticket_number + 1 where id = ${serviceCompanyId}
      returning last_ticket_number as number)
    insert into ticket (service_company_id, portal_id, contact_id, ticket_number, title, title_order, description, task_type_id,
      task_step_id, task_status, staff_group_id, staff_user_id, creator_web_user_id, wiki_element_id, due_at, created_on, words)
    select ${serviceCompanyId}, ${portalId}, ${contactId}, numbered.number, ${title}, ${naturalOrder(title)}, ${ticket.description},
      y.id, first_step(${serviceCompanyId}, ${portalId}, 0::smallint), 0, y.staff_group_id, ${assigneeId}::bigint,
      ${webUserId}::bigint, ${wikiElementId}::bigint, ${dueAt}::timestamptz, ${now}::timestamptz,
      array_to_tsvector(${words}::text[] || (${`${contactId}:`}::text || numbered.number))
    from task_type y, numbered
    where y.service_company_id = ${serviceCompanyId} and y.portal_id = ${portalId} and y.id = ${ticket.taskTypeId}
    returning id`)
  const keys = { serviceCompanyId, portalId, contactId, ticketId: id }
  const actor = { serviceCompanyId, portalId, contactId, staffUserId: scope.staffUserId }
  await Promise.all([
    insertFiles(db, keys, null, attachments),
    recordStaffEvent(db, keys, { type: 'ticket.created' }, now),
    recordStaffAct(db, actor, { type: 'staff.ticket.raised', ticketId: id }, now),
    enqueueTicketMails(db, { at: keys }),
  ])
  return id
}
