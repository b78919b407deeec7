import { createHash } from 'node:crypto'
import { type Db, sql } from '../kernel/db.ts'

/** What may happen to a document to sign. `recorded`: signed elsewhere, as an import says. */
export type Step = 'created' | 'code_sent' | 'code_wrong' | 'signed' | 'recorded' | 'declined'

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

type Kept = { body: string; hash: Buffer }

const ofDocument = ({ serviceCompanyId, portalId, contactId, id }: DocumentId) =>
  sql`service_company_id = ${serviceCompanyId} and portal_id = ${portalId} and contact_id = ${contactId}
    and signing_document_id = ${id}`

const hashOf = (previous: Buffer | undefined, body: string) =>
  createHash('sha256')
    .update(previous ?? Buffer.alloc(32))
    .update(body)
    .digest()

const entryOf = ({ body, hash }: Kept): EvidenceEntry => {
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
  const rows = await db.many<Kept>(
    sql`select body, hash from signing_evidence where ${ofDocument(document)} order by position`,
  )
  rows.forEach(({ body, hash }, n) => {
    if (!hashOf(rows[n - 1]?.hash, body).equals(hash))
      throw new Error(`Evidence of document ${document.id} was changed`)
  })
  return rows.map(entryOf)
}

/** Adds entries behind those that are there. Whoever calls it holds the lock on the document's row. */
export const appendEvidence = async (
  db: Db,
  document: DocumentId,
  ...entries: Omit<EvidenceEntry, 'hash'>[]
): Promise<void> => {
  const { serviceCompanyId, portalId, contactId, id } = document
  const last = await db.maybe<Kept & { position: number }>(sql`select body, hash, position from signing_evidence
    where ${ofDocument(document)} order by position desc limit 1`)
  let before = last && entryOf(last)
  let position = last?.position ?? 0
  for (const entry of entries) {
    const next = nextEntry(before, entry)
    position += 1
    await db.run(sql`insert into signing_evidence
        (service_company_id, portal_id, contact_id, signing_document_id, position, body, previous, hash)
      values (${serviceCompanyId}, ${portalId}, ${contactId}, ${id}, ${position}, ${next.body}, ${before?.hash ?? null},
        ${next.hash})`)
    before = next
  }
}
