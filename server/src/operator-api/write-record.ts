import type { OperatorScope } from '../kernel/access/api-key-scope.ts'
import { type Db, isUniqueViolation, lock, raw, sql } from '../kernel/database/db.ts'
import { fail } from '../kernel/errors/fail.ts'
import { withoutStaleForms } from '../records/definition/kept-in-parts.ts'
import {
  externalIdMax,
  type Item,
  type Line,
  type NamedFile,
  type RecordType,
} from '../records/definition/record-type.ts'
import { Refusal } from '../records/definition/refusal.ts'
import { cleanLineHtml } from '../records/files/clean-html.ts'
import type { ReadFile, ReadRecord } from '../records/read/read-records.ts'
import { type Precondition, requirePrecondition } from '../records/read/record-etag.ts'
import { NEWS_MS } from '../records/write/change-events.ts'
import { type OpenRecordHooks, openRecordHooks } from '../records/write/record-hooks.ts'
import { failWith, lockNameOf, runWrite, type WriteDeps } from '../records/write/run-write.ts'
import { writeBatch } from '../records/write/write-batch.ts'
import { mergePatch } from './merge-patch.ts'
import { fileId, filesIn } from './record-answer.ts'
import { type WrittenFile, writtenFiles } from './record-files.ts'
import { fileFieldsOf } from './record-schemas.ts'
import { failNotFound, lockRecord, readOne, requireWriter, tenantScopeOf } from './record-transaction.ts'
import { useOperatorUpload } from './uploads.ts'

type Body = Record<string, unknown>

/** A call that writes a record. */
type Write = Precondition & { externalId: string; body: Body; now: Date }

type Files = ReturnType<typeof writtenFiles>

/** Changes a record's external id. That of a service company is fixed, because other installations know it by this id. */
const rename = async (
  db: Db,
  scope: OperatorScope,
  recordType: RecordType,
  { externalId: from }: ReadRecord,
  externalId: string,
) => {
  if (recordType.level === 'installation') throw new Refusal('externalId', 'of a service company stays as it is')
  try {
    await db.run(sql`update ${raw(recordType.table)} set external_id = ${externalId}
      where service_company_id = ${scope.serviceCompanyId} and external_id = ${from}`)
  } catch (error) {
    if (isUniqueViolation(error))
      throw new Refusal('externalId', `"${externalId}" is that of another record`, 'conflict')
    throw error
  }
}

/** Whether a file of a merge patch changes only the name of the file that the record has. */
const isRenaming = ({ path, url, sha256 }: WrittenFile) =>
  path === undefined && url === undefined && (sha256 ?? undefined) === undefined

/** One after the other, because the same file may stand in a list twice. */
const convertEach = async <File>(files: File[], convert: (file: File, n: number) => Promise<NamedFile>) => {
  const converted: NamedFile[] = []
  for (const [n, file] of files.entries()) converted.push(await convert(file, n))
  return converted
}

/** Converts the files in a body to the form of an import line. With `current`, a file without content only renames that one. */
const convertFiles = async (recordType: RecordType, body: Body, files: Files, current?: Line): Promise<Body> => {
  const line: Body = {}
  for (const field of fileFieldsOf(recordType)) {
    const given = body[field] as WrittenFile | WrittenFile[] | null | undefined
    if (given === undefined || given === null) continue
    if (Array.isArray(given)) line[field] = await convertEach(given, (file, n) => files.named(file, `${field}.${n}`))
    else if (current?.[field] !== undefined && isRenaming(given)) line[field] = { name: given.name }
    else line[field] = await files.named(given, field)
  }
  return line
}

/** The line that would write a record as it is. Omits what a line may omit to leave it unchanged. */
const currentLine = async (recordType: RecordType, { line: read }: ReadRecord, files: Files): Promise<Line> => {
  const line = { ...read }
  for (const field of recordType.unclearable ?? []) delete line[field]
  const stored = (file: ReadFile, field: string) => files.named({ url: `/${fileId(file)}` }, field)
  for (const field of fileFieldsOf(recordType)) {
    const value = line[field] as ReadFile | ReadFile[] | undefined
    if (Array.isArray(value)) line[field] = await convertEach(value, file => stored(file, field))
    else if (value !== undefined) line[field] = await stored(value, field)
  }
  return line
}

/**
 * Whether the existing record must be read before the write: the call merges or has a precondition or renames the record, existing files
 * may be kept or removed, the type cannot be created, or the record may be outside the key's portals.
 */
const needsBefore = (
  { portalIds }: OperatorScope,
  recordType: RecordType,
  { body, ifMatch, ifNoneMatch, isRenamed, isPatch }: Omit<Write, 'now'> & { isRenamed: boolean; isPatch: boolean },
) =>
  isPatch ||
  ifMatch !== undefined ||
  ifNoneMatch !== undefined ||
  isRenamed ||
  recordType.files !== undefined ||
  recordType.createRefusal !== undefined ||
  fileFieldsOf(recordType).some(field => body[field] !== undefined) ||
  recordType.level === 'installation' ||
  portalIds !== null

/** Cleans the HTML of a record. */
const cleanRecord = async ({ workers }: WriteDeps, scope: OperatorScope, item: Item): Promise<Item> => {
  try {
    return await cleanLineHtml(item, { workers, tenantScope: tenantScopeOf(scope) })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return failWith(error)
  }
}

