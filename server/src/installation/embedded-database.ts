import {
  type EmbeddedPostgres,
  EmbeddedPostgresError,
  type EmbeddedPostgresErrorCode,
  startEmbeddedPostgres,
} from '@portico/embedded-postgres'
import type { DatabaseLog } from '../kernel/database/log.ts'
import { OperatorError } from '../kernel/errors/operator-error.ts'
import { databaseFolder, openDataDir } from './data-dir.ts'

/** How to fix an error with the settings; the messages of the other errors are sufficient. */
const advice: Partial<Record<EmbeddedPostgresErrorCode, string>> = {
  unsupported_platform: 'Install it, or set DATABASE_URL to a PostgreSQL.',
  folder_closed: 'Choose another DATA_DIR, or set DATABASE_URL.',
  no_free_uid: 'Set DATABASE_URL.',
}

/**
 * Starts the embedded database in the folder `postgres` of the data folder, or connects to the one that another process of this
 * installation runs. Its role and database are named `portico`. Throws an OperatorError if it cannot be started. `fsync: false` is for
 * tests only.
 */
export const startEmbeddedDatabase = async (options: {
  dataDir: string
  log: DatabaseLog
  fsync?: boolean
}): Promise<EmbeddedPostgres> => {
  const { dataDir, ...rest } = options
  const folder = databaseFolder(await openDataDir(dataDir))
  try {
    return await startEmbeddedPostgres({ folder, database: 'portico', ...rest })
  } catch (error) {
    if (!(error instanceof EmbeddedPostgresError)) throw error
    throw new OperatorError([error.message, advice[error.code]].filter(Boolean).join(' '), { cause: error })
  }
}
