import type { Language } from '@portico/contract/language'
import type { DocumentStatus, PdfChange } from '@portico/contract/signing'
import type { StoredFile } from '../files/queries.ts'
import { contactOf } from '../kernel/access/scope.ts'
import { companyLanguageOf } from '../kernel/access/staff-language.ts'
import { sameCompany, sameContact, samePortal } from '../kernel/access/tenant-joins.ts'
import { type Db, raw, type Sql, sql } from '../kernel/database/db.ts'
import { hashToken } from '../kernel/security/secrets.ts'
import type { DocumentId } from './evidence/evidence.ts'
import type { SealLevel } from './seal/seal-levels.ts'

/** A document to sign, with all that its screens, messages and evidence show. */
export type SigningDocument = DocumentId & {
  status: DocumentStatus
  documentName: string
  firstName: string
  lastName: string
  phone: string | null
  phoneMayBeTyped: boolean
  email: string | null
  sender: string | null
  message: string | null
  withdrawnReason: string | null
  sentOn: string
  validUntil: string | null
  signedOn: string | null
  companyName: string
  company: string
  portalName: string
  timeZone: string
  supportEmail: string | null
  /** The file as it was sent, the one that its signer sees, and what was changed between them; null until it was read for the signer. */
  file: SigningFile
  shownFile: SigningFile | null
  shownChanges: PdfChange[]
  signedFile: SigningFile | null
  evidenceFile: SigningFile | null
  /** The level of the seal, and the level required; null if unsigned, or signed before levels were recorded. */
  sealLevel: SealLevel | null
  sealWanted: SealLevel | null
}

/** A file of a document; `sha256` in hex. */
type SigningFile = StoredFile & { sha256: string }

const fileJson = (f: string): Sql =>
  raw(`case when ${f}.id is not null then json_build_object('id', ${f}.id, 'name', ${f}.name, 'mediaType', ${f}.media_type,
    'size', ${f}.size, 'storageKey', ${f}.storage_key, 'sha256', encode(${f}.sha256, 'hex')) end`)

const joinFile = (f: string, column: string): Sql =>
  sql`left join file ${raw(f)} on ${sameContact(f, 'd')} and ${raw(`${f}.id = d.${column}`)}`

const selectDocument = (condition: Sql, now: Date): Sql => sql`select d.service_company_id as "serviceCompanyId",
    d.portal_id as "portalId", d.contact_id as "contactId", d.id,
    case when d.status = 'unsigned' and d.valid_until <= ${now} then 'expired' else d.status end as status,
    d.document_name as "documentName", d.first_name as "firstName", d.last_name as "lastName", d.phone,
    d.phone_may_be_typed as "phoneMayBeTyped", d.email, s.display_name as sender, d.message,
    d.withdrawn_reason as "withdrawnReason", instant(d.sent_on) as "sentOn",
    instant(d.valid_until) as "validUntil", instant(d.signed_on) as "signedOn", c.company_name as "companyName",
    p.web_portal_key as company, p.web_portal_name as "portalName", p.time_zone as "timeZone",
    p.support_email as "supportEmail", d.sealed_key as "encryptedKey", ${fileJson('f')} as file, ${fileJson('shf')} as "shownFile",
    d.shown_changes as "shownChanges", ${fileJson('sf')} as "signedFile",
    ${fileJson('ef')} as "evidenceFile", d.seal_level as "sealLevel", d.seal_wanted as "sealWanted"
  from signing_document d
  join contact c on ${samePortal('c', 'd')} and c.id = d.contact_id
  join portal p on ${sameCompany('p', 'd')} and p.id = d.portal_id
  left join staff_user s on ${sameCompany('s', 'd')} and s.id = d.staff_user_id
  ${joinFile('f', 'file_id')} ${joinFile('shf', 'shown_file_id')} ${joinFile('sf', 'signed_file_id')} ${joinFile('ef', 'evidence_file_id')}
  where ${condition}`

/** The document of a key, in any state; none of a contact that is archived. */
export const findDocumentByKey = (db: Db, key: string, now: Date): Promise<SigningDocument | undefined> =>
  db.maybe(selectDocument(sql`d.key_hash = ${hashToken(key)} and c.archived_at is null`, now))

/** A document by its external id, limited to a service company and, unless null, to some portals; with its sealed key. */
export const documentWithin = (
  db: Db,
  { serviceCompanyId, portalIds }: { serviceCompanyId: number; portalIds: readonly number[] | null },
  externalId: string,
  now: Date,
): Promise<(SigningDocument & { encryptedKey: string }) | undefined> =>
  db.maybe(
    selectDocument(
      sql`d.service_company_id = ${serviceCompanyId} and d.external_id = ${externalId}
        and (${portalIds}::bigint[] is null or d.portal_id = any(${portalIds}::bigint[]))`,
      now,
    ),
  )

const isDocument = ({ serviceCompanyId, portalId, contactId, id }: DocumentId): Sql =>
  sql`d.service_company_id = ${serviceCompanyId} and d.portal_id = ${portalId} 
    and d.contact_id = ${contactOf(sql`${serviceCompanyId}::bigint`, contactId)} and d.id = ${id}`

/** The current state of a document. */
export const findDocumentById = (db: Db, document: DocumentId, now: Date): Promise<SigningDocument | undefined> =>
  db.maybe(selectDocument(isDocument(document), now))

