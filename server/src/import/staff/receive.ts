import { buffer } from 'node:stream/consumers'
import type { ImportKind } from '@portico/contract/staff/imports'
import { importFilesMax } from '@portico/contract/staff/imports'
import type { FastifyRequest } from 'fastify'
import { requireQuota } from '../../files/stored-bytes-queries.ts'
import { receiveUpload } from '../../files/uploads.ts'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { type Db, tx } from '../../kernel/database/db.ts'
import { fail, failAt } from '../../kernel/errors/fail.ts'
import { isProgram, type Sniff, sniff, sniffElectronicInvoice } from '../../kernel/files/file-kind.ts'
import { extensionOf } from '../../kernel/files/file-name.ts'
import { FileRefused } from '../../kernel/files/receive-file.ts'
import type { Deps } from '../../kernel/http/deps.ts'
import type { App } from '../../kernel/http/route.ts'
import { WorkerLimitExceeded } from '../../kernel/workers/worker-errors.ts'
import { portalsOf } from '../../staff/customers/customer-queries.ts'
import { guessKind } from '../table/guess-columns.ts'
import { sampleTable } from '../table/table-tasks.ts'
import type { Sampled, SampleInput } from '../table/table-work.ts'
import {
  filesOfRun,
  insertRun,
  insertRunFile,
  lockRun,
  type RunMapping,
  type RunRow,
  type RunUpdate,
  runOf,
  savedMapping,
  updateRun,
} from './run-queries.ts'
import { guessedMapping, isTableKind, savedColumns } from './run-reading.ts'

const INVOICES = ['xml', 'p7m', 'zip']
const LINES = ['jsonl', 'ndjson', 'json']

type Format = 'table' | 'fatturapa' | 'lines'

const formatOf = (name: string): Format => {
  const extension = extensionOf(name)
  if (INVOICES.includes(extension)) return 'fatturapa'
  return LINES.includes(extension) ? 'lines' : 'table'
}

const startsWith = (bytes: Uint8Array, signature: number[]) => signature.every((byte, at) => bytes[at] === byte)
/** Workbooks are zips or, of old, compound files; neither they nor PDF files are tables, whatever they are called. */
const isOther = (bytes: Uint8Array) =>
  [
    [0x50, 0x4b, 0x03, 0x04],
    [0xd0, 0xcf, 0x11, 0xe0],
    [0x25, 0x50, 0x44, 0x46],
  ].some(signature => startsWith(bytes, signature))

/** Accepts the file that an import begins with. */
const sniffFirst: Sniff = (bytes, name) => {
  if (isProgram(bytes, name)) return undefined
  const extension = extensionOf(name)
  if (extension === 'xml' || extension === 'p7m') return sniffElectronicInvoice(bytes, name)
  const kind = sniff(bytes, name)
  if (extension === 'zip' || !kind) return kind
  return kind.kind === 'other' && !isOther(bytes) ? kind : undefined
}

/** Reads the head of a table in a worker process. */
export const sampleOf = async (
  { workers, storage }: Pick<Deps, 'workers' | 'storage'>,
  { serviceCompanyId }: Pick<StaffScope, 'serviceCompanyId'>,
  storageKey: string,
  asked: SampleInput['asked'],
): Promise<Sampled> => {
  try {
    const input = async () => ({ bytes: await buffer(await storage.get(storageKey)), asked })
    return await workers.run(sampleTable, input, { serviceCompanyId })
  } catch (error) {
    if (error instanceof WorkerLimitExceeded) return { refused: 'tooMuch' }
    throw error
  }
}

/** What reading a table says of its import: how columns are matched, as the last time if the headings are known. */
export const readingOf = async (
  db: Db,
  scope: Pick<StaffScope, 'serviceCompanyId'>,
  sampled: Sampled,
  { kind: asked, useSaved = true }: { kind: ImportKind | undefined; useSaved?: boolean },
): Promise<
  Pick<RunUpdate, 'sample' | 'fault' | 'rows'> & { kind: ImportKind; mapping?: RunMapping; isSavedUsed?: boolean }
