import { staffDraftFileDays } from '@portico/contract/staff/tickets'
import type { Db } from '../kernel/database/db.ts'
import type { Storage } from '../kernel/storage/storage.ts'
import type { Clock } from '../kernel/time/clock.ts'
import { deleteUnclaimed, referencedStorageKeys } from './queries.ts'

/** How long an unused upload is kept, in milliseconds. */
export const UPLOAD_LIFETIME = 24 * 3_600_000

/** How long an upload is kept that a draft of the staff names, from the draft's last change. */
export const DRAFT_UPLOAD_LIFETIME = staffDraftFileDays * 24 * 3_600_000

const BATCH = 500

/**
 * Deletes expired unused uploads and stored objects without a row, and returns their number. Objects without a row remain when a crash
 * happens between the two writes. Only objects older than a day are deleted, because the row is written after the object.
 */
export const sweepFiles = async ({ database, storage, clock }: { database: Db; storage: Storage; clock: Clock }) => {
  const now = clock().getTime()
  const before = new Date(now - UPLOAD_LIFETIME)
  const uploads = { before, draftsSince: new Date(now - DRAFT_UPLOAD_LIFETIME) }
  let removed = await storage.sweepUnfinished(before)

  for (
    let keys = await deleteUnclaimed(database, uploads);
    keys.length > 0;
    keys = await deleteUnclaimed(database, uploads)
  ) {
    await storage.remove(keys)
    removed += keys.length
  }

  const removeOrphans = async (keys: string[]) => {
    const referenced = await referencedStorageKeys(database, keys)
    const orphans = keys.filter(key => !referenced.has(key))
    if (orphans.length > 0) await storage.remove(orphans)
    removed += orphans.length
  }
  let batch: string[] = []
  for await (const { key, modified } of storage.list()) {
    if (modified < before) batch.push(key)
    if (batch.length < BATCH) continue
    await removeOrphans(batch)
    batch = []
  }
  if (batch.length > 0) await removeOrphans(batch)
  return removed
}
