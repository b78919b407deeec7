import type { FastifyReply, FastifyRequest } from 'fastify'
import { staffCookie } from '../kernel/access/staff-scope.ts'
import type { Db } from '../kernel/database/db.ts'
import { fail } from '../kernel/errors/fail.ts'
import type { Deps } from '../kernel/http/deps.ts'
import { readClientAddress } from '../kernel/limits/rate-limit.ts'
import type { StaffAccount } from './account-queries.ts'
import { insertStaffSession, STAFF_SESSION_SECONDS } from './session-queries.ts'

type Exchange = { request: FastifyRequest; reply: FastifyReply; now: Date }

const setCookie = ({ request, reply }: Exchange, { publicUrl }: Deps, value: string, seconds: number) => {
  const isSecure = request.protocol === 'https' || publicUrl?.startsWith('https:')
  const attributes = ['Path=/api/staff', `Max-Age=${seconds}`, 'HttpOnly', 'SameSite=Strict']
  reply.header('set-cookie', [`${staffCookie}=${value}`, ...attributes, ...(isSecure ? ['Secure'] : [])].join('; '))
}

/** Opens a session of the account and sets its cookie; `wrong_credentials` if account or password have changed since they were checked. */
export const openStaffSession = async (
  db: Db,
  deps: Deps,
  account: StaffAccount & { passwordHash?: string | null },
  exchange: Exchange,
): Promise<void> => {
  const { request, now } = exchange
  const { passwordHash = null } = account
  const opening = { address: readClientAddress(request), device: request.headers['user-agent'], now, passwordHash }
  const token = (await insertStaffSession(db, account, opening)) ?? fail('wrong_credentials')
  setCookie(exchange, deps, token, STAFF_SESSION_SECONDS)
}

/** Clears the cookie of a session that has ended. */
export const clearStaffCookie = (deps: Deps, exchange: Exchange): void => setCookie(exchange, deps, '', 0)
