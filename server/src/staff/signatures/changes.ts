import { randomUUID } from 'node:crypto'
import type { changeSignature, Signature, sendSignatures } from '@portico/contract/staff/signatures'
import { mailsToSignAnHour, reminderHours } from '@portico/contract/staff/signatures'
import { readPhone } from '@portico/contract/values/phone'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { type Db, sql, tx } from '../../kernel/database/db.ts'
import { fail, failAt } from '../../kernel/errors/fail.ts'
import type { CallOf } from '../../kernel/http/route.ts'
import { dayAfter, dayOf } from '../../kernel/time/local-time.ts'
import { uploadFound } from '../../operator-api/uploads.ts'
import { isReadFile, type ReadRecord, readRecords } from '../../records/read/read-records.ts'
import { etagOf, requirePrecondition } from '../../records/read/record-etag.ts'
import { requireRecordType } from '../../records/registry.ts'
import type { DocumentId } from '../../signing/evidence/evidence.ts'
import { mailToSign } from '../../signing/mails.ts'
import { lockDocument } from '../../signing/queries.ts'
import { signingKeyPurpose } from '../../signing/rules.ts'
import { insertChange } from '../published/change-queries.ts'
import { requireUpload } from '../published/changes.ts'
import { spendStaffUpload } from '../published/upload-queries.ts'
import { filesOf, foundUpload, UPLOAD_PATH } from '../published/uploads.ts'
import { runWrite, tenantScopeOf, type WriteDeps, type WrittenLine } from '../published/write-records.ts'
import {
  countMails,
  encryptedKeyOf,
  languageOf,
  receiverOf,
  setMailed,
  signatureOf,
  signaturesNamed,
} from './signature-queries.ts'

const HOUR = 3_600_000
const KEPT_PATH = 'kept'
const RECORD = 'documentToSign'

type Kept = { id: number; portalId: number; contactId: number; externalId: string }

const documentId = ({ serviceCompanyId }: StaffScope, { id, portalId, contactId }: Kept): DocumentId => ({
  serviceCompanyId,
  portalId,
  contactId,
  id,
})

const keysOf = ({ serviceCompanyId }: StaffScope, { id, portalId, contactId }: Omit<Kept, 'externalId'>) => ({
  serviceCompanyId,
  portalId,
  contactId,
  kind: 'documentToSign' as const,
  recordId: id,
})

const phoneOf = (text: string, path: string): string =>
  readPhone(text) ?? failAt('invalid_request', path, 'is not a phone number')

const nameOf = (text: string, path: string): string =>
  text.trim() || failAt('fill_all_required_fields', path, 'is required')

/** Mails the link of a locked document to its signer, in the signer's language. */
const mailLink = async (db: Db, { messages, secrets }: WriteDeps, scope: StaffScope, id: DocumentId, now: Date) => {
  const document = await lockDocument(db, id, now)
  const { email } = document
  if (email === null) return fail('conflict', { detail: 'The signer has no e-mail address.' })
  const key = secrets.decrypt(await encryptedKeyOf(db, scope, id.id), signingKeyPurpose)
  const language = (await languageOf(db, scope, email)) ?? 'it-IT'
  await mailToSign(messages, db, document, { key, email, language })
  await setMailed(db, scope, [id.id], now)
}

type Sent = CallOf<typeof sendSignatures>['body']

/** Sends a PDF to each of several signers, by the rules of the record, and mails the links. */
export const sendToSign = async (deps: WriteDeps, scope: StaffScope, body: Sent, now: Date): Promise<Signature[]> => {
  const { database, storage } = deps
  const { contactId, uploadId, documentName, days, message } = body
  const receiver =
    (await receiverOf(database, scope, contactId)) ??
    failAt('not_found', 'body.contactId', 'names a customer that is not there')
  const signers = body.signers.map((signer, n) => ({
    firstName: nameOf(signer.firstName, `body.signers.${n}.firstName`),
    lastName: nameOf(signer.lastName, `body.signers.${n}.lastName`),
    email: signer.email.trim(),
    phone: phoneOf(signer.phone, `body.signers.${n}.phone`),
  }))
  const upload = await requireUpload(database, scope, uploadId)
  const lines: WrittenLine[] = signers.map(signer => ({
    type: RECORD,
    externalId: randomUUID(),
    contact: receiver.externalId,
    ...(documentName?.trim() && { documentName: documentName.trim() }),
    file: { path: UPLOAD_PATH, name: upload.name },
    ...signer,
    ...(receiver.staff && { staff: receiver.staff }),
    sentOn: now.toISOString(),
    validUntil: dayAfter(now, days, receiver.timeZone),
    ...(message?.trim() && { message: message.trim() }),
  }))
  const before = { lines, files: filesOf({ [UPLOAD_PATH]: uploadFound(storage, upload) }) }
  return runWrite(deps, scope, { now, names: { file: 'uploadId' }, before }, async (db, { write, discard }) => {
    const spent =
      (await spendStaffUpload(db, scope, uploadId)) ??
      failAt('not_found', 'body.uploadId', 'names a file that is not there')
    const found = foundUpload(storage, spent)
    await write(lines, filesOf({ [UPLOAD_PATH]: found }))
    if (!found.isAdopted()) discard(spent.storageKey)
    const externalIds = lines.map(({ externalId }) => externalId)
    for (const { id, portal, contact } of await signaturesNamed(db, scope, externalIds, now)) {
      const keys = { id, portalId: portal.id, contactId: contact.id, externalId: '' }
      await mailLink(db, deps, scope, documentId(scope, keys), now)
      await insertChange(db, scope, keysOf(scope, keys), { what: 'sent', now })
    }
    return signaturesNamed(db, scope, externalIds, now)
  })
}

