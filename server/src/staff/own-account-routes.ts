import { changeStaffPassword, changeStaffPreferences } from '@portico/contract/staff/session'
import type { FastifyRequest } from 'fastify'
import { checkStaffGuess } from '../auth/guess-limits.ts'
import { hashPassword, verifyPassword } from '../auth/passwords/password-hash.ts'
import type { StaffScope } from '../kernel/access/staff-scope.ts'
import { sameCompany } from '../kernel/access/tenant-joins.ts'
import { type Db, sql, tx } from '../kernel/database/db.ts'
import { Failure, fail, failAt } from '../kernel/errors/fail.ts'
import { type App, route } from '../kernel/http/route.ts'
import { readClientAddress } from '../kernel/limits/rate-limit.ts'
import { originOf, type SecurityEvent } from '../kernel/security/security-log.ts'
import { sendAccountNotice } from './account-notice.ts'
import { setPassword, setPreferences } from './account-queries.ts'
import { endLinks } from './link-queries.ts'
import { requireStrongPassword } from './passwords.ts'
import { readStaffMeOf } from './session-queries.ts'

type OwnAccount = {
  email: string
  passwordHash: string | null
  firstName: string
  lastName: string
  displayName: string
}

const readOwnAccount = (db: Db, { serviceCompanyId, staffAccountId }: StaffScope): Promise<OwnAccount> =>
  db.one(sql`select a.email, a.password_hash as "passwordHash", u.first_name as "firstName", u.last_name as "lastName",
      u.display_name as "displayName"
    from staff_account a join staff_user u on ${sameCompany('u', 'a')} and u.id = a.staff_user_id
    where a.service_company_id = ${serviceCompanyId} and a.id = ${staffAccountId}`)

/** Registers what employees change of their own account. */
export const ownAccountRoutes = (app: App): void => {
  const { deps, staffAuthenticator } = app

  const recordChange = (
    { serviceCompanyId, staffAccountId }: StaffScope,
    request: FastifyRequest,
    outcome: Pick<SecurityEvent, 'result' | 'reason'>,
  ) =>
    deps.security.record({
      what: 'staff.password.changed',
      ...outcome,
      serviceCompanyId,
      staffAccountId,
      origin: originOf(request),
    })

  route(app, changeStaffPreferences, async ({ db, scope, body }) => {
    await setPreferences(db, scope, body)
    return readStaffMeOf(db, scope)
  })

  route(app, changeStaffPassword, async ({ db, scope, body, now, request }) => {
    const { currentPassword, newPassword } = body
    const { passwordHash, ...own } = await readOwnAccount(db, scope)
    const attempt = { address: readClientAddress(request), now }
    const isCurrent = () => verifyPassword(passwordHash ?? '', currentPassword)
    const isKnown = await checkStaffGuess(db, scope, attempt, isCurrent).catch(error => {
      if (error instanceof Failure && error.code === 'too_many_requests')
        recordChange(scope, request, { result: 'limited', reason: 'tooManyFailures' })
      throw error
    })
    if (!isKnown) {
      recordChange(scope, request, { result: 'failed', reason: 'wrongPassword' })
      failAt('check_passwords', 'body.currentPassword', 'is not the current password')
    }
    const { serviceCompanyId } = scope
    await requireStrongPassword(db, newPassword, {
      path: 'body.newPassword',
      serviceCompanyId,
      own: Object.values(own),
    })
    const newHash = await hashPassword(newPassword)
    await tx(db, async db => {
      // Whoever has used a link or changed the password meanwhile knows more than this request.
      const isSame = await db.maybe(sql`select from staff_account where service_company_id = ${serviceCompanyId}
        and id = ${scope.staffAccountId} and ended_at is null and password_hash = ${passwordHash} for update`)
      if (!isSame) fail('conflict', { detail: 'The password has changed meanwhile.' })
      await setPassword(db, scope, newHash, scope.staffSessionId)
      await endLinks(db, scope, now)
      await sendAccountNotice(db, deps, scope, { kind: 'passwordChanged', origin: originOf(request), now })
    })
    staffAuthenticator.forget()
    recordChange(scope, request, { result: 'ok', reason: 'user' })
  })
}
