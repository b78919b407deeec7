import {
  beginStaffTotp,
  confirmStaffTotp,
  giveStaffSecondFactor,
  readStaffSecondFactor,
  removeStaffSecondFactor,
  removeStaffTotp,
} from '@portico/contract/staff/second-factor'
import { beginFactor, checkNewFactor, confirmNewFactor, useCode } from '../../auth/factor-codes.ts'
import { checkStaffGuess } from '../../auth/guess-limits.ts'
import { verifyPassword } from '../../auth/passwords/password-hash.ts'
import { deleteFactor, readFactor } from '../../auth/second-factor/factor-queries.ts'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { type Db, sql, tx } from '../../kernel/database/db.ts'
import { recordStaffAct } from '../../kernel/database/record-event.ts'
import { fail, failAt } from '../../kernel/errors/fail.ts'
import { type App, type CallOf, route } from '../../kernel/http/route.ts'
import { readClientAddress } from '../../kernel/limits/rate-limit.ts'
import { originOf, type SecurityEvent } from '../../kernel/security/security-log.ts'
import { changeAccounts, requireAccount } from '../account-changes.ts'
import { findVisibleAccount, staffNameOf } from '../account-list-queries.ts'
import { sendAccountNotice } from '../account-notice.ts'
import { finishStaffSession, needsSecondFactor } from '../open-session.ts'
import { deleteStaffSessions, lockStaffAccount, requireEnrolment, takeStaffTry } from '../session-queries.ts'

type Call = Pick<CallOf<typeof beginStaffTotp>, 'db' | 'scope' | 'request' | 'now'>

const ownerOf = ({ serviceCompanyId, staffAccountId }: StaffScope) => ({ serviceCompanyId, staffAccountId })

type OwnAccount = { email: string; companyName: string; passwordHash: string | null }

const readOwnAccount = (db: Db, { serviceCompanyId, staffAccountId }: StaffScope): Promise<OwnAccount> =>
  db.one(sql`select a.email, c.name as "companyName", a.password_hash as "passwordHash"
    from staff_account a join service_company c on c.id = a.service_company_id
    where a.service_company_id = ${serviceCompanyId} and a.id = ${staffAccountId}`)

/** The proof that a change of the second factor needs: the current password, guessed within the limits of a sign-in. */
const requirePassword = async ({ db, scope, request, now }: Call, currentPassword: string | undefined) => {
  const { passwordHash } = await readOwnAccount(db, scope)
  const isCurrent = () => verifyPassword(passwordHash ?? '', currentPassword ?? '')
  const attempt = { address: readClientAddress(request), now }
  if (currentPassword === undefined || !(await checkStaffGuess(db, scope, attempt, isCurrent)))
    failAt('check_passwords', 'body.currentPassword', 'is not the current password')
}

const give =
  ({ deps, staffAuthenticator }: App) =>
  async ({ db, scope, body, now, request, reply }: CallOf<typeof giveStaffSecondFactor>) => {
    if (!scope.secondFactorDue) fail('conflict', { detail: 'The session has its second factor.' })
    const origin = originOf(request)
    const owner = ownerOf(scope)
    const record = (event: Pick<SecurityEvent, 'result' | 'reason'>) =>
      deps.security.record({ what: 'staff.secondFactor.used', ...event, ...owner, origin })
    if (!(await takeStaffTry(db, scope))) fail('unauthenticated')
    const used = await useCode(db, deps, owner, {
      code: body.code,
      address: origin.address,
      now,
      onWrong: () => record({ result: 'failed', reason: 'wrongCode' }),
    })
    await tx(db, async db => {
      await finishStaffSession(db, deps, scope, { request, reply, now })
      if (used === 'recoveryCode') await sendAccountNotice(db, deps, owner, { kind: 'recoveryCodeUsed', origin, now })
    })
    record({ result: 'ok', reason: used })
    staffAuthenticator.forget()
    return { next: null, companies: [] }
  }

const begin =
  ({ deps }: App) =>
  async (call: CallOf<typeof beginStaffTotp>) => {
    const { db, scope, body, now } = call
    // A sign-in that waits for a second factor has just proven the password.
    if (!scope.secondFactorDue) await requirePassword(call, body.currentPassword)
    const { email, companyName } = await readOwnAccount(db, scope)
    return beginFactor(db, deps, ownerOf(scope), { issuer: `Portico, ${companyName}`, userName: email, now })
  }

