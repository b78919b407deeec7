import { createHash } from 'node:crypto'
import { type Database, tx, Unavailable } from '../kernel/database/db.ts'
import { fail } from '../kernel/errors/fail.ts'
import type { Messages } from '../kernel/messages/messages.ts'
import type { Storage } from '../kernel/storage/storage.ts'
import { mailUnsignable } from './mails.ts'
import {
  findDocumentById,
  insertSealedFile,
  lockDocument,
  type SigningDocument,
  setShown,
  setUnsignable,
} from './queries.ts'
import type { FileToSign } from './reading/read-to-sign.ts'
import type { Seal } from './seal/seal.ts'
import { keeping, readWhole, storeSeal } from './sealed-storage.ts'
import { refusalReason } from './texts.ts'

type Deps = { database: Database; storage: Storage; messages: Messages; seal: Seal }

/** A file of a document. Throws if the stored content is another one. */
export const readFileOf = async (
  storage: Storage,
  { id }: Pick<SigningDocument, 'id'>,
  { storageKey, sha256 }: SigningDocument['file'],
): Promise<Buffer> => {
  const content = await readWhole(await storage.get(storageKey))
  if (createHash('sha256').update(content).digest('hex') !== sha256)
    throw new Error(`A file of document ${id} is not the one that was kept`)
  return content
}

/** Keeps what the signer sees, unless another request was faster. */
const keepShown = async (
  { database, storage }: Deps,
  document: SigningDocument,
  { pdf, changes }: FileToSign,
  now: Date,
): Promise<SigningDocument> => {
  const { keep, discard } = keeping(storage)
  try {
    const stored = pdf && (await storeSeal(document.file.name, pdf, keep))
    const { document: kept, isOurs } = await tx(database, async db => {
      const locked = await lockDocument(db, document, now)
      if (locked.status !== 'unsigned' || locked.shownFile) return { document: locked, isOurs: false }
      const fileId = stored ? await insertSealedFile(db, locked, stored, now) : locked.file.id
      await setShown(db, locked, { fileId, changes })
      return { document: await lockDocument(db, locked, now), isOurs: true }
    })
    if (!isOurs) await discard()
    return kept
  } catch (error) {
    if (!(error instanceof Unavailable)) await discard()
    throw error
  }
}

/**
 * A document with the file that its signer sees, which is read and kept at the first opening. One that was sent before files were read so, and
 * whose file cannot be signed, is withdrawn, and its sender is told what to do. Other than unsigned documents are left as they are.
 */
export const withShownFile = async (deps: Deps, document: SigningDocument, now: Date): Promise<SigningDocument> => {
  if (document.status !== 'unsigned' || document.shownFile) return document
  const { database, storage, messages, seal } = deps
  const caller = { serviceCompanyId: document.serviceCompanyId }
  const read = await seal.read(() => readFileOf(storage, document, document.file), caller, { patient: true })
  if (!('refused' in read)) return keepShown(deps, document, read, now)
  // A busy machine may be at fault.
  if (read.refused === 'too_heavy') return fail('unavailable', { retryAfter: 60 })
  const why = read.refused
  return tx(database, async db => {
    const locked = await lockDocument(db, document, now)
    if (locked.status !== 'unsigned' || locked.shownFile) return locked
    await setUnsignable(db, locked, language => refusalReason(language, why))
    await mailUnsignable(messages, db, locked, why)
    return (await findDocumentById(db, locked, now)) ?? fail('not_found')
  })
}
