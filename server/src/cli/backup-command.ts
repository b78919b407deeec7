import { parseArgs } from 'node:util'
import { backUp, restore } from '../backup/backup.ts'
import { checkFolder } from '../backup/backup-folder.ts'
import type { DatabaseLog } from '../kernel/database/log.ts'
import { OperatorError } from '../kernel/errors/operator-error.ts'
import { only, printResult, WrongCall } from './command.ts'
import type { Output } from './import-command.ts'

type Deps = {
  dataDir: string
  /** The setting `BACKUP_DIR`. */
  backupDir: string | undefined
  databaseUrl: string | undefined
  storageUrl: string | undefined
  log: DatabaseLog
  stdout?: Output
}

const json = { type: 'boolean', default: false } as const

const ownDatabaseOnly = (databaseUrl: string | undefined) => {
  if (databaseUrl)
    throw new OperatorError(
      'This is for the embedded database. Back up the one of DATABASE_URL as docs/operating.md says.',
    )
}

/** `portico backup [FOLDER]`: backs up into FOLDER or `BACKUP_DIR`; the portal may be running. */
export const backupCommand = async (args: string[], deps: Deps): Promise<number> => {
  const { stdout = process.stdout, dataDir, backupDir, databaseUrl, storageUrl, log } = deps
  const { positionals, values } = parseArgs({ args, allowPositionals: true, options: { json } })
  const into = positionals[0] ?? backupDir
  if (!into || positionals.length > 1) throw new WrongCall('Name one folder, or set BACKUP_DIR.')
  ownDatabaseOnly(databaseUrl)
  const path = await backUp({ dataDir, into, withFiles: !storageUrl, now: new Date(), log })
  printResult(stdout, values.json, { backup: path, withFiles: !storageUrl }, `${path}\n`)
  if (storageUrl && !values.json)
    stdout.write('The files are in STORAGE_URL and not in this backup: copy the bucket after it.\n')
  return 0
}

/** `portico restore BACKUP [--check]`: restores into an empty `DATA_DIR`, or with `--check` only verifies the backup. */
export const restoreCommand = async (args: string[], deps: Deps): Promise<number> => {
  const { stdout = process.stdout, dataDir, databaseUrl } = deps
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { check: { type: 'boolean', default: false }, json },
  })
  const backup = only(positionals, 'backup')
  if (values.check) {
    const files = await checkFolder(backup)
    printResult(stdout, values.json, { backup, files }, `${backup} is whole: ${files} files.\n`)
    return 0
  }
  ownDatabaseOnly(databaseUrl)
  const count = await restore(backup, dataDir)
  const done = `Restored ${count} files into ${dataDir}. Start the portal with npm start.\n`
  printResult(stdout, values.json, { backup, files: count, dataDir }, done)
  return 0
}