const confirm =
  ({ deps, staffAuthenticator }: App) =>
  async ({ db, scope, body, now, request, reply }: CallOf<typeof confirmStaffTotp>) => {
    const owner = ownerOf(scope)
    const origin = originOf(request)
    await checkNewFactor(db, deps, owner, { code: body.code, address: origin.address, now })
    const recoveryCodes = await tx(db, async db => {
      await lockStaffAccount(db, owner)
      const recoveryCodes = await confirmNewFactor(db, deps, owner, now)
      await deleteStaffSessions(db, owner, scope.staffSessionId)
      if (scope.secondFactorDue) await finishStaffSession(db, deps, scope, { request, reply, now })
      await sendAccountNotice(db, deps, owner, { kind: 'factorAdded', origin, now })
      return recoveryCodes
    })
    staffAuthenticator.forget()
    deps.security.record({ what: 'staff.secondFactor.added', result: 'ok', ...owner, origin })
    return { recoveryCodes }
  }

const remove =
  ({ deps, staffAuthenticator, authenticator }: App) =>
  async (call: CallOf<typeof removeStaffTotp>) => {
    const { db, scope, body, now, request } = call
    await requirePassword(call, body.currentPassword)
    const owner = ownerOf(scope)
    const origin = originOf(request)
    const isNeeded = await needsSecondFactor(db, deps, owner)
    const wasRemoved = await tx(db, async db => {
      await lockStaffAccount(db, owner)
      if (!(await deleteFactor(db, owner))) return false
      await deleteStaffSessions(db, owner, scope.staffSessionId)
      if (isNeeded) await requireEnrolment(db, scope, now)
      await sendAccountNotice(db, deps, owner, { kind: 'factorRemoved', origin, now })
      return true
    })
    if (!wasRemoved) return { next: null, companies: [] }
    staffAuthenticator.forget()
    authenticator.forget()
    deps.security.record({ what: 'staff.secondFactor.removed', result: 'ok', reason: 'user', ...owner, origin })
    return { next: isNeeded ? ('enrol' as const) : null, companies: [] }
  }

const removeOfColleague =
  ({ deps, staffAuthenticator, authenticator }: App) =>
  async ({ db, scope, params, now, request }: CallOf<typeof removeStaffSecondFactor>) => {
    const account = await changeAccounts(db, scope, async db => {
      const { serviceCompanyId, staffAccountId } = await requireAccount(db, scope, params.accountid, now)
      const owner = { serviceCompanyId, staffAccountId }
      if (staffAccountId === scope.staffAccountId)
        fail('conflict', { detail: 'The own second factor is removed with the password.' })
      await lockStaffAccount(db, owner)
      if (!(await deleteFactor(db, owner))) fail('conflict', { detail: 'The account has no second factor.' })
      await deleteStaffSessions(db, owner)
      await sendAccountNotice(db, deps, owner, { kind: 'factorTaken', now })
      const detail = { account: await staffNameOf(db, scope, staffAccountId), secondFactor: false }
      await recordStaffAct(db, scope, { type: 'staff.account.changed', detail }, now)
      return (await findVisibleAccount(db, scope, staffAccountId, now)) ?? fail('not_found')
    })
    staffAuthenticator.forget()
    authenticator.forget()
    deps.security.record({
      what: 'staff.secondFactor.removed',
      result: 'ok',
      reason: 'company',
      serviceCompanyId: scope.serviceCompanyId,
      staffAccountId: account.id,
      byStaffAccountId: scope.staffAccountId,
      origin: originOf(request),
    })
    return account
  }

/** Registers the second step of a sign-in of the staff, the own second factor, and the removal of a colleague's. */
export const staffSecondFactorRoutes = (app: App): void => {
  route(app, giveStaffSecondFactor, give(app))
  route(app, readStaffSecondFactor, ({ db, scope }) => readFactor(db, ownerOf(scope)))
  route(app, beginStaffTotp, begin(app))
  route(app, confirmStaffTotp, confirm(app))
  route(app, removeStaffTotp, remove(app))
  route(app, removeStaffSecondFactor, removeOfColleague(app))
}
