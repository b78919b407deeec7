import { activeStatus } from '@portico/contract/contracts'
import type { StaffChoices, StaffContact } from '@portico/contract/staff/tickets'
import { residual } from '../../contracts/activity-queries.ts'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { sameCompany, sameContact, samePortal } from '../../kernel/access/tenant-joins.ts'
import type { TicketKeys } from '../../kernel/access/ticket-keys.ts'
import { type Db, raw, type Sql, sql } from '../../kernel/database/db.ts'
import { containsPattern } from '../../kernel/database/search-words.ts'
import { fail } from '../../kernel/errors/fail.ts'
import { visibleToStaff, withinStaffPortals } from './list-queries.ts'

const list = (rows: Sql): Sql => sql`(select coalesce(json_agg(x), '[]') from (${rows}) x)`

/** Condition for the rows of `alias` that belong to ticket `t`. */
export const ofTicket = (alias: string): Sql => sql`${sameContact(alias, 't')} and ${raw(alias)}.ticket_id = t.id`

/** The contracts and packages of hours that hold at a time, of the customer of ticket or visit `alias`. */
export const timeSources = (now: Date, alias: 't' | 'v' = 't'): Sql => sql`
  select a.id as "activityContractId", null::bigint as "contractPackageId", a.name, ${residual('activity_contract', 'a')}::int as "residualMinutes"
  from activity_contract a where ${sameContact('a', alias)} and a.in_hours and a.starts_at <= ${now} and a.ends_at > ${now}
  union all
  select null, k.id, s.name || ' · ' || k.name, ${residual('contract_package', 'k')}::int
  from contract_package k join service_contract s on ${sameContact('s', 'k')} and s.id = k.service_contract_id
  where ${sameContact('k', alias)} and k.in_hours and s.status = ${activeStatus} and s.active_from <= ${now}
    and (s.active_to is null or s.active_to > ${now})
  order by name`

/** Names the state of the properties that staff change; a new message does not change it. */
export const etag: Sql = sql`md5(concat_ws('/', t.task_step_id, coalesce(t.task_type_id, 0), coalesce(t.staff_user_id, 0),
  coalesce(t.staff_group_id, 0), coalesce(t.wiki_element_id, 0), coalesce(t.due_at::text, '')))`

/** A locked ticket with the properties that staff change; ids are null where a property is not set. */
export type LockedTicket = TicketKeys & {
  taskStatus: number
  stepId: number
  taskTypeId: number | null
  assigneeId: number | null
  groupId: number | null
  wikiElementId: number | null
  dueAt: Date | null
  etag: string
}

/** Locks a ticket, so that changes and closings happen one after the other; undefined if the account may not see it. */
const lockStaffTicket = (db: Db, scope: StaffScope, ticketId: number): Promise<LockedTicket | undefined> =>
  db.maybe(sql`select t.service_company_id as "serviceCompanyId", t.portal_id as "portalId", t.contact_id as "contactId",
      t.id as "ticketId", t.task_status as "taskStatus", t.task_step_id as "stepId", t.task_type_id as "taskTypeId",
      t.staff_user_id as "assigneeId", t.staff_group_id as "groupId", t.wiki_element_id as "wikiElementId",
      t.due_at as "dueAt", ${etag} as etag
    from ticket t where ${visibleToStaff(scope)} and t.id = ${ticketId} for no key update of t`)

/** The keys of a ticket, without a lock; undefined if the account may not see it. */
export const ticketKeysOf = (db: Db, scope: StaffScope, ticketId: number): Promise<TicketKeys | undefined> =>
  db.maybe(sql`select t.service_company_id as "serviceCompanyId", t.portal_id as "portalId",
      t.contact_id as "contactId", t.id as "ticketId"
    from ticket t where ${visibleToStaff(scope)} and t.id = ${ticketId}`)

/** Like {@link ticketKeysOf}; `not_found` if the account may not see the ticket. */
export const requireTicketKeys = async (db: Db, scope: StaffScope, ticketId: number): Promise<TicketKeys> =>
  (await ticketKeysOf(db, scope, ticketId)) ?? fail('not_found')

/** Like {@link lockStaffTicket}; `not_found` if the account may not see the ticket. */
export const lockTicketOrFail = async (db: Db, scope: StaffScope, ticketId: number): Promise<LockedTicket> =>
  (await lockStaffTicket(db, scope, ticketId)) ?? fail('not_found')

/** Locks a ticket by its keys, for a job, which no caller stands behind; undefined if it is gone. */
export const lockTicketOf = (db: Db, ticket: TicketKeys): Promise<{ taskStatus: number } | undefined> =>
  db.maybe(sql`select t.task_status as "taskStatus" from ticket t
    where ${ofContact(ticket, 't')} and t.id = ${ticket.ticketId} for no key update of t`)

/** The number that customers know a ticket by. */
export const numberOf = async (db: Db, ticket: TicketKeys): Promise<number> => {
  const { number } = await db.one<{ number: number }>(sql`select t.ticket_number as number from ticket t
    where ${ofContact(ticket, 't')} and t.id = ${ticket.ticketId}`)
  return number
}

