import type { Language } from '@portico/contract/language'
import type { Db } from '../kernel/database/db.ts'
import { appendEvidence, type EvidenceEntry, nextEntry } from './evidence/evidence.ts'
import { insertSealedFile, type SealState, type SigningDocument, setSigned } from './queries.ts'
import { enqueueRaise } from './raise-job.ts'
import { maskPhone } from './rules.ts'
import type { SealContent } from './seal/sealed-files.ts'
import type { StoredFiles, StoredSeal } from './sealed-storage.ts'
import { signerTexts } from './texts.ts'

/** The signer as the sealed files name them. */
type Signer = { firstName: string; lastName: string; phone: string | null; language: Language }

/** A stored sealed file, as mails attach it. */
export type SignedFile = StoredSeal & { id: number }

/** A signature to record: the signer, the evidence `before` it, and its own entry `last`. */
export type Signature = { signer: Signer; before: EvidenceEntry[]; last: Omit<EvidenceEntry, 'hash'> }

/** What the sealed files of a document contain besides its own pages. */
export const sealContentOf = (document: SigningDocument, { signer, before, last }: Signature): SealContent => {
  const { file, companyName, documentName, portalName, timeZone, email } = document
  const { firstName, lastName, phone, language } = signer
  const name = `${firstName} ${lastName}`
  return {
    evidence: {
      language,
      timeZone,
      portalName,
      companyName,
      documentName,
      sha256: file.sha256,
      shown: last.detail.shown ?? file.sha256,
      changes: last.detail.changes ?? [],
      signer: name,
      phone: phone && maskPhone(phone),
      email,
      entries: [...before, nextEntry(before.at(-1), last)],
    },
    words: { name, reason: signerTexts[language].reason, location: portalName, at: last.at },
  }
}

/**
 * Records a document as signed, with its stored files. The caller holds the lock on the document's row, and has checked that the evidence is
 * still what the files contain.
 */
export const completeSigning = async (
  db: Db,
  document: SigningDocument,
  { last }: Pick<Signature, 'last'>,
  { files, seal }: { files: StoredFiles; seal: SealState },
): Promise<[signed: SignedFile, evidence?: SignedFile]> => {
  const insert = async (file: StoredSeal): Promise<SignedFile> => ({
    ...file,
    id: await insertSealedFile(db, document, file, last.at),
  })
  const signed = await insert(files.signed)
  const evidence = files.evidence && (await insert(files.evidence))
  await setSigned(db, document, {
    signedOn: last.at,
    signedFileId: signed.id,
    evidenceFileId: evidence?.id ?? null,
    seal,
  })
  await appendEvidence(db, document, last)
  if (seal.level !== seal.wanted) await enqueueRaise(db, document, { soon: seal.problem === null })
  return evidence ? [signed, evidence] : [signed]
}
