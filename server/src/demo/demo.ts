import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { printResult } from '../cli/command.ts'
import type { Output } from '../cli/import-command.ts'
import { type ImportDeps, type ImportReport, importFile } from '../import/import.ts'
import { parseLine } from '../import/parse-lines.ts'
import { root } from '../installation/installation.ts'
import { type Db, sql, tx } from '../kernel/database/db.ts'
import { dayOf } from '../kernel/time/local-time.ts'
import { linesOf } from '../records/definition/text-lines.ts'
import { removeServiceCompanies } from '../records/write/remove-service-companies.ts'
import { makeDemoCannedAnswers } from './demo-canned-answers.ts'
import { makeDemoPlanning } from './demo-planning.ts'
import { makeDemoAccounts } from './demo-staff.ts'

const DEMO_FILE = join(root, 'demo', 'demo.jsonl')
const TIME_ZONE = 'Europe/Rome'

/** Users of the demo and their sign-in pages. Every password is `Portico-demo-1`. */
export const demoSignIns = [
  { userName: 'giulia.rossi', path: '/brenta/login' },
  { userName: 'marco.bianchi', path: '/brenta/login' },
  { userName: 'luca.neri', path: '/brenta/login' },
  { userName: 'elena.verdi', path: '/brenta/login' },
  { userName: 'paolo.costa', path: '/lagorai/login' },
]

/** Addresses that sign in to the staff room of the demo, with the same password. */
export const demoStaffSignIns = [
  { email: 'marco.ferraris@brentaservizi.example', role: 'technician', isOperator: false },
  { email: 'elena.conti@brentaservizi.example', role: 'office', isOperator: false },
  { email: 'sara.bellini@brentaservizi.example', role: 'administrator', isOperator: true },
  { email: 'ivan.tomaselli@lagorai.example', role: 'administrator of the other company', isOperator: false },
]

/** State of the demo, stored in the database; `digest` is that of the file it was loaded from. */
type DemoState = {
  loadedOn: string
  serviceCompanies?: string[]
  complete?: boolean
  digest?: string
  removed?: boolean
}

const readState = async (db: Db): Promise<DemoState | undefined> => {
  const row = await db.maybe<{ value: DemoState }>(sql`select value from installation where key = 'demo'`)
  return row?.value
}

/** Stores a state, unless another process has changed it since `before` was read. */
const storeState = (db: Db, state: DemoState, before: DemoState | undefined) =>
  db.run(sql`insert into installation (key, value) values ('demo', ${JSON.stringify(state)}::jsonb)
    on conflict (key) do update set value = excluded.value
    where installation.value = ${before ? JSON.stringify(before) : null}::jsonb`)

const hasPortal = async (db: Db): Promise<boolean> => {
  const { there } = await db.one<{ there: boolean }>(sql`select exists (select from portal) as there`)
  return there
}

const isBegun = (state: DemoState | undefined) =>
  state?.serviceCompanies !== undefined && !state.complete && !state.removed

const hashFile = async (file: string) =>
  createHash('sha256')
    .update(await readFile(file))
    .digest('hex')

/** Whether the installation contains the demo of an earlier release. */
const isOutdated = async (db: Db, state: DemoState | undefined, digest: string): Promise<boolean> =>
  state?.complete === true && state.digest !== digest && (await hasDemo(db))

const isDue = async (
  db: Db,
  { state, digest, again }: { state: DemoState | undefined; digest: string; again: boolean },
): Promise<boolean> =>
  isBegun(state) || (await isOutdated(db, state, digest)) || ((again || !state?.removed) && !(await hasPortal(db)))

/**
 * Whether {@link loadDemo} would load the demo: there is no portal and the demo was not removed, a load was interrupted, or this
 * release has a newer demo.
 */
export const isDemoDue = async (db: Db, file = DEMO_FILE): Promise<boolean> =>
  isDue(db, { state: await readState(db), digest: await hashFile(file), again: false })

/** Whether the installation contains the demo, with its public passwords, at least in part. */
export const hasDemo = async (db: Db): Promise<boolean> => {
  const names = (await readState(db))?.serviceCompanies ?? []
  const { there } = await db.one<{ there: boolean }>(
    sql`select exists (select from service_company where external_id = any(${names})) as there`,
  )
  return there
}

export type DemoOptions = {
  /** Loads the demo even if it was removed before. */
  again?: boolean
  /** Path of the demo's import file. Default: the one of this release. */
  file?: string
  now?: Date
}

