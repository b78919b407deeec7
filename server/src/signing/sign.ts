import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Language } from '@portico/contract/language'
import { tx, Unavailable } from '../kernel/database/db.ts'
import { recordEvent } from '../kernel/database/record-event.ts'
import { fail } from '../kernel/errors/fail.ts'
import type { Deps } from '../kernel/http/deps.ts'
import { completeSigning, type MadeFile, sealContentOf } from './complete-signing.ts'
import { evidenceOf } from './evidence/evidence.ts'
import { mailSigned } from './mails.ts'
import { documentById, lockedDocument, type SigningCode, type SigningDocument } from './queries.ts'
import type { Seal } from './seal/seal.ts'
import { keeping, storeSealed, whole } from './sealed-storage.ts'

/** A signature that is about to be made: by whom, when, from where; `check` ends the request for a document that has moved on. */
type Signature = {
  key: string
  signer: SigningCode
  now: Date
  address: string
  check: (document: SigningDocument) => SigningDocument
}

/** How often a document is sealed anew because something about it has changed meanwhile. */
const TRIES = 3

/** One try; undefined where what the seal tells of the document was no longer so by the time it was made. */
const trySigning = async (
  { database, storage, messages }: Deps,
  seal: Seal,
  id: SigningDocument,
  { key, signer, now, address, check }: Signature,
): Promise<MadeFile | undefined> => {
  const document = check((await documentById(database, id, now)) ?? fail('invalid_code'))
  const before = await evidenceOf(database, document)
  const { file } = document
  const { firstName, lastName, phone } = signer
  const language = signer.language as Language
  const last = { step: 'signed' as const, at: now, address, detail: { sha256: file.sha256 } }
  const original = async () => {
    const content = await whole(await storage.get(file.storageKey))
    if (createHash('sha256').update(content).digest('hex') !== file.sha256)
      throw new Error(`The file of document ${document.id} is not the one that was sent`)
    return content
  }
  const signature = { signer: { firstName, lastName, phone, language }, before, last }
  // No transaction is open and no row locked while others are asked for stamps and proofs.
  const sealed = await seal.files(original, {
    content: sealContentOf(document, signature),
    caller: { serviceCompanyId: document.serviceCompanyId },
    atOnce: true,
  })
  const { level, problem } = sealed
  const { keep, discard } = keeping(storage)
  try {
    const files = await storeSealed(file.name, sealed, keep)
    const made = await tx(database, async db => {
      const locked = check(await lockedDocument(db, document, now))
      const evidence = await evidenceOf(db, document)
      if (!isDeepStrictEqual(locked, document) || !isDeepStrictEqual(evidence, before)) return undefined
      const state = { level, wanted: seal.wanted, problem }
      const made = await completeSigning(db, document, signature, { files, seal: state })
      await recordEvent(db, document, { type: 'document.signed', signingDocumentId: document.id }, now)
      await mailSigned(messages, db, document, {
        key,
        name: `${firstName} ${lastName}`,
        when: now,
        language,
        files: made.filter(file => file !== undefined),
        isComplete: level === seal.wanted,
      })
      return made[0]
    })
    if (!made) await discard()
    return made
  } catch (error) {
    // Where the database was lost the document may be signed all the same.
    if (!(error instanceof Unavailable)) await discard()
    throw error
  }
}

/** Signs a document whose code was right: of several who come at once, the first. Answers the signed file. */
export const sign = (deps: Deps, seal: Seal, document: SigningDocument, signature: Signature): Promise<MadeFile> =>
  // The turn comes first, so that those who wait for it hold neither memory nor a connection.
  seal.turn(document.serviceCompanyId, async () => {
    for (let tries = 1; tries <= TRIES; tries += 1) {
      const made = await trySigning(deps, seal, document, signature)
      if (made) return made
    }
    return fail('unavailable', { retryAfter: 1, detail: 'The document was changed while it was signed.' })
  })