/** Condition that table alias `alias` holds rows of this contact. */
export const ofContact = (keys: Omit<TicketKeys, 'ticketId'>, alias: string): Sql =>
  sql`${raw(alias)}.service_company_id = ${keys.serviceCompanyId} and ${raw(alias)}.portal_id = ${keys.portalId}
    and ${raw(alias)}.contact_id = ${keys.contactId}`

/** Marks a ticket as read up to a message, or its description (null). Returns whether the ticket may be seen and has the message. */
export const markReadByStaff = (db: Db, scope: StaffScope, ticketId: number, commentId: number | null) =>
  db.one<{ ticket: boolean; comment: boolean }>(sql`with read as (
        select t.* from ticket t where ${visibleToStaff(scope)} and t.id = ${ticketId}),
      seen as (
        select r.*, coalesce(k.creation_date, r.created_on) as read_to, coalesce(k.id, 0) as comment_id
        from read r left join comment k on ${sameContact('k', 'r')} and k.ticket_id = r.id and k.id = ${commentId}::bigint
        where ${commentId}::bigint is null or k.id is not null),
      marked as (
        insert into staff_ticket_read as r (service_company_id, portal_id, contact_id, ticket_id, staff_account_id, read_to, comment_id)
        select service_company_id, portal_id, contact_id, id, ${scope.staffAccountId}::bigint, read_to, comment_id from seen
        on conflict (service_company_id, portal_id, contact_id, ticket_id, staff_account_id)
          do update set read_to = excluded.read_to, comment_id = excluded.comment_id
          where (excluded.read_to, excluded.comment_id) > (r.read_to, r.comment_id))
    select exists (select from read) as ticket, exists (select from seen) as comment`)

// Of how many activities the names are read: enough to have them all, and no scan of a large table.
const ACTIVITIES_READ = 2000

/** What the account may choose from, in one statement. */
export const choicesOf = (db: Db, scope: StaffScope): Promise<StaffChoices> =>
  db.one(sql`select
    ${list(sql`select p.id, p.web_portal_key as "webPortalKey", p.web_portal_name as name,
        ${list(sql`select y.id, y.name, y.color from task_type y where ${sameCompany('y', 'p')} and y.portal_id = p.id
          and y.archived is not true order by y.position nulls last, y.name, y.id`)} as types,
        ${list(sql`select s.id, s.name, s.task_status as "taskStatus" from task_step s
          where ${sameCompany('s', 'p')} and s.portal_id = p.id and s.archived is not true order by s.position, s.id`)} as steps
      from portal p where p.service_company_id = ${scope.serviceCompanyId}
        and (${scope.portalIds}::bigint[] is null or p.id = any(${scope.portalIds}::bigint[]))
      order by p.web_portal_name, p.id`)} as portals,
    ${list(sql`select g.id, g.name from staff_group g where g.service_company_id = ${scope.serviceCompanyId} order by g.name, g.id`)} as groups,
    ${list(sql`select a.id, a.display_name as "displayName", '/api/pictures/' || ap.name as "profileImage"
      from staff_user a left join picture ap on ${sameCompany('ap', 'a')} and ap.id = a.picture_id
      where a.service_company_id = ${scope.serviceCompanyId} order by a.display_name, a.id`)} as staff,
    (select coalesce(json_agg(distinct n.name order by n.name), '[]') from (
      (select activity_type_name as name from contract_activity where service_company_id = ${scope.serviceCompanyId} limit ${ACTIVITIES_READ})
      union all
      (select activity_type_name from ticket_time where service_company_id = ${scope.serviceCompanyId} limit ${ACTIVITIES_READ})
    ) n) as "activityTypes"`)

const CONTACTS_MOST = 20

/** Customers that are not archived and whose name contains a text, with the people who may sign in for them. */
export const contactsOf = (db: Db, scope: StaffScope, q: string): Promise<StaffContact[]> =>
  db.many(sql`select c.id, c.company_name as "companyName", c.portal_id as "portalId",
      ${list(sql`select m.web_user_id as "webUserId", m.referent_name as "referentName" from membership m
        where ${samePortal('m', 'c')} and m.contact_id = c.id and m.active order by m.referent_name, m.id`)} as people
    from contact c where ${withinStaffPortals(scope, 'c')} and c.archived_at is null and lower(c.company_name) like ${containsPattern(q)}
    order by c.company_name, c.id limit ${CONTACTS_MOST}`)

/** The keys of a contact in a portal that the account works for; undefined if there is none. */
export const staffContactOf = (
  db: Db,
  scope: StaffScope,
  contactId: number,
): Promise<Omit<TicketKeys, 'ticketId'> | undefined> =>
  db.maybe(sql`select c.service_company_id as "serviceCompanyId", c.portal_id as "portalId", c.id as "contactId"
    from contact c where ${withinStaffPortals(scope, 'c')} and c.id = ${contactId}`)