/** Runs the hooks that come before the transaction. Ignores a file that cannot be found: the write refuses it. */
const runBeforeTransaction = async (
  { database, storage }: WriteDeps,
  scope: OperatorScope,
  hooks: OpenRecordHooks,
  { recordType, externalId, body }: { recordType: RecordType; externalId: string; body: Body },
): Promise<void> => {
  if (!hooks.of(recordType).beforeTransaction) return
  const files = writtenFiles(database, scope, storage, [])
  try {
    const line: Line = { ...body, ...(await convertFiles(recordType, body, files)), type: recordType.type, externalId }
    await hooks.beforeTransaction(database, [{ number: 1, recordType, line }], {
      files: files.source,
      tenantScope: tenantScopeOf(scope),
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

/** The line of a merge patch: the record as it is, with the patch applied. A message that the patch does not name stays as it is stored. */
const patchedItem = async (
  deps: WriteDeps,
  scope: OperatorScope,
  { clean, before, files }: { clean: Item; before: ReadRecord; files: Files },
): Promise<Item> => {
  const { recordType, line: patch } = clean
  const field = recordType.message?.field
  const isMessageNamed = field !== undefined && patch[field] !== undefined
  const current = await currentLine(recordType, before, files)
  const given = { ...patch, ...(await convertFiles(recordType, patch, files, current)) }
  const item: Item = {
    number: 1,
    recordType,
    line: mergePatch(withoutStaleForms(recordType, current, given), given) as Line,
  }
  if (isMessageNamed && clean.message) return { ...item, message: clean.message }
  // The images of a message are references to its attachments.
  return field !== undefined && patch.attachments !== undefined ? cleanRecord(deps, scope, item) : item
}

const writeRecord = async (
  deps: WriteDeps,
  scope: OperatorScope,
  recordType: RecordType,
  { externalId, body, now, isPatch, ...precondition }: Write & { isPatch: boolean },
): Promise<{ record: ReadRecord; created: boolean }> => {
  requireWriter(scope, recordType)
  const name = (body.externalId as string | undefined) ?? externalId
  const isRenamed = name !== externalId
  const hooks = openRecordHooks(deps, { dryRun: false })
  await runBeforeTransaction(deps, scope, hooks, { recordType, externalId, body })
  const clean = await cleanRecord(deps, scope, {
    number: 1,
    recordType,
    line: { ...body, type: recordType.type, externalId: name },
  })
  const lockName = lockNameOf(scope, recordType, externalId)
  const hasFiles = fileFieldsOf(recordType).some(field => (body[field] ?? undefined) !== undefined)
  const { later, ...result } = await runWrite(
    deps,
    { lock: lockName, hooks, hasFiles },
    async (db, fileTransaction) => {
      const isNeeded = needsBefore(scope, recordType, { ...precondition, externalId, body, isRenamed, isPatch })
      const before = isNeeded ? await lockRecord(db, scope, recordType, externalId) : undefined
      if ((isPatch || recordType.level === 'installation') && !before)
        await failNotFound(db, scope, recordType, externalId)
      if (recordType.createRefusal !== undefined && !before) fail('forbidden', { detail: recordType.createRefusal })
      requirePrecondition(precondition, before)
      const files = writtenFiles(db, scope, deps.storage, before ? filesIn(recordType, before) : [])
      if ([...name].length > externalIdMax)
        throw new Refusal('externalId', `is longer than ${externalIdMax} characters`)
      const item =
        isPatch && before
          ? await patchedItem(deps, scope, { clean, before, files })
          : { ...clean, line: { ...clean.line, ...(await convertFiles(recordType, body, files)) } }
      if (isRenamed) {
        await lock(db, lockNameOf(scope, recordType, name))
        if (before) await rename(db, scope, recordType, before, name)
      }
      const outcome = await writeBatch(db, [item], {
        files: files.source,
        shiftDays: 0,
        movedTo: undefined,
        onlyNew: false,
        single: true,
        fileTransaction,
        secrets: deps.secrets,
        newsSince: new Date(now.getTime() - NEWS_MS),
        hooks,
        tenantScope: tenantScopeOf(scope),
        refuse: (_item, refusal) => {
          throw refusal
        },
        warn: () => {},
        seen: () => false,
      })
      for (const { finish } of outcome.later) await finish?.(db, now)
      for (const upload of files.used) {
        const isMine = await useOperatorUpload(db, scope, upload.id)
        if (!isMine) fail('conflict', { detail: 'An upload was used by another call.' })
        if (!files.isAdopted(upload)) fileTransaction.discard([upload.storageKey])
      }
      const record = outcome.records[0] ?? (await readOne(db, scope, recordType, name))
      if (!record) throw new Error(`${recordType.type} ${name} was written and cannot be read`)
      return { record, created: outcome.created > 0, later: outcome.later }
    },
  )
  for (const { afterCommit } of later) afterCommit?.()
  return result
}

/** Creates or replaces a record: a field that the body omits becomes empty, or its default. */
export const putRecord = (
  deps: WriteDeps,
  scope: OperatorScope,
  recordType: RecordType,
  call: Write,
): Promise<{ record: ReadRecord; created: boolean }> =>
  writeRecord(deps, scope, recordType, { ...call, isPatch: false })

/** Changes the fields of a record that the body names, as a JSON merge patch (RFC 7396); null clears an optional one. */
export const patchRecord = async (
  deps: WriteDeps,
  scope: OperatorScope,
  recordType: RecordType,
  call: Write,
): Promise<ReadRecord> => {
  const { record } = await writeRecord(deps, scope, recordType, { ...call, isPatch: true })
  return record
}
