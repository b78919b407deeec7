import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { run } from '../run.mjs'
import { freePort } from './free-port.mjs'

/** The major versions of Node on which the full test runs the server suite and a start, besides the one that runs the tests. */
export const otherVersions = ['24', '26']

/** The path of a Node of this major version, which npm downloads. Throws with npm's words if it cannot. */
export const findNode = async version => {
  const { code, output } = await run('npx', ['-y', `node@${version}`, '-p', 'process.execPath'], { capture: true })
  const path = output.trim().split('\n').at(-1)
  if (code || !path?.startsWith('/')) throw new Error(`npx found no Node ${version}: ${output.trim()}`)
  return path
}

const startWithin = 120_000

/** Starts the product by `scripts/start.mjs` on a Node and in a temporary folder, and stops it when it is ready. Returns the counts of a suite. */
export const startOn = async (root, node, name) => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-node-'))
  // As root the database runs as another user, who needs access to the folder.
  chmodSync(folder, 0o711)
  const port = await freePort()
  const env = { ...process.env, PORT: String(port), DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn' }
  const child = spawn(node, [join(root, 'scripts/start.mjs')], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const lines = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => lines.push(chunk))
  const ended = new Promise(resolve => child.on('exit', resolve))
  const end = () => child.kill('SIGTERM')
  process.on('exit', end)
  try {
    const isReady = async () => (await fetch(`http://localhost:${port}/readyz`).catch(() => undefined))?.ok
    let ready = false
    for (const until = Date.now() + startWithin; !ready && child.exitCode === null && Date.now() < until; ) {
      ready = await isReady()
      if (!ready) await wait(200)
    }
    end()
    const code = await ended
    if (ready && code === 0) return { name, passed: 1, failed: 0, skipped: 0 }
    console.log(Buffer.concat(lines).toString())
    const why = ready ? `ended with code ${code}` : 'did not start'
    return { name, passed: 0, failed: 1, skipped: 0, why }
  } finally {
    process.off('exit', end)
    rmSync(folder, { recursive: true, force: true })
  }
}
