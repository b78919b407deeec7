import { beginTotp, confirmTotp, giveSecondFactor, readSecondFactor, removeTotp } from '@portico/contract/second-factor'
import type { FastifyRequest } from 'fastify'
import type { UserScope } from '../kernel/access/scope.ts'
import { type Db, tx } from '../kernel/database/db.ts'
import { fail, failAt } from '../kernel/errors/fail.ts'
import type { Deps } from '../kernel/http/deps.ts'
import { type App, type CallOf, route } from '../kernel/http/route.ts'
import { readClientAddress } from '../kernel/limits/rate-limit.ts'
import { originOf } from '../kernel/security/security-log.ts'
import type { User } from './account-queries.ts'
import { findAddressee, lockUser } from './confirmation-queries.ts'
import { checkGuess, checkSecondFactorGuess } from './guess-limits.ts'
import type { NoticeKind } from './notice-mails.ts'
import { enqueueNotice } from './notices.ts'
import { openSession } from './open-session.ts'
import { verifyPassword } from './passwords/password-hash.ts'
import { readPasswordHash } from './queries.ts'
import {
  confirmFactor,
  deleteFactor,
  findFactor,
  insertRecoveryCodes,
  readFactor,
  storeSecret,
  useRecoveryCode,
  useStep,
} from './second-factor/factor-queries.ts'
import { newRecoveryCodes, recoveryCodeMac } from './second-factor/recovery-codes.ts'
import { deleteTicket, takeTry } from './second-factor/ticket-queries.ts'
import { findTotpStep, newTotpSecret } from './second-factor/totp.ts'
import { deleteOtherSessions } from './session-queries.ts'

const PURPOSE = 'second factor'

type Proof = { db: Db; scope: UserScope; request: FastifyRequest; now: Date }

/** The proof that a change of the second factor needs: the current password, guessed within the limits of a sign-in. */
const requirePassword = async ({ db, scope, request, now }: Proof, currentPassword: string) => {
  const hash = await readPasswordHash(db, scope)
  const isCurrent = () => verifyPassword(hash ?? '', currentPassword)
  const attempt = { address: readClientAddress(request), now }
  if (!(await checkGuess(db, scope, attempt, isCurrent)))
    failAt('check_passwords', 'body.currentPassword', 'is not the current password')
}

const enqueueFactorNotice = (db: Db, { scope, request, now }: Proof, kind: NoticeKind) =>
  enqueueNotice(db, {
    kind,
    serviceCompanyId: scope.serviceCompanyId,
    webUserId: scope.webUserId,
    at: now.toISOString(),
    address: readClientAddress(request),
    device: request.headers['user-agent'],
  })

/** Spends a code of the app or a recovery code; undefined if it is neither. */
const useCode = async (
  { database, secrets }: Deps,
  user: User,
  { code, now }: { code: string; now: Date },
): Promise<'totp' | 'recoveryCode' | undefined> => {
  const factor = await findFactor(database, user)
  if (!factor?.isConfirmed) return undefined
  const { encryptedSecret, lastStep } = factor
  const step = findTotpStep(secrets.decrypt(encryptedSecret, PURPOSE), code.replace(/\s/g, ''), { now, lastStep })
  if (step !== undefined) return (await useStep(database, user, step)) ? 'totp' : undefined
  const mac = recoveryCodeMac(secrets, code)
  return mac && (await useRecoveryCode(database, user, mac, now)) ? 'recoveryCode' : undefined
}

