import { passwordMinLength } from '@portico/contract/auth'

/** How a password looks while it is typed; the server alone knows the common ones. */
export type Strength = { level: 'short' | 'weak' | 'good' | 'strong'; missing: number; share: number }

const DISTINCT_MIN = 6
const STRONG_LENGTH = 18

/** Judges by length, by how many different signs there are, and by whether the user's name is most of it. */
export const strengthOf = (password: string, userName: string): Strength => {
  const signs = [...password]
  const missing = Math.max(0, passwordMinLength - signs.length)
  if (missing > 0) return { level: 'short', missing, share: signs.length / passwordMinLength / 3 }
  const rest = userName ? password.toLowerCase().replaceAll(userName.toLowerCase(), '') : password
  if (new Set(rest.toLowerCase()).size < DISTINCT_MIN) return { level: 'weak', missing, share: 1 / 3 }
  return signs.length >= STRONG_LENGTH
    ? { level: 'strong', missing, share: 1 }
    : { level: 'good', missing, share: 2 / 3 }
}
