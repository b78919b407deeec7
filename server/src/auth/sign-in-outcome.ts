import type { SignInAnswer } from '@portico/contract/auth'
import type { Db } from '../kernel/database/db.ts'
import { fail } from '../kernel/errors/fail.ts'
import type { Secrets } from '../kernel/security/secrets.ts'
import type { Origin, SecurityEvent, SecurityLog } from '../kernel/security/security-log.ts'
import { openSessionOrTicket } from './open-session.ts'
import type { NewSession } from './session-queries.ts'
import type { SignInOutcome } from './sign-in.ts'
import { enqueueFailedSignIn } from './sign-in-links.ts'

type SignInContext = {
  userName: string
  portalKey: string | undefined
  newSession: Omit<NewSession, 'account' | 'passwordHash' | 'method'>
  origin: Origin
}

type SignInEvent = Omit<SecurityEvent, 'what' | 'origin'>

/**
 * The security events of a sign-in. A failed sign-in without a portal gives one event for each account of the name: no service company
 * learns that the name exists at another.
 */
const toSecurityEvents = (outcome: SignInOutcome): SignInEvent[] => {
  const { result, portal } = outcome
  if (result === 'withoutPasswords') return [{ result: 'failed', reason: 'noPasswords', ...portal }]
  if (result === 'refused') return [{ result: 'limited', reason: 'tooManyFailures', ...portal }]
  if (result === 'opened') {
    const { serviceCompanyId, webUserId } = outcome.account
    return [{ result: 'ok', ...portal, serviceCompanyId, webUserId }]
  }
  if (outcome.accounts.length === 0) return [{ result: 'failed', reason: 'wrongPassword', ...portal }]
  return outcome.accounts.map(({ serviceCompanyId, webUserId, isTried }) => ({
    ...portal,
    ...(isTried ? { result: 'failed', reason: 'wrongPassword' } : { result: 'limited', reason: 'accountFailures' }),
    serviceCompanyId,
    webUserId,
  }))
}

/** Opens a session after a password sign-in and logs its result; fails with `too_many_requests` or `wrong_credentials`. */
export const finishSignIn = async (
  db: Db,
  { secrets, security }: { secrets: Secrets; security: SecurityLog },
  outcome: SignInOutcome,
  { userName, portalKey, newSession, origin }: SignInContext,
): Promise<SignInAnswer> => {
  const record = () => {
    for (const event of toSecurityEvents(outcome)) security.record({ what: 'signIn', ...event, origin })
  }
  if (outcome.result === 'opened') {
    const { account, passwordHash } = outcome
    const session = await openSessionOrTicket(
      db,
      { ...newSession, account, passwordHash, method: 'password' },
      { portalKey, skipNotice: false },
    )
    record()
    return session
  }
  record()
  if (outcome.result === 'withoutPasswords') return fail('wrong_credentials', { detail: 'no_passwords' })
  const isRefused = outcome.result === 'refused'
  await enqueueFailedSignIn(db, secrets, { userName, company: portalKey, address: origin.address, isRefused, origin })
  return isRefused
    ? fail('too_many_requests', { retryAfter: outcome.retryAfter, detail: 'link_mailed' })
    : fail('wrong_credentials')
}
