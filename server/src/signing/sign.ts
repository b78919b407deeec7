import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Language } from '@portico/contract/language'
import { tx, Unavailable } from '../kernel/database/db.ts'
import { recordEvent } from '../kernel/database/record-event.ts'
import { fail } from '../kernel/errors/fail.ts'
import type { Deps } from '../kernel/http/deps.ts'
import { completeSigning, type SignedFile, sealContentOf } from './complete-signing.ts'
import { evidenceOf } from './evidence/evidence.ts'
import { mailSigned } from './mails.ts'
import { findDocumentById, lockDocument, type SigningCode, type SigningDocument } from './queries.ts'
import type { Seal } from './seal/seal.ts'
import { keeping, readWhole, storeSealed } from './sealed-storage.ts'

/** A signature to make. `check` fails for a document that can no longer be signed. */
type Signature = {
  key: string
  signer: SigningCode
  now: Date
  address: string
  check: (document: SigningDocument) => SigningDocument
}

/** Attempts to seal a document that changes meanwhile. */
const ATTEMPTS = 3

/** One attempt; undefined if the document or its evidence changed while it was sealed. */
const trySigning = async (
  { database, storage, messages }: Deps,
  seal: Seal,
  id: SigningDocument,
  { key, signer, now, address, check }: Signature,
): Promise<SignedFile | undefined> => {
  const document = check((await findDocumentById(database, id, now)) ?? fail('invalid_code'))
  const before = await evidenceOf(database, document)
  const { file } = document
  const { firstName, lastName, phone } = signer
  const language = signer.language as Language
  const last = { step: 'signed' as const, at: now, address, detail: { sha256: file.sha256 } }
  const original = async () => {
    const content = await readWhole(await storage.get(file.storageKey))
    if (createHash('sha256').update(content).digest('hex') !== file.sha256)
      throw new Error(`The file of document ${document.id} is not the one that was sent`)
    return content
  }
  const signature = { signer: { firstName, lastName, phone, language }, before, last }
  // No transaction or row lock is held while the authorities are asked for time stamps and proofs.
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
      const locked = check(await lockDocument(db, document, now))
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
    // If the connection broke at commit, the document may already be signed with these files.
    if (!(error instanceof Unavailable)) await discard()
    throw error
  }
}

/** Signs a document whose code was right; of concurrent requests the first succeeds. Returns the signed file. */
export const signWithSeal = (
  deps: Deps,
  seal: Seal,
  document: SigningDocument,
  signature: Signature,
): Promise<SignedFile> =>
  // Wait for the turn first, so that waiting requests hold neither memory nor a connection.
  seal.turn(document.serviceCompanyId, async () => {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const made = await trySigning(deps, seal, document, signature)
      if (made) return made
    }
    return fail('unavailable', { retryAfter: 1, detail: 'The document was changed while it was signed.' })
  })
