import { buffer } from 'node:stream/consumers'
import type { User } from '../../auth/account-queries.ts'
import type { JobKind } from '../../kernel/database/jobs.ts'
import type { Deps } from '../../kernel/http/deps.ts'
import type { WrittenLine } from '../../records/definition/record-type.ts'
import type { Seal } from '../../signing/seal/seal.ts'
import { importFatturapa } from '../fatturapa/import-fatturapa.ts'
import { type ImportDeps, type ImportOptions, type ImportReport, importFrom } from '../import.ts'
import {
  type BegunRun,
  begunRun,
  endRun,
  noteProgress,
  type RefusedRow,
  storeRefused,
  storeWritten,
  writtenCounts,
} from './job-queries.ts'
import { reasonOf } from './reason-codes.ts'
import { namedFiles, RunRefused, withFolder } from './run-files.ts'
import { filesOfRun } from './run-queries.ts'
import { isTableKind } from './run-reading.ts'
import { runTable } from './run-table.ts'
import { openValueChanges } from './value-changes.ts'

/** The kind of job that checks and runs imports of the staff. */
export const IMPORT_RUN_JOB = 'importRun'
/** Seconds to wait before going on with one that was interrupted. */
const DELAYS = [1, 10, 60, 600]
const PROGRESS_INTERVAL_MS = 400

/** Thrown when somebody wants an import to end. */
class Cancelled extends Error {}

/** Counts what a check would write, by type. */
const openCounts = () => {
  const counts = new Map<string, { created: number; changed: number; unchanged: number }>()
  return {
    clear: () => counts.clear(),
    add: (lines: WrittenLine[]) => {
      for (const { type, outcome } of lines) {
        const count = counts.get(type) ?? { created: 0, changed: 0, unchanged: 0 }
        count[outcome] += 1
        counts.set(type, count)
      }
    },
    list: () => [...counts].map(([type, count]) => ({ type, ...count })),
  }
}

const refusedRows = (report: ImportReport): RefusedRow[] => {
  const rows = new Map<number, RefusedRow>()
  for (const { line, file = null, field, reason } of report.refused) {
    const { code, detail = null } = reasonOf({ ...(field !== undefined && { field }), reason })
    if (!rows.has(line))
      rows.set(line, { line, file, column: null, field: field ?? null, code, detail, more: [], cells: null })
  }
  return [...rows.values()]
}

type Work = {
  run: BegunRun
  options: Required<Pick<ImportOptions, 'dryRun' | 'now' | 'onWritten' | 'onProgress'>> &
    Pick<ImportOptions, 'beforeWrite'>
  progress: (done: number) => Promise<void>
  clear: () => void
}

/** Checks or imports electronic invoices, those of zips beside the others. */
const runInvoices = async (deps: ImportDeps, { run, options, clear }: Work) => {
  const { portal, serviceCompanyId } = run
  if (!portal) throw new RunRefused({ code: 'portal' })
  const files = await filesOfRun(deps.database, serviceCompanyId, run.id)
  const report = await withFolder(deps, serviceCompanyId, files, (folder, _names, givenNames) => {
    clear()
    return importFatturapa(deps, folder, portal, { ...options, givenNames })
  })
  return { rows: report.lines, refused: refusedRows(report) }
}

/** Checks or imports lines of JSON. */
const runLines = async (deps: ImportDeps, { run, options, clear }: Work) => {
  const { serviceCompanyId: company } = run
  const [first, ...files] = await filesOfRun(deps.database, company, run.id)
  if (!first) throw new RunRefused({ code: 'empty' })
  const bytes = await buffer(await deps.storage.get(first.storageKey))
  const open = async function* () {
    clear()
    for (let at = 0; at < bytes.length; at += 64 * 1024) {
      yield bytes.subarray(at, at + 64 * 1024)
      // Lines are read faster than anybody else would get a turn.
      await new Promise(resolve => setImmediate(resolve))
    }
  }
  const report = await withFolder(deps, company, files, (folder, names) =>
    importFrom(
      deps,
      { open, size: bytes.length, files: namedFiles(deps, { folder, names, kept: () => undefined }) },
      { ...options, tenantScope: { company, withCompanyRights: true } },
    ),
  )
  return { rows: report.lines, refused: refusedRows(report) }
}

