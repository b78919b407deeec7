import type { ContractKind } from '@portico/contract/staff/records/contracts'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { type Db, raw, type Sql, sql } from '../../kernel/database/db.ts'
import { withinStaffPortals } from '../../tickets/staff/list-queries.ts'
import { contractVersion, documentVersion, packageVersion, tables } from './detail-queries.ts'

/** Where a record is, locked, with the version that staff read. */
export type LockedRecord = {
  serviceCompanyId: number
  portalId: number
  contactId: number
  id: number
  externalId: string
  version: string
}

const keys = (alias: string): Sql =>
  raw(`${alias}.service_company_id as "serviceCompanyId", ${alias}.portal_id as "portalId", ${alias}.contact_id as "contactId",
    ${alias}.id, ${alias}.external_id as "externalId"`)

/** Locks a row, and then reads it: what was committed while the lock waited is seen. */
const lockRow = async <Row extends LockedRecord>(
  db: Db,
  scope: StaffScope,
  { table, alias, id, columns }: { table: string; alias: string; id: number; columns: Sql },
): Promise<Row | undefined> => {
  const here = sql`from ${raw(`${table} ${alias}`)} where ${withinStaffPortals(scope, alias)} and ${raw(alias)}.id = ${id}`
  if (!(await db.maybe(sql`select ${here} for no key update`))) return undefined
  return db.maybe(sql`select ${keys(alias)}, ${columns} ${here}`)
}

/** Locks a contract; undefined for one that the account may not see. */
export const lockContract = (
  db: Db,
  scope: StaffScope,
  kind: ContractKind,
  id: number,
): Promise<LockedRecord | undefined> =>
  lockRow(db, scope, { table: tables[kind], alias: 'a', id, columns: sql`${contractVersion[kind]} as version` })

/** Locks a package; undefined for one that the account may not see. */
export const lockPackage = (
  db: Db,
  scope: StaffScope,
  id: number,
): Promise<(LockedRecord & { contractId: number }) | undefined> =>
  lockRow(db, scope, {
    table: 'contract_package',
    alias: 'k',
    id,
    columns: sql`${packageVersion} as version, k.service_contract_id as "contractId"`,
  })

/** Locks a document of a contract; undefined for one that the account may not see. */
export const lockDocument = (
  db: Db,
  scope: StaffScope,
  id: number,
): Promise<(LockedRecord & { contractId: number }) | undefined> =>
  lockRow(db, scope, {
    table: 'service_contract_document',
    alias: 'd',
    id,
    columns: sql`${documentVersion} as version, d.service_contract_id as "contractId"`,
  })

type Holder = Pick<LockedRecord, 'serviceCompanyId' | 'portalId' | 'contactId' | 'id'>

const of = ({ serviceCompanyId, portalId, contactId }: Holder, alias: string): Sql =>
  sql`${raw(alias)}.service_company_id = ${serviceCompanyId} and ${raw(alias)}.portal_id = ${portalId}
    and ${raw(alias)}.contact_id = ${contactId}`

/** How many activities a locked contract or package has. */
export const countActivities = async (
  db: Db,
  holder: Holder,
  what: 'activity' | 'service' | 'package',
): Promise<number> => {
  const mine = {
    activity: sql`v.activity_contract_id = ${holder.id}`,
    package: sql`v.contract_package_id = ${holder.id}`,
    service: sql`v.contract_package_id in (select k.id from contract_package k
      where ${of(holder, 'k')} and k.service_contract_id = ${holder.id})`,
  }[what]
  const { count } = await db.one<{ count: number }>(
    sql`select count(*) as count from contract_activity v where ${of(holder, 'v')} and ${mine}`,
  )
  return count
}

/** The external ids of tags of a portal and of assets of a customer, in the order of the ids; undefined where one is not there. */
export const externalIdsOf = async (
  db: Db,
  { serviceCompanyId, portalId, contactId }: Omit<Holder, 'id'>,
  table: 'tag' | 'wiki_element',
  ids: readonly number[],
): Promise<string[] | undefined> => {
  const rows = await db.many<{ externalId: string }>(sql`select t.external_id as "externalId" from ${raw(table)} t
    where t.service_company_id = ${serviceCompanyId} and t.portal_id = ${portalId}
      and ${table === 'tag' ? sql`true` : sql`t.contact_id = ${contactId}`} and t.id = any(${[...ids]}::bigint[]) order by t.id`)
  return rows.length === ids.length ? rows.map(({ externalId }) => externalId) : undefined
}

/** The id of the contract with an external id of the company. */
export const contractIdOf = async (
  db: Db,
  { serviceCompanyId }: StaffScope,
  kind: ContractKind,
  externalId: string,
): Promise<number> =>
  (
    await db.one<{ id: number }>(sql`select id from ${raw(tables[kind])}
      where service_company_id = ${serviceCompanyId} and external_id = ${externalId}`)
  ).id

/** A portal that the account works for, by its external id; undefined for another one. */
export const portalNameOf = async (db: Db, scope: StaffScope, portalId: number): Promise<string | undefined> =>
  (
    await db.maybe<{ externalId: string }>(sql`select p.external_id as "externalId" from portal p
      where p.service_company_id = ${scope.serviceCompanyId} and p.id = ${portalId}
        and (${scope.portalIds}::bigint[] is null or p.id = any(${scope.portalIds}::bigint[])) for key share`)
  )?.externalId

/** A tag of a portal by name and group, whatever their case. */
export const findTag = (
  db: Db,
  { serviceCompanyId }: StaffScope,
  { portalId, name, tagGroupName }: { portalId: number; name: string; tagGroupName: string | null },
): Promise<{ id: number; name: string; tagGroupName: string | null } | undefined> =>
  db.maybe(sql`select t.id, t.name, t.tag_group_name as "tagGroupName" from tag t
    where t.service_company_id = ${serviceCompanyId} and t.portal_id = ${portalId} and lower(t.name) = lower(${name})
      and lower(t.tag_group_name) is not distinct from lower(${tagGroupName}::text) order by t.id limit 1`)
