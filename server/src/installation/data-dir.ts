import { createHash } from 'node:crypto'
import { existsSync, realpathSync } from 'node:fs'
import { access, chmod, constants, mkdir, readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { findClosedFolder } from '@portico/embedded-postgres'
import type { DatabaseLog } from '../kernel/database/log.ts'
import { OperatorError } from '../kernel/errors/operator-error.ts'

/** The folder of the embedded database, for both its binaries and its data. */
export const databaseFolder = (dataDir: string): string => join(dataDir, 'postgres')

/**
 * The path of the data folder: DATA_DIR (`configured`), or else `data` in the clone. As root, if the database user cannot enter a parent
 * folder of the clone, it is a folder under `/var/lib` named after the clone's path, which is logged.
 */
export const resolveDataDir = (configured: string | undefined, clone: string, log: DatabaseLog): string => {
  if (configured) return resolve(configured)
  const home = realpathSync(clone)
  const usual = join(home, 'data')
  const closed = findClosedFolder(home, databaseFolder(usual))
  if (!closed) return usual
  const dataDir = `/var/lib/portico-${createHash('sha256').update(home).digest('hex').slice(0, 8)}`
  log('info', `The data is in ${dataDir}, because ${closed} is closed to the database's own user`)
  return dataDir
}

/** The file that a data folder has while a backup is restored into it. */
export const restoringMark = (dataDir: string): string => join(dataDir, 'restoring')

/** Creates the data folder and returns its real path; an OperatorError if it cannot be used. Its mode is 0700, as root 0711, so that the database's user can reach its own folder in it. */
export const openDataDir = async (dataDir: string): Promise<string> => {
  const isRoot = process.getuid?.() === 0
  // The next start would take a part of an installation for a whole one, and give it an empty database.
  if (existsSync(restoringMark(dataDir)))
    throw new OperatorError(
      `DATA_DIR ${dataDir} holds a part of a backup: a restore is running or was broken off. If none is running, empty the folder and restore again.`,
    )
  try {
    const isNew = (await mkdir(dataDir, { recursive: true, mode: isRoot ? 0o711 : 0o700 })) !== undefined
    const path = realpathSync(dataDir)
    // A folder with other content keeps its mode, because other programs may use it.
    const isOurs = isNew || existsSync(databaseFolder(path)) || (await readdir(path)).length === 0
    if (isRoot && isOurs) await chmod(path, 0o711)
    await access(path, constants.W_OK | constants.X_OK)
    return path
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new OperatorError(`DATA_DIR ${dataDir} cannot be used: ${reason}.`, { cause })
  }
}
