import { hash } from 'node:crypto'

const SHARDS = 1024
const FIRST_SLOTS = 8
/** Maximum fill level of a table; above it, lookups become slow. */
const MOST_FULL = 0.85
const GROWTH = 1.25

/** Two 32-bit words per slot; both are 0 in an empty slot. */
type Shard = { words: Uint32Array; size: number }

const wordOf = (bytes: string, at: number): number =>
  (bytes.charCodeAt(at) |
    (bytes.charCodeAt(at + 1) << 8) |
    (bytes.charCodeAt(at + 2) << 16) |
    (bytes.charCodeAt(at + 3) << 24)) >>>
  0

const slotOf = (words: Uint32Array, low: number, high: number): number => {
  const slots = words.length / 2
  let slot = high % slots
  while ((words[2 * slot] !== low || words[2 * slot + 1] !== high) && (words[2 * slot] || words[2 * slot + 1]))
    slot = (slot + 1) % slots
  return 2 * slot
}

const insert = (words: Uint32Array, low: number, high: number) => {
  const at = slotOf(words, low, high)
  words[at] = low
  words[at + 1] = high
}

const grow = (shard: Shard) => {
  const old = shard.words
  shard.words = new Uint32Array(2 * Math.ceil((old.length / 2) * GROWTH))
  for (let at = 0; at < old.length; at += 2) {
    const [low = 0, high = 0] = [old[at], old[at + 1]]
    if (low || high) insert(shard.words, low, high)
  }
}

/**
 * A set of keys that stores 64 bits of each key's hash and takes 10 to 12 bytes per key, so that duplicates among millions of lines
 * are found in little memory. It is split into many small tables, so that copying one while it grows needs little extra memory.
 */
export const openSeenKeys = () => {
  const shards: Shard[] = []

  const find = (key: string) => {
    // As a string with one byte per character: many small buffers would take more memory than the keys.
    const digest = hash('sha256', key, 'binary')
    const number = wordOf(digest, 8) % SHARDS
    shards[number] ??= { words: new Uint32Array(2 * FIRST_SLOTS), size: 0 }
    return { shard: shards[number], low: wordOf(digest, 0) || 1, high: wordOf(digest, 4) }
  }

  return {
    has: (key: string): boolean => {
      const { shard, low, high } = find(key)
      return shard.words[slotOf(shard.words, low, high)] === low
    },
    add: (key: string): void => {
      const { shard, low, high } = find(key)
      if (shard.words[slotOf(shard.words, low, high)] === low) return
      if (shard.size >= (shard.words.length / 2) * MOST_FULL) grow(shard)
      insert(shard.words, low, high)
      shard.size += 1
    },
  }
}
