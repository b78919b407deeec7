import { createHash } from 'node:crypto'
import type { Storage } from '../kernel/storage/storage.ts'
import type { SealedFile } from './sealed-queries.ts'
import type { SealedRecord } from './verification/verdict.ts'

/** The SHA-256 (hex) of the beginnings of a stored file, of these many bytes each. */
const hashesOf = async (
  storage: Storage,
  storageKey: string,
  sizes: readonly number[],
): Promise<Map<number, string>> => {
  const found = new Map<number, string>()
  const wanted = [...new Set(sizes)].sort((a, b) => a - b)
  const last = wanted.at(-1)
  if (last === undefined) return found
  const hash = createHash('sha256')
  let read = 0
  for await (const chunk of await storage.get(storageKey, { start: 0, end: last - 1 })) {
    const bytes = chunk as Buffer
    let from = 0
    for (let size = wanted[0]; size !== undefined && size <= read + bytes.length; size = wanted[0]) {
      hash.update(bytes.subarray(from, size - read))
      from = size - read
      found.set(size, hash.copy().digest('hex'))
      wanted.shift()
    }
    hash.update(bytes.subarray(from))
    read += bytes.length
  }
  return found
}

/** What is kept here of a shown file; `holder` begins with what was sealed. */
export type FoundRecord = SealedRecord & { holder: SealedFile | undefined }

/**
 * Looks for a shown file among those that were sealed here and could be it. They are compared by their content alone, so that nobody
 * learns of a document without having it. `sealedSize` is where our newest seal ends, if there is one.
 */
export const recordOf = async (
  storage: Storage,
  shown: { storageKey: string; size: number },
  candidates: readonly SealedFile[],
  sealedSize: number | null | undefined,
): Promise<FoundRecord> => {
  const sizes = candidates.map(({ size }) => size).filter(size => size <= shown.size)
  const hashes = await hashesOf(storage, shown.storageKey, sealedSize == null ? sizes : [...sizes, sealedSize])
  const same = candidates.filter(({ size, sha256 }) => hashes.get(size) === sha256)
  const holder = same.reduce<SealedFile | undefined>((a, b) => (a && a.size >= b.size ? a : b), undefined)
  if (holder || sealedSize == null) return { issued: holder?.size ?? 0, additionsLost: false, holder }
  for (const one of candidates) {
    if (one.size <= sealedSize) continue
    const beginning = await hashesOf(storage, one.storageKey, [sealedSize])
    if (beginning.get(sealedSize) === hashes.get(sealedSize))
      return { issued: 0, additionsLost: shown.size > sealedSize, holder: one }
  }
  return { issued: 0, additionsLost: false, holder: undefined }
}
