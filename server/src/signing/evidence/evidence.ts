import { createHash } from 'node:crypto'
import type { PdfChange } from '@portico/contract/signing'
import { type Db, sql } from '../../kernel/database/db.ts'

/** What can happen to a document to sign. `recorded`: signed elsewhere, according to an import. */
export type Step = 'created' | 'code_sent' | 'code_failed' | 'code_wrong' | 'signed' | 'recorded' | 'declined'

/** Further fields of an entry; `phone` is masked. `sha256` is that of the file as it was sent, `shown` that of the `shownSize` bytes that were shown. */
type EvidenceDetail = {
  firstName?: string
  lastName?: string
  phone?: string
  phoneTyped?: boolean
  sha256?: string
  shown?: string
  shownSize?: number
  changes?: readonly PdfChange[]
  reason?: string
}

/** An entry of a document's evidence. `hash` covers the entry and the hash of the previous entry (a hash chain). */
export type EvidenceEntry = { step: Step; at: Date; address: string | null; detail: EvidenceDetail; hash: Buffer }

/** The key of a document to sign. */
export type DocumentId = { serviceCompanyId: number; portalId: number; contactId: number; id: number }

/** An entry as stored. */
export type EvidenceRow = { body: string; hash: Buffer }

const ofDocument = ({ serviceCompanyId, portalId, contactId, id }: DocumentId) =>
  sql`service_company_id = ${serviceCompanyId} and portal_id = ${portalId} and contact_id = ${contactId}
    and signing_document_id = ${id}`

/** The hash of an entry that follows an entry with hash `previous`. */
export const hashOf = (previous: Buffer | undefined, body: string): Buffer =>
  createHash('sha256')
    .update(previous ?? Buffer.alloc(32))
    .update(body)
    .digest()

/** Parses a stored entry; throws for a malformed body. */
export const entryOf = ({ body, hash }: EvidenceRow): EvidenceEntry => {
  const { step, at, address, detail } = JSON.parse(body) as Omit<EvidenceEntry, 'at' | 'hash'> & { at: string }
  return { step, at: new Date(at), address, detail, hash }
}

/** The entry that follows `last`. */
export const nextEntry = (
  last: EvidenceEntry | undefined,
  entry: Omit<EvidenceEntry, 'hash'>,
): EvidenceEntry & { body: string } => {
  const { step, at, address, detail } = entry
  const body = JSON.stringify({ step, at: at.toISOString(), address, detail })
  return { ...entry, body, hash: hashOf(last?.hash, body) }
}

/** A document's evidence, oldest first; undefined if an entry does not match its hash. */
export const readEvidence = async (db: Db, document: DocumentId): Promise<EvidenceEntry[] | undefined> => {
  const rows = await db.many<EvidenceRow>(
    sql`select body, hash from signing_evidence where ${ofDocument(document)} order by position`,
  )
  const isWhole = rows.every(({ body, hash }, n) => hashOf(rows[n - 1]?.hash, body).equals(hash))
  return isWhole ? rows.map(entryOf) : undefined
}

/** Like {@link readEvidence}; throws if an entry does not match its hash. */
export const evidenceOf = async (db: Db, document: DocumentId): Promise<EvidenceEntry[]> => {
  const entries = await readEvidence(db, document)
  if (!entries) throw new Error(`Evidence of document ${document.id} was changed`)
  return entries
}

const lastOf = (db: Db, document: DocumentId) =>
  db.maybe<EvidenceRow & { position: number }>(sql`select body, hash, position from signing_evidence
    where ${ofDocument(document)} order by position desc limit 1`)

/** Appends stored entries of another installation. The database rejects an entry that breaks the hash chain. */
export const appendRows = async (db: Db, document: DocumentId, rows: EvidenceRow[]): Promise<void> => {
  const { serviceCompanyId, portalId, contactId, id } = document
  const last = await lastOf(db, document)
  let before = last?.hash ?? null
  let position = last?.position ?? 0
  for (const { body, hash } of rows) {
    position += 1
    await db.run(sql`insert into signing_evidence
        (service_company_id, portal_id, contact_id, signing_document_id, position, body, previous, hash)
      values (${serviceCompanyId}, ${portalId}, ${contactId}, ${id}, ${position}, ${body}, ${before}, ${hash})`)
    before = hash
  }
}

/** Appends an entry. The caller holds the lock on the document's row. */
export const appendEvidence = async (
  db: Db,
  document: DocumentId,
  entry: Omit<EvidenceEntry, 'hash'>,
): Promise<void> => {
  const last = await lastOf(db, document)
  await appendRows(db, document, [nextEntry(last && entryOf(last), entry)])
}
