import { admitStaffSignIn } from '../auth/guess-limits.ts'
import { deleteFailure } from '../auth/guesses/guess-queries.ts'
import { matchPasswords } from '../auth/passwords/match-passwords.ts'
import type { Db } from '../kernel/database/db.ts'
import { findSignInAccounts, type SignInAccount } from './account-queries.ts'

/** The typed credentials and the network address they came from. `company`: chosen where the address is one of several companies. */
export type StaffSignInAttempt = {
  email: string
  password: string
  company: number | undefined
  address: string
  now: Date
}

type TriedAccount = SignInAccount & { isTried: boolean }

/**
 * The result of a sign-in. `opened`: the accounts that the password matches, at least one. `wrong`: `accounts` are those of the address;
 * `isTried` is false for one above its own limit. `refused`: too many failures, and no account was looked up.
 */
export type StaffSignInOutcome =
  | { result: 'opened'; accounts: [TriedAccount, ...TriedAccount[]] }
  | { result: 'wrong'; accounts: TriedAccount[] }
  | { result: 'refused'; retryAfter: number }

/** How many password hashes a sign-in always checks: as many companies may share an address. */
const TRIED = 4

/**
 * Tries an address and a password, under the limits of the customers' sign-in. The limits depend on the typed input only and the work is
 * constant, so neither the answer nor its time reveals whether there is such an account.
 */
export const tryStaffSignIn = async (db: Db, attempt: StaffSignInAttempt): Promise<StaffSignInOutcome> => {
  const { email, password, company, address, now } = attempt
  const { guess, isOverAccountLimit, retryAfter } = await admitStaffSignIn(db, { email: email.trim(), address, now })
  if (retryAfter !== undefined) return { result: 'refused', retryAfter }
  const found = await findSignInAccounts(db, { email, company, address, limit: TRIED })
  const accounts = found.map(account => ({ ...account, isTried: !isOverAccountLimit || account.isAddressKnown }))
  const hashes = accounts.map(({ isTried, isDecoy, passwordHash }) => (isTried && !isDecoy ? passwordHash : null))
  const matched = await matchPasswords(password, hashes, TRIED)
  const [first, ...others] = accounts.filter((_, at) => matched[at])
  if (!first) return { result: 'wrong', accounts: accounts.filter(({ isDecoy }) => !isDecoy) }
  await deleteFailure(db, guess)
  return { result: 'opened', accounts: [first, ...others] }
}
