import { passwordMinLength } from '@portico/contract/auth'
import { hasName, type PasswordNames } from '@portico/contract/values/password-names'
import { isCommon } from './common-passwords.ts'

/** Why a password is rejected as `weak_password`, as an English phrase; undefined for an acceptable one. */
export const findWeakness = async (password: string, names: PasswordNames): Promise<string | undefined> => {
  if ([...password].length < passwordMinLength) return `is shorter than ${passwordMinLength} characters`
  if (hasName(password, names)) return 'has a name of the user, the company or the portal in it'
  return (await isCommon(password)) ? 'is one that guessers try first' : undefined
}
