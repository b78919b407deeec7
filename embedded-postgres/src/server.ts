import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import {
  accessRulesFile,
  type Cluster,
  environment,
  port,
  removeStalePidFile,
  runningPostmaster,
  superuser,
} from './cluster.ts'
import { EmbeddedPostgresError } from './errors.ts'
import type { Log } from './log.ts'

/** A PostgreSQL that accepts connections: started by this process, or by another process and joined. */
export interface Server {
  /** Resolves with the reason when the server no longer runs. */
  ended: Promise<string>
  /** Stops a server that this process started; disconnects from one that it joined. */
  stop(): Promise<void>
}

/**
 * Starts PostgreSQL with a watcher that stops it when this process ends, however it ends: then the pipe on descriptor 3 closes. A line on
 * the pipe means that PostgreSQL has already ended. The watcher is a grandchild, because PostgreSQL would take a child of its own
 * process for one of its workers.
 */
const startWithWatcher = '( ( read -r line <&3 || kill -INT $$ ) </dev/null >/dev/null 2>&1 & ) ; exec 3<&- ; exec "$@"'

const pollMs = 10

const settings = (cluster: Cluster, fsync: boolean): Record<string, string | number> => ({
  listen_addresses: '',
  hba_file: accessRulesFile(cluster),
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
  // Tests, of which several files run at a time, each with the pools of its servers.
  ...(fsync ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: 200 }),
})

/** An idle connection, which ends when the server does. */
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

/** Joins the server that another process runs on the cluster; undefined while none accepts connections. */
export const joinServer = async (cluster: Cluster): Promise<Server | undefined> => {
  if (!runningPostmaster(cluster.data)?.ready) return undefined
  const client = await connect(cluster).catch(() => undefined)
  if (!client) return undefined
  const ended = new Promise<string>(resolve => {
    client.on('end', () => resolve('the process that ran it has ended'))
  })
  return { ended, stop: () => client.end() }
}

/** Starts the PostgreSQL in the folder `binaries` on the cluster; `start_failed` if it ends before it accepts connections. */
export const startServer = async (
  cluster: Cluster,
  binaries: string,
  options: { fsync: boolean; log: Log; signal: AbortSignal },
): Promise<Server> => {
  await removeStalePidFile(cluster.data)
  const values = Object.entries(settings(cluster, options.fsync))
  const command = [
    join(binaries, 'bin', 'postgres'),
    '-D',
    cluster.data,
    ...values.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
  const child = spawn('/bin/sh', ['-c', startWithWatcher, 'sh', ...command], {
    cwd: cluster.folder,
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    // In a session of its own, Ctrl C in the terminal does not reach PostgreSQL: the program stops it after its last request.
    detached: true,
    ...cluster.user,
  })
  const lastLines = forwardLog(child, options.log)
  const ended = new Promise<string>(resolve => {
    child.on('error', error => resolve(error.message))
    child.on('exit', (code, signal) => {
      dismissWatcher(child)
      resolve(`it ended with ${signal ?? `code ${code}`}`)
    })
  })
  const endedTooEarly = ended.then(reason => {
    throw new EmbeddedPostgresError(
      'start_failed',
      `PostgreSQL did not start: ${reason}. ${lastLines.join(' ')}`.trim(),
    )
  })
  endedTooEarly.catch(() => {})
  const server = { ended, stop: () => stopProcess(child, ended) }
  try {
    await Promise.race([endedTooEarly, waitUntilReady(cluster, child.pid, options)])
  } catch (error) {
    await server.stop()
    throw error
  }
  return server
}

/** Ends the watcher, before another process can get the pid that it would stop. */
const dismissWatcher = (child: ChildProcess) => {
  const pipe = child.stdio[3]
  if (pipe && 'end' in pipe) pipe.on('error', () => {}).end('gone\n')
}

const forwardLog = (child: ChildProcess, log: Log): string[] => {
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

const waitUntilReady = async (
  { data }: Cluster,
  pid: number | undefined,
  { log, signal }: { log: Log; signal: AbortSignal },
) => {
  for (let waited = 0; ; waited += pollMs) {
    const postmaster = runningPostmaster(data)
    if (postmaster?.pid === pid && postmaster?.ready) return
    if (waited > 0 && waited % 5000 === 0) log('info', 'The embedded database is still recovering')
    await sleep(pollMs, undefined, { signal })
  }
}

const stopProcess = async (child: ChildProcess, ended: Promise<string>) => {
  // Fast shutdown, immediate shutdown, kill: the data can be opened again after each of them.
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) break
    child.kill(signal)
    const timer = new AbortController()
    await Promise.race([ended, sleep(15_000, undefined, { signal: timer.signal }).catch(() => {})])
    timer.abort()
  }
  await ended
}

/** Creates the role `name`, without privileges, and the database `name` that it owns, unless they exist. */
export const ensureDatabase = async (cluster: Cluster, name: string): Promise<void> => {
  const client = await connect(cluster)
  const quoted = client.escapeIdentifier(name)
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount) return
    // Another process may create them at the same time.
    const ignoreDuplicate = (error: unknown) => {
      const codes = ['42710', '42P04', '23505']
      if (!(error instanceof pg.DatabaseError && codes.includes(error.code ?? ''))) throw error
    }
    await client.query(`create role ${quoted} login`).catch(ignoreDuplicate)
    await client.query(`create database ${quoted} owner ${quoted}`).catch(ignoreDuplicate)
  } finally {
    await client.end()
  }
}
