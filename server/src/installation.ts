import { randomBytes } from 'node:crypto'
import { chmod, link, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DatabaseLog } from './kernel/database-log.ts'
import { type Database, openDb } from './kernel/db.ts'
import { startEmbeddedPostgres } from './kernel/embedded-postgres.ts'
import { openDataDir, resolveDataDir } from './kernel/embedded-postgres-owner.ts'
import { type Messages, openMessages } from './kernel/messages.ts'
import { openStorage } from './kernel/open-storage.ts'
import { openSecrets, type Secrets } from './kernel/secrets.ts'
import { openSecurityLog, type SecurityLog } from './kernel/security-log.ts'
import type { Settings } from './kernel/settings.ts'
import type { Storage } from './kernel/storage.ts'
import { openWorkerPool, type WorkerPool } from './kernel/worker-pool.ts'
import { openSeal, type Seal } from './signing/seal.ts'

/** The folder of this copy of Portico; bundled or not, this file lies two folders below it. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** The folder of the numbered migrations. */
export const migrationsDir = fileURLToPath(new URL('./migrations', import.meta.url))

/** The program of worker processes; bundled or not, it lies beside this file. */
export const workerEntry = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url)

/** What every command works with. `embedded` tells whether the database is our own. */
export type Installation = {
  database: Database
  storage: Storage
  secrets: Secrets
  security: SecurityLog
  messages: Messages
  workers: WorkerPool
  seal: Seal
  /** Where customers reach the portals: PUBLIC_URL, or this machine. */
  origin: string
  dataDir: string
  embedded: boolean
  close: () => Promise<void>
}

/** SECRET_KEY, or the one made at first start and kept in the data folder. */
const secretKeyIn = async (dataDir: string): Promise<string> => {
  const path = join(dataDir, 'secret-key')
  const read = async () => (await readFile(path, 'utf8')).trim()
  try {
    return await read()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  // Written whole beside it and then linked, so that two processes that start at once agree on one.
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  await writeFile(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true })
  await link(draft, path).catch(error => {
    if (error.code !== 'EEXIST') throw error
  })
  await unlink(draft)
  await chmod(path, 0o600)
  return read()
}

/** Opens database, storage and secrets as the settings say; the embedded database is started. */
export const openInstallation = async (settings: Settings, log: DatabaseLog): Promise<Installation> => {
  const dataDir = await openDataDir(resolveDataDir(settings.dataDir, root, log))
  const embedded = settings.databaseUrl ? undefined : await startEmbeddedPostgres({ dataDir, log })
  const database = openDb({ connection: settings.databaseUrl ?? embedded?.connection ?? '', max: 20, log })
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
    const secrets = openSecrets(settings.secretKey ?? (await secretKeyIn(dataDir)))
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