/** The current state of a document, with its row locked until the transaction ends. */
export const lockDocument = (db: Db, document: DocumentId, now: Date): Promise<SigningDocument> =>
  db.one(sql`${selectDocument(isDocument(document), now)} for update of d`)

/** The signer whom a code was sent to. */
export type SigningCode = { firstName: string; lastName: string; phone: string; phoneTyped: boolean; language: string }

/** The codes of a document since a moment: when each was sent, and whether its delivery failed. */
export const listCodesSent = async (
  db: Db,
  document: DocumentId,
  since: Date,
): Promise<{ at: Date; failed: boolean }[]> => {
  const rows = await db.many<{ at: Date; failed: boolean }>(sql`select sent_at as at, delivery = 'failed' as failed
    from signing_code d where ${ofDocument(document)} and sent_at > ${since}`)
  return rows.map(({ at, failed }) => ({ at: new Date(at), failed }))
}

const ofDocument = ({ serviceCompanyId, portalId, contactId, id }: DocumentId): Sql =>
  sql`d.service_company_id = ${serviceCompanyId} and d.portal_id = ${portalId} and d.contact_id = ${contactId}
    and d.signing_document_id = ${id}`

/** Inserts a code, which invalidates the earlier ones. Returns its id. */
export const insertCode = async (
  db: Db,
  document: DocumentId,
  { codeHash, code, now }: { codeHash: Buffer; code: SigningCode; now: Date },
): Promise<number> => {
  const { serviceCompanyId, portalId, contactId, id } = document
  const row = await db.one<{ id: number }>(sql`insert into signing_code (service_company_id, portal_id, contact_id,
      signing_document_id, code_hash, first_name, last_name, phone, phone_typed, language, sent_at)
    values (${serviceCompanyId}, ${portalId}, ${contactId}, ${id}, ${codeHash}, ${code.firstName}, ${code.lastName},
      ${code.phone}, ${code.phoneTyped}, ${code.language}, ${now})
    returning id`)
  return row.id
}

/** Atomically consumes one attempt on the latest code and returns it; undefined if none is left. */
export const consumeAttempt = (
  db: Db,
  document: DocumentId,
  { attemptsMax, since }: { attemptsMax: number; since: Date },
): Promise<(SigningCode & { codeHash: Buffer }) | undefined> =>
  db.maybe(sql`update signing_code d set tries = tries + 1
    where ${ofDocument(document)} and tries < ${attemptsMax} and sent_at > ${since}
      and d.id = (select max(d.id) from signing_code d where ${ofDocument(document)})
    returning code_hash as "codeHash", first_name as "firstName", last_name as "lastName", phone,
      phone_typed as "phoneTyped", language`)

/** Inserts the row of a sealed file; returns its id. */
export const insertSealedFile = async (
  db: Db,
  { serviceCompanyId, portalId, contactId }: DocumentId,
  { name, size, sha256, storageKey }: { name: string; size: number; sha256: string; storageKey: string },
  now: Date,
): Promise<number> => {
  const { id } = await db.one<{
    id: number
  }>(sql`insert into file (service_company_id, portal_id, contact_id, purpose, name,
      media_type, inline, size, sha256, storage_key, created_at, claimed)
    values (${serviceCompanyId}, ${portalId}, ${contactId}, 'signing', ${name}, 'application/pdf', true, ${size},
      decode(${sha256}, 'hex'), ${storageKey}, ${now}, true) returning id`)
  return id
}

/** The level of a seal, the level required, and why it was not reached. */
export type SealState = { level: SealLevel; wanted: SealLevel; problem: string | null }

type SealedFileIds = { signedFileId: number; evidenceFileId: number | null }

/** Marks a document as signed. */
export const setSigned = async (
  db: Db,
  document: DocumentId,
  { signedOn, signedFileId, evidenceFileId, seal }: { signedOn: Date; seal: SealState } & SealedFileIds,
): Promise<void> => {
  await db.run(sql`update signing_document d set status = 'signed', signed_on = ${signedOn}, signed_file_id = ${signedFileId},
    evidence_file_id = ${evidenceFileId}, seal_level = ${seal.level}, seal_wanted = ${seal.wanted}, seal_problem = ${seal.problem}
    where ${isDocument(document)}`)
}

/** Sets the file that the signer of a document sees, and what was changed of the one that was sent. */
export const setShown = async (
  db: Db,
  document: DocumentId,
  { fileId, changes }: { fileId: number; changes: readonly PdfChange[] },
): Promise<void> => {
  await db.run(sql`update signing_document d set shown_file_id = ${fileId}, shown_changes = ${changes}::text[]
    where ${isDocument(document)}`)
}

/** Withdraws a document whose file cannot be signed. `reason` in the language of the service company. */
export const setUnsignable = async (
  db: Db,
  document: DocumentId,
  reason: (language: Language) => string,
): Promise<void> => {
  const language = await companyLanguageOf(db, document.serviceCompanyId)
  await db.run(sql`update signing_document d set status = 'withdrawn', withdrawn_reason = ${reason(language)}
    where ${isDocument(document)}`)
}

/** Marks a document as declined. */
export const setDeclined = async (db: Db, document: DocumentId): Promise<void> => {
  await db.run(sql`update signing_document d set status = 'declined' where ${isDocument(document)}`)
}