const readOne = async (db: Db, scope: StaffScope, externalId: string): Promise<ReadRecord> => {
  const [record] = await readRecords(db, requireRecordType(RECORD), tenantScopeOf(scope), [externalId])
  return record ?? fail('not_found')
}

/** The tag that names the state of a document to sign. */
export const versionOf = async (db: Db, scope: StaffScope, externalId: string): Promise<string> =>
  etagOf(await readOne(db, scope, externalId))

/** The document's row, locked, if it is there and still unsigned, in time or not. */
const lockUnsigned = async (db: Db, scope: StaffScope, id: number, now: Date) => {
  const found = (await signatureOf(db, scope, id, now)) ?? fail('not_found')
  const document = await lockDocument(db, documentId(scope, found), now)
  if (document.status !== 'unsigned' && document.status !== 'expired') fail('conflict', { detail: document.status })
  return { ...found, document }
}

/** Writes a document again with some fields changed, by the rules of its record. */
const rewrite = async (
  deps: WriteDeps,
  db: Db,
  scope: StaffScope,
  {
    externalId,
    ifMatch,
    fields,
  }: { externalId: string; ifMatch?: string | undefined; fields: Record<string, unknown> },
  write: (lines: WrittenLine[], files: ReturnType<typeof filesOf>) => Promise<unknown>,
) => {
  const recordType = requireRecordType(RECORD)
  const record = await readOne(db, scope, externalId)
  requirePrecondition({ ifMatch }, record)
  const line: WrittenLine = { ...record.line, type: RECORD, externalId }
  for (const field of recordType.unclearable ?? []) delete line[field]
  const { file } = record.line
  if (!isReadFile(file)) throw new Error('A document to sign without a file')
  line.file = { path: KEPT_PATH, name: file.name }
  await write([{ ...line, ...fields }], filesOf({ [KEPT_PATH]: uploadFound(deps.storage, file) }))
}

/** Withdraws a document. Of a withdrawal and a signature at once one succeeds: both lock the document's row. */
export const withdrawDocument = (
  deps: WriteDeps,
  scope: StaffScope,
  { id, reason, now }: { id: number; reason: string | null; now: Date },
): Promise<void> =>
  runWrite(deps, scope, { now }, async (db, { write }) => {
    const found = await lockUnsigned(db, scope, id, now)
    const fields = { status: 'withdrawn', ...(reason !== null && { withdrawnReason: reason }) }
    await rewrite(deps, db, scope, { externalId: found.externalId, fields }, write)
    await insertChange(db, scope, keysOf(scope, found), { what: 'withdrawn', reason, now })
  })

type Changed = CallOf<typeof changeSignature>['body']

/** Gives a document more time, or its signer another phone or address. */
export const changeDocument = (
  deps: WriteDeps,
  scope: StaffScope,
  { id, ifMatch, change, now }: { id: number; ifMatch: string | undefined; change: Changed; now: Date },
): Promise<void> =>
  runWrite(deps, scope, { now }, async (db, { write }) => {
    const found = await lockUnsigned(db, scope, id, now)
    const { validUntil, phone, email } = change
    if (validUntil !== undefined && validUntil < dayOf(now, found.document.timeZone))
      failAt('invalid_request', 'body.validUntil', 'is in the past')
    const fields = {
      ...(validUntil !== undefined && { validUntil }),
      ...(phone !== undefined && { phone: phoneOf(phone, 'body.phone') }),
      ...(email !== undefined && { email: email.trim() }),
    }
    await rewrite(deps, db, scope, { externalId: found.externalId, ifMatch, fields }, write)
    const after = (await signatureOf(db, scope, id, now)) ?? fail('not_found')
    const pairs = [
      ['validUntil', found.validUntil, after.validUntil],
      ['phone', found.signer.phone, after.signer.phone],
      ['email', found.signer.email, after.signer.email],
    ] as const
    const changed = pairs
      .filter(([, before, now]) => before !== now)
      .map(([field, before, after]) => ({ field, before, after }))
    if (changed.length === 0) return
    const what = changed.some(({ field }) => field === 'validUntil') ? 'extended' : 'changed'
    await insertChange(db, scope, keysOf(scope, found), { what, detail: { fields: changed }, now })
  })

/** Mails the link again; `conflict` within a day of the last mail, unless that is confirmed, and then a few times an hour. */
export const remind = (
  deps: WriteDeps,
  scope: StaffScope,
  { id, again, now }: { id: number; again: boolean; now: Date },
): Promise<void> =>
  tx(deps.database, async db => {
    const found = await lockUnsigned(db, scope, id, now)
    if (found.document.status === 'expired') fail('conflict', { detail: 'expired' })
    // Read under the lock: a colleague may have mailed a moment ago.
    const { mailedAt } = await db.one<{
      mailedAt: Date | null
    }>(sql`select mailed_at as "mailedAt" from signing_document
      where service_company_id = ${scope.serviceCompanyId} and id = ${id}`)
    const isRecent = mailedAt !== null && now.getTime() - new Date(mailedAt).getTime() < reminderHours * HOUR
    if (isRecent && !again) fail('conflict', { detail: 'mailed' })
    // Address and text are the sender's: without a limit any mailbox could be filled.
    if ((await countMails(db, scope, id, new Date(now.getTime() - HOUR))) >= mailsToSignAnHour)
      fail('too_many_requests', { retryAfter: HOUR / 1000 })
    await mailLink(db, deps, scope, documentId(scope, found), now)
    await insertChange(db, scope, keysOf(scope, found), { what: 'reminded', now })
  })
