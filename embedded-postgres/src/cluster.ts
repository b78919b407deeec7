import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, chown, lstat, mkdir, mkdtemp, open, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { installBinaries, moveInto } from './binaries.ts'
import { changeOwner, type DatabaseUser, databaseUser, findClosedFolder, initdbUser } from './database-user.ts'
import { EmbeddedPostgresError } from './errors.ts'

/** The paths of one embedded PostgreSQL, and the user under which it runs. */
export interface Cluster {
  /** Holds the binaries, the data and the socket. */
  folder: string
  /** PostgreSQL's data directory. */
  data: string
  /** The folder of its Unix socket; only its user and root can enter it. */
  socketFolder: string
  user: DatabaseUser
}

/** Part of the socket's file name only: the server listens on no network. */
export const port = 5432

/** The superuser's name, for creating databases and for backups. */
export const superuser = 'postgres'

/** The environment of PostgreSQL's programs, without the PG* variables that would direct them to another server. */
export const environment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/**
 * Trusts every local connection, because the mode of the socket's folder decides who can connect, and rejects every network connection
 * in case the server is ever configured to listen on one. The file is kept outside the data directory and written before each start,
 * so that it also replaces the rules of data made by older versions.
 */
const accessRules = `local all all trust
host all all all reject
host replication all all reject
`

/** The path of the access rules (`pg_hba.conf`). */
export const accessRulesFile = ({ folder }: Pick<Cluster, 'folder'>): string => join(folder, 'pg_hba.conf')

/** Longest path of a Unix socket in bytes, without the final NUL. */
const longestSocketPath = process.platform === 'darwin' ? 103 : 107

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

const makeFolder = async (folder: string): Promise<string> => {
  try {
    await mkdir(folder, { recursive: true })
    return await realpath(folder)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new EmbeddedPostgresError('folder_unusable', `${folder} cannot be used: ${reason}.`, { cause })
  }
}

/** Creates `folder` and the folder of the socket where they are missing; `prepareToStart` creates the rest. */
export const openCluster = async (configured: string): Promise<Cluster> => {
  const folder = await makeFolder(configured)
  const user = databaseUser(folder)
  if (user) await chmod(folder, 0o711)
  const closed = findClosedFolder(folder, folder)
  if (closed)
    throw new EmbeddedPostgresError(
      'folder_closed',
      `${folder} cannot hold the embedded database: ${closed} is closed to the user under which it runs.`,
    )
  return { folder, data: join(folder, 'data'), user, socketFolder: await openSocketFolder(folder, user) }
}

/** Creates what a start needs and what is missing: the binaries, whose path it returns, the data directory, the access rules. */
export const prepareToStart = async ({ folder, data, user, socketFolder }: Cluster): Promise<string> => {
  if ((await openSocketFolder(folder, user)) !== socketFolder)
    throw new EmbeddedPostgresError(
      'socket_folder_taken',
      `The socket folder ${socketFolder} was taken by somebody else. Start the program again.`,
    )
  await removeAbandonedDrafts(folder)
  const { path: binaries, major } = await installBinaries(folder)
  if (!existsSync(data)) await createData(folder, data, binaries, user)
  const version = (await readFile(join(data, 'PG_VERSION'), 'utf8')).trim()
  if (version !== major)
    throw new EmbeddedPostgresError(
      'wrong_version',
      `The data in ${data} is of PostgreSQL ${version}, and this version of the program needs ${major}.`,
    )
  await changeOwner(user, data)
  await chmod(data, 0o700)
  const rules = accessRulesFile({ folder })
  await writeFile(rules, accessRules)
  // PostgreSQL reads it under its own user.
  await chmod(rules, 0o644)
  return binaries
}

/** Removes `draft-<pid>-*`, unfinished folders of processes that no longer run. */
const removeAbandonedDrafts = async (folder: string) => {
  for (const name of await readdir(folder)) {
    const pid = /^draft-(\d+)-/.exec(name)?.[1]
    if (pid && (Number(pid) === process.pid || !isAlive(Number(pid))))
      await rm(join(folder, name), { recursive: true, force: true })
  }
}

