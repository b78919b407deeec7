import { buffer } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { TableKind } from '@portico/contract/staff/imports'
import type { Db } from '../../kernel/database/db.ts'
import type { TextLine } from '../../records/definition/text-lines.ts'
import { type ImportDeps, type ImportOptions, importFrom } from '../import.ts'
import type { NamedPortal } from '../import-clients.ts'
import { readTable } from '../table/table-tasks.ts'
import type { ReadRow, ReadRows } from '../table/table-work.ts'
import type { BegunRun, RefusedRow } from './job-queries.ts'
import { openLineMaker } from './make-lines.ts'
import { type RowReason, reasonOf } from './reason-codes.ts'
import { columnOfField, fieldInTable } from './row-faults.ts'
import { bounded, fileNamed, namedFiles, RunRefused, withFolder } from './run-files.ts'
import { cellsOf, filesOfRun } from './run-queries.ts'
import { decimalsOf } from './run-reading.ts'

/** Fewer than those of other imports: the server answers its readers meanwhile. */
const BATCH_LINES = 500
/** How many rows are looked up at a time. */
const CHUNK = 100

/** The rows that a worker process has read, some at a time; between them other work has its turn. */
const chunksOf = async function* (rows: Uint8Array): AsyncGenerator<ReadRow[]> {
  const bytes = Buffer.from(rows.buffer, rows.byteOffset, rows.length)
  let chunk: ReadRow[] = []
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(10, at)
    const stop = end < 0 ? bytes.length : end
    chunk.push(JSON.parse(bytes.toString('utf8', at, stop)))
    at = stop + 1
    if (chunk.length === CHUNK) {
      yield chunk
      chunk = []
      await nextTurn()
    }
  }
  if (chunk.length > 0) yield chunk
}

/** The cells of some lines. */
const cellsOfLines = async (rows: Uint8Array, lines: Set<number>): Promise<Map<number, string[]>> => {
  const found = new Map<number, string[]>()
  if (lines.size === 0) return found
  for await (const chunk of chunksOf(rows))
    for (const { line, cells } of chunk) if (lines.has(line)) found.set(line, cells)
  return found
}

/** A refused row with its faults in the order of the columns. */
const refusedRow = ({ line, cells }: ReadRow, reasons: RowReason[], columns: (string | null)[]): RefusedRow => {
  const placed = reasons.map(({ column, field = null, code, detail = null }) => ({
    column: column ?? columnOfField(columns, field ?? undefined),
    field,
    code,
    detail,
  }))
  const placeOf = ({ column }: { column: number | null }) => column ?? columns.length
  const [first = { column: null, field: null, code: 'refused' as const, detail: null }, ...more] = placed.sort(
    (a, b) => placeOf(a) - placeOf(b),
  )
  return {
    line,
    file: null,
    ...first,
    more: more.map(({ column, code, detail }) => ({ column, code, detail })),
    cells,
  }
}

type Hooks = {
  /** Called with the number of rows read so far; throws to end the import. */
  progress: (done: number) => Promise<void>
  onWritten: NonNullable<ImportOptions['onWritten']>
  beforeWrite?: ImportOptions['beforeWrite']
  /** The reading begins, perhaps once more. */
  onBegin: () => void
}

/** Reads the table of an import in a worker process. */
const readRows = async (
  deps: ImportDeps,
  run: BegunRun,
  kind: TableKind,
): Promise<Exclude<ReadRows, { refused: unknown }>> => {
  const { serviceCompanyId: company, sample, settings } = run
  const [first] = await filesOfRun(deps.database, company, run.id)
  if (!sample || !first) throw new RunRefused({ code: 'empty' })
  const mended = await cellsOf(deps.database, company, run.id)
  const input = async () => ({
    bytes: await buffer(await deps.storage.get(first.storageKey)),
    form: sample.form,
    kind,
    titles: sample.titles,
    columns: settings.columns ?? [],
    decimals: decimalsOf(sample, settings),
    mended,
  })
  const read = await bounded(() => deps.workers.run(readTable, input, { serviceCompanyId: company }))
  if ('refused' in read) throw new RunRefused({ code: read.refused, line: read.line })
  return read
}

/** Checks or imports the table of a run; returns how many rows it has, and those that were refused. */
export const runTable = async (
  deps: ImportDeps,
  run: BegunRun,
  { kind, portal, now }: { kind: TableKind; portal: NamedPortal; now: Date },
  { progress, onBegin, ...writing }: Hooks,
): Promise<{ rows: number; refused: RefusedRow[] }> => {
  const { serviceCompanyId, portalIds, settings } = run
  const { rows, count } = await readRows(deps, run, kind)
  const columns = settings.columns ?? []
  let refused: RefusedRow[] = []
  let keptFile: Awaited<ReturnType<typeof openLineMaker>>['keptFile'] = () => undefined

  const linesWith = (names: Map<string, string>) =>
    async function* (): AsyncGenerator<TextLine> {
      refused = []
      onBegin()
      const maker = await openLineMaker(deps.database as Db, {
        kind,
        key: settings.key ?? 'natural',
        flags: settings.flags ?? [],
        portal,
        scope: { serviceCompanyId, portalIds },
        hasFile: path => fileNamed(names, path) !== undefined,
      })
      keptFile = maker.keptFile
      let done = 0
      for await (const chunk of chunksOf(rows)) {
        for (const made of await maker.make(chunk)) {
          if ('refused' in made) refused.push(refusedRow(made.row, made.refused, columns))
          else
            for (const line of made.lines)
              yield { number: made.row.line, text: JSON.stringify(line), open: false, bytes: 0 }
        }
        done += chunk.length
        await progress(done)
      }
    }

  const files = (await filesOfRun(deps.database, serviceCompanyId, run.id)).filter(({ isFirst }) => !isFirst)
  const report = await withFolder(deps, serviceCompanyId, files, (folder, names) =>
    importFrom(
      deps,
      { lines: linesWith(names), files: namedFiles(deps, { folder, names, kept: path => keptFile(path) }) },
      {
        dryRun: run.state === 'checking',
        now,
        ...writing,
        batchLines: BATCH_LINES,
        // Of people and customers the rows themselves are checked: a person belongs to no portal.
        tenantScope: {
          company: serviceCompanyId,
          ...(kind !== 'contact' && kind !== 'webUser' && { portals: [portal.id] }),
        },
      },
    ),
  )
  const late = new Map<number, RefusedRow>()
  for (const { line, field, reason } of report.refused) {
    const { code, detail = null } = reasonOf({ ...(field !== undefined && { field }), reason })
    const own = fieldInTable(kind, field)
    const column = columnOfField(columns, own)
    const known = late.get(line)
    if (known && column !== null && column !== known.column) known.more.push({ column, code, detail })
    if (known) continue
    late.set(line, { line, file: null, column, field: own ?? null, code, detail, more: [], cells: null })
  }
  const cells = await cellsOfLines(rows, new Set(late.keys()))
  const all = [...refused, ...[...late.values()].map(row => ({ ...row, cells: cells.get(row.line) ?? null }))]
  return { rows: count, refused: all.sort((a, b) => a.line - b.line) }
}
