import type { ProofKind } from '@portico/contract/errors'
import { type FreshProof, proofRequired } from '@portico/contract/sign-in/passkeys'
import type { FastifyRequest } from 'fastify'
import type { Db } from '../../kernel/database/db.ts'
import { fail, failAt } from '../../kernel/errors/fail.ts'
import type { Deps } from '../../kernel/http/deps.ts'
import { countUse, type Holder } from './passkey-queries.ts'
import { checkPasskey } from './use-passkey.ts'

/** How long a sign-in is itself the proof of who is there, in milliseconds. */
const FRESH = 10 * 60_000

type ProofContext = {
  db: Db
  request: FastifyRequest
  now: Date
  body: FreshProof
  /** When the session was opened; undefined if it has ended meanwhile. */
  openedAt: Date | undefined
  /** Checks the password, within the limits of a sign-in. */
  checkPassword: (password: string) => Promise<boolean>
  /** What the holder could prove it with. */
  findProofs: () => Promise<ProofKind[]>
}

/**
 * Requires that the holder of a session has just shown who they are: by password, by passkey, or by the sign-in itself, which may have been by
 * a mailed link. Whoever finds an open browser cannot add a way in of their own. Errors: `check_passwords`, `forbidden` with `proof_required` and
 * what the holder could prove it with.
 */
export const requireFreshProof = async (deps: Deps, holder: Holder, context: ProofContext): Promise<void> => {
  const { db, now, body, openedAt, checkPassword, findProofs } = context
  if (body.passkey) {
    const checked = await checkPasskey(deps, context, holder.kind, body.passkey)
    const { passkey, use } = checked ?? {}
    const isOwn = passkey?.serviceCompanyId === holder.serviceCompanyId && passkey.holderId === holder.holderId
    if (!passkey || !use?.isUserVerified || !isOwn || !(await countUse(db, passkey, { ...use, now })))
      failAt('check_passwords', 'body.passkey', 'is no passkey of this account that has verified its user')
    return
  }
  if (body.currentPassword !== undefined) {
    if (!(await checkPassword(body.currentPassword)))
      failAt('check_passwords', 'body.currentPassword', 'is not the current password')
    return
  }
  if (!openedAt || now.getTime() - openedAt.getTime() > FRESH)
    fail('forbidden', { detail: proofRequired, proofs: await findProofs() })
}