/** Creates the data under another name and renames it, so that it exists completely or not at all, even after a power cut. */
const createData = async (folder: string, data: string, binaries: string, user: DatabaseUser) => {
  const draft = join(folder, `draft-${process.pid}-data`)
  await mkdir(draft, { mode: 0o700 })
  const initializer = await initdbUser(user)
  await changeOwner(initializer, draft)
  const options = ['--locale-provider=builtin', '--locale=C.UTF-8', '--encoding=UTF8', '--auth=trust']
  try {
    await promisify(execFile)(join(binaries, 'bin', 'initdb'), [...options, `--username=${superuser}`, '-D', draft], {
      cwd: folder,
      env: environment,
      ...initializer,
    })
  } catch (cause) {
    const output = cause instanceof Error && 'stderr' in cause ? String(cause.stderr).trim() : ''
    throw new EmbeddedPostgresError(
      'initdb_failed',
      `The embedded database could not be made in ${data}. ${output}`.trim(),
      { cause },
    )
  }
  await changeOwner(user, draft)
  await moveInto(draft, data)
  const handle = await open(folder)
  await handle.sync()
  await handle.close()
}

const fitsSocketPath = (folder: string) => Buffer.byteLength(join(folder, `.s.PGSQL.${port}`)) <= longestSocketPath

/** Whether only `user` can have created a socket there. */
const isPrivate = async (folder: string, user: DatabaseUser): Promise<boolean> => {
  const stats = await lstat(folder).catch(() => undefined)
  const uid = user?.uid ?? process.getuid?.()
  return stats?.isDirectory() === true && (stats.mode & 0o777) === 0o700 && stats.uid === uid
}

/** `folder/socket`, or, where that path is too long for a socket, a private temporary folder whose path `folder/socket-folder` keeps. */
const openSocketFolder = async (folder: string, user: DatabaseUser): Promise<string> => {
  const usual = join(folder, 'socket')
  if (fitsSocketPath(usual)) {
    await mkdir(usual, { recursive: true })
    if (user) await chown(usual, user.uid, user.gid)
    await chmod(usual, 0o700)
    return usual
  }
  const note = join(folder, 'socket-folder')
  const noted = existsSync(note) ? (await readFile(note, 'utf8')).trim() : ''
  if (noted) {
    // The system may have deleted it with other temporary files.
    const recreated = await mkdir(noted, { mode: 0o700 }).then(
      () => true,
      () => false,
    )
    if (recreated && user) await chown(noted, user.uid, user.gid)
    if (await isPrivate(noted, user)) return noted
  }
  const base = fitsSocketPath(join(tmpdir(), 'postgres-XXXXXX')) ? tmpdir() : '/tmp'
  const fresh = await mkdtemp(join(base, 'postgres-'))
  if (user) await chown(fresh, user.uid, user.gid)
  await writeFile(note, fresh)
  return fresh
}

/** The server named by `postmaster.pid`. */
export interface Postmaster {
  pid: number
  ready: boolean
}

const pidFile = (data: string) => join(data, 'postmaster.pid')

const readPidFile = (data: string): string[] => {
  try {
    return readFileSync(pidFile(data), 'utf8').split('\n')
  } catch {
    return []
  }
}

/** The server that runs on this data directory; undefined if none does, even where a stale pid file names one. */
export const runningPostmaster = (data: string): Postmaster | undefined => {
  const [pidLine = '', directory, , , , , , status = ''] = readPidFile(data)
  const pid = Number(pidLine)
  if (!(pid > 0) || directory !== data || !isAlive(pid) || !isPostmasterOf(data, pid)) return undefined
  return { pid, ready: status.trim() === 'ready' }
}

/** After a reboot the pid may belong to another program, and in a copied folder it is that of the original's server. */
const isPostmasterOf = (data: string, pid: number): boolean => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(data)
  } catch {
    return process.platform !== 'linux'
  }
}

/** Removes a `postmaster.pid` that would keep PostgreSQL from starting although no server runs on this data directory. */
export const removeStalePidFile = async (data: string): Promise<void> => {
  const lines = readPidFile(data)
  if (lines.length === 0 || runningPostmaster(data)) return
  const { mtimeMs } = await lstat(pidFile(data)).catch(() => ({ mtimeMs: Date.now() }))
  // Without a second line it is being written by a server that is starting now, unless it is old.
  if (lines[1] || Date.now() - mtimeMs > 5000) await rm(pidFile(data), { force: true })
}
