import type { Db } from '../kernel/db.ts'
import { fail } from '../kernel/fail.ts'
import type { Secrets } from '../kernel/secrets.ts'
import { openSession } from './open-session.ts'
import type { Opening } from './session-queries.ts'
import type { SignInOutcome } from './sign-in.ts'
import { followUpFailure } from './sign-in-links.ts'

type Circumstances = { userName: string; company: string | undefined; opening: Omit<Opening, 'account'> }

/** What follows from a sign-in by password, whatever became of it: a session, or the answer that refuses it. */
export const finishSignIn = async (
  db: Db,
  secrets: Secrets,
  outcome: SignInOutcome,
  { userName, company, opening }: Circumstances,
): Promise<{ token: string; expiresAt: string }> => {
  if (outcome.result === 'opened')
    return openSession(db, { ...opening, account: outcome.account }, { company, told: false })
  const isRefused = outcome.result === 'refused'
  await followUpFailure(db, secrets, { userName, company, address: opening.address, isRefused })
  return isRefused
    ? fail('too_many_requests', { retryAfter: outcome.retryAfter, detail: 'link_mailed' })
    : fail('wrong_credentials')
}
