import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { DatabaseLog } from '../database/log.ts'
import { OperatorError } from '../errors/operator-error.ts'
import {
  accessFile,
  type Cluster,
  environment,
  port,
  removeStalePidFile,
  runningPostmaster,
  superuser,
} from './cluster.ts'

/** A PostgreSQL that answers: one that we started, or one of another process that we joined. */
export interface Server {
  /** Resolves, with the reason, once it does not answer any more. */
  gone: Promise<string>
  /** Stops a server that we started; leaves one that we joined. */
  stop(): Promise<void>
}

/**
 * Ties PostgreSQL to this process: whatever way we end, the pipe on descriptor 3 closes and the watcher stops it. A line
 * on the pipe says that PostgreSQL is gone already. The watcher is a grandchild, because PostgreSQL would take a child
 * of its own process for one of its workers.
 */
const tie = '( ( read -r line <&3 || kill -INT $$ ) </dev/null >/dev/null 2>&1 & ) ; exec 3<&- ; exec "$@"'

const poll = 10

const settings = (cluster: Cluster, fsync: boolean): Record<string, string | number> => ({
  listen_addresses: '',
  hba_file: accessFile(cluster),
  unix_socket_directories: `"${cluster.socketFolder.replaceAll('"', '""')}"`,
  unix_socket_permissions: '0700',
  port,
  max_connections: 80,
  shared_buffers: '96MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  max_wal_size: '512MB',
  max_wal_senders: 0,
  io_method: 'sync',
  random_page_cost: 1.1,
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '',
  log_checkpoints: 'off',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  ...(fsync ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
})

/** A connection that does nothing: it ends when its server does. */
const connect = async (cluster: Cluster): Promise<pg.Client> => {
  const client = new pg.Client({
    host: cluster.socketFolder,
    port,
    user: superuser,
    database: 'postgres',
    ssl: false,
    connectionTimeoutMillis: 3000,
  })
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Joins the server that runs on the cluster, or answers undefined if none answers (yet). */
export const joinServer = async (cluster: Cluster): Promise<Server | undefined> => {
  if (!runningPostmaster(cluster.data)?.ready) return undefined
  const client = await connect(cluster).catch(() => undefined)
  if (!client) return undefined
  const gone = new Promise<string>(resolve => {
    client.on('end', () => resolve('the process that ran it has ended'))
  })
  return { gone, stop: () => client.end() }
}

/** Starts the PostgreSQL of the folder `runtime` on the cluster; throws the end of its log if it stops before it is ready. */
export const startServer = async (
  cluster: Cluster,
  runtime: string,
  options: { fsync: boolean; log: DatabaseLog; signal: AbortSignal },
): Promise<Server> => {
  await removeStalePidFile(cluster.data)
  const values = Object.entries(settings(cluster, options.fsync))
  const command = [
    join(runtime, 'bin', 'postgres'),
    '-D',
    cluster.data,
    ...values.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
  const child = spawn('/bin/sh', ['-c', tie, 'sh', ...command], {
    cwd: cluster.folder,
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    // Ctrl C in the terminal is for us alone: PostgreSQL stops after the last request.
    detached: true,
    ...cluster.owner,
  })
  const lastLines = passOn(child, options.log)
  const gone = new Promise<string>(resolve => {
    child.on('error', error => resolve(error.message))
    child.on('exit', (code, signal) => {
      release(child)
      resolve(`it ended with ${signal ?? `code ${code}`}`)
    })
  })
  const ended = gone.then(reason => {
    throw new OperatorError(`PostgreSQL did not start: ${reason}. ${lastLines.join(' ')}`.trim())
  })
  ended.catch(() => {})
  const server = { gone, stop: () => stop(child, gone) }
  try {
    await Promise.race([ended, untilReady(cluster, child.pid, options)])
  } catch (error) {
    await server.stop()
    throw error
  }
  return server
}

/** Tells the watcher that there is nothing left to stop, before another process could be given the same pid. */
const release = (child: ChildProcess) => {
  const pipe = child.stdio[3]
  if (pipe && 'end' in pipe) pipe.on('error', () => {}).end('gone\n')
}

const passOn = (child: ChildProcess, log: DatabaseLog): string[] => {
  const lastLines: string[] = []
  if (!child.stderr) return lastLines
  createInterface({ input: child.stderr }).on('line', line => {
    lastLines.push(line)
    if (lastLines.length > 10) lastLines.shift()
    const level = line.startsWith('PANIC') ? 'error' : line.startsWith('FATAL') ? 'warn' : 'info'
    log(level, `PostgreSQL: ${line.replace(/^[A-Z]+: +/, '')}`)
  })
  return lastLines
}

const untilReady = async (
  { data }: Cluster,
  pid: number | undefined,
  { log, signal }: { log: DatabaseLog; signal: AbortSignal },
) => {
  for (let waited = 0; ; waited += poll) {
    const postmaster = runningPostmaster(data)
    if (postmaster?.pid === pid && postmaster?.ready) return
    if (waited > 0 && waited % 5000 === 0) log('info', 'The embedded database is still recovering')
    await sleep(poll, undefined, { signal })
  }
}

const stop = async (child: ChildProcess, gone: Promise<string>) => {
  // Fast shutdown, then immediate, then none: each leaves a database that opens again.
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) break
    child.kill(signal)
    const timer = new AbortController()
    await Promise.race([gone, sleep(15_000, undefined, { signal: timer.signal }).catch(() => {})])
    timer.abort()
  }
  await gone
}

/** Makes the product's own role and database, unless they are there. */
export const ensureDatabase = async (cluster: Cluster, name: string): Promise<void> => {
  const client = await connect(cluster)
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount) return
    // Two processes may come here at once: the second finds the role and the database made.
    const alreadyThere = (error: unknown) => {
      const codes = ['42710', '42P04', '23505']
      if (!(error instanceof pg.DatabaseError && codes.includes(error.code ?? ''))) throw error
    }
    await client.query(`create role ${name} login`).catch(alreadyThere)
    await client.query(`create database ${name} owner ${name}`).catch(alreadyThere)
  } finally {
    await client.end()
  }
}
