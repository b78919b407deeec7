import type { SignInLink } from '@portico/contract/sign-in/links'
import { letsIn } from '../kernel/access/scope.ts'
import { sameCompany } from '../kernel/access/tenant-joins.ts'
import { type Db, sql } from '../kernel/database/db.ts'
import { hashToken } from '../kernel/security/secrets.ts'
import type { User } from './account-queries.ts'
import type { Addressee } from './confirmation-queries.ts'

/** Whether the user has a valid sign-in link that failed sign-ins caused. */
export const hasOpenLink = async (db: Db, { serviceCompanyId, webUserId }: User, now: Date): Promise<boolean> => {
  const { open } = await db.one<{ open: boolean }>(sql`select exists (select from sign_in_link
    where service_company_id = ${serviceCompanyId} and web_user_id = ${webUserId} and used_at is null and not requested and expires_at > ${now}
  ) as open`)
  return open
}

/** How many links the user has asked for since a moment. */
export const countRequestedLinks = async (
  db: Db,
  { serviceCompanyId, webUserId }: User,
  since: Date,
): Promise<number> => {
  const { count } = await db.one<{ count: number }>(sql`select count(*) as count from sign_in_link
    where service_company_id = ${serviceCompanyId} and web_user_id = ${webUserId} and requested and created_at > ${since}`)
  return count
}

type NewLink = { key: string; now: Date; expiresAt: Date; requested: boolean; browser: string | undefined }

/** Inserts a link. `requested`: the user asked for it, in the browser that calls itself so. */
export const insertLink = async (
  db: Db,
  { serviceCompanyId, portalId, webUserId }: Addressee,
  { key, now, expiresAt, requested, browser }: NewLink,
): Promise<void> => {
  await db.run(sql`insert into sign_in_link (key_hash, service_company_id, portal_id, web_user_id, created_at, expires_at, requested,
      browser_hash)
    values (${hashToken(key)}, ${serviceCompanyId}, ${portalId}, ${webUserId}, ${now}, ${expiresAt}, ${requested},
      ${browser === undefined ? null : hashToken(browser)})`)
}

/** A link, with what decides whether it is still valid. `active`: the user has an active membership. */
export type SignInLinkRow = Omit<SignInLink, 'elsewhere'> &
  User & { id: number; expiresAt: Date; used: boolean; active: boolean; browserHash: Buffer | null }

export const findLink = (db: Db, key: string): Promise<SignInLinkRow | undefined> =>
  db.maybe(sql`select l.id, l.service_company_id as "serviceCompanyId", l.web_user_id as "webUserId",
      u.user_name as "userName", p.web_portal_key as "webPortalKey", l.expires_at as "expiresAt",
      l.used_at is not null as used, l.browser_hash as "browserHash",
      exists (select from membership m where ${sameCompany('m', 'l')} and m.web_user_id = l.web_user_id
        and ${letsIn('m')}) as active
    from sign_in_link l
    join web_user u on ${sameCompany('u', 'l')} and u.id = l.web_user_id
    join portal p on ${sameCompany('p', 'l')} and p.id = l.portal_id
    where l.key_hash = ${hashToken(key)}`)

/** Marks a link as used; false if it already was. */
export const markLinkUsed = async (db: Db, { id }: SignInLinkRow, now: Date): Promise<boolean> =>
  (await db.run(sql`update sign_in_link set used_at = ${now} where id = ${id} and used_at is null`)) > 0

/** Deletes links that expired before a moment. */
export const deleteLinksBefore = (db: Db, before: Date): Promise<number> =>
  db.run(sql`delete from sign_in_link where expires_at < ${before}`)
