import { type Database, type Db, sql, tx, Unavailable } from '../kernel/database/db.ts'
import type { DatabaseLog } from '../kernel/database/log.ts'
import { dayOf } from '../kernel/time/local-time.ts'
import { daysBetween } from '../records/definition/dates.ts'
import type { AfterWrite, Item, RecordServices, Warning, WrittenLine } from '../records/definition/record-type.ts'
import { Refusal, refusalOf } from '../records/definition/refusal.ts'
import type { TenantScope } from '../records/definition/tenant-scope.ts'
import { linesOf } from '../records/definition/text-lines.ts'
import { cleanLineHtml } from '../records/files/clean-html.ts'
import { fileSource, type ImportSource } from '../records/files/file-source.ts'
import { openFileTransaction } from '../records/files/store-files.ts'
import { recordTypes } from '../records/registry.ts'
import { NEWS_MS } from '../records/write/change-events.ts'
import { openRecordHooks } from '../records/write/record-hooks.ts'
import { type Outcome, writeBatch } from '../records/write/write-batch.ts'
import { headOf, parseLine } from './parse-lines.ts'
import { openSeenKeys } from './seen-keys.ts'

const BATCH_LINES = 2000
const BATCH_CHARACTERS = 4 * 1024 * 1024
/** A batch holds locks while its files are stored and its passwords hashed, so the number of these is limited. */
const BATCH_SLOW = 50
/** Files may be large and the storage slow, and the transaction's connection is idle while they are stored. */
const BATCH_IDLE_MS = 10 * 60_000
const TIME_ZONE = 'Europe/Rome'

/** What an import needs beside its source. */
export type ImportDeps = RecordServices & { database: Database; log: DatabaseLog }

/** Lines and bytes read so far, and the file's total size if known. */
export type ImportProgress = { lines: number; bytes: number; totalBytes: number | undefined }

export type ImportOptions = {
  /**
   * Shifts every date by the days between the file's `asOf` and the day of the first such import, which is stored; if a day is given,
   * that day takes its place.
   */
  shiftDates?: boolean | string
  /** Reports what would happen and stores nothing. */
  dryRun?: boolean
  /** Creates missing records; leaves existing ones as they are, whatever their lines say. */
  onlyNew?: boolean
  /** The tenants that lines may reference and write; all by default. */
  tenantScope?: TenantScope
  onProgress?: (progress: ImportProgress) => Promise<void> | void
  /** Receives the refused lines as they occur; the report then omits them, because there may be millions. */
  onRefused?: (refused: RefusedLine[]) => Promise<void>
  /** Receives the lines of a batch before they are written, in the same transaction. */
  beforeWrite?: (db: Db, items: Item[]) => Promise<void>
  /** Receives what became of the lines of a batch, in the transaction that writes them. The transaction may run again. */
  onWritten?: (db: Db, lines: WrittenLine[]) => Promise<void>
  /** Most lines of a batch; fewer hold up other work in the process for a shorter time. */
  batchLines?: number
  /** The current time; the system clock by default. */
  now?: Date
}

/** A line that was not imported: its number, `file` if there are several, and the reason. */
export type RefusedLine = { line: number; file?: string; externalId?: string; field?: string; reason: string }

/**
 * The result of an import. The three counts and the refused lines add up to `lines`, which excludes the file's header line. `warnings`
 * concern imported lines.
 */
export type ImportReport = {
  lines: number
  created: number
  changed: number
  unchanged: number
  refused: RefusedLine[]
  warnings: Warning[]
}

/** The day of the first import that shifted its dates. */
const firstDay = async (db: Db, now: Date, dryRun: boolean): Promise<string> => {
  const kept = await db.maybe<{ day: string }>(
    sql`select value->>'loadedOn' as day from installation where key = 'demo'`,
  )
  if (kept) return kept.day
  const loadedOn = dayOf(now, TIME_ZONE)
  if (dryRun) return loadedOn
  const row = await db.one<{ day: string }>(sql`insert into installation (key, value)
    values ('demo', ${JSON.stringify({ loadedOn })}::jsonb)
    on conflict (key) do update set value = installation.value returning value->>'loadedOn' as day`)
  return row.day
}

