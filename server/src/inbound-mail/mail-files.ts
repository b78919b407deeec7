import { Readable } from 'node:stream'
import { attachmentsMax } from '@portico/contract/tickets'
import type { TicketKeys } from '../kernel/access/ticket-keys.ts'
import type { Db } from '../kernel/database/db.ts'
import { FileRefused, type ReceivedFile, receive } from '../kernel/files/receive-file.ts'
import { newStorageKey, type Storage } from '../kernel/storage/storage.ts'
import { insertMailFile } from './delivery-queries.ts'
import type { MailAttachment } from './reading/message.ts'

/** A file of a mail in the storage; `number` is its place among the attachments, from 1. */
export type StoredFile = { number: number; file: ReceivedFile; storageKey: string }

/** The files of a mail that are stored, and the names of those that uploads refuse or that are too many. */
export type StoredFiles = { stored: StoredFile[]; leftOut: string[] }

/** Stores the files of a mail but those at the places `leaveOut`, by the rules of uploads, ahead of the transaction that names them. */
export const storeFiles = async (
  storage: Storage,
  attachments: readonly MailAttachment[],
  leaveOut: ReadonlySet<number>,
): Promise<StoredFiles> => {
  const stored: StoredFile[] = []
  const leftOut: string[] = []
  for (const [index, { name, content }] of attachments.entries()) {
    if (leaveOut.has(index + 1)) continue
    if (stored.length === attachmentsMax) {
      leftOut.push(name)
      continue
    }
    const storageKey = newStorageKey()
    try {
      const file = await receive(Readable.from([Buffer.from(content)], { objectMode: false }), {
        name,
        put: body => storage.put(storageKey, body),
      })
      stored.push({ number: index + 1, file, storageKey })
    } catch (error) {
      if (!(error instanceof FileRefused)) throw error
      leftOut.push(name)
    }
  }
  return { stored, leftOut }
}

/** Whose files those of a mail become. A web user claims them as uploads; those of the staff are claimed already. */
export type FileOwner = {
  purpose: 'ticket' | 'comment' | 'note'
  webUserId?: number
  staffAccountId?: number
}

/** Writes the rows of stored files; returns their ids by their place among the attachments. */
export const insertFiles = async (
  db: Db,
  place: Omit<TicketKeys, 'ticketId'>,
  stored: readonly StoredFile[],
  {
    purpose,
    webUserId = null,
    staffAccountId = null,
    now,
  }: { [K in keyof FileOwner]?: FileOwner[K] | null } & { now: Date },
): Promise<Map<number, number>> => {
  const ids = new Map<number, number>()
  const isClaimed = webUserId === null
  for (const { number, file, storageKey } of stored) {
    const { name, mediaType, inline, size, sha256 } = file
    const id = await insertMailFile(db, place, {
      ...{ name, mediaType, inline, size, sha256, storageKey, isClaimed, now },
      purpose: purpose ?? 'note',
      uploaderWebUserId: webUserId,
      uploaderStaffAccountId: staffAccountId,
    })
    ids.set(number, id)
  }
  return ids
}
