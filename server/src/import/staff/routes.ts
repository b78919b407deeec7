import {
  addImportFile,
  beginImport,
  cancelImport,
  changeImport,
  checkImport,
  type ImportChange,
  type ImportRun,
  importsAtOnceMax,
  listImportRows,
  listImports,
  mendImportCells,
  readImportReport,
  readImportRun,
  removeImport,
  startImportRun,
} from '@portico/contract/staff/imports'
import type { FastifyRequest } from 'fastify'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { type Db, lock, tx } from '../../kernel/database/db.ts'
import { enqueue } from '../../kernel/database/jobs.ts'
import { fail, failAt } from '../../kernel/errors/fail.ts'
import { sendCsv } from '../../kernel/http/csv.ts'
import { type App, route } from '../../kernel/http/route.ts'
import { originOf } from '../../kernel/security/security-log.ts'
import { portalsOf } from '../../staff/customers/customer-queries.ts'
import { keyChoices } from '../table/table-fields.ts'
import { readingOf, receiveFirstFile, receiveFurtherFile, sampleOf } from './receive.ts'
import { mendedRows, refusedByColumn, refusedCells, reportRows, toImportRow } from './report-queries.ts'
import { IMPORT_RUN_JOB } from './run-job.ts'
import {
  askToCancel,
  beginRun,
  clearCells,
  deleteRun,
  lockRun,
  type RunRow,
  type RunUpdate,
  runOf,
  runsOf,
  savedMapping,
  saveMapping,
  unfinishedRuns,
  updateRun,
  writeCells,
} from './run-queries.ts'
import { chosenColumns, columnsOf, guessedMapping, isTableKind, keyOf, needsOf } from './run-reading.ts'
import { importWords } from './texts.ts'

const LISTED = 50
const ROWS_PAGE = 100

const requireRun = async (db: Db, scope: StaffScope, id: number): Promise<RunRow> =>
  (await runOf(db, scope, id)) ?? fail('not_found')

const isRunning = ({ state }: RunRow) => state === 'checking' || state === 'importing'

/** Fails for an import that runs or is done. */
const requireOpen = (run: RunRow): void => {
  if (isRunning(run)) fail('conflict', { detail: 'The import is running.' })
  if (run.state === 'done') fail('conflict', { detail: 'The import is done.' })
}

const lockOpen = async (db: Db, scope: StaffScope, id: number): Promise<RunRow> => {
  const run = (await lockRun(db, scope, id)) ?? fail('not_found')
  requireOpen(run)
  return run
}

const answer = async (db: Db, scope: StaffScope, run: RunRow): Promise<ImportRun> => {
  const { sample, settings, kind } = run
  const { storageKey: _key, sample: _sample, settings: _settings, fault, ...own } = run
  const saved = sample && isTableKind(kind) ? await savedMapping(db, scope, sample.titles, kind) : undefined
  const refused = sample
    ? await refusedByColumn(db, { id: run.id, serviceCompanyId: scope.serviceCompanyId })
    : new Map()
  return {
    ...own,
    fault: fault && { code: fault.code, line: fault.line ?? null },
    form: sample && {
      charset: sample.form.charset,
      separator: sample.form.separator as ';',
      headerLine: sample.form.headerLine,
      decimal: settings.decimal ?? null,
      head: sample.head,
    },
    columns: columnsOf(run, refused, kind),
    key: isTableKind(kind) ? (settings.key ?? null) : null,
    keyChoices: isTableKind(kind) ? keyChoices(kind, settings.columns ?? []) : [],
    needs: needsOf(run),
    flags: settings.flags ?? [],
    saved: saved ? { savedAt: saved.savedAt, isUsed: settings.isSavedUsed ?? false } : null,
  }
}

const read = async (db: Db, scope: StaffScope, id: number) => answer(db, scope, await requireRun(db, scope, id))

/** Whether the file itself has to be read anew. */
const isNewForm = (change: ImportChange) =>
  change.charset !== undefined || change.separator !== undefined || change.headerLine !== undefined