/** Fails for an author who may no longer do what the import does. */
const requireAuthor = ({ isActive, isAdministrator, portalIds, portal, kind }: BegunRun) => {
  const isWithin = portal !== null && (portalIds === null || portalIds.includes(portal.id))
  const mayRun = isActive && (kind === 'lines' ? isAdministrator && portalIds === null : isWithin)
  if (!mayRun) throw new RunRefused({ code: 'account' })
}

/** The job that checks and runs imports of the staff. Any process may run it; after a crash it goes on, and writes nothing twice. */
export const importRunJob = (deps: Deps & { seal: Seal }): JobKind => ({
  kind: IMPORT_RUN_JOB,
  atOnce: 2,
  perCompany: 1,
  inTurns: true,
  delays: DELAYS,
  run: async ({ payload, tries }, signal) => {
    const { database } = deps
    const run = await begunRun(database, Number(payload))
    if (!run) return
    const isCheck = run.state === 'checking'
    const counts = openCounts()
    const changes = openValueChanges(run.kind, run.serviceCompanyId)
    let toldAt = 0
    const progress = async (done: number) => {
      signal.throwIfAborted()
      if (performance.now() - toldAt < PROGRESS_INTERVAL_MS) return
      toldAt = performance.now()
      if (await noteProgress(database, run, done)) throw new Cancelled()
    }
    const onPasswordsSet = (users: User[]) => {
      for (const user of users)
        deps.security.record({ what: 'password.changed', result: 'ok', reason: 'company', ...user })
    }
    const onWritten: NonNullable<ImportOptions['onWritten']> = async (db, lines) => {
      if (!isCheck) return storeWritten(db, run, lines)
      counts.add(lines)
      await changes.afterWrite(db, lines)
    }
    const writing = { onWritten, ...(isCheck && { beforeWrite: changes.beforeWrite }) }
    const clear = () => {
      counts.clear()
      changes.clear()
    }
    const work: Work = {
      run,
      options: { dryRun: isCheck, now: deps.clock(), ...writing, onProgress: ({ lines }) => progress(lines) },
      progress,
      clear,
    }
    const importDeps = { ...deps, onPasswordsSet, log: () => {} }
    try {
      requireAuthor(run)
      await progress(0)
      const { kind, portal } = run
      const { rows, refused } =
        isTableKind(kind) && portal
          ? await runTable(
              importDeps,
              run,
              { kind, portal, now: deps.clock() },
              { progress, ...writing, onBegin: clear },
            )
          : await (kind === 'fatturapa' ? runInvoices : runLines)(importDeps, work)
      if (rows === 0) throw new RunRefused({ code: 'empty' })
      await storeRefused(database, run, refused)
      const found = isCheck ? counts.list() : await writtenCounts(database, run)
      await endRun(database, run, {
        state: isCheck ? 'checked' : 'done',
        rows,
        counts: found,
        ...(isCheck && { changes: changes.list() }),
        now: deps.clock(),
      })
    } catch (error) {
      const ending = {
        now: deps.clock(),
        ...(!isCheck && { counts: await writtenCounts(database, run).catch(() => []) }),
      }
      if (error instanceof Cancelled) await endRun(database, run, { state: isCheck ? 'draft' : 'cancelled', ...ending })
      else if (error instanceof RunRefused)
        await endRun(database, run, { state: isCheck ? 'draft' : 'failed', fault: error.fault, ...ending })
      else {
        if (tries > DELAYS.length)
          await endRun(database, run, { state: isCheck ? 'draft' : 'failed', fault: { code: 'brokenOff' }, ...ending })
        throw error
      }
    }
  },
})
