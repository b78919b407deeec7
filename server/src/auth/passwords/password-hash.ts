import { hash, verify } from '@node-rs/argon2'
import { openHashQueue } from './hash-queue.ts'

/** Argon2id (the library's default) with 19 MiB, two passes, one lane: about 22 ms. */
const OURS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const OUR_PREFIX = `$argon2id$v=19$m=${OURS.memoryCost},t=${OURS.timeCost},p=${OURS.parallelism}$`

/** What a hash costs to check: KiB of memory times passes. Lanes cost nothing more, for they are computed one after the other. */
const costOf = (stored: string): number => {
  const [memory = 0, passes = 0] = (/\$m=(\d+),t=(\d+),p=\d+\$/.exec(stored) ?? []).slice(1).map(Number)
  return memory * passes
}

/** The cost of the hashes that we make, in KiB times passes, and the most that a hash from elsewhere may cost. */
export const hashCost = OURS.memoryCost * OURS.timeCost

/** Whether checking a hash from elsewhere costs no more than checking one of ours. */
export const isBearable = (stored: string): boolean => costOf(stored) <= hashCost

/** Whether a hash is made as we make them; any other is replaced when its password is next seen. */
export const isOurs = (stored: string): boolean => stored.startsWith(OUR_PREFIX)

// Argon2 runs on the four threads of libuv, which files share: two are left to them. 64 wait about a second.
const queue = openHashQueue({ atOnce: 2, mostWaiting: 64 })
// Hashes dearer than ours, which imports took until they were bounded, never hold up the others. The first sign-in replaces them.
const dearQueue = openHashQueue({ atOnce: 1, mostWaiting: 4 })

type Turn = { patient?: boolean }

/** A password as it is stored: argon2id with a salt of its own, in PHC form. `unavailable` where too many are being checked. */
export const hashPassword = (password: string, turn: Turn = {}): Promise<string> =>
  queue.run(() => hash(password.normalize('NFC'), OURS), turn)

/**
 * Whether a password is the one that was hashed; false too for a hash that cannot be read. A cheaper hash than ours takes as long,
 * for the time would tell that somebody came with an import. `unavailable` where too many are being checked.
 */
export const verifyPassword = (stored: string, password: string, turn: Turn = {}): Promise<boolean> =>
  (isBearable(stored) ? queue : dearQueue).run(async () => {
    const typed = password.normalize('NFC')
    const isRight = await verify(stored, typed).catch(() => false)
    const left = hashCost - costOf(stored)
    // Argon2 needs 8 KiB.
    if (left >= 8) await hash(typed, { memoryCost: left, timeCost: 1, parallelism: 1 })
    return isRight
  }, turn)
