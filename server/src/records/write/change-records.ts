import { type Db, raw, sql } from '../../kernel/database/db.ts'
import { fail } from '../../kernel/errors/fail.ts'
import { isStorageKey, type Storage } from '../../kernel/storage/storage.ts'
import type { FileSource } from '../definition/files.ts'
import { withoutStaleForms } from '../definition/kept-in-parts.ts'
import { findLineFault, withoutNulls } from '../definition/line-fault.ts'
import type { Item, Line, RecordType } from '../definition/record-type.ts'
import { Refusal } from '../definition/refusal.ts'
import type { TenantScope } from '../definition/tenant-scope.ts'
import { cleanLineHtml } from '../files/clean-html.ts'
import { isReadFile, type ReadRecord, readRecords } from '../read/read-records.ts'
import { requirePrecondition } from '../read/record-etag.ts'
import { requireRecordType } from '../registry.ts'
import { NEWS_MS } from './change-events.ts'
import { type OpenRecordHooks, openRecordHooks } from './record-hooks.ts'
import { failWith, lockNameOf, runWrite, type WriteDeps } from './run-write.ts'
import { type BatchContext, writeBatch } from './write-batch.ts'

/** Lines in the form of the import, with the files that they may reference by path, and the tenants that they may touch. */
type Given = { tenantScope: TenantScope; files?: FileSource; now: Date }

const noFiles: FileSource = {
  find: async (path, field) => Promise.reject(new Refusal(field, `"${path}" is not there`, 'not_found')),
}

/** The files given with a call, and those that the record has, by storage key. */
const filesBeside = (storage: Storage, { find }: FileSource): FileSource => ({
  find: async (path, field) => (isStorageKey(path) ? { name: path, open: () => storage.get(path) } : find(path, field)),
})

/** A value that was read in the form that a line has. */
const asWritten = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(asWritten)
  return isReadFile(value) ? { path: value.storageKey, name: value.name } : value
}

/** The line that would write a record as it is. */
const lineOf = ({ line }: ReadRecord): Record<string, unknown> =>
  Object.fromEntries(Object.entries(line).map(([field, value]) => [field, asWritten(value)]))

const prepare = async (deps: WriteDeps, hooks: OpenRecordHooks, items: Item[], { tenantScope, files }: Given) => {
  try {
    await hooks.beforeTransaction(deps.database, items, { files: files ?? noFiles, tenantScope })
    const clean: Item[] = []
    for (const item of items) clean.push(await cleanLineHtml(item, { workers: deps.workers, tenantScope }))
    return clean
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return failWith(error)
  }
}

const contextOf = (
  { secrets }: WriteDeps,
  { tenantScope, now }: Given,
  own: Pick<BatchContext, 'hooks' | 'files' | 'fileTransaction' | 'onlyNew' | 'single' | 'warn'>,
): BatchContext => ({
  ...own,
  secrets,
  tenantScope,
  shiftDays: 0,
  movedTo: undefined,
  newsSince: new Date(now.getTime() - NEWS_MS),
  refuse: (_item, refusal) => {
    throw refusal
  },
  seen: () => false,
})

/**
 * Changes the fields that are given of one record, by the rules of the import; null clears a field. `ifMatch`: the ETag of the state that
 * the caller knows, `conflict` for any other. `begin` runs in the transaction before anything is written. Answers the record as it was and as it is. Errors name fields as `body.<field>`.
 */
export const changeRecord = async (
  deps: WriteDeps,
  type: string,
  externalId: string,
  {
    fields,
    ifMatch,
    begin,
    ...given
  }: Given & {
    fields: Record<string, unknown>
    ifMatch?: string | undefined
    begin?: ((db: Db) => Promise<void>) | undefined
  },
): Promise<{ before: ReadRecord; after: ReadRecord }> => {
  const recordType = requireRecordType(type)
  const { tenantScope, now } = given
  const hooks = openRecordHooks(deps, { dryRun: false })
  const named = { number: 1, recordType, line: { ...withoutNulls(fields), type, externalId } as Line }
  const [clean = named] = await prepare(deps, hooks, [named], given)
  const lock = lockNameOf({ serviceCompanyId: tenantScope.company }, recordType, externalId)
  const { later, ...result } = await runWrite(deps, { lock, hooks, hasFiles: true }, async (db, fileTransaction) => {
    await db.run(sql`select from ${raw(recordType.table)}
      where service_company_id = ${tenantScope.company} and external_id = ${externalId} for no key update`)
    const read = async () => (await readRecords(db, recordType, tenantScope, [externalId]))[0] ?? fail('not_found')
    const before = await read()
    requirePrecondition({ ifMatch, ifNoneMatch: undefined }, before)
    await begin?.(db)
    const line = withoutNulls({
      ...withoutStaleForms(recordType, lineOf(before), fields),
      ...fields,
      ...clean.line,
    }) as Line
    const fault = findLineFault(recordType, { ...line })
    if (fault) throw fault
    const files = filesBeside(deps.storage, given.files ?? noFiles)
    const context = contextOf(deps, given, {
      hooks,
      files,
      fileTransaction,
      onlyNew: false,
      single: true,
      warn: () => {},
    })
    const outcome = await writeBatch(db, [{ ...clean, line }], context)
    for (const { finish } of outcome.later) await finish?.(db, now)
    return { before, after: outcome.records[0] ?? (await read()), later: outcome.later }
  })
  for (const { afterCommit } of later) afterCommit?.()
  return result
}

/** A probable mistake in a record that was added: the field and the end of a sentence. */
export type AddWarning = { field: string; reason: string }

/**
 * Adds records, all or none, by the rules of the import; `conflict` if one is there already. `mayAdd` sees what is doubtful about them before
 * anything is kept, and throws where that is too much.
 */
export const addRecords = async (
  deps: WriteDeps,
  lines: Record<string, unknown>[],
  { mayAdd, ...given }: Given & { mayAdd?: (warnings: AddWarning[]) => void },
): Promise<void> => {
  const { tenantScope, now } = given
  const hooks = openRecordHooks(deps, { dryRun: false })
  const items = lines.map((line, index): Item => {
    const recordType: RecordType = requireRecordType(String(line.type))
    const whole = withoutNulls(line)
    const fault = findLineFault(recordType, whole)
    return fault ? failWith(fault) : { number: index + 1, recordType, line: whole as Line }
  })
  const clean = await prepare(deps, hooks, items, given)
  const later = await runWrite(
    deps,
    { lock: `new records of ${tenantScope.company}`, hooks, hasFiles: true },
    async (db, fileTransaction) => {
      const warnings: AddWarning[] = []
      const files = given.files ?? noFiles
      const warn: BatchContext['warn'] = (_item, field, reason) => void warnings.push({ field, reason })
      const context = contextOf(deps, given, { hooks, files, fileTransaction, onlyNew: true, single: false, warn })
      const outcome = await writeBatch(db, clean, context)
      if (outcome.created < clean.length) fail('conflict', { detail: 'There is such a record already.' })
      mayAdd?.(warnings)
      for (const { finish } of outcome.later) await finish?.(db, now)
      return outcome.later
    },
  )
  for (const { afterCommit } of later) afterCommit?.()
}
