import type { PublishBatch, publishOutcomes } from '@portico/contract/staff/publishing'
import { undoMinutes } from '@portico/contract/staff/publishing'
import { parseLine } from '../import/parse-lines.ts'
import type { StaffScope } from '../kernel/access/staff-scope.ts'
import { type Database, type Db, lock, tx, Unavailable } from '../kernel/database/db.ts'
import { failAt } from '../kernel/errors/fail.ts'
import type { Messages } from '../kernel/messages/messages.ts'
import type { Storage } from '../kernel/storage/storage.ts'
import { uploadFound } from '../operator-api/uploads.ts'
import type { FileSource } from '../records/definition/files.ts'
import type { Item, RecordServices } from '../records/definition/record-type.ts'
import { Refusal, refusalOf } from '../records/definition/refusal.ts'
import type { TenantScope } from '../records/definition/tenant-scope.ts'
import { openFileTransaction } from '../records/files/store-files.ts'
import { NEWS_MS } from '../records/write/change-events.ts'
import { openRecordHooks } from '../records/write/record-hooks.ts'
import { writeBatch } from '../records/write/write-batch.ts'
import { mailToSign } from '../signing/mails.ts'
import { documentWithin } from '../signing/queries.ts'
import { signingKeyPurpose } from '../signing/rules.ts'
import { needsOfItem } from './items.ts'
import { enqueueNotices } from './notices.ts'
import {
  batchesOf,
  deleteEmptyBatch,
  type ItemRow,
  insertBatch,
  itemsWithIds,
  lockItem,
  setPublished,
  setRefused,
} from './queries.ts'
import { FILE_PATH, ORIGINAL_PATH, recordLines, signerRecords } from './record-lines.ts'
import { isPublishedAt, notePublished, recordIdsOf, staffExternalIdOf } from './record-queries.ts'

/** What publishing needs. */
export type PublishDeps = RecordServices & { database: Database; messages: Messages }

/** What became of a row. */
export type Outcome = { itemId: number; outcome: (typeof publishOutcomes)[number]; reason: string | null }

const FILES_IDLE_MS = 10 * 60_000

/** The tenants that an account of the staff may write. */
const tenantScopeOf = ({ serviceCompanyId, portalIds }: StaffScope): TenantScope => ({
  company: serviceCompanyId,
  ...(portalIds && { portals: [...portalIds] }),
})

/** The files of a row; records get copies of them, so that a row that is taken back still has its own. */
const filesOf = (storage: Storage, { file, original }: ItemRow): FileSource => ({
  find: async (path, field) => {
    const found = path === FILE_PATH ? file : path === ORIGINAL_PATH ? original : null
    if (!found) throw new Refusal(field, 'is not there', 'not_found')
    return uploadFound(storage, found)
  },
})

const itemsFrom = (lines: Record<string, unknown>[]): Item[] =>
  lines.map((line, n) => {
    const parsed = parseLine(JSON.stringify(line))
    if ('refusal' in parsed) throw parsed.refusal
    return { number: n + 1, ...parsed }
  })

/** Mails the link to everybody who signs and has an address. */
const mailSigners = async (db: Db, { messages, secrets }: PublishDeps, scope: StaffScope, row: ItemRow, call: Call) => {
  for (const { externalId, webUserId } of signerRecords(row, call)) {
    const document = await documentWithin(db, scope, externalId, call.now)
    if (!document?.email) continue
    const language = row.signers.find(signer => signer.webUserId === webUserId)?.language ?? 'it-IT'
    const key = secrets.decrypt(document.encryptedKey, signingKeyPurpose)
    await mailToSign(messages, db, document, { key, email: document.email, language })
  }
}

type Call = { batchId: number; staffExternalId: string | null; now: Date }

/**
 * Publishes one row in a transaction of its own, by the same way as import and operator API. Whoever comes second finds it published: the
 * row is locked, and then the file, so that a colleague with the same file waits.
 */
