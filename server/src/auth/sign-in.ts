import type { Db } from '../kernel/database/db.ts'
import { type Account, accountsNamed, type User } from './account-queries.ts'
import { admitName, forgive, overLimit } from './guess-limits.ts'
import { hashPassword, isOurs, verifyPassword } from './passwords/password-hash.ts'
import { replacePasswordHash } from './queries.ts'

/** What was typed at a login, and from where; without `company` where the login names no portal. */
export type SignInAttempt = {
  userName: string
  password: string
  company: string | undefined
  address: string
  now: Date
}

/** The portal that a sign-in named: null without one, 0 as company of a portal that is not there. */
type Place = { serviceCompanyId: number | null; portalId: number | null }

/**
 * What became of a sign-in. `wrong`: `accounts` are those of the name, which were tried unless they are `overLimit`. `refused`: too many
 * have failed, and nothing was looked at.
 */
export type SignInOutcome =
  | { result: 'opened'; place: Place; account: User }
  | { result: 'wrong'; place: Place; accounts: (User & { isTried: boolean })[] }
  | { result: 'refused'; place: Place; retryAfter: number }

/** How many accounts of a name are tried, so many always. At a portal a name has one account. */
const TRIED = { atPortal: 1, withoutPortal: 4 }

// Checked where there is no account, no password, or none that may be tried, so that the answer takes as long; made before the first
// is needed.
const decoy = hashPassword('a password that nobody has', { patient: true })

/** The accounts of a typed name that a login tries, at most. */
export const accountsTried = (
  db: Db,
  { userName, company, address }: Pick<SignInAttempt, 'userName' | 'company' | 'address'>,
): Promise<Account[]> =>
  accountsNamed(db, {
    name: userName.trim(),
    company,
    address,
    most: company === undefined ? TRIED.withoutPortal : TRIED.atPortal,
  })

/** The first account that the password opens. As many hashes are checked however many accounts there are, and all of them. */
const openedBy = async (
  password: string,
  accounts: readonly Account[],
  checks: number,
): Promise<Account | undefined> => {
  let opened: Account | undefined
  for (let at = 0; at < checks; at += 1) {
    const account = accounts[at]
    const isRight = await verifyPassword(account?.passwordHash ?? (await decoy), password)
    if (isRight && account?.passwordHash) opened ??= account
  }
  return opened
}

const replaceHash = async (db: Db, { passwordHash, ...user }: Account, password: string) => {
  if (passwordHash === null || isOurs(passwordHash)) return
  const to = await hashPassword(password, { patient: true })
  await replacePasswordHash(db, user, { from: passwordHash, to })
}

/**
 * Tries a name and a password. The limits go by what was typed, and the work is the same whoever has the name, so that neither the
 * answer nor its time tells. An account past its own limit is not tried from an address that its user has never signed in from, and
 * answers as a wrong password does.
 */
export const trySignIn = async (db: Db, attempt: SignInAttempt): Promise<SignInOutcome> => {
  const { userName, password, company, address, now } = attempt
  const admission = await admitName(db, { name: userName.trim(), company, address, now })
  const { serviceCompanyId, portalId } = admission.guess
  const place = { serviceCompanyId, portalId }
  if (admission.retryAfter !== undefined) return { result: 'refused', place, retryAfter: admission.retryAfter }
  const accounts = await accountsTried(db, attempt)
  const over = await overLimit(db, accounts, now)
  const open = accounts.map((account, at) => {
    const isTried = !over[at] || account.isAddressKnown
    return { ...account, isTried, passwordHash: isTried ? account.passwordHash : null }
  })
  const checks = company === undefined ? TRIED.withoutPortal : TRIED.atPortal
  const account = await openedBy(password, open, checks)
  if (!account) return { result: 'wrong', place, accounts: open }
  await forgive(db, admission.guess)
  await replaceHash(db, account, password)
  return { result: 'opened', place, account }
}
