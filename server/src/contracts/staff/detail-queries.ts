import type { ContractKind, StaffContract, StaffPackage } from '@portico/contract/staff/records/contracts'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { sameCompany, sameContact } from '../../kernel/access/tenant-joins.ts'
import { type Db, raw, type Sql, sql } from '../../kernel/database/db.ts'
import { outsideId } from '../../kernel/database/external-id.ts'
import { withPlace } from '../../portals/staff/place-queries.ts'
import { withinStaffPortals } from '../../tickets/staff/list-queries.ts'
import { residual } from '../activity-queries.ts'
import { type ContractRow, contractColumns } from '../queries.ts'
import { type ServiceRow, serviceColumns } from '../service-queries.ts'
import { listedColumns } from './list-queries.ts'

/** The table of each kind. */
export const tables = { activity: 'activity_contract', service: 'service_contract' } as const

const idsOf = (table: string, column: string): Sql =>
  sql`array(select ${raw(column)} from ${raw(table)} l where ${sameContact('l', 'a')} and l.service_contract_id = a.id order by 1)`

/** Names what staff change of contract `a` itself. */
export const contractVersion: Record<ContractKind, Sql> = {
  activity: sql`md5(json_build_array(a.name, a.starts_at, a.ends_at, a.in_hours, a.amount, a.opening_used)::text)`,
  service: sql`md5(json_build_array(a.name, a.status, a.active_from, a.active_to,
    ${idsOf('service_contract_tag', 'tag_id')}, ${idsOf('service_contract_wiki_element', 'wiki_element_id')})::text)`,
}

/** Names what staff change of package `k`. */
export const packageVersion: Sql = sql`md5(json_build_array(k.name, k.in_hours, k.amount, k.opening_used)::text)`

/** Names what staff change of document `d`. */
export const documentVersion: Sql = sql`md5(d.document_name || '/' || d.file_id)`

const packages: Sql = sql`(select coalesce(json_agg(r order by r.id), '[]') from (
  select k.id, k.name, k.in_hours as "inHours", k.amount, ${residual('contract_package', 'k')} as residual,
    k.opening_used as "openingUsed", ${outsideId('k')} as "outsideId", ${packageVersion} as version,
    (select count(*)::int from contract_activity v where ${sameContact('v', 'k')} and v.contract_package_id = k.id) as activities
  from contract_package k where ${sameContact('k', 'a')} and k.service_contract_id = a.id) r)`

const documents: Sql = sql`(select coalesce(json_agg(r order by r."documentName", r.id), '[]') from (
  select d.id, d.document_name as "documentName", f.name as "fileName", f.size, f.id as "fileId", ${outsideId('d')} as "outsideId",
    ${documentVersion} as version
  from service_contract_document d join file f on ${sameContact('f', 'd')} and f.id = d.file_id
  where ${sameContact('d', 'a')} and d.service_contract_id = a.id) r)`

type DocumentRow = Omit<StaffContract['documents'][number], 'url'> & { fileId: number }

/** A contract as the database returns it; activities, and what customers see, are read beside it. */
export type StaffContractRow = Omit<
  StaffContract,
  'documents' | 'activities' | 'changes' | 'seenAs' | 'tags' | 'assets'
> & {
  packageList: StaffPackage[]
  documents: DocumentRow[]
}

/** A contract; undefined for one that the account may not see. */
export const staffContractOf = (
  db: Db,
  scope: StaffScope,
  { kind, id, now }: { kind: ContractKind; id: number; now: Date },
): Promise<StaffContractRow | undefined> =>
  db.maybe(sql`select a.id, ${listedColumns(kind, now)},
      ${raw(kind === 'activity' ? 'a.opening_used' : 'null::numeric')} as "openingUsed",
      ${raw(kind === 'activity' ? 'null::int' : 'a.status')} as status,
      ${outsideId('a')} as "outsideId", ${contractVersion[kind]} as version,
      ${kind === 'activity' ? sql`'[]'::json` : packages} as "packageList",
      ${kind === 'activity' ? sql`'[]'::json` : documents} as documents
    from ${raw(tables[kind])} a ${withPlace('a')} where ${withinStaffPortals(scope, 'a')} and a.id = ${id}`)

/** An activity contract as its customer's own call reads it. */
export const seenActivityContract = (
  db: Db,
  { serviceCompanyId }: StaffScope,
  { id, now }: { id: number; now: Date },
): Promise<ContractRow> =>
  db.one(sql`select ${contractColumns({ now })} from activity_contract c
    where c.service_company_id = ${serviceCompanyId} and c.id = ${id}`)

/** A service contract as its customer's own call reads it, for a reader who may see assets. */
export const seenServiceContract = (
  db: Db,
  { serviceCompanyId }: StaffScope,
  { id, now }: { id: number; now: Date },
): Promise<ServiceRow> =>
  db.one(sql`select ${serviceColumns({ now }, true)} from service_contract c
    where c.service_company_id = ${serviceCompanyId} and c.id = ${id}`)

type StoredContent = { name: string; mediaType: string; size: number; storageKey: string }

const fileParts = {
  documents: { table: 'service_contract_document', column: 'file_id' },
  activities: { table: 'contract_activity', column: 'report_file_id' },
} as const

/** The file of a document or of an activity; undefined for what is not there, or beyond the scope. */
export const contractFileOf = (
  db: Db,
  scope: StaffScope,
  part: keyof typeof fileParts,
  recordId: number,
): Promise<StoredContent | undefined> => {
  const { table, column } = fileParts[part]
  return db.maybe(sql`select f.name, f.media_type as "mediaType", f.size, f.storage_key as "storageKey"
    from ${raw(table)} r join file f on ${sameContact('f', 'r')} and f.id = ${raw(`r.${column}`)}
    where ${withinStaffPortals(scope, 'r')} and r.id = ${recordId}`)
}

/** The tags of a portal that the account works for, with how many contracts have them; undefined for another portal. */
export const staffTagsOf = async (
  db: Db,
  scope: StaffScope,
  portalId: number,
): Promise<{ id: number; name: string; tagGroupName: string | null; contracts: number }[] | undefined> => {
  const portal = await db.maybe(sql`select from portal p where p.service_company_id = ${scope.serviceCompanyId}
    and p.id = ${portalId} and (${scope.portalIds}::bigint[] is null or p.id = any(${scope.portalIds}::bigint[]))`)
  if (!portal) return undefined
  return db.many(sql`select t.id, t.name, t.tag_group_name as "tagGroupName",
      (select count(*)::int from service_contract_tag l where ${sameCompany('l', 't')} and l.portal_id = t.portal_id
        and l.tag_id = t.id) as contracts
    from tag t where t.service_company_id = ${scope.serviceCompanyId} and t.portal_id = ${portalId}
    order by lower(t.tag_group_name) nulls last, lower(t.name), t.id`)
}
