import type { FreshProof } from '@portico/contract/sign-in/passkeys'
import type { FastifyRequest } from 'fastify'
import type { UserScope } from '../kernel/access/scope.ts'
import type { Db } from '../kernel/database/db.ts'
import { fail } from '../kernel/errors/fail.ts'
import type { Deps } from '../kernel/http/deps.ts'
import { readClientAddress } from '../kernel/limits/rate-limit.ts'
import { checkGuess } from './guess-limits.ts'
import { requireFreshProof } from './passkeys/fresh-proof.ts'
import type { Holder } from './passkeys/passkey-queries.ts'
import { verifyPassword } from './passwords/password-hash.ts'
import { type ProofRule, readPasswordHash, readProofRule } from './queries.ts'
import { markSecondFactor } from './session-queries.ts'

/** A customer's call about the own ways to sign in. */
export type OwnCall = { db: Db; scope: UserScope; request: FastifyRequest; now: Date }

/** A user as the holder of passkeys. */
export const holderOf = ({ serviceCompanyId, webUserId }: UserScope): Holder => ({
  kind: 'customer',
  serviceCompanyId,
  holderId: webUserId,
})

/**
 * Requires that a session has shown the second factor that its user has, where a contact of theirs requires one: without, whoever knows the
 * password would set up a factor of their own and pass. Error: `second_factor_required`.
 */
export const requireShownFactor = ({ isFactorRequired, factorDue }: ProofRule): void => {
  // Who has none yet sets the first up by whatever opened the session.
  if (isFactorRequired && factorDue !== null && factorDue !== 'enrol')
    fail('second_factor_required', { detail: factorDue })
}

/** Whether a new passkey has to verify its user: as the first second factor of who needs one, another would open nothing and shut its owner out. */
export const needsVerification = ({ isFactorRequired, factorDue }: ProofRule): boolean =>
  isFactorRequired && factorDue === 'enrol'

/**
 * The proof that a change of passkeys, of codes of an app and of recovery codes needs; see {@link requireFreshProof}. A passkey always does, and
 * counts as the second factor of the session from then on. Anything else is refused with `second_factor_required` where it is too little: a
 * sign-in that has not shown the second factor which a contact of the user requires, and a password of who belongs to a portal that takes none.
 */
export const requireOwnProof = async (deps: Deps, call: OwnCall & { body: FreshProof }): Promise<ProofRule> => {
  const { db, scope, request, now, body } = call
  const rule = await readProofRule(db, scope)
  if (!body.passkey) {
    requireShownFactor(rule)
    // By a passkey, the password of another portal would open one that takes none.
    if (rule.isPasswordless && (body.currentPassword !== undefined || rule.isByPassword))
      fail('second_factor_required', { detail: 'passwordless' })
  }
  const checkPassword = async (password: string) => {
    const hash = await readPasswordHash(db, scope)
    const attempt = { address: readClientAddress(request), now }
    return checkGuess(db, scope, attempt, () => verifyPassword(hash ?? '', password))
  }
  await requireFreshProof(deps, holderOf(scope), { ...call, openedAt: rule.openedAt, checkPassword })
  if (body.passkey && rule.factorDue !== null) await markSecondFactor(db, scope, 'passkey')
  return rule
}
