import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { type Db, sql } from '../../kernel/database/db.ts'
import { failAt } from '../../kernel/errors/fail.ts'
import type { ReceivedFile } from '../../kernel/files/receive-file.ts'

/** How long an upload waits for its record, in milliseconds. */
export const UPLOAD_LIFETIME = 24 * 3_600_000

/** A file of the staff that no record uses yet. */
export type StaffUpload = {
  id: number
  name: string
  mediaType: string
  size: number
  sha256: string
  storageKey: string
}

const ofAccount = ({ serviceCompanyId, staffAccountId }: StaffScope) =>
  sql`service_company_id = ${serviceCompanyId} and staff_account_id = ${staffAccountId}`

/** Counts the uploads of an account. */
export const countStaffUploads = async (db: Db, scope: StaffScope): Promise<number> =>
  (await db.one<{ count: number }>(sql`select count(*) as count from staff_upload where ${ofAccount(scope)}`)).count

/** Inserts the row of a stored upload; returns its id. */
export const insertStaffUpload = async (
  db: Db,
  scope: StaffScope,
  { file, storageKey, now }: { file: ReceivedFile; storageKey: string; now: Date },
): Promise<number> => {
  const { id } = await db.one<{ id: number }>(sql`insert into staff_upload
      (service_company_id, staff_account_id, name, media_type, size, sha256, storage_key, created_at)
    values (${scope.serviceCompanyId}, ${scope.staffAccountId}, ${file.name}, ${file.mediaType}, ${file.size},
      decode(${file.sha256}, 'hex'), ${storageKey}, ${now}) returning id`)
  return id
}

const columns = sql`id, name, media_type as "mediaType", size, encode(sha256, 'hex') as sha256, storage_key as "storageKey"`

/** An upload of the account. */
export const staffUploadOf = (db: Db, scope: StaffScope, id: number): Promise<StaffUpload | undefined> =>
  db.maybe(sql`select ${columns} from staff_upload where ${ofAccount(scope)} and id = ${id}`)

/** Takes an upload out of the list of those that wait; undefined if another call was faster. */
export const spendStaffUpload = (db: Db, scope: StaffScope, id: number): Promise<StaffUpload | undefined> =>
  db.maybe(sql`delete from staff_upload where ${ofAccount(scope)} and id = ${id} returning ${columns}`)

/** Takes several uploads out of the list, in the transaction of the records that use them; `not_found` at its `path` for one that is not there. */
export const spendStaffUploads = async (
  db: Db,
  scope: StaffScope,
  uploads: readonly { id: number; path: string }[],
): Promise<StaffUpload[]> => {
  const spent: StaffUpload[] = []
  for (const { id, path } of uploads)
    spent.push((await spendStaffUpload(db, scope, id)) ?? failAt('not_found', path, 'names a file that is not there'))
  return spent
}

/** Deletes uploads made before a time that nothing has used; returns their storage keys. */
export const deleteStaffUploads = async (db: Db, before: Date): Promise<string[]> => {
  const rows = await db.many<{ storageKey: string }>(
    sql`delete from staff_upload where created_at < ${before} returning storage_key as "storageKey"`,
  )
  return rows.map(({ storageKey }) => storageKey)
}
