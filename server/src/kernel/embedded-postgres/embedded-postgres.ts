import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseLog } from '../database/log.ts'
import { type Cluster, openCluster, port, prepareToStart, runningPostmaster, superuser } from './cluster.ts'
import { ensureDatabase, joinServer, type Server, startServer } from './server.ts'

/** Where a PostgreSQL listens: the folder of its unix socket, and who signs in to what. */
export interface SocketConnection {
  host: string
  port: number
  user: string
  database: string
  ssl: false
}

/** A PostgreSQL of our own that is kept running until `stop`. */
export interface EmbeddedPostgres {
  /** As the product signs in: the owner of its database. */
  connection: SocketConnection
  /** As superuser, for making other databases and for backups. */
  admin: SocketConnection
  stop(): Promise<void>
}

export interface EmbeddedPostgresOptions {
  dataDir: string
  log: DatabaseLog
  /** False loses data in a power cut: for tests alone. */
  fsync?: boolean
}

const name = 'portico'
const longestPause = 5000
const firstTries = 5

/**
 * Starts PostgreSQL on `DATA_DIR/postgres`, or joins the one that another process runs there, and starts it again
 * whenever it goes away. Throws a sentence for the operator if it cannot be brought up at first.
 */
export const startEmbeddedPostgres = async (options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> => {
  const { log, fsync = true } = options
  const cluster = await openCluster(options.dataDir)
  const stopping = new AbortController()
  const { signal } = stopping
  const start = { fsync, log, signal }
  let server = await bringUp(cluster, { ...start, tries: firstTries })
  await ensureDatabase(cluster, name).catch(async error => {
    await server.stop()
    throw error
  })

  const bringUpAgain = async (): Promise<Server> => {
    try {
      return await bringUp(cluster, start)
    } catch (error) {
      signal.throwIfAborted()
      log('error', 'The embedded database cannot be started', { reason: String(error) })
      await sleep(longestPause, undefined, { signal })
      return bringUpAgain()
    }
  }
  const keep = async () => {
    for (;;) {
      const since = Date.now()
      const reason = await server.gone
      signal.throwIfAborted()
      log('warn', `The embedded database is gone: ${reason}. Starting it again`)
      if (Date.now() - since < longestPause) await sleep(500, undefined, { signal })
      server = await bringUpAgain()
      if (signal.aborted) return server.stop()
      log('info', 'The embedded database answers again')
    }
  }
  const kept = keep().catch(error => {
    // `stop` ends it so.
    if (!signal.aborted) throw error
  })

  const connection = { host: cluster.socketFolder, port, user: name, database: name, ssl: false as const }
  return {
    connection,
    admin: { ...connection, user: superuser, database: 'postgres' },
    stop: async () => {
      stopping.abort()
      await server.stop()
      await kept
    },
  }
}

/** Joins or starts, again and again with growing pauses, until the database answers or `tries` starts have failed. */
const bringUp = async (
  cluster: Cluster,
  options: { fsync: boolean; log: DatabaseLog; signal: AbortSignal; tries?: number },
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
    // One that is starting or stopping is left to finish.
    const running = runningPostmaster(cluster.data)
    if (running) {
      if (++waits % 400 === 0)
        log('warn', `Waiting for the PostgreSQL of process ${running.pid}, which does not answer`)
      await sleep(25, undefined, { signal })
      continue
    }
    const runtime = await prepareToStart(cluster)
    try {
      return await startServer(cluster, runtime, options)
    } catch (error) {
      if (signal.aborted || ++failures >= tries) throw error
      log('warn', 'The embedded database did not start; trying again', { reason: String(error) })
      await sleep(Math.min(longestPause, 100 * 2 ** failures), undefined, { signal })
    }
  }
}