const publishItem = async (deps: PublishDeps, scope: StaffScope, before: ItemRow, call: Call): Promise<Outcome> => {
  const { database, storage, secrets } = deps
  const { batchId, now } = call
  const itemId = before.id
  const done = (outcome: Outcome['outcome'], reason: string | null = null): Outcome => ({ itemId, outcome, reason })
  if (before.state === 'published') return done('already')
  if (before.state !== 'open' || needsOfItem(before).length > 0) return done('notReady')
  const hooks = openRecordHooks(deps, { dryRun: false })
  const fileTransaction = openFileTransaction(storage, false)
  const tenantScope = tenantScopeOf(scope)

  const write = async (db: Db, row: ItemRow): Promise<{ outcome: Outcome; afterCommit: (() => void)[] }> => {
    const { kind, file, portal, customer } = row
    if (!kind || !file || !portal) return { outcome: done('notReady'), afterCommit: [] }
    const items = itemsFrom(recordLines(row, call))
    const place = { kind, portalId: portal.id, contactId: customer?.id ?? null }
    await lock(db, `publish ${scope.serviceCompanyId} ${row.recordKey ?? file.sha256}`)
    const isThere = row.recordKey === null && (await isPublishedAt(db, scope, place, file.sha256, now))
    const result = isThere
      ? undefined
      : await writeBatch(db, items, {
          files: filesOf(storage, row),
          shiftDays: 0,
          movedTo: undefined,
          onlyNew: true,
          single: false,
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
    if (!result || result.created < items.length) {
      await setRefused(db, scope, itemId, { code: 'published', customer: customer?.companyName ?? null }, now)
      return { outcome: done('already'), afterCommit: [] }
    }
    for (const { finish } of result.later) await finish?.(db, now)
    const externalIds = items.map(({ line }) => line.externalId)
    const recordIds = await recordIdsOf(db, scope, kind, externalIds)
    await setPublished(db, scope, itemId, { batchId, recordIds, now })
    await notePublished(db, scope, { kind, portalId: portal.id, recordIds, now })
    if (kind === 'documentToSign') await mailSigners(db, deps, scope, row, call)
    return { outcome: done('published'), afterCommit: result.later.flatMap(({ afterCommit }) => afterCommit ?? []) }
  }

  try {
    await hooks.beforeTransaction(database, itemsFrom(recordLines(before, call)), {
      files: filesOf(storage, before),
      tenantScope,
    })
    const { outcome, afterCommit } = await hooks.runTransaction(() =>
      tx(
        database,
        async db => {
          // The transaction is retried after a conflict with another one: remove the files of the attempt before.
          await fileTransaction.rollback()
          const row = await lockItem(db, scope, itemId)
          if (!row) return { outcome: done('notReady'), afterCommit: [] }
          if (row.state === 'published') return { outcome: done('already'), afterCommit: [] }
          if (row.state !== 'open' || needsOfItem(row).length > 0) return { outcome: done('notReady'), afterCommit: [] }
          return write(db, row)
        },
        { idleTimeout: FILES_IDLE_MS },
      ),
    )
    await fileTransaction.commit()
    for (const run of afterCommit) run()
    return outcome
  } catch (error) {
    // The commit may have succeeded although the connection was lost, so the files stay; orphans are swept.
    if (error instanceof Unavailable) throw error
    await fileTransaction.rollback()
    const refusal = refusalOf(error)
    if (!refusal) throw error
    return done('refused', refusal.message)
  }
}

/** Publishes rows of the account one after the other. `not_found` if one of them is not its own. */
export const publishRows = async (
  deps: PublishDeps,
  scope: StaffScope,
  { itemIds, notify, now }: { itemIds: number[]; notify: boolean; now: Date },
): Promise<{ batch: PublishBatch | null; outcomes: Outcome[]; portalIds: number[] }> => {
  const { database } = deps
  const rows = await itemsWithIds(database, scope, itemIds)
  if (rows.length !== itemIds.length) failAt('not_found', 'body.itemIds', 'names a row that is not there')
  const staffExternalId = await staffExternalIdOf(database, scope)
  const batchId = await tx(database, async db => {
    const id = await insertBatch(db, scope, { notify, now })
    if (notify) await enqueueNotices(db, scope, id)
    return id
  })
  const outcomes: Outcome[] = []
  for (const row of rows) outcomes.push(await publishItem(deps, scope, row, { batchId, staffExternalId, now }))
  await deleteEmptyBatch(database, scope, batchId)
  const since = new Date(now.getTime() - undoMinutes * 60_000)
  const batch = (await batchesOf(database, scope, since)).find(({ id }) => id === batchId) ?? null
  const published = new Set(outcomes.filter(({ outcome }) => outcome === 'published').map(({ itemId }) => itemId))
  const portalIds = [...new Set(rows.filter(({ id }) => published.has(id)).flatMap(({ portal }) => portal?.id ?? []))]
  return { batch, outcomes, portalIds }
}
