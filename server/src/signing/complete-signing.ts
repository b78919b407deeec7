import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Language } from '@portico/contract/auth'
import type { Db } from '../kernel/db.ts'
import { appendEvidence, type EvidenceEntry, evidenceOf, nextEntry } from './evidence.ts'
import { insertSealedFile, type SigningDocument, setSigned } from './queries.ts'
import { maskedPhone } from './rules.ts'
import type { Seal } from './seal.ts'
import { signerTexts } from './texts.ts'

/** Reads a stream whole; for files whose size is bounded. */
export const whole = async (stream: Readable): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Who has signed, as it is told in the files. */
export type Signer = { firstName: string; lastName: string; phone: string | null; language: Language }

/** A file that was made, as mails attach it. */
export type MadeFile = { id: number; name: string; size: number; sha256: string; storageKey: string }

const evidenceName = (name: string) => name.replace(/(\.pdf)?$/i, '-evidence.pdf')

/**
 * Makes a document signed: seals it with its evidence, and writes both down. To be called with the document's
 * row locked. `keep` stores what was made and answers its storage key.
 */
export const completeSigning = async (
  db: Db,
  seal: Seal,
  document: SigningDocument,
  last: Omit<EvidenceEntry, 'hash'>,
  { signer, original, keep }: { signer: Signer; original: Buffer; keep: (content: Buffer) => Promise<string> },
): Promise<[signed: MadeFile, evidence?: MadeFile]> => {
  const before = await evidenceOf(db, document)
  const { file, companyName, documentName, portalName, timeZone, email } = document
  const { firstName, lastName, phone, language } = signer
  const name = `${firstName} ${lastName}`
  const made = await seal.files(
    original,
    {
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
    { name, reason: signerTexts[language].reason, location: portalName, at: last.at },
  )
  const put = async (name: string, content: Buffer) => {
    const storageKey = await keep(content)
    const file = { name, size: content.length, sha256: createHash('sha256').update(content).digest('hex'), storageKey }
    return { ...file, id: await insertSealedFile(db, document, file, last.at) }
  }
  const signed = await put(file.name, made.signed)
  const evidence = made.evidence && (await put(evidenceName(file.name), made.evidence))
  await setSigned(db, document, { signedOn: last.at, signedFileId: signed.id, evidenceFileId: evidence?.id ?? null })
  await appendEvidence(db, document, last)
  return evidence ? [signed, evidence] : [signed]
}
