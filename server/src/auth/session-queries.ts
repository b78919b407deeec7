import type { Session } from '@portico/contract/auth'
import { sessionLife, type UserScope } from '../kernel/access/scope.ts'
import { type Db, type Sql, sql } from '../kernel/database/db.ts'
import { hashToken, newToken } from '../kernel/security/secrets.ts'
import type { User } from './account-queries.ts'

/** Concurrent sessions of one user; above it the least recently used one ends. */
const SESSIONS_MAX = 100

/** A session to open: the user, the network address, and the User-Agent as `device`. */
export type NewSession = { account: User; remember: boolean; address: string; device: string | undefined; now: Date }

const isOfUser = ({ serviceCompanyId, webUserId }: User): Sql =>
  sql`service_company_id = ${serviceCompanyId} and web_user_id = ${webUserId}`

/** Inserts a session. Returns its token, of which only the hash is stored. */
export const insertSession = async (db: Db, { account, remember, address, device, now }: NewSession) => {
  const token = newToken()
  const expiryTime = new Date(now.getTime() + sessionLife(remember))
  const { expiresAt } = await db.one<{ expiresAt: string }>(sql`
    insert into session (token_hash, service_company_id, web_user_id, remember, created_at, last_seen_at, expires_at, address, device)
    values (${hashToken(token)}, ${account.serviceCompanyId}, ${account.webUserId}, ${remember}, ${now}, ${now}, ${expiryTime},
      ${address}, ${device?.slice(0, 300) ?? null})
    returning instant(expires_at) as "expiresAt"`)
  await db.run(sql`delete from session where id in (select id from session where ${isOfUser(account)}
    order by expires_at > ${now} desc, last_seen_at desc, id desc offset ${SESSIONS_MAX})`)
  return { token, expiresAt }
}

/** All unexpired sessions of the user, newest first. */
export const listSessionsOf = (db: Db, scope: UserScope, now: Date): Promise<Session[]> =>
  db.many(sql`select id, id = ${scope.sessionId} as current, instant(created_at) as "createdAt",
      instant(last_seen_at) as "lastSeenAt", instant(expires_at) as "expiresAt", address, device
    from session where ${isOfUser(scope)} and expires_at > ${now} order by created_at desc, id desc`)

export const deleteSession = (db: Db, scope: UserScope, sessionId: number): Promise<number> =>
  db.run(sql`delete from session where ${isOfUser(scope)} and id = ${sessionId}`)

export const deleteOtherSessions = (db: Db, scope: UserScope): Promise<number> =>
  db.run(sql`delete from session where ${isOfUser(scope)} and id <> ${scope.sessionId}`)

/** Signs a user out everywhere. */
export const deleteSessionsOf = (db: Db, user: User): Promise<number> =>
  db.run(sql`delete from session where ${isOfUser(user)}`)
