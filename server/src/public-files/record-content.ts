import { type Db, sql } from '../kernel/database/db.ts'
import { naturalOrder } from '../kernel/database/search-words.ts'
import type { FileTransaction } from '../records/definition/files.ts'
import type { CheckedFiles, PendingRow } from '../records/definition/record-type.ts'

type StoredPublicFile = { company: number; externalId: string; name: string; sha256: string; storageKey: string }

/** The contents of existing public files. */
const readStoredFiles = async (db: Db, pendingRows: PendingRow[]): Promise<Map<string, StoredPublicFile>> => {
  const rows =
    await db.many<StoredPublicFile>(sql`select p.service_company_id as company, p.external_id as "externalId", p.file_name as name,
      encode(p.sha256, 'hex') as sha256, p.storage_key as "storageKey"
    from unnest(${pendingRows.map(({ item }) => item.place.company)}::bigint[], ${pendingRows.map(({ item }) => item.line.externalId)}::text[])
      as x (company, external_id)
    join public_file p on p.service_company_id = x.company and p.external_id = x.external_id`)
  return new Map(rows.map(row => [`${row.company} ${row.externalId}`, row]))
}

/** Fills the rows of public files: with the existing content if it is the same, otherwise with a newly stored one. */
export const fillPublicFiles = async (
  db: Db,
  checked: CheckedFiles,
  fileTransaction: FileTransaction,
): Promise<void> => {
  const kept = await readStoredFiles(db, [...checked.keys()])
  for (const [{ item, row }, file] of checked) {
    if (!file) continue
    const there = kept.get(`${item.place.company} ${item.line.externalId}`)
    const same = there?.name === file.name && there.sha256 === file.sha256
    if (there && !same) fileTransaction.discard([there.storageKey])
    Object.assign(row, {
      file_name: file.name,
      name_order: naturalOrder(file.name),
      media_type: file.mediaType,
      size: file.size,
      sha256: `\\x${file.sha256}`,
      storage_key: same ? there.storageKey : await fileTransaction.store(file, 'file'),
    })
  }
}
