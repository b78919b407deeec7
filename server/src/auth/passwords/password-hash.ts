import { hash, verify } from '@node-rs/argon2'
import { openHashQueue } from './hash-queue.ts'

/** Argon2id (the library's default) with 19 MiB, two passes, one lane: about 22 ms. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const CURRENT_PREFIX = `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$`

/** The cost of checking a hash: KiB of memory times passes. Lanes add nothing, because they are computed one after the other. */
const computeCost = (stored: string): number => {
  const [memory = 0, passes = 0] = (/\$m=(\d+),t=(\d+),p=\d+\$/.exec(stored) ?? []).slice(1).map(Number)
  return memory * passes
}

/** The cost of our own hashes, in KiB times passes; an imported hash may cost no more. */
export const hashCost = PARAMETERS.memoryCost * PARAMETERS.timeCost

/** Whether an imported hash costs no more to check than one of ours. */
export const isAffordable = (stored: string): boolean => computeCost(stored) <= hashCost

/** Whether a hash has our parameters; sign-in replaces any other. */
export const isCurrentFormat = (stored: string): boolean => stored.startsWith(CURRENT_PREFIX)

// Argon2 runs on libuv's four threads, which file access shares, so two stay free. 64 waiting take about a second.
const queue = openHashQueue({ concurrency: 2, waitingMax: 64 })
// Imports used to accept hashes that cost more than ours; they have a queue of their own, so that they delay no others. Sign-in replaces them.
const expensiveQueue = openHashQueue({ concurrency: 1, waitingMax: 4 })

type QueueOptions = { waitsForSlot?: boolean }

/** Hashes a password for storage: argon2id with a random salt, in PHC format. Fails with `unavailable` if too many are waiting. */
export const hashPassword = (password: string, options: QueueOptions = {}): Promise<string> =>
  queue.run(() => hash(password.normalize('NFC'), PARAMETERS), options)

/**
 * Whether a password matches a hash; false for a malformed hash. A cheaper imported hash is padded to the time of ours, so that the time does
 * not reveal imported users. Fails with `unavailable` if too many are waiting.
 */
export const verifyPassword = (stored: string, password: string, options: QueueOptions = {}): Promise<boolean> =>
  (isAffordable(stored) ? queue : expensiveQueue).run(async () => {
    const typed = password.normalize('NFC')
    const isCorrect = await verify(stored, typed).catch(() => false)
    const missingCost = hashCost - computeCost(stored)
    // The minimum memory of Argon2 is 8 KiB.
    if (missingCost >= 8) await hash(typed, { memoryCost: missingCost, timeCost: 1, parallelism: 1 })
    return isCorrect
  }, options)
