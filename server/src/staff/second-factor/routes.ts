import {
  beginStaffTotp,
  confirmStaffTotp,
  giveStaffSecondFactor,
  readStaffSecondFactor,
  removeStaffSecondFactor,
  removeStaffTotp,
  renewStaffRecoveryCodes,
} from '@portico/contract/staff/second-factor'
import {
  beginFactor,
  checkNewFactor,
  confirmNewFactor,
  renewRecoveryCodes,
  type UsedCode,
} from '../../auth/factor-codes.ts'
import { enterByPasskey } from '../../auth/passkeys/use-passkey.ts'
import { deleteFactor, readFactor } from '../../auth/second-factor/factor-queries.ts'
import { type Db, tx } from '../../kernel/database/db.ts'
import { recordStaffAct } from '../../kernel/database/record-event.ts'
import { fail } from '../../kernel/errors/fail.ts'
import { type App, type CallOf, route } from '../../kernel/http/route.ts'
import { originOf } from '../../kernel/security/security-log.ts'
import { changeAccounts, requireAccount } from '../account-changes.ts'
import { findVisibleAccount, staffNameOf } from '../account-list-queries.ts'
import { sendAccountNotice } from '../account-notice.ts'
import { finishStaffSession, requireFactorAgain } from '../open-session.ts'
import { deleteStaffSessions, lockOwnAccount, takeStaffTry } from '../session-queries.ts'
import { ownerOf, readOwnAccount, requireStaffProof, useOwnCode } from './own-account.ts'
import { reportRefusedPasskey } from './refused-passkey.ts'
import { takeSecondFactor } from './take-second-factor.ts'

type Give = CallOf<typeof giveStaffSecondFactor>

/** Finishes the sign-in; `used`: by what. */
const finish = (db: Db, { deps }: App, { scope, now, request, reply }: Give, used: UsedCode | 'passkey') =>
  tx(db, async db => {
    await lockOwnAccount(db, scope)
    await finishStaffSession(db, deps, scope, { request, reply, now })
    if (used === 'recoveryCode')
      await sendAccountNotice(db, deps, ownerOf(scope), { kind: 'recoveryCodeUsed', origin: originOf(request), now })
    return used
  })

const give = (app: App) => async (call: Give) => {
  const { deps, staffAuthenticator } = app
  const { db, scope, body, request } = call
  if (!scope.secondFactorDue) fail('conflict', { detail: 'The session has its second factor.' })
  const { code, passkey } = body
  if ((code === undefined) === (passkey === undefined)) fail('invalid_request', { detail: 'Send code or passkey.' })
  if (!(await takeStaffTry(db, scope))) fail('unauthenticated')
  const what = 'staff.secondFactor.used'
  const used = passkey
    ? await enterByPasskey(deps, call, 'staff', passkey, {
        admits: ({ serviceCompanyId, holderId }) =>
          serviceCompanyId === scope.serviceCompanyId && holderId === scope.staffAccountId,
        open: db => finish(db, app, call, 'passkey'),
        onRefused: reportRefusedPasskey(deps, call, what),
      })
    : await finish(db, app, call, await useOwnCode(deps, call, code ?? ''))
  deps.security.record({ what, result: 'ok', reason: used, ...ownerOf(scope), origin: originOf(request) })
  staffAuthenticator.forget()
  return { next: null, companies: [] }
}

const begin =
  ({ deps }: App) =>
  async (call: CallOf<typeof beginStaffTotp>) => {
    const { db, scope, now } = call
    // A sign-in that waits for a second factor has just proven the password.
    if (!scope.secondFactorDue) await requireStaffProof(deps, call)
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
      await lockOwnAccount(db, scope)
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
    const { db, scope, now, request } = call
    await requireStaffProof(deps, call)
    const owner = ownerOf(scope)
    const origin = originOf(request)
    const removed = await tx(db, async db => {
      await lockOwnAccount(db, scope)
      if (!(await deleteFactor(db, owner))) return undefined
      await deleteStaffSessions(db, owner, scope.staffSessionId)
      await sendAccountNotice(db, deps, owner, { kind: 'factorRemoved', origin, now })
      return { next: await requireFactorAgain(db, deps, scope, now) }
    })
    if (!removed) return { next: null, companies: [] }
    staffAuthenticator.forget()
    authenticator.forget()
    deps.security.record({ what: 'staff.secondFactor.removed', result: 'ok', reason: 'user', ...owner, origin })
    return { ...removed, companies: [] }
  }

const renewCodes =
  ({ deps }: App) =>
  async (call: CallOf<typeof renewStaffRecoveryCodes>) => {
    const { db, scope, now, request } = call
    await requireStaffProof(deps, call)
    const owner = ownerOf(scope)
    const origin = originOf(request)
    const recoveryCodes = await tx(db, async db => {
      await lockOwnAccount(db, scope)
      const codes = await renewRecoveryCodes(db, deps, owner)
      await sendAccountNotice(db, deps, owner, { kind: 'codesRenewed', origin, now })
      return codes
    })
    const what = 'staff.secondFactor.codesRenewed'
    deps.security.record({ what, result: 'ok', reason: 'user', ...owner, origin })
    return { recoveryCodes }
  }

const removeOfColleague =
  ({ deps, staffAuthenticator, authenticator }: App) =>
  async ({ db, scope, params, now, request }: CallOf<typeof removeStaffSecondFactor>) => {
    const account = await changeAccounts(db, scope, async db => {
      const { serviceCompanyId, staffAccountId } = await requireAccount(db, scope, params.accountid, now)
      const owner = { serviceCompanyId, staffAccountId }
      if (staffAccountId === scope.staffAccountId)
        fail('conflict', { detail: 'The own second factor is removed with a proof.' })
      if (!(await takeSecondFactor(db, deps, owner, now)))
        fail('conflict', { detail: 'The account has no second factor.' })
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
  route(app, renewStaffRecoveryCodes, renewCodes(app))
  route(app, removeStaffSecondFactor, removeOfColleague(app))
}
