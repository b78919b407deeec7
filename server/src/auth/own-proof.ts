import type { FreshProof } from '@portico/contract/sign-in/passkeys'
import type { FastifyRequest } from 'fastify'
import type { UserScope } from '../kernel/access/scope.ts'
import type { Db } from '../kernel/database/db.ts'
import type { Deps } from '../kernel/http/deps.ts'
import { readClientAddress } from '../kernel/limits/rate-limit.ts'
import { checkGuess } from './guess-limits.ts'
import { requireFreshProof } from './passkeys/fresh-proof.ts'
import type { Holder } from './passkeys/passkey-queries.ts'
import { verifyPassword } from './passwords/password-hash.ts'
import { readPasswordHash } from './queries.ts'
import { findSessionStart } from './session-queries.ts'

/** A customer's call about the own ways to sign in. */
export type OwnCall = { db: Db; scope: UserScope; request: FastifyRequest; now: Date }

/** A user as the holder of passkeys. */
export const holderOf = ({ serviceCompanyId, webUserId }: UserScope): Holder => ({
  kind: 'customer',
  serviceCompanyId,
  holderId: webUserId,
})

/** The proof that a change of passkeys and recovery codes needs; see {@link requireFreshProof}. */
export const requireOwnProof = async (deps: Deps, call: OwnCall & { body: FreshProof }): Promise<void> => {
  const { db, scope, request, now } = call
  const checkPassword = async (password: string) => {
    const hash = await readPasswordHash(db, scope)
    const attempt = { address: readClientAddress(request), now }
    return checkGuess(db, scope, attempt, () => verifyPassword(hash ?? '', password))
  }
  const openedAt = await findSessionStart(db, scope)
  await requireFreshProof(deps, holderOf(scope), { ...call, openedAt, checkPassword })
}
