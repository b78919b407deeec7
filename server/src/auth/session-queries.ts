import type { Session } from '@portico/contract/auth'
import type { SignInMethod, UsedFactor } from '@portico/contract/sign-in/people'
import { sessionLife, type UserScope } from '../kernel/access/scope.ts'
import { hasFactor } from '../kernel/access/sign-in-due.ts'
import { type Db, type Sql, sql } from '../kernel/database/db.ts'
import { fail } from '../kernel/errors/fail.ts'
import { hashToken, newToken } from '../kernel/security/secrets.ts'
import type { User } from './account-queries.ts'
import { deleteTicketsOf } from './second-factor/ticket-queries.ts'

/** Concurrent sessions of one user, and of one of the staff; above it the least recently used one ends. */
export const SESSIONS_MAX = 100

/** A session to open: the user, the network address, the User-Agent as `device`, and the hash of the password that was checked, if any. */
export type NewSession = {
  account: User
  remember: boolean
  address: string
  device: string | undefined
  now: Date
  passwordHash?: string | null
  method: SignInMethod
  secondFactor?: UsedFactor
}

const isOfUser = ({ serviceCompanyId, webUserId }: User): Sql =>
  sql`service_company_id = ${serviceCompanyId} and web_user_id = ${webUserId}`

/**
 * Whether the password is still the one that was checked. The lock waits for a change that is under way, and makes a later one wait, so
 * that it finds the session and ends it.
 */
const isPasswordUnchanged = async (db: Db, { serviceCompanyId, webUserId }: User, hash: string): Promise<boolean> => {
  const user =
    await db.maybe(sql`select id from web_user where service_company_id = ${serviceCompanyId} and id = ${webUserId}
    and (password_hash = ${hash} or replaced_hash = sha256(convert_to(${hash}, 'UTF8'))) for share`)
  return user !== undefined
}

/** Inserts a session. Returns its id and its token, of which only the hash is stored. Error: `wrong_credentials` if the password has changed since. */
export const insertSession = async (db: Db, newSession: NewSession) => {
  const { account, remember, address, device, now, passwordHash, method, secondFactor = null } = newSession
  if (passwordHash && !(await isPasswordUnchanged(db, account, passwordHash))) fail('wrong_credentials')
  const token = newToken()
  const expiryTime = new Date(now.getTime() + sessionLife(remember))
  const { id, expiresAt } = await db.one<{ id: number; expiresAt: string }>(sql`
    insert into session (token_hash, service_company_id, web_user_id, remember, created_at, last_seen_at, expires_at, address, device,
      method, second_factor)
    values (${hashToken(token)}, ${account.serviceCompanyId}, ${account.webUserId}, ${remember}, ${now}, ${now}, ${expiryTime},
      ${address}, ${device?.slice(0, 300) ?? null}, ${method}, ${secondFactor})
    returning id, instant(expires_at) as "expiresAt"`)
  // What a concurrent sign-in is ending is left to it: two that ended the same sessions in another order would wait for each other.
  await db.run(sql`delete from session where id in (select id from session where id in (select id from session
    where ${isOfUser(account)} order by expires_at > ${now} desc, last_seen_at desc, id desc offset ${SESSIONS_MAX}) for update skip locked)`)
  return { id, token, expiresAt }
}

/** All unexpired sessions of the user, newest first. */
export const listSessionsOf = (db: Db, scope: UserScope, now: Date): Promise<Session[]> =>
  db.many(sql`select id, id = ${scope.sessionId} as current, instant(created_at) as "createdAt",
      instant(last_seen_at) as "lastSeenAt", instant(expires_at) as "expiresAt", address, device
    from session where ${isOfUser(scope)} and expires_at > ${now} order by created_at desc, id desc`)

export const deleteSession = (db: Db, scope: UserScope, sessionId: number): Promise<number> =>
  db.run(sql`delete from session where ${isOfUser(scope)} and id = ${sessionId}`)

/** Ends the other sessions of the user, and sign-ins that wait for a code. */
export const deleteOtherSessions = async (db: Db, scope: UserScope): Promise<void> => {
  await deleteTicketsOf(db, scope)
  await db.run(sql`delete from session where ${isOfUser(scope)} and id <> ${scope.sessionId}`)
}

/** Signs a user out everywhere, also where a sign-in waits for a code. */
export const deleteSessionsOf = async (db: Db, user: User): Promise<void> => {
  await deleteTicketsOf(db, user)
  await db.run(sql`delete from session where ${isOfUser(user)}`)
}

/**
 * Takes the mark of a second factor from the sessions of a user who has none left: a factor that somebody sets up later must not open what they
 * had been open to.
 */
export const endShownFactors = (db: Db, { serviceCompanyId, webUserId }: User): Promise<number> =>
  db.run(sql`update session s set second_factor = null
    where s.service_company_id = ${serviceCompanyId} and s.web_user_id = ${webUserId} and s.second_factor is not null and not ${hasFactor}`)

/** Notes that a session has shown a second factor after it was opened; the caller holds the user. */
export const markSecondFactor = (db: Db, { sessionId }: UserScope, factor: UsedFactor): Promise<number> =>
  db.run(sql`update session set second_factor = ${factor} where id = ${sessionId}`)
