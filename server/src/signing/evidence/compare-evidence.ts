import type { EvidenceComparison } from '@portico/contract/signing'
import { sameContact } from '../../kernel/access/tenant-joins.ts'
import { type Db, sql } from '../../kernel/database/db.ts'
import { type DocumentId, type EvidenceEntry, readEvidence } from './evidence.ts'

/** The document of a sealed file, and whether the file is, or leaves aside, its evidence. */
type SealedDocument = DocumentId & {
  isEvidence: boolean
  hasEvidence: boolean
}

const findSealedDocument = (db: Db, fileId: number): Promise<SealedDocument | undefined> =>
  db.maybe(sql`select d.service_company_id as "serviceCompanyId", d.portal_id as "portalId", d.contact_id as "contactId", d.id,
      f.id is not distinct from d.evidence_file_id as "isEvidence", d.evidence_file_id is not null as "hasEvidence"
    from signing_document d join file f on ${sameContact('f', 'd')} and f.id in (d.signed_file_id, d.evidence_file_id)
    where f.id = ${fileId}`)

/** What the check reads of a file: the text of its last pages, and the SHA-256 (hex) of its first bytes, so many. */
export type EvidenceReader = {
  lastPages: () => Promise<string>
  hashOf: (size: number) => Promise<string | undefined>
}

const plain = (text: string) => text.normalize('NFKC').replace(/\s+/g, '')

/** Letters that the font of the evidence page has. */
const canBeRead = (text: string) => /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}\s.'’-]+$/u.test(text)

/** What the evidence pages of a document have to say by the record: fingerprints, the hash of the log, and who signed with a code. */
const expectedOf = (entries: EvidenceEntry[], last: EvidenceEntry): string[] => {
  const { sha256, shown } = last.detail
  const { firstName = '', lastName = '' } = entries.findLast(({ step }) => step === 'code_sent')?.detail ?? {}
  const name = `${firstName} ${lastName}`
  const isNamed = last.step === 'signed' && canBeRead(name)
  return [sha256, shown, last.hash.toString('hex'), isNamed ? name : undefined].filter(text => text !== undefined)
}

/**
 * Compares the evidence pages of a file that is kept here with the record of its document: what they say, and whether the pages before them are
 * the bytes that were shown.
 */
export const compareEvidence = async (
  db: Db,
  fileId: number,
  { lastPages, hashOf }: EvidenceReader,
): Promise<EvidenceComparison> => {
  const document = await findSealedDocument(db, fileId)
  if (!document) return 'unknown'
  const entries = await readEvidence(db, document)
  if (!entries) return 'different'
  const last = entries.findLast(({ step }) => step === 'signed' || step === 'recorded')
  if (!last) return 'unknown'
  const { isEvidence, hasEvidence } = document
  const { shown, shownSize } = last.detail
  if (!isEvidence && shownSize !== undefined && (await hashOf(shownSize)) !== shown) return 'different'
  if (hasEvidence && !isEvidence) return 'separate'
  const text = plain(await lastPages())
  if (!expectedOf(entries, last).every(one => text.includes(plain(one)))) return 'different'
  return shown === undefined ? 'unknown' : 'same'
}
