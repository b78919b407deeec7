import { type Db, tx } from '../kernel/database/db.ts'
import { enqueue, type JobKind } from '../kernel/database/jobs.ts'
import { fail } from '../kernel/errors/fail.ts'
import type { Deps } from '../kernel/http/deps.ts'
import { newToken, type Secrets } from '../kernel/security/secrets.ts'
import type { Origin } from '../kernel/security/security-log.ts'
import type { Account } from './account-queries.ts'
import { findAddressee, lockUser } from './confirmation-queries.ts'
import type { LinkDeps } from './confirmations.ts'
import { findAccountsOverLimit } from './guess-limits.ts'
import { composeLinkMail } from './link-mails.ts'
import { hasOpenLink, insertLink, type SignInLinkRow } from './link-queries.ts'
import { findAccountsToTry, type SignInAttempt } from './sign-in.ts'

/** How long a sign-in link is valid, in milliseconds. */
const LINK_LIFETIME = 3_600_000
const FAILED_SIGN_IN = 'failed-sign-in'

/** The payload of the job; `company` is the portal's key. */
type FailedSignIn = Pick<SignInAttempt, 'userName' | 'address'> & {
  company: string | undefined
  isRefused: boolean
  origin?: Origin
}

/**
 * Mails the user a sign-in link, unless a valid one exists: failed guesses by others must not flood the user with mails. Users without a
 * password get none. Returns whether it was mailed.
 */
const mailSignInLink = async (
  db: Db,
  { messages }: LinkDeps,
  account: Account,
  { portalKey, now }: { portalKey: string | undefined; now: Date },
): Promise<boolean> => {
  if (account.passwordHash === null) return false
  await lockUser(db, account)
  if (await hasOpenLink(db, account, now)) return false
  const to = (await findAddressee(db, account, portalKey)) ?? (await findAddressee(db, account, undefined))
  if (!to) return false
  const key = newToken()
  await insertLink(db, to, { key, now, expiresAt: new Date(now.getTime() + LINK_LIFETIME) })
  const language = to.language ?? 'it-IT'
  await messages.mail(db, {
    serviceCompanyId: to.serviceCompanyId,
    portalId: to.portalId,
    to: [{ name: to.referentName, address: to.email }],
    language,
    ...composeLinkMail('signInLink', to, { path: `/link?key=${key}`, language }),
  })
  return true
}

/**
 * Enqueues a failed sign-in. A job looks the user up later, so that neither the answer nor its time reveals whether the user exists.
 */
export const enqueueFailedSignIn = (db: Db, secrets: Secrets, failed: FailedSignIn): Promise<void> => {
  const payload = secrets.encrypt(JSON.stringify(failed), FAILED_SIGN_IN)
  return enqueue(db, { kind: FAILED_SIGN_IN, serviceCompanyId: null, payload })
}

/** Mails a sign-in link to users who are locked out by failures, their own or others', at this address or for this account. */
export const failedSignInJob = (deps: Deps): JobKind => ({
  kind: FAILED_SIGN_IN,
  atOnce: 2,
  delays: [5, 30, 120, 600],
  run: async ({ payload }) => {
    const failed = JSON.parse(deps.secrets.decrypt(payload, FAILED_SIGN_IN)) as FailedSignIn
    const { userName, address, company: portalKey, isRefused, origin } = failed
    const now = deps.clock()
    const accounts = await findAccountsToTry(deps.database, { userName, portalKey, address })
    const overLimit = await findAccountsOverLimit(deps.database, accounts, now)
    for (const [at, account] of accounts.entries()) {
      if (!isRefused && !overLimit[at]) continue
      if (!(await tx(deps.database, db => mailSignInLink(db, deps, account, { portalKey, now })))) continue
      const { serviceCompanyId, webUserId } = account
      deps.security.record({ what: 'signInLink.mailed', result: 'ok', serviceCompanyId, webUserId, origin })
    }
  },
})

/** The link if it is valid; fails with `invalid_code` or `link_used` otherwise. */
export const requireOpenLink = (link: SignInLinkRow | undefined, now: Date): SignInLinkRow => {
  if (!link) return fail('invalid_code')
  const { webPortalKey } = link
  if (link.used) return fail('link_used', { webPortalKey })
  if (!link.active) return fail('invalid_code', { status: 410, detail: 'withdrawn', webPortalKey })
  return link.expiresAt <= now ? fail('invalid_code', { status: 410, detail: 'expired', webPortalKey }) : link
}
