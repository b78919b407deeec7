import { endOtherSessions, endSession, listSessions, login, logout, readMe, updateMe } from '@portico/contract/auth'
import { currentPortalKey } from '@portico/contract/portal-key'
import type { SecurityReason } from '@portico/contract/security-log'
import type { FastifyRequest } from 'fastify'
import type { UserScope } from '../kernel/access/scope.ts'
import { type Db, tx } from '../kernel/database/db.ts'
import { recordEvent } from '../kernel/database/record-event.ts'
import { Failure, fail, failAt } from '../kernel/errors/fail.ts'
import { type App, route } from '../kernel/http/route.ts'
import { addressOf } from '../kernel/limits/rate-limit.ts'
import { originOf, type SecurityEvent } from '../kernel/security/security-log.ts'
import { chooseNotifications } from '../notifications/queries.ts'
import { checkGuess, toNameKey } from './guess-limits.ts'
import { enqueueNotice } from './notices.ts'
import { hashPassword, verifyPassword } from './passwords/password-hash.ts'
import { readPasswordNames } from './passwords/password-names-queries.ts'
import { findWeakness } from './passwords/weak-password.ts'
import { readMeOf, readPasswordHash, updateUser } from './queries.ts'
import { deleteOtherSessions, deleteSession, listSessionsOf } from './session-queries.ts'
import { trySignIn } from './sign-in.ts'
import { finishSignIn } from './sign-in-outcome.ts'

type PasswordChange = { currentPassword?: string; password?: string; passwordRepeat?: string }

type Refusal = { result: 'failed'; reason: 'wrongPassword' } | { result: 'limited'; reason: 'tooManyFailures' }

/**
 * The hash of the new password, or undefined if the request has none. Fails unless it is repeated, strong, and sent with the current
 * password. Calls `onRefused` if the current password is wrong or was guessed too often.
 */
const readNewPassword = async (
  db: Db,
  scope: UserScope,
  change: PasswordChange,
  { onRefused, ...attempt }: { address: string; now: Date; onRefused: (refusal: Refusal) => void },
): Promise<string | undefined> => {
  const { currentPassword, password, passwordRepeat } = change
  if (password === undefined && passwordRepeat === undefined) return undefined
  if (!password || password !== passwordRepeat)
    return failAt('check_passwords', 'body.passwordRepeat', 'differs from the password')
  const hash = await readPasswordHash(db, scope)
  const isCurrent = () => verifyPassword(hash ?? '', currentPassword ?? '')
  const isKnown = await checkGuess(db, scope, attempt, isCurrent).catch(error => {
    if (error instanceof Failure && error.code === 'too_many_requests')
      onRefused({ result: 'limited', reason: 'tooManyFailures' })
    throw error
  })
  if (!isKnown) {
    onRefused({ result: 'failed', reason: 'wrongPassword' })
    return failAt('check_passwords', 'body.currentPassword', 'is not the current password')
  }
  const weakness = await findWeakness(password, await readPasswordNames(db, scope))
  if (weakness) return failAt('weak_password', 'body.password', weakness)
  return hashPassword(password)
}

export const authRoutes = (app: App): void => {
  const { security } = app.deps

  const recordSessionEnd = (
    { serviceCompanyId, webUserId }: UserScope,
    reason: SecurityReason,
    request: FastifyRequest,
  ) =>
    security.record({
      what: 'session.ended',
      result: 'ok',
      reason,
      serviceCompanyId,
      webUserId,
      origin: originOf(request),
    })

  route(app, login, async ({ db, body, now, request }) => {
    const address = addressOf(request)
    const { userName, password, remember = false } = body
    const origin = originOf(request)
    await app.limits.signIn(request, `${toNameKey(userName.trim())} ${address}`).catch(error => {
      security.record({ what: 'signIn', result: 'limited', reason: 'tooManyRequests', origin })
      throw error
    })
    const portalKey = (body.company && currentPortalKey(body.company)) ?? undefined
    const outcome = await trySignIn(db, { userName, password, portalKey, address, now })
    return finishSignIn(db, app.deps, outcome, {
      userName,
      portalKey,
      newSession: { remember, address, device: request.headers['user-agent'], now },
      origin,
    })
  })

  route(app, logout, async ({ db, scope, request }) => {
    await deleteSession(db, scope, scope.sessionId)
    app.authenticator.forget()
    recordSessionEnd(scope, 'signOut', request)
  })

  route(app, listSessions, ({ db, scope, now }) => listSessionsOf(db, scope, now))

  route(app, endSession, async ({ db, scope, params, request }) => {
    if ((await deleteSession(db, scope, params.sessionid)) === 0) fail('not_found')
    app.authenticator.forget()
    recordSessionEnd(scope, 'one', request)
  })

  route(app, endOtherSessions, async ({ db, scope, request }) => {
    await deleteOtherSessions(db, scope)
    app.authenticator.forget()
    recordSessionEnd(scope, 'allOthers', request)
  })

  route(app, readMe, ({ db, scope }) => readMeOf(db, scope))

  route(app, updateMe, async ({ db, scope, body, now, request }) => {
    const address = addressOf(request)
    const user = { serviceCompanyId: scope.serviceCompanyId, webUserId: scope.webUserId }
    const recordPasswordChange = (outcome: Pick<SecurityEvent, 'result' | 'reason'>) =>
      security.record({ what: 'password.changed', ...outcome, ...user, origin: originOf(request) })
    const passwordHash = await readNewPassword(db, scope, body, { address, now, onRefused: recordPasswordChange })
    await tx(db, async db => {
      await updateUser(db, scope, {
        ...(body.language && { language: body.language }),
        ...(passwordHash && { passwordHash }),
      })
      if (body.notifications) await chooseNotifications(db, app.deps.secrets, user, body.notifications)
      if (passwordHash) {
        await deleteOtherSessions(db, scope)
        const device = request.headers['user-agent']
        await enqueueNotice(db, { ...user, kind: 'passwordChanged', at: now.toISOString(), address, device })
      }
      const detail = {
        ...(body.language && { language: body.language }),
        ...(body.notifications && { notifications: body.notifications }),
        ...(passwordHash && { passwordChanged: true }),
      }
      if (Object.keys(detail).length > 0) await recordEvent(db, user, { type: 'profile.changed', detail }, now)
    })
    if (passwordHash) recordPasswordChange({ result: 'ok', reason: 'user' })
    app.authenticator.forget()
    return readMeOf(db, scope)
  })
}
