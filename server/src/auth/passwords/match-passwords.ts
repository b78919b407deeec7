import { hashPassword, verifyPassword } from './password-hash.ts'

// Checked where there is no account or no password to try, so that the response time reveals nothing. Computed at start, before the first use.
const decoy = hashPassword('a password that nobody has', { waitsForSlot: true })

/** Which of the hashes the password matches; null: none to try. Always checks `checks` hashes, so that the time does not depend on them. */
export const matchPasswords = async (
  password: string,
  hashes: readonly (string | null)[],
  checks: number,
): Promise<boolean[]> => {
  const matched: boolean[] = []
  for (let at = 0; at < checks; at += 1) {
    const hash = hashes[at] ?? null
    const isRight = await verifyPassword(hash ?? (await decoy), password)
    matched.push(isRight && hash !== null)
  }
  return matched
}
