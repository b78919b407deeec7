import type { StorageUse, StoredKind } from '@portico/contract/staff/storage'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { sameCompany, samePortal } from '../../kernel/access/tenant-joins.ts'
import { type Db, type Sql, sql } from '../../kernel/database/db.ts'

const LARGEST = 10

const kindOf: Record<string, StoredKind> = {
  ticket: 'tickets',
  comment: 'tickets',
  note: 'tickets',
  invoice: 'invoices',
  estimate: 'estimates',
  report: 'reports',
  document: 'documents',
  signing: 'signing',
  contract: 'contracts',
  wiki: 'wiki',
  publicFile: 'publicFiles',
  former: 'formerVersions',
  cannedAnswer: 'cannedAnswers',
  picture: 'pictures',
}

// The tables that count for the quota, as their triggers do.
const stored = ({ serviceCompanyId }: StaffScope): Sql => sql`select purpose, portal_id, contact_id, size from file
    where service_company_id = ${serviceCompanyId}
  union all select 'publicFile', portal_id, null, size from public_file where service_company_id = ${serviceCompanyId}
  union all select 'former', portal_id, null, size from former_file where service_company_id = ${serviceCompanyId}
  union all select 'cannedAnswer', null, null, size from canned_answer_file where service_company_id = ${serviceCompanyId}
  union all select 'picture', null, null, size from picture where service_company_id = ${serviceCompanyId}
  union all select 'publish', null, null, size from publish_file where service_company_id = ${serviceCompanyId}
  union all select 'import', null, null, size from import_run_file where service_company_id = ${serviceCompanyId}
  union all select 'upload', null, null, size from staff_upload where service_company_id = ${serviceCompanyId}
  union all select 'upload', null, null, size from operator_upload where service_company_id = ${serviceCompanyId}`

type Sum = { purpose: string; portalId: number | null; contactId: number | null; bytes: number; files: number }
type Totals = { bytes: number; files: number }

const sumBy = <Key>(rows: readonly Sum[], keyOf: (row: Sum) => Key): [Key, Totals][] => {
  const sums = new Map<Key, Totals>()
  for (const row of rows) {
    const { bytes, files } = sums.get(keyOf(row)) ?? { bytes: 0, files: 0 }
    sums.set(keyOf(row), { bytes: bytes + row.bytes, files: files + row.files })
  }
  return [...sums].sort(([, a], [, b]) => b.bytes - a.bytes)
}

type Named = { portals: StorageUse['portals'][number]['portal'][]; quota: number | null }

/** What the files of the company take, and its own quota; null: that of the installation. */
export const storageUseOf = async (db: Db, scope: StaffScope): Promise<StorageUse> => {
  const { serviceCompanyId } = scope
  // The customers with most are chosen by the database: there may be thousands.
  const rows =
    await db.many<Sum>(sql`select purpose, portal_id as "portalId", sum(size)::bigint as bytes, count(*) as files
    from (${stored(scope)}) stored group by 1, 2`)
  const customers = await db.many<StorageUse['customers'][number]>(sql`select c.id as "contactId",
      c.company_name as "companyName", p.web_portal_name as "webPortalName", f.bytes, f.files
    from (select service_company_id, portal_id, contact_id, sum(size)::bigint as bytes, count(*) as files from file
      where service_company_id = ${serviceCompanyId} group by 1, 2, 3 order by bytes desc, 3 limit ${LARGEST}) f
    join contact c on ${samePortal('c', 'f')} and c.id = f.contact_id
    join portal p on ${sameCompany('p', 'f')} and p.id = f.portal_id order by f.bytes desc, c.id`)
  const { portals, quota } =
    await db.one<Named>(sql`select s.storage_quota as quota, coalesce((select json_agg(json_build_object(
      'id', p.id, 'webPortalKey', p.web_portal_key, 'webPortalName', p.web_portal_name) order by p.id)
      from portal p where p.service_company_id = s.id), '[]') as portals
    from service_company s where s.id = ${serviceCompanyId}`)
  return {
    bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0),
    quota,
    kinds: sumBy(rows, ({ purpose }) => kindOf[purpose] ?? 'other').map(([kind, sum]) => ({ kind, ...sum })),
    portals: sumBy(rows, ({ portalId }) => portalId).map(([id, sum]) => ({
      portal: portals.find(portal => portal?.id === id) ?? null,
      ...sum,
    })),
    customers,
  }
}