> => {
  if ('refused' in sampled)
    return { kind: asked ?? 'contact', sample: null, fault: { code: sampled.refused, line: sampled.line }, rows: 0 }
  const { titles } = sampled
  const saved = useSaved ? await savedMapping(db, scope, titles, asked) : undefined
  const wanted = asked ?? saved?.kind ?? guessKind(titles)
  const kind = isTableKind(wanted) ? wanted : guessKind(titles)
  const mapping = saved ? savedColumns(kind, saved.mapping) : guessedMapping(kind, sampled)
  const { rows } = sampled
  // What was found stays, so that the headings can be sought in another line.
  const fault = rows === 0 ? { code: 'empty' as const } : null
  return { kind, sample: sampled, fault, rows, mapping, isSavedUsed: saved !== undefined }
}

const choosePortal = async (db: Db, scope: StaffScope, asked: number | undefined): Promise<number> => {
  const portals = await portalsOf(db, scope)
  if (asked === undefined && portals.length > 1) failAt('fill_required_fields', 'query.portal', 'is missing')
  const portal = portals.find(({ id }) => id === (asked ?? portals[0]?.id))
  return portal?.id ?? failAt('not_found', 'query.portal', 'names nothing that is there')
}

const refuseFile = (error: unknown): never => {
  if (error instanceof FileRefused) fail(error.code)
  throw error
}

/** Takes the file of a request and reads its head; returns the id of the import that it begins. */
export const receiveFirstFile = async (
  app: App,
  scope: StaffScope,
  request: FastifyRequest,
  { kind: asked, portal, now }: { kind: ImportKind | undefined; portal: number | undefined; now: Date },
): Promise<number> => {
  const { database, storageQuota } = app.deps
  const requireCapacity = (bytes: number) =>
    requireQuota(database, scope.serviceCompanyId, { bytes, quota: storageQuota })
  const portalId = await choosePortal(database, scope, portal)
  try {
    return await receiveUpload(app, request, {
      sniff: sniffFirst,
      admit: () => requireCapacity(1),
      write: async (file, storageKey, keep) => {
        const format = formatOf(file.name)
        if (format === 'lines' && (scope.role !== 'administrator' || scope.portalIds !== null))
          fail('forbidden', { detail: 'Lines of JSON are for administrators of all portals.' })
        const reading =
          format === 'table'
            ? await readingOf(database, scope, await sampleOf(app.deps, scope, storageKey, {}), { kind: asked })
            : { kind: format as ImportKind }
        await requireCapacity(file.size)
        return tx(database, async db => {
          const { kind } = reading
          const id = await insertRun(db, scope, { portalId: kind === 'lines' ? null : portalId, kind, now })
          await insertRunFile(db, scope, id, { file, storageKey, isFirst: true, now })
          keep()
          const run = (await lockRun(db, scope, id)) ?? fail('not_found')
          if ('sample' in reading) {
            const { mapping, isSavedUsed, ...read } = reading
            await updateRun(
              db,
              scope,
              run,
              { ...read, settings: { ...mapping, isSavedUsed: isSavedUsed ?? false } },
              now,
            )
          }
          return id
        })
      },
    })
  } catch (error) {
    return refuseFile(error)
  }
}

/** Adds the file of a request to an import; returns how many it then has beside the first. */
export const receiveFurtherFile = async (
  app: App,
  scope: StaffScope,
  request: FastifyRequest,
  { runId, requireOpen, now }: { runId: number; requireOpen: (run: RunRow) => void; now: Date },
): Promise<number> => {
  const { database, storageQuota } = app.deps
  const requireCapacity = async (db: Db, bytes: number, run: RunRow | undefined) => {
    if (!run) fail('not_found')
    requireOpen(run as RunRow)
    if ((await filesOfRun(db, scope.serviceCompanyId, runId)).length >= importFilesMax)
      fail('conflict', { detail: `An import takes ${importFilesMax} files at most: send a zip.` })
    await requireQuota(db, scope.serviceCompanyId, { bytes, quota: storageQuota })
  }
  try {
    return await receiveUpload(app, request, {
      admit: async () => requireCapacity(database, 1, await runOf(database, scope, runId)),
      write: (file, storageKey, keep) =>
        tx(database, async db => {
          const run = await lockRun(db, scope, runId)
          await requireCapacity(db, file.size, run)
          await insertRunFile(db, scope, runId, { file, storageKey, isFirst: false, now })
          keep()
          if (run) await updateRun(db, scope, run, {}, now)
          return (run?.files ?? 0) + 1
        }),
    })
  } catch (error) {
    return refuseFile(error)
  }
}
