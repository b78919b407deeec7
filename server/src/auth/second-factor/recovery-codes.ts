import { createHmac, randomInt } from 'node:crypto'
import type { Secrets } from '../../kernel/security/secrets.ts'

const CODES = 10
const LENGTH = 10
/** Without letters and digits that look alike. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

const newCode = () => Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')

/** Ten new recovery codes of about 50 bits, as they are shown: `k7m2p-x9w4q`. */
export const newRecoveryCodes = (): string[] => {
  const codes = new Set<string>()
  while (codes.size < CODES) codes.add(newCode())
  return [...codes].map(code => `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`)
}

/** The stored form of a code, however it is typed; undefined for what is no recovery code. */
export const recoveryCodeMac = (secrets: Secrets, typed: string): Buffer | undefined => {
  const code = typed.toLowerCase().replace(/[\s-]/g, '')
  if (code.length !== LENGTH || [...code].some(letter => !LETTERS.includes(letter))) return undefined
  return createHmac('sha256', secrets.keyFor('recovery code')).update(code).digest()
}
