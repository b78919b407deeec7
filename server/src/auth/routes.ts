import { endOtherSessions, endSession, listSessions, login, logout, readMe, updateMe } from '@portico/contract/auth'
import type { SecurityReason } from '@portico/contract/security-log'
import { currentPortalKey } from '@portico/contract/values/portal-key'
import type { FastifyRequest } from 'fastify'
import type { UserScope } from '../kernel/access/scope.ts'
import { type Db, tx } from '../kernel/database/db.ts'
import { recordEvent } from '../kernel/database/record-event.ts'
import { Failure, fail, failAt } from '../kernel/errors/fail.ts'
import type { Deps } from '../kernel/http/deps.ts'
import { type App, type CallOf, route } from '../kernel/http/route.ts'
import { readClientAddress } from '../kernel/limits/rate-limit.ts'
import { originOf, type SecurityEvent } from '../kernel/security/security-log.ts'
import { chooseNotifications } from '../notifications/queries.ts'
import { checkGuess, toNameKey } from './guess-limits.ts'
import { enqueueNotice } from './notices.ts'
import { lockOwnSession } from './own-proof.ts'
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

const recordSessionEnd = (
  { security }: Deps,
  { scope: { serviceCompanyId, webUserId }, request }: { scope: UserScope; request: FastifyRequest },
  reason: SecurityReason,
) =>
  security.record({
    what: 'session.ended',
    result: 'ok',
    reason,
    serviceCompanyId,
    webUserId,
    origin: originOf(request),
  })

const signIn =
  ({ deps, limits }: App) =>
  async ({ db, body, now, request }: CallOf<typeof login>) => {
    const address = readClientAddress(request)
    const { userName, password, remember = false } = body
    const origin = originOf(request)
    await limits.signIn(request, `${toNameKey(userName.trim())} ${address}`).catch(error => {
      deps.security.record({ what: 'signIn', result: 'limited', reason: 'tooManyRequests', origin })
      throw error
    })
    const portalKey = (body.company && currentPortalKey(body.company)) ?? undefined
    const outcome = await trySignIn(db, { userName, password, portalKey, address, now })
    return finishSignIn(db, deps, outcome, {
      userName,
      portalKey,
      newSession: { remember, address, device: request.headers['user-agent'], now },
      origin,
    })
  }

const signOut =
  ({ deps, authenticator }: App) =>
  async (call: CallOf<typeof logout>) => {
    await deleteSession(call.db, call.scope, call.scope.sessionId)
    authenticator.forget()
    recordSessionEnd(deps, call, 'signOut')
  }

const endOneSession =
  ({ deps, authenticator }: App) =>
  async (call: CallOf<typeof endSession>) => {
    if ((await deleteSession(call.db, call.scope, call.params.sessionid)) === 0) fail('not_found')
    authenticator.forget()
    recordSessionEnd(deps, call, 'one')
  }

const endAllOtherSessions =
  ({ deps, authenticator }: App) =>
  async (call: CallOf<typeof endOtherSessions>) => {
    await deleteOtherSessions(call.db, call.scope)
    authenticator.forget()
    recordSessionEnd(deps, call, 'allOthers')
  }

/** Stores the changes of a profile, announces them, and ends the other sessions after a change of the password. */
const storeProfile = (
  { secrets }: Deps,
  { db, scope, body, now, request }: CallOf<typeof updateMe>,
  passwordHash: string | undefined,
) =>
  tx(db, async db => {
    const user = { serviceCompanyId: scope.serviceCompanyId, webUserId: scope.webUserId }
    if (passwordHash) await lockOwnSession(db, scope)
    await updateUser(db, scope, {
      ...(body.language && { language: body.language }),
      ...(passwordHash && { passwordHash }),
    })
    if (body.notifications) await chooseNotifications(db, secrets, user, body.notifications)
    if (passwordHash) {
      await deleteOtherSessions(db, scope)
      const address = readClientAddress(request)
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

const updateProfile =
  ({ deps, authenticator }: App) =>
  async (call: CallOf<typeof updateMe>) => {
    const { db, scope, body, now, request } = call
    const { serviceCompanyId, webUserId } = scope
    const recordPasswordChange = (outcome: Pick<SecurityEvent, 'result' | 'reason'>) =>
      deps.security.record({
        what: 'password.changed',
        ...outcome,
        serviceCompanyId,
        webUserId,
        origin: originOf(request),
      })
    const attempt = { address: readClientAddress(request), now, onRefused: recordPasswordChange }
    const passwordHash = await readNewPassword(db, scope, body, attempt)
    await storeProfile(deps, call, passwordHash)
    if (passwordHash) recordPasswordChange({ result: 'ok', reason: 'user' })
    authenticator.forget()
    return readMeOf(db, scope)
  }

/** Signing in and out, the user's sessions, and the profile. */
export const authRoutes = (app: App): void => {
  route(app, login, signIn(app))
  route(app, logout, signOut(app))
  route(app, listSessions, ({ db, scope, now }) => listSessionsOf(db, scope, now))
  route(app, endSession, endOneSession(app))
  route(app, endOtherSessions, endAllOtherSessions(app))
  route(app, readMe, ({ db, scope }) => readMeOf(db, scope))
  route(app, updateMe, updateProfile(app))
}
