import type { Language } from '@portico/contract/language'
import type { Db } from '../kernel/database/db.ts'
import { appendEvidence, type EvidenceEntry, nextEntry } from './evidence/evidence.ts'
import { insertSealedFile, type SealState, type SigningDocument, setSigned } from './queries.ts'
import { askToRaise } from './raise-job.ts'
import { maskedPhone } from './rules.ts'
import type { SealContent } from './seal/sealed-files.ts'
import type { StoredFiles, StoredSeal } from './sealed-storage.ts'
import { signerTexts } from './texts.ts'

/** Who has signed, as it is told in the files. */
type Signer = { firstName: string; lastName: string; phone: string | null; language: Language }

/** A file of a document, as mails attach it. */
export type MadeFile = StoredSeal & { id: number }

/** A signature that is about to be written down: by whom, with which entry of evidence behind which. */
type Signature = { signer: Signer; before: EvidenceEntry[]; last: Omit<EvidenceEntry, 'hash'> }

/** What the sealed files of a document tell beside its own pages. */
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
      signer: name,
      phone: phone && maskedPhone(phone),
      email,
      entries: [...before, nextEntry(before.at(-1), last)],
    },
    words: { name, reason: signerTexts[language].reason, location: portalName, at: last.at },
  }
}

/**
 * Writes down that a document is signed, with its stored files. To be called with the document's row locked, and where its evidence is still
 * what the files tell.
 */
export const completeSigning = async (
  db: Db,
  document: SigningDocument,
  { last }: Pick<Signature, 'last'>,
  { files, seal }: { files: StoredFiles; seal: SealState },
): Promise<[signed: MadeFile, evidence?: MadeFile]> => {
  const insert = async (file: StoredSeal): Promise<MadeFile> => ({
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
  if (seal.level !== seal.wanted) await askToRaise(db, document, { soon: seal.problem === null })
  return evidence ? [signed, evidence] : [signed]
}
