import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** Path of the built server. */
export const main = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url))
const startWithin = 120_000

/** Environment variables of a process. Those of the shell that runs the tests are not passed on. */
export type Settings = Record<string, string>

/** A running process and its output. */
export type Running = { child: ChildProcess; ended: Promise<unknown>; said: string[] }

/** A running installation: its URL, and the settings for commands that run beside it. */
export type Started = { url: string; settings: Settings; stop: () => Promise<void> }

/** Returns a free port of this machine. */
export const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  if (typeof address !== 'object' || address === null) throw new Error('no free port')
  return address.port
}

/** Starts a program that is stopped when this process ends for whatever reason. */
export const startProgram = (program: string, args: string[], env: Settings): Running => {
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => said.push(String(chunk)))
  const end = () => child.kill('SIGTERM')
  process.on('exit', end)
  const ended = once(child, 'exit').finally(() => process.off('exit', end))
  return { child, said, ended }
}

/** The environment of a Portico process. */
export const environmentOf = (settings: Settings): Settings => {
  const { PATH = '', HOME = '', TMPDIR } = process.env
  return { PATH, HOME, ...(TMPDIR && { TMPDIR }), ...settings }
}

/** Starts a Portico process whose webhooks may use addresses of this machine. */
export const startServer = (settings: Settings): Running =>
  startProgram(process.execPath, [main, 'serve'], environmentOf({ ...settings, WEBHOOK_ALLOW_PRIVATE: '1' }))

const isReady = async (url: string) => {
  try {
    return (await fetch(`${url}/readyz`)).ok
  } catch {
    return false
  }
}

/** Waits until a server is ready. Throws with its output if it exits. */
export const untilReady = async (url: string, { child, said }: Running): Promise<void> => {
  for (const until = Date.now() + startWithin; !(await isReady(url)); await wait(100))
    if (child.exitCode !== null || Date.now() > until) throw new Error(`Portico did not start:\n${said.join('')}`)
}

/** Starts one Portico process with its own database. */
export const startOne = async (dataDir: string, more: Settings = {}): Promise<Started> => {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const settings = {
    ...{ PORT: String(port), DATA_DIR: dataDir, BACKUP_DIR: `${dataDir}-backups`, LOG_LEVEL: 'warn', PUBLIC_URL: url },
    ...more,
  }
  const server = startServer(settings)
  const stop = async () => {
    server.child.kill('SIGTERM')
    await server.ended
  }
  await untilReady(url, server).catch(async error => {
    await stop()
    throw error
  })
  return { url, settings, stop }
}
