import { SNIFF_BYTES } from '../../kernel/files/file-kind.ts'
import type { Storage } from '../../kernel/storage/storage.ts'
import type { FileSource, FoundFile } from '../definition/files.ts'
import { Refusal } from '../definition/refusal.ts'

/** A file that was uploaded for a record, and is nowhere else any more. */
export type SpentUpload = { id: number; name: string; size: number; sha256: string; storageKey: string }

/** The path by which a line names an upload. */
export const uploadSourcePath = (id: number): string => `spent-upload-${id}`

/** Uploads as the files of lines. The first record that takes one has its content, which is not copied. */
export const uploadSource = (storage: Storage, uploads: readonly SpentUpload[]): FileSource => {
  const found = new Map<string, FoundFile>()
  for (const { id, name, size, sha256, storageKey } of uploads) {
    let key: string | undefined = storageKey
    found.set(uploadSourcePath(id), {
      name,
      open: () => storage.get(storageKey),
      known: { size, sha256, head: () => storage.get(storageKey, { start: 0, end: Math.min(size, SNIFF_BYTES) - 1 }) },
      adopt: () => {
        const adopted = key
        key = undefined
        return adopted
      },
    })
  }
  return {
    find: async (path, field) =>
      found.get(path) ?? Promise.reject(new Refusal(field, `"${path}" is not there`, 'not_found')),
  }
}
