import { createHash } from 'node:crypto'
import type { Db } from '../kernel/db.ts'
import { fail } from '../kernel/fail.ts'
import { fold } from '../kernel/search-words.ts'
import { hashPassword, isOurs, verifyPassword } from './password-hash.ts'
import {
  type Account,
  accountsNamed,
  deleteFailure,
  deleteFailures,
  type Failures,
  failuresOf,
  insertFailure,
  replacePasswordHash,
} from './queries.ts'

const MINUTE = 60_000
/** Failed sign-ins that are let pass (decisions 3). */
const ALLOWED = { nameAndAddress: 10, address: 100, name: 50 }
const RECENT = 15 * MINUTE
const HOUR = 60 * MINUTE

// Verified against where there is no such user or no password, so that the answer takes as long; made before the first is needed.
const decoy = hashPassword('a password that nobody has')

type Attempt = { userName: string; password: string; company: string | undefined; address: string; now: Date }

/** Milliseconds to wait before another try; none unless the failures, this try included, are more than are let pass. */
const tooMany = ({ nameAndAddress, address, name, known }: Failures): number | undefined => {
  if (nameAndAddress > ALLOWED.nameAndAddress || address > ALLOWED.address) return RECENT
  return name > ALLOWED.name && !known ? HOUR : undefined
}

/**
 * A name as its failures are counted. The database, which finds the user, knows more spellings of one letter than `toLowerCase`
 * (İ for i, Σ at the end of a word): each would else be another ten tries.
 */
const oneSpelling = (name: string): string => fold([...name].map(letter => letter.toLowerCase()).join(''))

// A user is known by name and by e-mail: both count as one.
const countedAs = (name: string, account: Pick<Account, 'serviceCompanyId' | 'webUserId'> | undefined): string =>
  account ? `${account.serviceCompanyId}/${account.webUserId}` : oneSpelling(name)

type Guess = { name: string; address: string; now: Date }

/**
 * Runs a check of a password and tells its outcome; `too_many_requests` after too many failures for the name or from the address
 * (decisions 3). Each is counted as failed before it is tried, so that any number at once are counted.
 */
export const guardedGuess = async (
  db: Db,
  { name, address, now }: Guess,
  account: Pick<Account, 'serviceCompanyId' | 'webUserId'> | undefined,
  isRight: () => Promise<boolean>,
): Promise<boolean> => {
  const nameHash = createHash('sha256').update(countedAs(name, account)).digest()
  const ago = (span: number) => new Date(now.getTime() - span)
  const attempt = await insertFailure(db, { nameHash, address, now })
  const failures = await failuresOf(db, { nameHash, address, recent: ago(RECENT), hour: ago(HOUR) }, account)
  const wait = tooMany(failures)
  if (wait) {
    await deleteFailure(db, attempt)
    return fail('too_many_requests', { retryAfter: wait / 1000 })
  }
  if (!(await isRight())) return false
  await deleteFailures(db, nameHash, address)
  return true
}

/** The account that name and password open, or `wrong_credentials`; see {@link guardedGuess}. */
export const signIn = async (db: Db, { userName, password, company, address, now }: Attempt): Promise<Account> => {
  const name = userName.trim()
  const found = await accountsNamed(db, name, company)
  // A name that two service companies know opens nothing without saying which portal is meant.
  const account = found.length === 1 ? found[0] : undefined
  const right = await guardedGuess(db, { name, address, now }, account, async () => {
    const matches = await verifyPassword(account?.passwordHash ?? (await decoy), password)
    return matches && account?.passwordHash != null
  })
  if (!right || !account?.passwordHash) return fail('wrong_credentials')
  if (!isOurs(account.passwordHash)) {
    const to = await hashPassword(password, { patient: true })
    await replacePasswordHash(db, account, { from: account.passwordHash, to })
  }
  return account
}
