import { createHash } from 'node:crypto'
import { existsSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs'
import { access, chmod, constants, lchown, lstat, mkdir, readdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { DatabaseLog } from '../database/log.ts'
import { OperatorError } from '../errors/operator-error.ts'

/** The uid and gid under which PostgreSQL runs, or undefined where that is simply our own user. */
export type DatabaseOwner = { uid: number; gid: number } | undefined

/**
 * Ids that neither people nor packages are given. The first range is the wider one; the second serves in a container that
 * maps fewer than 65536 ids.
 */
const wide = { first: 70_000, count: 30_000 }
const narrow = { first: 60_578, count: 606 }
const ranges = [wide, narrow]

const isRoot = () => process.getuid?.() === 0

const digest = (text: string) => createHash('sha256').update(text).digest()

const statOf = (path: string): Stats | undefined => statSync(path, { throwIfNoEntry: false })

const linesOf = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [])

const isDedicated = (uid: number) => ranges.some(({ first, count }) => uid >= first && uid < first + count)

/**
 * PostgreSQL refuses to run as root, and whoever has its uid has the data: as root it gets a uid of its own, the one that
 * owns the data already, else one derived from the folder's path that no account bears.
 */
export const databaseOwner = (dataDir: string, cluster = join(dataDir, 'postgres', 'data')): DatabaseOwner => {
  if (!isRoot()) return undefined
  const owner = statOf(cluster)?.uid
  if (owner !== undefined && isDedicated(owner)) return { uid: owner, gid: owner }
  const taken = new Set([...linesOf('/etc/passwd'), ...linesOf('/etc/group')].map(line => Number(line.split(':')[2])))
  const mapped = linesOf('/proc/self/uid_map').map(line => line.trim().split(/\s+/).map(Number))
  const isMapped = (id: number) =>
    mapped.length === 0 || mapped.some(([first = 0, , count = 0]) => id >= first && id < first + count)
  const { first, count } = ranges.find(range => isMapped(range.first + range.count - 1)) ?? narrow
  const start = digest(dataDir).readUInt32BE() % count
  for (let step = 0; step < count; step++) {
    const id = first + ((start + step) % count)
    if (!taken.has(id)) return { uid: id, gid: id }
  }
  throw new OperatorError('No uid is free for the embedded database. Set DATABASE_URL.')
}

/**
 * The uid of an account under which no program runs. `initdb` refuses a uid without an account, so it borrows one while
 * it writes a data directory that is still empty of anybody's data.
 */
const borrowedAccount = async (): Promise<number> => {
  const running = new Set<number | undefined>([0])
  for (const name of await readdir('/proc')) if (/^\d+$/.test(name)) running.add(statOf(`/proc/${name}`)?.uid)
  const accounts = linesOf('/etc/passwd').map(line => Number(line.split(':')[2]))
  const [free] = accounts.filter(uid => !running.has(uid)).sort((one, other) => one - other)
  if (free === undefined)
    throw new OperatorError('The embedded database needs an idle account in /etc/passwd to be made.')
  return free
}

/** The user as which `initdb` runs: its files are then given to `owner`. */
export const initdbUser = async (owner: DatabaseOwner): Promise<DatabaseOwner> =>
  owner && { uid: await borrowedAccount(), gid: owner.gid }

/** The folder on the way to `path` that `owner` cannot pass through, if there is one. */
const closedFolder = (path: string, owner: DatabaseOwner): string | undefined => {
  if (!owner) return undefined
  const stats = statOf(path)
  const passes =
    !stats ||
    (stats.mode & 0o001) !== 0 ||
    (stats.uid === owner.uid && (stats.mode & 0o100) !== 0) ||
    (stats.gid === owner.gid && (stats.mode & 0o010) !== 0)
  if (!passes) return path
  return path === dirname(path) ? undefined : closedFolder(dirname(path), owner)
}

/**
 * The folder for the data (decisions 9): `configured` if given, else `data` in the clone; as root, where a parent folder
 * shuts the database's uid out, a folder under `/var/lib` named after the clone's path, which is logged.
 */
export const resolveDataDir = (configured: string | undefined, clone: string, log: DatabaseLog): string => {
  if (configured) return resolve(configured)
  const home = realpathSync(clone)
  const usual = join(home, 'data')
  const closed = closedFolder(home, databaseOwner(usual))
  if (!closed) return usual
  const dataDir = `/var/lib/portico-${digest(home).toString('hex').slice(0, 8)}`
  log('info', `The data is in ${dataDir}, because ${closed} is closed to the database's own user`)
  return dataDir
}

/** Makes the data folder: 0700, or 0711 as root, so that the database's user can pass through it to what is its own. */
export const openDataDir = (dataDir: string): Promise<string> =>
  makeDataDir(dataDir).catch(error => {
    throw new OperatorError(`DATA_DIR ${dataDir} cannot be used: ${error.message}.`, { cause: error })
  })

const makeDataDir = async (dataDir: string): Promise<string> => {
  const isNew = (await mkdir(dataDir, { recursive: true, mode: isRoot() ? 0o711 : 0o700 })) !== undefined
  const path = realpathSync(dataDir)
  // A folder that holds other things keeps its mode: DATA_DIR may name one that is not ours alone.
  const isOurs = isNew || existsSync(join(path, 'postgres')) || (await readdir(path)).length === 0
  if (isRoot() && isOurs) await chmod(path, 0o711)
  await access(path, constants.W_OK | constants.X_OK)
  return path
}

/** Throws a sentence where the database's user could not reach the folder. */
export const refuseClosedFolder = (path: string, owner: DatabaseOwner): void => {
  const closed = closedFolder(path, owner)
  if (!closed) return
  throw new OperatorError(
    `DATA_DIR ${path} cannot hold the embedded database: ${closed} is closed to the user under which it runs. Choose another DATA_DIR, or set DATABASE_URL.`,
  )
}

/** Gives a tree to the database's user where parts of it belong to another one, as after a copy made by root. */
export const giveTo = async (owner: DatabaseOwner, path: string): Promise<void> => {
  if (!owner) return
  const stats = await lstat(path)
  if (stats.uid !== owner.uid || stats.gid !== owner.gid) await lchown(path, owner.uid, owner.gid)
  if (!stats.isDirectory()) return
  for (const name of await readdir(path)) await giveTo(owner, join(path, name))
}
