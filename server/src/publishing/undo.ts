import { undoMinutes } from '@portico/contract/staff/publishing'
import type { StaffScope } from '../kernel/access/staff-scope.ts'
import { type Db, tx, Unavailable } from '../kernel/database/db.ts'
import { fail } from '../kernel/errors/fail.ts'
import { refusalOf } from '../records/definition/refusal.ts'
import { openFileTransaction } from '../records/files/store-files.ts'
import { findRecordType } from '../records/registry.ts'
import { removeRecords } from '../records/write/remove-records.ts'
import type { PublishDeps } from './publish.ts'
import { batchOf, type ItemRow, itemsOfBatch, lockItem, setPublished, setUndone } from './queries.ts'
import { recordTypeOf } from './record-lines.ts'
import { unchangedRecords, withdrawDocuments } from './record-queries.ts'

/** What became of a row that was to be taken back. */
export type Undone = { itemId: number; outcome: 'undone' | 'kept' }

/** Takes the records of a row back; false if they are no longer as they were published. */
const takeBack = async (
  db: Db,
  scope: StaffScope,
  row: ItemRow,
  fileTransaction: ReturnType<typeof openFileTransaction>,
): Promise<boolean> => {
  const { kind, portalId, contactId, recordIds, file } = row
  const recordType = kind && findRecordType(recordTypeOf[kind])
  if (!recordType || portalId === null || !file) return false
  if (kind === 'documentToSign')
    return contactId !== null && withdrawDocuments(db, scope, { portalId, contactId, recordIds })
  const ids = await unchangedRecords(db, scope, { kind, portalId, contactId, recordIds, sha256: file.sha256 })
  if (ids.length !== recordIds.length) return false
  const place = { company: scope.serviceCompanyId, portal: portalId, contact: kind === 'publicFile' ? null : contactId }
  await removeRecords(db, recordType, place, ids, fileTransaction)
  return true
}

const undoItem = async (
  { database, storage }: PublishDeps,
  scope: StaffScope,
  itemId: number,
  batchId: number,
  now: Date,
) => {
  const fileTransaction = openFileTransaction(storage, false)
  try {
    const isUndone = await tx(database, async db => {
      await fileTransaction.rollback()
      const row = await lockItem(db, scope, itemId)
      if (row?.state !== 'published' || row.batchId !== batchId) return false
      if (!(await takeBack(db, scope, row, fileTransaction))) return false
      await setPublished(db, scope, itemId, { batchId: null, recordIds: [], now })
      return true
    })
    await fileTransaction.commit()
    return isUndone
  } catch (error) {
    if (error instanceof Unavailable) throw error
    await fileTransaction.rollback()
    // Something else refers to the record by now.
    if (refusalOf(error)) return false
    throw error
  }
}

/** Fails unless the account has this batch and may still take it back. */
const requireUndoable = async (db: Db, scope: StaffScope, batchId: number, now: Date): Promise<void> => {
  const { publishedAt } = (await batchOf(db, scope, batchId)) ?? fail('not_found')
  if (now.getTime() - publishedAt.getTime() > undoMinutes * 60_000) fail('too_late')
}

/** Takes back what was published together, as far as it is as it was. */
export const undoBatch = async (
  deps: PublishDeps,
  scope: StaffScope,
  batchId: number,
  now: Date,
): Promise<{ outcomes: Undone[]; portalIds: number[] }> => {
  const { database } = deps
  await requireUndoable(database, scope, batchId, now)
  const rows = await itemsOfBatch(database, scope, batchId)
  const outcomes: Undone[] = []
  for (const { id } of rows) {
    const isUndone = await undoItem(deps, scope, id, batchId, now)
    outcomes.push({ itemId: id, outcome: isUndone ? 'undone' : 'kept' })
  }
  await setUndone(database, scope, batchId, now)
  return { outcomes, portalIds: [...new Set(rows.flatMap(({ portalId }) => portalId ?? []))] }
}
