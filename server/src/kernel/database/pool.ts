import pg from 'pg'
import { classifyError, isSilence } from './errors.ts'
import type { DatabaseLog } from './log.ts'
import { shareConnections } from './shared-connections.ts'
import { valueParsers } from './values.ts'

/** Options of {@link openPool}. */
export interface PoolOptions {
  /** A URL, or the address of the embedded PostgreSQL. */
  connection: string | pg.ClientConfig
  /** Maximum number of connections; default 10. */
  max?: number
  /** Milliseconds to wait for a free connection before `Unavailable`; default 5000. */
  acquireTimeout?: number
  /** Milliseconds that a statement may take before the server cancels it; default 15000. 0: no limit. */
  statementTimeout?: number
  /** Milliseconds without a statement after which the server ends an open transaction; default 60000. 0: no limit. */
  idleTransactionTimeout?: number
  log: DatabaseLog
}

/** A query, with the milliseconds to wait for its answer; 0: no limit. */
export type Query = { name?: string; text: string; values?: unknown[]; query_timeout: number }

/** A connection that was idle for longer is probed before it is used. */
const PROBE_AFTER_MS = 5000
const PROBE_TIMEOUT_MS = 2000
/** How long to wait for the server to close a connection that we end, in milliseconds. */
const GOODBYE_MS = 5000

/**
 * A server keeps the locks of a client whose machine was lost until it notices, by default after two hours. With these options it notices
 * within 25 seconds that the client is gone, and ends a transaction that a program, a suspended machine or a proxy keeps open without
 * sending anything. See decision 42, Unresponsive database connections.
 */
const sessionOptions = (idleTransactionTimeout: number): string =>
  Object.entries({
    timezone: 'UTC',
    // Our statements are short: JIT compilation takes longer than running them, by seconds for the one that finds the records of an import.
    jit: 'off',
    idle_in_transaction_session_timeout: idleTransactionTimeout,
    tcp_keepalives_idle: 10,
    tcp_keepalives_interval: 5,
    tcp_keepalives_count: 3,
    tcp_user_timeout: 20_000,
  })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')

/** The driver's client waits for the server to close the connection, which a silent server never does. */
class PromptClient extends pg.Client {
  override end(): Promise<void>
  override end(callback: (error: Error) => void): void
  override end(callback?: (error: Error) => void): Promise<void> | void {
    const { stream } = this.connection
    const timer = setTimeout(() => stream.destroy(), GOODBYE_MS)
    stream.once('close', () => clearTimeout(timer))
    return callback ? super.end(callback) : super.end()
  }
}

/**
 * Sends a query, together with those that follow on the connection before the event loop goes on: each write wakes a process of PostgreSQL, which
 * takes longer than many a statement. The driver copies a plain object of settings in a way that takes it longer than to read a short answer,
 * but not a query of its own class.
 */
const send = (client: pg.PoolClient, { name, text, values, query_timeout }: Query): Promise<pg.QueryResult> =>
  new Promise((resolve, reject) => {
    const query = new pg.Query(text, values, (error, result) => (error ? reject(error) : resolve(result)))
    const { stream } = client.connection
    stream.cork()
    process.nextTick(() => stream.uncork())
    client.query(Object.assign(query, { name, query_timeout }))
  })

/** Opens a pool that hands out only live connections; it connects at the first query. */
export const openPool = ({ connection, log, ...options }: PoolOptions) => {
  const config = typeof connection === 'string' ? { connectionString: connection } : connection
  const clientConfig = {
    application_name: 'portico',
    connectionTimeoutMillis: options.acquireTimeout ?? 5000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    options: sessionOptions(options.idleTransactionTimeout ?? 60_000),
    statement_timeout: options.statementTimeout ?? 15_000,
    types: valueParsers,
    ...config,
  }
  const max = options.max ?? 10
  const pool = new pg.Pool({ Client: PromptClient, idleTimeoutMillis: 60_000, max, pipeline: true, ...clientConfig })
  let closing = false
  pool.on('error', error => {
    if (!closing) log('warn', 'An idle database connection was lost', { reason: error.message })
  })
  // Without a listener, a connection lost between two statements of a transaction would end the process.
  pool.on('connect', client => client.on('error', () => {}))

  const answeredAt = new WeakMap<pg.PoolClient, number>()
  /** When the last query that got no answer was sent: connections that have not answered since then are suspect. */
  let silentSince = Number.NEGATIVE_INFINITY

  /** Sends a query on an acquired connection. */
  const query = async (client: pg.PoolClient, sent: Query): Promise<pg.QueryResult> => {
    const sentAt = performance.now()
    try {
      const result = await send(client, sent)
      answeredAt.set(client, performance.now())
      return result
    } catch (error) {
      // The stack ends in the driver, which made the error; now it shows the caller.
      if (error instanceof Error) Error.captureStackTrace(error)
      if (isSilence(error)) silentSince = Math.max(silentSince, sentAt)
      throw error
    }
  }

  const isAlive = async (client: pg.PoolClient): Promise<boolean> => {
    const answered = answeredAt.get(client)
    if (answered === undefined) return true
    if (answered <= silentSince) return false
    if (performance.now() - answered < PROBE_AFTER_MS) return true
    return query(client, { text: 'select 1', query_timeout: PROBE_TIMEOUT_MS }).then(
      () => true,
      () => false,
    )
  }

  /** Acquires a connection that answers, for one caller until it is released; `Unavailable` if there is none. */
  const acquire = async (): Promise<pg.PoolClient> => {
    for (;;) {
      let client: pg.PoolClient
      try {
        client = await pool.connect()
      } catch (error) {
        throw classifyError(error)
      }
      if (await isAlive(client)) return client
      client.release(true)
    }
  }

  const isUsedUp = () => pool.totalCount >= max && pool.idleCount === 0
  const shared = shareConnections({ acquire, query, max, isUsedUp })

  return {
    acquire,
    query,
    /** Sends a quick statement on a connection that others may use at the same time. */
    queryShared: shared.send,
    /** A client for notifications, like those of the pool; not connected yet. */
    newClient: (): pg.Client => new PromptClient({ ...clientConfig, application_name: 'portico notifications' }),
    /** How many connections are open and how many are idle, and how many statements wait for one, or for others on one that they share. */
    connections: () => ({
      open: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount + shared.behind(),
    }),
    /** Waits for running queries, then closes every connection. */
    close: (): Promise<void> => {
      closing = true
      return pool.end()
    },
  }
}
