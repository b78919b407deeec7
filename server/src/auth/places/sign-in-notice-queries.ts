import type { SignInNotice } from '@portico/contract/sign-in/notices'
import { sameCompany } from '../../kernel/access/tenant-joins.ts'
import { type Db, sql } from '../../kernel/database/db.ts'
import { hashToken } from '../../kernel/security/secrets.ts'

/** The key of a user, and whom a mail goes to in the name of which portal. */
type User = { serviceCompanyId: number; webUserId: number }
type Addressee = User & { portalId: number }

/** How long the key of a mail is good, in milliseconds: no session is older. */
const LIFETIME = 30 * 24 * 3_600_000

type NewSignInNotice = {
  key: string
  sessionId: number
  at: Date
  address: string | undefined
  device: string | undefined
}

/** Stores the key of a mail about a sign-in. */
export const insertSignInNotice = async (db: Db, to: Addressee, notice: NewSignInNotice): Promise<void> => {
  const { key, sessionId, at, address, device } = notice
  await db.run(sql`insert into sign_in_notice (key_hash, service_company_id, portal_id, web_user_id, session_id, signed_in_at, address,
      device, expires_at)
    values (${hashToken(key)}, ${to.serviceCompanyId}, ${to.portalId}, ${to.webUserId}, ${sessionId}, ${at}, ${address ?? null},
      ${device?.slice(0, 300) || null}, ${new Date(at.getTime() + LIFETIME)})`)
}

/** The sign-in of a key; undefined for an unknown one, and one that is over. */
export const findSignInNotice = (db: Db, key: string, now: Date): Promise<SignInNotice | undefined> =>
  db.maybe(sql`select u.user_name as "userName", p.web_portal_key as "webPortalKey", instant(n.signed_in_at) as "signedInAt",
      n.address, n.device, not exists (select from session s where ${sameCompany('s', 'n')}
        and s.web_user_id = n.web_user_id and s.id = n.session_id and s.expires_at > ${now}) as ended
    from sign_in_notice n
    join web_user u on ${sameCompany('u', 'n')} and u.id = n.web_user_id
    join portal p on ${sameCompany('p', 'n')} and p.id = n.portal_id
    where n.key_hash = ${hashToken(key)} and n.expires_at > ${now}`)

/** Ends the session of a key and returns its user, with whether there was one to end; undefined for an unknown key. */
export const endNoticedSession = (
  db: Db,
  key: string,
  now: Date,
): Promise<(User & { hasEnded: boolean }) | undefined> =>
  db.maybe(sql`with notice as (
      update sign_in_notice set ended_at = coalesce(ended_at, ${now}) where key_hash = ${hashToken(key)} and expires_at > ${now}
      returning service_company_id, web_user_id, session_id
    ), gone as (
      delete from session s using notice n
      where ${sameCompany('s', 'n')} and s.web_user_id = n.web_user_id and s.id = n.session_id returning s.id
    )
    select service_company_id as "serviceCompanyId", web_user_id as "webUserId", exists (select from gone) as "hasEnded" from notice`)

/** Deletes the keys that were over before a moment. */
export const deleteSignInNoticesBefore = (db: Db, before: Date): Promise<number> =>
  db.run(sql`delete from sign_in_notice where expires_at < ${before}`)
