import { activeStatus } from '@portico/contract/contracts'
import type { StaffTicketContext, TicketLink } from '@portico/contract/staff/ticket-actions'
import { residual } from '../../contracts/activity-queries.ts'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { sameCompany, sameContact, samePortal } from '../../kernel/access/tenant-joins.ts'
import type { TicketKeys } from '../../kernel/access/ticket-keys.ts'
import { type Db, raw, type Sql, sql } from '../../kernel/database/db.ts'
import { readAddresses } from '../rules.ts'
import { visibleToStaff } from './list-queries.ts'
import { ofContact } from './queries.ts'

// What stands beside a ticket: other tickets linked to it, and what else is known of its customer.

/** Ticket `t` as JSON, named beside another one; needs {@link referenceJoins}. */
const ticketReference: Sql = sql`json_build_object('id', t.id, 'ticketNumber', t.ticket_number, 'title', t.title,
  'step', json_build_object('id', st.id, 'name', st.name, 'taskStatus', t.task_status),
  'contact', json_build_object('id', c.id, 'companyName', c.company_name), 'createdOn', instant(t.created_on))`

const referenceJoins: Sql = sql`join contact c on ${samePortal('c', 't')} and c.id = t.contact_id
  join task_step st on ${samePortal('st', 't')} and st.id = t.task_step_id`

/**
 * Selects the links `l` of a ticket to tickets that the account may see, oldest first; the columns `kind` and `ticket`. `ofTicket` is the
 * condition for its rows of `l`.
 */
const selectLinks = (scope: StaffScope, ofTicket: Sql): Sql => sql`
  select l.kind, ${ticketReference} as ticket from ticket_link l
  join ticket_link o on ${sameCompany('o', 'l')} and o.link_id = l.link_id and o.ticket_id <> l.ticket_id
  join ticket t on ${sameContact('t', 'o')} and t.id = o.ticket_id ${referenceJoins}
  where ${ofTicket} and ${visibleToStaff(scope)} order by l.linked_on, l.link_id`

/** The links of a ticket to tickets that the account may see. */
export const linksOf = (db: Db, scope: StaffScope, ticket: TicketKeys): Promise<TicketLink[]> =>
  db.many(selectLinks(scope, sql`${ofContact(ticket, 'l')} and l.ticket_id = ${ticket.ticketId}`))

type Kind = TicketLink['kind']

/** Links two tickets of a company; the kinds are what the second is to the first, and the first to the second. */
export const insertLink = (
  db: Db,
  scope: StaffScope,
  [ticket, other]: readonly [TicketKeys, TicketKeys],
  [kind, otherKind]: readonly [Kind, Kind],
  now: Date,
): Promise<number> =>
  db.run(sql`with link as (select nextval('ticket_link_id') as id)
    insert into ticket_link (service_company_id, portal_id, contact_id, ticket_id, link_id, kind, staff_user_id, linked_on)
    select ${scope.serviceCompanyId}::bigint, x.portal_id, x.contact_id, x.ticket_id, link.id, x.kind, ${scope.staffUserId}::bigint,
      ${now}::timestamptz
    from link, (values (${ticket.portalId}::bigint, ${ticket.contactId}::bigint, ${ticket.ticketId}::bigint, ${kind}),
      (${other.portalId}, ${other.contactId}, ${other.ticketId}, ${otherKind})) as x (portal_id, contact_id, ticket_id, kind)`)

/** What a ticket is to another one. */
export const linkKinds = async (db: Db, ticket: TicketKeys, other: TicketKeys): Promise<Kind[]> => {
  const rows = await db.many<{ kind: Kind }>(sql`select l.kind from ticket_link l where ${between(ticket, other)}`)
  return rows.map(({ kind }) => kind)
}

/** Removes the link that staff have made between two tickets. */
export const deleteRelated = (db: Db, ticket: TicketKeys, other: TicketKeys): Promise<number> =>
  db.run(sql`delete from ticket_link d where d.service_company_id = ${ticket.serviceCompanyId} and d.link_id in (
    select l.link_id from ticket_link l where ${between(ticket, other)} and l.kind = 'related')`)

const between = (ticket: TicketKeys, other: TicketKeys): Sql =>
  sql`${ofContact(ticket, 'l')} and l.ticket_id = ${ticket.ticketId} and exists (select from ticket_link o
    where ${ofContact(other, 'o')} and o.ticket_id = ${other.ticketId} and o.link_id = l.link_id)`

/** Writes one line to the history of a ticket. `before` and `after` are what the line shows, such as the number of another ticket. */
export const insertHistory = async (
  db: Db,
  scope: StaffScope,
  ticket: TicketKeys,
  { field, before = null, after = null }: { field: string; before?: string | null; after?: string | null },
  now: Date,
): Promise<void> => {
  const { serviceCompanyId, portalId, contactId, ticketId } = ticket
  await db.run(sql`insert into ticket_change (service_company_id, portal_id, contact_id, ticket_id, staff_user_id, field, before, after, changed_on)
    values (${serviceCompanyId}, ${portalId}, ${contactId}, ${ticketId}, ${scope.staffUserId}, ${field}, ${before}, ${after}, ${now})`)
}

const UPCOMING_MOST = 5
const LAST_MOST = 3
const EARLIER_MOST = 5

