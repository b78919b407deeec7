import type { ErrorCode } from '@portico/contract/errors'
import { NEWS_MS } from '../import/import.ts'
import type { OperatorScope } from '../kernel/access/api-key-scope.ts'
import {
  type Database,
  type Db,
  isForeignKeyViolation,
  isUniqueViolation,
  lock,
  raw,
  sql,
  tx,
  Unavailable,
} from '../kernel/database/db.ts'
import { fail, failAt } from '../kernel/errors/fail.ts'
import type { FileTransaction } from '../records/definition/files.ts'
import {
  externalIdMax,
  type Item,
  type Line,
  type RecordServices,
  type RecordType,
} from '../records/definition/record-type.ts'
import { Refusal, refusalOf } from '../records/definition/refusal.ts'
import type { TenantScope } from '../records/definition/tenant-scope.ts'
import { cleanLineHtml } from '../records/files/clean-html.ts'
import { openFileTransaction } from '../records/files/store-files.ts'
import { type ReadRecord, readRecords } from '../records/read/read-records.ts'
import { recordTypes } from '../records/registry.ts'
import { type OpenRecordHooks, openRecordHooks } from '../records/write/record-hooks.ts'
import { removeRecords } from '../records/write/remove-records.ts'
import { writeBatch } from '../records/write/write-batch.ts'
import { etagOf, filesIn } from './record-answer.ts'
import { type WrittenFile, writtenFiles } from './record-files.ts'
import { fileFieldsOf, pluralOf } from './record-schemas.ts'
import { useOperatorUpload } from './uploads.ts'

export type WriteDeps = RecordServices & { database: Database }

/** The HTTP preconditions of a call. */
export type Precondition = { ifMatch: string | undefined; ifNoneMatch: string | undefined }

/** The tenant scope of an API key. */
export const tenantScopeOf = ({ serviceCompanyId, portalIds }: OperatorScope): TenantScope => ({
  company: serviceCompanyId,
  byApiKey: true,
  ...(portalIds && { portals: [...portalIds] }),
})

const readOne = async (
  db: Db,
  scope: OperatorScope,
  recordType: RecordType,
  externalId: string,
): Promise<ReadRecord | undefined> => (await readRecords(db, recordType, tenantScopeOf(scope), [externalId]))[0]

/** The name of the advisory lock for writing a record; it also serialises calls that create the same record. */
const lockOf = ({ serviceCompanyId }: OperatorScope, { type }: RecordType, externalId: string) =>
  `${serviceCompanyId} ${type} ${externalId}`

/** SQL: the row of a record. Uses the index on external ids. */
const rowOf = (recordType: RecordType, { serviceCompanyId }: OperatorScope, externalId: string) =>
  sql`${raw(recordType.table)} where ${raw(recordType.level === 'installation' ? 'id' : 'service_company_id')} = ${serviceCompanyId}
    and external_id = ${externalId}`

