import { activeStatus } from '@portico/contract/contracts'
import type { ContractKind, ContractStateFilter, StaffContractListed } from '@portico/contract/staff/records/contracts'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { sameContact } from '../../kernel/access/tenant-joins.ts'
import { type Db, join, raw, type Sql, sql } from '../../kernel/database/db.ts'
import type { Page, Paged, SortColumn } from '../../kernel/database/pagination.ts'
import { searchQuery } from '../../kernel/database/search-words.ts'
import {
  customersNamed,
  type PlaceFilter,
  placeColumns,
  withinPlace,
  withPlace,
} from '../../portals/staff/place-queries.ts'
import { residual } from '../activity-queries.ts'
import { soon } from '../queries.ts'

/** Filters of the staff's list of contracts. */
export type StaffContractFilter = PlaceFilter & {
  q?: string | undefined
  kind?: ContractKind | undefined
  state?: ContractStateFilter | undefined
  low?: '1' | undefined
  now: Date
}

/** Ids of two tables in one order: each kind has the even or the odd ones. */
export const contractPageId = 'p.page_id'

export const staffContractSort = {
  endsOn: { by: 'p.ends_order', type: 'timestamptz' },
  name: { by: 'p.name_order', type: 'text' },
} satisfies Record<string, SortColumn>

/** Where contracts of a kind are, as alias `a`. A service contract without an end sorts after all others. */
type Source = { table: string; pageId: Sql; from: Sql; to: Sql; end: Sql; runs: Sql; grantor: Sql }

const never = raw(`timestamptz '9999-12-31 00:00:00Z'`)

const sources: Record<ContractKind, Source> = {
  activity: {
    table: 'activity_contract',
    pageId: sql`a.id * 2`,
    from: sql`a.starts_at`,
    to: sql`a.ends_at`,
    end: sql`a.ends_at`,
    runs: sql`true`,
    grantor: sql`select a.in_hours, a.amount, ${residual('activity_contract', 'a')} as residual`,
  },
  service: {
    table: 'service_contract',
    pageId: sql`a.id * 2 + 1`,
    from: sql`a.active_from`,
    to: sql`a.active_to`,
    end: sql`coalesce(a.active_to, ${never})`,
    runs: sql`a.status = ${raw(String(activeStatus))}`,
    grantor: sql`select k.in_hours, k.amount, ${residual('contract_package', 'k')} as residual
      from contract_package k where ${sameContact('k', 'a')} and k.service_contract_id = a.id`,
  },
}

/** The state of contract `a` at a time. */
const contractState = (kind: ContractKind, now: Date): Sql => {
  const { from, end, runs } = sources[kind]
  return sql`case when not (${runs}) or ${end} <= ${now} then 'ended' when ${from} > ${now} then 'toCome'
    when ${end} <= ${soon({ now })} then 'expiring' else 'active' end`
}

const inState = (kind: ContractKind, state: ContractStateFilter, now: Date): Sql => {
  const { from, end, runs } = sources[kind]
  if (state === 'ended') return sql`(not (${runs}) or ${end} <= ${now})`
  if (state === 'toCome') return sql`${runs} and ${from} > ${now} and ${end} > ${now}`
  const running = sql`${runs} and ${from} <= ${now} and ${end} > ${now}`
  if (state === 'expiring') return sql`${running} and ${end} <= ${soon({ now })}`
  return state === 'active' ? sql`${running} and ${end} > ${soon({ now })}` : running
}

/** What is left of contract `a`: of a service contract, of the package with the smallest part left. */
const leastAllowance = (kind: ContractKind): Sql =>
  sql`(select r.* from (${sources[kind].grantor}) r order by r.residual / nullif(r.amount, 0) nulls last limit 1)`

const conditionsOf = (scope: StaffScope, kind: ContractKind, filter: StaffContractFilter): Sql => {
  const { q, state, low, now, ...place } = filter
  const conditions = [withinPlace(scope, 'a', place)]
  if (state !== undefined) conditions.push(inState(kind, state, now))
  if (low) {
    conditions.push(inState(kind, 'running', now))
    conditions.push(
      sql`exists (select from (${sources[kind].grantor}) r where r.amount > 0 and r.residual * 4 <= r.amount)`,
    )
  }
  if (q?.trim()) {
    const words = searchQuery(scope.serviceCompanyId, q)
    const named = sql`a.contact_id = any(array(${customersNamed(scope, q)}))`
    conditions.push(
      words
        ? sql`(text_words(a.service_company_id, a.name_order || ' ' || lower(a.name)) @@ ${words}::tsquery or ${named})`
        : named,
    )
  }
  return join(conditions, ' and ')
}

const kindsOf = ({ kind }: StaffContractFilter): ContractKind[] => (kind ? [kind] : ['activity', 'service'])

const rowsOf = (scope: StaffScope, kind: ContractKind, filter: StaffContractFilter): Sql => {
  const { table, pageId, from, to, end } = sources[kind]
  return sql`select ${pageId} as page_id, a.*, ${from} as starts_on, ${to} as ends_on, ${end} as ends_order
    from ${raw(table)} a where ${conditionsOf(scope, kind, filter)}`
}

/** The columns of a listed contract `a`; it needs the joins of `withPlace`. */
export const listedColumns = (kind: ContractKind, now: Date): Sql => {
  const { from, to } = sources[kind]
  const packages =
    kind === 'activity'
      ? raw('0')
      : sql`(select count(*)::int from contract_package k where ${sameContact('k', 'a')} and k.service_contract_id = a.id)`
  return sql`${raw(`'${kind}'`)} as kind, a.name, instant(${from}) as "startsOn", instant(${to}) as "endsOn",
    g.time_zone as "timeZone", ${contractState(kind, now)} as state, ${placeColumns}, ${packages} as packages,
    (select json_build_object('inHours', l.in_hours, 'amount', l.amount, 'residual', l.residual) from ${leastAllowance(kind)} l)
      as allowance`
}

/** Reads one page of contracts: the first of each kind, of which the first are taken. */
export const staffContractsOf = (
  db: Db,
  scope: StaffScope,
  filter: StaffContractFilter,
  page: Page,
): Promise<Paged<StaffContractListed & { contractId: number }>[]> => {
  const shown = kindsOf(filter).map(
    kind => sql`select p.page_id, p.ends_order, p.name_order, x.* from (
        select p.* from (${rowsOf(scope, kind, filter)}) p where ${page.after} order by ${page.order} limit ${page.limit}) p
      cross join lateral (select a.id as "contractId", ${listedColumns(kind, filter.now)}
        from (select p.*) a ${withPlace('a')}) x`,
  )
  return db.list(sql`select p.page_id as id, p."contractId", p.kind, p.name, p."startsOn", p."endsOn", p."timeZone", p.state, p.customer, p.portal,
      p.packages, p.allowance, ${page.key}
    from (${join(shown, ' union all ')}) p order by ${page.order} limit ${page.limit}`)
}

export const countStaffContracts = (scope: StaffScope, filter: StaffContractFilter): Sql => {
  const counts = kindsOf(filter).map(
    kind => sql`(select count(*) from ${raw(sources[kind].table)} a where ${conditionsOf(scope, kind, filter)})`,
  )
  return sql`select ${join(counts, ' + ')} as count`
}
