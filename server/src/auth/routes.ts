import { endOtherSessions, endSession, listSessions, login, logout, readMe, updateMe } from '@portico/contract/auth'
import { type Db, tx } from '../kernel/db.ts'
import { recordEvent } from '../kernel/events.ts'
import { fail, failAt } from '../kernel/fail.ts'
import { addressOf } from '../kernel/rate-limit.ts'
import { type App, route } from '../kernel/route.ts'
import type { UserScope } from '../kernel/scope.ts'
import { chooseNotifications } from '../notifications/queries.ts'
import { guardedGuess, nameKey } from './guess-limits.ts'
import { sendNotice } from './notices.ts'
import { hashPassword, verifyPassword } from './password-hash.ts'
import { passwordNamesOf } from './password-names-queries.ts'
import { meOf, passwordHashOf, updateUser } from './queries.ts'
import { deleteOtherSessions, deleteSession, sessionsOf } from './session-queries.ts'
import { trySignIn } from './sign-in.ts'
import { finishSignIn } from './sign-in-outcome.ts'
import { weaknessOf } from './weak-password.ts'

type PasswordChange = { currentPassword?: string; password?: string; passwordRepeat?: string }

/** The hash of the new password, or undefined where none is given; refused unless it is repeated, strong and the old one is known. */
const changedPassword = async (
  db: Db,
  scope: UserScope,
  change: PasswordChange,
  attempt: { address: string; now: Date },
): Promise<string | undefined> => {
  const { currentPassword, password, passwordRepeat } = change
  if (password === undefined && passwordRepeat === undefined) return undefined
  if (!password || password !== passwordRepeat)
    return failAt('check_passwords', 'body.passwordRepeat', 'differs from the password')
  const hash = await passwordHashOf(db, scope)
  const isCurrent = () => verifyPassword(hash ?? '', currentPassword ?? '')
  if (!(await guardedGuess(db, scope, attempt, isCurrent))) {
    return failAt('check_passwords', 'body.currentPassword', 'is not the current password')
  }
  const weakness = await weaknessOf(password, await passwordNamesOf(db, scope))
  if (weakness) return failAt('weak_password', 'body.password', weakness)
  return hashPassword(password)
}

export const authRoutes = (app: App): void => {
  route(app, login, async ({ db, body, now, request }) => {
    const address = addressOf(request)
    const { userName, password, remember = false } = body
    await app.limits.signIn(request, `${nameKey(userName.trim())} ${address}`)
    const company = body.company ?? undefined
    const outcome = await trySignIn(db, { userName, password, company, address, now })
    return finishSignIn(db, app.deps.secrets, outcome, {
      userName,
      company,
      opening: { remember, address, device: request.headers['user-agent'], now },
    })
  })

  route(app, logout, async ({ db, scope }) => {
    await deleteSession(db, scope, scope.sessionId)
    app.gate.forget()
  })

  route(app, listSessions, ({ db, scope, now }) => sessionsOf(db, scope, now))

  route(app, endSession, async ({ db, scope, params }) => {
    if ((await deleteSession(db, scope, params.sessionid)) === 0) fail('not_found')
    app.gate.forget()
  })

  route(app, endOtherSessions, async ({ db, scope }) => {
    await deleteOtherSessions(db, scope)
    app.gate.forget()
  })

  route(app, readMe, ({ db, scope }) => meOf(db, scope))

  route(app, updateMe, async ({ db, scope, body, now, request }) => {
    const address = addressOf(request)
    const passwordHash = await changedPassword(db, scope, body, { address, now })
    const reader = { serviceCompanyId: scope.serviceCompanyId, webUserId: scope.webUserId }
    await tx(db, async db => {
      await updateUser(db, scope, {
        ...(body.language && { language: body.language }),
        ...(passwordHash && { passwordHash }),
      })
      if (body.notifications) await chooseNotifications(db, app.deps.secrets, reader, body.notifications)
      if (passwordHash) {
        await deleteOtherSessions(db, scope)
        const device = request.headers['user-agent']
        await sendNotice(db, { ...reader, kind: 'passwordChanged', at: now.toISOString(), address, device })
      }
      const detail = {
        ...(body.language && { language: body.language }),
        ...(body.notifications && { notifications: body.notifications }),
        ...(passwordHash && { passwordChanged: true }),
      }
      if (Object.keys(detail).length > 0) await recordEvent(db, reader, { type: 'profile.changed', detail }, now)
    })
    app.gate.forget()
    return meOf(db, scope)
  })
}
