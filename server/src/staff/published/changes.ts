import type { PublishedChange, PublishedKind } from '@portico/contract/staff/published'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { type Db, raw, sql } from '../../kernel/database/db.ts'
import { fail, failAt } from '../../kernel/errors/fail.ts'
import { uploadFound } from '../../operator-api/uploads.ts'
import { insertFormerFile } from '../../published/former-files.ts'
import type { FoundFile } from '../../records/definition/files.ts'
import type { RecordType } from '../../records/definition/record-type.ts'
import { isReadFile, type ReadFile, type ReadRecord, readRecords } from '../../records/read/read-records.ts'
import { etagOf, requirePrecondition } from '../../records/read/record-etag.ts'
import { requireRecordType } from '../../records/registry.ts'
import { insertChange, markRecord, notifyReaders, type RecordKeys } from './change-queries.ts'
import { type PublishedRow, publishedFileOf } from './list-queries.ts'
import { spendStaffUpload, staffUploadOf } from './upload-queries.ts'
import { filesOf, foundUpload, UPLOAD_PATH } from './uploads.ts'
import { runWrite, tenantScopeOf, type WriteDeps, type WrittenLine } from './write-records.ts'

/** What the fields of this API are called in the records of each kind. */
const recordFields: Record<PublishedKind, Partial<Record<keyof PublishedChange, string>>> = {
  invoice: { number: 'documentNumber', date: 'invoiceDate', total: 'total' },
  estimate: {
    title: 'estimateName',
    number: 'estimateNumber',
    revision: 'revisionNumber',
    date: 'estimateCreationDate',
    total: 'total',
  },
  report: { title: 'name', date: 'dateTime' },
  document: { title: 'documentName', date: 'createDate' },
  publicFile: { title: 'file' },
}

const typeOf = (kind: PublishedKind): RecordType => requireRecordType(kind)

type Target = { kind: PublishedKind; recordId: number; ifMatch: string | undefined; now: Date }

/** The record of a published file, within the scope; `not_found`. */
const findRecord = async (
  db: Db,
  scope: StaffScope,
  { kind, recordId }: Pick<Target, 'kind' | 'recordId'>,
  lockRow = false,
): Promise<ReadRecord> => {
  const { table, type } = typeOf(kind)
  const row = await db.maybe<{ externalId: string }>(sql`select external_id as "externalId" from ${raw(table)}
    where service_company_id = ${scope.serviceCompanyId} and id = ${recordId}
      and (${scope.portalIds}::bigint[] is null or portal_id = any(${scope.portalIds}::bigint[]))
    ${raw(lockRow ? 'for no key update' : '')}`)
  if (!row) return fail('not_found')
  const [record] = await readRecords(db, requireRecordType(type), tenantScopeOf(scope), [row.externalId])
  return record ?? fail('not_found')
}

/** The tag that names the state of a published file. */
export const versionOf = async (db: Db, scope: StaffScope, target: Pick<Target, 'kind' | 'recordId'>) =>
  etagOf(await findRecord(db, scope, target))

const requireRow = async (db: Db, scope: StaffScope, { kind, recordId }: Target): Promise<PublishedRow> =>
  (await publishedFileOf(db, scope, kind, recordId)) ?? fail('not_found')

const keysOf = (scope: StaffScope, { kind, recordId }: Target, row: PublishedRow): RecordKeys => ({
  serviceCompanyId: scope.serviceCompanyId,
  portalId: row.portal.id,
  contactId: row.contact?.id ?? null,
  kind,
  recordId,
})

const keptPath = (field: string) => `kept ${field}`

/** The line that writes a record as it is, and the files that it names. */
const asItIs = (
  deps: WriteDeps,
  { kind }: Target,
  record: ReadRecord,
): { line: WrittenLine; files: Record<string, FoundFile> } => {
  const line: Record<string, unknown> = { ...record.line }
  const files: Record<string, FoundFile> = {}
  for (const [field, value] of Object.entries(line)) {
    if (!isReadFile(value)) continue
    line[field] = { path: keptPath(field), name: value.name }
    files[keptPath(field)] = uploadFound(deps.storage, value)
  }
  return { line: { ...line, type: typeOf(kind).type, externalId: record.externalId }, files }
}

const comparedFields = ['title', 'number', 'revision', 'date', 'total'] as const

const textOf = (value: string | number | null): string | null => (value === null ? null : String(value))

