import type { PublishKind } from '@portico/contract/staff/publishing'
import type { StaffScope } from '../kernel/access/staff-scope.ts'
import { sameContact } from '../kernel/access/tenant-joins.ts'
import { type Db, raw, sql } from '../kernel/database/db.ts'

/** The tables of the kinds whose records have a file of their contact. */
const TABLES: Record<Exclude<PublishKind, 'publicFile'>, string> = {
  invoice: 'invoice',
  creditNote: 'invoice',
  estimate: 'estimate',
  report: 'activity_report',
  document: 'document',
  documentToSign: 'signing_document',
}

type Place = { kind: PublishKind; portalId: number; contactId: number | null }

/** Whether a file with these bytes is published at this place; one to sign counts while it can be signed now or is. */
export const isPublishedAt = async (
  db: Db,
  scope: StaffScope,
  { kind, portalId, contactId }: Place,
  sha256: string,
  now: Date,
): Promise<boolean> => {
  const at = (alias: string) =>
    sql`${raw(alias)}.service_company_id = ${scope.serviceCompanyId} and ${raw(alias)}.portal_id = ${portalId}`
  if (kind === 'publicFile')
    return (
      (await db.maybe(
        sql`select 1 from public_file p where ${at('p')} and p.sha256 = decode(${sha256}, 'hex') limit 1`,
      )) !== undefined
    )
  const isLive =
    kind === 'documentToSign'
      ? sql`(t.status = 'signed' or t.status = 'unsigned' and (t.valid_until > ${now}) is not false)`
      : sql`true`
  const row = await db.maybe(sql`select 1 from ${raw(TABLES[kind])} t
    join file f on ${sameContact('f', 't')}
      and f.id = t.file_id
    where ${at('t')} and t.contact_id = ${contactId} and f.sha256 = decode(${sha256}, 'hex') and ${isLive} limit 1`)
  return row !== undefined
}

/** The ids of records by their external ids. */
export const recordIdsOf = async (
  db: Db,
  scope: StaffScope,
  kind: PublishKind,
  externalIds: string[],
): Promise<number[]> => {
  const table = kind === 'publicFile' ? 'public_file' : TABLES[kind]
  const rows = await db.many<{ id: number }>(sql`select id from ${raw(table)} t
    where t.service_company_id = ${scope.serviceCompanyId} and t.external_id = any(${externalIds}) order by id`)
  return rows.map(({ id }) => id)
}

/** Of these records, those that are still at this place with the bytes that were published. */
export const unchangedRecords = async (
  db: Db,
  scope: StaffScope,
  { kind, portalId, contactId, recordIds, sha256 }: Place & { recordIds: number[]; sha256: string },
): Promise<number[]> => {
  const at = sql`t.service_company_id = ${scope.serviceCompanyId} and t.portal_id = ${portalId} and t.id = any(${recordIds}::bigint[])`
  const rows = await db.many<{ id: number }>(
    kind === 'publicFile'
      ? sql`select t.id from public_file t where ${at} and t.sha256 = decode(${sha256}, 'hex') for update`
      : sql`select t.id from ${raw(TABLES[kind])} t
          join file f on ${sameContact('f', 't')}
            and f.id = t.file_id
          where ${at} and t.contact_id = ${contactId} and f.sha256 = decode(${sha256}, 'hex') for update of t`,
  )
  return rows.map(({ id }) => id)
}

/** Withdraws documents to sign; false if one of them is signed, declined or withdrawn already, and then none is. */
export const withdrawDocuments = async (
  db: Db,
  scope: StaffScope,
  { portalId, contactId, recordIds }: { portalId: number; contactId: number; recordIds: number[] },
): Promise<boolean> => {
  const at = sql`d.service_company_id = ${scope.serviceCompanyId} and d.portal_id = ${portalId} and d.contact_id = ${contactId}
    and d.id = any(${recordIds}::bigint[])`
  const rows = await db.many<{ status: string }>(sql`select d.status from signing_document d where ${at} for update`)
  if (rows.length !== recordIds.length || rows.some(({ status }) => status !== 'unsigned')) return false
  await db.run(sql`update signing_document d set status = 'withdrawn' where ${at}`)
  return true
}

/** The externalId of the member of staff. */
export const staffExternalIdOf = async (db: Db, scope: StaffScope): Promise<string | null> => {
  const row = await db.maybe<{ externalId: string }>(sql`select external_id as "externalId" from staff_user
    where service_company_id = ${scope.serviceCompanyId} and id = ${scope.staffUserId}`)
  return row?.externalId ?? null
}

/** Notes in the history of the records who has published them. */
export const notePublished = async (
  db: Db,
  scope: StaffScope,
  { kind, portalId, recordIds, now }: { kind: PublishKind; portalId: number; recordIds: number[]; now: Date },
): Promise<void> => {
  const recorded = kind === 'creditNote' ? 'invoice' : kind
  await db.run(sql`insert into publication_change (service_company_id, portal_id, kind, record_id, staff_user_id, what, at)
    select ${scope.serviceCompanyId}, ${portalId}, ${recorded}, id, ${scope.staffUserId},
      ${kind === 'documentToSign' ? 'sent' : 'published'}, ${now} from unnest(${recordIds}::bigint[]) as id`)
}
