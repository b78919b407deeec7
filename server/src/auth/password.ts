import { hash, verify } from '@node-rs/argon2'
import { passwordMinLength } from '@portico/contract/auth'
import { isCommon } from './common-passwords.ts'

/** Argon2id (the library's default) with 19 MiB, two passes, one lane: about 22 ms. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** A password as it is stored: argon2id with a salt of its own, in PHC form (decisions 3). */
export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFC'), COST)

/** Whether a password is the one that was hashed; false too for a hash that cannot be read. */
export const verifyPassword = async (stored: string, password: string): Promise<boolean> => {
  try {
    return await verify(stored, password.normalize('NFC'))
  } catch {
    return false
  }
}

/** Whether a password is refused as `weak_password`: too short, or one that everybody tries first (decisions 2). */
export const isWeak = (password: string): boolean => [...password].length < passwordMinLength || isCommon(password)