/** What a call changes of how a table is read. The head is read anew, in a worker process, before the import is locked. */
const changeOf = async (app: App, scope: StaffScope, run: RunRow, change: ImportChange): Promise<RunUpdate> => {
  const { database } = app.deps
  const { kind = run.kind, charset, separator, headerLine, decimal, columns, key, flags, useSaved } = change
  if (!isTableKind(run.kind) || !isTableKind(kind))
    return failAt('invalid_request', 'body.kind', 'is not what the file is')
  const form = {
    ...(charset !== undefined && { charset }),
    ...(separator !== undefined && { separator }),
    ...(headerLine !== undefined && { headerLine }),
  }
  const before = { ...run.settings, ...form, ...(decimal !== undefined && { decimal }) }
  let update: RunUpdate = { kind, settings: before }
  let sample = run.sample
  if (isNewForm(change)) {
    // Another separator or charset may find the headings elsewhere.
    const { headerLine: known } = before
    const asked = { charset: before.charset, separator: before.separator, headerLine: known }
    const { mapping, isSavedUsed, ...reading } = await readingOf(
      database,
      scope,
      await sampleOf(app.deps, scope, run.storageKey, asked),
      { kind },
    )
    update = { ...update, ...reading, settings: { ...before, ...mapping, isSavedUsed: isSavedUsed ?? false } }
    sample = reading.sample ?? null
  } else if (sample && (kind !== run.kind || useSaved !== undefined)) {
    const { mapping, isSavedUsed } = await readingOf(database, scope, sample, { kind, useSaved: useSaved ?? true })
    update.settings = { ...before, ...(mapping ?? guessedMapping(kind, sample)), isSavedUsed: isSavedUsed ?? false }
  }
  let settings = update.settings ?? {}
  if (columns !== undefined) settings = { ...settings, ...chosenColumns(kind, settings, columns), isSavedUsed: false }
  settings = {
    ...settings,
    key: keyOf(kind, settings.columns ?? [], key ?? settings.key),
    flags: flags ?? settings.flags ?? [],
  }
  return { ...update, settings }
}

