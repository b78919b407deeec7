import { randomBytes } from 'node:crypto'
import { afterAll, inject } from 'vitest'
import { type Database, type DatabaseOptions, openDb, raw, Unavailable } from '../../src/kernel/database/db.ts'
import { connectionTo, type ServerConnection } from './connection.ts'

/** The database of a test file, with its URL for a second pool or another process. */
export interface TestDatabase extends Database {
  connection: ServerConnection
}

const log = () => {}

/** Runs a statement on the test server, outside of the database of a test file. */
export const asAdmin = async (text: string): Promise<void> => {
  const admin = openDb({ connection: inject('server'), max: 1, log })
  try {
    await admin.run(raw(text))
  } finally {
    await admin.close()
  }
}

/**
 * A fresh, migrated database for the calling test file, dropped after its tests: call it outside of the tests, or in
 * `beforeAll`.
 */
export const testDatabase = async (options: Partial<DatabaseOptions> = {}): Promise<TestDatabase> => {
  const name = `${inject('template')}_${randomBytes(6).toString('hex')}`
  // By files, because nothing of a test has to be in the log that a crash would be recovered from.
  await asAdmin(`create database ${name} template ${inject('template')} strategy file_copy`)
  const connection = connectionTo(inject('server'), name)
  const database = openDb({ connection, log, ...options })
  afterAll(async () => {
    await database.close()
    await asAdmin(`drop database ${name} with (force)`)
  })
  return { ...database, connection }
}

/** The URL of the database of a test file, for another process. */
export const urlOf = ({ connection }: TestDatabase): string => {
  if (typeof connection === 'string') return connection
  const { host, user, database: name } = connection
  return `postgresql://${user}@localhost/${name}?host=${encodeURIComponent(host)}`
}

/** Simulates a connection that is lost before the reply to a commit: each transaction is committed, but its call fails. */
export const losingCommits = (database: Database): Database => {
  const [inside] = Object.getOwnPropertySymbols(database) as (keyof Database)[]
  if (!inside) throw new Error('A database has no executor')
  const executor = database[inside] as unknown as { transaction: (...given: unknown[]) => Promise<unknown> }
  const transaction = async (...given: unknown[]) => {
    await executor.transaction(...given)
    throw new Unavailable('Connection terminated unexpectedly')
  }
  return { ...database, [inside]: { ...executor, transaction } }
}
