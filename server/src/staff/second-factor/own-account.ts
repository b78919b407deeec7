import type { FreshProof } from '@portico/contract/sign-in/passkeys'
import type { FastifyRequest } from 'fastify'
import { checkStaffGuess } from '../../auth/guess-limits.ts'
import { requireFreshProof } from '../../auth/passkeys/fresh-proof.ts'
import { verifyPassword } from '../../auth/passwords/password-hash.ts'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { sameCompany } from '../../kernel/access/tenant-joins.ts'
import { type Db, sql } from '../../kernel/database/db.ts'
import { failAt } from '../../kernel/errors/fail.ts'
import type { Deps } from '../../kernel/http/deps.ts'
import { readClientAddress } from '../../kernel/limits/rate-limit.ts'
import type { StaffAccount } from '../account-queries.ts'
import { holderOf } from '../open-session.ts'
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

/** The proof that a change of the codes needs: the current password, guessed within the limits of a sign-in. */
export const requirePassword = async (call: OwnCall, currentPassword: string | undefined): Promise<void> => {
  if (currentPassword === undefined || !(await checkPassword(call, currentPassword)))
    failAt('check_passwords', 'body.currentPassword', 'is not the current password')
}

/** The proof that a change of passkeys and recovery codes needs; see {@link requireFreshProof}. */
export const requireStaffProof = async (deps: Deps, call: OwnCall & { body: FreshProof }): Promise<void> => {
  const openedAt = await findStaffSessionStart(call.db, call.scope)
  await requireFreshProof(deps, holderOf(call.scope), {
    ...call,
    openedAt,
    checkPassword: password => checkPassword(call, password),
  })
}
