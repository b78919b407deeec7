import type { PasskeyAssertion, PasskeyRequest } from '@portico/contract/sign-in/passkeys'
import type { FastifyRequest } from 'fastify'
import { type Db, tx } from '../../kernel/database/db.ts'
import { fail } from '../../kernel/errors/fail.ts'
import type { Deps } from '../../kernel/http/deps.ts'
import { CHALLENGE_LIFETIME, insertChallenge, spendChallenge } from './challenge-queries.ts'
import {
  countUse,
  findPasskey,
  type Holder,
  isCredentialKnown,
  lockHolder,
  type PasskeyRow,
} from './passkey-queries.ts'
import { relyingPartyOf } from './relying-party.ts'
import { challengeIn, type VerifiedUse, verifyUse } from './verify-passkeys.ts'

type Asked = { db: Db; request: FastifyRequest; now: Date }

const purposes = { customer: 'signIn', staff: 'staffSignIn' } as const

/** The options of a sign-in: a challenge that is stored. The staff's passkeys have to verify their users, because they are both factors. */
export const newPasskeyRequest = async (
  deps: Deps,
  { db, request, now }: Asked,
  kind: Holder['kind'],
): Promise<PasskeyRequest> => {
  const { rpId } = relyingPartyOf(deps, request)
  const challenge = await insertChallenge(db, { purpose: purposes[kind], rpId }, now)
  const userVerification = kind === 'staff' ? 'required' : 'preferred'
  return { challenge, rpId, timeout: CHALLENGE_LIFETIME, userVerification }
}

/**
 * Spends the challenge of an answer and checks its signature. Returns the passkey with what the signature proves, and undefined for one that
 * nobody has here or that did not sign this. Its counter is not looked at. Error: `invalid_code` for a challenge that is over.
 */
export const checkPasskey = async (
  deps: Deps,
  { db, request, now }: Asked,
  kind: Holder['kind'],
  response: PasskeyAssertion,
): Promise<{ passkey: PasskeyRow; use: VerifiedUse } | undefined> => {
  const party = relyingPartyOf(deps, request)
  const { rpId } = party
  const challenge = challengeIn(response)
  if (challenge === undefined) return undefined
  if (!(await spendChallenge(db, challenge, { purpose: purposes[kind], rpId }, now)))
    return fail('invalid_code', { status: 410, detail: 'expired' })
  const passkey = await findPasskey(db, kind, { credentialId: Buffer.from(response.id, 'base64url'), rpId })
  const use = passkey && (await verifyUse(response, passkey, { challenge, party }))
  return use && { passkey, use }
}

/** Why a passkey signed nobody in, as the security log names it; with the passkey where it is the holder's. */
export type RefusedPasskey = { reason: 'wrongPasskey' | 'copiedPasskey'; passkey?: PasskeyRow }

type Entry<T> = {
  /** Whether the passkey opens what was asked for. */
  admits: (passkey: PasskeyRow) => boolean | Promise<boolean>
  /** Opens it, in the transaction that counts the use. */
  open: (db: Db, passkey: PasskeyRow, use: VerifiedUse) => Promise<T>
  onRefused: (refused: RefusedPasskey) => void | Promise<void>
}

/**
 * Has a passkey open something. Fails, after `onRefused`, with `wrong_credentials` and in `detail`: `unknown_passkey` for one that nobody has,
 * of which a browser then has its device forget it; `other_passkey` for one that opens nothing here; `unverified_passkey` for one of the staff
 * that has not verified its user; `copied_passkey`.
 */
export const enterByPasskey = async <T>(
  deps: Deps,
  asked: Asked,
  kind: Holder['kind'],
  response: PasskeyAssertion,
  { admits, open, onRefused }: Entry<T>,
): Promise<T> => {
  const { db, now } = asked
  const refuse = async (detail: string, refused: RefusedPasskey) => {
    await onRefused(refused)
    return fail('wrong_credentials', { detail })
  }
  const checked = await checkPasskey(deps, asked, kind, response)
  if (!checked || !(await admits(checked.passkey))) {
    const isKnown = await isCredentialKnown(db, Buffer.from(response.id, 'base64url'))
    return refuse(isKnown ? 'other_passkey' : 'unknown_passkey', { reason: 'wrongPasskey' })
  }
  const { passkey, use } = checked
  if (kind === 'staff' && !use.isUserVerified) return refuse('unverified_passkey', { reason: 'wrongPasskey', passkey })
  const opened = await tx(db, async db => {
    await lockHolder(db, passkey)
    return (await countUse(db, passkey, { ...use, now })) ? { result: await open(db, passkey, use) } : undefined
  })
  if (opened) return opened.result
  return (await isCredentialKnown(db, passkey.credentialId))
    ? refuse('copied_passkey', { reason: 'copiedPasskey', passkey })
    : // Removed since it was found.
      refuse('unknown_passkey', { reason: 'wrongPasskey' })
}
