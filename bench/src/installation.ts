import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Database, openDb, raw } from '../../server/src/kernel/db.ts'
import { startEmbeddedPostgres } from '../../server/src/kernel/embedded-postgres.ts'
import { migrate } from '../../server/src/kernel/migrate.ts'
import type { BareWork } from './bare-server.ts'
import { type Running, startPortico } from './processes.ts'

const migrations = fileURLToPath(new URL('../../server/src/migrations', import.meta.url))
const log = (level: string, message: string) => {
  if (level !== 'info') console.error(message)
}

/** A migrated database of its own and the product on it. `admin` is a superuser, whose references are not checked row by row. */
export type Installation = {
  admin: Database
  database: Database
  connection: BareWork['connection']
  start: () => Promise<Running>
  size: () => Promise<string>
}

/** Makes an installation in a temporary folder for a piece of work, and takes it away again. */
export const withInstallation = async <Result>(work: (made: Installation) => Promise<Result>): Promise<Result> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir, log })
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
    return await work({
      admin,
      database,
      connection,
      start: async () => {
        const url = `postgresql://${user}@localhost/${name}?host=${encodeURIComponent(host)}`
        portico = await startPortico(url, join(dataDir, 'portico'))
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
