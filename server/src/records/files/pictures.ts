import { createHash } from 'node:crypto'
import { sameCompany } from '../../kernel/access/tenant-joins.ts'
import { type Db, raw, sql } from '../../kernel/database/db.ts'
import { extensionOf } from '../../kernel/files/file-name.ts'
import { readImageSize } from '../../kernel/files/image-size.ts'
import type { FileSource, FileTransaction } from '../definition/files.ts'
import type { NamedFile, Refuse, ResolvedLine } from '../definition/record-type.ts'
import { Refusal } from '../definition/refusal.ts'
import { checkFile, contentOf } from './store-files.ts'

/** A picture's public name, derived from the service company and the content, so that the same picture is stored once. */
const publicName = (company: number, sha256: string, name: string) => {
  const hash = createHash('sha256').update(`${company} ${sha256}`).digest('hex').slice(0, 32)
  return `${hash}.${extensionOf(name)}`
}

const pictureId = async (
  db: Db,
  item: ResolvedLine,
  files: FileSource,
  fileTransaction: FileTransaction,
): Promise<number> => {
  const { table, picture } = item.recordType
  const { field = '', column = '', sideMax = Number.POSITIVE_INFINITY } = picture ?? {}
  const file = await checkFile(files, item.line[field] as NamedFile, field)
  if (file.kind !== 'image') throw new Refusal(field, 'is not an image')
  const company = item.place.company
  const name = publicName(company, file.sha256, file.name)
  const there = await db.maybe<{ id: number; isShown: boolean }>(sql`select id,
      exists (select from ${raw(table)} t where ${sameCompany('t', 'p')} and t.${raw(column)} = p.id) as "isShown"
    from picture p where name = ${name}`)
  // Records of another type may take larger pictures.
  if (there?.isShown) return there.id
  // Every reader's browser decodes it, whatever it claims to measure.
  const size = sideMax < Number.POSITIVE_INFINITY ? readImageSize(await contentOf(file)) : null
  if (size === undefined) throw new Refusal(field, 'is an image whose size cannot be read')
  if (size && Math.max(size.width, size.height) > sideMax)
    throw new Refusal(field, `measures ${size.width} × ${size.height} pixels; ${sideMax} × ${sideMax} is the most`)
  if (there) return there.id
  const storageKey = await fileTransaction.store(file, field)
  // Another call may be storing the same picture: its row is taken, once it is committed.
  const stored = await db.one<{
    id: number
    storageKey: string
  }>(sql`insert into picture (service_company_id, name, media_type, size, storage_key)
    values (${company}, ${name}, ${file.mediaType}, ${file.size}, ${storageKey})
    on conflict (name) do update set name = excluded.name returning id, storage_key as "storageKey"`)
  if (stored.storageKey !== storageKey) fileTransaction.discard([storageKey])
  return stored.id
}

/** Stores the pictures that lines reference, unless they are stored already; refuses a line whose picture is not acceptable. */
export const preparePictures = async (
  db: Db,
  items: ResolvedLine[],
  { files, fileTransaction, refuse }: { files: FileSource; fileTransaction: FileTransaction; refuse: Refuse },
): Promise<Map<ResolvedLine, number | null>> => {
  const pictures = new Map<ResolvedLine, number | null>()
  for (const item of items) {
    try {
      const given = item.line[item.recordType.picture?.field ?? ''] !== undefined
      pictures.set(item, given ? await pictureId(db, item, files, fileTransaction) : null)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refuse(item, error)
    }
  }
  return pictures
}

/** Removes pictures of these service companies that no row references any more. */
export const dropUnusedPictures = async (
  db: Db,
  companies: number[],
  fileTransaction: FileTransaction,
): Promise<void> => {
  const dropped = await db.many<{
    storageKey: string
  }>(sql`delete from picture p where p.service_company_id = any(${companies})
      and not exists (select from portal o where ${sameCompany('o', 'p')} and o.logo_id = p.id)
      and not exists (select from staff_user u where ${sameCompany('u', 'p')} and u.picture_id = p.id)
    returning p.storage_key as "storageKey"`)
  fileTransaction.discard(dropped.map(({ storageKey }) => storageKey))
}