const list = (rows: Sql): Sql => sql`(select coalesce(json_agg(x), '[]') from (${rows}) x)`

// The ticket in question is `cur`, so that `t` is free for the other ones, of which only the visible are shown.
const person: Sql = sql`(select json_build_object('webUserId', m.web_user_id, 'referentName', m.referent_name, 'email', u.email,
    'phone', u.phone, 'active', m.active, 'administrator', m.administrator,
    'lastVisitOn', (select instant(max(s.last_seen_at)) from session s where ${sameCompany('s', 'm')} and s.web_user_id = m.web_user_id))
  from membership m join web_user u on ${sameCompany('u', 'm')} and u.id = m.web_user_id
  where ${sameContact('m', 'cur')} and m.web_user_id = cur.creator_web_user_id)`

const hours = (now: Date): Sql => sql`
  select a.id as "activityContractId", null::bigint as "contractPackageId", a.name, a.amount::int as "totalMinutes",
    ${residual('activity_contract', 'a')}::int as "residualMinutes", instant(a.ends_at) as "endsOn"
  from activity_contract a where ${sameContact('a', 'cur')} and a.in_hours and a.starts_at <= ${now} and a.ends_at > ${now}
  union all
  select null, k.id, s.name || ' · ' || k.name, k.amount::int, ${residual('contract_package', 'k')}::int, instant(s.active_to)
  from contract_package k join service_contract s on ${sameContact('s', 'k')} and s.id = k.service_contract_id
  where ${sameContact('k', 'cur')} and k.in_hours and s.status = ${activeStatus} and s.active_from <= ${now}
    and (s.active_to is null or s.active_to > ${now})
  order by name`

const asset = (
  scope: StaffScope,
): Sql => sql`(select json_build_object('id', w.id, 'name', w.name, 'folderName', f.name,
    'ticketCount', (select count(*) from ticket t where ${sameContact('t', 'w')} and t.wiki_element_id = w.id and ${visibleToStaff(scope)}))
  from wiki_element w join wiki_folder f on ${sameContact('f', 'w')} and f.id = w.wiki_folder_id
  where ${sameContact('w', 'cur')} and w.id = cur.wiki_element_id)`

const visits = (scope: StaffScope, which: Sql): Sql => sql`
  select v.id, v.activity_type_name as "activityTypeName", v.title, instant(v.starts_at) as "startsOn", instant(v.ends_at) as "endsOn",
    s.display_name as "staffName", v.appointment_id as "bookingId",
    (select t.id from ticket t where ${sameContact('t', 'v')} and t.id = v.ticket_id and ${visibleToStaff(scope)}) as "ticketId"
  from planned_activity v left join staff_user s on ${sameCompany('s', 'v')} and s.id = v.staff_user_id
  where ${sameContact('v', 'cur')} and v.status is distinct from 'cancelled' and ${which}`

const earlier = (scope: StaffScope): Sql =>
  sql`from ticket t ${referenceJoins} where ${sameContact('t', 'cur')} and t.id <> cur.id and ${visibleToStaff(scope)}`

type Row = Omit<StaffTicketContext, 'copyAddresses'> & { copyLists: string[] }

/** Reads what stands beside a ticket in one statement; undefined if the account may not see the ticket. */
export const contextOf = async (
  db: Db,
  scope: StaffScope,
  ticketId: number,
  now: Date,
): Promise<StaffTicketContext | undefined> => {
  const row = await db.maybe<Row>(sql`with cur as materialized (
      select t.* from ticket t where ${visibleToStaff(scope)} and t.id = ${ticketId})
    select ${person} as person,
      json_build_object('id', c.id, 'companyName', c.company_name, 'email', c.email, 'phone', c.phone, 'address', c.address,
        'webPortalKey', p.web_portal_key, 'portalName', p.web_portal_name) as customer,
      ${list(hours(now))} as hours,
      ${asset(scope)} as asset,
      ${list(sql`${visits(scope, sql`v.ends_at > ${now}`)} order by v.starts_at, v.id limit ${raw(String(UPCOMING_MOST))}`)} as "upcomingVisits",
      ${list(sql`${visits(scope, sql`v.ends_at <= ${now}`)} order by v.starts_at desc, v.id desc limit ${raw(String(LAST_MOST))}`)} as "lastVisits",
      (select coalesce(json_agg(x.ticket), '[]') from (
        select ${ticketReference} as ticket ${earlier(scope)} order by t.created_on desc, t.id desc limit ${raw(String(EARLIER_MOST))}) x)
        as "earlierTickets",
      (select count(*) ${earlier(scope)}) as "earlierTicketCount",
      array(select k.cc_list from comment k where ${sameContact('k', 'cur')} and k.ticket_id = cur.id and k.cc_list is not null
        union select cur.cc_list where cur.cc_list is not null order by 1) as "copyLists",
      ${list(selectLinks(scope, sql`${sameContact('l', 'cur')} and l.ticket_id = cur.id`))} as links
    from cur join contact c on ${samePortal('c', 'cur')} and c.id = cur.contact_id
    join portal p on ${sameCompany('p', 'cur')} and p.id = cur.portal_id`)
  if (!row) return undefined
  const { copyLists, ...context } = row
  return { ...context, copyAddresses: [...new Set(copyLists.flatMap(text => readAddresses(text).addresses))].sort() }
}
