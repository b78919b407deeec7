import type { InstallationHealth } from '@portico/contract/staff/installation'
import { examine, type Finding } from '../doctor/doctor.ts'
import { checksWithin, everyCheck } from '../doctor/doctor-checks.ts'
import { type Db, tx } from '../kernel/database/db.ts'
import type { Deps } from '../kernel/http/deps.ts'
import { keepState, readState } from './state-queries.ts'

/** A run that has not ended by then was cut off with its process, in milliseconds. */
const LONGEST = 15 * 60_000

const never: InstallationHealth = { startedAt: null, finishedAt: null, done: 0, total: 0, findings: [] }

const instant = (date: Date) => `${date.toISOString().slice(0, 19)}Z`

const isRunning = ({ startedAt, finishedAt }: InstallationHealth, now: Date): boolean =>
  startedAt !== null && finishedAt === null && now.getTime() - Date.parse(startedAt) < LONGEST

/** What the checks found when they ran last; a run that was cut off counts as ended. */
export const readHealth = async (db: Db, now: Date): Promise<InstallationHealth> => {
  const health = (await readState<InstallationHealth>(db, 'health')) ?? never
  return isRunning(health, now) || health.startedAt === null
    ? health
    : { ...health, finishedAt: health.finishedAt ?? health.startedAt }
}

const told = (findings: Finding[]): InstallationHealth['findings'] =>
  findings.map(({ check, state, found, todo = null }) => ({ check, state, found, todo }))

const run = async ({ database, secrets, home, clock }: Deps, started: InstallationHealth): Promise<void> => {
  const { settings, dataDir } = home
  const within = checksWithin(database, { settings, secrets, begun: true })
  const checks = everyCheck(within, {
    settings,
    dataDir,
    secrets,
    asked: { sendMail: undefined, sendSms: undefined },
  })
  const keep = (more: Partial<InstallationHealth>) =>
    keepState(database, 'health', { ...started, total: checks.length, ...more })
  const findings = await examine(checks, (found, done) => keep({ findings: told(found), done }))
  await keep({ findings: told(findings), done: checks.length, finishedAt: instant(clock()) })
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
      return { health: started, begins: true }
    },
    { lock: 'installation health' },
  )
  if (begins)
    void run(deps, health).catch(error => log.warn({ err: error }, 'the checks of the installation broke off'))
  return health
}
