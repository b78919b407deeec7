import type { ProofKind } from '@portico/contract/errors'
import type { FreshProof } from '@portico/contract/sign-in/passkeys'
import type { FastifyRequest } from 'fastify'
import type { UserScope } from '../kernel/access/scope.ts'
import type { Due } from '../kernel/access/sign-in-due.ts'
import { type Db, tx } from '../kernel/database/db.ts'
import { fail } from '../kernel/errors/fail.ts'
import type { Deps } from '../kernel/http/deps.ts'
import { readClientAddress } from '../kernel/limits/rate-limit.ts'
import { holdUser, lockUser } from './confirmation-queries.ts'
import { checkGuess } from './guess-limits.ts'
import { requireFreshProof } from './passkeys/fresh-proof.ts'
import { type Holder, listCredentials } from './passkeys/passkey-queries.ts'
import { relyingPartyOf } from './passkeys/relying-party.ts'
import { verifyPassword } from './passwords/password-hash.ts'
import { type ProofRule, readPasswordHash, readProofRule } from './queries.ts'
import { endShownFactors, markSecondFactor } from './session-queries.ts'

/** A customer's call about the own ways to sign in. */
export type OwnCall = { db: Db; scope: UserScope; request: FastifyRequest; now: Date }

/** A user as the holder of passkeys. */
export const holderOf = ({ serviceCompanyId, webUserId }: UserScope): Holder => ({
  kind: 'customer',
  serviceCompanyId,
  holderId: webUserId,
})

/** The second factor that a contact requires, the user has and the session has not shown. Who has none yet sets the first up by whatever opened it. */
const findUnshownFactor = ({ isFactorRequired, factorDue }: ProofRule): Due =>
  isFactorRequired && factorDue !== 'enrol' ? factorDue : null

/**
 * Requires that a session has shown the second factor that its user has, where a contact of theirs requires one: without, whoever knows the
 * password would set up a factor of their own and pass. Error: `second_factor_required`.
 */
export const requireShownFactor = (rule: ProofRule): void => {
  const factor = findUnshownFactor(rule)
  if (factor) fail('second_factor_required', { detail: factor })
}

/** Whether a new passkey has to verify its user: as the first second factor of who needs one, another would open nothing and shut its owner out. */
export const needsVerification = ({ isFactorRequired, factorDue }: ProofRule): boolean =>
  isFactorRequired && factorDue === 'enrol'

/** What a user could prove a change with. */
const findProofs = async (deps: Deps, { db, scope, request }: OwnCall, rule: ProofRule): Promise<ProofKind[]> => {
  const isPasswordTaken = !rule.isPasswordless && !findUnshownFactor(rule)
  const hasPassword = isPasswordTaken && (await readPasswordHash(db, scope)) !== null
  const { rpId } = relyingPartyOf(deps, request)
  const passkeys = await listCredentials(db, holderOf(scope), rpId)
  return [...(hasPassword ? ['password' as const] : []), ...(passkeys.length > 0 ? ['passkey' as const] : [])]
}

/**
 * The proof that a change of passkeys, of codes of an app and of recovery codes needs; see {@link requireFreshProof}. A passkey always does, and
 * counts as the second factor of the session from then on. Anything else is refused with `second_factor_required` where it is too little: a
 * sign-in that has not shown the second factor which a contact of the user requires, and a password of who belongs to a portal that takes none.
 */
export const requireOwnProof = async (deps: Deps, call: OwnCall & { body: FreshProof }): Promise<ProofRule> => {
  const { db, scope, request, now, body } = call
  const rule = await readProofRule(db, scope)
  const proofs = () => findProofs(deps, call, rule)
  if (!body.passkey) {
    // By a passkey, the password of another portal would open one that takes none.
    const restsOnPassword = rule.isPasswordless && (body.currentPassword !== undefined || rule.isByPassword)
    const detail = findUnshownFactor(rule) ?? (restsOnPassword && 'passwordless')
    if (detail) fail('second_factor_required', { detail, proofs: await proofs() })
  }
  const checkPassword = async (password: string) => {
    const hash = await readPasswordHash(db, scope)
    const attempt = { address: readClientAddress(request), now }
    return checkGuess(db, scope, attempt, () => verifyPassword(hash ?? '', password))
  }
  const { openedAt } = rule
  await requireFreshProof(deps, holderOf(scope), { ...call, openedAt, checkPassword, findProofs: proofs })
  if (body.passkey && rule.factorDue !== null)
    await tx(db, async db => {
      await holdUser(db, scope)
      await markSecondFactor(db, scope, 'passkey')
      // It may have been removed since it signed.
      await endShownFactors(db, scope)
    })
  return rule
}

/**
 * Holds the user for a change of the own ways to sign in, and reads what a proof has to meet. Error: `unauthenticated` where the session has
 * ended since the proof: a reset must not be outlived by what it shut out.
 */
export const lockOwnSession = async (db: Db, scope: UserScope): Promise<ProofRule> => {
  await lockUser(db, scope)
  return readProofRule(db, scope)
}
