import {
  type CustomerFilter,
  listedPeopleMax,
  type StaffCustomerCounts,
  type StaffCustomerListed,
} from '@portico/contract/staff/customers/customers'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { sameCompany } from '../../kernel/access/tenant-joins.ts'
import { type Db, join, raw, type Sql, sql } from '../../kernel/database/db.ts'
import type { Page, Paged, SortColumn } from '../../kernel/database/pagination.ts'
import { nameContains, visibleToStaff, withinStaffPortals } from '../../tickets/staff/list-queries.ts'
import { lastAccessOf, leastAllowance, ofCustomer, portalObject, shareOf } from './customer-columns.ts'
import { countWaiting } from './waiting-queries.ts'

/** Filters of the list of customers. */
export type CustomersFilter = {
  q?: string | undefined
  portal?: string | undefined
  only?: CustomerFilter | undefined
}

export const customerSort = {
  companyName: { by: 'c.sort_value', type: 'text' },
  openTickets: { by: 'c.sort_value', type: 'bigint' },
  hours: { by: 'c.sort_value', type: 'numeric' },
  lastAccess: { by: 'c.sort_value', type: 'timestamptz' },
} satisfies Record<string, SortColumn>

/** One of {@link customerSort}. */
export type CustomerSort = keyof typeof customerSort

/** What is left of which a quarter or less is low. */
const LOW_SHARE = raw('0.25')
/** A shorter part of a number would find almost every customer. */
const SHORTEST_NUMBER = 3

/** Condition that a VAT number or fiscal code contains what was typed, whatever stands between its digits. */
const numberContains = (q: string): Sql => {
  const number = q
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/^IT(?=\d)/, '')
  if (number.length < SHORTEST_NUMBER || !/\d/.test(number)) return sql`false`
  const pattern = `%${number}%`
  return sql`(upper(regexp_replace(x.vat_number, '[^A-Za-z0-9]', '', 'g')) like ${pattern}
    or upper(regexp_replace(x.fiscal_code, '[^A-Za-z0-9]', '', 'g')) like ${pattern})`
}

const found = (scope: StaffScope, q: string): Sql => sql`c.id = any(array(
  select x.id from contact x where ${withinStaffPortals(scope, 'x')} and (${nameContains('x.company_name', q)} or ${numberContains(q)})
  union all
  select m.contact_id from membership m join web_user u on ${sameCompany('u', 'm')} and u.id = m.web_user_id
  where ${withinStaffPortals(scope, 'm')} and m.active and (${nameContains('m.referent_name', q)} or ${nameContains('u.email', q)})))`

const isLow = (now: Date): Sql =>
  sql`exists (select from (${leastAllowance(now)}) low where low.amount > 0 and low.residual <= low.amount * ${LOW_SHARE})`

export const openCount = (scope: StaffScope): Sql =>
  sql`(select count(*) from ticket t where ${visibleToStaff(scope)} and ${ofCustomer('t')} and t.task_status <> 2)`

export const lateCount = (scope: StaffScope, now: Date): Sql =>
  sql`(select count(*) from ticket t where ${visibleToStaff(scope)} and ${ofCustomer('t')} and t.task_status <> 2 and t.due_at < ${now})`

const peopleCount: Sql = sql`(select count(*) from membership m where ${ofCustomer('m')} and m.active)`

const lastAccess: Sql = sql`(select max(${lastAccessOf('m')}) from membership m where ${ofCustomer('m')} and m.active)`

const isNeverIn: Sql = sql`(${peopleCount} > 0 and ${lastAccess} is null)`

const filtered = (scope: StaffScope, { q, portal, only }: CustomersFilter, now: Date): Sql => {
  const conditions = [withinStaffPortals(scope, 'c'), sql`(c.archived_at is not null) = ${only === 'archived'}`]
  if (portal !== undefined)
    conditions.push(sql`c.portal_id = (select p.id from portal p
      where p.service_company_id = ${scope.serviceCompanyId} and p.web_portal_key = ${portal})`)
  if (q?.trim()) conditions.push(found(scope, q))
  if (only === 'lowHours') conditions.push(isLow(now))
  if (only === 'neverIn') conditions.push(isNeverIn)
  return join(conditions, ' and ')
}

/** What a customer is sorted by; who has no contract, and who was never in, comes last and first. */
const sortValue = (scope: StaffScope, sort: CustomerSort, now: Date): Sql => {
  if (sort === 'openTickets') return openCount(scope)
  if (sort === 'hours')
    return sql`coalesce((select round(${shareOf('least')}, 6) from (${leastAllowance(now)}) least), 9999999)`
  if (sort === 'lastAccess') return sql`coalesce(${lastAccess}, '0001-01-01 00:00:00+00'::timestamptz)`
  return sql`lower(c.company_name)`
}

/** Reads one page of the customers. What only the rows of the page need is computed for these. */
export const customersOf = (
  db: Db,
  scope: StaffScope,
  filter: CustomersFilter,
  { page, sort, now }: { page: Page; sort: CustomerSort; now: Date },
): Promise<Paged<StaffCustomerListed>[]> =>
  db.list(sql`select c.id, c.company_name as "companyName", c.address, ${portalObject} as portal, p.time_zone as "timeZone", c."pageKey",
      array(select m.referent_name from membership m where ${ofCustomer('m')} and m.active
        order by lower(m.referent_name), m.id limit ${raw(String(listedPeopleMax))}) as people,
      ${peopleCount} as "peopleCount",
      (select json_build_object('name', least.name, 'inHours', least.in_hours, 'amount', least.amount, 'residual', least.residual,
        'endsOn', instant(least.ends_on)) from (${leastAllowance(now)}) least) as allowance,
      ${openCount(scope)} as "openTickets", ${lateCount(scope, now)} as "lateTickets",
      instant(${lastAccess}) as "lastAccessOn"
    from (select c.*, ${page.key} from (
        select c.*, ${sortValue(scope, sort, now)} as sort_value from contact c where ${filtered(scope, filter, now)} offset 0) c
      where ${page.after} order by ${page.order} limit ${page.limit}) c
    join portal p on ${sameCompany('p', 'c')} and p.id = c.portal_id
    order by ${page.order}`)

export const countCustomers = (scope: StaffScope, filter: CustomersFilter, now: Date): Sql =>
  sql`select count(*) as count from contact c where ${filtered(scope, filter, now)}`

/** Counts the customers, their people, and those that the filters of the list would leave. */
export const customerCounts = (
  db: Db,
  scope: StaffScope,
  filter: CustomersFilter,
  now: Date,
): Promise<StaffCustomerCounts> =>
  db.one(sql`select count(*) as customers, coalesce(sum(${peopleCount}), 0)::int as people,
      count(*) filter (where ${isLow(now)}) as "lowHours", count(*) filter (where ${isNeverIn}) as "neverIn", ${countWaiting(scope, filter.portal, now)} as waiting
    from contact c where ${filtered(scope, filter, now)}`)
