import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

/** A folder that is deleted after the test. */
export const temporaryFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'postgres-test-'))
  // As root the database runs under a user of its own, which has to pass through.
  await chmod(folder, 0o711)
  // A database whose server was killed may still be writing when the test is over.
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 }))
  return folder
}

/** The pid of the server whose database is in `folder`, according to `postmaster.pid`. */
export const postmasterPid = async (folder: string): Promise<number> =>
  Number((await readFile(join(folder, 'data', 'postmaster.pid'), 'utf8')).split('\n')[0])

/** Whether a process runs; a zombie does not. */
export const isRunning = async (pid: number): Promise<boolean> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return stat !== '' && !/\) Z /.test(stat)
}

/** Another process with an embedded PostgreSQL, which inserts rows without pause. */
interface WritingProcess {
  child: ChildProcess
  /** The ids of the rows that PostgreSQL has acknowledged so far. */
  acknowledged: number[]
  /** What it has logged. */
  messages: string[]
  ended: Promise<unknown>
}

/** Starts a {@link WritingProcess} on `folder` and waits for its first row; `user` is the account under which it runs. */
export const startWritingProcess = async (
  folder: string,
  database: string,
  user: { uid?: number; gid?: number } = {},
): Promise<WritingProcess> => {
  const script = fileURLToPath(new URL('writing-process.ts', import.meta.url))
  const tsx = createRequire(import.meta.url).resolve('tsx')
  const child = spawn(process.execPath, ['--import', tsx, script, folder, database], {
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
  return { child, acknowledged, messages, ended }
}
