import {
  beginTotp,
  confirmTotp,
  giveSecondFactor,
  readSecondFactor,
  removeTotp,
  renewRecoveryCodes,
} from '@portico/contract/sign-in/second-factor'
import { type Db, tx } from '../kernel/database/db.ts'
import { fail } from '../kernel/errors/fail.ts'
import { type App, type CallOf, route } from '../kernel/http/route.ts'
import { readClientAddress } from '../kernel/limits/rate-limit.ts'
import { originOf } from '../kernel/security/security-log.ts'
import { findAddressee, holdUser } from './confirmation-queries.ts'
import {
  beginFactor,
  checkNewFactor,
  confirmNewFactor,
  renewRecoveryCodes as renewCodes,
  useCode,
} from './factor-codes.ts'
import type { NoticeKind } from './notice-mails.ts'
import { enqueueNotice } from './notices.ts'
import { openSession } from './open-session.ts'
import { lockOwnSession, type OwnCall, requireOwnProof, requireShownFactor } from './own-proof.ts'
import { deleteFactor, readFactor } from './second-factor/factor-queries.ts'
import { deleteTicket, deleteTicketsOf, takeTry } from './second-factor/ticket-queries.ts'
import { deleteOtherSessions, endShownFactors, markSecondFactor } from './session-queries.ts'

const enqueueFactorNotice = (db: Db, { scope, request, now }: OwnCall, kind: NoticeKind) =>
  enqueueNotice(db, {
    kind,
    serviceCompanyId: scope.serviceCompanyId,
    webUserId: scope.webUserId,
    at: now.toISOString(),
    address: readClientAddress(request),
    device: request.headers['user-agent'],
  })

const finishSignIn =
  ({ deps, authenticator }: App) =>
  async ({ db, body, now, request }: CallOf<typeof giveSecondFactor>) => {
    const origin = originOf(request)
    const address = readClientAddress(request)
    const ticket = (await takeTry(db, body.ticket, now)) ?? fail('unauthenticated')
    const { serviceCompanyId, webUserId, portalKey, remember, passwordHash, skipNotice, method } = ticket
    const account = { serviceCompanyId, webUserId }
    const record = (result: 'ok' | 'failed', reason: 'totp' | 'recoveryCode' | 'wrongCode') =>
      deps.security.record({ what: 'secondFactor.used', result, reason, ...account, origin })
    const onWrong = () => record('failed', 'wrongCode')
    const device = request.headers['user-agent']
    const notice = { ...account, at: now.toISOString(), address, device }
    const tell = () => enqueueNotice(db, { ...notice, kind: 'wrongCodes' })
    const used = await useCode(db, deps, account, { code: body.code, address, now, onWrong, tell })
    const session = await tx(db, async db => {
      await holdUser(db, account)
      // Gone too where the factor of the code was removed meanwhile, or the user signed out everywhere.
      if (!(await deleteTicket(db, body.ticket))) return fail('unauthenticated')
      if (used === 'recoveryCode') await enqueueNotice(db, { ...notice, kind: 'recoveryCodeUsed' })
      const newSession = { account, remember, address, device, now, passwordHash, method, secondFactor: used }
      return openSession(db, newSession, { portalKey: portalKey ?? undefined, skipNotice })
    })
    record('ok', used)
    authenticator.forget()
    return session
  }

const begin =
  ({ deps }: App) =>
  async (call: CallOf<typeof beginTotp>) => {
    const { db, scope, now } = call
    await requireOwnProof(deps, call)
    const portal = await findAddressee(db, scope, undefined)
    return beginFactor(db, deps, scope, { issuer: portal?.webPortalName ?? 'Portico', userName: scope.userName, now })
  }

const confirm =
  ({ deps, authenticator }: App) =>
  async (call: CallOf<typeof confirmTotp>) => {
    const { db, scope, body, now, request } = call
    await checkNewFactor(db, deps, scope, { code: body.code, address: readClientAddress(request), now })
    const recoveryCodes = await tx(db, async db => {
      const rule = await lockOwnSession(db, scope)
      requireShownFactor(rule)
      const recoveryCodes = await confirmNewFactor(db, deps, scope, now)
      await deleteOtherSessions(db, scope)
      if (rule.factorDue === null || rule.factorDue === 'enrol') await markSecondFactor(db, scope, 'totp')
      await enqueueFactorNotice(db, call, 'secondFactorAdded')
      return recoveryCodes
    })
    authenticator.forget()
    const { serviceCompanyId, webUserId } = scope
    deps.security.record({
      what: 'secondFactor.added',
      result: 'ok',
      serviceCompanyId,
      webUserId,
      origin: originOf(request),
    })
    return { recoveryCodes }
  }

const remove =
  ({ deps, authenticator }: App) =>
  async (call: CallOf<typeof removeTotp>) => {
    const { db, scope, request } = call
    await requireOwnProof(deps, call)
    await tx(db, async db => {
      await lockOwnSession(db, scope)
      if (!(await deleteFactor(db, scope))) return
      await deleteTicketsOf(db, scope)
      await endShownFactors(db, scope)
      await enqueueFactorNotice(db, call, 'secondFactorRemoved')
    })
    authenticator.forget()
    const { serviceCompanyId, webUserId } = scope
    const what = 'secondFactor.removed'
    deps.security.record({ what, result: 'ok', reason: 'user', serviceCompanyId, webUserId, origin: originOf(request) })
  }

const renew =
  ({ deps }: App) =>
  async (call: CallOf<typeof renewRecoveryCodes>) => {
    const { db, scope, request } = call
    await requireOwnProof(deps, call)
    const { serviceCompanyId, webUserId } = scope
    const recoveryCodes = await tx(db, async db => {
      await lockOwnSession(db, scope)
      const codes = await renewCodes(db, deps, { serviceCompanyId, webUserId })
      await enqueueFactorNotice(db, call, 'recoveryCodesRenewed')
      return codes
    })
    const what = 'secondFactor.codesRenewed'
    deps.security.record({ what, result: 'ok', reason: 'user', serviceCompanyId, webUserId, origin: originOf(request) })
    return { recoveryCodes }
  }

/** The second step of a sign-in, and the user's own second factor. */
export const secondFactorRoutes = (app: App): void => {
  route(app, giveSecondFactor, finishSignIn(app))
  route(app, readSecondFactor, ({ db, scope }) => readFactor(db, scope))
  route(app, beginTotp, begin(app))
  route(app, confirmTotp, confirm(app))
  route(app, removeTotp, remove(app))
  route(app, renewRecoveryCodes, renew(app))
}
