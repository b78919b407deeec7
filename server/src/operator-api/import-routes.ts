import { Readable } from 'node:stream'
import { nullable } from '@portico/contract/shapes'
import * as Type from 'typebox'
import { requireStorage } from '../files/stored-bytes-queries.ts'
import { bodyOf, discardRest } from '../files/uploads.ts'
import type { OperatorScope } from '../kernel/access/api-key-scope.ts'
import { type Db, tx } from '../kernel/database/db.ts'
import { answerPage, readPage } from '../kernel/database/pagination.ts'
import { Failure, fail, failAt } from '../kernel/errors/fail.ts'
import { exemptFromRequestTimeout } from '../kernel/http/error-handler.ts'
import { operatorEndpoint, operatorRoute } from '../kernel/http/operator-route.ts'
import type { App } from '../kernel/http/route.ts'
import { formatByteSize } from '../kernel/settings/byte-size.ts'
import { newStorageKey } from '../kernel/storage/storage.ts'
import {
  type ImportJob,
  importJobOf,
  insertImportJob,
  lockImports,
  refusedBy,
  unfinishedImports,
} from './import-jobs.ts'

const instantOrNull = nullable(Type.String({ format: 'date-time' }))

const example: ImportJob = {
  id: 5,
  state: 'running',
  detail: null,
  dryRun: false,
  lines: 120_500,
  bytes: 41_943_040,
  totalBytes: 167_772_160,
  rate: 15_062,
  secondsLeft: 24,
  created: 0,
  changed: 0,
  unchanged: 0,
  refused: 2,
  warned: 0,
  warnings: [],
  createdAt: '2026-03-02T08:30:00Z',
  startedAt: '2026-03-02T08:30:01Z',
  finishedAt: null,
}

const Line = {
  line: Type.Integer(),
  externalId: nullable(Type.String()),
  field: nullable(Type.String()),
  reason: Type.String(),
}

const Import = Type.Object(
  {
    id: Type.Integer(),
    state: Type.Unsafe<ImportJob['state']>({ type: 'string', enum: ['waiting', 'running', 'done', 'failed'] }),
    detail: nullable(Type.String({ description: 'Why it failed.' })),
    dryRun: Type.Boolean(),
    lines: Type.Integer({ description: 'Read so far.' }),
    bytes: Type.Integer({ description: 'Read so far.' }),
    totalBytes: Type.Integer(),
    rate: nullable(Type.Integer({ description: 'Lines a second.' })),
    secondsLeft: nullable(Type.Integer()),
    created: Type.Integer({ description: 'Known at the end, as the next two.' }),
    changed: Type.Integer(),
    unchanged: Type.Integer(),
    refused: Type.Integer({ description: 'Lines refused so far.' }),
    warned: Type.Integer({ description: 'Lines taken, but not as they stand; known at the end.' }),
    warnings: Type.Array(Type.Object(Line), {
      description: 'The first 500 of these: a residual that is not what is counted.',
    }),
    createdAt: Type.String({ format: 'date-time' }),
    startedAt: instantOrNull,
    finishedAt: instantOrNull,
  },
  { title: 'Import', examples: [example] },
)

const Refused = Type.Object(Line, {
  title: 'RefusedLine',
  examples: [{ line: 17, externalId: 'fattura-9', field: 'invoiceDate', reason: 'is a date that does not exist' }],
})

/** Starts an import of lines. */
export const startImport = operatorEndpoint({
  name: 'startImport',
  summary: 'Takes in a file of one JSON object a line',
  description:
    'Each line is a record as `PUT` writes it, with its `type` and `externalId`; see docs/import.md. Files are sent ahead and named with ' +
    'their name: `{"path": "upload:17", "name": "foto.jpg"}`. The answer comes once the lines have arrived; they are worked through after it, ' +
    'and begun anew where a server stops amid them. What lies beyond the key is refused line by line. An import has 256 MB at most, unless the installation says otherwise, and five ' +
    'of a company may wait; companies take turns. `dryRun=1` keeps nothing, and takes 32 MB at most.',
  method: 'POST',
  path: '/import',
  query: Type.Object({ dryRun: Type.Optional(Type.Unsafe<'0' | '1'>({ type: 'string', enum: ['0', '1'] })) }),
  stream: 'application/x-ndjson',
  reply: Import,
  status: 202,
  example: { query: { dryRun: '1' } },
})

