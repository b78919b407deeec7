import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { freePort } from './running-server.ts'

const run = promisify(execFile)

const KEY = 'portico:tester'
const SECRET = 'a/secret+with@signs'
const BUCKET = 'files'

/** A real S3 server for one test file: OpenStack Swift with its S3 API, objects in memory. */
export type S3Server = {
  /** STORAGE_URL of its empty bucket, and of others that differ from it in the given parts. */
  url(other?: { secret?: string; bucket?: string; prefix?: string }): string
  /** Stops all its processes and removes its folder. */
  stop(): Promise<void>
}

const requireSwift = () => {
  if (['proxy', ...BACKS].every(name => existsSync(`/usr/bin/swift-${name}-server`))) return
  throw new Error("The S3 tests need Debian's OpenStack Swift: npm run test:full installs it when run as root.")
}

const BACKS = ['account', 'container', 'object'] as const

const common = (folder: string, port: number) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
user = ${userInfo().username}
swift_dir = ${folder}
devices = ${folder}/devices
mount_check = false
workers = 0
log_level = ERROR
`

const backConfig = (folder: string, port: number, back: (typeof BACKS)[number]) => `${common(folder, port)}
[pipeline:main]
pipeline = ${back}-server

[app:${back}-server]
use = egg:swift#${back === 'object' ? 'mem_object' : back}
`

const proxyConfig = (folder: string, port: number) => `${common(folder, port)}
[pipeline:main]
pipeline = catch_errors healthcheck cache s3api tempauth bulk slo proxy-server

[filter:catch_errors]
use = egg:swift#catch_errors
[filter:healthcheck]
use = egg:swift#healthcheck
[filter:cache]
use = egg:swift#memcache
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_portico_tester = ${SECRET} .admin
[filter:bulk]
use = egg:swift#bulk
[filter:slo]
use = egg:swift#slo

[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
`

const makeRing = async (folder: string, back: (typeof BACKS)[number], port: number) => {
  const build = (...args: string[]) => run('swift-ring-builder', [path.join(folder, `${back}.builder`), ...args])
  await build('create', '2', '1', '0')
  await build('add', `r1z1-127.0.0.1:${port}/sda`, '1')
  await build('rebalance')
}

const startServer = async (folder: string, name: string, config: string) => {
  const file = path.join(folder, `${name}-server.conf`)
  await writeFile(file, config)
  const log = path.join(folder, `${name}.log`)
  // The servers stop when this process ends: each watches a pipe that this process holds open.
  const child = spawn(
    'sh',
    [
      '-c',
      `"$0" "$1" >"$2" 2>&1 & server=$!; read -r _; kill $server; wait $server`,
      `swift-${name}-server`,
      file,
      log,
    ],
    {
      stdio: ['pipe', 'ignore', 'ignore'],
    },
  )
  return { child, log }
}

const answers = async (url: string) => {
  try {
    return (await fetch(url)).ok
  } catch {
    return false
  }
}

const untilReady = async (url: string, logs: string[]) => {
  for (const end = Date.now() + 30_000; Date.now() < end; await wait(100)) if (await answers(url)) return
  const said = await Promise.all(logs.map(log => readFile(log, 'utf8').catch(() => '')))
  throw new Error(`OpenStack Swift did not start:\n${said.join('\n')}`)
}

const makeBucket = async (endpoint: string) => {
  const client = new S3Client({
    endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: KEY, secretAccessKey: SECRET },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  await client.send(new CreateBucketCommand({ Bucket: BUCKET }))
  client.destroy()
}

const end = async (child: ChildProcess) => {
  if (child.exitCode !== null) return
  child.stdin?.end()
  await once(child, 'exit')
}

/** Starts Swift in a temporary folder; throws an error with a clear message if it is not installed. */
export const startS3Server = async (): Promise<S3Server> => {
  requireSwift()
  const folder = await mkdtemp(path.join(tmpdir(), 'portico-swift-'))
  await mkdir(path.join(folder, 'devices', 'sda'), { recursive: true })
  const servers: Awaited<ReturnType<typeof startServer>>[] = []
  const stop = async () => {
    await Promise.all(servers.map(({ child }) => end(child)))
    await rm(folder, { recursive: true, force: true })
  }
  try {
    for (const back of BACKS) {
      const port = await freePort()
      await makeRing(folder, back, port)
      servers.push(await startServer(folder, back, backConfig(folder, port, back)))
    }
    const port = await freePort()
    servers.push(await startServer(folder, 'proxy', proxyConfig(folder, port)))
    await untilReady(
      `http://127.0.0.1:${port}/healthcheck`,
      servers.map(({ log }) => log),
    )
    await makeBucket(`http://127.0.0.1:${port}`)
    return {
      url: ({ secret = SECRET, bucket = BUCKET, prefix = '' } = {}) =>
        `s3://${encodeURIComponent(KEY)}:${encodeURIComponent(secret)}@127.0.0.1:${port}/${bucket}?tls=0&prefix=${prefix}`,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
