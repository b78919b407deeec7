import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { cleanFileName, extensionOf } from '../../kernel/files/file-name.ts'
import type { Storage } from '../../kernel/storage/storage.ts'
import { WorkerLimitExceeded } from '../../kernel/workers/worker-errors.ts'
import type { WorkerPool } from '../../kernel/workers/worker-pool.ts'
import { uploadFound } from '../../operator-api/uploads.ts'
import type { FileSource, FoundFile } from '../../records/definition/files.ts'
import { Refusal } from '../../records/definition/refusal.ts'
import type { ReadFile } from '../../records/read/read-records.ts'
import { unzip } from '../table/table-tasks.ts'
import type { RunFault, RunFile } from './run-queries.ts'

/** Thrown for an import whose files cannot be read. */
export class RunRefused extends Error {
  readonly fault: RunFault
  constructor(fault: RunFault) {
    super(fault.code)
    this.fault = fault
  }
}

type Deps = { storage: Storage; workers: WorkerPool }

/** Runs a task on the files of a company; one that takes too much ends the import, not the process. */
export const bounded = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof WorkerLimitExceeded) throw new RunRefused({ code: 'tooMuch' })
    throw error
  }
}

/** The files of a zip, which a worker process takes out of it. */
const filesInZip = async ({ storage, workers }: Deps, company: number, { storageKey }: RunFile) => {
  const zip = async () => ({ zip: await buffer(await storage.get(storageKey)) })
  const found = await bounded(() => workers.run(unzip, zip, { serviceCompanyId: company }))
  if ('refused' in found) throw new RunRefused({ code: found.refused })
  return found.files
}

const isZip = ({ name }: RunFile) => extensionOf(name) === 'zip'

/**
 * Runs `work` with a folder that has only these files, those of a zip beside the others, and is removed afterwards. `names` has them by
 * their names in lower case; `given`, what those are called of which another has the name.
 */
export const withFolder = async <Result>(
  deps: Deps,
  company: number,
  files: RunFile[],
  work: (folder: string, names: Map<string, string>, given: Map<string, string>) => Promise<Result>,
): Promise<Result> => {
  const folder = await mkdtemp(join(tmpdir(), 'portico-import-'))
  const names = new Map<string, string>()
  const given = new Map<string, string>()
  const nameFor = (name: string): string => {
    const clean = cleanFileName(name)
    const free = names.has(clean.toLowerCase()) ? `${randomUUID().slice(0, 8)}-${clean}` : clean
    names.set(free.toLowerCase(), free)
    if (free !== clean) given.set(free, clean)
    return join(folder, free)
  }
  try {
    for (const file of files) {
      if (isZip(file)) {
        for (const { name, content } of await filesInZip(deps, company, file))
          await writeFile(nameFor(name), content, { mode: 0o600 })
      } else
        await pipeline(await deps.storage.get(file.storageKey), createWriteStream(nameFor(file.name), { mode: 0o600 }))
    }
    return await work(folder, names, given)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The name of the file that a row names, whatever folder stands before it; undefined if it is not there. */
export const fileNamed = (names: Map<string, string>, path: string): string | undefined =>
  names.get(cleanFileName(path.split(/[\\/]/).at(-1) ?? '').toLowerCase())

/** The files that rows name: by their names, whatever folder stands before them; and those that records have already. */
export const namedFiles = (
  { storage }: Pick<Deps, 'storage'>,
  { folder, names, kept }: { folder: string; names: Map<string, string>; kept: (path: string) => ReadFile | undefined },
): FileSource => ({
  find: async (path, field): Promise<FoundFile> => {
    const own = kept(path)
    if (own) return uploadFound(storage, own)
    const name = fileNamed(names, path)
    if (name === undefined) throw new Refusal(field, `"${path.split(/[\\/]/).at(-1)}" is not there`)
    return { name, open: () => createReadStream(join(folder, name)) }
  },
})
