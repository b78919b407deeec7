import { randomBytes } from 'node:crypto'
import { chmod, link, readFile, unlink, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Database, openDb } from '../kernel/database/db.ts'
import type { DatabaseLog } from '../kernel/database/log.ts'
import { type Messages, openMessages } from '../kernel/messages/messages.ts'
import { openSecrets, type Secrets } from '../kernel/security/secrets.ts'
import { openSecurityLog, type SecurityLog } from '../kernel/security/security-log.ts'
import type { Settings } from '../kernel/settings/settings.ts'
import { openStorage } from '../kernel/storage/open-storage.ts'
import type { Storage } from '../kernel/storage/storage.ts'
import { openWorkerPool, type WorkerPool } from '../kernel/workers/worker-pool.ts'
import { openSeal, type Seal } from '../signing/seal/seal.ts'
import { openDataDir, resolveDataDir } from './data-dir.ts'
import { startEmbeddedDatabase } from './embedded-database.ts'

// The bundle has all modules in `server/dist`; the sources are one folder below `server/src`.
const isBundled = import.meta.url.endsWith('.js')
const programFolder = new URL(isBundled ? './' : '../', import.meta.url)

/** The folder of this copy of Portico. */
export const root = fileURLToPath(new URL('../..', programFolder))

/** The folder of the numbered migrations. */
export const migrationsDir = fileURLToPath(new URL('migrations', programFolder))

/**
 * Database connections of a process: enough that jobs leave some to requests, few for the processors. With many more PostgreSQL spends its time on
 * taking turns: see docs/performance.md.
 */
export const databaseConnections = Math.min(20, 4 + availableParallelism())

/** The entry module of worker processes. */
const workerEntry = new URL(isBundled ? 'worker.js' : 'worker.ts', programFolder)

/** What every command needs. `embedded`: whether the database is the embedded one. */
export type Installation = {
  database: Database
  storage: Storage
  secrets: Secrets
  security: SecurityLog
  messages: Messages
  workers: WorkerPool
  seal: Seal
  /** The origin of the portals' addresses: PUBLIC_URL, or this machine. */
  origin: string
  dataDir: string
  embedded: boolean
  close: () => Promise<void>
}

/** SECRET_KEY, or the key that the first start created in the data folder. */
const readSecretKey = async (dataDir: string): Promise<string> => {
  const path = join(dataDir, 'secret-key')
  const read = async () => (await readFile(path, 'utf8')).trim()
  try {
    return await read()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  // Written completely to another file and then linked, so that two processes that start at the same time use the same key.
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  await writeFile(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true })
  await link(draft, path).catch(error => {
    if (error.code !== 'EEXIST') throw error
  })
  await unlink(draft)
  await chmod(path, 0o600)
  return read()
}

/** Opens database, storage and secrets as the settings say; starts the embedded database if needed. */
export const openInstallation = async (settings: Settings, log: DatabaseLog): Promise<Installation> => {
  const dataDir = await openDataDir(resolveDataDir(settings.dataDir, root, log))
  const embedded = settings.databaseUrl ? undefined : await startEmbeddedDatabase({ dataDir, log })
  const connection = settings.databaseUrl ?? embedded?.connection ?? ''
  const database = openDb({ connection, max: databaseConnections, log })
  const security = openSecurityLog({ database, clock: () => new Date(), log })
  const workers = openWorkerPool({ entry: workerEntry, log })
  const close = async () => {
    await workers.stop()
    await security.stop()
    await database.close()
    await embedded?.stop()
  }
  try {
    const storage = await openStorage({ dataDir, ...(settings.storageUrl && { url: settings.storageUrl }) })
    const secrets = openSecrets(settings.secretKey ?? (await readSecretKey(dataDir)))
    const origin = settings.publicUrl ?? `http://localhost:${settings.port}`
    const messages = openMessages({ secrets, from: settings.mailFrom, origin })
    const seal = await openSeal(settings, { database, secrets, workers, log })
    const opened = { database, storage, secrets, security, messages, workers, seal }
    return { ...opened, origin, dataDir, embedded: embedded !== undefined, close }
  } catch (error) {
    await close()
    throw error
  }
}
