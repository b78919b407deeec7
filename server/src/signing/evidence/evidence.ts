import { createHash } from 'node:crypto'
import { type Db, sql } from '../../kernel/database/db.ts'

/** What may happen to a document to sign. `recorded`: signed elsewhere, as an import says. */
export type Step = 'created' | 'code_sent' | 'code_failed' | 'code_wrong' | 'signed' | 'recorded' | 'declined'

/** What an entry keeps beside step, time and address; the phone masked. */
type EvidenceDetail = {
  firstName?: string
  lastName?: string
  phone?: string
  phoneTyped?: boolean
  sha256?: string
  reason?: string
}

/** An entry of a document's evidence; its hash covers everything in it and the hash of the entry before. */
export type EvidenceEntry = { step: Step; at: Date; address: string | null; detail: EvidenceDetail; hash: Buffer }

/** Names a document to sign. */
export type DocumentId = { serviceCompanyId: number; portalId: number; contactId: number; id: number }

/** An entry as it is kept. */
export type EvidenceRow = { body: string; hash: Buffer }

const ofDocument = ({ serviceCompanyId, portalId, contactId, id }: DocumentId) =>
  sql`service_company_id = ${serviceCompanyId} and portal_id = ${portalId} and contact_id = ${contactId}
    and signing_document_id = ${id}`

/** The hash of an entry behind another one. */
export const hashOf = (previous: Buffer | undefined, body: string): Buffer =>
  createHash('sha256')
    .update(previous ?? Buffer.alloc(32))
    .update(body)
    .digest()

/** An entry from its row; throws for a body that is none. */
export const entryOf = ({ body, hash }: EvidenceRow): EvidenceEntry => {
  const { step, at, address, detail } = JSON.parse(body) as Omit<EvidenceEntry, 'at' | 'hash'> & { at: string }
  return { step, at: new Date(at), address, detail, hash }
}

/** What comes behind `last` in a document's evidence. */
export const nextEntry = (
  last: EvidenceEntry | undefined,
  entry: Omit<EvidenceEntry, 'hash'>,
): EvidenceEntry & { body: string } => {
  const { step, at, address, detail } = entry
  const body = JSON.stringify({ step, at: at.toISOString(), address, detail })
  return { ...entry, body, hash: hashOf(last?.hash, body) }
}

/** A document's evidence, oldest first; throws where an entry is not what its hash covers. */
export const evidenceOf = async (db: Db, document: DocumentId): Promise<EvidenceEntry[]> => {
  const rows = await db.many<EvidenceRow>(
    sql`select body, hash from signing_evidence where ${ofDocument(document)} order by position`,
  )
  rows.forEach(({ body, hash }, n) => {
    if (!hashOf(rows[n - 1]?.hash, body).equals(hash))
      throw new Error(`Evidence of document ${document.id} was changed`)
  })
  return rows.map(entryOf)
}

const lastOf = (db: Db, document: DocumentId) =>
  db.maybe<EvidenceRow & { position: number }>(sql`select body, hash, position from signing_evidence
    where ${ofDocument(document)} order by position desc limit 1`)

/** Adds entries as they were kept elsewhere behind those that are there. The database refuses one whose hash is not that of the chain. */
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

/** Adds an entry behind those that are there. Whoever calls it holds the lock on the document's row. */
export const appendEvidence = async (
  db: Db,
  document: DocumentId,
  entry: Omit<EvidenceEntry, 'hash'>,
): Promise<void> => {
  const last = await lastOf(db, document)
  await appendRows(db, document, [nextEntry(last && entryOf(last), entry)])
}
