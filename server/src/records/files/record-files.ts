import { sameContact } from '../../kernel/access/tenant-joins.ts'
import { type Db, raw, sql } from '../../kernel/database/db.ts'
import type { CheckedFile, FileSource, FileTransaction } from '../definition/files.ts'
import type { CheckedFiles, NamedFile, PendingRow, RecordFile, RecordType, Refuse } from '../definition/record-type.ts'
import { Refusal } from '../definition/refusal.ts'
import { checkFile } from './store-files.ts'

type Key = { company: number; portal: number | null; contact: number | null }
type Kept = Key & { id: number; externalId: string; name: string; sha256: string; storageKey: string }

/** Files that their records no longer reference. */
export type DroppedFiles = Kept[]

const keyOf = ({ item }: PendingRow) => `${item.place.company} ${item.line.externalId}`

/** The current files of existing records. */
const keptFiles = async (
  db: Db,
  recordType: RecordType,
  column: string,
  pendingRows: PendingRow[],
): Promise<Map<string, Kept>> => {
  const rows =
    await db.many<Kept>(sql`select f.service_company_id as company, f.portal_id as portal, f.contact_id as contact,
      f.id, t.external_id as "externalId", f.name, encode(f.sha256, 'hex') as sha256, f.storage_key as "storageKey"
    from unnest(${pendingRows.map(({ item }) => item.place.company)}::bigint[], ${pendingRows.map(({ item }) => item.line.externalId)}::text[])
      as x (company, external_id)
    join ${raw(recordType.table)} t on t.service_company_id = x.company and t.external_id = x.external_id
    join file f on ${sameContact('f', 't')} and f.id = t.${raw(column)}`)
  return new Map(rows.map(row => [`${row.company} ${row.externalId}`, row]))
}

type NewFile = { pending: PendingRow; file: CheckedFile; storageKey: string }

const insertFiles = async (db: Db, purpose: string, files: NewFile[]): Promise<Map<string, number>> => {
  const rows = files.map(({ pending: { item }, file, storageKey }) => ({
    company: item.place.company,
    portal: item.place.portal,
    contact: item.place.contact,
    name: file.name,
    media_type: file.mediaType,
    inline: file.inline,
    size: file.size,
    sha256: `\\x${file.sha256}`,
    storage_key: storageKey,
  }))
  const inserted = await db.many<{
    id: number
    storageKey: string
  }>(sql`insert into file (service_company_id, portal_id,
      contact_id, purpose, name, media_type, inline, size, sha256, storage_key, claimed)
    select company, portal, contact, ${purpose}, name, media_type, inline, size, sha256, storage_key, true
    from json_to_recordset(${JSON.stringify(rows)}::json) as x (company bigint, portal bigint, contact bigint,
      name text, media_type text, inline boolean, size bigint, sha256 bytea, storage_key text)
    returning id, storage_key as "storageKey"`)
  return new Map(inserted.map(({ id, storageKey }) => [storageKey, id]))
}

/** Reads the files that records reference; refuses a record whose file is not acceptable. */
export const checkRecordFiles = async (
  pendingRows: PendingRow[],
  { field, takes }: Pick<RecordFile, 'field' | 'takes'>,
  { files, refuse }: { files: FileSource; refuse: Refuse },
): Promise<CheckedFiles> => {
  const checked: CheckedFiles = new Map()
  for (const pending of pendingRows) {
    const named = pending.item.line[field] as NamedFile | undefined
    try {
      checked.set(pending, named && (await checkFile(files, named, field, takes)))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refuse(pending.item, error)
    }
  }
  return checked
}

/**
 * Fills the file's column: with the existing file if its location, name and content are the same, otherwise with a newly stored one.
 * Returns the files that are no longer referenced, for {@link dropFiles} to remove once the records are written.
 */
export const fillRecordFiles = async (
  db: Db,
  recordType: RecordType,
  { field, column, purpose }: RecordFile,
  checked: CheckedFiles,
  fileTransaction: FileTransaction,
): Promise<DroppedFiles> => {
  if (checked.size === 0) return []
  const kept = await keptFiles(db, recordType, column, [...checked.keys()])
  const dropped: DroppedFiles = []
  const fresh: NewFile[] = []
  for (const [pending, file] of checked) {
    const there = kept.get(keyOf(pending))
    const { portal, contact } = pending.item.place
    const same =
      there?.portal === portal && there.contact === contact && there.name === file?.name && there.sha256 === file.sha256
    pending.row[column] = same ? there.id : null
    if (there && !same) dropped.push(there)
    if (file && !same) fresh.push({ pending, file, storageKey: await fileTransaction.store(file, field) })
  }
  const ids = fresh.length > 0 ? await insertFiles(db, purpose, fresh) : new Map<string, number>()
  for (const { pending, storageKey } of fresh) pending.row[column] = ids.get(storageKey) ?? null
  return dropped
}

/** Removes files that no record references any more. */
export const dropFiles = async (db: Db, dropped: DroppedFiles, fileTransaction: FileTransaction): Promise<void> => {
  if (dropped.length === 0) return
  await db.run(sql`delete from file f
    using json_to_recordset(${JSON.stringify(dropped)}::json) as x (company bigint, portal bigint, contact bigint, id bigint)
    where f.service_company_id = x.company and f.portal_id = x.portal and f.contact_id = x.contact and f.id = x.id`)
  fileTransaction.discard(dropped.map(({ storageKey }) => storageKey))
}
