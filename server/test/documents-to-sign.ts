import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { PDFDocument } from '@cantoo/pdf-lib'
import { sql } from '../src/kernel/database/db.ts'
import { hashToken } from '../src/kernel/security/secrets.ts'
import { newStorageKey } from '../src/kernel/storage/storage.ts'
import { appendEvidence, type DocumentId } from '../src/signing/evidence/evidence.ts'
import { signingKeyPurpose } from '../src/signing/rules.ts'
import type { TestApp } from './app.ts'
import { aContact, aPortal, type Contact } from './world.ts'

/** A PDF of some pages with a text on each. */
export const aPdf = async ({ pages = 2, text = 'Contratto di assistenza', bulk = 0 } = {}): Promise<Buffer> => {
  const document = await PDFDocument.create()
  for (let n = 1; n <= pages; n += 1) document.addPage().drawText(`${text}, pagina ${n}`, { x: 50, y: 700, size: 14 })
  // Content that cannot be made smaller.
  if (bulk > 0) document.context.register(document.context.stream(randomBytes(bulk)))
  return Buffer.from(await document.save({ useObjectStreams: pages % 2 === 1 }))
}

type Options = {
  contact?: Contact
  pdf?: Buffer
  firstName?: string
  lastName?: string
  phone?: string | null
  phoneMayBeTyped?: boolean
  email?: string | null
  status?: string
  validUntil?: Date | null
}

/** A document to sign, sent on the first of March 2026; its key, and whose it is. */
export const aDocumentToSign = async (
  { database, storage, deps }: TestApp,
  options: Options = {},
): Promise<DocumentId & { key: string; contact: Contact; pdf: Buffer }> => {
  const contact =
    options.contact ?? (await aContact(database, await aPortal(database, { supportEmail: 'ufficio@example.it' })))
  const { serviceCompanyId, portalId, contactId } = contact
  const pdf = options.pdf ?? (await aPdf())
  const key = randomBytes(24).toString('base64url')
  const storageKey = newStorageKey()
  await storage.put(storageKey, Readable.from([pdf], { objectMode: false }))
  const sha256 = createHash('sha256').update(pdf).digest()
  const sentOn = new Date('2026-03-01T09:00:00Z')
  const { id: fileId } = await database.one<{
    id: number
  }>(sql`insert into file (service_company_id, portal_id, contact_id,
      purpose, name, media_type, inline, size, sha256, storage_key, claimed)
    values (${serviceCompanyId}, ${portalId}, ${contactId}, 'signing', 'Contratto.pdf', 'application/pdf', true, ${pdf.length},
      ${sha256}, ${storageKey}, true) returning id`)
  const { phone = '+39 333 5550118', email = 'giulia@example.it' } = options
  const { id } = await database.one<{
    id: number
  }>(sql`insert into signing_document (service_company_id, portal_id, contact_id,
      key_hash, sealed_key, document_name, status, first_name, last_name, phone, phone_may_be_typed, email, sent_on,
      valid_until, file_id)
    values (${serviceCompanyId}, ${portalId}, ${contactId}, ${hashToken(key)}, ${deps.secrets.seal(key, signingKeyPurpose)}, 'Contratto', ${options.status ?? 'unsigned'},
      ${options.firstName ?? 'Giulia'}, ${options.lastName ?? 'Rossi'}, ${phone?.replaceAll(' ', '') ?? null},
      ${options.phoneMayBeTyped ?? false}, ${email}, ${sentOn}, ${options.validUntil ?? null}, ${fileId}) returning id`)
  const document = { serviceCompanyId, portalId, contactId, id }
  await appendEvidence(database, document, {
    step: 'created',
    at: sentOn,
    address: null,
    detail: { sha256: sha256.toString('hex') },
  })
  return { ...document, key, contact, pdf }
}
