import pg from 'pg'

/**
 * The database cannot answer now: it is down, restarting, out of connections or too slow. The client may retry (503 with `Retry-After`);
 * `cause` holds the driver's error.
 */
export class Unavailable extends Error {
  override name = 'Unavailable'
}

const retryableCodes = new Set(['40001', '40P01'])
const unavailableCodes = new Set(['25006', '25P03', '55000', '55P03', '57014', '57P01', '57P02', '57P03', '57P05'])
/**
 * SQLSTATE classes: connection (08), connections, memory or disk exhausted (53), login refused (28), no such database (3D). The last two,
 * and 55000 of a database that accepts no connections, can be temporary, during a failover or an administrator's work; a wrong DATABASE_URL
 * is reported at the start.
 */
const unavailableClasses = /^(08|28|3D|53)/
const socketCodes = new Set([
  'EACCES',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
])
const driverMessages =
  /^(Connection terminated|Connection ended|timeout e|Client has encountered a connection error|Client was closed|Query read timeout|Cannot use a pool after)/

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** The error as `Unavailable` if a retry may help, else the error itself. */
export const classifyError = (error: unknown): unknown => {
  if (!(error instanceof Error) || error instanceof Unavailable) return error
  const code = codeOf(error)
  const unavailable =
    error instanceof pg.DatabaseError
      ? unavailableCodes.has(code) || retryableCodes.has(code) || unavailableClasses.test(code)
      : socketCodes.has(code) || driverMessages.test(error.message)
  return unavailable ? new Unavailable(`The database is unavailable: ${error.message}`, { cause: error }) : error
}

/** The driver's error if the database refuses the login of DATABASE_URL: wrong password, user, database or TLS mode. */
export const refusedEntry = (error: unknown): Error | undefined => {
  const reason = error instanceof Unavailable ? error.cause : error
  if (!(reason instanceof Error)) return undefined
  const refused =
    reason instanceof pg.DatabaseError
      ? /^(28|3D000)/.test(codeOf(reason))
      : /^(SASL|The server does not support SSL)|certificate/.test(reason.message)
  return refused ? reason : undefined
}

/** Whether no answer came within the query's timeout: the server, or the network to it, is silent. */
export const isSilence = (error: unknown): boolean => error instanceof Error && error.message === 'Query read timeout'

/** Whether the connection that raised this error can run another statement. */
export const leavesConnectionUsable = (error: unknown): boolean => {
  const code = codeOf(error)
  return error instanceof pg.DatabaseError && !/^(08|57P|25P03|26000)/.test(code) && !isStalePlan(error)
}

/** A deadlock or a serialisation failure: the whole transaction may be retried. */
export const isConflict = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && retryableCodes.has(codeOf(error))

/** A statement that was prepared before its table changed, or that the server has forgotten; it works once it is prepared again. */
export const isStalePlan = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  (error.code === '26000' || (error.code === '0A000' && error.routine === 'RevalidateCachedQuery'))

const violates = (code: string, error: unknown, constraint: string | undefined) =>
  error instanceof pg.DatabaseError &&
  error.code === code &&
  (constraint === undefined || error.constraint === constraint)

/** Whether a row was refused as a duplicate, by the named constraint or index if one is given. */
export const isUniqueViolation = (error: unknown, constraint?: string): boolean => violates('23505', error, constraint)

/** Whether a table could not be created because it is there. Which catalogue notices that another process creates it depends on the moment. */
export const isAlreadyThere = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && ['23505', '42710', '42P07'].includes(codeOf(error))

/** Whether a row was refused because it references a missing row, or because other rows reference it. */
export const isForeignKeyViolation = (error: unknown, constraint?: string): boolean =>
  violates('23503', error, constraint)

/** Whether a row was refused by an exclusion constraint because it overlaps another. */
export const isExclusionViolation = (error: unknown, constraint?: string): boolean =>
  violates('23P01', error, constraint)
