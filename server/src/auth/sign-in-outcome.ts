import type { Db } from '../kernel/database/db.ts'
import { fail } from '../kernel/errors/fail.ts'
import type { Secrets } from '../kernel/security/secrets.ts'
import type { Origin, SecurityEvent, SecurityLog } from '../kernel/security/security-log.ts'
import { openSession } from './open-session.ts'
import type { Opening } from './session-queries.ts'
import type { SignInOutcome } from './sign-in.ts'
import { followUpFailure } from './sign-in-links.ts'

type Circumstances = {
  userName: string
  company: string | undefined
  opening: Omit<Opening, 'account'>
  origin: Origin
}

type Told = Omit<SecurityEvent, 'what' | 'origin'>

/**
 * What the security log tells of a sign-in. One without a portal that fails is told to the company of each account of the name, as if
 * it were the only one: none learns that another has such a name.
 */
const toldOf = (outcome: SignInOutcome): Told[] => {
  const { result, place } = outcome
  if (result === 'refused') return [{ result: 'limited', reason: 'tooManyFailures', ...place }]
  if (result === 'opened') {
    const { serviceCompanyId, webUserId } = outcome.account
    return [{ result: 'ok', ...place, serviceCompanyId, webUserId }]
  }
  if (outcome.accounts.length === 0) return [{ result: 'failed', reason: 'wrongPassword', ...place }]
  return outcome.accounts.map(({ serviceCompanyId, webUserId, isTried }) => ({
    ...place,
    ...(isTried ? { result: 'failed', reason: 'wrongPassword' } : { result: 'limited', reason: 'accountFailures' }),
    serviceCompanyId,
    webUserId,
  }))
}

/** What follows from a sign-in by password, whatever became of it: a session, or the answer that refuses it. */
export const finishSignIn = async (
  db: Db,
  { secrets, security }: { secrets: Secrets; security: SecurityLog },
  outcome: SignInOutcome,
  { userName, company, opening, origin }: Circumstances,
): Promise<{ token: string; expiresAt: string }> => {
  for (const told of toldOf(outcome)) security.record({ what: 'signIn', ...told, origin })
  if (outcome.result === 'opened')
    return openSession(db, { ...opening, account: outcome.account }, { company, told: false })
  const isRefused = outcome.result === 'refused'
  await followUpFailure(db, secrets, { userName, company, address: origin.address, isRefused, origin })
  return isRefused
    ? fail('too_many_requests', { retryAfter: outcome.retryAfter, detail: 'link_mailed' })
    : fail('wrong_credentials')
}