/** The externalIds of the service companies in an import file. */
const readServiceCompanyIds = async (file: string): Promise<string[]> => {
  const names: string[] = []
  for await (const { text } of linesOf(createReadStream(file))) {
    const parsed = parseLine(text)
    if ('line' in parsed && parsed.recordType.type === 'serviceCompany') names.push(parsed.line.externalId)
  }
  return names
}

/**
 * Loads the demo into an installation without a portal and shifts its dates to today. Resumes an interrupted load with the dates of
 * its first attempt. If the demo of an earlier release is there, adds only new records. Returns undefined if there is nothing to do.
 * See docs/specification/demo.md#demo-load.
 */
export const loadDemo = async (deps: ImportDeps, options: DemoOptions = {}): Promise<ImportReport | undefined> => {
  const { database, storage, log } = deps
  const { again = false, file = DEMO_FILE, now = new Date() } = options
  const before = await readState(database)
  const digest = await hashFile(file)
  if (!(await isDue(database, { state: before, digest, again }))) return undefined
  if (!isBegun(before) && !before?.complete) {
    const loadedOn = before && !before.removed ? before.loadedOn : dayOf(now, TIME_ZONE)
    await storeState(database, { loadedOn, serviceCompanies: await readServiceCompanyIds(file) }, before)
  }
  // If two processes start at the same time, the second waits here and then finds the demo complete.
  return tx(
    database,
    async db => {
      const { value: state } = await db.one<{ value: DemoState }>(
        sql`select value from installation where key = 'demo' for update`,
      )
      if (state.complete && state.digest === digest) return undefined
      const onlyNew = state.complete === true
      const report = await importFile(deps, file, { shiftDates: state.loadedOn, onlyNew })
      for (const { line, field, reason } of report.refused)
        log('error', 'A line of the demo was refused', { line, field, reason })
      await makeDemoAccounts(db)
      await makeDemoCannedAnswers(db, storage)
      await makeDemoPlanning(db, now)
      await storeState(db, { ...state, complete: true, digest }, state)
      log('info', 'The demo is loaded', { lines: report.lines, created: report.created })
      return report
    },
    // This transaction is idle while the import runs on other connections.
    { statementTimeout: 0, idleTimeout: 0 },
  )
}

/**
 * Removes the demo and its files; `afterwards` runs in the transaction that removes the rows. Returns whether there was a demo. The next
 * start does not load it again. Files that the storage does not remove now are left to the sweep, because no row holds them.
 */
export const removeDemo = async (
  { database, storage, log }: ImportDeps,
  afterwards: (db: Db) => Promise<void> = async () => {},
): Promise<boolean> => {
  const keys = await tx(
    database,
    async db => {
      // Of two who remove it at the same time, the second waits here and then finds it removed.
      const row = await db.maybe<{ value: DemoState }>(
        sql`select value from installation where key = 'demo' for update`,
      )
      const state = row?.value
      if (!state?.serviceCompanies || state.removed) return undefined
      const removed = await removeServiceCompanies(db, state.serviceCompanies)
      await storeState(db, { loadedOn: state.loadedOn, removed: true }, state)
      await afterwards(db)
      return removed
    },
    { statementTimeout: 0 },
  )
  if (!keys) return false
  await storage
    .remove(keys)
    .catch(error => log('warn', 'Files of the demo are left to the sweep', { reason: String(error) }))
  log('info', 'The demo is removed', { files: keys.length })
  return true
}

/** `portico demo [--remove]`. Returns 0 on success, 1 if there is nothing to do or lines were refused. */
export const demoCommand = async (
  args: string[],
  deps: ImportDeps,
  { stdout = process.stdout }: { stdout?: Output } = {},
): Promise<number> => {
  const { values } = parseArgs({
    args,
    options: { remove: { type: 'boolean', default: false }, json: { type: 'boolean', default: false } },
  })
  const { json } = values
  if (values.remove) {
    const removed = await removeDemo(deps)
    printResult(
      stdout,
      json,
      { removed },
      removed ? 'The demo is removed.\n' : 'There is no demo in this installation.\n',
    )
    return removed ? 0 : 1
  }
  const report = await loadDemo(deps, { again: true })
  printResult(
    stdout,
    json,
    report ?? null,
    report
      ? `The demo is loaded: ${report.created} records, ${report.refused.length} refused.\n`
      : 'There are portals already: the demo is loaded into an empty installation only.\n',
  )
  return report && report.refused.length === 0 ? 0 : 1
}
