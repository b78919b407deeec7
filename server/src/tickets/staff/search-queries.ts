import type { Found } from '@portico/contract/staff-ticket-actions'
import { sameCompany, samePortal } from '../../kernel/access/scope.ts'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { type Db, raw, type Sql, sql } from '../../kernel/database/db.ts'
import { searchQuery } from '../../kernel/database/search-words.ts'
import { foundByStaff, nameContains, visibleToStaff, withinStaffPortals } from './list-queries.ts'

const FOUND_MOST = raw('5')
/** Texts shorter than this would find almost everything, at the price of reading it. */
const SHORTEST = 2

const portal: Sql = sql`json_build_object('id', p.id, 'webPortalKey', p.web_portal_key, 'name', p.web_portal_name,
  'baseColor', p.base_color) as portal`

const contactAndPortal = (
  alias: string,
): Sql => sql`join contact c on ${samePortal('c', alias)} and c.id = ${raw(alias)}.contact_id
  join portal p on ${sameCompany('p', alias)} and p.id = ${raw(alias)}.portal_id`

const tickets = (scope: StaffScope, found: Sql): Sql => sql`
  select t.id, t.title as label, '#' || t.ticket_number || ' · ' || c.company_name as sublabel, ${portal}, c.id as "contactId"
  from (select * from ticket t where ${visibleToStaff(scope)} and ${found} order by t.created_on desc, t.id desc limit ${FOUND_MOST}) t
  ${contactAndPortal('t')} order by t.created_on desc, t.id desc`

const customers = (scope: StaffScope, q: string): Sql => sql`
  select c.id, c.company_name as label, c.address as sublabel, ${portal}, c.id as "contactId"
  from contact c join portal p on ${sameCompany('p', 'c')} and p.id = c.portal_id
  where ${withinStaffPortals(scope, 'c')} and ${nameContains('c.company_name', q)}
  order by c.company_name, c.id limit ${FOUND_MOST}`

const people = (scope: StaffScope, q: string): Sql => sql`
  select m.web_user_id as id, m.referent_name as label, c.company_name as sublabel, ${portal}, c.id as "contactId"
  from membership m join web_user u on ${sameCompany('u', 'm')} and u.id = m.web_user_id ${contactAndPortal('m')}
  where ${withinStaffPortals(scope, 'm')} and m.active and (${nameContains('m.referent_name', q)} or ${nameContains('u.email', q)})
  order by m.referent_name, m.id limit ${FOUND_MOST}`

/** Rows of a table whose `search_text` has the words. */
const withText = (scope: StaffScope, alias: string, words: string): Sql =>
  sql`${withinStaffPortals(scope, alias)} and text_words(${raw(alias)}.service_company_id, ${raw(alias)}.search_text) @@ ${words}::tsquery`

const invoices = (scope: StaffScope, words: string): Sql => sql`
  select i.id, i.document_number as label, c.company_name as sublabel, ${portal}, c.id as "contactId"
  from invoice i ${contactAndPortal('i')} where ${withText(scope, 'i', words)}
  order by i.invoice_date desc, i.id desc limit ${FOUND_MOST}`

const assets = (scope: StaffScope, words: string): Sql => sql`
  select w.id, w.name as label, f.name || ' · ' || c.company_name as sublabel, ${portal}, c.id as "contactId"
  from wiki_element w join wiki_folder f on f.service_company_id = w.service_company_id and f.portal_id = w.portal_id
    and f.contact_id = w.contact_id and f.id = w.wiki_folder_id ${contactAndPortal('w')}
  where ${withText(scope, 'w', words)} order by w.name_order, w.id limit ${FOUND_MOST}`

type FoundByKind = Record<'tickets' | 'customers' | 'people' | 'invoices' | 'assets', Found[]>

const list = (rows: Sql): Sql => sql`(select coalesce(json_agg(x), '[]') from (${rows}) x)`
const nothing = raw(`'[]'::json`)

/** Finds up to five of each kind in one statement. */
export const searchEverything = (db: Db, scope: StaffScope, text: string): Promise<FoundByKind> => {
  const q = text.trim()
  if (q.length < SHORTEST) {
    const number = /^\d$/.test(q) ? list(tickets(scope, sql`t.ticket_number = ${Number(q)}`)) : nothing
    return db.one(sql`select ${number} as tickets, ${nothing} as customers, ${nothing} as people, ${nothing} as invoices,
      ${nothing} as assets`)
  }
  const words = searchQuery(scope.serviceCompanyId, q)
  return db.one(sql`select ${list(tickets(scope, foundByStaff(scope, q)))} as tickets, ${list(customers(scope, q))} as customers,
    ${list(people(scope, q))} as people,
    ${words && scope.role !== 'technician' ? list(invoices(scope, words)) : nothing} as invoices,
    ${words ? list(assets(scope, words)) : nothing} as assets`)
}