const changedFields = (before: PublishedRow, after: PublishedRow) =>
  comparedFields
    // The title of an invoice is its number.
    .filter(field => field !== 'title' || before.number !== before.title)
    .filter(field => before[field] !== after[field])
    .map(field => ({ field, before: textOf(before[field]), after: textOf(after[field]) }))

/** Changes what customers read beside a published file, by the rules of its record. */
export const changePublished = async (
  deps: WriteDeps,
  scope: StaffScope,
  target: Target,
  change: PublishedChange,
): Promise<void> => {
  const { kind, now } = target
  const fields = recordFields[kind]
  for (const field of Object.keys(change) as (keyof PublishedChange)[])
    if (fields[field] === undefined) failAt('invalid_request', `body.${field}`, 'is no field of this kind')
  const names = Object.fromEntries(Object.entries(fields).map(([field, name]) => [name, field]))
  await runWrite(deps, scope, { now, names }, async (db, { write }) => {
    const record = await findRecord(db, scope, target, true)
    requirePrecondition(target, record)
    const before = await requireRow(db, scope, target)
    const { line, files } = asItIs(deps, target, record)
    for (const [field, value] of Object.entries(change)) {
      const name = fields[field as keyof PublishedChange] ?? field
      line[name] = name === 'file' ? { path: keptPath('file'), name: value } : value
    }
    await write([line], filesOf(files))
    const after = await requireRow(db, scope, target)
    const changed = changedFields(before, after)
    if (changed.length === 0) return
    const keys = keysOf(scope, target, after)
    await insertChange(db, scope, keys, { what: 'changed', detail: { fields: changed }, now })
    await notifyReaders(db, keys)
  })
}

/**
 * Replaces the file of a record. The one before stays for the staff; customers see the new one alone, and when it came. An electronic
 * original goes with the document that was made from it.
 */
export const replacePublished = async (
  deps: WriteDeps,
  scope: StaffScope,
  target: Target,
  { uploadId, reason }: { uploadId: number; reason: string | null },
): Promise<void> => {
  const { now } = target
  await runWrite(deps, scope, { now, names: { file: 'uploadId' } }, async (db, { write, keep, discard }) => {
    const record = await findRecord(db, scope, target, true)
    requirePrecondition(target, record)
    const row = await requireRow(db, scope, target)
    if (row.arrivedFrom) fail('conflict', { detail: 'It is a file of the customer.' })
    const upload =
      (await spendStaffUpload(db, scope, uploadId)) ??
      failAt('not_found', 'body.uploadId', 'names a file that is not there')
    const former = record.line.file as ReadFile
    if (former.sha256 === upload.sha256 && former.name === upload.name) fail('conflict', { detail: 'same' })
    keep(former.storageKey)
    const found = foundUpload(deps.storage, upload)
    const { line, files } = asItIs(deps, target, record)
    line.file = { path: UPLOAD_PATH, name: upload.name }
    await write([line], filesOf({ ...files, [UPLOAD_PATH]: found }))
    if (!found.isAdopted()) discard(upload.storageKey)
    const keys = keysOf(scope, target, row)
    await markRecord(db, keys, typeOf(target.kind).table, { column: 'replaced_at', at: now })
    const changeId = await insertChange(db, scope, keys, { what: 'replaced', reason, now })
    await insertFormerFile(db, { ...keys, changeId, ...former, sha256: former.sha256 ?? '' })
    await notifyReaders(db, keys)
  })
}

/** Takes a published file back, so that no customer finds it, or puts it back. */
export const setWithdrawn = async (
  deps: WriteDeps,
  scope: StaffScope,
  target: Target,
  { withdrawn, reason }: { withdrawn: boolean; reason: string | null },
): Promise<void> => {
  const { now } = target
  await runWrite(deps, scope, { now }, async db => {
    const record = await findRecord(db, scope, target, true)
    requirePrecondition(target, record)
    const row = await requireRow(db, scope, target)
    if ((row.withdrawnOn !== null) === withdrawn) return
    const keys = keysOf(scope, target, row)
    await markRecord(db, keys, typeOf(target.kind).table, { column: 'withdrawn_at', at: withdrawn ? now : null })
    await insertChange(db, scope, keys, { what: withdrawn ? 'withdrawn' : 'restored', reason, now })
    await notifyReaders(db, keys)
  })
}

/** Fails unless the account has this upload. */
export const requireUpload = async (db: Db, scope: StaffScope, id: number) =>
  (await staffUploadOf(db, scope, id)) ?? failAt('not_found', 'body.uploadId', 'names a file that is not there')
