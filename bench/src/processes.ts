import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { BareWork } from './bare-server.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Finds a free port; another process could still take it. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

/** A measured server: its URL and how to stop it. */
export type Running = { url: string; stop: () => Promise<void> }

/** The path of the built command line. */
export const porticoCommand = `${root}server/bin/portico.js`

const start = async (settings: Record<string, string>): Promise<Running> => {
  const port = await freePort()
  const env = { ...process.env, PORT: String(port), LOG_LEVEL: 'warn', ...settings }
  const child = spawn(porticoCommand, ['serve'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; ; tries++) {
    const ready = await fetch(`${url}/readyz`).catch(() => undefined)
    if (ready?.ok) break
    if (tries > 2400 || child.exitCode !== null) throw new Error('Portico did not start')
    await sleep(50)
  }
  const stop = async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  }
  return { url, stop }
}

/** The secret key of every installation in the benchmark. */
export const secretKey = 'a secret key for the bench alone, 32+'

/** Starts the built product on an existing database, with webhooks allowed to this machine. */
export const startPortico = (databaseUrl: string, dataDir: string): Promise<Running> =>
  start({
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    SECRET_KEY: secretKey,
    WEBHOOK_ALLOW_PRIVATE: '1',
    DEMO: '0',
  })

/** Starts the product with its demo in a temporary folder. */
export const startDemo = async (): Promise<Running> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-demo-'))
  const { url, stop } = await start({ DATA_DIR: dataDir })
  const stopAndRemove = async () => {
    await stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { url, stop: stopAndRemove }
}

/** Starts the baseline server. */
export const startBare = async (work: BareWork): Promise<Running> => {
  const child = fork(`${root}bench/src/bare-server.ts`, { execArgv: ['--import', 'tsx'] })
  child.send(work)
  const [port] = await once(child, 'message')
  const stop = async () => {
    child.disconnect()
    await once(child, 'exit')
  }
  return { url: `http://127.0.0.1:${port}`, stop }
}
