import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startS3Server } from '../../server/test/servers/s3-server.ts'
import {
  environmentOf,
  freePort,
  type Settings,
  type Started,
  startProgram,
  startServer,
  untilReady,
} from './server-process.ts'

const FIRST_STOP_MS = 15_000
const NEXT_STOP_MS = 60_000
const AWAY_MS = 3000

/** The nginx configuration of deploy/ for these processes, without TLS. */
const siteOf = (port: number, servers: number[]) => {
  const shipped = readFileSync(new URL('../../deploy/nginx.conf', import.meta.url), 'utf8')
  const upstream = servers.map(server => `  server 127.0.0.1:${server} max_fails=0;\n`).join('')
  const site = shipped
    .replace(/^server \{\n {2}listen 80;.*?^\}\n/ms, '')
    .replace(/^ {2}(listen|ssl_\w+|add_header) .*\n/gm, '')
    .replace('server_name portal.example.com;', `listen 127.0.0.1:${port};`)
    .replace(/^ {2}server 127.0.0.1:3000 max_fails=0;\n/m, upstream)
  if (!site.includes(`listen 127.0.0.1:${port};`) || !site.includes(upstream))
    throw new Error('deploy/nginx.conf has changed: these tests no longer find their way in it')
  return site
}

const startNginx = async (folder: string, site: string, url: string) => {
  mkdirSync(folder, { mode: 0o711 })
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const paths = kinds.map(kind => `  ${kind}_temp_path ${folder}/${kind};\n`).join('')
  const config = `daemon off;\npid ${folder}/pid;\nerror_log stderr error;\nevents {}\nhttp {\n  access_log off;\n${paths}${site}}\n`
  writeFileSync(join(folder, 'nginx.conf'), config)
  const nginx = startProgram('/usr/sbin/nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], environmentOf({}))
  await untilReady(url, nginx)
  return nginx
}

/**
 * Starts two Portico processes on one PostgreSQL and one S3 server, behind nginx with the configuration of deploy/. One of them at a
 * time is repeatedly stopped and started, as an update does, and nobody may notice. At the end one is killed: requests that it was
 * answering are lost then, so no test of a user runs beside it.
 */
export const startSeveral = async (folder: string, databaseUrl: string, more: Settings = {}): Promise<Started> => {
  const [port, ...ports] = [await freePort(), await freePort(), await freePort()]
  const url = `http://localhost:${port}`
  const storage = await startS3Server()
  const settings = {
    DATABASE_URL: databaseUrl,
    STORAGE_URL: storage.url(),
    SECRET_KEY: randomBytes(32).toString('hex'),
    DATA_DIR: join(folder, 'data'),
    PUBLIC_URL: url,
    TRUST_PROXY: 'loopback',
    DEMO: '1',
    LOG_LEVEL: 'warn',
    ...more,
  }
  const start = (port: number) => startServer({ ...settings, PORT: String(port) })
  const originOf = (port: number) => `http://127.0.0.1:${port}`
  const servers = ports.map(start)
  const stopping = new AbortController()
  let nginx: Awaited<ReturnType<typeof startNginx>> | undefined
  let stops = 0

  const endAndStart = async (at: 0 | 1, signal: 'SIGTERM' | 'SIGKILL', away: () => Promise<unknown>) => {
    const [server, port] = [servers[at], ports[at]]
    if (!server || port === undefined) throw new Error(`there is no process ${at + 1}`)
    server.child.kill(signal)
    await server.ended
    await away()
    const again = start(port)
    servers[at] = again
    await untilReady(originOf(port), again)
  }

  const stopAgainAndAgain = async () => {
    const { signal } = stopping
    for (let at: 0 | 1 = 0; ; at = at ? 0 : 1) {
      await wait(stops === 0 ? FIRST_STOP_MS : NEXT_STOP_MS, undefined, { signal })
      stops++
      await endAndStart(at, 'SIGTERM', () => wait(AWAY_MS))
      console.log(`Process ${at + 1} was stopped and is back`)
    }
  }

  /** The other process goes on answering, and the killed one comes back. */
  const killOne = async () => {
    await endAndStart(0, 'SIGKILL', async () => {
      for (let call = 0; call < 20; call++) {
        const { status } = await fetch(`${url}/readyz`)
        if (status !== 200) throw new Error(`with one process killed, ${url}/readyz answered ${status}`)
      }
    })
    console.log('Process 1 was killed and is back')
  }

  let updating: Promise<void> = Promise.resolve()
  const stop = async () => {
    stopping.abort()
    const fault = await updating.catch(error => (stopping.signal.reason === error.cause ? undefined : error))
    const running = [...servers, ...(nginx ? [nginx] : [])]
    for (const { child } of running) child.kill('SIGTERM')
    await Promise.all(running.map(({ ended }) => ended))
    await storage.stop()
    if (fault) throw fault
  }
  try {
    for (const [at, server] of servers.entries()) await untilReady(originOf(ports[at] ?? 0), server)
    nginx = await startNginx(join(folder, 'nginx'), siteOf(port, ports), url)
  } catch (error) {
    await stop()
    throw error
  }
  updating = stopAgainAndAgain()
  updating.catch(() => {})
  process.env.PORTICO_PROCESSES = ports.map(originOf).join(' ')
  return {
    url,
    settings,
    stop: async () => {
      stopping.abort()
      await updating.catch(() => {})
      try {
        if (stops === 0) throw new Error('The suite was over before a process could be stopped')
        await killOne()
      } finally {
        await stop()
      }
      console.log(`Of two processes behind nginx, one was stopped ${stops} times`)
    },
  }
}