const finishSignIn =
  ({ deps, authenticator }: App) =>
  async ({ db, body, now, request }: CallOf<typeof giveSecondFactor>) => {
    const origin = originOf(request)
    const address = readClientAddress(request)
    const ticket = (await takeTry(db, body.ticket, now)) ?? fail('unauthenticated')
    const { serviceCompanyId, webUserId, portalKey, remember, passwordHash, skipNotice } = ticket
    const account = { serviceCompanyId, webUserId }
    const record = (result: 'ok' | 'failed', reason: 'totp' | 'recoveryCode' | 'wrongCode') =>
      deps.security.record({ what: 'secondFactor.used', result, reason, ...account, origin })
    const check = () => useCode(deps, account, { code: body.code.trim(), now })
    const used = await checkSecondFactorGuess(db, account, { address, now }, check)
    if (!used) {
      record('failed', 'wrongCode')
      return failAt('wrong_code', 'body.code', 'is not a code of now, or was used')
    }
    const session = await tx(db, async db => {
      if (!(await deleteTicket(db, body.ticket))) return fail('unauthenticated')
      if (used === 'recoveryCode')
        await enqueueNotice(db, {
          ...account,
          kind: 'recoveryCodeUsed',
          at: now.toISOString(),
          address,
          device: request.headers['user-agent'],
        })
      const newSession = { account, remember, address, device: request.headers['user-agent'], now, passwordHash }
      return openSession(db, newSession, { portalKey: portalKey ?? undefined, skipNotice })
    })
    record('ok', used)
    authenticator.forget()
    return session
  }

const begin =
  ({ deps }: App) =>
  async (call: CallOf<typeof beginTotp>) => {
    const { db, scope, body, now } = call
    await requirePassword(call, body.currentPassword)
    const portal = await findAddressee(db, scope, undefined)
    const made = newTotpSecret({ issuer: portal?.webPortalName ?? 'Portico', userName: scope.userName })
    const isStored = await storeSecret(db, scope, deps.secrets.encrypt(made.secret, PURPOSE), now)
    return isStored ? made : fail('conflict', { detail: 'There is a second factor already: remove it first.' })
  }

const confirm =
  ({ deps, authenticator }: App) =>
  async (call: CallOf<typeof confirmTotp>) => {
    const { db, scope, body, now, request } = call
    const recoveryCodes = newRecoveryCodes()
    const macs = recoveryCodes.flatMap(code => recoveryCodeMac(deps.secrets, code) ?? [])
    const check = async () => {
      const factor = await findFactor(db, scope)
      if (!factor) return fail('conflict', { detail: 'There is no secret to confirm: begin again.' })
      if (factor.isConfirmed) return fail('conflict', { detail: 'The second factor is confirmed already.' })
      const secret = deps.secrets.decrypt(factor.encryptedSecret, PURPOSE)
      const step = findTotpStep(secret, body.code.replace(/\s/g, ''), { now, lastStep: factor.lastStep })
      return step !== undefined && (await useStep(db, scope, step)) ? step : undefined
    }
    const attempt = { address: readClientAddress(request), now }
    if ((await checkSecondFactorGuess(db, scope, attempt, check)) === undefined)
      return failAt('wrong_code', 'body.code', 'is not a code of now, or was used')
    await tx(db, async db => {
      await lockUser(db, scope)
      if (!(await confirmFactor(db, scope, now)))
        fail('conflict', { detail: 'The second factor is confirmed already.' })
      await insertRecoveryCodes(db, scope, macs)
      await deleteOtherSessions(db, scope)
      await enqueueFactorNotice(db, call, 'secondFactorAdded')
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
  ({ deps }: App) =>
  async (call: CallOf<typeof removeTotp>) => {
    const { db, scope, body, request } = call
    await requirePassword(call, body.currentPassword)
    await tx(db, async db => {
      const had = (await findFactor(db, scope))?.isConfirmed
      await deleteFactor(db, scope)
      if (had) await enqueueFactorNotice(db, call, 'secondFactorRemoved')
    })
    const { serviceCompanyId, webUserId } = scope
    const what = 'secondFactor.removed'
    deps.security.record({ what, result: 'ok', reason: 'user', serviceCompanyId, webUserId, origin: originOf(request) })
  }

/** The second step of a sign-in, and the user's own second factor. */
export const secondFactorRoutes = (app: App): void => {
  route(app, giveSecondFactor, finishSignIn(app))
  route(app, readSecondFactor, ({ db, scope }) => readFactor(db, scope))
  route(app, beginTotp, begin(app))
  route(app, confirmTotp, confirm(app))
  route(app, removeTotp, remove(app))
}
