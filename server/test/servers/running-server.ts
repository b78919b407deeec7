import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

const program = fileURLToPath(new URL('../../bin/portico.js', import.meta.url))
const built = fileURLToPath(new URL('../../dist/main.js', import.meta.url))

/** The system may give a port again as soon as it is closed, though nothing listens on it yet. */
const givenPorts = new Set<number>()

/** A port of this machine that nothing listens on, each time another one. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no free port')
  if (givenPorts.has(address.port)) return freePort()
  givenPorts.add(address.port)
  return address.port
}

/** The built product in a process of its own, as `npm start` runs it. */
export type RunningServer = {
  child: ChildProcess
  /** Everything it printed on either stream so far, by line. */
  lines: string[]
  /** Its exit code and the signal that ended it. */
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
  /** Waits for a line, which may have been printed already; rejects when the process ends without it. */
  said: (what: string | RegExp) => Promise<string>
}

/** Starts `portico serve` with these settings and no others; it is killed after the test. */
export const runServer = (
  settings: Record<string, string>,
  user: { uid?: number; gid?: number } = {},
): RunningServer => {
  if (!existsSync(built)) throw new Error('The server is not built: npm run build.')
  const env = { PATH: process.env.PATH ?? '', ...settings }
  const child = spawn(process.execPath, [program, 'serve'], { env, stdio: ['ignore', 'pipe', 'pipe'], ...user })
  const lines: string[] = []
  const waiting = new Set<() => void>()
  const take = (line: string) => {
    lines.push(line)
    for (const look of waiting) look()
  }
  createInterface({ input: child.stdout }).on('line', take)
  createInterface({ input: child.stderr }).on('line', take)
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal }))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const said = (what: string | RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const line = lines.find(line => (typeof what === 'string' ? line.includes(what) : what.test(line)))
        if (line === undefined) return
        waiting.delete(look)
        resolve(line)
      }
      waiting.add(look)
      ended.then(() => reject(new Error(`The server ended without "${what}":\n${lines.join('\n')}`)))
      look()
    })
  return { child, lines, ended, said }
}

/** Starts one and waits until it is ready; the address at which it answers. */
export const startedServer = async (settings: Record<string, string>): Promise<RunningServer & { url: string }> => {
  const server = runServer({ PORT: '0', ...settings })
  const line = await server.said('Portico is ready: ')
  return { ...server, url: line.replace(/^.*: /, '').replace('localhost', '127.0.0.1') }
}
