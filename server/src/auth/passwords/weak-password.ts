import { passwordMinLength } from '@portico/contract/auth'
import { hasName, type PasswordNames } from '@portico/contract/password-names'
import { isCommon } from './common-passwords.ts'

/** Why a password is refused as `weak_password`, as a phrase in English; undefined for one that may be set. */
export const weaknessOf = async (password: string, names: PasswordNames): Promise<string | undefined> => {
  if ([...password].length < passwordMinLength) return `is shorter than ${passwordMinLength} characters`
  if (hasName(password, names)) return 'has a name of the user, the company or the portal in it'
  return (await isCommon(password)) ? 'is one that guessers try first' : undefined
}
