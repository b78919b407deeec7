import type { ProofKind } from '@portico/contract/errors'
import { passkeyRequired, type StaffProof } from '@portico/contract/sign-in/passkeys'
import type { FastifyRequest } from 'fastify'
import { type UsedCode, useCode } from '../../auth/factor-codes.ts'
import { checkStaffGuess } from '../../auth/guess-limits.ts'
import { requireFreshProof } from '../../auth/passkeys/fresh-proof.ts'
import { listCredentials } from '../../auth/passkeys/passkey-queries.ts'
import { relyingPartyOf } from '../../auth/passkeys/relying-party.ts'
import { verifyPassword } from '../../auth/passwords/password-hash.ts'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { sameCompany } from '../../kernel/access/tenant-joins.ts'
import { type Db, sql, tx } from '../../kernel/database/db.ts'
import { fail, failAt } from '../../kernel/errors/fail.ts'
import type { Deps } from '../../kernel/http/deps.ts'
import { readClientAddress } from '../../kernel/limits/rate-limit.ts'
import { originOf } from '../../kernel/security/security-log.ts'
import { sendAccountNotice } from '../account-notice.ts'
import type { StaffAccount } from '../account-queries.ts'
import { findStaffFactor, holderOf } from '../open-session.ts'
import { findStaffSessionStart } from '../session-queries.ts'

/** A call of somebody of the staff about the own account. */
export type OwnCall = { db: Db; scope: StaffScope; request: FastifyRequest; now: Date }

/** The account of a scope. */
export const ownerOf = ({ serviceCompanyId, staffAccountId }: StaffScope): StaffAccount => ({
  serviceCompanyId,
  staffAccountId,
})

type OwnAccount = { email: string; displayName: string; companyName: string; passwordHash: string | null }

/** What a second factor of the caller's account is named by, and the hash of its password. */
export const readOwnAccount = (db: Db, { serviceCompanyId, staffAccountId }: StaffScope): Promise<OwnAccount> =>
  db.one(sql`select a.email, u.display_name as "displayName", c.name as "companyName", a.password_hash as "passwordHash"
    from staff_account a join service_company c on c.id = a.service_company_id
    join staff_user u on ${sameCompany('u', 'a')} and u.id = a.staff_user_id
    where a.service_company_id = ${serviceCompanyId} and a.id = ${staffAccountId}`)

const checkPassword = async ({ db, scope, request, now }: OwnCall, password: string): Promise<boolean> => {
  const { passwordHash } = await readOwnAccount(db, scope)
  const attempt = { address: readClientAddress(request), now }
  return checkStaffGuess(db, scope, attempt, () => verifyPassword(passwordHash ?? '', password))
}

/** Spends a code of the caller's app, or a recovery code; fails with `wrong_code`. */
export const useOwnCode = (deps: Deps, call: OwnCall, code: string): Promise<UsedCode> => {
  const { db, scope, now, request } = call
  const owner = ownerOf(scope)
  const origin = originOf(request)
  const what = 'staff.secondFactor.used'
  const onWrong = () => deps.security.record({ what, result: 'failed', reason: 'wrongCode', ...owner, origin })
  const tell = () => tx(db, db => sendAccountNotice(db, deps, owner, { kind: 'wrongCodes', origin, now }))
  return useCode(db, deps, owner, { code, address: origin.address, now, onWrong, tell })
}

/** What the caller could prove a change with. */
const findProofs = async (deps: Deps, { db, scope, request }: OwnCall): Promise<ProofKind[]> => {
  const factor = await findStaffFactor(db, scope)
  const { rpId } = relyingPartyOf(deps, request)
  const passkeys = await listCredentials(db, holderOf(scope), rpId)
  return [
    ...(factor === 'passkey' ? [] : ['password' as const]),
    ...(factor === 'totp' ? ['code' as const] : []),
    ...(passkeys.length > 0 ? ['passkey' as const] : []),
  ]
}

/**
 * The proof that a change of passkeys, codes and recovery codes needs; see {@link requireFreshProof}. The password alone is none where there is
 * a second factor: a code goes with it, and an account of passkeys alone takes a passkey. Errors besides: `wrong_code`, `forbidden` with
 * `passkey_required`.
 */
export const requireStaffProof = async (deps: Deps, call: OwnCall & { body: StaffProof }): Promise<void> => {
  const { db, scope, body } = call
  const isByPassword = !body.passkey && body.currentPassword !== undefined
  const factor = isByPassword ? await findStaffFactor(db, scope) : undefined
  const proofs = () => findProofs(deps, call)
  if (factor === 'passkey') fail('forbidden', { detail: passkeyRequired, proofs: await proofs() })
  if (factor === 'totp' && body.code === undefined) failAt('wrong_code', 'body.code', 'is missing')
  const openedAt = await findStaffSessionStart(db, scope)
  await requireFreshProof(deps, holderOf(scope), {
    ...call,
    openedAt,
    checkPassword: password => checkPassword(call, password),
    findProofs: proofs,
  })
  if (factor === 'totp') await useOwnCode(deps, call, body.code ?? '')
}
