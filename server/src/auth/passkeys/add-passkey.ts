import { createHmac } from 'node:crypto'
import type { NewPasskey, Passkey, PasskeyCreation } from '@portico/contract/sign-in/passkeys'
import { deviceFamily } from '@portico/contract/values/device-name'
import type { FastifyRequest } from 'fastify'
import { type Db, tx } from '../../kernel/database/db.ts'
import { fail } from '../../kernel/errors/fail.ts'
import type { Deps } from '../../kernel/http/deps.ts'
import type { Secrets } from '../../kernel/security/secrets.ts'
import { CHALLENGE_LIFETIME, insertChallenge, spendChallenge } from './challenge-queries.ts'
import { countPasskeys, type Holder, insertPasskey, listCredentials, lockHolder } from './passkey-queries.ts'
import { relyingPartyOf } from './relying-party.ts'
import { ALGORITHMS, challengeIn, type VerifiedUse, verifyNewPasskey } from './verify-passkeys.ts'

/** Passkeys of one person. */
const PASSKEYS_MAX = 20

type Asked = { db: Db; request: FastifyRequest; now: Date }

type Steps = {
  onAdding?: (db: Db, made: Pick<VerifiedUse, 'isUserVerified'>) => Promise<void>
  onAdded: (db: Db) => Promise<unknown>
}

const purposes = { customer: 'add', staff: 'staffAdd' } as const

/** The name of a person that a device keeps beside a passkey; it says nothing to whoever reads the device. */
const userHandleOf = (secrets: Secrets, { kind, serviceCompanyId, holderId }: Holder): Buffer =>
  createHmac('sha256', secrets.keyFor('passkey user')).update(`${kind} ${serviceCompanyId} ${holderId}`).digest()

/** The options of a new passkey: a challenge for this person alone. Names are as the device shows them. */
export const newPasskeyCreation = async (
  deps: Deps,
  { db, request, now }: Asked,
  holder: Holder,
  { verifiesUser, ...names }: { site: string; userName: string; displayName: string; verifiesUser: boolean },
): Promise<PasskeyCreation> => {
  const { rpId } = relyingPartyOf(deps, request)
  const userHandle = userHandleOf(deps.secrets, holder)
  const challenge = await insertChallenge(db, { purpose: purposes[holder.kind], rpId, userHandle }, now)
  const known = await listCredentials(db, holder, rpId)
  return {
    rp: { id: rpId, name: names.site },
    user: { id: userHandle.toString('base64url'), name: names.userName, displayName: names.displayName },
    challenge,
    pubKeyCredParams: ALGORITHMS.map(alg => ({ type: 'public-key', alg })),
    timeout: CHALLENGE_LIFETIME,
    excludeCredentials: known.map(({ credentialId, transports }) => ({
      id: credentialId.toString('base64url'),
      type: 'public-key',
      transports,
    })),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: verifiesUser ? 'required' : 'preferred',
    },
    attestation: 'none',
  }
}

/**
 * Stores a new passkey, with `onAdding` before it and `onAdded` after it in the same transaction, which lets one change of a person's passkeys
 * in at a time. Errors: `invalid_code` for a challenge that is over or of somebody else, `invalid_request` for what does not answer it,
 * `conflict` for one that is there already, and for one too many.
 */
export const storePasskey = async (
  deps: Deps,
  { db, request, now }: Asked,
  holder: Holder,
  { response, name }: { response: NewPasskey; name?: string | null | undefined },
  { onAdding, onAdded }: Steps,
): Promise<Passkey> => {
  const party = relyingPartyOf(deps, request)
  const userHandle = userHandleOf(deps.secrets, holder)
  const challenge = challengeIn(response)
  const waiting = { purpose: purposes[holder.kind], rpId: party.rpId, userHandle }
  if (challenge === undefined || !(await spendChallenge(db, challenge, waiting, now)))
    return fail('invalid_code', { status: 410, detail: 'expired' })
  const verifiesUser = holder.kind === 'staff'
  const made = await verifyNewPasskey(response, { challenge, party, verifiesUser })
  if (!made) return fail('invalid_request', { detail: 'The passkey does not answer the challenge.' })
  return tx(db, async db => {
    await lockHolder(db, holder)
    if ((await countPasskeys(db, holder)) >= PASSKEYS_MAX)
      fail('conflict', { detail: `There are ${PASSKEYS_MAX} passkeys already: remove one first.` })
    await onAdding?.(db, made)
    const added = await insertPasskey(db, holder, {
      ...made,
      rpId: party.rpId,
      userHandle,
      name: name?.trim() || deviceFamily(request.headers['user-agent'] ?? null) || 'Passkey',
      transports: response.response.transports ?? [],
      now,
    })
    if (!added) return fail('conflict', { detail: 'The passkey is there already.' })
    await onAdded(db)
    return added
  })
}
