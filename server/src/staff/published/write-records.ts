import type { ErrorCode } from '@portico/contract/errors'
import { parseLine } from '../../import/parse-lines.ts'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { type Database, type Db, tx, Unavailable } from '../../kernel/database/db.ts'
import { fail } from '../../kernel/errors/fail.ts'
import type { Messages } from '../../kernel/messages/messages.ts'
import type { SecurityLog } from '../../kernel/security/security-log.ts'
import type { FileSource } from '../../records/definition/files.ts'
import type { Item, RecordServices } from '../../records/definition/record-type.ts'
import { refusalOf } from '../../records/definition/refusal.ts'
import type { TenantScope } from '../../records/definition/tenant-scope.ts'
import { openFileTransaction } from '../../records/files/store-files.ts'
import { NEWS_MS } from '../../records/write/change-events.ts'
import { openRecordHooks } from '../../records/write/record-hooks.ts'
import { type Outcome, writeBatch } from '../../records/write/write-batch.ts'

/** What writing records takes. */
export type WriteDeps = RecordServices & { database: Database; messages: Messages; security: SecurityLog }

/** A line of the import format. */
export type WrittenLine = { type: string; externalId: string } & Record<string, unknown>

/** The tenants that an account of the staff may write. */
export const tenantScopeOf = ({ serviceCompanyId, portalIds }: StaffScope): TenantScope => ({
  company: serviceCompanyId,
  ...(portalIds && { portals: [...portalIds] }),
})

/** How a write goes on within its transaction. */
export type Writing = {
  /** Writes lines by the rules of import and operator API. */
  write: (lines: WrittenLine[], files: FileSource) => Promise<Outcome>
  /** Stored content that stays although no record names it any more. */
  keep: (storageKey: string) => void
  /** Stored content that goes once the transaction is committed. */
  discard: (storageKey: string) => void
}

const FILES_IDLE_MS = 10 * 60_000

const itemsOf = (lines: readonly WrittenLine[]): Item[] =>
  lines.map((line, n) => {
    const parsed = parseLine(JSON.stringify(line))
    if ('refusal' in parsed) throw parsed.refusal
    return { number: n + 1, ...parsed }
  })

/** Fails with a refusal; `names` has the fields that the body calls otherwise than the record. */
const failWith = (error: unknown, names: Record<string, string>): never => {
  const refusal = refusalOf(error)
  if (!refusal) throw error
  const { field, reason, code, kind } = refusal
  if (field === undefined) return fail(code as ErrorCode, { detail: `The record ${reason}.` })
  const [first = '', ...rest] = field.split('.')
  const path = ['body', names[first] ?? first, ...rest].join('.')
  return fail(code as ErrorCode, { errors: [{ path, message: reason, ...(kind !== undefined && { kind }) }] })
}

/**
 * Runs a write of records in one transaction, with their files: what it stored goes if it fails, what records name no more goes once it is
 * committed. `before` are lines whose slow checks run ahead of the transaction.
 */
export const runWrite = async <T>(
  deps: WriteDeps,
  scope: StaffScope,
  {
    now,
    lock,
    names = {},
    before,
  }: {
    now: Date
    lock?: string
    names?: Record<string, string>
    before?: { lines: readonly WrittenLine[]; files: FileSource }
  },
  work: (db: Db, writing: Writing) => Promise<T>,
): Promise<T> => {
  const { database, storage, secrets } = deps
  const hooks = openRecordHooks(deps, { dryRun: false })
  const stored = openFileTransaction(storage, false)
  const tenantScope = tenantScopeOf(scope)
  const kept = new Set<string>()
  const fileTransaction = { ...stored, discard: (keys: string[]) => stored.discard(keys.filter(key => !kept.has(key))) }
  let later: Outcome['later'] = []

  const attempt = async (db: Db): Promise<T> => {
    // The transaction is retried after a conflict with another one: remove the files of the attempt before.
    await stored.rollback()
    kept.clear()
    later = []
    const write: Writing['write'] = async (lines, files) => {
      const outcome = await writeBatch(db, itemsOf(lines), {
        files,
        shiftDays: 0,
        movedTo: undefined,
        onlyNew: false,
        single: lines.length === 1,
        fileTransaction,
        secrets,
        newsSince: new Date(now.getTime() - NEWS_MS),
        hooks,
        tenantScope,
        refuse: (_item, refusal) => {
          throw refusal
        },
        warn: () => {},
        seen: () => false,
      })
      for (const { finish } of outcome.later) await finish?.(db, now)
      later.push(...outcome.later)
      return outcome
    }
    return work(db, { write, keep: key => void kept.add(key), discard: key => stored.discard([key]) })
  }

  try {
    if (before) await hooks.beforeTransaction(database, itemsOf(before.lines), { files: before.files, tenantScope })
    const result = await hooks.runTransaction(() =>
      tx(database, attempt, { idleTimeout: FILES_IDLE_MS, ...(lock !== undefined && { lock }) }),
    )
    await stored.commit()
    for (const { afterCommit } of later) afterCommit?.()
    return result
  } catch (error) {
    // The commit may have succeeded although the connection was lost, so the files stay; orphans are swept.
    if (error instanceof Unavailable) throw error
    await stored.rollback()
    return failWith(error, names)
  }
}
