import type { ErrorCode } from '@portico/contract/errors'
import type { OperatorScope } from '../kernel/access/api-key-scope.ts'
import { type Database, type Db, raw, sql, tx, Unavailable } from '../kernel/database/db.ts'
import { fail, failAt } from '../kernel/errors/fail.ts'
import type { FileTransaction } from '../records/definition/files.ts'
import type { RecordServices, RecordType } from '../records/definition/record-type.ts'
import { type Refusal, refusalOf } from '../records/definition/refusal.ts'
import type { TenantScope } from '../records/definition/tenant-scope.ts'
import { openFileTransaction } from '../records/files/store-files.ts'
import { type ReadRecord, readRecords } from '../records/read/read-records.ts'
import type { OpenRecordHooks } from '../records/write/record-hooks.ts'
import { etagOf } from './record-answer.ts'

/** What writing a record needs. */
export type WriteDeps = RecordServices & { database: Database }

/** The HTTP preconditions of a call. */
export type Precondition = { ifMatch: string | undefined; ifNoneMatch: string | undefined }

/** The tenant scope of an API key. */
export const tenantScopeOf = ({ serviceCompanyId, portalIds }: OperatorScope): TenantScope => ({
  company: serviceCompanyId,
  byApiKey: true,
  ...(portalIds && { portals: [...portalIds] }),
})

/** Reads one record; undefined if it does not exist or is out of scope. */
export const readOne = async (
  db: Db,
  scope: OperatorScope,
  recordType: RecordType,
  externalId: string,
): Promise<ReadRecord | undefined> => (await readRecords(db, recordType, tenantScopeOf(scope), [externalId]))[0]

/** The name of the advisory lock for writing a record; it also serialises calls that create the same record. */
export const lockNameOf = ({ serviceCompanyId }: OperatorScope, { type }: RecordType, externalId: string): string =>
  `${serviceCompanyId} ${type} ${externalId}`

/** SQL: the row of a record. Uses the index on external ids. */
export const rowOf = (recordType: RecordType, { serviceCompanyId }: OperatorScope, externalId: string) =>
  sql`${raw(recordType.table)} where ${raw(recordType.level === 'installation' ? 'id' : 'service_company_id')} = ${serviceCompanyId}
    and external_id = ${externalId}`

const isNamed = (tags: string, record: ReadRecord) =>
  tags.trim() === '*' || tags.split(',').some(tag => tag.trim().replace(/^W\//, '') === etagOf(record))

/** Fails with `conflict` unless the record, or its absence, fulfils the call's preconditions. */
export const requirePrecondition = ({ ifMatch, ifNoneMatch }: Precondition, record: ReadRecord | undefined): void => {
  if (ifMatch !== undefined && (!record || !isNamed(ifMatch, record)))
    fail('conflict', { detail: 'The record has changed since: read it again.' })
  if (ifNoneMatch !== undefined && record && isNamed(ifNoneMatch, record))
    fail('conflict', { detail: 'The record is there already.' })
}

/** Rejects a key of some portals for record types that belong to no portal; these require a key of all portals. */
export const requireWriter = ({ portalIds }: OperatorScope, { level, defines }: RecordType): void => {
  if (portalIds && defines !== 'portal' && (level === 'company' || level === 'installation'))
    fail('forbidden', { detail: 'This API key is of some portals: what belongs to none takes a key of all.' })
}

/** Locks the row and then reads the record. Reading first could return values from before a concurrent write that the lock waits for. */
export const lockRecord = async (
  db: Db,
  scope: OperatorScope,
  recordType: RecordType,
  externalId: string,
): Promise<ReadRecord | undefined> => {
  await db.run(sql`select from ${rowOf(recordType, scope, externalId)} for no key update`)
  return readOne(db, scope, recordType, externalId)
}

/** Throws a refusal as the error of the call. */
export const failWith = ({ field, reason, code }: Refusal): never =>
  field === undefined
    ? fail(code, { detail: `The record ${reason}.` })
    : failAt(code as ErrorCode, `body.${field}`, reason)

/** Renaming or moving a record's file copies it, which may take long; the transaction's connection is idle meanwhile. */
const FILES_IDLE_MS = 10 * 60_000

/** Runs a write under a lock. Commits its files with it, and answers a constraint violation with its error code. */
export const runWrite = async <Result>(
  { database, storage }: WriteDeps,
  { lock, hooks, hasFiles = false }: { lock: string; hooks?: OpenRecordHooks; hasFiles?: boolean },
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
        { lock, ...(hasFiles && { idleTimeout: FILES_IDLE_MS }) },
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
      return fail('invalid_request', { detail: 'A value is out of the range that can be stored.' })
    return failWith(refusal)
  }
}