/** Registers the imports of the staff. */
export const staffImportRoutes = (app: App): void => {
  const { deps } = app
  const { database, storage, security } = deps

  const log = (scope: StaffScope, run: RunRow, request: FastifyRequest) => {
    const { serviceCompanyId, staffAccountId } = scope
    const where = {
      serviceCompanyId,
      staffAccountId,
      origin: originOf(request),
      ...(run.portal && { portalId: run.portal.id }),
    }
    security.record({ what: 'staff.import.started', result: 'ok', ...where })
  }

  route(app, listImports, async ({ db, scope }) =>
    (await runsOf(db, scope, LISTED)).map(({ fault, ...run }) => ({
      ...run,
      fault: fault && { code: fault.code, line: fault.line ?? null },
    })),
  )

  route(app, beginImport, async ({ db, scope, query, now, request }) => {
    const portal = query.portal === undefined ? undefined : Number(query.portal)
    return read(db, scope, await receiveFirstFile(app, scope, request, { kind: query.kind, portal, now }))
  })

  route(app, addImportFile, async ({ db, scope, params, now, request }) => {
    await requireRun(db, scope, params.importid)
    return { files: await receiveFurtherFile(app, scope, request, { runId: params.importid, requireOpen, now }) }
  })

  route(app, readImportRun, ({ db, scope, params }) => read(db, scope, params.importid))

  route(app, changeImport, async ({ db, scope, params, body, now }) => {
    const run = await requireRun(db, scope, params.importid)
    requireOpen(run)
    const { portalId, ...change } = body
    if (portalId !== undefined) {
      if (run.kind === 'lines') failAt('invalid_request', 'body.portalId', 'is nothing of this file')
      if (!(await portalsOf(db, scope)).some(({ id }) => id === portalId))
        failAt('not_found', 'body.portalId', 'names nothing that is there')
    }
    const update = Object.keys(change).length > 0 ? await changeOf(app, scope, run, change) : {}
    await tx(db, async db => {
      const locked = await lockOpen(db, scope, run.id)
      // The cells that were mended are others now.
      if (isNewForm(body)) await clearCells(db, scope, run.id)
      await updateRun(db, scope, locked, { ...update, ...(portalId !== undefined && { portalId }) }, now)
    })
    return read(db, scope, run.id)
  })

  route(app, listImportRows, async ({ db, scope, params, query }) => {
    const { id } = await requireRun(db, scope, params.importid)
    const { serviceCompanyId } = scope
    const rows = await mendedRows(db, { id, serviceCompanyId }, { after: Number(query.after ?? 0), limit: ROWS_PAGE })
    return rows.map(row => toImportRow(row, query.language))
  })

  route(app, mendImportCells, async ({ db, scope, params, body, now }) => {
    await tx(db, async db => {
      const run = await lockOpen(db, scope, params.importid)
      const width = run.sample?.titles.length ?? 0
      const wrong = body.cells.findIndex(({ column }) => column >= width)
      if (wrong >= 0) failAt('invalid_request', `body.cells.${wrong}.column`, 'is no column of the file')
      const last = new Map(body.cells.map(cell => [`${cell.line} ${cell.column}`, cell]))
      await writeCells(db, scope, run.id, [...last.values()])
      await updateRun(db, scope, run, {}, now)
    })
    return read(db, scope, params.importid)
  })

  const begin = async (
    db: Db,
    scope: StaffScope,
    id: number,
    state: 'checking' | 'importing',
    now: Date,
  ): Promise<RunRow> =>
    tx(db, async db => {
      await lock(db, `imports of the staff ${scope.serviceCompanyId}`)
      const run = await lockOpen(db, scope, id)
      if (isTableKind(run.kind) && !run.sample) fail('conflict', { detail: 'The file cannot be read.' })
      if (needsOf(run).length > 0) fail('conflict', { detail: `No column is ${needsOf(run).join(', ')}.` })
      if (state === 'importing' && !['checked', 'cancelled', 'failed'].includes(run.state))
        fail('conflict', { detail: 'The import has to be checked first.' })
      if ((await unfinishedRuns(db, scope)) >= importsAtOnceMax)
        fail('too_many_requests', { retryAfter: 30, detail: 'Too many imports of the company are running.' })
      await beginRun(db, scope, id, state, now)
      await enqueue(db, { kind: IMPORT_RUN_JOB, serviceCompanyId: scope.serviceCompanyId, payload: String(id) })
      return run
    })

  route(app, checkImport, async ({ scope, params, now }) => {
    await begin(database, scope, params.importid, 'checking', now)
    return read(database, scope, params.importid)
  })

  route(app, startImportRun, async ({ scope, params, now, request }) => {
    const run = await begin(database, scope, params.importid, 'importing', now)
    const { sample, settings, kind } = run
    const { columns = [], key = 'natural', flags = [] } = settings
    if (sample && isTableKind(kind))
      await saveMapping(database, scope.serviceCompanyId, {
        titles: sample.titles,
        kind,
        mapping: { columns, key, flags },
        now,
      })
    log(scope, run, request)
    return read(database, scope, params.importid)
  })

  route(app, cancelImport, async ({ db, scope, params }) => {
    const run = await requireRun(db, scope, params.importid)
    if (isRunning(run)) await askToCancel(db, scope, run.id)
    return read(db, scope, run.id)
  })

  route(app, removeImport, async ({ db, scope, params }) => {
    const keys = await tx(db, async db => {
      const run = (await lockRun(db, scope, params.importid)) ?? fail('not_found')
      if (isRunning(run)) fail('conflict', { detail: 'The import is running.' })
      return deleteRun(db, scope, run.id)
    })
    await storage.remove(keys).catch(() => undefined)
  })

  route(app, readImportReport, async ({ db, scope, params, query, reply }) => {
    const run = await requireRun(db, scope, params.importid)
    const { language, only } = query
    const { head } = importWords(language)
    const titles = run.sample?.titles ?? []
    const of = { id: run.id, serviceCompanyId: scope.serviceCompanyId }
    const name = `import-${run.id}${only ? '-rows' : ''}.csv`
    return only === 'refused'
      ? sendCsv(reply, name, [head.line, head.message, ...titles], refusedCells(db, of, { language, titles }))
      : sendCsv(reply, name, Object.values(head), reportRows(db, of, { language, titles }))
  })
}
