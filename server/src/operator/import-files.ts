import { createReadStream } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { basename, isAbsolute, resolve as resolvePath, sep } from 'node:path'
import { Readable } from 'node:stream'
import { FileRefused, type ReceivedFile, receive } from '../kernel/receive-file.ts'
import { newStorageKey, type Storage } from '../kernel/storage.ts'
import type { NamedFile } from './import-kind.ts'
import { Refusal } from './refusal.ts'

/** A file of an import that may be taken: where it lies, and what was found in it. */
export type CheckedFile = ReceivedFile & { path: string }

const REASONS = {
  file_empty: 'is empty',
  file_too_large: 'is larger than 25 MB',
  file_type_refused: 'is an executable, or not what its name says',
}

const drain = async (body: Readable) => {
  for await (const _ of body);
}

/** Where a path of an import leads, which must lie in the import's folder, links followed. */
const locate = async (folder: string, path: string, field: string) => {
  const outside = new Refusal(field, `"${path}" leads out of the import's folder`)
  const root = await realpath(folder)
  const asked = resolvePath(root, path)
  if (path.includes('\\') || isAbsolute(path) || !asked.startsWith(`${root}${sep}`)) throw outside
  const found = await realpath(asked).catch(() => {
    throw new Refusal(field, `"${path}" is not there`)
  })
  if (!found.startsWith(`${root}${sep}`)) throw outside
  if (!(await stat(found)).isFile()) throw new Refusal(field, `"${path}" is not a file`)
  return found
}

const read = async (path: string, name: string, put: (body: Readable) => Promise<void>, field: string) => {
  try {
    return await receive(createReadStream(path), { name, put })
  } catch (error) {
    if (error instanceof FileRefused) throw new Refusal(field, REASONS[error.code])
    if (error instanceof Error && 'syscall' in error) throw new Refusal(field, 'cannot be read')
    throw error
  }
}

/** Looks a file over without storing it; throws a refusal that names `field`. */
export const checkFile = async (folder: string, file: NamedFile, field: string): Promise<CheckedFile> => {
  const path = await locate(folder, file.path, `${field}.path`)
  return { ...(await read(path, file.name ?? basename(path), drain, field)), path }
}

/** Files on their way into the storage within one transaction. */
export type Shelf = {
  /** Stores a file; its key. In a dry run nothing is stored. */
  store(file: CheckedFile, field: string): Promise<string>
  /** Stores what was made during the import; its key. In a dry run nothing is stored. */
  put(content: Buffer): Promise<string>
  /** Has contents taken out once the transaction is committed. */
  discard(keys: string[]): void
  /** After the commit: takes out what was discarded. */
  commit(): Promise<void>
  /** After a rollback, and before another try: takes out what was stored. */
  rollback(): Promise<void>
}

/** Opens a {@link Shelf}. */
export const openShelf = (storage: Storage, dryRun: boolean): Shelf => {
  let stored: string[] = []
  let discarded: string[] = []
  const clear = async (keys: string[]) => {
    stored = []
    discarded = []
    if (keys.length > 0 && !dryRun) await storage.remove(keys)
  }
  return {
    async store({ path, name }, field) {
      const key = newStorageKey()
      if (dryRun) return key
      stored.push(key)
      await read(path, name, body => storage.put(key, body), field)
      return key
    },
    async put(content) {
      const key = newStorageKey()
      if (dryRun) return key
      stored.push(key)
      await storage.put(key, Readable.from([content], { objectMode: false }))
      return key
    },
    discard(keys) {
      discarded.push(...keys)
    },
    commit: () => clear(discarded),
    rollback: () => clear(stored),
  }
}
