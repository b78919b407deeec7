import type { PdfRefusal } from '@portico/contract/signing'
import { sameContact } from '../kernel/access/tenant-joins.ts'
import { type Db, sql } from '../kernel/database/db.ts'
import type { CheckedFile } from '../records/definition/files.ts'
import type {
  CheckedFiles,
  NamedFile,
  PendingRow,
  ResolvedLine,
  WriteContext,
  WrittenRow,
} from '../records/definition/record-type.ts'
import { Refusal } from '../records/definition/refusal.ts'
import { completeSigning, sealContentOf } from './complete-signing.ts'
import { appendEvidence, appendRows, type EvidenceRow, evidenceOf } from './evidence/evidence.ts'
import { lockDocument, type SigningDocument } from './queries.ts'
import { enqueueRaise } from './raise-job.ts'
import { refusalSentences } from './reading/pdf-refused.ts'
import { fillSignedFiles, furtherEvidence } from './record-evidence.ts'
import { faultOf, type PdfFaults } from './record-pdfs.ts'
import type { ImportSeals } from './record-seals.ts'
import type { Seal } from './seal/seal.ts'

type StoredDocument = {
  externalId: string
  company: number
  status: string
  signedOn: string | null
  signedFile: number | null
  evidenceFile: number | null
  sealLevel: string | null
  sealWanted: string | null
  sealProblem: string | null
  sha256: string
  evidence: string[]
}

type Context = WriteContext & { seal: Seal; seals: ImportSeals; pdfFaults: PdfFaults }

const nameOf = ({ place, line }: ResolvedLine) => `${place.company} ${line.externalId}`

const readStored = async (db: Db, pendingRows: PendingRow[]): Promise<Map<string, StoredDocument>> => {
  const rows =
    await db.many<StoredDocument>(sql`select d.external_id as "externalId", d.service_company_id as company, d.status,
      d.signed_on::text as "signedOn", d.signed_file_id as "signedFile", d.evidence_file_id as "evidenceFile",
      d.seal_level as "sealLevel", d.seal_wanted as "sealWanted", d.seal_problem as "sealProblem",
      encode(f.sha256, 'hex') as sha256, array(select encode(e.hash, 'hex') from signing_evidence e
        where ${sameContact('e', 'd')}
          and e.signing_document_id = d.id order by e.position) as evidence
    from unnest(${pendingRows.map(({ item }) => item.place.company)}::bigint[], ${pendingRows.map(({ item }) => item.line.externalId)}::text[])
      as x (company, external_id)
    join signing_document d on d.service_company_id = x.company and d.external_id = x.external_id
    join file f on ${sameContact('f', 'd')} and f.id = d.file_id
    for update of d`)
  return new Map(rows.map(row => [`${row.company} ${row.externalId}`, row]))
}

/** Work after the rows are written: documents to seal because they were signed elsewhere, and imported evidence to append. */
export type SigningWork = {
  toSeal: Map<PendingRow, { signedOn: Date; file: CheckedFile }>
  evidence: Map<PendingRow, EvidenceRow[]>
}

/** Fills the status and the columns of the seal; returns the date of signing for a document that is to be sealed. */
const fillStatus = ({ row }: PendingRow, stored: StoredDocument | undefined): Date | undefined => {
  const wanted = row.status
  if (stored && stored.status !== 'unsigned') {
    // An import does not undo what the signer has done.
    if (wanted !== 'unsigned' && wanted !== stored.status)
      throw new Refusal('status', `cannot be: it is ${stored.status}`)
    row.status = stored.status
  }
  const signedOn = row.status === 'signed' && stored?.status !== 'signed' ? new Date(String(row.signed_on)) : undefined
  if (signedOn) row.status = 'unsigned'
  row.signed_on = stored?.signedOn ?? null
  row.signed_file_id = stored?.signedFile ?? null
  row.evidence_file_id = stored?.evidenceFile ?? null
  row.seal_level = stored?.sealLevel ?? null
  row.seal_wanted = stored?.sealWanted ?? null
  row.seal_problem = stored?.sealProblem ?? null
  return signedOn
}

const unsignable = (why: PdfRefusal) => new Refusal('file', refusalSentences[why], 'invalid_request', why)