const isNamed = (tags: string, record: ReadRecord) =>
  tags.trim() === '*' || tags.split(',').some(tag => tag.trim().replace(/^W\//, '') === etagOf(record))

const require = ({ ifMatch, ifNoneMatch }: Precondition, record: ReadRecord | undefined) => {
  if (ifMatch !== undefined && (!record || !isNamed(ifMatch, record)))
    fail('conflict', { detail: 'The record has changed since: read it again.' })
  if (ifNoneMatch !== undefined && record && isNamed(ifNoneMatch, record))
    fail('conflict', { detail: 'The record is there already.' })
}

/** Locks the row and then reads the record. Reading first could return values from before a concurrent write that the lock waits for. */
const held = async (db: Db, scope: OperatorScope, recordType: RecordType, externalId: string) => {
  await db.run(sql`select from ${rowOf(recordType, scope, externalId)} for no key update`)
  return readOne(db, scope, recordType, externalId)
}

const refused = ({ field, reason, code }: Refusal): never =>
  field === undefined
    ? fail(code, { detail: `The record ${reason}.` })
    : failAt(code as ErrorCode, `body.${field}`, reason)

/** Runs a write under a lock. Commits its files with it, and answers a constraint violation with its error code. */
const writing = async <Result>(
  { database, storage }: WriteDeps,
  { lock, hooks }: { lock: string; hooks?: OpenRecordHooks },
  work: (db: Db, fileTransaction: FileTransaction) => Promise<Result>,
): Promise<Result> => {
  const fileTransaction = openFileTransaction(storage, false)
  try {
    const transaction = () =>
      tx(
        database,
        async db => {
          // The transaction is retried after a conflict with another one: remove the files of the attempt before.
          await fileTransaction.rollback()
          return work(db, fileTransaction)
        },
        { lock },
      )
    const result = await (hooks ? hooks.runTransaction(transaction) : transaction())
    await fileTransaction.commit()
    return result
  } catch (error) {
    // The commit may have succeeded although the connection was lost, so the files stay; if it failed they are orphans, which the
    // sweep of orphaned files removes.
    if (error instanceof Unavailable) throw error
    await fileTransaction.rollback()
    const refusal = refusalOf(error)
    if (!refusal) throw error
    // Raw database messages are not shown to API callers, only to the operator of the installation.
    if (refusal !== error && refusal.code === 'invalid_request')
      return fail('invalid_request', { detail: 'A value is out of the range that can be kept.' })
    return refused(refusal)
  }
}

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

/** Converts the files in a body to the form of an import line. */
const filesNamed = async (
  recordType: RecordType,
  body: Record<string, unknown>,
  files: ReturnType<typeof writtenFiles>,
): Promise<Record<string, unknown>> => {
  const line: Record<string, unknown> = {}
  for (const field of fileFieldsOf(recordType)) {
    const given = body[field] as WrittenFile | WrittenFile[] | undefined
    if (given === undefined) continue
    line[field] = Array.isArray(given)
      ? await Promise.all(given.map((file, n) => files.named(file, `${field}.${n}`)))
      : await files.named(given, field)
  }
  return line
}

/**
 * Whether the existing record must be read before the write: the call has a precondition or renames the record, existing files may be
 * kept or removed, the type cannot be created, or the record may be outside the key's portals.
 */
const needsBefore = (
  { portalIds }: OperatorScope,
  recordType: RecordType,
  { body, ifMatch, ifNoneMatch, isRenamed }: Precondition & { body: Record<string, unknown>; isRenamed: boolean },
) =>
  ifMatch !== undefined ||
  ifNoneMatch !== undefined ||
  isRenamed ||
  recordType.files !== undefined ||
  recordType.createRefusal !== undefined ||
  fileFieldsOf(recordType).some(field => body[field] !== undefined) ||
  recordType.level === 'installation' ||
  portalIds !== null

/** Rejects a key of some portals for record types that belong to no portal; these require a key of all portals. */
export const requireWriter = ({ portalIds }: OperatorScope, { level, defines }: RecordType): void => {
  if (portalIds && defines !== 'portal' && (level === 'company' || level === 'installation'))
    fail('forbidden', { detail: 'This API key is of some portals: what belongs to none takes a key of all.' })
}

/** Cleans the HTML of a record. */
const cleaned = async ({ workers }: WriteDeps, scope: OperatorScope, item: Item): Promise<Item> => {
  try {
    return await cleanLineHtml(item, { workers, tenantScope: tenantScopeOf(scope) })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return refused(error)
  }
}

/** Runs the hooks that come before the transaction. Ignores a file that cannot be found: the write refuses it. */
const runBeforeTransaction = async (
  { database, storage }: WriteDeps,
  scope: OperatorScope,
  hooks: OpenRecordHooks,
  { recordType, externalId, body }: { recordType: RecordType; externalId: string; body: Record<string, unknown> },
): Promise<void> => {
  if (!hooks.of(recordType).beforeTransaction) return
  const files = writtenFiles(database, scope, storage, [])
  try {
    const named = await filesNamed(recordType, body, files)
    const line: Line = { ...body, ...named, type: recordType.type, externalId }
    await hooks.beforeTransaction(database, [{ number: 1, recordType, line }], {
      files: files.source,
      tenantScope: tenantScopeOf(scope),
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

/** Creates or replaces a record: a field that the body omits becomes empty, or its default. */
export const putRecord = async (
  deps: WriteDeps,
  scope: OperatorScope,
  recordType: RecordType,
  {
    externalId,
    body,
    now,
    ...precondition
  }: Precondition & { externalId: string; body: Record<string, unknown>; now: Date },
): Promise<{ record: ReadRecord; created: boolean }> => {
  requireWriter(scope, recordType)
  const name = (body.externalId as string | undefined) ?? externalId
  const isRenamed = name !== externalId
  const hooks = openRecordHooks(deps, { dryRun: false })
  await runBeforeTransaction(deps, scope, hooks, { recordType, externalId, body })
  const clean = await cleaned(deps, scope, {
    number: 1,
    recordType,
    line: { ...body, type: recordType.type, externalId: name },
  })
  const lockName = lockOf(scope, recordType, externalId)
  const { later, ...result } = await writing(deps, { lock: lockName, hooks }, async (db, fileTransaction) => {
    const isNeeded = needsBefore(scope, recordType, { ...precondition, body, isRenamed })
    const before = isNeeded ? await held(db, scope, recordType, externalId) : undefined
    if (recordType.level === 'installation' && !before) fail('not_found')
    if (recordType.createRefusal !== undefined && !before) fail('forbidden', { detail: recordType.createRefusal })
    require(precondition, before)
    const files = writtenFiles(db, scope, deps.storage, before ? filesIn(recordType, before) : [])
    if ([...name].length > externalIdMax) throw new Refusal('externalId', `is longer than ${externalIdMax} characters`)
    const line = { ...clean.line, ...(await filesNamed(recordType, body, files)) }
    if (isRenamed) {
      await lock(db, lockOf(scope, recordType, name))
      if (before) await rename(db, scope, recordType, before, name)
    }
    const outcome = await writeBatch(db, [{ ...clean, line }], {
      files: files.source,
      shiftDays: 0,
      movedTo: undefined,
      onlyNew: false,
      put: true,
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
    for (const { id, storageKey } of files.used) {
      if (!(await useOperatorUpload(db, scope, id))) fail('conflict', { detail: 'An upload was used by another call.' })
      fileTransaction.discard([storageKey])
    }
    const record = outcome.records[0] ?? (await readOne(db, scope, recordType, name))
    if (!record) throw new Error(`${recordType.type} ${name} was written and cannot be read`)
    return { record, created: outcome.created > 0, later: outcome.later }
  })
  for (const { afterCommit } of later) afterCommit?.()
  return result
}

/** Tables that no record type declares, mapped to the resources that own their rows. */
const HOLDERS: Record<string, string[]> = {
  staff_hold: ['appointments', 'plannedActivities'],
  ticket_file: ['tickets', 'comments'],
}

/** The resources whose records a table stores: as their main table, as a link table, or as a table of their parts. */
export const holdersIn = (name: string): string[] => {
  const isIts = ({ table }: { table: string }) => table === name
  const holders = [
    recordTypes.filter(isIts),
    recordTypes.filter(({ links }) => links?.some(isIts)),
    recordTypes.filter(({ parts }) => parts?.some(isIts)),
  ].find(found => found.length > 0)
  return holders?.map(pluralOf) ?? HOLDERS[name] ?? []
}

const holderOf = (error: unknown) => {
  const holders = holdersIn((error as { table?: string }).table ?? '')
  return holders.length > 0 ? `: ${holders.join(' or ')}` : ''
}

/** Removes a record with its parts; a membership is deactivated instead. Fails with `conflict` while another record references it. */
export const deleteRecord = async (
  deps: WriteDeps,
  scope: OperatorScope,
  recordType: RecordType,
  { externalId, ...precondition }: Precondition & { externalId: string },
): Promise<void> => {
  requireWriter(scope, recordType)
  await writing(deps, { lock: lockOf(scope, recordType, externalId) }, async (db, fileTransaction) => {
    const record = (await held(db, scope, recordType, externalId)) ?? fail('not_found')
    require(precondition, record)
    if (recordType.ends) {
      await db.run(sql`update ${raw(recordType.table)} set ${raw(recordType.ends)} = false
        where service_company_id = ${scope.serviceCompanyId} and external_id = ${externalId}`)
      return
    }
    const { level } = recordType
    const place = await db.one<{ company: number; portal: number | null; contact: number | null }>(sql`select
        service_company_id as company, ${raw(level === 'company' ? 'null::bigint' : 'portal_id')} as portal,
        ${raw(level === 'contact' ? 'contact_id' : 'null::bigint')} as contact 
      from ${rowOf(recordType, scope, externalId)}`)
    try {
      await removeRecords(db, recordType, place, [record.id], fileTransaction)
    } catch (error) {
      if (!isForeignKeyViolation(error)) throw error
      if (recordType.removeRefusal !== undefined) fail('conflict', { detail: recordType.removeRefusal })
      fail('conflict', { detail: `Other records still refer to it${holderOf(error)}. Remove or change these first.` })
    }
  })
}
