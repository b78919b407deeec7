import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Language } from '@portico/contract/auth'
import { tx, Unavailable } from '../kernel/db.ts'
import type { Deps } from '../kernel/deps.ts'
import { recordEvent } from '../kernel/events.ts'
import { newStorageKey } from '../kernel/storage.ts'
import { completeSigning, type MadeFile, whole } from './complete-signing.ts'
import { mailSigned } from './mails.ts'
import { lockedDocument, type SigningCode, type SigningDocument } from './queries.ts'
import type { Seal } from './seal.ts'

/** A signature that is about to be made: by whom, when, from where; `check` ends the request for a document that has moved on. */
type Signature = {
  key: string
  signer: SigningCode
  now: Date
  address: string
  check: (document: SigningDocument) => SigningDocument
}

/** Signs a document whose code was right: of several who come at once, the first. Answers the signed file. */
export const sign = (
  { database, storage, messages }: Deps,
  seal: Seal,
  { id, serviceCompanyId, portalId, contactId }: SigningDocument,
  { key, signer, now, address, check }: Signature,
): Promise<MadeFile> =>
  // The turn comes first, so that those who wait for it hold no connection.
  seal.turn(async () => {
    let stored: string[] = []
    const keep = async (content: Buffer) => {
      const storageKey = newStorageKey()
      stored.push(storageKey)
      await storage.put(storageKey, Readable.from([content], { objectMode: false }))
      return storageKey
    }
    const language = signer.language as Language
    try {
      return await tx(database, async db => {
        await storage.remove(stored)
        stored = []
        const document = check(await lockedDocument(db, { id, serviceCompanyId, portalId, contactId }, now))
        const original = await whole(await storage.get(document.file.storageKey))
        if (createHash('sha256').update(original).digest('hex') !== document.file.sha256)
          throw new Error(`The file of document ${id} is not the one that was sent`)
        const { firstName, lastName, phone } = signer
        const last = { step: 'signed' as const, at: now, address, detail: { sha256: document.file.sha256 } }
        const files = await completeSigning(db, seal, document, last, {
          signer: { firstName, lastName, phone, language },
          original,
          keep,
        })
        await recordEvent(db, document, { type: 'document.signed', signingDocumentId: document.id }, now)
        await mailSigned(messages, db, document, {
          key,
          name: `${firstName} ${lastName}`,
          when: now,
          language,
          files: files.filter(file => file !== undefined),
        })
        return files[0]
      })
    } catch (error) {
      // What cannot be removed now is an orphan, and swept as such; where the database was lost the document may be signed all the same.
      if (!(error instanceof Unavailable)) await storage.remove(stored).catch(() => undefined)
      throw error
    }
  })
