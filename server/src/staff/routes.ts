import { readStaffMe, staffLogin, staffLogout } from '@portico/contract/staff/session'
import { fail } from '../kernel/errors/fail.ts'
import { type App, route } from '../kernel/http/route.ts'
import { readClientAddress } from '../kernel/limits/rate-limit.ts'
import { originOf, type SecurityEvent } from '../kernel/security/security-log.ts'
import { emailKey } from './account-queries.ts'
import { clearStaffCookie, openStaffSession } from './open-session.ts'
import { deleteStaffSession, readStaffMeOf } from './session-queries.ts'
import { type StaffSignInOutcome, tryStaffSignIn } from './sign-in.ts'

/**
 * The security events of a sign-in that opened no session. A failure gives one event for each account of the address: no company learns
 * that the address exists at another.
 */
const refusalEvents = (outcome: Exclude<StaffSignInOutcome, { result: 'opened' }>): Omit<SecurityEvent, 'what'>[] => {
  if (outcome.result === 'refused') return [{ result: 'limited', reason: 'tooManyFailures' }]
  if (outcome.accounts.length === 0) return [{ result: 'failed', reason: 'wrongPassword' }]
  return outcome.accounts.map(({ serviceCompanyId, staffAccountId, isTried }) => ({
    ...(isTried ? { result: 'failed', reason: 'wrongPassword' } : { result: 'limited', reason: 'accountFailures' }),
    serviceCompanyId,
    staffAccountId,
  }))
}

/** Registers sign-in, sign-out and who is signed in. */
export const staffSessionRoutes = (app: App): void => {
  const { deps, limits, authenticator, staffAuthenticator } = app
  const { security } = deps

  route(app, staffLogin, async ({ db, body, now, request, reply }) => {
    const address = readClientAddress(request)
    const origin = originOf(request)
    const what = 'staff.signIn'
    await limits.signIn(request, `staff ${emailKey(body.email)} ${address}`).catch(error => {
      security.record({ what, result: 'limited', reason: 'tooManyRequests', origin })
      throw error
    })
    const { email, password, company } = body
    const outcome = await tryStaffSignIn(db, { email, password, company: company ?? undefined, address, now })
    if (outcome.result !== 'opened') {
      for (const event of refusalEvents(outcome)) security.record({ what, ...event, origin })
      return outcome.result === 'refused'
        ? fail('too_many_requests', { retryAfter: outcome.retryAfter })
        : fail('wrong_credentials')
    }
    const { accounts } = outcome
    if (accounts.length > 1)
      return {
        next: 'company' as const,
        companies: accounts.map(({ serviceCompanyId: id, companyName: name }) => ({ id, name })),
      }
    const [{ serviceCompanyId, staffAccountId, passwordHash }] = accounts
    const account = { serviceCompanyId, staffAccountId, passwordHash }
    const next = await openStaffSession(db, deps, account, { request, reply, now })
    security.record({ what, result: 'ok', serviceCompanyId, staffAccountId, origin })
    return { next, companies: [] }
  })

  route(app, staffLogout, async ({ db, scope, now, request, reply }) => {
    await deleteStaffSession(db, scope)
    staffAuthenticator.forget()
    authenticator.forget()
    clearStaffCookie(deps, { request, reply, now })
    const { serviceCompanyId, staffAccountId } = scope
    const origin = originOf(request)
    security.record({
      what: 'staff.session.ended',
      result: 'ok',
      reason: 'signOut',
      serviceCompanyId,
      staffAccountId,
      origin,
    })
  })

  route(app, readStaffMe, ({ db, scope }) => readStaffMeOf(db, scope))
}
