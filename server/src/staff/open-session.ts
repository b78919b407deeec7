import type { SecondFactorDue } from '@portico/contract/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { countPasskeys, type Holder } from '../auth/passkeys/passkey-queries.ts'
import { recordNewPlace } from '../auth/places/new-place.ts'
import { hasSecondFactor } from '../auth/second-factor/factor-queries.ts'
import { isOfDemo, type StaffScope, staffCookie } from '../kernel/access/staff-scope.ts'
import { type Db, sql, tx } from '../kernel/database/db.ts'
import { fail } from '../kernel/errors/fail.ts'
import type { Deps } from '../kernel/http/deps.ts'
import { readClientAddress } from '../kernel/limits/rate-limit.ts'
import { originOf } from '../kernel/security/security-log.ts'
import { sendAccountNotice } from './account-notice.ts'
import type { StaffAccount } from './account-queries.ts'
import {
  deleteStaffSession,
  insertStaffSession,
  lockStaffAccount,
  type NewStaffSession,
  requireEnrolment,
  staffSessionSeconds,
} from './session-queries.ts'
import { insertStaffSignInNotice } from './sign-in-notices/queries.ts'

/** A request whose answer sets the cookie. */
export type Exchange = { request: FastifyRequest; reply: FastifyReply; now: Date }

const setCookie = ({ request, reply }: Exchange, { publicUrl }: Deps, value: string, seconds: number) => {
  const isSecure = request.protocol === 'https' || publicUrl?.startsWith('https:')
  const attributes = ['Path=/api/staff', `Max-Age=${seconds}`, 'HttpOnly', 'SameSite=Strict']
  reply.header('set-cookie', [`${staffCookie}=${value}`, ...attributes, ...(isSecure ? ['Secure'] : [])].join('; '))
}

/** Whether an account has to have a second factor. Unless the setting says it for all, those of a demo need none: its passwords are public. */
const needsSecondFactor = async (
  db: Db,
  { staffSecondFactor }: Pick<Deps, 'staffSecondFactor'>,
  { serviceCompanyId, staffAccountId }: StaffAccount,
): Promise<boolean> => {
  if (staffSecondFactor) return staffSecondFactor === 'required'
  const ofDemo = await db.maybe(sql`select from staff_account a
    where a.service_company_id = ${serviceCompanyId} and a.id = ${staffAccountId} and ${isOfDemo}`)
  return ofDemo === undefined
}

/** An account as the holder of passkeys. */
export const holderOf = ({ serviceCompanyId, staffAccountId }: StaffAccount): Holder => ({
  kind: 'staff',
  serviceCompanyId,
  holderId: staffAccountId,
})

/**
 * The second factor that an account has: codes, which a passkey may stand in for, or passkeys alone; undefined for none. Passkeys of another
 * host count, though they cannot be used: else a change of the address would open every account to its password.
 */
export const findStaffFactor = async (db: Db, account: StaffAccount): Promise<'totp' | 'passkey' | undefined> => {
  const { serviceCompanyId, staffAccountId } = account
  if (await hasSecondFactor(db, { serviceCompanyId, staffAccountId })) return 'totp'
  return (await countPasskeys(db, holderOf(account))) > 0 ? 'passkey' : undefined
}

const findDue = async (db: Db, deps: Deps, account: StaffAccount): Promise<SecondFactorDue | null> => {
  const factor = await findStaffFactor(db, account)
  if (factor) return factor
  return (await needsSecondFactor(db, deps, account)) ? 'enrol' : null
}

const openingOf = ({ request, now }: Exchange): NewStaffSession => ({
  address: readClientAddress(request),
  device: request.headers['user-agent'],
  now,
})

/** Inserts a session that is open and mails the owner of the account where it is from a new place; undefined as {@link insertStaffSession}. */
const insertWholeSession = async (
  db: Db,
  deps: Deps,
  account: StaffAccount,
  { opening, request }: Pick<Exchange, 'request'> & { opening: NewStaffSession },
): Promise<string | undefined> => {
  const session = await insertStaffSession(db, account, opening)
  if (!session) return undefined
  const { serviceCompanyId, staffAccountId } = account
  if (await recordNewPlace(db, { serviceCompanyId, staffAccountId }, opening)) {
    const { address, device, now } = opening
    const key = await insertStaffSignInNotice(db, account, { sessionId: session.id, at: now, address, device })
    await sendAccountNotice(db, deps, account, { kind: 'newPlace', origin: originOf(request), now, key })
  }
  return session.token
}

/**
 * Opens a session of the account and sets its cookie; returns what it still needs before it opens anything: nothing where the sign-in
 * `isWhole`, as by a passkey. Fails with `wrong_credentials` if account or password have changed since they were checked.
 */
export const openStaffSession = async (
  db: Db,
  deps: Deps,
  { passwordHash = null, ...account }: StaffAccount & { passwordHash?: string | null },
  exchange: Exchange,
  { isWhole = false }: { isWhole?: boolean } = {},
): Promise<SecondFactorDue | null> => {
  const { token, due } = await tx(db, async db => {
    await lockStaffAccount(db, account)
    const due = isWhole ? null : await findDue(db, deps, account)
    const opening = { ...openingOf(exchange), passwordHash, due }
    const token = due
      ? (await insertStaffSession(db, account, opening))?.token
      : await insertWholeSession(db, deps, account, { ...exchange, opening })
    return { token: token ?? fail('wrong_credentials'), due }
  })
  setCookie(exchange, deps, token, staffSessionSeconds(due))
  return due
}

/** Opens the session of a sign-in whose second factor is proven, under a new token; `unauthenticated` if another request did. */
export const finishStaffSession = async (db: Db, deps: Deps, scope: StaffScope, exchange: Exchange): Promise<void> => {
  const opening = openingOf(exchange)
  const token = (await insertWholeSession(db, deps, scope, { ...exchange, opening })) ?? fail('unauthenticated')
  if ((await deleteStaffSession(db, scope)) === 0) fail('unauthenticated')
  setCookie(exchange, deps, token, staffSessionSeconds(null))
}

/** After a second factor was removed: makes the session set up another, where one is needed and none is left. Returns what it needs. */
export const requireFactorAgain = async (db: Db, deps: Deps, scope: StaffScope, now: Date): Promise<'enrol' | null> => {
  if ((await findStaffFactor(db, scope)) || !(await needsSecondFactor(db, deps, scope))) return null
  await requireEnrolment(db, scope, now)
  return 'enrol'
}

/** Clears the cookie of a session that has ended. */
export const clearStaffCookie = (deps: Deps, exchange: Exchange): void => setCookie(exchange, deps, '', 0)
