import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { newStorageKey, type Storage } from '../kernel/storage/storage.ts'

/** Reads a stream into memory; only for files of limited size. */
export const readWhole = async (stream: Readable): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** A sealed file that was stored. */
export type StoredSeal = { name: string; size: number; sha256: string; storageKey: string }

/** The sealed files of a signed document; `evidence` is null if it is part of the signed file. */
export type StoredFiles = { signed: StoredSeal; evidence: StoredSeal | null }

/** Stores a content; returns its storage key. */
type Keep = (content: Buffer) => Promise<string>

/** Stores contents with `keep`; `discard` removes all of them again. */
export const keeping = (storage: Storage): { keep: Keep; discard: () => Promise<void> } => {
  const kept: string[] = []
  return {
    async keep(content) {
      const storageKey = newStorageKey()
      kept.push(storageKey)
      await storage.put(storageKey, Readable.from([content], { objectMode: false }))
      return storageKey
    },
    // The sweep of orphaned files removes what fails here.
    discard: () => storage.remove(kept).catch(() => undefined),
  }
}

/** Stores a sealed file. */
export const storeSeal = async (name: string, content: Buffer, keep: Keep): Promise<StoredSeal> => {
  const sha256 = createHash('sha256').update(content).digest('hex')
  return { name, size: content.length, sha256, storageKey: await keep(content) }
}

/** Stores the sealed files of a document under the name of its file. */
export const storeSealed = async (
  name: string,
  { signed, evidence }: { signed: Buffer; evidence: Buffer | null },
  keep: Keep,
): Promise<StoredFiles> => ({
  signed: await storeSeal(name, signed, keep),
  evidence: evidence && (await storeSeal(name.replace(/(\.pdf)?$/i, '-evidence.pdf'), evidence, keep)),
})
