import type { Db } from '../../kernel/database/db.ts'
import { fail } from '../../kernel/errors/fail.ts'
import { isStorageKey, type Storage } from '../../kernel/storage/storage.ts'
import type { FileSource } from '../definition/files.ts'
import { findLineFault, withoutNulls } from '../definition/line-fault.ts'
import type { Item, Line } from '../definition/record-type.ts'
import { Refusal } from '../definition/refusal.ts'
import type { TenantScope } from '../definition/tenant-scope.ts'
import { isReadFile, readRecords } from '../read/read-records.ts'
import { requireRecordType } from '../registry.ts'
import { NEWS_MS } from './change-events.ts'
import { openRecordHooks } from './record-hooks.ts'
import { type RecordLocation, removeRecords } from './remove-records.ts'
import { runWrite, type WriteDeps } from './run-write.ts'
import { writeBatch } from './write-batch.ts'

/** A line of the import format; null stands for an absent field. */
export type GivenLine = { type: string; externalId: string } & Record<string, unknown>

/** How records are written and removed within one transaction. */
export type Writing = {
  /** Writes lines by the rules of the import, each type after those that it references. */
  write: (lines: GivenLine[], files?: FileSource) => Promise<void>
  /** The line that writes a record as it is: its files stay what they are, and it reports no residual. `not_found`. */
  read: (type: string, externalId: string) => Promise<GivenLine>
  /** Removes records of one type at one place, with their parts, links and files. */
  remove: (type: string, place: RecordLocation, ids: number[]) => Promise<void>
}

/** The files given with a write, and those that records have, by storage key. */
const filesBeside = (storage: Storage, files: FileSource | undefined): FileSource => ({
  find: async (path, field) => {
    if (isStorageKey(path)) return { name: path, open: () => storage.get(path) }
    if (files) return files.find(path, field)
    throw new Refusal(field, `"${path}" is not there`, 'not_found')
  },
})

const asWritten = (value: unknown): unknown =>
  isReadFile(value) ? { path: value.storageKey, name: value.name } : value

/**
 * Writes and removes several records in one transaction; the caller locks what it changes. `pathOf` names the field of the call's body for a field of a line; by default they
 * are called the same. Types with HTML are not written by this: their texts would have to be cleaned before.
 */
export const writeTogether = async <Result>(
  deps: WriteDeps,
  {
    tenantScope,
    now,
    pathOf = (_line, field) => field,
  }: { tenantScope: TenantScope; now: Date; pathOf?: (line: GivenLine, field: string) => string },
  work: (db: Db, writing: Writing) => Promise<Result>,
): Promise<Result> => {
  const hooks = openRecordHooks(deps, { dryRun: false })
  let afterCommit: (() => void)[] = []
  const result = await runWrite(deps, { hooks, hasFiles: true }, async (db, fileTransaction) => {
    afterCommit = []
    const refuse = (line: GivenLine, { field, reason, code }: Refusal): never => {
      throw new Refusal(field === undefined ? undefined : pathOf(line, field), reason, code)
    }
    const write: Writing['write'] = async (lines, files) => {
      const items = lines.map((given, n): Item => {
        const recordType = requireRecordType(given.type)
        if (recordType.html || recordType.message) throw new Error(`${given.type} has HTML`)
        const line = withoutNulls(given) as Line
        const fault = findLineFault(recordType, line)
        if (fault) refuse(given, fault)
        return { number: n + 1, recordType, line }
      })
      const outcome = await writeBatch(db, items, {
        hooks,
        tenantScope,
        secrets: deps.secrets,
        files: filesBeside(deps.storage, files),
        fileTransaction,
        shiftDays: 0,
        movedTo: undefined,
        onlyNew: false,
        single: lines.length === 1,
        newsSince: new Date(now.getTime() - NEWS_MS),
        refuse: ({ line }, refusal) => refuse(line as GivenLine, refusal),
        warn: () => {},
        seen: () => false,
      })
      for (const { finish } of outcome.later) await finish?.(db, now)
      afterCommit.push(...outcome.later.flatMap(later => later.afterCommit ?? []))
    }
    const read: Writing['read'] = async (type, externalId) => {
      const recordType = requireRecordType(type)
      const [record] = await readRecords(db, recordType, tenantScope, [externalId])
      if (!record) return fail('not_found')
      const line = Object.fromEntries(Object.entries(record.line).map(([field, value]) => [field, asWritten(value)]))
      for (const field of recordType.unclearable ?? []) delete line[field]
      return { ...line, type, externalId }
    }
    const remove: Writing['remove'] = (type, place, ids) =>
      removeRecords(db, requireRecordType(type), place, ids, fileTransaction)
    return work(db, { write, read, remove })
  })
  for (const act of afterCommit) act()
  return result
}
