import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

/** A folder that is gone after the test. */
export const temporaryFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'portico-embedded-'))
  // As root the database has a user of its own, which must get through.
  await chmod(folder, 0o711)
  // A database whose server was killed may still be writing its last when the test is over.
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 }))
  return folder
}

/** The pid of the server on a data folder, as its `postmaster.pid` says. */
export const postmasterPid = async (dataDir: string): Promise<number> =>
  Number((await readFile(join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8')).split('\n')[0])

/** Whether a process lives; a killed one that nobody has waited for does not. */
export const isRunning = async (pid: number): Promise<boolean> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return stat !== '' && !/\) Z /.test(stat)
}

/** Another process with an embedded PostgreSQL, writing rows without pause. */
interface EmbeddedProcess {
  child: ChildProcess
  /** The numbers of the rows that were acknowledged so far. */
  acknowledged: number[]
  /** What it logged. */
  messages: string[]
  ended: Promise<unknown>
}

/** Starts one and waits until it writes. */
export const embeddedProcess = async (dataDir: string, user: { uid?: number; gid?: number } = {}) => {
  const script = fileURLToPath(new URL('embedded-process.ts', import.meta.url))
  const tsx = createRequire(import.meta.url).resolve('tsx')
  const child = spawn(process.execPath, ['--import', tsx, script, dataDir], {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...user,
  })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const messages: string[] = []
  createInterface({ input: child.stderr }).on('line', line => messages.push(line))
  const acknowledged: number[] = []
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', line => {
      acknowledged.push(Number(line))
      resolve()
    })
    ended.then(() => reject(new Error(`The process ended: ${messages.join(' ')}`)))
  })
  return { child, acknowledged, messages, ended } satisfies EmbeddedProcess
}
