import { letsIn } from '../../kernel/access/scope.ts'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { sameCompany } from '../../kernel/access/tenant-joins.ts'
import { type Db, raw, type Sql, sql } from '../../kernel/database/db.ts'
import { fail } from '../../kernel/errors/fail.ts'
import { withinStaffPortals } from '../../tickets/staff/list-queries.ts'

/** A contact by the columns of its key. */
export type ContactKeys = { serviceCompanyId: number; portalId: number; contactId: number }

/** A locked contact. */
export type LockedContact = ContactKeys & { companyName: string; archivedAt: Date | null }

/** Condition that rows of table alias `alias` are of a contact. */
export const ofContact = ({ serviceCompanyId, portalId, contactId }: ContactKeys, alias: string): Sql =>
  sql`${raw(alias)}.service_company_id = ${serviceCompanyId} and ${raw(alias)}.portal_id = ${portalId}
    and ${raw(alias)}.contact_id = ${contactId}`

const contactColumns: Sql = sql`c.service_company_id as "serviceCompanyId", c.portal_id as "portalId", c.id as "contactId",
  c.company_name as "companyName", c.archived_at as "archivedAt"`

/** Locks contacts until the transaction ends, so that they are changed one after the other; those that the account may not see are missing. */
export const lockContacts = (db: Db, scope: StaffScope, contactIds: number[]): Promise<LockedContact[]> =>
  db.many(sql`select ${contactColumns} from contact c where ${withinStaffPortals(scope, 'c')} and c.id = any(${contactIds}::bigint[])
    order by c.id for no key update`)

/** Waits for whoever raises a ticket, which takes a number of the company before it looks at the contact, and lets no other begin. */
export const lockCompany = (db: Db, { serviceCompanyId }: ContactKeys): Promise<number> =>
  db.run(sql`select from service_company where id = ${serviceCompanyId} for no key update`)

/** Locks a contact until the transaction ends, so that nobody can write anything for it meanwhile. Waits for who is writing. */
export const closeContact = (db: Db, { serviceCompanyId, portalId, contactId }: ContactKeys): Promise<number> =>
  db.run(sql`select from contact where service_company_id = ${serviceCompanyId} and portal_id = ${portalId} and id = ${contactId}
    for update`)

/** The keys of a contact; `not_found` if the account may not see it. */
export const requireContact = async (db: Db, scope: StaffScope, contactId: number): Promise<LockedContact> =>
  (await db.maybe<LockedContact>(sql`select ${contactColumns} from contact c
    where ${withinStaffPortals(scope, 'c')} and c.id = ${contactId}`)) ?? fail('not_found')

/** Condition that the user of membership `m` gets in by no other membership. */
const hasNoOther: Sql = sql`not exists (select from membership o where ${sameCompany('o', 'm')} and o.web_user_id = m.web_user_id
  and o.id <> m.id and ${letsIn('o')})`

/** What archiving a contact ends. */
export type ArchiveCounts = {
  people: number
  signedOut: number
  openTickets: number
  invitations: number
  documentsToSign: number
  visitsAhead: number
  runningContracts: number
}

/** Counts what archiving a contact ends. */
export const countArchived = (db: Db, contact: ContactKeys, now: Date): Promise<ArchiveCounts> => {
  const count = (table: string, alias: string, where: Sql) =>
    sql`(select count(*)::int from ${raw(`${table} ${alias}`)} where ${ofContact(contact, alias)} and ${where})`
  return db.one(sql`select
    ${count('membership', 'm', sql`m.active`)} as people,
    ${count('membership', 'm', sql`m.active and ${hasNoOther}`)} as "signedOut",
    ${count('ticket', 't', sql`t.task_status <> 2`)} as "openTickets",
    ${count('confirmation', 'k', sql`k.kind = 'invitation' and k.used_at is null and k.expires_at > ${now}`)}
      + ${count('booking_invitation', 'i', sql`not i.withdrawn and (i.expires_at is null or i.expires_at > ${now})`)} as invitations,
    ${count('signing_document', 'd', sql`d.status = 'unsigned' and (d.valid_until is null or d.valid_until > ${now})`)}
      as "documentsToSign",
    ${count('planned_activity', 'v', sql`v.ends_at > ${now} and v.status is distinct from 'cancelled'`)} as "visitsAhead",
    ${count('activity_contract', 'a', sql`a.starts_at <= ${now} and a.ends_at > ${now}`)}
      + ${count('service_contract', 's', sql`s.active_from <= ${now} and (s.active_to is null or s.active_to > ${now})`)}
      as "runningContracts"`)
}

