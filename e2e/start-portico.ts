import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { pdf } from './pdf.ts'
import { importLines } from './people.ts'
import { visitorLines } from './visitors.ts'

const main = fileURLToPath(new URL('../server/dist/main.js', import.meta.url))
const startWithin = 120_000

const freePort = async () => {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  if (typeof address !== 'object' || address === null) throw new Error('no free port')
  return address.port
}

const isReady = async (url: string) => {
  try {
    return (await fetch(`${url}/readyz`)).ok
  } catch {
    return false
  }
}

/** Starts the built product once a run, with the demo and the tests' own people, on a port and a folder of its own. */
const startPortico = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-e2e-'))
  // As root, the database runs as a user of its own, who has to get in.
  chmodSync(folder, 0o711)
  const port = await freePort()
  const url = `http://localhost:${port}`
  // Bare settings: none of the shell that runs the tests.
  const { PATH, HOME, TMPDIR } = process.env
  const env = { PATH, HOME, TMPDIR, PORT: String(port), DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn' }
  const server = spawn(process.execPath, [main, 'serve'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const said: string[] = []
  for (const stream of [server.stdout, server.stderr]) stream.on('data', chunk => said.push(String(chunk)))
  const ended = once(server, 'exit')

  const stop = async () => {
    server.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }

  try {
    const until = Date.now() + startWithin
    while (!(await isReady(url))) {
      if (server.exitCode !== null || Date.now() > until) throw new Error(`Portico did not start:\n${said.join('')}`)
      await wait(100)
    }
    const file = join(folder, 'people.jsonl')
    writeFileSync(file, importLines() + visitorLines())
    writeFileSync(join(folder, 'documento.pdf'), pdf(2))
    // 20 MB.
    writeFileSync(join(folder, 'grande.pdf'), pdf(10, 2_000_000))
    await promisify(execFile)(process.execPath, [main, 'import', file], { env }).catch(error => {
      throw new Error(`The import failed:\n${error.stdout}${error.stderr}`)
    })
  } catch (error) {
    await stop()
    throw error
  }
  process.env.PORTICO_URL = url
  process.env.PORTICO_DATA_DIR = env.DATA_DIR
  return stop
}

export default startPortico
