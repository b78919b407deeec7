import type { SecondFactorDue } from '@portico/contract/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hasSecondFactor } from '../auth/second-factor/factor-queries.ts'
import { isOfDemo, type StaffScope, staffCookie } from '../kernel/access/staff-scope.ts'
import { type Db, sql, tx } from '../kernel/database/db.ts'
import { fail } from '../kernel/errors/fail.ts'
import type { Deps } from '../kernel/http/deps.ts'
import { readClientAddress } from '../kernel/limits/rate-limit.ts'
import type { StaffAccount } from './account-queries.ts'
import {
  deleteStaffSession,
  insertStaffSession,
  lockStaffAccount,
  type NewStaffSession,
  staffSessionSeconds,
} from './session-queries.ts'

/** A request whose answer sets the cookie. */
export type Exchange = { request: FastifyRequest; reply: FastifyReply; now: Date }

const setCookie = ({ request, reply }: Exchange, { publicUrl }: Deps, value: string, seconds: number) => {
  const isSecure = request.protocol === 'https' || publicUrl?.startsWith('https:')
  const attributes = ['Path=/api/staff', `Max-Age=${seconds}`, 'HttpOnly', 'SameSite=Strict']
  reply.header('set-cookie', [`${staffCookie}=${value}`, ...attributes, ...(isSecure ? ['Secure'] : [])].join('; '))
}

/** Whether an account has to have a second factor. Unless the setting says it for all, those of a demo need none: its passwords are public. */
export const needsSecondFactor = async (
  db: Db,
  { staffSecondFactor }: Pick<Deps, 'staffSecondFactor'>,
  { serviceCompanyId, staffAccountId }: StaffAccount,
): Promise<boolean> => {
  if (staffSecondFactor) return staffSecondFactor === 'required'
  const ofDemo = await db.maybe(sql`select from staff_account a
    where a.service_company_id = ${serviceCompanyId} and a.id = ${staffAccountId} and ${isOfDemo}`)
  return ofDemo === undefined
}

const findDue = async (db: Db, deps: Deps, account: StaffAccount): Promise<SecondFactorDue | null> => {
  if (await hasSecondFactor(db, account)) return 'totp'
  return (await needsSecondFactor(db, deps, account)) ? 'enrol' : null
}

const openingOf = ({ request, now }: Exchange): NewStaffSession => ({
  address: readClientAddress(request),
  device: request.headers['user-agent'],
  now,
})

/**
 * Opens a session of the account and sets its cookie; returns what it still needs before it opens anything. Fails with `wrong_credentials` if
 * account or password have changed since they were checked.
 */
export const openStaffSession = async (
  db: Db,
  deps: Deps,
  { passwordHash = null, ...account }: StaffAccount & { passwordHash?: string | null },
  exchange: Exchange,
): Promise<SecondFactorDue | null> => {
  const { token, due } = await tx(db, async db => {
    await lockStaffAccount(db, account)
    const due = await findDue(db, deps, account)
    const opening = { ...openingOf(exchange), passwordHash, due }
    return { token: (await insertStaffSession(db, account, opening)) ?? fail('wrong_credentials'), due }
  })
  setCookie(exchange, deps, token, staffSessionSeconds(due))
  return due
}

/** Opens the session of a sign-in whose second factor is proven, under a new token; `unauthenticated` if another request did. */
export const finishStaffSession = async (db: Db, deps: Deps, scope: StaffScope, exchange: Exchange): Promise<void> => {
  const token = (await insertStaffSession(db, scope, openingOf(exchange))) ?? fail('unauthenticated')
  if ((await deleteStaffSession(db, scope)) === 0) fail('unauthenticated')
  setCookie(exchange, deps, token, staffSessionSeconds(null))
}

/** Clears the cookie of a session that has ended. */
export const clearStaffCookie = (deps: Deps, exchange: Exchange): void => setCookie(exchange, deps, '', 0)
