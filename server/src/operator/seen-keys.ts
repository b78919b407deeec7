import { createHash } from 'node:crypto'

const FIRST_SLOTS = 1 << 12

/** A set of keys that takes 16 to 32 bytes for each, by their 64-bit hashes: millions of lines are watched for duplicates in little memory. */
export const openSeenKeys = () => {
  let slots = new BigUint64Array(FIRST_SLOTS)
  let size = 0

  const hashOf = (key: string) => createHash('sha256').update(key).digest().readBigUInt64LE() || 1n

  const slotOf = (hash: bigint) => {
    const mask = slots.length - 1
    let slot = Number(hash & BigInt(mask))
    while (slots[slot] !== 0n && slots[slot] !== hash) slot = (slot + 1) & mask
    return slot
  }

  const insert = (hash: bigint) => {
    slots[slotOf(hash)] = hash
  }

  const grow = () => {
    const old = slots
    slots = new BigUint64Array(old.length * 2)
    for (const hash of old) if (hash !== 0n) insert(hash)
  }

  return {
    has: (key: string): boolean => slots[slotOf(hashOf(key))] !== 0n,
    add: (key: string): void => {
      const hash = hashOf(key)
      if (slots[slotOf(hash)] === hash) return
      if (size * 2 >= slots.length) grow()
      insert(hash)
      size += 1
    },
  }
}
