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
/** How often a task notes that it is still under way, in milliseconds. */
const NOTED_EVERY = 20_000
/** A task that has noted nothing for so long was cut off with its process, in milliseconds. */
const LOST_AFTER = 120_000

type Task = NonNullable<InstallationBackups['task']>
/** `notedAt`: when the process of the task last noted that it is under way. */
type Kept = { task?: Task | null; notedAt?: string; failure?: InstallationBackups['failure'] }
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

const isRunning = ({ task, notedAt }: Kept, now: Date): boolean =>
  task ? now.getTime() - Date.parse(notedAt ?? task.startedAt) < LOST_AFTER : false

/** Why the last backup failed; of one that was cut off nobody has noted it. */
const failureOf = (kept: Kept, now: Date): InstallationBackups['failure'] =>
  kept.task?.kind === 'make' && !isRunning(kept, now)
    ? { at: kept.task.startedAt, reason: 'Portico was stopped while the backup was being made.' }
    : (kept.failure ?? null)

/** The backups of the installation, and what is being done with them. */
export const readBackups = async (db: Db, { home, clock }: Deps): Promise<InstallationBackups> => {
  const { backupDir, databaseUrl, storageUrl } = home.settings
  const kept = (await readState<Kept>(db, 'backup')) ?? {}
  const checks = (await readState<Checks>(db, 'backupChecks')) ?? {}
  const backups = backupDir ? await listBackups(backupDir) : []
  const now = clock()
  return {
    folder: backupDir ?? null,
    mayMake: Boolean(backupDir) && !databaseUrl,
    withFiles: !storageUrl,
    backups: backups.map(backup => ({
      ...backup,
      checkedAt: checks[backup.name]?.at ?? null,
      damage: checks[backup.name]?.damage ?? null,
    })),
    task: (isRunning(kept, now) && kept.task) || null,
    failure: failureOf(kept, now),
  }
}

/** Changes what is kept, one process after the other. */
const change = (db: Db, to: (kept: Kept) => Kept | undefined): Promise<void> =>
  tx(
    db,
    async db => {
      const changed = to((await readState<Kept>(db, 'backup')) ?? {})
      if (changed) await keepState(db, 'backup', changed)
    },
    { lock: 'installation backup' },
  )

/** Takes the turn for a task, of which one runs in the installation; fails with `conflict` while another does. */
const takeTurn = async ({ database, clock }: Deps, { kind, name }: Omit<Task, 'startedAt'>): Promise<Task> => {
  const now = clock()
  const task = { kind, name, startedAt: instant(now) }
  await change(database, kept => {
    if (isRunning(kept, now)) return fail('conflict', { detail: 'A backup is being made or checked.' })
    return { task, notedAt: task.startedAt, failure: failureOf(kept, now) }
  })
  return task
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Runs a task in the background, noting that it is under way, and ends its turn. */
const runTask = (
  { database, clock, log }: Deps,
  task: Task,
  work: () => Promise<InstallationBackups['failure'] | undefined>,
) => {
  const isOurs = (kept: Kept) => kept.task?.startedAt === task.startedAt
  const note = () =>
    change(database, kept => (isOurs(kept) ? { ...kept, notedAt: instant(clock()) } : undefined)).catch(error =>
      log.warn({ err: error }, 'it could not be noted that a backup is under way'),
    )
  const run = async () => {
    const timer = setInterval(note, NOTED_EVERY)
    const failure = await work()
      .catch(error => {
        log.error({ err: error }, 'a backup failed')
        return { at: instant(clock()), reason: messageOf(error) }
      })
      .finally(() => clearInterval(timer))
    await change(database, kept =>
      isOurs(kept) ? { task: null, failure: failure === undefined ? (kept.failure ?? null) : failure } : undefined,
    )
  }
  void run().catch(error => log.error({ err: error }, 'the end of a backup could not be noted'))
}

/** Begins a backup; fails with `conflict` where none can be made. */
export const beginBackup = async (deps: Deps): Promise<void> => {
  const { home, clock, log } = deps
  const { backupDir, databaseUrl, storageUrl } = home.settings
  if (!backupDir) return fail('conflict', { detail: 'BACKUP_DIR does not say where backups are.' })
  if (databaseUrl) return fail('conflict', { detail: 'The database of DATABASE_URL is backed up by its own tools.' })
  const task = await takeTurn(deps, { kind: 'make', name: null })
  runTask(deps, task, async () => {
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
  const task = await takeTurn(deps, { kind: 'check', name })
  runTask(deps, task, async () => {
    const damage = await checkFolder(join(backupDir, name)).then(() => null, messageOf)
    const checks = (await readState<Checks>(deps.database, 'backupChecks')) ?? {}
    // Those that are gone are forgotten.
    const names = new Set((await listBackups(backupDir)).map(one => one.name))
    const kept = Object.fromEntries(Object.entries(checks).filter(([one]) => names.has(one)))
    await keepState(deps.database, 'backupChecks', { ...kept, [name]: { at: instant(deps.clock()), damage } })
    return undefined
  })
}