/** Archives a contact, or takes it out of the archive. */
export const setArchived = (db: Db, contact: ContactKeys, archivedAt: Date | null): Promise<number> =>
  db.run(sql`update contact set archived_at = ${archivedAt} where service_company_id = ${contact.serviceCompanyId}
    and portal_id = ${contact.portalId} and id = ${contact.contactId}`)

/** Ends the sessions of a contact's people who get in nowhere any more. */
export const endIdleSessions = (db: Db, contact: ContactKeys): Promise<number> =>
  db.run(sql`delete from session s using membership m where ${ofContact(contact, 'm')} and ${sameCompany('s', 'm')}
    and s.web_user_id = m.web_user_id and not exists (select from membership o where ${sameCompany('o', 'm')}
      and o.web_user_id = m.web_user_id and ${letsIn('o')})`)

/**
 * Closes the open tickets of a contact, as the staff close one: with a message in the conversation, an event for open screens and one for the
 * feed. Nobody is mailed, as nobody could look at them.
 */
export const closeTickets = (
  db: Db,
  contact: ContactKeys,
  { staffUserId, now }: { staffUserId: number; now: Date },
): Promise<number> => {
  const { serviceCompanyId, portalId, contactId } = contact
  const keys = sql`${serviceCompanyId}::bigint, ${portalId}::bigint, ${contactId}::bigint`
  return db.run(sql`with closed as (
      update ticket t set task_status = 2, task_step_id = first_step(${serviceCompanyId}, ${portalId}, 2::smallint)
      where ${ofContact(contact, 't')} and t.task_status <> 2 returning t.id),
    said as (
      insert into comment (service_company_id, portal_id, contact_id, ticket_id, message, event, staff_user_id, creation_date, words)
      select ${keys}, id, '', 'closed', ${staffUserId}::bigint, ${now}::timestamptz, ''::tsvector from closed returning ticket_id, id),
    told as (
      insert into event (service_company_id, portal_id, contact_id, type, ticket_id, comment_id, created_at)
      select ${keys}, 'comment.created', ticket_id, id, ${now}::timestamptz from said)
    insert into event (service_company_id, portal_id, contact_id, staff_user_id, type, by_staff, staff_only, ticket_id, comment_id, created_at)
    select ${keys}, ${staffUserId}::bigint, 'staff.ticket.closed', true, true, ticket_id, id, ${now}::timestamptz from said`)
}

/** Whether an answer to a ticket of a contact is held back, which goes out on its own. */
export const hasHeldAnswer = async (db: Db, contact: ContactKeys): Promise<boolean> =>
  (await db.maybe(sql`select from held_answer h where ${ofContact(contact, 'h')} and not h.crossed limit 1`)) !==
  undefined

/** A contact's place in its portal, for the answer of a call. */
export const stateOf = (
  db: Db,
  { serviceCompanyId, portalId, contactId }: ContactKeys,
): Promise<{ id: number; companyName: string; archivedAt: string | null }> =>
  db.one(sql`select c.id, c.company_name as "companyName", instant(c.archived_at) as "archivedAt" from contact c
    where c.service_company_id = ${serviceCompanyId} and c.portal_id = ${portalId} and c.id = ${contactId}`)
