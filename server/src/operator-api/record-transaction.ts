import type { OperatorScope } from '../kernel/access/api-key-scope.ts'
import { samePortal } from '../kernel/access/tenant-joins.ts'
import { type Db, raw, sql } from '../kernel/database/db.ts'
import { fail } from '../kernel/errors/fail.ts'
import type { RecordType } from '../records/definition/record-type.ts'
import type { TenantScope } from '../records/definition/tenant-scope.ts'
import { type ReadRecord, readRecords } from '../records/read/read-records.ts'

/** The tenant scope of an API key. */
export const tenantScopeOf = ({ serviceCompanyId, portalIds }: OperatorScope): TenantScope => ({
  company: serviceCompanyId,
  withCompanyRights: true,
  ...(portalIds && { portals: [...portalIds] }),
})

/** Reads one record; undefined if it does not exist or is out of scope. */
export const readOne = async (
  db: Db,
  scope: OperatorScope,
  recordType: RecordType,
  externalId: string,
): Promise<ReadRecord | undefined> => (await readRecords(db, recordType, tenantScopeOf(scope), [externalId]))[0]

/** Fails because there is no such record: with 410 for a contact that was merged into another one, which the detail names. */
export const failNotFound = async (
  db: Db,
  { serviceCompanyId, portalIds }: OperatorScope,
  { defines }: RecordType,
  externalId: string,
): Promise<never> => {
  const merged =
    defines === 'contact' &&
    (await db.maybe<{ into: string }>(sql`select c.external_id as into from merged_contact g
      join contact c on ${samePortal('c', 'g')} and c.id = g.contact_id
      where g.service_company_id = ${serviceCompanyId} and g.external_id = ${externalId}
        and (${portalIds}::bigint[] is null or g.portal_id = any(${portalIds}::bigint[]))`))
  return merged ? fail('not_found', { status: 410, detail: `It was merged into "${merged.into}".` }) : fail('not_found')
}

/** SQL: the row of a record. Uses the index on external ids. */
export const rowOf = (recordType: RecordType, { serviceCompanyId }: OperatorScope, externalId: string) =>
  sql`${raw(recordType.table)} where ${raw(recordType.level === 'installation' ? 'id' : 'service_company_id')} = ${serviceCompanyId}
    and external_id = ${externalId}`

/** Rejects a key of some portals for record types that belong to no portal; these require a key of all portals. */
export const requireWriter = ({ portalIds }: OperatorScope, { level, defines }: RecordType): void => {
  if (portalIds && defines !== 'portal' && (level === 'company' || level === 'installation'))
    fail('forbidden', { detail: 'This API key is of some portals: what belongs to none takes a key of all.' })
}

/** Locks the row and then reads the record. Reading first could return values from before a concurrent write that the lock waits for. */
export const lockRecord = async (
  db: Db,
  scope: OperatorScope,
  recordType: RecordType,
  externalId: string,
): Promise<ReadRecord | undefined> => {
  await db.run(sql`select from ${rowOf(recordType, scope, externalId)} for no key update`)
  return readOne(db, scope, recordType, externalId)
}
