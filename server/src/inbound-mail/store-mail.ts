import { Readable } from 'node:stream'
import { type Db, tx, Unavailable } from '../kernel/database/db.ts'
import type { Deps } from '../kernel/http/deps.ts'
import { newStorageKey } from '../kernel/storage/storage.ts'
import { unsortedUntil } from './keep.ts'
import { contentKeysOf } from './reading/content-keys.ts'
import { insertMail, type NewMail } from './received-queries.ts'

/** The kind of the job that sorts a mail. */
export const SORT_MAIL = 'inbound-mail'

/** A raw mail from one of the ways in. `alsoWrite` runs in the transaction that takes it, also if it has been taken before. */
export type IncomingMail = Pick<
  NewMail,
  'serviceCompanyId' | 'way' | 'portalId' | 'mailboxId' | 'portalIds' | 'recipients' | 'peer'
> & { raw: Buffer; alsoWrite?: (db: Db) => Promise<void> }

/**
 * Takes a mail: once it has returned the mail is stored, and a job sorts it. The same mail again changes nothing. Throws what database and
 * storage throw when they are out of reach; then nothing has been taken.
 */
export const storeMail = async (
  { database, storage, clock }: Pick<Deps, 'database' | 'storage' | 'clock'>,
  { raw, alsoWrite, ...mail }: IncomingMail,
): Promise<'taken' | 'known'> => {
  const keys = await contentKeysOf(raw)
  const now = clock()
  const storageKey = newStorageKey()
  await storage.put(storageKey, Readable.from([raw], { objectMode: false }))
  try {
    const taken = { ...mail, ...keys, storageKey, size: raw.byteLength, now, keepUntil: unsortedUntil(now) }
    const isNew = alsoWrite
      ? await tx(database, async db => {
          await alsoWrite(db)
          return insertMail(db, taken, SORT_MAIL)
        })
      : await insertMail(database, taken, SORT_MAIL)
    if (!isNew) await storage.remove([storageKey]).catch(() => undefined)
    return isNew ? 'taken' : 'known'
  } catch (error) {
    // If the connection was lost, the row may still have been committed; if not, the sweep deletes the content.
    if (!(error instanceof Unavailable)) await storage.remove([storageKey]).catch(() => undefined)
    throw error
  }
}
