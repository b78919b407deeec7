import { confirm, readConfirmation, renewConfirmation, requestRecovery } from '@portico/contract/auth'
import { currentPortalKey } from '@portico/contract/values/portal-key'
import { type Db, tx } from '../kernel/database/db.ts'
import { recordEvent } from '../kernel/database/record-event.ts'
import { fail, failAt } from '../kernel/errors/fail.ts'
import { type App, route } from '../kernel/http/route.ts'
import { readClientAddress } from '../kernel/limits/rate-limit.ts'
import { originOf } from '../kernel/security/security-log.ts'
import {
  acceptInvitation,
  type ConfirmationRow,
  findAddressee,
  findConfirmation,
  lockUser,
  setPassword,
} from './confirmation-queries.ts'
import { enqueueRecovery, mailRecovery, requireOpenConfirmation } from './confirmations.ts'
import { enqueueNotice } from './notices.ts'
import { openSessionOrTicket } from './open-session.ts'
import { hashPassword } from './passwords/password-hash.ts'
import { readPasswordNames } from './passwords/password-names-queries.ts'
import { findWeakness } from './passwords/weak-password.ts'

/** The hash of the password that a confirmation sets; undefined in a portal without passwords. Errors: `check_passwords`, `weak_password`. */
const hashNewPassword = async (
  db: Db,
  confirmation: ConfirmationRow,
  { password, passwordRepeat }: { password?: string | null; passwordRepeat?: string | null },
): Promise<string | undefined> => {
  if (!confirmation.setsPassword) return undefined
  if (!password || password !== passwordRepeat)
    return failAt('check_passwords', 'body.passwordRepeat', 'differs from the password')
  const weakness = await findWeakness(password, await readPasswordNames(db, confirmation))
  if (weakness) return failAt('weak_password', 'body.password', weakness)
  return hashPassword(password)
}

export const confirmationRoutes = (app: App): void => {
  const { security } = app.deps

  route(app, requestRecovery, async ({ db, body, request }) => {
    await enqueueRecovery(db, app.deps, {
      ...body,
      company: body.company && currentPortalKey(body.company),
      origin: originOf(request),
    })
  })

  route(app, readConfirmation, async ({ db, params, now }) =>
    requireOpenConfirmation(await findConfirmation(db, params.key), now),
  )

  route(app, confirm, async ({ db, params, body, now, request }) => {
    const confirmation = requireOpenConfirmation(await findConfirmation(db, params.key), now)
    const passwordHash = await hashNewPassword(db, confirmation, body)
    const address = readClientAddress(request)
    const device = request.headers['user-agent']
    const signedIn = await tx(db, async db => {
      const confirmation = requireOpenConfirmation(await findConfirmation(db, params.key), now)
      await lockUser(db, confirmation)
      // Read again under the lock: the second of two concurrent requests finds the key used.
      const account = requireOpenConfirmation(await findConfirmation(db, params.key), now)
      if (passwordHash === undefined) await acceptInvitation(db, account, now)
      else await setPassword(db, account, passwordHash, now)
      const { kind, serviceCompanyId, webUserId, webPortalKey, hasPassword } = account
      const user = { serviceCompanyId, webUserId }
      if (kind === 'invitation') await recordEvent(db, account, { type: 'invitation.accepted' }, now)
      else if (passwordHash !== undefined)
        await recordEvent(db, user, { type: 'profile.changed', detail: { passwordChanged: true } }, now)
      // No notice for a first password.
      if (hasPassword && passwordHash !== undefined)
        await enqueueNotice(db, {
          ...user,
          kind: 'passwordReset',
          at: now.toISOString(),
          company: webPortalKey,
          address,
          device,
        })
      const newSession = { account: user, remember: false, address, device, now, method: kind }
      return openSessionOrTicket(db, newSession, { portalKey: webPortalKey, skipNotice: true })
    })
    const { kind, serviceCompanyId, webUserId } = confirmation
    const event = { result: 'ok', serviceCompanyId, webUserId, origin: originOf(request) } as const
    security.record({ what: kind === 'invitation' ? 'invitation.used' : 'recovery.used', ...event })
    if (kind === 'recovery' && passwordHash !== undefined)
      security.record({ what: 'password.changed', reason: 'recovery', ...event })
    app.authenticator.forget()
    return signedIn
  })

  route(app, renewConfirmation, async ({ db, params, now, request }) => {
    const confirmation = (await findConfirmation(db, params.key)) ?? fail('invalid_code')
    await tx(db, async db => {
      const to = await findAddressee(db, confirmation, confirmation.webPortalKey)
      if (to) await mailRecovery(db, app.deps, to, { kind: to.hasJoined ? 'recovery' : 'invitation', now })
    })
    const { serviceCompanyId, webUserId } = confirmation
    security.record({ what: 'recovery.asked', result: 'ok', serviceCompanyId, webUserId, origin: originOf(request) })
  })
}
