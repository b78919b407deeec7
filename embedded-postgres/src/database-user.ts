import { createHash } from 'node:crypto'
import { existsSync, readFileSync, type Stats, statSync } from 'node:fs'
import { lchown, lstat, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { EmbeddedPostgresError } from './errors.ts'

/** The uid and gid under which PostgreSQL runs; undefined means those of this process. */
export type DatabaseUser = { uid: number; gid: number } | undefined

/**
 * Ids that distributions assign neither to people nor to packages. The first range is the larger one; the second is for containers that
 * map fewer than 65536 ids.
 */
const wide = { first: 70_000, count: 30_000 }
const narrow = { first: 60_578, count: 606 }
const ranges = [wide, narrow]

const isReserved = (uid: number) => ranges.some(({ first, count }) => uid >= first && uid < first + count)

const isRoot = () => process.getuid?.() === 0

const statOf = (path: string): Stats | undefined => statSync(path, { throwIfNoEntry: false })

const readLines = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [])

/**
 * Chooses the user for the cluster in `folder`. PostgreSQL refuses to run as root, and any process with its uid can read the data. As
 * root it therefore gets a uid without an account: the present owner of the data, or else one derived from the folder's path.
 */
export const databaseUser = (folder: string): DatabaseUser => {
  if (!isRoot()) return undefined
  const owner = statOf(join(folder, 'data'))?.uid
  if (owner !== undefined && isReserved(owner)) return { uid: owner, gid: owner }
  const accounts = [...readLines('/etc/passwd'), ...readLines('/etc/group')]
  const taken = new Set(accounts.map(line => Number(line.split(':')[2])))
  const mapped = readLines('/proc/self/uid_map').map(line => line.trim().split(/\s+/).map(Number))
  const isMapped = (id: number) =>
    mapped.length === 0 || mapped.some(([first = 0, , count = 0]) => id >= first && id < first + count)
  const { first, count } = ranges.find(range => isMapped(range.first + range.count - 1)) ?? narrow
  const start = createHash('sha256').update(folder).digest().readUInt32BE() % count
  for (let step = 0; step < count; step++) {
    const id = first + ((start + step) % count)
    if (!taken.has(id)) return { uid: id, gid: id }
  }
  throw new EmbeddedPostgresError('no_free_uid', 'No uid is free for the embedded database.')
}

const findIdleAccount = async (): Promise<number> => {
  const running = new Set<number | undefined>([0])
  for (const name of await readdir('/proc')) if (/^\d+$/.test(name)) running.add(statOf(`/proc/${name}`)?.uid)
  const accounts = readLines('/etc/passwd').map(line => Number(line.split(':')[2]))
  const [idle] = accounts.filter(uid => !running.has(uid)).sort((one, other) => one - other)
  if (idle === undefined)
    throw new EmbeddedPostgresError(
      'no_idle_account',
      'The embedded database needs an idle account in /etc/passwd to be made.',
    )
  return idle
}

/**
 * The user for `initdb`, whose files are given to `user` afterwards. `initdb` refuses a uid without an account, so it borrows an account
 * under which no process runs, for the second in which the data directory holds nobody's data yet.
 */
export const initdbUser = async (user: DatabaseUser): Promise<DatabaseUser> =>
  user && { uid: await findIdleAccount(), gid: user.gid }

const closedTo = (user: DatabaseUser, path: string): string | undefined => {
  if (!user) return undefined
  const stats = statOf(path)
  const passes =
    !stats ||
    (stats.mode & 0o001) !== 0 ||
    (stats.uid === user.uid && (stats.mode & 0o100) !== 0) ||
    (stats.gid === user.gid && (stats.mode & 0o010) !== 0)
  if (!passes) return path
  return path === dirname(path) ? undefined : closedTo(user, dirname(path))
}

/**
 * The first of `path` and its parents that the user of the PostgreSQL in `folder` cannot enter; undefined if there is none. Folders that
 * do not exist yet count as open. Only root has a reason to ask: any other user runs PostgreSQL itself.
 */
export const findClosedFolder = (path: string, folder: string): string | undefined =>
  closedTo(databaseUser(folder), path)

/** Changes the owner of a tree to `user` wherever it differs, as it does after root has copied the data. */
export const changeOwner = async (user: DatabaseUser, path: string): Promise<void> => {
  if (!user) return
  const stats = await lstat(path)
  if (stats.uid !== user.uid || stats.gid !== user.gid) await lchown(path, user.uid, user.gid)
  if (!stats.isDirectory()) return
  for (const name of await readdir(path)) await changeOwner(user, join(path, name))
}
