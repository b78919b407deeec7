import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import pg from 'pg'
import { openDataDir, restoringMark } from '../installation/data-dir.ts'
import { startEmbeddedDatabase } from '../installation/embedded-database.ts'
import type { DatabaseLog } from '../kernel/database/log.ts'
import { OperatorError } from '../kernel/errors/operator-error.ts'
import { checkFolder, type FilledFolder, fillFolder } from './backup-folder.ts'
import { createOutputFolder, describeFullDisk } from './output-folder.ts'

/** Files that PostgreSQL recreates at start or that belong to the running server; its manual excludes them from base backups. */
const EXCLUDED_ENTRIES =
  /^(postmaster\.(pid|opts)|pg_internal\.init|.*\/pg_internal\.init|(.*\/)?pgsql_tmp[^/]*|(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/.+)$/

type Stopped = { labelfile: string; first: string; last: string }

/** Copies a running cluster; the copy recovers to the moment at which copying ended. */
const addDatabase = async (folder: FilledFolder, data: string, admin: pg.ClientConfig): Promise<void> => {
  const client = new pg.Client(admin)
  await client.connect()
  try {
    // The temporary replication slot keeps PostgreSQL from recycling the WAL files that the copy needs.
    await client.query(`select pg_create_physical_replication_slot('portico_backup_' || pg_backend_pid(), true, true)`)
    const begun = await client.query(`select pg_walfile_name(pg_backup_start('portico', true)) as first`)
    await folder.addFolder('postgres', data, path => !EXCLUDED_ENTRIES.test(path))
    const ended = await client.query<Stopped>(
      `select labelfile, $1::text as first, pg_walfile_name(lsn) as last from pg_backup_stop(false)`,
      [begun.rows[0]?.first],
    )
    const [stopped] = ended.rows
    if (!stopped) throw new Error('pg_backup_stop answered nothing')
    await folder.add('postgres/backup_label', Readable.from([stopped.labelfile]))
    const requireFile = (name: string) => name >= stopped.first && name <= stopped.last
    await folder.addFolder('postgres/pg_wal', join(data, 'pg_wal'), requireFile)
  } finally {
    await client.end()
  }
}

/** Renames a complete backup to its final path and returns that. Appends a number if a backup of the same second has the name. */
const publish = async (draft: string, path: string): Promise<string> => {
  for (let n = 1; ; n++) {
    const free = n === 1 ? path : `${path}-${n}`
    try {
      await rename(draft, free)
      return free
    } catch (error) {
      if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    }
  }
}

type Backup = {
  dataDir: string
  /** The folder that contains the backups. */
  into: string
  /** False with `STORAGE_URL`: the files are stored elsewhere and are not part of the backup. */
  withFiles: boolean
  now: Date
  log: DatabaseLog
}

/**
 * Backs up the embedded database, the files and the secret key; the portal may be running. Returns the path of the backup. The
 * database is copied first, because a file is stored before the row that names it. Throws an OperatorError if there is no database or
 * the folder is not writable.
 */
export const backUp = async ({ dataDir, into, withFiles, now, log }: Backup): Promise<string> => {
  if (!existsSync(join(dataDir, 'postgres', 'data')))
    throw new OperatorError(
      `There is nothing to back up: no database lies in ${dataDir}. Does DATA_DIR say where it is?`,
    )
  const target = await createOutputFolder(into)
  const name = `portico-${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')}`
  const draft = join(target, `.${name}-${randomBytes(6).toString('hex')}`)
  const embedded = await startEmbeddedDatabase({ dataDir, log })
  try {
    const folder = await fillFolder(draft)
    await addDatabase(folder, join(dataDir, 'postgres', 'data'), embedded.admin)
    if (withFiles) await folder.addFolder('files', join(dataDir, 'files'), path => !path.startsWith('unfinished'))
    const secret = await readFile(join(dataDir, 'secret-key')).catch(() => undefined)
    if (secret) await folder.add('secret-key', Readable.from([secret]))
    await folder.finish()
    return await publish(draft, join(target, name))
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw describeFullDisk(target, error)
  } finally {
    await embedded.stop()
  }
}

/**
 * Verifies a backup and restores it into an empty data folder. Returns the number of files. If that fails the folder is empty again; if the
 * process is killed, the folder keeps a mark that every start refuses.
 */
export const restore = async (backup: string, dataDir: string): Promise<number> => {
  const count = await checkFolder(backup)
  const home = await openDataDir(dataDir)
  if ((await readdir(home)).length > 0)
    throw new OperatorError(`${home} holds data already. Restore into a DATA_DIR that is empty.`)
  const draft = join(home, 'postgres', `draft-${process.pid}-data`)
  const mark = restoringMark(home)
  try {
    await writeFile(mark, '', { mode: 0o600 })
    for (const name of ['files', 'secret-key'])
      if (existsSync(join(backup, name))) await cp(join(backup, name), join(home, name), { recursive: true })
    // The database comes last and gets its final name only once it is complete.
    await cp(join(backup, 'postgres'), draft, { recursive: true })
    await rename(draft, join(home, 'postgres', 'data'))
  } catch (error) {
    for (const made of [join(home, 'files'), join(home, 'secret-key'), draft, mark])
      await rm(made, { recursive: true, force: true })
    await rmdir(join(home, 'postgres')).catch(() => {})
    throw describeFullDisk(home, error)
  }
  await rm(mark)
  return count
}
