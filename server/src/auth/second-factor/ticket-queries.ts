import type { SignInMethod } from '@portico/contract/sign-in/people'
import { type Db, sql } from '../../kernel/database/db.ts'
import { hashToken, newToken } from '../../kernel/security/secrets.ts'

/** Milliseconds that a sign-in waits for its second factor. */
const LIFETIME = 5 * 60_000
/** Codes that may be tried for one ticket. */
const TRIES_MAX = 5

/** A sign-in that waits for its second factor. */
export type Ticket = {
  serviceCompanyId: number
  webUserId: number
  portalKey: string | null
  remember: boolean
  passwordHash: string | null
  skipNotice: boolean
  method: SignInMethod
}

/** Stores a ticket and returns its token, of which only the hash is stored. */
export const insertTicket = async (db: Db, ticket: Ticket, now: Date): Promise<string> => {
  const token = newToken()
  const { serviceCompanyId, webUserId, portalKey, remember, passwordHash, skipNotice, method } = ticket
  await db.run(sql`insert into sign_in_ticket (token_hash, service_company_id, web_user_id, portal_key, remember, password_hash,
      skip_notice, method, created_at, expires_at)
    values (${hashToken(token)}, ${serviceCompanyId}, ${webUserId}, ${portalKey}, ${remember}, ${passwordHash}, ${skipNotice}, ${method},
      ${now}, ${new Date(now.getTime() + LIFETIME)})`)
  return token
}

/** Takes one of the tries of a ticket; undefined if there is no such ticket, or it has expired or has no try left. */
export const takeTry = (db: Db, token: string, now: Date): Promise<Ticket | undefined> =>
  db.maybe(sql`update sign_in_ticket set failures = failures + 1
    where token_hash = ${hashToken(token)} and expires_at > ${now} and failures < ${TRIES_MAX}
    returning service_company_id as "serviceCompanyId", web_user_id as "webUserId", portal_key as "portalKey", remember,
      password_hash as "passwordHash", skip_notice as "skipNotice",
      coalesce(method, case when password_hash is null then 'link' else 'password' end) as method`)

/** Spends a ticket; false if another request did. */
export const deleteTicket = async (db: Db, token: string): Promise<boolean> =>
  (await db.run(sql`delete from sign_in_ticket where token_hash = ${hashToken(token)}`)) > 0

/** Ends the sign-ins of a user that wait for a code. */
export const deleteTicketsOf = (
  db: Db,
  { serviceCompanyId, webUserId }: Pick<Ticket, 'serviceCompanyId' | 'webUserId'>,
): Promise<number> =>
  db.run(sql`delete from sign_in_ticket where service_company_id = ${serviceCompanyId} and web_user_id = ${webUserId}`)

export const deleteTicketsBefore = (db: Db, before: Date): Promise<number> =>
  db.run(sql`delete from sign_in_ticket where expires_at < ${before}`)