const checkPdf = async (
  { item: { line, place } }: PendingRow,
  file: CheckedFile | undefined,
  stored: StoredDocument | undefined,
  { seal, pdfFaults }: Context,
): Promise<CheckedFile> => {
  if (file?.kind !== 'pdf') throw new Refusal('file', 'is not a PDF')
  if (stored && stored.sha256 !== file.sha256)
    throw new Refusal('file', 'cannot be changed once it is sent: send another document')
  if (stored) return file
  const { path } = line.file as NamedFile
  const caller = { serviceCompanyId: place.company }
  const fault = pdfFaults.has(path) ? pdfFaults.get(path) : await faultOf(seal, file, caller)
  if (fault) throw unsignable(fault)
  return file
}

/** Fills the columns of a document's state; refuses documents whose file cannot be signed and deletes them from `checked`. */
export const fillDocumentsToSign = async (db: Db, checked: CheckedFiles, context: Context): Promise<SigningWork> => {
  const { refuse, tenantScope } = context
  const work: SigningWork = { toSeal: new Map(), evidence: new Map() }
  const known = await readStored(db, [...checked.keys()])
  for (const [pending, file] of checked) {
    const stored = known.get(nameOf(pending.item))
    try {
      const pdf = await checkPdf(pending, file, stored, context)
      const { line } = pending.item
      const evidence =
        line.evidence === undefined
          ? []
          : furtherEvidence(pending, stored?.evidence ?? [], { sha256: pdf.sha256, mayBring: !tenantScope })
      if (evidence.length > 0) {
        work.evidence.set(pending, evidence)
        await fillSignedFiles(db, pending, context)
      } else {
        const signedOn = fillStatus(pending, stored)
        if (signedOn) work.toSeal.set(pending, { signedOn, file: pdf })
      }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refuse(pending.item, error)
      checked.delete(pending)
    }
  }
  return work
}

/** Starts the evidence of new documents, appends imported evidence, and seals documents that were signed elsewhere. */
export const finishDocumentsToSign = async (
  db: Db,
  pendingRows: PendingRow[],
  { toSeal, evidence }: SigningWork,
  writtenOf: (row: PendingRow) => WrittenRow | undefined,
  { seals }: Pick<Context, 'seals'>,
): Promise<void> => {
  for (const pending of pendingRows) {
    const { item, existing } = pending
    const written = writtenOf(pending)
    const signed = toSeal.get(pending)
    const brought = evidence.get(pending)
    if (!written?.created && !signed && !brought) continue
    const { company, portal, contact } = item.place
    const id = {
      serviceCompanyId: company,
      portalId: portal ?? 0,
      contactId: contact ?? 0,
      id: written?.id ?? existing?.id ?? 0,
    }
    if (brought) {
      await appendRows(db, id, brought)
      // The other installation had not reached the wanted level of the seal; this one continues.
      if (pending.row.seal_level !== pending.row.seal_wanted) await enqueueRaise(db, id, { soon: true })
      continue
    }
    const document = await lockDocument(db, id, new Date(0))
    const { sha256 } = document.file
    if (written?.created)
      await appendEvidence(db, id, {
        step: 'created',
        at: new Date(document.sentOn),
        address: null,
        detail: { sha256 },
      })
    if (signed) await recordSigned(db, document, signed, seals)
  }
  seals.require()
}

/** Seals a document that was signed elsewhere, and records that in its evidence. */
const recordSigned = async (
  db: Db,
  document: SigningDocument,
  { signedOn, file }: { signedOn: Date; file: CheckedFile },
  seals: ImportSeals,
) => {
  const { serviceCompanyId } = document
  const read = seals.read(file, serviceCompanyId)
  if (!read) return
  if ('refused' in read) throw unsignable(read.refused)
  const before = await evidenceOf(db, document)
  const detail = { sha256: document.file.sha256, shown: read.sha256, shownSize: read.size, changes: read.changes }
  const last = { step: 'recorded' as const, at: signedOn, address: null, detail }
  const signature = { signer: { ...document, language: 'it-IT' as const }, before, last }
  const content = sealContentOf(document, signature)
  const sealed = seals.sealed(file, { serviceCompanyId, name: document.file.name, content })
  if (!sealed) return
  if ('refused' in sealed) throw unsignable(sealed.refused)
  await completeSigning(db, document, signature, { files: sealed.files, seal: sealed.state })
}
