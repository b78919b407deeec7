import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'

/** The bytes from `start` to `end`, both inclusive, counted from 0. */
export type ByteRange = { start: number; end: number }

/** A stored object in a listing; `size` in bytes. */
type StoredObject = { key: string; modified: Date; size: number }

/**
 * A storage of file contents: a local folder or S3. Keys come from {@link newStorageKey}; any other is a RangeError. Every method may throw
 * {@link StorageUnavailable}.
 */
export type Storage = {
  /** Stores the whole stream durably before it resolves. If the stream fails, it throws the stream's error and leaves nothing. */
  put(key: string, body: Readable): Promise<void>
  /** The content, or a range that must lie within it; throws {@link StorageMissing}. */
  get(key: string, range?: ByteRange): Promise<Readable>
  /** Removes the objects; a key without an object is not an error. */
  remove(keys: string[]): Promise<void>
  /** All complete objects, in any order; objects that are added or removed meanwhile may or may not be included. */
  list(): AsyncIterable<StoredObject>
  /** Removes what interrupted `put` calls that began before that moment have left; returns the number of pieces. */
  sweepUnfinished(before: Date): Promise<number>
  /** Resolves if the storage can be written to, for `/readyz`. */
  check(): Promise<void>
}

/** The storage is unreachable, full, or refuses access: code `unavailable`. */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable'
}

/** No object has that key. */
export class StorageMissing extends Error {
  override name = 'StorageMissing'
}

const MINUTE = 60_000

/**
 * A new key: 16 bits that change every minute and 112 random ones in hex, in two levels of folders named by its first bytes. What is stored
 * within a minute shares a folder: to make one durably takes longer than to store a small file.
 */
export const newStorageKey = (): string => {
  const minute = Math.floor(Date.now() / MINUTE) % 0x1_0000
  const hex = minute.toString(16).padStart(4, '0') + randomBytes(14).toString('hex')
  return `${hex.slice(0, 2)}/${hex.slice(2, 4)}/${hex}`
}

const KEY = /^([0-9a-f]{2})\/([0-9a-f]{2})\/\1\2[0-9a-f]{28}$/

/** Whether a text has the form of {@link newStorageKey}. */
export const isStorageKey = (key: string): boolean => KEY.test(key)

/** Throws a RangeError for a key in any other form, so that no key can point outside the storage. */
export const requireStorageKey = (key: string): void => {
  if (!isStorageKey(key)) throw new RangeError('not a storage key')
}
