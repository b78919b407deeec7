import { isDeepStrictEqual } from 'node:util'
import type { Language } from '@portico/contract/language'
import { type Db, tx, Unavailable } from '../kernel/database/db.ts'
import { recordEvent } from '../kernel/database/record-event.ts'
import { fail } from '../kernel/errors/fail.ts'
import type { Deps } from '../kernel/http/deps.ts'
import type { Messages } from '../kernel/messages/messages.ts'
import { completeSigning, type Signature, type SignedFile, sealContentOf } from './complete-signing.ts'
import { type EvidenceEntry, evidenceOf } from './evidence/evidence.ts'
import { mailSigned } from './mails.ts'
import { findDocumentById, lockDocument, type SealState, type SigningCode, type SigningDocument } from './queries.ts'
import type { Seal } from './seal/seal.ts'
import { keeping, type StoredFiles, storeSealed } from './sealed-storage.ts'
import { readFileOf } from './shown-file.ts'

/** A signature to make. `check` fails for a document that can no longer be signed. */
type SigningRequest = {
  key: string
  signer: SigningCode
  now: Date
  address: string
  check: (document: SigningDocument) => SigningDocument
}

/** Attempts to seal a document that changes meanwhile. */
const ATTEMPTS = 3

/** What the sealed files say about the signature: the signer, the evidence before it, and its own entry. */
const composeSignature = (
  { file, shownChanges }: SigningDocument,
  shown: SigningDocument['file'],
  before: EvidenceEntry[],
  { signer, now, address }: SigningRequest,
): Signature => {
  const { firstName, lastName, phone } = signer
  return {
    signer: { firstName, lastName, phone, language: signer.language as Language },
    before,
    last: {
      step: 'signed',
      at: now,
      address,
      detail: { sha256: file.sha256, shown: shown.sha256, shownSize: shown.size, changes: shownChanges },
    },
  }
}

/** Records a signature with its stored files; undefined if the document or its evidence has changed since it was read. */
const recordSignature = async (
  db: Db,
  messages: Messages,
  document: SigningDocument,
  { key, now, check }: SigningRequest,
  { signature, files, seal }: { signature: Signature; files: StoredFiles; seal: SealState },
): Promise<SignedFile | undefined> => {
  const locked = check(await lockDocument(db, document, now))
  const evidence = await evidenceOf(db, document)
  if (!isDeepStrictEqual(locked, document) || !isDeepStrictEqual(evidence, signature.before)) return undefined
  const signedFiles = await completeSigning(db, document, signature, { files, seal })
  await recordEvent(db, document, { type: 'document.signed', signingDocumentId: document.id }, now)
  const { firstName, lastName, language } = signature.signer
  await mailSigned(messages, db, document, {
    key,
    name: `${firstName} ${lastName}`,
    when: now,
    language,
    files: signedFiles.filter(file => file !== undefined),
    isComplete: seal.level === seal.wanted,
  })
  return signedFiles[0]
}

/** Seals, stores and records once; undefined if the document or its evidence changed while it was sealed. */
const trySigning = async (
  { database, storage, messages }: Deps,
  seal: Seal,
  id: SigningDocument,
  request: SigningRequest,
): Promise<SignedFile | undefined> => {
  const { check, now } = request
  const document = check((await findDocumentById(database, id, now)) ?? fail('invalid_code'))
  const shown = document.shownFile ?? fail('conflict', { detail: 'The document has to be read first.' })
  const signature = composeSignature(document, shown, await evidenceOf(database, document), request)
  // No transaction or row lock is held while the authorities are asked for time stamps and proofs.
  const sealed = await seal.files(() => readFileOf(storage, document, shown), {
    content: sealContentOf(document, signature),
    caller: { serviceCompanyId: document.serviceCompanyId },
    atOnce: true,
  })
  const state = { level: sealed.level, wanted: seal.wanted, problem: sealed.problem }
  const { keep, discard } = keeping(storage)
  try {
    const files = await storeSealed(document.file.name, sealed, keep)
    const signed = await tx(database, db =>
      recordSignature(db, messages, document, request, { signature, files, seal: state }),
    )
    if (!signed) await discard()
    return signed
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
  request: SigningRequest,
): Promise<SignedFile> =>
  // Wait for the turn first, so that waiting requests hold neither memory nor a connection.
  seal.turn(document.serviceCompanyId, async () => {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const signed = await trySigning(deps, seal, document, request)
      if (signed) return signed
    }
    return fail('unavailable', { retryAfter: 1, detail: 'The document was changed while it was signed.' })
  })
