import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'

/** Bytes `start` to `end`, both included, counted from 0. */
export type ByteRange = { start: number; end: number }

/** A stored object as a listing shows it; `size` in bytes. */
type StoredObject = { key: string; modified: Date; size: number }

/**
 * Where file contents are kept: a local folder or S3. Keys come from {@link newStorageKey}; any other is a RangeError.
 * Every method may throw {@link StorageUnavailable}.
 */
export type Storage = {
  /** Stores the whole stream, durably, before it resolves. When the stream fails, so does this, with its error, and nothing is left. */
  put(key: string, body: Readable): Promise<void>
  /** The content, or a part of it that lies within it; throws {@link StorageMissing}. */
  get(key: string, range?: ByteRange): Promise<Readable>
  /** Removes what is there; a key without an object is no error. */
  remove(keys: string[]): Promise<void>
  /** Every whole object, in no promised order; what comes or goes meanwhile may or may not be in it. */
  list(): AsyncIterable<StoredObject>
  /** Removes what broken-off `put`s begun before that moment left behind; the number of pieces. */
  sweepUnfinished(before: Date): Promise<number>
  /** Resolves when the storage can be written to, for `readyz`. */
  check(): Promise<void>
}

/** The storage is out of reach, full, or refuses us: code `unavailable`. */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable'
}

/** No object has that key. */
export class StorageMissing extends Error {
  override name = 'StorageMissing'
}

/** A new key: 128 random bits in hex, in two levels of folders by its first bytes. */
export const newStorageKey = (): string => {
  const hex = randomBytes(16).toString('hex')
  return `${hex.slice(0, 2)}/${hex.slice(2, 4)}/${hex}`
}

const KEY = /^([0-9a-f]{2})\/([0-9a-f]{2})\/\1\2[0-9a-f]{28}$/

/** Whether a text has the form of {@link newStorageKey}. */
export const isStorageKey = (key: string): boolean => KEY.test(key)

/** Throws a RangeError for a key that we did not make, so that no key can lead out of the storage. */
export const requireStorageKey = (key: string): void => {
  if (!isStorageKey(key)) throw new RangeError('not a storage key')
}
