import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { startEmbeddedDatabase } from '../src/installation/embedded-database.ts'
import { openDb, raw } from '../src/kernel/database/db.ts'
import { migrate } from '../src/kernel/database/migrate.ts'
import { bundleWorkers } from './servers/bundle-workers.ts'
import { connectionTo, type ServerConnection } from './servers/connection.ts'
import { databaseFolder } from './servers/database-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection URL of a user that can create databases. */
    server: ServerConnection
    /** The migrated template database, of which each test file gets a copy. */
    template: string
    /** The folder of the bundled programs of worker processes. */
    workers: string
  }
}

const migrations = fileURLToPath(new URL('../src/migrations', import.meta.url))
const log = () => {}

/** Starts the PostgreSQL of a test run: that of `TEST_DATABASE_URL`, else the embedded one. */
const startServer = async (): Promise<{ server: ServerConnection; stop: () => Promise<void> }> => {
  const url = process.env.TEST_DATABASE_URL
  if (url) return { server: url, stop: async () => {} }
  const dataDir = await databaseFolder()
  const embedded = await startEmbeddedDatabase({ dataDir, fsync: false, log })
  return {
    server: embedded.admin,
    stop: async () => {
      await embedded.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Migrates a template once and passes it to `testDatabase`; bundles the programs of worker processes. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const [{ server, stop }, workers] = await Promise.all([startServer(), bundleWorkers()])
  const template = `portico_test_${randomBytes(6).toString('hex')}`
  const admin = openDb({ connection: server, max: 1, log })
  await admin.run(raw(`create database ${template}`))
  const database = openDb({ connection: connectionTo(server, template), max: 1, log })
  if (existsSync(migrations)) await migrate(database, migrations, log)
  await database.close()
  project.provide('server', server)
  project.provide('template', template)
  project.provide('workers', workers.folder)
  return async () => {
    await admin.run(raw(`drop database ${template} with (force)`))
    await admin.close()
    await Promise.all([stop(), workers.remove()])
  }
}
