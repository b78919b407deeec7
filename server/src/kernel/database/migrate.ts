import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { OperatorError } from '../errors/operator-error.ts'
import { type Database, type Db, script, sql, tx } from './db.ts'
import { isAlreadyThere, refusedEntry } from './errors.ts'
import type { DatabaseLog } from './log.ts'

interface Migration {
  name: string
  number: number
  sha256: string
  text: string
}

type Applied = Pick<Migration, 'name' | 'number' | 'sha256'>

const oldestPostgres = 15

/**
 * Applies the folder's new files `NNNN-name.sql`, each in its own transaction, and returns the names of those that it applied. Several
 * processes may call it at the same time. Throws a sentence for the operator if the files do not match what was applied before.
 */
export const migrate = async (database: Database, folder: string, log: DatabaseLog): Promise<string[]> => {
  await requireVersion(database)
  await createMigrationTable(database)
  const done: string[] = []
  for (const file of await pending(database, folder)) {
    if (await apply(database, file)) {
      log('info', `Applied migration ${file.name}`)
      done.push(file.name)
    }
  }
  return done
}

/** The names of the migrations that {@link migrate} would apply; throws as it does, but changes nothing. */
export const pendingMigrations = async (database: Database, folder: string): Promise<string[]> => {
  await requireVersion(database)
  const { made } = await database.one<{ made: boolean }>(sql`select to_regclass('migration') is not null as made`)
  const files = made ? await pending(database, folder) : await readMigrations(folder)
  return files.map(({ name }) => name)
}

const pending = async (database: Database, folder: string): Promise<Migration[]> => {
  const files = await readMigrations(folder)
  const applied = await database.many<Applied>(sql`select number, name, sha256 from migration order by number`)
  compare(files, applied)
  const last = applied.at(-1)?.number ?? 0
  return files.filter(({ number }) => number > last)
}

const requireVersion = async (database: Database) => {
  const { version } = await database
    .one<{ version: string }>(sql`select current_setting('server_version') as version`)
    .catch(error => {
      const reason = refusedEntry(error)
      if (!reason) throw error
      throw new OperatorError(`The database does not let us in; check DATABASE_URL: ${reason.message}.`, {
        cause: reason,
      })
    })
  if (Number.parseInt(version, 10) < oldestPostgres)
    throw new OperatorError(`The database is PostgreSQL ${version}, and this program needs ${oldestPostgres} or later.`)
}

const readMigrations = async (folder: string): Promise<Migration[]> => {
  const names = (await readdir(folder)).filter(name => name.endsWith('.sql')).sort()
  const migrations: Migration[] = []
  for (const name of names) {
    if (!/^\d{4}-[a-z0-9-]+\.sql$/.test(name)) throw new Error(`Migration ${name} is not named NNNN-name.sql`)
    const number = Number(name.slice(0, 4))
    if (number <= (migrations.at(-1)?.number ?? 0)) throw new Error(`Migration ${name} bears a number that is taken`)
    // A checkout with other line endings is still the same migration.
    const text = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
    migrations.push({ name, number, sha256: createHash('sha256').update(text).digest('hex'), text })
  }
  return migrations
}

const createMigrationTable = async (database: Database) => {
  try {
    await database.run(sql`create table if not exists migration (
      number integer primary key,
      name text not null,
      sha256 text not null,
      applied_on timestamptz not null default now()
    )`)
  } catch (error) {
    // Another process created it at the same moment.
    if (!isAlreadyThere(error)) throw error
  }
}

const compare = (files: Migration[], applied: Applied[]) => {
  const newest = files.at(-1)?.number ?? 0
  for (const { name, number, sha256 } of applied) {
    const file = files.find(file => file.name === name)
    if (!file && number > newest)
      throw new OperatorError(
        `The database is newer than this program: it has migration ${name}. Start a newer version.`,
      )
    if (!file) throw new OperatorError(`Migration ${name} was applied to this database, but its file is missing.`)
    if (file.sha256 !== sha256)
      throw new OperatorError(
        `Migration ${name} was edited after it was applied. Restore the file and add a new migration.`,
      )
  }
  const last = applied.at(-1)
  const late = last && files.find(file => file.number < last.number && !applied.some(({ name }) => name === file.name))
  if (late)
    throw new OperatorError(`Migration ${late.name} was never applied, but the later ${last.name} was. Renumber it.`)
}

/** The insert is the lock: a second process waits for it, and finds the row once the first has committed. */
const apply = (database: Db, { name, number, sha256, text }: Migration): Promise<boolean> =>
  tx(
    database,
    async db => {
      const mine = await db.run(sql`insert into migration (number, name, sha256) values (${number}, ${name}, ${sha256})
        on conflict (number) do nothing`)
      if (mine === 0) return false
      try {
        await script(db, text)
      } catch (error) {
        throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : error}`, { cause: error })
      }
      return true
    },
    { statementTimeout: 0 },
  )
