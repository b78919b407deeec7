import { setTimeout as sleep } from 'node:timers/promises'
import { type Cluster, openCluster, port, prepareToStart, runningPostmaster, superuser } from './cluster.ts'
import type { Log } from './log.ts'
import { ensureDatabase, joinServer, type Server, startServer } from './server.ts'

export { findClosedFolder } from './database-user.ts'
export { EmbeddedPostgresError, type EmbeddedPostgresErrorCode } from './errors.ts'

/** A connection to PostgreSQL through its Unix socket, as the options of the `pg` package: `host` is the folder of the socket. */
export interface SocketConnection {
  host: string
  port: number
  user: string
  database: string
  ssl: false
}

/** A PostgreSQL that is kept running until `stop`. */
export interface EmbeddedPostgres {
  /** As the owner of the database. */
  connection: SocketConnection
  /** As the superuser, for creating other databases and for backups. */
  admin: SocketConnection
  /** Stops the server if this process started it; a server of another process goes on running. */
  stop(): Promise<void>
}

/** What `startEmbeddedPostgres` needs to know. */
export interface EmbeddedPostgresOptions {
  /** Holds binaries, data and socket; created if missing. Processes that share it share one server. */
  folder: string
  /** The name of the database, and of the role that owns it. */
  database: string
  log: Log
  /** `false` loses data in a power cut: for tests only. */
  fsync?: boolean
}

const longestPauseMs = 5000
const firstTries = 5

/**
 * Starts PostgreSQL in `folder`, or joins the server that another process runs there, and starts it again whenever it ends. Throws
 * an {@link EmbeddedPostgresError} if the first start fails; later failures are logged and tried again.
 */
export const startEmbeddedPostgres = async (options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> => {
  const { log, fsync = true, database } = options
  const cluster = await openCluster(options.folder)
  const stopping = new AbortController()
  const { signal } = stopping
  const start = { fsync, log, signal }
  let server = await joinOrStart(cluster, { ...start, tries: firstTries })
  await ensureDatabase(cluster, database).catch(async error => {
    await server.stop()
    throw error
  })

  const restart = async (): Promise<Server> => {
    for (;;) {
      try {
        return await joinOrStart(cluster, start)
      } catch (error) {
        signal.throwIfAborted()
        log('error', 'The embedded database cannot be started', { reason: String(error) })
        await sleep(longestPauseMs, undefined, { signal })
      }
    }
  }
  const supervise = async () => {
    for (;;) {
      const since = Date.now()
      const reason = await server.ended
      signal.throwIfAborted()
      log('warn', `The embedded database is gone: ${reason}. Starting it again`)
      if (Date.now() - since < longestPauseMs) await sleep(500, undefined, { signal })
      server = await restart()
      if (signal.aborted) return server.stop()
      log('info', 'The embedded database answers again')
    }
  }
  const supervision = supervise().catch(error => {
    // `stop` aborts the supervision.
    if (!signal.aborted) throw error
  })

  const connection = { host: cluster.socketFolder, port, user: database, database, ssl: false as const }
  return {
    connection,
    admin: { ...connection, user: superuser, database: 'postgres' },
    stop: async () => {
      stopping.abort()
      await server.stop()
      await supervision
    },
  }
}

/** Joins or starts a server, with growing pauses, until it accepts connections or `tries` starts have failed. */
const joinOrStart = async (
  cluster: Cluster,
  options: { fsync: boolean; log: Log; signal: AbortSignal; tries?: number },
): Promise<Server> => {
  const { log, signal, tries = Number.POSITIVE_INFINITY } = options
  let failures = 0
  for (let waits = 0; ; ) {
    signal.throwIfAborted()
    const joined = await joinServer(cluster)
    if (joined) {
      log('info', 'Joined the embedded database that another process runs')
      return joined
    }
    // A server that does not accept connections is starting or stopping: wait until it has done so.
    const running = runningPostmaster(cluster.data)
    if (running) {
      if (++waits % 400 === 0)
        log('warn', `Waiting for the PostgreSQL of process ${running.pid}, which does not answer`)
      await sleep(25, undefined, { signal })
      continue
    }
    const binaries = await prepareToStart(cluster)
    try {
      return await startServer(cluster, binaries, options)
    } catch (error) {
      if (signal.aborted || ++failures >= tries) throw error
      log('warn', 'The embedded database did not start; trying again', { reason: String(error) })
      await sleep(Math.min(longestPauseMs, 100 * 2 ** failures), undefined, { signal })
    }
  }
}
