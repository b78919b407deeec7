import type { TotpSecret } from '@portico/contract/sign-in/second-factor'
import type { Db } from '../kernel/database/db.ts'
import { fail, failAt } from '../kernel/errors/fail.ts'
import type { Secrets } from '../kernel/security/secrets.ts'
import { checkSecondFactorGuess } from './guess-limits.ts'
import type { Owner } from './owners/owner.ts'
import {
  confirmFactor,
  findFactor,
  lockFactor,
  replaceRecoveryCodes,
  storeSecret,
  useRecoveryCode,
  useStep,
} from './second-factor/factor-queries.ts'
import { newRecoveryCodes, recoveryCodeMac } from './second-factor/recovery-codes.ts'
import { findTotpStep, newTotpSecret } from './second-factor/totp.ts'

// The second factor of customers and employees alike; their calls add who may do it, and who is notified.

const PURPOSE = 'second factor'

type Attempt = { code: string; address: string; now: Date }

/** Where secrets are kept. */
type Kept = { secrets: Secrets }

/** Stores a new secret, to be confirmed; fails with `conflict` if there is a confirmed one. */
export const beginFactor = async (
  db: Db,
  { secrets }: Kept,
  owner: Owner,
  { issuer, userName, now }: { issuer: string; userName: string; now: Date },
): Promise<TotpSecret> => {
  const made = newTotpSecret({ issuer, userName })
  const isStored = await storeSecret(db, owner, secrets.encrypt(made.secret, PURPOSE), now)
  return isStored ? made : fail('conflict', { detail: 'There is a second factor already: remove it first.' })
}

const failWrong = () => failAt('wrong_code', 'body.code', 'is not a code of now, or was used')

/** Checks a code of the secret that waits to be confirmed; fails with `wrong_code` for a wrong one. */
export const checkNewFactor = async (
  db: Db,
  { secrets }: Kept,
  owner: Owner,
  { code, address, now }: Attempt,
): Promise<void> => {
  const check = async () => {
    const factor = await findFactor(db, owner)
    if (!factor) return fail('conflict', { detail: 'There is no secret to confirm: begin again.' })
    if (factor.isConfirmed) return fail('conflict', { detail: 'The second factor is confirmed already.' })
    const secret = secrets.decrypt(factor.encryptedSecret, PURPOSE)
    const step = findTotpStep(secret, code.replace(/\s/g, ''), { now, lastStep: factor.lastStep })
    return step !== undefined && (await useStep(db, owner, step)) ? step : undefined
  }
  const found = await checkSecondFactorGuess(db, owner, { address, now }, { isLong: false, check })
  if (found === undefined) failWrong()
}

const makeRecoveryCodes = async (db: Db, { secrets }: Kept, owner: Owner): Promise<string[]> => {
  const recoveryCodes = newRecoveryCodes()
  const macs = recoveryCodes.flatMap(code => recoveryCodeMac(secrets, code) ?? [])
  await replaceRecoveryCodes(db, owner, macs)
  return recoveryCodes
}

/** Confirms the checked secret, in the caller's transaction; returns the recovery codes, of which only MACs are stored. */
export const confirmNewFactor = async (db: Db, kept: Kept, owner: Owner, now: Date): Promise<string[]> => {
  if (!(await confirmFactor(db, owner, now)))
    fail('conflict', { detail: 'It was confirmed, or begun anew, meanwhile.' })
  return makeRecoveryCodes(db, kept, owner)
}

/** Makes new recovery codes, in the caller's transaction; those of before end. Fails with `conflict` where there are no codes of an app. */
export const renewRecoveryCodes = async (db: Db, kept: Kept, owner: Owner): Promise<string[]> => {
  if (!(await lockFactor(db, owner))) fail('conflict', { detail: 'There is no second factor by code.' })
  return makeRecoveryCodes(db, kept, owner)
}

/** What a code was. */
export type UsedCode = 'totp' | 'recoveryCode'

const useTypedCode = async (
  db: Db,
  { secrets }: Kept,
  owner: Owner,
  { code, now }: { code: string; now: Date },
): Promise<UsedCode | undefined> => {
  const factor = await findFactor(db, owner)
  if (!factor?.isConfirmed) return undefined
  const { encryptedSecret, lastStep } = factor
  const step = findTotpStep(secrets.decrypt(encryptedSecret, PURPOSE), code.replace(/\s/g, ''), { now, lastStep })
  if (step !== undefined) return (await useStep(db, owner, step)) ? 'totp' : undefined
  const mac = recoveryCodeMac(secrets, code)
  return mac && (await useRecoveryCode(db, owner, mac, now)) ? 'recoveryCode' : undefined
}

/**
 * Spends a code of the app or a recovery code. Fails with `wrong_code`, after `onWrong`, and with `too_many_requests` above the limit of
 * guesses. `tell` mails the owner that somebody tries codes.
 */
export const useCode = async (
  db: Db,
  kept: Kept,
  owner: Owner,
  { code, address, now, tell, onWrong }: Attempt & { tell: () => Promise<void>; onWrong: () => void },
): Promise<UsedCode> => {
  const check = () => useTypedCode(db, kept, owner, { code: code.trim(), now })
  const isLong = recoveryCodeMac(kept.secrets, code) !== undefined
  const used = await checkSecondFactorGuess(db, owner, { address, now }, { isLong, check, tell })
  if (used) return used
  onWrong()
  return failWrong()
}
