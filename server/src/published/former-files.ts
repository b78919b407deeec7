import { sameCompany } from '../kernel/access/tenant-joins.ts'
import { type Db, sql } from '../kernel/database/db.ts'
import type { PendingRow } from '../records/definition/record-type.ts'

/** A file that another one has replaced, and the entry of the history that says so. */
export type FormerFile = {
  serviceCompanyId: number
  portalId: number
  changeId: number
  name: string
  mediaType: string
  size: number
  /** In hex. */
  sha256: string
  storageKey: string
}

/** Keeps a file that was replaced, for the staff. */
export const insertFormerFile = async (
  db: Db,
  { serviceCompanyId, portalId, changeId, name, mediaType, size, sha256, storageKey }: FormerFile,
): Promise<void> => {
  await db.run(sql`insert into former_file
      (service_company_id, portal_id, publication_change_id, name, media_type, size, sha256, storage_key)
    values (${serviceCompanyId}, ${portalId}, ${changeId}, ${name}, ${mediaType}, ${size}, decode(${sha256}, 'hex'), ${storageKey})`)
}

/** The files that these entries of the history have already, by the entry's id: name and SHA-256 in hex. */
export const formerFilesOf = async (
  db: Db,
  rows: readonly PendingRow[],
): Promise<Map<number, { name: string; sha256: string }>> => {
  const existing = rows.flatMap(({ item, existing }) =>
    existing ? [{ company: item.place.company, id: existing.id }] : [],
  )
  if (existing.length === 0) return new Map()
  const found = await db.many<{ id: number; name: string; sha256: string }>(sql`select h.id, f.name,
      encode(f.sha256, 'hex') as sha256
    from unnest(${existing.map(({ company }) => company)}::bigint[], ${existing.map(({ id }) => id)}::bigint[]) as x (company, id)
    join publication_change h on h.service_company_id = x.company and h.id = x.id
    join former_file f on ${sameCompany('f', 'h')} and f.publication_change_id = h.id`)
  return new Map(found.map(({ id, ...file }) => [id, file]))
}
