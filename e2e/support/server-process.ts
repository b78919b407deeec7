import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** The built product. */
export const main = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url))
const startWithin = 120_000

/** What a process is told; none of the shell that runs the tests. */
export type Settings = Record<string, string>

/** A running process and what it printed. */
export type Running = { child: ChildProcess; ended: Promise<unknown>; said: string[] }

/** What is running: where, and what a command beside it is told. */
export type Started = { url: string; settings: Settings; stop: () => Promise<void> }

/** A port of this machine that nothing listens on. */
export const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  if (typeof address !== 'object' || address === null) throw new Error('no free port')
  return address.port
}

/** Starts a program that ends with this process, whatever ends it. */
export const startProgram = (program: string, args: string[], env: Settings): Running => {
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => said.push(String(chunk)))
  const end = () => child.kill('SIGTERM')
  process.on('exit', end)
  const ended = once(child, 'exit').finally(() => process.off('exit', end))
  return { child, said, ended }
}

/** The environment of a process of the product. */
export const environmentOf = (settings: Settings): Settings => {
  const { PATH = '', HOME = '', TMPDIR } = process.env
  return { PATH, HOME, ...(TMPDIR && { TMPDIR }), ...settings }
}

/** Starts a process of the product, whose webhooks may lead to this machine. */
export const startServer = (settings: Settings): Running =>
  startProgram(process.execPath, [main, 'serve'], environmentOf({ ...settings, WEBHOOK_ALLOW_PRIVATE: '1' }))

const isReady = async (url: string) => {
  try {
    return (await fetch(`${url}/readyz`)).ok
  } catch {
    return false
  }
}

/** Waits until a server is ready; throws what it printed where it ends instead. */
export const untilReady = async (url: string, { child, said }: Running): Promise<void> => {
  for (const until = Date.now() + startWithin; !(await isReady(url)); await wait(100))
    if (child.exitCode !== null || Date.now() > until) throw new Error(`Portico did not start:\n${said.join('')}`)
}

/** One process of the product, with a database of its own. */
export const startOne = async (dataDir: string): Promise<Started> => {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const settings = { PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn' }
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
