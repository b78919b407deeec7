import { Readable } from 'node:stream'
import { listRefusedLines, readImport, startImport } from '@portico/contract/operator/records'
import { requireQuota } from '../files/stored-bytes-queries.ts'
import { discardBody, pipeBody } from '../files/uploads.ts'
import type { OperatorScope } from '../kernel/access/api-key-scope.ts'
import { type Db, tx } from '../kernel/database/db.ts'
import { answerPage, readPage } from '../kernel/database/pagination.ts'
import { Failure, fail, failAt } from '../kernel/errors/fail.ts'
import { exemptFromRequestTimeout } from '../kernel/http/error-handler.ts'
import { type App, route } from '../kernel/http/route.ts'
import { formatByteSize } from '../kernel/settings/byte-size.ts'
import { newStorageKey } from '../kernel/storage/storage.ts'
import { CSV_MAX, formatIn } from './import-formats.ts'
import { importJobOf, insertImportJob, lockImports, refusedBy, unfinishedImports } from './import-jobs.ts'
import { tenantScopeOf } from './record-transaction.ts'

const refusedOrder = { line: { by: 'r.line', type: 'bigint' } } as const
const defaultSort = 'line'

/** How many unfinished imports a company may have; companies take turns. */
const UNFINISHED_MAX = 5

/**
 * Maximum size of a dry run, in bytes. A dry run is one transaction, during which the company's new tickets and the event feeds of all
 * companies wait.
 */
const DRY_RUN_MAX = 32 * 1024 * 1024

const idIn = (text: string) => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : fail('not_found'))

const requireCapacity = async (db: Db, scope: OperatorScope) => {
  if ((await unfinishedImports(db, scope)) >= UNFINISHED_MAX)
    fail('too_many_requests', {
      retryAfter: 60,
      detail: `${UNFINISHED_MAX} imports of the company are waiting to be done: send this one when one of them is.`,
    })
}

/** The routes of imports. `http` must accept bodies of any content type as streams. */
export const importRoutes = (app: App): void => {
  const { storage, importMax, storageQuota } = app.deps

  route(app, startImport, async ({ db, scope, query, request }) => {
    const format = await formatIn(db, tenantScopeOf(scope), query)
    const most = Math.min(importMax, query.dryRun === '1' ? DRY_RUN_MAX : importMax, format ? CSV_MAX : importMax)
    const requireSize = (bytes: number) => {
      if (bytes <= most) return
      const what = format ? 'A file of this format' : query.dryRun === '1' ? 'A dry run' : 'An import'
      const todo = query.dryRun === '1' ? 'try some of the lines' : 'send it in several parts'
      fail('file_too_large', { detail: `${what} takes ${formatByteSize(most)} at most: ${todo}.` })
    }
    requireSize(Number(request.headers['content-length'] ?? 0))
    await requireCapacity(db, scope)
    await requireQuota(db, scope.serviceCompanyId, { bytes: 1, quota: storageQuota })
    const storageKey = newStorageKey()
    let bytes = 0
    exemptFromRequestTimeout(request)
    const counted = async function* () {
      for await (const chunk of pipeBody(request) as AsyncIterable<Buffer>) {
        bytes += chunk.length
        requireSize(bytes)
        yield chunk
      }
    }
    try {
      await storage.put(storageKey, Readable.from(counted(), { objectMode: false }))
    } catch (error) {
      discardBody(request)
      throw error
    }
    try {
      if (bytes === 0) failAt('invalid_request', 'body', 'is empty')
      const job = { storageKey, bytes, dryRun: query.dryRun === '1', format }
      const id = await tx(db, async db => {
        // Checks the limit again under the lock, because other imports may have been inserted while this body was read.
        await lockImports(db, scope)
        await requireCapacity(db, scope)
        return insertImportJob(db, scope, job)
      })
      return (await importJobOf(db, scope, id)) ?? fail('not_found')
    } catch (error) {
      // After any other error it is unknown whether the row was committed, so the file stays; without a row it is an orphan, which the
      // sweep of orphaned files removes.
      if (error instanceof Failure) await storage.remove([storageKey]).catch(() => undefined)
      throw error
    }
  })

  route(
    app,
    readImport,
    async ({ db, scope, params }) => (await importJobOf(db, scope, idIn(params.import))) ?? fail('not_found'),
  )

  route(app, listRefusedLines, async ({ db, scope, params, query, request, reply }) => {
    const id = idIn(params.import)
    if (!(await importJobOf(db, scope, id))) fail('not_found')
    const page = readPage(query, refusedOrder, { defaultSort, id: 'r.id' })
    const rows = answerPage(await refusedBy(db, scope, id, page), page, { query, request, reply, defaultSort })
    return rows.map(({ line, externalId, field, reason }) => ({ line, externalId, field, reason }))
  })
}
