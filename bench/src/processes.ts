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

/** A port that was free a moment ago. */
const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

/** A server under measure: its address and how to end it. */
export type Running = { url: string; stop: () => Promise<void> }

/** The command line as it is built. */
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
    if (tries > 600 || child.exitCode !== null) throw new Error('Portico did not start')
    await sleep(50)
  }
  const stop = async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  }
  return { url, stop }
}

/** The secret key of every installation here. */
export const secretKey = 'a secret key for the bench alone, 32+'

/** Starts the product as it is built, on a database that is there; its webhooks lead to this machine. */
export const startPortico = (databaseUrl: string, dataDir: string): Promise<Running> =>
  start({
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    SECRET_KEY: secretKey,
    WEBHOOK_ALLOW_PRIVATE: '1',
    DEMO: '0',
  })

/** Starts the product with its demo, in a folder of its own that goes with it. */
export const startDemo = async (): Promise<Running> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-demo-'))
  const { url, stop } = await start({ DATA_DIR: dataDir })
  const stopAndRemove = async () => {
    await stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { url, stop: stopAndRemove }
}

/** Starts the yardstick. */
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