/** Reads the progress and the result of an import. */
export const readImport = operatorEndpoint({
  name: 'readImport',
  summary: 'Says how far an import is, and what it did',
  description: 'For the key that sent it, for 30 days.',
  method: 'GET',
  path: '/imports/:import',
  reply: Import,
  example: { params: { import: '5' } },
})

/** Lists the lines that an import refused. */
export const listRefusedLines = operatorEndpoint({
  name: 'listRefusedLines',
  summary: 'Lists the lines that an import has refused, and why',
  method: 'GET',
  path: '/imports/:import/refused',
  query: Type.Object({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
    cursor: Type.Optional(Type.String({ maxLength: 1000 })),
  }),
  reply: Type.Array(Refused),
  example: { params: { import: '5' } },
})

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

const requireRoom = async (db: Db, scope: OperatorScope) => {
  if ((await unfinishedImports(db, scope)) >= UNFINISHED_MAX)
    fail('too_many_requests', {
      retryAfter: 60,
      detail: `${UNFINISHED_MAX} imports of the company are waiting to be done: send this one when one of them is.`,
    })
}

/** The routes of imports. `http` must accept bodies of any content type as streams. */
export const importRoutes = (app: App): void => {
  const { storage, importMax, storageQuota } = app.deps

  operatorRoute(app, startImport, async ({ db, scope, query, request }) => {
    const most = query.dryRun === '1' ? Math.min(DRY_RUN_MAX, importMax) : importMax
    const requireSize = (bytes: number) => {
      if (bytes <= most) return
      const what = query.dryRun === '1' ? 'A dry run' : 'An import'
      const todo = query.dryRun === '1' ? 'try some of the lines' : 'send the lines in several'
      fail('file_too_large', { detail: `${what} takes ${formatByteSize(most)} at most: ${todo}.` })
    }
    requireSize(Number(request.headers['content-length'] ?? 0))
    await requireRoom(db, scope)
    await requireStorage(db, scope.serviceCompanyId, { bytes: 1, quota: storageQuota })
    const storageKey = newStorageKey()
    let bytes = 0
    exemptFromRequestTimeout(request)
    const counted = async function* () {
      for await (const chunk of bodyOf(request) as AsyncIterable<Buffer>) {
        bytes += chunk.length
        requireSize(bytes)
        yield chunk
      }
    }
    try {
      await storage.put(storageKey, Readable.from(counted(), { objectMode: false }))
    } catch (error) {
      discardRest(request)
      throw error
    }
    try {
      if (bytes === 0) failAt('invalid_request', 'body', 'is empty')
      const job = { storageKey, bytes, dryRun: query.dryRun === '1' }
      const id = await tx(db, async db => {
        // Checks the limit again under the lock, because other imports may have been inserted while this body was read.
        await lockImports(db, scope)
        await requireRoom(db, scope)
        return insertImportJob(db, scope, job)
      })
      return await importJobOf(db, scope, id)
    } catch (error) {
      // After any other error it is unknown whether the row was committed, so the file stays; without a row it is an orphan, which the
      // sweep of orphaned files removes.
      if (error instanceof Failure) await storage.remove([storageKey]).catch(() => undefined)
      throw error
    }
  })

  operatorRoute(
    app,
    readImport,
    async ({ db, scope, params }) => (await importJobOf(db, scope, idIn(params.import))) ?? fail('not_found'),
  )

  operatorRoute(app, listRefusedLines, async ({ db, scope, params, query, request, reply }) => {
    const id = idIn(params.import)
    if (!(await importJobOf(db, scope, id))) fail('not_found')
    const page = readPage(query, refusedOrder, { defaultSort, id: 'r.id' })
    const rows = answerPage(await refusedBy(db, scope, id, page), page, { query, request, reply, defaultSort })
    return rows.map(({ line, externalId, field, reason }) => ({ line, externalId, field, reason }))
  })
}
