import type { Db } from '../kernel/database/db.ts'
import { type Account, findAccounts, findAccountsOrDecoys, type User } from './account-queries.ts'
import { admitSignIn, findAccountsOverLimit } from './guess-limits.ts'
import { deleteFailure, deleteFailures } from './guesses/guess-queries.ts'
import { matchPasswords } from './passwords/match-passwords.ts'
import { hashPassword, isCurrentFormat } from './passwords/password-hash.ts'
import { replacePasswordHash } from './queries.ts'

/** The typed credentials and the network address they came from. `portalKey` is undefined for the login without a portal. */
export type SignInAttempt = {
  userName: string
  password: string
  portalKey: string | undefined
  address: string
  now: Date
}

/** The portal of a sign-in: nulls without a portal; service company 0 for an unknown portal key. */
type Portal = { serviceCompanyId: number | null; portalId: number | null }

/**
 * The result of a sign-in. `opened`: `passwordHash` is the one that matched. `wrong`: `accounts` are those of the typed name; `isTried` is false for one above its own limit. `refused`: too
 * many failures, and no account was looked up; `withoutPasswords`: the portal takes none, and none was looked up either.
 */
export type SignInOutcome =
  | { result: 'opened'; portal: Portal; account: User; passwordHash: string | null }
  | { result: 'wrong'; portal: Portal; accounts: (User & { isTried: boolean })[] }
  | { result: 'refused'; portal: Portal; retryAfter: number }
  | { result: 'withoutPasswords'; portal: Portal }

/** How many password hashes a sign-in always checks. At a portal a name has one account. */
const ACCOUNTS_TRIED = { atPortal: 1, withoutPortal: 4 }

type TypedName = Pick<SignInAttempt, 'userName' | 'portalKey' | 'address'>

const searchOf = ({ userName, portalKey, address }: TypedName) => ({
  name: userName.trim(),
  portalKey,
  address,
  limit: portalKey === undefined ? ACCOUNTS_TRIED.withoutPortal : ACCOUNTS_TRIED.atPortal,
})

/** The accounts of a typed name that a sign-in tries. */
export const findAccountsToTry = (db: Db, typed: TypedName): Promise<Account[]> => findAccounts(db, searchOf(typed))

const replaceHash = async (db: Db, { passwordHash, ...user }: Account, password: string) => {
  if (passwordHash === null || isCurrentFormat(passwordHash)) return
  const to = await hashPassword(password, { waitsForSlot: true })
  await replacePasswordHash(db, user, { from: passwordHash, to })
}

/**
 * Tries a name and a password. The limits depend on the typed input only and the work is constant, so neither the answer nor its time
 * reveals whether the name exists. An account above its own limit is not tried from an address that its user has never signed in from;
 * the answer is that of a wrong password.
 */
export const trySignIn = async (db: Db, attempt: SignInAttempt): Promise<SignInOutcome> => {
  const { userName, password, portalKey, address, now } = attempt
  const admission = await admitSignIn(db, { name: userName.trim(), portalKey, address, now })
  const { serviceCompanyId, portalId } = admission.guess
  const portal = { serviceCompanyId, portalId }
  if (admission.retryAfter !== undefined) return { result: 'refused', portal, retryAfter: admission.retryAfter }
  if (!admission.guess.takesPasswords) {
    await deleteFailure(db, admission.guess)
    return { result: 'withoutPasswords', portal }
  }
  const search = searchOf(attempt)
  const accounts = await findAccountsOrDecoys(db, search)
  const overLimit = await findAccountsOverLimit(db, accounts, now)
  const candidates = accounts.map((account, at) => {
    const isTried = !overLimit[at] || account.isAddressKnown
    return { ...account, isTried, passwordHash: isTried && !account.isDecoy ? account.passwordHash : null }
  })
  const hashes = candidates.map(({ passwordHash }) => passwordHash)
  const matched = await matchPasswords(password, hashes, search.limit)
  const account = candidates.find((_, at) => matched[at])
  if (!account) return { result: 'wrong', portal, accounts: candidates.filter(({ isDecoy }) => !isDecoy) }
  await deleteFailures(db, admission.guess)
  await replaceHash(db, account, password)
  return { result: 'opened', portal, account, passwordHash: account.passwordHash }
}
