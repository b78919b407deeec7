import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startEmbeddedDatabase } from '../../server/src/installation/embedded-database.ts'
import { type Database, openDb, raw } from '../../server/src/kernel/database/db.ts'
import { migrate } from '../../server/src/kernel/database/migrate.ts'
import type { BareWork } from './bare-server.ts'
import { type Running, startPortico } from './processes.ts'

const migrations = fileURLToPath(new URL('../../server/src/migrations', import.meta.url))
const log = (level: string, message: string) => {
  if (level !== 'info') console.error(message)
}

const statOf = async (pid: string) =>
  ((await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')).split(') ')[1] ?? '').split(' ')
const ticks = (fields: (string | undefined)[]) => fields.reduce((sum, field) => sum + Number(field ?? 0), 0)

/** Processor time of a postmaster: its own, and that of its ended and its running child processes. */
const secondsOf = async (pidFile: string): Promise<number> => {
  const [postmaster = ''] = (await readFile(pidFile, 'utf8')).split('\n')
  let sum = ticks((await statOf(postmaster)).slice(11, 15))
  for (const pid of await readdir('/proc')) {
    const fields = /^\d+$/.test(pid) ? await statOf(pid) : []
    if (fields[1] === postmaster) sum += ticks(fields.slice(11, 13))
  }
  return sum / 100
}

/** A migrated database and the product running on it. `admin` is a superuser, which can skip the foreign key checks. */
export type Installation = {
  admin: Database
  database: Database
  connection: BareWork['connection']
  /** The URL of the database for another process, and a folder for the files of that process. */
  url: string
  dataDir: string
  /** Processor time of PostgreSQL so far, in seconds. */
  postgresSeconds: () => Promise<number>
  start: () => Promise<Running>
  size: () => Promise<string>
}

/** Runs `work` on an installation in a temporary folder, and removes the folder afterwards. */
export const withInstallation = async <Result>(work: (made: Installation) => Promise<Result>): Promise<Result> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-bench-'))
  const postgres = await startEmbeddedDatabase({ dataDir, log })
  const { connection } = postgres
  const admin = openDb({
    connection: { ...postgres.admin, database: connection.database },
    max: 1,
    statementTimeout: 0,
    log,
  })
  const database = openDb({ connection, log })
  const { host, user, database: name } = connection
  let portico: Running | undefined
  try {
    await migrate(database, migrations, log)
    const url = `postgresql://${user}@localhost/${name}?host=${encodeURIComponent(host)}`
    const files = join(dataDir, 'portico')
    return await work({
      admin,
      database,
      connection,
      url,
      dataDir: files,
      postgresSeconds: () => secondsOf(join(dataDir, 'postgres', 'data', 'postmaster.pid')),
      start: async () => {
        portico = await startPortico(url, files)
        return portico
      },
      size: async () =>
        (await admin.one<{ size: string }>(raw('select pg_size_pretty(pg_database_size(current_database())) as size')))
          .size,
    })
  } catch (error) {
    console.error(error)
    throw error
  } finally {
    await portico?.stop()
    await database.close()
    await admin.close()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
