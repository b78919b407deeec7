import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { tell } from '../cli/command.ts'
import type { Output } from '../cli/import-command.ts'
import { type ImportDeps, type ImportReport, importFile } from '../import/import.ts'
import { parseLine } from '../import/parse-lines.ts'
import { root } from '../installation/installation.ts'
import { type Db, sql, tx } from '../kernel/database/db.ts'
import { dayOf } from '../records/definition/dates.ts'
import { linesOf } from '../records/definition/text-lines.ts'
import { removeServiceCompanies } from '../records/write/remove-service-companies.ts'

const DEMO_FILE = join(root, 'demo', 'demo.jsonl')
const TIME_ZONE = 'Europe/Rome'

/** Who may sign in to the demo, and where; all by the password `Portico-demo-1` (decisions 10). */
export const demoSignIns = [
  { userName: 'giulia.rossi', path: '/brenta/login' },
  { userName: 'marco.bianchi', path: '/brenta/login' },
  { userName: 'luca.neri', path: '/brenta/login' },
  { userName: 'elena.verdi', path: '/brenta/login' },
  { userName: 'paolo.costa', path: '/lagorai/login' },
]

/** What the installation remembers of its demo; `digest` is that of the file it was loaded from. */
type DemoState = {
  loadedOn: string
  serviceCompanies?: string[]
  complete?: boolean
  digest?: string
  removed?: boolean
}

const stateOf = async (db: Db): Promise<DemoState | undefined> => {
  const row = await db.maybe<{ value: DemoState }>(sql`select value from installation where key = 'demo'`)
  return row?.value
}

/** Keeps a state, unless another process has changed it from what it was. */
const remember = (db: Db, state: DemoState, before: DemoState | undefined) =>
  db.run(sql`insert into installation (key, value) values ('demo', ${JSON.stringify(state)}::jsonb)
    on conflict (key) do update set value = excluded.value
    where installation.value = ${before ? JSON.stringify(before) : null}::jsonb`)

const hasPortal = async (db: Db): Promise<boolean> => {
  const { there } = await db.one<{ there: boolean }>(sql`select exists (select from portal) as there`)
  return there
}

const isBegun = (state: DemoState | undefined) =>
  state?.serviceCompanies !== undefined && !state.complete && !state.removed

const digestOf = async (file: string) =>
  createHash('sha256')
    .update(await readFile(file))
    .digest('hex')

/** Whether it is in the installation as an earlier release had it. */
const isOutdated = async (db: Db, state: DemoState | undefined, digest: string): Promise<boolean> =>
  state?.complete === true && state.digest !== digest && (await hasDemo(db))

const isDue = async (
  db: Db,
  { state, digest, again }: { state: DemoState | undefined; digest: string; again: boolean },
): Promise<boolean> =>
  isBegun(state) || (await isOutdated(db, state, digest)) || ((again || !state?.removed) && !(await hasPortal(db)))

/**
 * Whether {@link loadDemo} would load it: there is no portal and it was not taken out, its load was broken off, or it has grown
 * since.
 */
export const isDemoDue = async (db: Db, file = DEMO_FILE): Promise<boolean> =>
  isDue(db, { state: await stateOf(db), digest: await digestOf(file), again: false })

/** Whether the demo, with its public passwords, is in the installation, even in part. */
export const hasDemo = async (db: Db): Promise<boolean> => {
  const names = (await stateOf(db))?.serviceCompanies ?? []
  const { there } = await db.one<{ there: boolean }>(
    sql`select exists (select from service_company where external_id = any(${names})) as there`,
  )
  return there
}

export type DemoOptions = {
  /** Loads it even where it was removed before. */
  again?: boolean
  /** The demo's file; that of this copy of Portico unless given. */
  file?: string
  now?: Date
}

/** The service companies that a file names. */
const companiesIn = async (file: string): Promise<string[]> => {
  const names: string[] = []
  for await (const { text } of linesOf(createReadStream(file))) {
    const parsed = parseLine(text)
    if ('line' in parsed && parsed.recordType.type === 'serviceCompany') names.push(parsed.line.externalId)
  }
  return names
}

/**
 * Loads the demo (decisions 9, 10) into an installation without a portal, its dates moved by the days until today; one that was
 * broken off is finished, with the dates that it began with, and to that of an earlier release what is new is added and nothing
 * else is touched. Undefined where there is nothing to do.
 */
export const loadDemo = async (deps: ImportDeps, options: DemoOptions = {}): Promise<ImportReport | undefined> => {
  const { database, log } = deps
  const { again = false, file = DEMO_FILE, now = new Date() } = options
  const before = await stateOf(database)
  const digest = await digestOf(file)
  if (!(await isDue(database, { state: before, digest, again }))) return undefined
  if (!isBegun(before) && !before?.complete) {
    const loadedOn = before && !before.removed ? before.loadedOn : dayOf(now, TIME_ZONE)
    await remember(database, { loadedOn, serviceCompanies: await companiesIn(file) }, before)
  }
  // Of two processes that start at once, the second waits here and then finds the work done.
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
      await remember(db, { ...state, complete: true, digest }, state)
      log('info', 'The demo is loaded', { lines: report.lines, created: report.created })
      return report
    },
    // It waits for the import, which has other connections.
    { statementTimeout: 0, idleTimeout: 0 },
  )
}

/** Takes the demo out whole, its files included; whether there was one. It does not come back by itself. */
export const removeDemo = async ({ database, storage, log }: ImportDeps): Promise<boolean> => {
  const state = await stateOf(database)
  if (!state?.serviceCompanies || state.removed) return false
  const keys = await tx(database, async db => {
    const removed = await removeServiceCompanies(db, state.serviceCompanies ?? [])
    await remember(db, { loadedOn: state.loadedOn, removed: true }, state)
    return removed
  })
  await storage.remove(keys)
  log('info', 'The demo is removed', { files: keys.length })
  return true
}

/** `portico demo [--remove]`; 0 when it is done, 1 when there is nothing to do. */
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
    tell(stdout, json, { removed }, removed ? 'The demo is removed.\n' : 'There is no demo in this installation.\n')
    return removed ? 0 : 1
  }
  const report = await loadDemo(deps, { again: true })
  tell(
    stdout,
    json,
    report ?? null,
    report
      ? `The demo is loaded: ${report.created} records, ${report.refused.length} refused.\n`
      : 'There are portals already: the demo is loaded into an empty installation only.\n',
  )
  return report && report.refused.length === 0 ? 0 : 1
}
