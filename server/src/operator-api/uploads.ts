import type { OperatorScope } from '../kernel/access/api-key-scope.ts'
import { sameCompany } from '../kernel/access/tenant-joins.ts'
import { type Db, sql } from '../kernel/database/db.ts'
import { SNIFF_BYTES } from '../kernel/files/file-kind.ts'
import type { ReceivedFile } from '../kernel/files/receive-file.ts'
import type { Storage } from '../kernel/storage/storage.ts'
import type { FoundFile } from '../records/definition/files.ts'

/** An uploaded file that no record references yet. */
export type OperatorUpload = { id: number; name: string; size: number; sha256: string; storageKey: string }

const PREFIX = 'upload:'

/** The `path` by which a record references an upload. */
export const uploadPath = (id: number): string => `${PREFIX}${id}`

/** The id in an upload's path; undefined for any other text. */
export const uploadIdIn = (path: string): number | undefined =>
  /^upload:[1-9]\d{0,14}$/.test(path) ? Number(path.slice(PREFIX.length)) : undefined

/** The API key whose uploads are meant. */
type Uploader = Pick<OperatorScope, 'serviceCompanyId' | 'apiKeyId'>

const ofKey = ({ serviceCompanyId, apiKeyId }: Uploader) =>
  sql`service_company_id = ${serviceCompanyId} and api_key_id = ${apiKeyId}`

/** Inserts the row of a stored upload; returns its id. */
export const insertOperatorUpload = async (
  db: Db,
  scope: OperatorScope,
  { file, storageKey, now }: { file: ReceivedFile; storageKey: string; now: Date },
): Promise<number> => {
  const { id } = await db.one<{ id: number }>(sql`insert into operator_upload
      (service_company_id, api_key_id, name, size, sha256, storage_key, created_at)
    values (${scope.serviceCompanyId}, ${scope.apiKeyId}, ${file.name}, ${file.size}, decode(${file.sha256}, 'hex'),
      ${storageKey}, ${now}) returning id`)
  return id
}

/** Counts a service company's unused uploads since an instant, and their bytes. */
export const waitingUploads = (
  db: Db,
  serviceCompanyId: number,
  since: Date,
): Promise<{ files: number; bytes: number }> =>
  db.one(sql`select count(*) as files, coalesce(sum(size), 0)::bigint as bytes from operator_upload
    where service_company_id = ${serviceCompanyId} and created_at > ${since}`)

/** Finds an unused upload of this API key. */
export const uploadOf = (db: Db, uploader: Uploader, id: number): Promise<OperatorUpload | undefined> =>
  db.maybe(sql`select id, name, size, encode(sha256, 'hex') as sha256, storage_key as "storageKey" from operator_upload
    where ${ofKey(uploader)} and id = ${id}`)

/** An upload as the file of an import line. It was checked when it was stored. */
export const uploadFound = (
  storage: Storage,
  file: Omit<OperatorUpload, 'id' | 'sha256'> & { sha256?: string },
): FoundFile => {
  const { name, size, sha256, storageKey } = file
  const head = () => storage.get(storageKey, { start: 0, end: Math.min(size, SNIFF_BYTES) - 1 })
  return { name, open: () => storage.get(storageKey), ...(sha256 !== undefined && { known: { size, sha256, head } }) }
}

/** Deletes the row of an upload that a record uses now; false if another call was faster. */
export const useOperatorUpload = async (db: Db, scope: OperatorScope, id: number): Promise<boolean> =>
  (await db.run(sql`delete from operator_upload where ${ofKey(scope)} and id = ${id}`)) > 0

/** Deletes uploads that are older than an instant and were never used, with their contents; returns how many. */
export const sweepOperatorUploads = async (db: Db, storage: Storage, before: Date): Promise<number> => {
  let removed = 0
  for (;;) {
    const rows = await db.many<{ storageKey: string }>(sql`delete from operator_upload u using (
        select service_company_id, id from operator_upload where created_at < ${before} limit 500 for update skip locked) old
      where ${sameCompany('u', 'old')} and u.id = old.id returning u.storage_key as "storageKey"`)
    if (rows.length === 0) return removed
    await storage.remove(rows.map(({ storageKey }) => storageKey))
    removed += rows.length
  }
}
