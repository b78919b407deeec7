import type { StaffScope } from '../../../kernel/access/staff-scope.ts'
import { sameContact } from '../../../kernel/access/tenant-joins.ts'
import type { TicketKeys } from '../../../kernel/access/ticket-keys.ts'
import { type Db, sql } from '../../../kernel/database/db.ts'
import { failAt } from '../../../kernel/errors/fail.ts'
import type { ReceivedFile } from '../../../kernel/files/receive-file.ts'
import { replaceImageUrls } from '../../../kernel/html/html.ts'
import { newStorageKey, type Storage } from '../../../kernel/storage/storage.ts'
import { insertStaffUpload } from '../files.ts'
import { visibleToStaff } from '../list-queries.ts'
import { ofContact } from '../queries.ts'

/** A file of a ticket, whose content is stored once more under a key of its own. */
export type CopiedFile = { id: number; file: ReceivedFile; storageKey: string }

type PickedFile = ReceivedFile & { id: number; storageKey: string }

/** The files of a ticket's description and messages with these ids, of a ticket that the account may see. Files of notes are not among them. */
export const pickedFilesOf = (db: Db, scope: StaffScope, ticketId: number, ids: number[]): Promise<PickedFile[]> =>
  db.many(sql`select f.id, f.name, f.media_type as "mediaType", f.inline, f.size, encode(f.sha256, 'hex') as sha256,
      f.storage_key as "storageKey"
    from ticket t
    join ticket_file tf on ${sameContact('tf', 't')} and tf.ticket_id = t.id
    join file f on ${sameContact('f', 'tf')}
      and f.id = tf.file_id
    where ${visibleToStaff(scope)} and t.id = ${ticketId} and f.id = any(${ids}::bigint[])
    order by array_position(${ids}::bigint[], f.id)`)

/** Stores the contents of files again. The sweep removes them if no row comes to name them. */
export const storeAgain = async (storage: Storage, files: PickedFile[]): Promise<CopiedFile[]> => {
  const copied: CopiedFile[] = []
  for (const { id, storageKey, ...file } of files) {
    const key = newStorageKey()
    await storage.put(key, await storage.get(storageKey))
    copied.push({ id, file, storageKey: key })
  }
  return copied
}

/** Inserts the rows of copied files for another contact, as uploads of the account; returns the new id of each file. */
export const insertCopiedFiles = async (
  db: Db,
  scope: StaffScope,
  contact: Omit<TicketKeys, 'ticketId'>,
  files: CopiedFile[],
  now: Date,
): Promise<Map<number, number>> => {
  const ids = new Map<number, number>()
  for (const { id, file, storageKey } of files)
    ids.set(id, await insertStaffUpload(db, scope, contact, { file, storageKey, now }))
  return ids
}

/** Links to pages of the customer's portal, which only merges write, name the customer. */
const withoutPortalLinks = (html: string): string => html.replace(/<a href="\/[^"]*">([^<]*)<\/a>/g, '$1')

/**
 * The text of a ticket that staff have picked, without writers and times. Images stay where their file was picked, under its new id.
 * `not_found` if a message is not of the ticket.
 */
export const pickedText = async (
  db: Db,
  ticket: TicketKeys,
  { description, commentIds }: { description: boolean; commentIds: number[] },
  fileIds: Map<number, number>,
): Promise<string> => {
  const rows = await db.many<{
    id: number
    message: string
  }>(sql`select 0::bigint as id, t.description as message, t.created_on as at
    from ticket t where ${ofContact(ticket, 't')} and t.id = ${ticket.ticketId} and ${description}
    union all
    select k.id, k.message, k.creation_date from comment k
    where ${ofContact(ticket, 'k')} and k.ticket_id = ${ticket.ticketId} and k.id = any(${commentIds}::bigint[])
    order by at, id`)
  if (rows.filter(({ id }) => id > 0).length !== commentIds.length)
    failAt('not_found', 'body.commentIds', 'names a message that is not there')
  const toNewFile = (id: number) => {
    const newId = fileIds.get(id)
    return newId === undefined ? undefined : `attachment:${newId}`
  }
  return rows
    .map(({ message }) => withoutPortalLinks(replaceImageUrls(message, toNewFile)))
    .filter(Boolean)
    .join('<hr />')
}
