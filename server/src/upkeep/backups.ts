import type { Dirent } from 'node:fs'
import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { InstallationBackups } from '@portico/contract/staff/installation'
import { backUp } from '../backup/backup.ts'
import { checkFolder, SUMS } from '../backup/backup-folder.ts'
import { type Db, tx } from '../kernel/database/db.ts'
import { fail } from '../kernel/errors/fail.ts'
import type { Deps } from '../kernel/http/deps.ts'
import { keepState, readState } from './state-queries.ts'

const LISTED_MAX = 100
/** A task that has not ended by then was cut off with its process, in milliseconds. */
const LONGEST = 12 * 3_600_000

type Task = NonNullable<InstallationBackups['task']>
type Kept = { task?: Task | null; failure?: InstallationBackups['failure'] }
type Checks = Record<string, { at: string; damage: string | null }>

const instant = (date: Date) => `${date.toISOString().slice(0, 19)}Z`

/** Sizes of backups that are whole, which do not change any more, by path and time. */
const knownSizes = new Map<string, number>()

const sizeOf = async (path: string): Promise<number> => {
  let sum = 0
  for (const entry of await readdir(path, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) sum += (await stat(join(entry.parentPath, entry.name)).catch(() => ({ size: 0 }))).size
  return sum
}

const wholeSize = async (path: string, made: number): Promise<number> => {
  const key = `${path} ${made}`
  const size = knownSizes.get(key) ?? (await sizeOf(path))
  knownSizes.set(key, size)
  return size
}

type Listed = Omit<InstallationBackups['backups'][number], 'checkedAt' | 'damage'>

const describe = async (folder: string, entry: Dirent): Promise<(Listed & { made: number }) | undefined> => {
  const path = join(folder, entry.name)
  const { mtimeMs: made, size } = await stat(path)
  const about = { name: entry.name, madeAt: instant(new Date(made)), made }
  if (entry.isFile()) return entry.name.endsWith('.part') ? undefined : { ...about, bytes: size, state: 'dump' }
  if (!entry.name.startsWith('portico-')) return undefined
  const isWhole = existsSync(join(path, SUMS))
  return { ...about, bytes: isWhole ? await wholeSize(path, made) : 0, state: isWhole ? 'whole' : 'unfinished' }
}

const listBackups = async (folder: string): Promise<Listed[]> => {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  // The names begin with the time: of very many only the newest are looked at.
  const newest = entries
    .filter(({ name }) => !name.startsWith('.'))
    .sort((a, b) => (a.name < b.name ? 1 : -1))
    .slice(0, LISTED_MAX)
  const found = await Promise.all(newest.map(entry => describe(folder, entry).catch(() => undefined)))
  return found
    .filter(one => one !== undefined)
    .sort((a, b) => b.made - a.made)
    .map(({ made: _, ...backup }) => backup)
}

const isRunning = ({ task }: Kept, now: Date): boolean =>
  task ? now.getTime() - Date.parse(task.startedAt) < LONGEST : false

/** The backups of the installation, and what is being done with them. */
export const readBackups = async (db: Db, { home, clock }: Deps): Promise<InstallationBackups> => {
  const { backupDir, databaseUrl, storageUrl } = home.settings
  const kept = (await readState<Kept>(db, 'backup')) ?? {}
  const checks = (await readState<Checks>(db, 'backupChecks')) ?? {}
  const backups = backupDir ? await listBackups(backupDir) : []
  return {
    folder: backupDir ?? null,
    mayMake: Boolean(backupDir) && !databaseUrl,
    withFiles: !storageUrl,
    backups: backups.map(backup => ({
      ...backup,
      checkedAt: checks[backup.name]?.at ?? null,
      damage: checks[backup.name]?.damage ?? null,
    })),
    task: (isRunning(kept, clock()) && kept.task) || null,
    failure: kept.failure ?? null,
  }
}

/** Takes the turn for a task, of which one runs in the installation; fails with `conflict` while another does. */
const takeTurn = ({ database, clock }: Deps, task: Omit<Task, 'startedAt'>): Promise<void> =>
  tx(
    database,
    async db => {
      const now = clock()
      const kept = (await readState<Kept>(db, 'backup')) ?? {}
      if (isRunning(kept, now)) fail('conflict', { detail: 'A backup is being made or checked.' })
      await keepState(db, 'backup', { ...kept, task: { ...task, startedAt: instant(now) } })
    },
    { lock: 'installation backup' },
  )

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Runs a task in the background and ends its turn. */
const runTask = ({ database, clock, log }: Deps, work: () => Promise<InstallationBackups['failure'] | undefined>) => {
  const end = async () => {
    const failure = await work().catch(error => {
      log.error({ err: error }, 'a backup failed')
      return { at: instant(clock()), reason: messageOf(error) }
    })
    const kept = (await readState<Kept>(database, 'backup')) ?? {}
    await keepState(database, 'backup', { task: null, failure: failure === undefined ? kept.failure : failure })
  }
  void end().catch(error => log.error({ err: error }, 'the end of a backup could not be noted'))
}

/** Begins a backup; fails with `conflict` where none can be made. */
export const beginBackup = async (deps: Deps): Promise<void> => {
  const { home, clock, log } = deps
  const { backupDir, databaseUrl, storageUrl } = home.settings
  if (!backupDir) return fail('conflict', { detail: 'BACKUP_DIR does not say where backups are.' })
  if (databaseUrl) return fail('conflict', { detail: 'The database of DATABASE_URL is backed up by its own tools.' })
  await takeTurn(deps, { kind: 'make', name: null })
  runTask(deps, async () => {
    await backUp({
      dataDir: home.dataDir,
      into: backupDir,
      withFiles: !storageUrl,
      now: clock(),
      log: (level, message, detail) => log[level](detail ?? {}, message),
    })
    return null
  })
}

/** Begins to check a backup against its checksums; `not_found` for a name that is not listed. */
export const beginCheck = async (deps: Deps, name: string): Promise<void> => {
  const { backupDir } = deps.home.settings
  const backup = backupDir && (await listBackups(backupDir)).find(one => one.name === name)
  if (!backup) return fail('not_found')
  if (backup.state === 'dump') return fail('conflict', { detail: 'It was made by another program.' })
  await takeTurn(deps, { kind: 'check', name })
  runTask(deps, async () => {
    const damage = await checkFolder(join(backupDir, name)).then(() => null, messageOf)
    const checks = (await readState<Checks>(deps.database, 'backupChecks')) ?? {}
    // Those that are gone are forgotten.
    const names = new Set((await listBackups(backupDir)).map(one => one.name))
    const kept = Object.fromEntries(Object.entries(checks).filter(([one]) => names.has(one)))
    await keepState(deps.database, 'backupChecks', { ...kept, [name]: { at: instant(deps.clock()), damage } })
    return undefined
  })
}
