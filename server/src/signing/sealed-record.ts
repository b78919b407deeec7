import { createHash } from 'node:crypto'
import type { Storage } from '../kernel/storage/storage.ts'
import type { SealedFile } from './sealed-queries.ts'
import type { SealedRecord } from './verification/verdict.ts'

/** The SHA-256 (hex) of prefixes of a stored file, by their sizes in bytes. One pass. */
export const hashPrefixes = async (
  storage: Storage,
  storageKey: string,
  sizes: readonly number[],
): Promise<Map<number, string>> => {
  const found = new Map<number, string>()
  const pending = [...new Set(sizes)].sort((a, b) => a - b)
  const last = pending.at(-1)
  if (last === undefined) return found
  const hash = createHash('sha256')
  let read = 0
  for await (const chunk of await storage.get(storageKey, { start: 0, end: last - 1 })) {
    const bytes = chunk as Buffer
    let from = 0
    for (let size = pending[0]; size !== undefined && size <= read + bytes.length; size = pending[0]) {
      hash.update(bytes.subarray(from, size - read))
      from = size - read
      found.set(size, hash.copy().digest('hex'))
      pending.shift()
    }
    hash.update(bytes.subarray(from))
    read += bytes.length
  }
  return found
}

/** The record of an uploaded file; `holder` is the sealed file that it was matched with. */
export type FoundRecord = SealedRecord & { holder: SealedFile | undefined }

/**
 * Matches an uploaded file with the sealed files that it could be. Compares only content, so that nobody can learn about a document
 * without having it. `sealedSize` is where our latest seal in the upload ends, if there is one.
 */
export const matchRecord = async (
  storage: Storage,
  shown: { storageKey: string; size: number },
  candidates: readonly SealedFile[],
  sealedSize: number | null | undefined,
): Promise<FoundRecord> => {
  const sizes = candidates.map(({ size }) => size).filter(size => size <= shown.size)
  const hashes = await hashPrefixes(storage, shown.storageKey, sealedSize == null ? sizes : [...sizes, sealedSize])
  const same = candidates.filter(({ size, sha256 }) => hashes.get(size) === sha256)
  const holder = same.reduce<SealedFile | undefined>((a, b) => (a && a.size >= b.size ? a : b), undefined)
  if (holder || sealedSize == null) return { issued: holder?.size ?? 0, additionsLost: false, holder }
  for (const one of candidates) {
    if (one.size <= sealedSize) continue
    const beginning = await hashPrefixes(storage, one.storageKey, [sealedSize])
    if (beginning.get(sealedSize) === hashes.get(sealedSize))
      return { issued: 0, additionsLost: shown.size > sealedSize, holder: one }
  }
  return { issued: 0, additionsLost: false, holder: undefined }
}
