import { createHash } from 'node:crypto'
import type { Db } from '../kernel/database/db.ts'
import { fold } from '../kernel/database/search-words.ts'
import { fail } from '../kernel/errors/fail.ts'
import { countAccountFailures, type User } from './account-queries.ts'
import {
  type CountedGuess,
  countFailures,
  countWrongCodes,
  deleteFailure,
  type Failures,
  type Guess,
  insertFailure,
  markTold,
} from './guesses/guess-queries.ts'
import type { Owner } from './owners/owner.ts'

const MINUTE = 60_000
/** Failed guesses allowed: per name and address, and per address, in 15 minutes; per account in an hour. */
const FAILURES_MAX = { nameAndAddress: 10, address: 100, account: 50 }
const RECENT = 15 * MINUTE
const HOUR = 60 * MINUTE

const timeBefore = (now: Date, span: number) => new Date(now.getTime() - span)
const sha256 = (text: string) => createHash('sha256').update(text).digest()

/**
 * The name under which failures are counted. The database folds more letters than `toLowerCase` when it looks up the user (İ for i, final
 * Σ); without this folding each spelling would allow ten more guesses.
 */
const normaliseName = (name: string): string => fold([...name].map(letter => letter.toLowerCase()).join(''))

// The prefixes keep typed names and accounts apart: no typed name can collide with the key of an account.
const hashName = (name: string) => sha256(`name ${normaliseName(name)}`)
const hashAccount = ({ serviceCompanyId, webUserId }: User) => sha256(`account ${serviceCompanyId} ${webUserId}`)

/** The sign-in address of staff is no name of a customer. */
const hashStaffEmail = (email: string) => sha256(`staff ${normaliseName(email)}`)

/** The key under which guesses for a typed name are counted; different spellings of one name give one key. */
export const toNameKey = (name: string): string => hashName(name).toString('base64url')

/** Milliseconds to wait before the next guess; undefined while the failures, including this guess, are within the limits. */
const findWait = ({ nameAndAddress, address, name, isAddressKnown }: Failures): number | undefined => {
  if (nameAndAddress > FAILURES_MAX.nameAndAddress || address > FAILURES_MAX.address) return RECENT
  // The owner of the name may be behind an address that users have signed in from, and must not be locked out.
  return name > FAILURES_MAX.account && !isAddressKnown ? HOUR : undefined
}

/**
 * A counted guess. `retryAfter` (seconds) is set if it exceeds a limit and must not be tried. `isOverAccountLimit`: the name had too many
 * failures in the last hour, so that it is tried only where its owner has signed in before.
 */
type Admission = { guess: CountedGuess; isOverAccountLimit: boolean; retryAfter?: number }

const admitGuess = async (db: Db, guess: Guess): Promise<Admission> => {
  const countedGuess = await insertFailure(db, guess)
  const failures = await countFailures(db, countedGuess, {
    recent: timeBefore(guess.now, RECENT),
    hour: timeBefore(guess.now, HOUR),
  })
  const wait = findWait(failures)
  const isOverAccountLimit = failures.name > FAILURES_MAX.account
  if (wait === undefined) return { guess: countedGuess, isOverAccountLimit }
  await deleteFailure(db, countedGuess)
  return { guess: countedGuess, isOverAccountLimit, retryAfter: wait / 1000 }
}

/** Admits a sign-in by the typed input alone, so that the answer does not reveal whether the name exists. */
export const admitSignIn = (
  db: Db,
  { name, ...guess }: Omit<Guess, 'nameHash'> & { name: string },
): Promise<Admission> => admitGuess(db, { ...guess, nameHash: hashName(name) })

/** Like {@link admitSignIn}, for the staff room. */
export const admitStaffSignIn = (
  db: Db,
  { email, ...guess }: { email: string; address: string; now: Date },
): Promise<Admission> => admitGuess(db, { ...guess, nameHash: hashStaffEmail(email) })

