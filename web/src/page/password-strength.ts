import { passwordMinLength } from '@portico/contract/auth'
import { hasName, type PasswordNames } from '@portico/contract/values/password-names'

/** Strength of a password. Only the server knows the list of common passwords. */
export type Strength = { level: 'short' | 'named' | 'weak' | 'good' | 'strong'; missing: number; share: number }

const DISTINCT_MIN = 6
const STRONG_LENGTH = 18

/** Rates a password by its length, names in it, the number of different characters, and whether the server rejected it. */
export const ratePassword = (password: string, names: PasswordNames, refused?: string): Strength => {
  const signs = [...password]
  const missing = Math.max(0, passwordMinLength - signs.length)
  if (missing > 0) return { level: 'short', missing, share: signs.length / passwordMinLength / 3 }
  if (hasName(password, names)) return { level: 'named', missing, share: 1 / 3 }
  if (password === refused || new Set(password.toLowerCase()).size < DISTINCT_MIN)
    return { level: 'weak', missing, share: 1 / 3 }
  return signs.length >= STRONG_LENGTH
    ? { level: 'strong', missing, share: 1 }
    : { level: 'good', missing, share: 2 / 3 }
}