/** Thrown to roll back a dry run. */
class DryRun extends Error {}

/** Sorts items in the order in which record types depend on each other, as within a batch. */
const inOrder = (items: Item[]) =>
  recordTypes.flatMap(recordType => items.filter(item => item.recordType === recordType))

/** How many parts of a line are slow to write: its files, and the fields that its record type declares as slow. */
const countSlowParts = ({ recordType, line }: Item) => {
  const { files = [], message, picture, slowFields = [] } = recordType
  const fields = [...files.map(({ field }) => field), ...slowFields, ...(message ? ['attachments'] : [])]
  if (picture) fields.push(picture.field)
  return fields.reduce((sum, field) => sum + [line[field] ?? []].flat().length, 0)
}

const run = async (
  { database, ...services }: Omit<ImportDeps, 'database'> & { database: Db },
  source: ImportSource,
  {
    shiftDates = false,
    dryRun = false,
    onlyNew = false,
    tenantScope,
    onProgress,
    onRefused,
    beforeWrite,
    onWritten,
    batchLines = BATCH_LINES,
    now = new Date(),
  }: ImportOptions,
): Promise<ImportReport> => {
  const totalBytes = source.size
  const report: ImportReport = { lines: 0, created: 0, changed: 0, unchanged: 0, refused: [], warnings: [] }
  const seen = openSeenKeys()
  // A file with shifted dates is demo data, so nothing in it is news.
  let newsSince = shiftDates === false ? new Date(now.getTime() - NEWS_MS) : undefined
  const fileTransaction = openFileTransaction(services.storage, dryRun)
  const hooks = openRecordHooks(services, { dryRun })
  let shiftDays = 0
  let movedTo: string | undefined
  let batch: Item[] = []
  let characters = 0
  let slow = 0
  let read = 0
  const finishers: NonNullable<AfterWrite['finish']>[] = []

  const refusedAt = (number: number, { field, reason }: Refusal, externalId?: string): RefusedLine => ({
    line: number,
    ...(externalId !== undefined && { externalId }),
    ...(field !== undefined && { field }),
    reason,
  })

  /** Writes all of these lines or none; throws if the database rejects one. */
  const write = async (items: Item[]): Promise<Outcome & Pick<ImportReport, 'refused' | 'warnings'>> => {
    let refused: RefusedLine[] = []
    let warnings: Warning[] = []
    try {
      const transaction = async (db: Db) => {
        // The transaction is retried after a conflict with another one: discard what the attempt before left.
        refused = []
        warnings = []
        await fileTransaction.rollback()
        const refuse = (item: Item, refusal: Refusal) => {
          refused.push(refusedAt(item.number, refusal, item.line.externalId))
        }
        const warn = ({ number, line: { externalId } }: Item, field: string, reason: string) => {
          warnings.push({ line: number, externalId, field, reason })
        }
        await beforeWrite?.(db, items)
        const outcome = await writeBatch(db, items, {
          files: source.files,
          tenantScope,
          shiftDays,
          movedTo,
          onlyNew,
          single: false,
          fileTransaction,
          secrets: services.secrets,
          newsSince,
          hooks,
          refuse,
          warn,
          seen: seen.has,
        })
        await onWritten?.(db, outcome.lines)
        return outcome
      }
      const outcome = await hooks.runTransaction(() => tx(database, transaction, { idleTimeout: BATCH_IDLE_MS }))
      await fileTransaction.commit()
      return { ...outcome, refused, warnings }
    } catch (error) {
      // The commit may have succeeded although the connection was lost, so the files stay; if it failed they are orphans, which the
      // sweep of orphaned files removes.
      if (!(error instanceof Unavailable)) await fileTransaction.rollback()
      throw error
    }
  }

  const add = ({ created, changed, unchanged, keys, later, refused, warnings }: Awaited<ReturnType<typeof write>>) => {
    report.created += created
    report.changed += changed
    report.unchanged += unchanged
    report.refused.push(...refused)
    report.warnings.push(...warnings)
    for (const { afterCommit, finish } of later) {
      if (!dryRun) afterCommit?.()
      if (finish) finishers.push(finish)
    }
    for (const key of keys) seen.add(key)
  }

  const writeAll = async (items: Item[]) => {
    if (items.length === 0) return
    await hooks.beforeTransaction(database, items, { files: source.files, tenantScope })
    try {
      add(await write(items))
    } catch (error) {
      if (!refusalOf(error)) throw error
      for (const item of inOrder(items)) {
        try {
          add(await write([item]))
        } catch (error) {
          const refusal = refusalOf(error)
          if (!refusal) throw error
          report.refused.push(refusedAt(item.number, refusal, item.line.externalId))
        }
      }
    }
  }

  /** The batch that is being written while the next one is read; at most one. */
  let writing = Promise.resolve()
  const flush = async (bytes: number) => {
    const [items, { lines }] = [batch, report]
    batch = []
    characters = 0
    slow = 0
    await writing
    writing = writeAll(items).then(async () => {
      if (onRefused && report.refused.length > 0) await onRefused(report.refused.splice(0))
      await onProgress?.({ lines, bytes, totalBytes })
    })
    // Prevents an unhandled rejection; the error is thrown where `writing` is awaited.
    writing.catch(() => {})
  }

  try {
    for await (const { number, text, open, bytes } of 'lines' in source ? source.lines() : linesOf(source.open())) {
      read = bytes
      const head = number === 1 && typeof text === 'string' ? headOf(text) : undefined
      if (head !== undefined) {
        const { asOf, news } = head
        if (!news) newsSince = undefined
        if (shiftDates !== false && asOf instanceof Refusal) report.refused.push(refusedAt(number, asOf))
        else if (shiftDates !== false && typeof asOf === 'string') {
          const day = shiftDates === true ? await firstDay(database, now, dryRun) : shiftDates
          shiftDays = daysBetween(asOf, day)
          movedTo = day
        }
        continue
      }
      report.lines += 1
      if (typeof text === 'string') characters += text.length
      const parsed = parseLine(text, open)
      if ('refusal' in parsed) report.refused.push(refusedAt(number, parsed.refusal, parsed.externalId))
      else {
        try {
          const item = await cleanLineHtml({ number, ...parsed }, { workers: services.workers, tenantScope })
          batch.push(item)
          characters += item.message?.html.length ?? 0
          slow += countSlowParts(item)
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
          report.refused.push(refusedAt(number, error, parsed.line.externalId))
        }
      }
      const unreported = onRefused ? report.refused.length : 0
      if (batch.length + unreported >= batchLines || characters >= BATCH_CHARACTERS || slow >= BATCH_SLOW)
        await flush(bytes)
    }
    await flush(totalBytes ?? read)
    await writing
  } finally {
    await writing.catch(() => {})
  }
  if (finishers.length > 0)
    await tx(database, async db => {
      const warnings: Warning[] = []
      for (const finish of finishers) warnings.push(...(await finish(db, now)))
      report.warnings.push(...warnings)
    })
  report.refused.sort((a, b) => a.line - b.line)
  report.warnings.sort((a, b) => a.line - b.line)
  return report
}

/**
 * Imports lines of one JSON object each, in batches that are each committed: creates new records, updates changed ones and skips
 * unchanged ones. Reports invalid lines and imports the others. Throws if the source cannot be read or the database or storage is
 * unavailable; committed batches stay, so importing the file again continues from there. A dry run is a single transaction that is
 * rolled back.
 */
export const importFrom = async (
  deps: ImportDeps,
  source: ImportSource,
  options: ImportOptions = {},
): Promise<ImportReport> => {
  if (!options.dryRun) return run(deps, source, options)
  let report: ImportReport | undefined
  try {
    await tx(
      deps.database,
      async db => {
        report = await run({ ...deps, database: db }, source, options)
        throw new DryRun()
      },
      { statementTimeout: 0 },
    )
  } catch (error) {
    if (!(error instanceof DryRun) || !report) throw error
  }
  return report as ImportReport
}

/** Imports a file on disk with the files of its folder, like {@link importFrom}; throws if it cannot be read. */
export const importFile = async (deps: ImportDeps, path: string, options?: ImportOptions): Promise<ImportReport> =>
  importFrom(deps, await fileSource(path), options)
