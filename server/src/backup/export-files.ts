import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { access, mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { extensionOf } from '../kernel/files/file-name.ts'
import { type Storage, StorageMissing } from '../kernel/storage/storage.ts'
import type { NamedFile } from '../records/definition/record-type.ts'
import type { ReadFile } from '../records/read/read-records.ts'

/** Copies files out of the storage. Files with the same content and extension become one. */
export type FileCopies = {
  /** Copies a file and returns its reference for an import line; undefined if its content is missing or damaged. */
  copy(file: ReadFile): Promise<NamedFile | undefined>
  /** Number of copied files and their total size. */
  copied(): { files: number; bytes: number }
}

const toExportPath = (sha256: string, name: string) => {
  const extension = extensionOf(name)
  return `files/${sha256.slice(0, 2)}/${sha256}${/^[a-z0-9]{1,10}$/.test(extension) ? `.${extension}` : ''}`
}

const fileExists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

/** Copies into a folder that only its owner can read. */
export const openFileCopies = (storage: Storage, folder: string): FileCopies => {
  const done = { files: 0, bytes: 0 }
  /** Copies of pictures by storage key. The database stores no hash of a picture, and many people share one. */
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
      const path = toExportPath(found, name)
      if (await fileExists(join(folder, path))) return path
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
      const path = toExportPath(sha256, name)
      const found = (await fileExists(join(folder, path))) ? path : await fetch(file)
      return found === undefined ? undefined : { path: found, name }
    },
    copied: () => done,
  }
}
