import type { Static } from '@portico/contract/schema/static'
import * as Type from 'typebox'
import type { Db } from '../kernel/database/db.ts'
import type { FileSource, FileTransaction } from '../records/definition/files.ts'
import type { NamedFile, PendingRow } from '../records/definition/record-type.ts'
import { Refusal } from '../records/definition/refusal.ts'
import { checkFile } from '../records/files/store-files.ts'
import { type DocumentId, type EvidenceRow, entryOf, hashOf } from './evidence/evidence.ts'
import { insertSealedFile } from './queries.ts'

/** The evidence of a document from the installation where it was collected; each hash covers its `body` and the hash before. */
export const ImportedEvidence = Type.Array(
  Type.Object({
    body: Type.String({ maxLength: 20_000, description: 'The entry as JSON.' }),
    hash: Type.String({
      pattern: '^[0-9a-f]{64}$',
      description: 'The SHA-256 of this entry and the hash before it, in hex.',
    }),
  }),
  { minItems: 1, maxItems: 1000 },
)
/** The parsed evidence of a line. */
export type ImportedEvidence = Static<typeof ImportedEvidence>

const STEPS = ['created', 'code_sent', 'code_failed', 'code_wrong', 'signed', 'recorded', 'declined']
const isSigned = (step: string | undefined) => step === 'signed' || step === 'recorded'

/**
 * Verifies the hash of each entry of a line's evidence; throws a `Refusal` if an entry was changed or belongs to another file or
 * status.
 */
const rowsOf = (given: ImportedEvidence, { sha256, status }: { sha256: string; status: unknown }): EvidenceRow[] => {
  const rows = given.map(({ body, hash }) => ({ body, hash: Buffer.from(hash, 'hex') }))
  const steps = rows.map((row, n) => {
    if (!hashOf(rows[n - 1]?.hash, row.body).equals(row.hash))
      throw new Refusal(`evidence.${n}.hash`, 'is not that of this entry and the one before')
    try {
      const { step, at, detail } = entryOf(row)
      if (!STEPS.includes(step) || Number.isNaN(at.getTime()) || (n === 0 && detail.sha256 !== sha256))
        throw new Error()
      return step
    } catch {
      throw new Refusal(`evidence.${n}.body`, 'is no entry of the evidence of this file')
    }
  })
  if (steps[0] !== 'created') throw new Refusal('evidence.0.body', 'does not tell how the document came to be')
  const last = steps.at(-1)
  const ended = isSigned(last) ? 'signed' : last === 'declined' ? 'declined' : undefined
  if ((ended ?? status) !== status || (status === 'signed') !== isSigned(last))
    throw new Refusal('status', 'is not that of the evidence')
  return rows
}

/**
 * The entries of a line's evidence beyond the stored ones; `kept` are the hashes of these in hex. Throws a `Refusal` if the two
 * differ, or if there are further entries and the caller may not add any (`mayBring`), which only the installation's own command may.
 */
export const furtherEvidence = (
  { item: { line }, row }: PendingRow,
  kept: string[],
  { sha256, mayBring }: { sha256: string; mayBring: boolean },
): EvidenceRow[] => {
  const given = line.evidence as ImportedEvidence
  if (given.some(({ hash }, n) => n < kept.length && hash !== kept[n]))
    throw new Refusal('evidence', 'is not what is kept here of the document')
  const further = rowsOf(given, { sha256, status: row.status }).slice(kept.length)
  if (further.length > 0 && !mayBring) throw new Refusal('evidence', 'is taken by the command portico import alone')
  return further
}

/** Stores the signed files of a line unchanged, and fills their columns. */
export const fillSignedFiles = async (
  db: Db,
  { item: { line, place }, row }: PendingRow,
  { files, fileTransaction }: { files: FileSource; fileTransaction: FileTransaction },
): Promise<void> => {
  const document: DocumentId = {
    serviceCompanyId: place.company,
    portalId: place.portal ?? 0,
    contactId: place.contact ?? 0,
    id: 0,
  }
  if (row.status === 'signed' && !line.signedFile) throw new Refusal('signedFile', 'is missing')
  if (row.status !== 'signed') row.seal_level = row.seal_wanted = row.seal_problem = null
  if (row.status !== 'signed' && (line.signedFile || line.evidenceFile))
    throw new Refusal('signedFile', 'is given, but status is not "signed"')
  for (const [field, column] of [
    ['signedFile', 'signed_file_id'],
    ['evidenceFile', 'evidence_file_id'],
  ] as const) {
    const named = line[field] as NamedFile | undefined
    row[column] = null
    if (!named) continue
    const file = await checkFile(files, named, field)
    if (file.kind !== 'pdf') throw new Refusal(field, 'is not a PDF')
    const storageKey = await fileTransaction.store(file, field)
    row[column] = await insertSealedFile(db, document, { ...file, storageKey }, new Date(String(row.signed_on)))
  }
}
