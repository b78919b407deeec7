import { type Db, tx } from '../kernel/database/db.ts'
import { enqueue, type JobKind } from '../kernel/database/jobs.ts'
import { fail } from '../kernel/errors/fail.ts'
import type { Deps } from '../kernel/http/deps.ts'
import { newToken, type Secrets } from '../kernel/security/secrets.ts'
import type { Origin } from '../kernel/security/security-log.ts'
import type { Account, User } from './account-queries.ts'
import { findAddressee, lockUser } from './confirmation-queries.ts'
import { findAccountsOverLimit } from './guess-limits.ts'
import { composeLinkMail, type LinkDeps } from './link-mails.ts'
import { countRequestedLinks, hasOpenLink, insertLink, type SignInLinkRow } from './link-queries.ts'
import { findAccountsToTry, type SignInAttempt } from './sign-in.ts'

const HOUR = 3_600_000
/** How long a sign-in link is valid, in milliseconds: one that failed sign-ins caused, and one that the user asked for. */
const LINK_LIFETIME = HOUR
const REQUESTED_LIFETIME = 10 * 60_000
/** Links an hour that a user can ask for. */
const REQUESTS_AN_HOUR = 5
const FAILED_SIGN_IN = 'failed-sign-in'
const LINK_REQUEST = 'sign-in-link-request'

/** The payload of the job; `company` is the portal's key. */
type FailedSignIn = Pick<SignInAttempt, 'userName' | 'address'> & {
  company: string | undefined
  isRefused: boolean
  origin?: Origin
}

type SentLink = {
  kind: 'signInLink' | 'requestedLink'
  portalKey: string | undefined
  now: Date
  lifetime: number
  browser?: string | undefined
}

/** Mails the user a sign-in link in the name of the portal, or of another one that the user belongs to. Returns whether it was mailed. */
const mailLink = async (
  db: Db,
  { messages }: LinkDeps,
  account: User,
  { kind, portalKey, now, lifetime, browser }: SentLink,
): Promise<boolean> => {
  const to = (await findAddressee(db, account, portalKey)) ?? (await findAddressee(db, account, undefined))
  if (!to) return false
  const key = newToken()
  const expiresAt = new Date(now.getTime() + lifetime)
  await insertLink(db, to, { key, now, expiresAt, requested: kind === 'requestedLink', browser })
  const language = to.language ?? 'it-IT'
  await messages.mail(db, {
    serviceCompanyId: to.serviceCompanyId,
    portalId: to.portalId,
    to: [{ name: to.referentName, address: to.email }],
    language,
    isAwaited: true,
    ...composeLinkMail(kind, to, { path: `/link?key=${key}`, language }),
  })
  return true
}

/**
 * Mails a sign-in link to a user who is locked out, unless a valid one exists: failed guesses by others must not flood the user with mails.
 * Users without a password get none.
 */
const mailSignInLink = async (
  db: Db,
  deps: LinkDeps,
  account: Account,
  { portalKey, now }: { portalKey: string | undefined; now: Date },
): Promise<boolean> => {
  if (account.passwordHash === null) return false
  await lockUser(db, account)
  if (await hasOpenLink(db, account, now)) return false
  return mailLink(db, deps, account, { kind: 'signInLink', portalKey, now, lifetime: LINK_LIFETIME })
}

/** Mails a link that the user asked for; none above the hourly limit, and none to users who have not accepted their invitation. */
export const mailRequestedLink = async (
  db: Db,
  deps: LinkDeps,
  account: User & Pick<Account, 'hasJoined'>,
  { portalKey, now, browser }: Pick<SentLink, 'portalKey' | 'now' | 'browser'>,
): Promise<boolean> => {
  if (!account.hasJoined) return false
  await lockUser(db, account)
  if ((await countRequestedLinks(db, account, new Date(now.getTime() - HOUR))) >= REQUESTS_AN_HOUR) return false
  return mailLink(db, deps, account, { kind: 'requestedLink', portalKey, now, lifetime: REQUESTED_LIFETIME, browser })
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

/** The payload of the job; `company` is the portal's key, `browser` what the browser that asks calls itself. */
type LinkRequest = { userName: string; company: string | undefined; browser?: string | undefined; origin?: Origin }

/** Enqueues a request for a link, for the same reason as {@link enqueueFailedSignIn}. */
export const enqueueLinkRequest = (db: Db, { secrets }: LinkDeps, request: LinkRequest): Promise<void> =>
  enqueue(db, {
    kind: LINK_REQUEST,
    serviceCompanyId: null,
    payload: secrets.encrypt(JSON.stringify(request), LINK_REQUEST),
  })

/** Mails the links that users ask for. */
export const linkRequestJob = (deps: Deps): JobKind => ({
  kind: LINK_REQUEST,
  atOnce: 2,
  delays: [5, 30, 120, 600],
  run: async ({ payload }) => {
    const {
      userName,
      company: portalKey,
      browser,
      origin,
    } = JSON.parse(deps.secrets.decrypt(payload, LINK_REQUEST)) as LinkRequest
    const now = deps.clock()
    for (const account of await findAccountsToTry(deps.database, { userName, portalKey, address: '' })) {
      if (!(await tx(deps.database, db => mailRequestedLink(db, deps, account, { portalKey, now, browser })))) continue
      const { serviceCompanyId, webUserId } = account
      deps.security.record({
        what: 'signInLink.mailed',
        result: 'ok',
        reason: 'user',
        serviceCompanyId,
        webUserId,
        origin,
      })
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
