import type { Language } from '@portico/contract/language'
import type { InstallationHealth } from '@portico/contract/staff/installation'
import { examine, type Finding } from '../doctor/doctor.ts'
import { checksWithin, everyCheck } from '../doctor/doctor-checks.ts'
import { translateFinding } from '../doctor/texts.ts'
import { type Db, tx } from '../kernel/database/db.ts'
import type { Deps } from '../kernel/http/deps.ts'
import { keepState, readState } from './state-queries.ts'

/** A run that has not ended by then was cut off with its process, in milliseconds. */
const LONGEST = 15 * 60_000

type StoredFinding = Omit<InstallationHealth['findings'][number], 'texts'>
/** As it is stored: the other languages are added when it is read. */
type Kept = Omit<InstallationHealth, 'findings'> & { findings: StoredFinding[] }

const never: Kept = { startedAt: null, finishedAt: null, done: 0, total: 0, findings: [] }

const instant = (date: Date) => `${date.toISOString().slice(0, 19)}Z`

const isRunning = ({ startedAt, finishedAt }: Pick<Kept, 'startedAt' | 'finishedAt'>, now: Date): boolean =>
  startedAt !== null && finishedAt === null && now.getTime() - Date.parse(startedAt) < LONGEST

const withTexts = (finding: StoredFinding): InstallationHealth['findings'][number] => {
  const { found, todo } = finding
  const textIn = (language: Language) => ({
    found: translateFinding(found, language),
    todo: todo && translateFinding(todo, language),
  })
  return { ...finding, texts: { 'it-IT': textIn('it-IT'), 'es-ES': textIn('es-ES') } }
}

/** What the checks found when they ran last; a run that was cut off counts as ended. */
export const readHealth = async (db: Db, now: Date): Promise<InstallationHealth> => {
  const kept = (await readState<Kept>(db, 'health')) ?? never
  const health = { ...kept, findings: kept.findings.map(withTexts) }
  return isRunning(health, now) || health.startedAt === null
    ? health
    : { ...health, finishedAt: health.finishedAt ?? health.startedAt }
}

const toStored = (findings: Finding[]): StoredFinding[] =>
  findings.map(({ check, state, found, todo = null }) => ({ check, state, found, todo }))

const run = async ({ database, secrets, home, clock }: Deps, started: Kept): Promise<void> => {
  const { settings, dataDir } = home
  const within = checksWithin(database, { settings, secrets, begun: true })
  const checks = everyCheck(within, {
    settings,
    dataDir,
    secrets,
    asked: { sendMail: undefined, sendSms: undefined },
  })
  const keep = (more: Partial<Kept>) => keepState(database, 'health', { ...started, total: checks.length, ...more })
  const findings = await examine(checks, (found, done) => keep({ findings: toStored(found), done }))
  await keep({ findings: toStored(findings), done: checks.length, finishedAt: instant(clock()) })
}

/** Begins the checks, unless they run already; answers without waiting for them. */
export const beginHealth = async (deps: Deps): Promise<InstallationHealth> => {
  const { database, clock, log } = deps
  const now = clock()
  const { health, begins } = await tx(
    database,
    async db => {
      const health = await readHealth(db, now)
      if (isRunning(health, now)) return { health, begins: false }
      const started = { ...never, startedAt: instant(now) }
      await keepState(db, 'health', started)
      return { health: { ...started, findings: [] }, begins: true }
    },
    { lock: 'installation health' },
  )
  if (begins)
    void run(deps, health).catch(error => log.warn({ err: error }, 'the checks of the installation broke off'))
  return health
}
