import { type DocumentPurpose, documentFlags, type FilePurpose } from '@portico/contract/sections'
import type { FileAccess } from '../kernel/access/file-access.ts'
import { type Scope, within } from '../kernel/access/scope.ts'
import { sameContact } from '../kernel/access/tenant-joins.ts'
import { type Db, join, raw, type Sql, sql } from '../kernel/database/db.ts'
import { failAt } from '../kernel/errors/fail.ts'
import type { ReceivedFile } from '../kernel/files/receive-file.ts'

/** The columns needed to serve a file. */
export type StoredFile = { id: number; name: string; mediaType: string; size: number; storageKey: string }

/** Inserts the unclaimed row of a stored file; returns its id. */
export const insertUpload = async (
  db: Db,
  scope: Scope,
  { purpose, file, storageKey, now }: { purpose: FilePurpose; file: ReceivedFile; storageKey: string; now: Date },
): Promise<number> => {
  const { id } = await db.one<{ id: number }>(sql`insert into file
      (service_company_id, portal_id, contact_id, purpose, name, media_type, inline, size, sha256, storage_key,
        uploader_web_user_id, created_at)
    values (${scope.serviceCompanyId}, ${scope.portalId}, ${scope.contactId}, ${purpose}, ${file.name}, ${file.mediaType},
      ${file.inline}, ${file.size}, decode(${file.sha256}, 'hex'), ${storageKey}, ${scope.webUserId}, ${now})
    returning id`)
  return id
}

/** Counts the unclaimed uploads of the user. */
export const countUnclaimed = async (db: Db, scope: Scope): Promise<number> => {
  const { count } = await db.one<{ count: number }>(sql`select count(*) as count from file where not claimed
    and service_company_id = ${scope.serviceCompanyId} and uploader_web_user_id = ${scope.webUserId}`)
  return count
}

/**
 * Claims uploads for a message, each once: those of this user, contact and purpose that nothing has used yet.
 * `not_found` at `body.attachments` when any of them is not.
 */
export const claimUploads = async (
  db: Db,
  scope: Scope,
  purpose: FilePurpose,
  ids: number[],
  since: Date,
): Promise<void> => {
  if (ids.length === 0) return
  const claimed = await db.run(sql`update file f set claimed = true
    where ${within(scope, 'f')} and f.id = any(${ids}) and f.purpose = ${purpose} and not f.claimed
      and f.uploader_web_user_id = ${scope.webUserId} and f.created_at > ${since}`)
  if (claimed !== ids.length) failAt('not_found', 'body.attachments', 'names a file that is not there')
}

const listOpenPurposes = ({ flags }: Scope): DocumentPurpose[] =>
  (Object.keys(documentFlags) as DocumentPurpose[]).filter(purpose => flags[documentFlags[purpose]])

/** Condition that the company has taken back what file `f` belongs to. */
const isWithdrawn: Sql = join(
  ['invoice', 'estimate', 'activity_report', 'document'].map(
    table => sql`exists (select from ${raw(table)} w where ${sameContact('w', 'f')} and w.withdrawn_at is not null
      and ${table === 'invoice' ? sql`f.id in (w.file_id, w.original_file_id)` : sql`w.file_id = f.id`})`,
  ),
  ' or ',
)

/**
 * Finds a file that the scope may open: it has the flag of the file's purpose, or a rule allows it, or the file is the reader's own
 * unclaimed upload.
 */
export const openableFile = (
  db: Db,
  scope: Scope,
  fileId: number,
  rules: readonly FileAccess[],
): Promise<StoredFile | undefined> =>
  db.maybe(sql`select f.id, f.name, f.media_type as "mediaType", f.size, f.storage_key as "storageKey" from file f
    where ${within(scope, 'f')} and f.id = ${fileId} and (
      (not f.claimed and f.uploader_web_user_id = ${scope.webUserId})
      or (f.claimed and f.purpose = any(${listOpenPurposes(scope)}) and not (${isWithdrawn})) or ${join(
        rules.map(rule => rule(scope)),
        ' or ',
      )})`)

/** Condition that a draft of the staff, changed since a time, names file `f`. */
export const namedInDraft = (since: Date): Sql => sql`exists (select from staff_draft d
  where ${sameContact('d', 'f')} and f.id = any(d.file_ids) and d.changed_at > ${since})`

/** Deletes up to 500 unclaimed uploads made before a time, but for those in drafts since another; returns their storage keys. */
export const deleteUnclaimed = async (
  db: Db,
  { before, draftsSince }: { before: Date; draftsSince: Date },
): Promise<string[]> => {
  const rows = await db.many<{ storageKey: string }>(sql`delete from file f using (
      select service_company_id, portal_id, contact_id, id from file f where not claimed and created_at < ${before}
        and not ${namedInDraft(draftsSince)}
      limit 500 for update skip locked) old
    where ${sameContact('f', 'old')}
      and f.id = old.id
    returning f.storage_key as "storageKey"`)
  return rows.map(row => row.storageKey)
}

/**
 * Every table with a column `storage_key`, quoted for SQL. Read from the catalogue: with a list in code, a forgotten table would lose its files to
 * the sweep, which deletes what no table references, and a removed company would leave its files behind.
 */
export const listTablesWithStorageKeys = async (db: Db): Promise<string[]> => {
  const rows = await db.many<{ name: string }>(sql`select c.oid::regclass::text as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'storage_key' and not a.attisdropped
    where c.relkind in ('r', 'p') and pg_table_is_visible(c.oid)`)
  if (rows.length === 0) throw new Error('no table with storage keys is visible')
  return rows.map(({ name }) => name)
}

/** Returns the storage keys that a row of any table references. */
export const referencedStorageKeys = async (db: Db, keys: string[]): Promise<Set<string>> => {
  const tables = await listTablesWithStorageKeys(db)
  // As text, because a table of other software in the same database may keep something else under that name.
  const selects = tables.map(
    table => sql`select storage_key::text as key from ${raw(table)} where storage_key::text = any(${keys})`,
  )
  const rows = await db.many<{ key: string }>(join(selects, ' union all '))
  return new Set(rows.map(row => row.key))
}

/** Finds a logo or staff picture by its public name. */
export const findPicture = (db: Db, name: string): Promise<Omit<StoredFile, 'id'> | undefined> =>
  db.maybe(
    sql`select name, media_type as "mediaType", size, storage_key as "storageKey" from picture where name = ${name}`,
  )
