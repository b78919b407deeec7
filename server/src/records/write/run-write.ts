import type { ErrorCode } from '@portico/contract/errors'
import { type Db, tx, Unavailable } from '../../kernel/database/db.ts'
import { fail, failAt } from '../../kernel/errors/fail.ts'
import type { FileTransaction } from '../definition/files.ts'
import type { RecordServices, RecordType } from '../definition/record-type.ts'
import { type Refusal, refusalOf } from '../definition/refusal.ts'
import { openFileTransaction } from '../files/store-files.ts'
import type { OpenRecordHooks } from './record-hooks.ts'

/** What writing a record needs. */
export type WriteDeps = RecordServices & { database: Db }

/** The name of the advisory lock for writing a record; it also serialises calls that create the same record. */
export const lockNameOf = (
  { serviceCompanyId }: { serviceCompanyId: number },
  { type }: RecordType,
  externalId: string,
): string => `${serviceCompanyId} ${type} ${externalId}`

/** Throws a refusal as the error of the call. */
export const failWith = ({ field, reason, code }: Refusal): never =>
  field === undefined
    ? fail(code, { detail: `The record ${reason}.` })
    : failAt(code as ErrorCode, `body.${field}`, reason)

/** Renaming or moving a record's file copies it, which may take long; the transaction's connection is idle meanwhile. */
const FILES_IDLE_MS = 10 * 60_000

/** Runs a write, under a lock if one is named. Commits its files with it, and answers a constraint violation with its error code. */
export const runWrite = async <Result>(
  { database, storage }: WriteDeps,
  { lock, hooks, hasFiles = false }: { lock?: string; hooks?: OpenRecordHooks; hasFiles?: boolean },
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
        { ...(lock !== undefined && { lock }), ...(hasFiles && { idleTimeout: FILES_IDLE_MS }) },
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