/** For each account, whether it had too many failures within the last hour, under its user name or e-mail address, at any portal. */
export const findAccountsOverLimit = async (
  db: Db,
  accounts: readonly (User & { userName: string; email: string | null })[],
  now: Date,
): Promise<boolean[]> => {
  const accountsWithHashes = accounts.map(({ serviceCompanyId, webUserId, userName, email }) => ({
    serviceCompanyId,
    webUserId,
    nameHashes: [userName, ...(email === null ? [] : [email])].map(hashName),
  }))
  return (await countAccountFailures(db, accountsWithHashes, timeBefore(now, HOUR))).map(
    count => count > FAILURES_MAX.account,
  )
}

type Attempt = { address: string; now: Date }

const checkAdmitted = async (db: Db, guess: Guess, isCorrect: () => Promise<boolean>): Promise<boolean> => {
  const admission = await admitGuess(db, guess)
  const { retryAfter } = admission
  if (retryAfter !== undefined) return fail('too_many_requests', { retryAfter })
  if (!(await isCorrect())) return false
  await deleteFailure(db, admission.guess)
  return true
}

/** Checks the password of a signed-in user, within the same limits as at sign-in; fails with `too_many_requests` above them. */
export const checkGuess = (db: Db, user: User, attempt: Attempt, isCorrect: () => Promise<boolean>): Promise<boolean> =>
  checkAdmitted(db, { ...attempt, nameHash: hashAccount(user) }, isCorrect)

/** Wrong codes of a second factor in an hour: above `most` codes are refused, from `told` on the owner is mailed. */
const CODES_MAX = { most: 20, told: 5 }

/** What a code is checked by. `isLong`: it has the form of a recovery code, which nobody guesses, so that the owner always gets in with one. */
type CodeCheck<T> = {
  isLong: boolean
  check: () => Promise<T | undefined>
  /** Mails the owner that somebody who knows the password tries codes; absent where the owner is signed in. */
  tell?: () => Promise<void>
}

/**
 * Checks a code of a second factor and returns what `check` finds, undefined for a wrong code. Above the limit it fails with
 * `too_many_requests`. Wrong codes from an address that the owner has signed in from are counted apart: whoever knows the password and tries
 * codes elsewhere does not keep the owner out.
 */
export const checkSecondFactorGuess = async <T>(
  db: Db,
  owner: Owner,
  { address, now }: Attempt,
  { isLong, check, tell }: CodeCheck<T>,
): Promise<T | undefined> => {
  const { serviceCompanyId, webUserId, staffAccountId } = owner
  const whose = staffAccountId === undefined ? `${webUserId}` : `staff ${staffAccountId}`
  const nameHash = sha256(`second factor ${serviceCompanyId} ${whose}`)
  const guess = await insertFailure(db, { nameHash, address, now })
  const hour = timeBefore(now, HOUR)
  const { most, told } = CODES_MAX
  const failures = await countWrongCodes(db, owner, guess, { recent: timeBefore(now, RECENT), hour, most })
  if ((failures.codes > most && !isLong) || failures.address > FAILURES_MAX.address) {
    await deleteFailure(db, guess)
    return fail('too_many_requests', { retryAfter: HOUR / 1000 })
  }
  const found = await check()
  if (found !== undefined) await deleteFailure(db, guess)
  else if (tell && (await markTold(db, guess, { hour, least: told }))) await tell()
  return found
}

/** Like {@link checkGuess}, for the staff. */
export const checkStaffGuess = (
  db: Db,
  { serviceCompanyId, staffAccountId }: { serviceCompanyId: number; staffAccountId: number },
  attempt: Attempt,
  isCorrect: () => Promise<boolean>,
): Promise<boolean> =>
  checkAdmitted(db, { ...attempt, nameHash: sha256(`staff account ${serviceCompanyId} ${staffAccountId}`) }, isCorrect)
