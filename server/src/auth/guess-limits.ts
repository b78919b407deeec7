import { createHash } from 'node:crypto'
import type { Db } from '../kernel/database/db.ts'
import { fold } from '../kernel/database/search-words.ts'
import { fail } from '../kernel/errors/fail.ts'
import { accountFailures, type User } from './account-queries.ts'
import {
  type CountedGuess,
  deleteFailure,
  deleteFailures,
  type Failures,
  failuresOf,
  type Guess,
  insertFailure,
} from './guess-queries.ts'

const MINUTE = 60_000
/** Failed guesses that are let pass: by name and by address in 15 minutes, for one account in an hour. */
const ALLOWED = { nameAndAddress: 10, address: 100, account: 50 }
const RECENT = 15 * MINUTE
const HOUR = 60 * MINUTE

const ago = (now: Date, span: number) => new Date(now.getTime() - span)
const sha256 = (text: string) => createHash('sha256').update(text).digest()

/**
 * A name as its failures are counted. The database, which finds the user, knows more spellings of one letter than `toLowerCase`
 * (İ for i, Σ at the end of a word): each would else be another ten tries.
 */
const oneSpelling = (name: string): string => fold([...name].map(letter => letter.toLowerCase()).join(''))

// Each kind of key has a prefix of its own: a name that somebody types is never an account, however it is spelt.
const hashOfName = (name: string) => sha256(`name ${oneSpelling(name)}`)
const hashOfAccount = ({ serviceCompanyId, webUserId }: User) => sha256(`account ${serviceCompanyId} ${webUserId}`)

/** What a typed name is counted under, so that different spellings of one name are one key. */
export const nameKey = (name: string): string => hashOfName(name).toString('base64url')

/** Milliseconds to wait before another guess; none unless the failures, this guess included, are more than are let pass. */
const tooLong = ({ nameAndAddress, address, name, isAddressKnown }: Failures): number | undefined => {
  if (nameAndAddress > ALLOWED.nameAndAddress || address > ALLOWED.address) return RECENT
  // From an address that some user comes from it may be the one whose name it is, who is not kept waiting.
  return name > ALLOWED.account && !isAddressKnown ? HOUR : undefined
}

/** A guess that may be tried, already counted as failed, or was too much: then the seconds to wait before another one. */
type Admission = { guess: CountedGuess; retryAfter?: number }

const admit = async (db: Db, guess: Guess): Promise<Admission> => {
  const counted = await insertFailure(db, guess)
  const failures = await failuresOf(db, counted, { recent: ago(guess.now, RECENT), hour: ago(guess.now, HOUR) })
  const wait = tooLong(failures)
  if (wait === undefined) return { guess: counted }
  await deleteFailure(db, counted)
  return { guess: counted, retryAfter: wait / 1000 }
}

/** Admits a sign-in by what was typed alone, so that the answer is the same whether or not somebody has the name. */
export const admitName = (db: Db, { name, ...guess }: Omit<Guess, 'nameHash'> & { name: string }): Promise<Admission> =>
  admit(db, { ...guess, nameHash: hashOfName(name) })

/** Forgets the failures before a right guess; see {@link deleteFailures}. */
export const forgive = deleteFailures

/** Which of these accounts have had more failures in the last hour than are let pass, by whichever of their names, at any portal. */
export const overLimit = async (
  db: Db,
  accounts: readonly (User & { userName: string; email: string | null })[],
  now: Date,
): Promise<boolean[]> => {
  const named = accounts.map(({ serviceCompanyId, webUserId, userName, email }) => ({
    serviceCompanyId,
    webUserId,
    nameHashes: [userName, ...(email === null ? [] : [email])].map(hashOfName),
  }))
  return (await accountFailures(db, named, ago(now, HOUR))).map(count => count > ALLOWED.account)
}

/** Runs a check of the password of somebody who is signed in, as rarely as at the login; `too_many_requests` beyond that. */
export const guardedGuess = async (
  db: Db,
  user: User,
  { address, now }: { address: string; now: Date },
  isRight: () => Promise<boolean>,
): Promise<boolean> => {
  const admission = await admit(db, { nameHash: hashOfAccount(user), address, now })
  const { retryAfter } = admission
  if (retryAfter !== undefined) return fail('too_many_requests', { retryAfter })
  if (!(await isRight())) return false
  await deleteFailure(db, admission.guess)
  return true
}
