import type { StoredFile } from '../files/queries.ts'
import { sameContact } from '../kernel/access/tenant-joins.ts'
import { type Db, sql } from '../kernel/database/db.ts'
import type { DocumentId } from './evidence/evidence.ts'
import type { SealLevel } from './seal/seal-levels.ts'

/** Records the new level and files of a raised seal. */
export const setRaised = async (
  db: Db,
  { serviceCompanyId, portalId, contactId, id }: DocumentId,
  raised: { level: SealLevel; problem: string | null; signedFileId: number; evidenceFileId: number | null },
): Promise<void> => {
  const { level, problem, signedFileId, evidenceFileId } = raised
  await db.run(sql`update signing_document set seal_level = ${level}, seal_problem = ${problem},
      signed_file_id = ${signedFileId}, evidence_file_id = ${evidenceFileId}
    where service_company_id = ${serviceCompanyId} and portal_id = ${portalId} and contact_id = ${contactId} and id = ${id}`)
}

/** Keeps a sealed file for a while after a raised one has replaced it. */
export const supersede = async (
  db: Db,
  { serviceCompanyId, portalId, contactId, id }: DocumentId,
  fileId: number,
  now: Date,
): Promise<void> => {
  await db.run(sql`insert into superseded_seal (service_company_id, portal_id, contact_id, signing_document_id, file_id, superseded_at)
    values (${serviceCompanyId}, ${portalId}, ${contactId}, ${id}, ${fileId}, ${now})`)
}

/** The superseded file of a document by a prefix of its SHA-256 in hex. */
export const supersededFile = (
  db: Db,
  { serviceCompanyId, portalId, contactId, id }: DocumentId,
  sha256: string,
): Promise<StoredFile | undefined> =>
  db.maybe(sql`select f.id, f.name, f.media_type as "mediaType", f.size, f.storage_key as "storageKey"
    from superseded_seal s join file f on ${sameContact('f', 's')} and f.id = s.file_id
    where s.service_company_id = ${serviceCompanyId} and s.portal_id = ${portalId} and s.contact_id = ${contactId}
      and s.signing_document_id = ${id} and starts_with(encode(f.sha256, 'hex'), ${sha256})
    limit 1`)

/** Releases files that were superseded before a moment; the sweep of unused files deletes them. */
export const releaseSuperseded = (db: Db, before: Date): Promise<number> =>
  db.run(sql`with old as (delete from superseded_seal where superseded_at < ${before}
      returning service_company_id, portal_id, contact_id, file_id)
    update file f set claimed = false from old
    where ${sameContact('f', 'old')} and f.id = old.file_id`)

/** How many signed documents are below the required level, by their current level. */
export const countToRaise = async (db: Db): Promise<Record<string, number>> => {
  const rows = await db.many<{ level: string; count: number }>(sql`select seal_level as level, count(*)::int as count
    from signing_document where seal_level <> seal_wanted group by seal_level`)
  return { 'B-B': 0, 'B-T': 0, ...Object.fromEntries(rows.map(({ level, count }) => [level, count])) }
}

/** Why signed documents are below the required level, most frequent reason first. */
export const problemsToRaise = (db: Db): Promise<{ level: SealLevel; problem: string | null; count: number }[]> =>
  db.many(sql`select seal_level as level, seal_problem as problem, count(*)::int as count from signing_document
    where seal_level <> seal_wanted group by seal_level, seal_problem order by count(*) desc limit 5`)
