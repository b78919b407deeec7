import { type Db, tx } from '../kernel/database/db.ts'
import { enqueue, type JobKind } from '../kernel/database/jobs.ts'
import { fail } from '../kernel/errors/fail.ts'
import type { Deps } from '../kernel/http/deps.ts'
import { newToken, type Secrets } from '../kernel/security/secrets.ts'
import type { Origin } from '../kernel/security/security-log.ts'
import type { Account } from './account-queries.ts'
import { addresseeOf, lockUser } from './confirmation-queries.ts'
import type { LinkDeps } from './confirmations.ts'
import { overLimit } from './guess-limits.ts'
import { type FoundLink, hasOpenLink, insertLink } from './link-queries.ts'
import { accountsTried, type SignInAttempt } from './sign-in.ts'
import { linkMails } from './sign-in-link-mails.ts'

/** How long a link to sign in is good, in milliseconds. */
const LIFE = 3_600_000
const FAILED_SIGN_IN = 'failed-sign-in'

type FailedSignIn = Pick<SignInAttempt, 'userName' | 'company' | 'address'> & { isRefused: boolean; origin?: Origin }

/**
 * Mails the user a link to sign in with, unless one that holds is out already: so the user alone decides how many there are. Nobody
 * who has yet to choose a password needs one. Whether one was mailed.
 */
const mailSignInLink = async (
  db: Db,
  { messages }: LinkDeps,
  account: Account,
  { company, now }: { company: string | undefined; now: Date },
): Promise<boolean> => {
  if (account.passwordHash === null) return false
  await lockUser(db, account)
  if (await hasOpenLink(db, account, now)) return false
  const to = (await addresseeOf(db, account, company)) ?? (await addresseeOf(db, account, undefined))
  if (!to) return false
  const key = newToken()
  await insertLink(db, to, { key, now, expiresAt: new Date(now.getTime() + LIFE) })
  const language = to.language ?? 'it-IT'
  await messages.mail(db, {
    serviceCompanyId: to.serviceCompanyId,
    portalId: to.portalId,
    to: [{ name: to.referentName, address: to.email }],
    language,
    ...linkMails[language](to, `/link?key=${key}`),
  })
  return true
}

/**
 * Takes note of a sign-in that opened nothing. Whom it concerns is looked at later, by a job, so that neither the answer nor its time
 * tells.
 */
export const followUpFailure = (db: Db, secrets: Secrets, failed: FailedSignIn): Promise<void> => {
  const payload = secrets.seal(JSON.stringify(failed), FAILED_SIGN_IN)
  return enqueue(db, { kind: FAILED_SIGN_IN, serviceCompanyId: null, payload })
}

/** Mails a link to those who are kept from signing in by failures: by whoever's, at this address or for this account. */
export const failedSignInJob = (deps: Deps): JobKind => ({
  kind: FAILED_SIGN_IN,
  atOnce: 2,
  delays: [5, 30, 120, 600],
  run: async ({ payload }) => {
    const { isRefused, origin, ...typed } = JSON.parse(deps.secrets.unseal(payload, FAILED_SIGN_IN)) as FailedSignIn
    const now = deps.clock()
    const { company } = typed
    const accounts = await accountsTried(deps.database, typed)
    const over = await overLimit(deps.database, accounts, now)
    for (const [at, account] of accounts.entries()) {
      if (!isRefused && !over[at]) continue
      if (!(await tx(deps.database, db => mailSignInLink(db, deps, account, { company, now })))) continue
      const { serviceCompanyId, webUserId } = account
      deps.security.record({ what: 'signInLink.mailed', result: 'ok', serviceCompanyId, webUserId, origin })
    }
  },
})

/** The link of a key; `invalid_code` or `link_used` unless it still signs in. */
export const openLink = (found: FoundLink | undefined, now: Date): FoundLink => {
  if (!found) return fail('invalid_code')
  const { webPortalKey } = found
  if (found.used) return fail('link_used', { webPortalKey })
  if (!found.active) return fail('invalid_code', { status: 410, detail: 'withdrawn', webPortalKey })
  return found.expiresAt <= now ? fail('invalid_code', { status: 410, detail: 'expired', webPortalKey }) : found
}
