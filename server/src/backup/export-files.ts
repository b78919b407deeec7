import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { access, mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { extensionOf } from '../kernel/files/file-name.ts'
import { type Storage, StorageMissing } from '../kernel/storage/storage.ts'
import type { NamedFile } from '../records/definition/record-type.ts'
import type { ReadFile } from '../records/read/read-records.ts'

/** Copies files out of the storage; what bears the same content and ending is one file. */
export type FileCopies = {
  /** The file as a line names it; undefined where its content is gone, or is not what was stored. */
  copy(file: ReadFile): Promise<NamedFile | undefined>
  /** How many there are, and their bytes. */
  copied(): { files: number; bytes: number }
}

const pathOf = (sha256: string, name: string) => {
  const extension = extensionOf(name)
  return `files/${sha256.slice(0, 2)}/${sha256}${/^[a-z0-9]{1,10}$/.test(extension) ? `.${extension}` : ''}`
}

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

/** Copies into a folder, all of it readable by its owner alone. */
export const openFileCopies = (storage: Storage, folder: string): FileCopies => {
  const done = { files: 0, bytes: 0 }
  /** Of pictures no hash is kept: they are few, and one is many people's. */
  const pictures = new Map<string, Promise<NamedFile | undefined>>()

  const fetch = async ({ name, sha256, storageKey }: ReadFile): Promise<string | undefined> => {
    const pending = join(folder, 'files', `.${randomUUID()}`)
    await mkdir(dirname(pending), { recursive: true, mode: 0o700 })
    const hash = createHash('sha256')
    let size = 0
    try {
      await pipeline(
        await storage.get(storageKey),
        async function* (chunks: AsyncIterable<Buffer>) {
          for await (const chunk of chunks) {
            hash.update(chunk)
            size += chunk.length
            yield chunk
          }
        },
        createWriteStream(pending, { mode: 0o600, flags: 'wx' }),
      )
      const found = hash.digest('hex')
      if (sha256 !== undefined && found !== sha256) return undefined
      const path = pathOf(found, name)
      if (await isThere(join(folder, path))) return path
      await mkdir(dirname(join(folder, path)), { recursive: true, mode: 0o700 })
      await rename(pending, join(folder, path))
      done.files += 1
      done.bytes += size
      return path
    } catch (error) {
      if (error instanceof StorageMissing) return undefined
      throw error
    } finally {
      await rm(pending, { force: true })
    }
  }

  const copyPicture = async (file: ReadFile) => {
    const path = await fetch(file)
    return path === undefined ? undefined : { path }
  }

  return {
    async copy(file) {
      const { name, sha256, storageKey } = file
      if (sha256 === undefined) {
        const known = pictures.get(storageKey) ?? copyPicture(file)
        pictures.set(storageKey, known)
        return known
      }
      const path = pathOf(sha256, name)
      const found = (await isThere(join(folder, path))) ? path : await fetch(file)
      return found === undefined ? undefined : { path: found, name }
    },
    copied: () => done,
  }
}
