import type { Found, FoundTicket } from '@portico/contract/staff/ticket-actions'
import { seesRecords } from '@portico/contract/staff-roles'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { sameCompany, sameContact, samePortal } from '../../kernel/access/tenant-joins.ts'
import type { TicketKeys } from '../../kernel/access/ticket-keys.ts'
import { type Db, empty, raw, type Sql, sql } from '../../kernel/database/db.ts'
import { containsPattern, searchQuery } from '../../kernel/database/search-words.ts'
import { hasEveryWord, type NamedCustomers, selectOfNamed } from './customer-words.ts'
import { foundByStaff, hasWords, nameContains, RECENT, visibleToStaff, withinStaffPortals } from './list-queries.ts'
import { findNamedCustomers } from './named-customers.ts'
import { ofContact } from './queries.ts'

const MOST = 5
const FOUND_MOST = raw(String(MOST))
/** Texts shorter than this would find almost everything, at the price of reading it. */
const SHORTEST = 2

const portal: Sql = sql`json_build_object('id', p.id, 'webPortalKey', p.web_portal_key, 'name', p.web_portal_name,
  'baseColor', p.base_color) as portal`

const contactAndPortal = (
  alias: string,
): Sql => sql`join contact c on ${samePortal('c', alias)} and c.id = ${raw(alias)}.contact_id
  join portal p on ${sameCompany('p', alias)} and p.id = ${raw(alias)}.portal_id`

const tickets = (from: Sql): Sql => sql`
  select t.id, t.title as label, '#' || t.ticket_number || ' · ' || c.company_name as sublabel, ${portal}, c.id as "contactId",
    json_build_object('name', st.name, 'taskStatus', t.task_status) as step, a.display_name as assignee
  from (select t.* from ${from} order by t.created_on desc, t.id desc limit ${FOUND_MOST}) t
  ${contactAndPortal('t')}
  join task_step st on ${samePortal('st', 't')} and st.id = t.task_step_id
  left join staff_user a on ${sameCompany('a', 't')} and a.id = t.staff_user_id order by t.created_on desc, t.id desc`

/** Finds tickets among the newest, or, if these have too few, by the indexes. */
const searchTickets = async (db: Db, scope: StaffScope, q: string, named: NamedCustomers): Promise<FoundTicket[]> => {
  const visible = sql`ticket t where ${visibleToStaff(scope)}`
  const recent = sql`(select t.* from ${visible} order by t.created_on desc, t.id desc limit ${RECENT}) t where ${hasWords(scope, q, named)}`
  const found = await db.many<FoundTicket>(tickets(recent))
  return found.length === MOST ? found : db.many(tickets(sql`${visible} and ${foundByStaff(scope, q, named)}`))
}

const customers = (scope: StaffScope, q: string): Sql => sql`
  select c.id, c.company_name as label, c.address as sublabel, ${portal}, c.id as "contactId"
  from contact c join portal p on ${sameCompany('p', 'c')} and p.id = c.portal_id
  where ${withinStaffPortals(scope, 'c')} and (${nameContains('c.company_name', q)}
    or ${hasEveryWord(sql`concat_ws(' ', c.company_name, c.vat_number)`, q) ?? sql`false`})
  order by c.company_name, c.id limit ${FOUND_MOST}`

const people = (scope: StaffScope, q: string): Sql => sql`
  select m.web_user_id as id, m.referent_name as label, c.company_name as sublabel, ${portal}, c.id as "contactId"
  from membership m join web_user u on ${sameCompany('u', 'm')} and u.id = m.web_user_id ${contactAndPortal('m')}
  where ${withinStaffPortals(scope, 'm')} and m.active and (${nameContains('m.referent_name', q)} or ${nameContains('u.email', q)}
    or ${hasEveryWord(sql`concat_ws(' ', m.referent_name, u.email, c.company_name)`, q) ?? sql`false`})
  order by m.referent_name, m.id limit ${FOUND_MOST}`

type Searched = { words: string; named: NamedCustomers }

/** Rows `alias` of a table whose `search_text` has the words, or those that do not name their customer. */
const withText = (scope: StaffScope, table: string, alias: string, { words, named }: Searched): Sql => {
  const withAll = sql`select s.id from ${raw(table)} s where s.service_company_id = ${scope.serviceCompanyId}
    and text_words(s.service_company_id, s.search_text) @@ ${words}::tsquery`
  const ofNamed = selectOfNamed(scope, named, { table, column: 'id', words: 'search_text' })
  const found = named.length > 0 ? sql`${withAll} union all ${ofNamed}` : withAll
  return sql`${withinStaffPortals(scope, alias)} and ${raw(alias)}.id = any(array(${found}))`
}

const invoices = (scope: StaffScope, searched: Searched): Sql => sql`
  select i.id, i.document_number as label, c.company_name as sublabel, ${portal}, c.id as "contactId"
  from invoice i ${contactAndPortal('i')} where ${withText(scope, 'invoice', 'i', searched)}
  order by i.invoice_date desc, i.id desc limit ${FOUND_MOST}`

const assets = (scope: StaffScope, searched: Searched): Sql => sql`
  select w.id, w.name as label, f.name || ' · ' || c.company_name as sublabel, ${portal}, c.id as "contactId"
  from wiki_element w join wiki_folder f on ${sameContact('f', 'w')} and f.id = w.wiki_folder_id ${contactAndPortal('w')}
  where ${withText(scope, 'wiki_element', 'w', searched)} order by w.name_order, w.id limit ${FOUND_MOST}`

/** How many assets of one customer are offered. */
const ASSETS_MOST = raw('50')

/** The assets of a customer whose folder or name contains a text, as the customer's own list has them. */
export const searchAssetsOf = (
  db: Db,
  contact: Omit<TicketKeys, 'ticketId'>,
  text: string,
): Promise<{ id: number; name: string; folderName: string }[]> => {
  const containing = text.trim() ? sql`and w.search_text like ${containsPattern(text)}` : empty
  return db.many(sql`select w.id, w.name, f.name as "folderName"
    from wiki_element w join wiki_folder f on ${sameContact('f', 'w')} and f.id = w.wiki_folder_id
    where ${ofContact(contact, 'w')} ${containing} order by w.folder_order, w.name_order, w.id limit ${ASSETS_MOST}`)
}

type FoundByKind = Record<'customers' | 'people' | 'invoices' | 'assets', Found[]> & { tickets: FoundTicket[] }

const list = (rows: Sql): Sql => sql`(select coalesce(json_agg(x), '[]') from (${rows}) x)`
const nothing = raw(`'[]'::json`)

/** Finds up to five of each kind. */
export const searchEverything = async (db: Db, scope: StaffScope, text: string): Promise<FoundByKind> => {
  const q = text.trim()
  if (q.length < SHORTEST) {
    const isNumber = sql`ticket t where ${visibleToStaff(scope)} and t.ticket_number = ${Number(q)}`
    const found = /^\d$/.test(q) ? await db.many<FoundTicket>(tickets(isNumber)) : []
    return { tickets: found, customers: [], people: [], invoices: [], assets: [] }
  }
  const words = searchQuery(scope.serviceCompanyId, q)
  const named = await findNamedCustomers(db, scope, q)
  const others = await db.one<Omit<FoundByKind, 'tickets'>>(sql`select ${list(customers(scope, q))} as customers,
    ${list(people(scope, q))} as people,
    ${words && seesRecords(scope, 'invoice') ? list(invoices(scope, { words, named })) : nothing} as invoices,
    ${words ? list(assets(scope, { words, named })) : nothing} as assets`)
  return { tickets: await searchTickets(db, scope, q, named), ...others }
}
