import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, chown, lstat, mkdir, mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { OperatorError } from '../errors/operator-error.ts'
import { type DatabaseOwner, databaseOwner, giveTo, initdbUser, openDataDir, refuseClosedFolder } from './owner.ts'
import { moveInto, placeRuntime } from './runtime.ts'

/** Where one embedded PostgreSQL lives. */
export interface Cluster {
  /** Holds everything of the database: binaries, data, socket. */
  folder: string
  /** PostgreSQL's own data directory. */
  data: string
  /** The folder of its unix socket, open to its user (and root) alone. */
  socketFolder: string
  owner: DatabaseOwner
}

/** Only part of the socket's name: nothing listens on a network. */
export const port = 5432

/** The superuser, for making databases and taking backups; the product itself signs in as `portico`. */
export const superuser = 'postgres'

/** The environment of PostgreSQL's programs: none of the variables by which one would reach another database. */
export const environment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/**
 * Who may connect: whoever may enter the socket's folder, and nobody by a network, should the server ever listen on one. It lies beside
 * the data, whose own file would let everybody in from this machine, so that it holds for data of older versions too.
 */
const accessRules = `local all all trust
host all all all reject
host replication all all reject
`

/** The file of the rules by which the server lets programs in; written anew before each start. */
export const accessFile = ({ folder }: Pick<Cluster, 'folder'>): string => join(folder, 'pg_hba.conf')

/** Bytes in the address of a unix socket, its final NUL left out. */
const longestSocketPath = process.platform === 'darwin' ? 103 : 107

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Finds or makes the folders around the database; its data and binaries are made by `prepareToStart`. */
export const openCluster = async (dataDir: string): Promise<Cluster> => {
  const home = await openDataDir(dataDir)
  const owner = databaseOwner(home)
  refuseClosedFolder(home, owner)
  const folder = join(home, 'postgres')
  const data = join(folder, 'data')
  await mkdir(folder, { recursive: true })
  if (owner) await chmod(folder, 0o711)
  return { folder, data, owner, socketFolder: await openSocketFolder(folder, owner) }
}

/**
 * Makes what a start needs and is not there yet: binaries of this version, whose folder it answers, and a data directory,
 * whose owner it mends.
 */
export const prepareToStart = async ({ folder, data, owner, socketFolder }: Cluster): Promise<string> => {
  if ((await openSocketFolder(folder, owner)) !== socketFolder)
    throw new OperatorError(`The socket folder ${socketFolder} was taken by somebody else. Start the program again.`)
  for (const name of await readdir(folder)) {
    const pid = /^draft-(\d+)-/.exec(name)?.[1]
    if (pid && (Number(pid) === process.pid || !isAlive(Number(pid))))
      await rm(join(folder, name), { recursive: true, force: true })
  }
  const { path: runtime, major } = await placeRuntime(folder)
  if (!existsSync(data)) await initialize(folder, data, runtime, owner)
  const version = (await readFile(join(data, 'PG_VERSION'), 'utf8')).trim()
  if (version !== major)
    throw new OperatorError(
      `The data in ${data} is of PostgreSQL ${version}, and this version of the program needs ${major}.`,
    )
  await giveTo(owner, data)
  await chmod(data, 0o700)
  const rules = accessFile({ folder })
  await writeFile(rules, accessRules)
  // The database's own user reads it.
  await chmod(rules, 0o644)
  return runtime
}

/** A data directory appears whole or not at all, also when the machine stops half way. */
const initialize = async (folder: string, data: string, runtime: string, owner: DatabaseOwner) => {
  const draft = join(folder, `draft-${process.pid}-data`)
  await mkdir(draft, { mode: 0o700 })
  const user = await initdbUser(owner)
  await giveTo(user, draft)
  const options = ['--locale-provider=builtin', '--locale=C.UTF-8', '--encoding=UTF8', '--auth=trust']
  try {
    await promisify(execFile)(join(runtime, 'bin', 'initdb'), [...options, `--username=${superuser}`, '-D', draft], {
      cwd: folder,
      env: environment,
      ...user,
    })
  } catch (error) {
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : ''
    throw new OperatorError(`The embedded database could not be made in ${data}. ${output}`.trim(), { cause: error })
  }
  await giveTo(owner, draft)
  await moveInto(draft, data)
  const handle = await open(folder)
  await handle.sync()
  await handle.close()
}

const fits = (folder: string) => Buffer.byteLength(join(folder, `.s.PGSQL.${port}`)) <= longestSocketPath

/** Whether nobody else could have put a socket of his own there. */
const isPrivate = async (folder: string, owner: DatabaseOwner): Promise<boolean> => {
  const stats = await lstat(folder).catch(() => undefined)
  const uid = owner?.uid ?? process.getuid?.()
  return stats?.isDirectory() === true && (stats.mode & 0o777) === 0o700 && stats.uid === uid
}

/** A folder of the database, or where its path is too long for a socket a short one elsewhere, remembered in a file. */
const openSocketFolder = async (folder: string, owner: DatabaseOwner): Promise<string> => {
  const usual = join(folder, 'socket')
  if (fits(usual)) {
    await mkdir(usual, { recursive: true })
    if (owner) await chown(usual, owner.uid, owner.gid)
    await chmod(usual, 0o700)
    return usual
  }
  const note = join(folder, 'socket-folder')
  const known = existsSync(note) ? (await readFile(note, 'utf8')).trim() : ''
  if (known) {
    // It may have been swept away with other temporary files.
    const remade = await mkdir(known, { mode: 0o700 }).then(
      () => true,
      () => false,
    )
    if (remade && owner) await chown(known, owner.uid, owner.gid)
    if (await isPrivate(known, owner)) return known
  }
  const base = fits(join(tmpdir(), 'portico-XXXXXX')) ? tmpdir() : '/tmp'
  const fresh = await mkdtemp(join(base, 'portico-'))
  if (owner) await chown(fresh, owner.uid, owner.gid)
  await writeFile(note, fresh)
  return fresh
}

/** What `postmaster.pid` says of the server that runs on a data directory. */
export interface Postmaster {
  pid: number
  socketFolder: string
  ready: boolean
}

const pidFile = (data: string) => join(data, 'postmaster.pid')

const linesOfPidFile = (data: string): string[] => {
  try {
    return readFileSync(pidFile(data), 'utf8').split('\n')
  } catch {
    return []
  }
}

/** The server that runs on this data directory, or undefined if none does, whatever an old file says. */
export const runningPostmaster = (data: string): Postmaster | undefined => {
  const [pidLine = '', directory, , , socketFolder = '', , , status = ''] = linesOfPidFile(data)
  const pid = Number(pidLine)
  if (!(pid > 0) || directory !== data || !isAlive(pid) || !isPostmasterOf(data, pid)) return undefined
  return { pid, socketFolder, ready: status.trim() === 'ready' }
}

/** After a restart of the machine the pid may be another program's, and a copy of the folder names the first's server. */
const isPostmasterOf = (data: string, pid: number): boolean => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(data)
  } catch {
    return process.platform !== 'linux'
  }
}

/** Removes a `postmaster.pid` that would keep PostgreSQL from starting although it names no server of this folder. */
export const removeStalePidFile = async (data: string): Promise<void> => {
  const lines = linesOfPidFile(data)
  if (lines.length === 0 || runningPostmaster(data)) return
  const { mtimeMs } = await lstat(pidFile(data)).catch(() => ({ mtimeMs: Date.now() }))
  // A file without its second line is being written by a server that starts right now, unless it is old.
  if (lines[1] || Date.now() - mtimeMs > 5000) await rm(pidFile(data), { force: true })
}
