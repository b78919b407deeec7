import { randomBytes } from 'node:crypto'
import { constants, type Dirent } from 'node:fs'
import { access, type FileHandle, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { isStorageKey, requireStorageKey, type Storage, StorageMissing, StorageUnavailable } from './storage.ts'

const UNFINISHED = 'unfinished'

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Runs one file operation; an error of the disk (full, missing, read-only) becomes StorageUnavailable. */
const onDisk = async <T>(step: Promise<T>): Promise<T> => {
  try {
    return await step
  } catch (cause) {
    throw new StorageUnavailable('the storage folder cannot be used', { cause })
  }
}

const syncFolder = async (folder: string) => {
  const handle = await open(folder, constants.O_RDONLY | constants.O_DIRECTORY)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Creates a key's folder, unless it is there. A new folder is durable only once its parent folder is synced too. */
const makeFolder = async (root: string, folder: string) => {
  const firstMade = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (!firstMade) return
  for (let parent = path.dirname(folder); parent.length >= root.length; parent = path.dirname(parent)) {
    await syncFolder(parent)
  }
}

/** Moves a file to its folder under `root`, which is made if it is missing. */
const moveTo = async (root: string, draft: string, file: string) => {
  try {
    await rename(draft, file)
  } catch (error) {
    if (!isMissing(error)) throw error
    await makeFolder(root, path.dirname(file))
    await rename(draft, file)
  }
}

/** The entries of a folder; none if it has been removed meanwhile. */
const entriesOf = async function* (folder: string): AsyncGenerator<Dirent> {
  try {
    yield* await opendir(folder)
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}

const statOf = async (file: string) => {
  try {
    return await stat(file)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

const write = async (handle: FileHandle, body: Readable) => {
  // Only errors of the disk become StorageUnavailable; the loop throws those of the stream unchanged.
  for await (const chunk of body) await onDisk(handle.appendFile(chunk))
  await onDisk(handle.sync())
}

/**
 * Opens a storage in a local folder, which is created if missing. Files have mode 0600, folders 0700; even after a crash each file is
 * complete or absent.
 */
export const openLocalStorage = async (root: string): Promise<Storage> => {
  const unfinished = path.join(root, UNFINISHED)
  await onDisk(mkdir(unfinished, { recursive: true, mode: 0o700 }))

  const fileOf = (key: string) => {
    requireStorageKey(key)
    return path.join(root, key)
  }

  const listed = async function* () {
    for await (const outer of entriesOf(root)) {
      if (outer.name === UNFINISHED || !outer.isDirectory()) continue
      for await (const inner of entriesOf(path.join(root, outer.name))) {
        for await (const file of entriesOf(path.join(root, outer.name, inner.name))) {
          const key = `${outer.name}/${inner.name}/${file.name}`
          if (!isStorageKey(key)) continue
          const found = await statOf(path.join(root, key))
          if (found) yield { key, modified: found.mtime, size: found.size }
        }
      }
    }
  }

  return {
    async put(key, body) {
      const file = fileOf(key)
      const draft = path.join(unfinished, randomBytes(16).toString('hex'))
      try {
        const handle = await onDisk(open(draft, 'wx', 0o600))
        try {
          await write(handle, body)
        } finally {
          await handle.close()
        }
        await onDisk(moveTo(root, draft, file))
      } catch (error) {
        body.destroy()
        await rm(draft, { force: true }).catch(() => undefined)
        throw error
      }
      await onDisk(syncFolder(path.dirname(file)))
    },

    async get(key, range) {
      try {
        const handle = await open(fileOf(key))
        return handle.createReadStream(range)
      } catch (cause) {
        if (isMissing(cause)) throw new StorageMissing('no such file', { cause })
        if (cause instanceof RangeError) throw cause
        throw new StorageUnavailable('the storage folder cannot be read', { cause })
      }
    },

    async remove(keys) {
      for (const file of keys.map(fileOf)) await onDisk(rm(file, { force: true }))
    },

    async *list() {
      try {
        yield* listed()
      } catch (cause) {
        throw new StorageUnavailable('the storage folder cannot be read', { cause })
      }
    },

    async sweepUnfinished(before) {
      let swept = 0
      for await (const { name } of entriesOf(unfinished)) {
        const draft = path.join(unfinished, name)
        const found = await statOf(draft)
        if (!found || found.mtime >= before) continue
        await onDisk(rm(draft, { force: true }))
        swept += 1
      }
      return swept
    },

    async check() {
      await onDisk(access(unfinished, constants.R_OK | constants.W_OK | constants.X_OK))
    },
  }
}
