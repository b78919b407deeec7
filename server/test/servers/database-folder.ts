import { existsSync, readdirSync, readFileSync, rmSync, statfsSync, statSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
const prefix = 'portico-test-'
const neededBytes = 2 * 1024 ** 3
const dayMs = 86_400_000

/** Whether programs can run from a mounted folder: the server's own are copied beside its data. */
const runsPrograms = (folder: string): boolean => {
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map(line => line.split(' '))
    .find(([, path]) => path === folder)
  return mount !== undefined && !mount[3]?.split(',').includes('noexec')
}

const hasRoom = (folder: string): boolean => {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize >= neededBytes
}

/** Removes what killed runs have left: nothing but a restart of the machine would give its memory back. */
const removeOldRuns = (folder: string) => {
  for (const name of readdirSync(folder).filter(name => name.startsWith(prefix))) {
    const path = join(folder, name)
    const made = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    if (made < Date.now() - dayMs) rmSync(path, { recursive: true, force: true })
  }
}

/**
 * A new folder for the PostgreSQL of a test run: in memory where Linux has 2 GB of it there, else on the disk. Each test file
 * creates and drops a database of 1 200 files, which takes 0.1 s in memory and up to 0.5 s on ext4 while tests keep the machine busy.
 */
export const databaseFolder = (): Promise<string> => {
  const inMemory = existsSync(memory) && runsPrograms(memory) && hasRoom(memory)
  if (inMemory) removeOldRuns(memory)
  return mkdtemp(join(inMemory ? memory : tmpdir(), prefix))
}
