import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { type Db, tx, Unavailable } from '../kernel/database/db.ts'
import { enqueue } from '../kernel/database/jobs.ts'
import type { Deps } from '../kernel/http/deps.ts'
import { newStorageKey } from '../kernel/storage/storage.ts'
import { unsortedUntil } from './keep.ts'
import { insertMail, isTaken, type NewMail } from './received-queries.ts'

/** The kind of the job that sorts a mail. */
export const SORT_MAIL = 'inbound-mail'

const HEADERS_MAX = 256 * 1024

/** Splits a raw mail where its headers end, with line ends as Unix has them. */
const splitMail = (raw: Buffer): { headers: string; body: Buffer } => {
  const end = /\r?\n\r?\n/.exec(raw.subarray(0, HEADERS_MAX).toString('latin1'))
  if (!end) return { headers: raw.subarray(0, HEADERS_MAX).toString('latin1'), body: raw }
  return {
    headers: raw.subarray(0, end.index).toString('latin1'),
    body: raw.subarray(end.index + end[0].length),
  }
}

/** The headers of a raw mail, folded as they came. */
export const headersOf = (raw: Buffer): string => splitMail(raw).headers

/** The values of a header of a raw mail, unfolded, topmost first. */
export const headerValues = (raw: Buffer, name: string): string[] => {
  const unfolded = splitMail(raw).headers.replace(/\r?\n[ \t]+/g, ' ')
  const pattern = new RegExp(`^${name}[ \\t]*:(.*)$`, 'gim')
  return [...unfolded.matchAll(pattern)].map(([, value = '']) => value.trim())
}

/**
 * What makes a mail the same mail: its Message-ID, its sender and its body. The servers on its way add headers, and each of our addresses gets
 * it with others; two ways in may differ in line ends, too. Without the sender, whoever gets a copy could send it on in a name of their own
 * and have the original taken for known.
 */
const contentKeyOf = (raw: Buffer, withSender = true): Buffer => {
  const hash = createHash('sha256')
  const [messageId = ''] = headerValues(raw, 'message-id')
  const lines = (text: Buffer) => text.toString('latin1').replace(/\r\n/g, '\n').trimEnd()
  // Without an id, equal bodies may well be two mails.
  hash.update(messageId || lines(Buffer.from(splitMail(raw).headers, 'latin1')))
  const senders = headerValues(raw, 'from').flatMap(
    line => line.toLowerCase().match(/[^\s<>"(),:;]+@[^\s<>"(),:;]+/g) ?? [],
  )
  if (withSender) hash.update(`\0${senders.join(',')}`)
  return hash
    .update('\0')
    .update(lines(splitMail(raw).body))
    .digest()
}

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
  const { serviceCompanyId } = mail
  const contentKey = contentKeyOf(raw)
  // Mails that came before the sender counted have the other key.
  if (await isTaken(database, serviceCompanyId, [contentKey, contentKeyOf(raw, false)])) {
    if (alsoWrite) await tx(database, alsoWrite)
    return 'known'
  }
  const now = clock()
  const storageKey = newStorageKey()
  await storage.put(storageKey, Readable.from([raw], { objectMode: false }))
  try {
    const id = await tx(database, async db => {
      await alsoWrite?.(db)
      const size = raw.byteLength
      const id = await insertMail(db, { ...mail, contentKey, storageKey, size, now, keepUntil: unsortedUntil(now) })
      if (id !== undefined)
        await enqueue(db, { kind: SORT_MAIL, serviceCompanyId, payload: JSON.stringify({ serviceCompanyId, id }) })
      return id
    })
    if (id === undefined) await storage.remove([storageKey]).catch(() => undefined)
    return id === undefined ? 'known' : 'taken'
  } catch (error) {
    // If the connection was lost, the row may still have been committed; if not, the sweep deletes the content.
    if (!(error instanceof Unavailable)) await storage.remove([storageKey]).catch(() => undefined)
    throw error
  }
}
