import type { PasskeyAssertion, PasskeyRequest } from '@portico/contract/sign-in/passkeys'
import type { FastifyRequest } from 'fastify'
import type { Db } from '../../kernel/database/db.ts'
import { fail } from '../../kernel/errors/fail.ts'
import type { Deps } from '../../kernel/http/deps.ts'
import { CHALLENGE_LIFETIME, insertChallenge, spendChallenge } from './challenge-queries.ts'
import { findPasskey, type Holder, type PasskeyRow } from './passkey-queries.ts'
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
 * Spends the challenge of an answer and checks its signature. Returns the passkey with what the signature tells, and undefined for one that
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
