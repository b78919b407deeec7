import { type Db, sql } from '../kernel/db.ts'
import { completeSigning } from '../signing/complete-signing.ts'
import { appendEvidence } from '../signing/evidence.ts'
import { lockedDocument } from '../signing/queries.ts'
import type { Seal } from '../signing/seal.ts'
import type { Draft } from './import-draft.ts'
import { type CheckedFile, contentOf, type Shelf } from './import-files.ts'
import type { Refuse, Resolved } from './import-references.ts'
import type { Written } from './import-upsert.ts'
import { Refusal } from './refusal.ts'

type Kept = {
  externalId: string
  company: number
  status: string
  signedOn: string | null
  signedFile: number | null
  evidenceFile: number | null
  sha256: string
}

type Checked = Map<Draft, CheckedFile | undefined>
type Context = { refuse: Refuse; seal: Seal; shelf: Shelf }

const nameOf = ({ place, line }: Resolved) => `${place.company} ${line.externalId}`

const keptOf = async (db: Db, drafts: Draft[]): Promise<Map<string, Kept>> => {
  const rows = await db.many<Kept>(sql`select d.external_id as "externalId", d.service_company_id as company, d.status,
      d.signed_on::text as "signedOn", d.signed_file_id as "signedFile", d.evidence_file_id as "evidenceFile",
      encode(f.sha256, 'hex') as sha256
    from unnest(${drafts.map(({ item }) => item.place.company)}::bigint[], ${drafts.map(({ item }) => item.line.externalId)}::text[])
      as x (company, external_id)
    join signing_document d on d.service_company_id = x.company and d.external_id = x.external_id
    join file f on f.service_company_id = d.service_company_id and f.portal_id = d.portal_id
      and f.contact_id = d.contact_id and f.id = d.file_id
    for update of d`)
  return new Map(rows.map(row => [`${row.company} ${row.externalId}`, row]))
}

/** Documents that were signed elsewhere and are still to be sealed: when, and their file. */
export type ToSeal = Map<Draft, { signedOn: Date; file: CheckedFile }>

/** Fills the status; when it was signed, for one that is to be sealed. */
const fillStatus = ({ row }: Draft, kept: Kept | undefined): Date | undefined => {
  const wanted = row.status
  if (kept && kept.status !== 'unsigned') {
    // What its signer has done since stays done.
    if (wanted !== 'unsigned' && wanted !== kept.status) throw new Refusal('status', `cannot be: it is ${kept.status}`)
    row.status = kept.status
  }
  const signedOn = row.status === 'signed' && kept?.status !== 'signed' ? new Date(String(row.signed_on)) : undefined
  if (signedOn) row.status = 'unsigned'
  row.signed_on = kept?.signedOn ?? null
  row.signed_file_id = kept?.signedFile ?? null
  row.evidence_file_id = kept?.evidenceFile ?? null
  return signedOn
}

const checkPdf = async (file: CheckedFile | undefined, kept: Kept | undefined, seal: Seal): Promise<CheckedFile> => {
  if (file?.kind !== 'pdf') throw new Refusal('file', 'is not a PDF')
  if (kept && kept.sha256 !== file.sha256)
    throw new Refusal('file', 'cannot be changed once it is sent: send another document')
  const fault = kept ? undefined : await seal.fault(await contentOf(file))
  if (fault) throw new Refusal('file', fault)
  return file
}

/** Fills what a document has of its own state, and takes out of `checked` those whose file cannot be signed. */
export const fillDocumentsToSign = async (db: Db, checked: Checked, { refuse, seal }: Context): Promise<ToSeal> => {
  const toSeal: ToSeal = new Map()
  const known = await keptOf(db, [...checked.keys()])
  for (const [draft, file] of checked) {
    const kept = known.get(nameOf(draft.item))
    try {
      const pdf = await checkPdf(file, kept, seal)
      const signedOn = fillStatus(draft, kept)
      if (signedOn) toSeal.set(draft, { signedOn, file: pdf })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refuse(draft.item, error)
      checked.delete(draft)
    }
  }
  return toSeal
}

/** Begins the evidence of new documents, and seals those that were signed elsewhere. */
export const finishDocumentsToSign = async (
  db: Db,
  drafts: Draft[],
  toSeal: ToSeal,
  writtenOf: (item: Resolved) => Written | undefined,
  { seal, shelf }: Pick<Context, 'seal' | 'shelf'>,
): Promise<void> => {
  for (const draft of drafts) {
    const { item, existing } = draft
    const written = writtenOf(item)
    const signed = toSeal.get(draft)
    if (!written?.created && !signed) continue
    const { company, portal, contact } = item.place
    const id = {
      serviceCompanyId: company,
      portalId: portal ?? 0,
      contactId: contact ?? 0,
      id: written?.id ?? existing?.id ?? 0,
    }
    const document = await lockedDocument(db, id, new Date(0))
    const { sha256 } = document.file
    if (written?.created)
      await appendEvidence(db, id, {
        step: 'created',
        at: new Date(document.sentOn),
        address: null,
        detail: { sha256 },
      })
    if (!signed) continue
    await completeSigning(
      db,
      seal,
      document,
      { step: 'recorded', at: signed.signedOn, address: null, detail: { sha256 } },
      { signer: { ...document, language: 'it-IT' }, original: await contentOf(signed.file), keep: shelf.put },
    )
  }
}
