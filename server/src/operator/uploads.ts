import { type Db, sql } from '../kernel/db.ts'
import type { OperatorScope } from '../kernel/operator-scope.ts'
import type { ReceivedFile } from '../kernel/receive-file.ts'
import type { Storage } from '../kernel/storage.ts'

/** A file sent ahead, waiting for the record that names it. */
export type OperatorUpload = { id: number; name: string; size: number; sha256: string; storageKey: string }

const PREFIX = 'upload:'

/** How a record names an upload as the `path` of its file. */
export const uploadPath = (id: number): string => `${PREFIX}${id}`

/** The id in such a path; undefined for any other text. */
export const uploadIdIn = (path: string): number | undefined =>
  /^upload:[1-9]\d{0,14}$/.test(path) ? Number(path.slice(PREFIX.length)) : undefined

const ofKey = ({ serviceCompanyId, apiKeyId }: OperatorScope) =>
  sql`service_company_id = ${serviceCompanyId} and api_key_id = ${apiKeyId}`

/** Writes the row of a file that has been stored; its id. */
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

/** An upload of this key that nothing has used yet, locked so that nothing else uses it meanwhile. */
export const operatorUpload = (db: Db, scope: OperatorScope, id: number): Promise<OperatorUpload | undefined> =>
  db.maybe(sql`select id, name, size, encode(sha256, 'hex') as sha256, storage_key as "storageKey" from operator_upload
    where ${ofKey(scope)} and id = ${id} for update`)

/** Takes out the row of an upload that a record has taken over. */
export const useOperatorUpload = async (db: Db, scope: OperatorScope, id: number): Promise<void> => {
  await db.run(sql`delete from operator_upload where ${ofKey(scope)} and id = ${id}`)
}

/** Takes out uploads that nothing has used since a moment, and their contents; how many. */
export const sweepOperatorUploads = async (db: Db, storage: Storage, before: Date): Promise<number> => {
  let removed = 0
  for (;;) {
    const rows = await db.many<{ storageKey: string }>(sql`delete from operator_upload u using (
        select service_company_id, id from operator_upload where created_at < ${before} limit 500 for update skip locked) old
      where u.service_company_id = old.service_company_id and u.id = old.id returning u.storage_key as "storageKey"`)
    if (rows.length === 0) return removed
    await storage.remove(rows.map(({ storageKey }) => storageKey))
    removed += rows.length
  }
}
