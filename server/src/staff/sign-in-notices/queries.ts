import type { StaffSignInNotice } from '@portico/contract/staff/sign-in/notices'
import { sameCompany } from '../../kernel/access/tenant-joins.ts'
import { type Db, sql } from '../../kernel/database/db.ts'
import { hashToken, newToken } from '../../kernel/security/secrets.ts'

/** Names a staff account. */
type StaffAccount = { serviceCompanyId: number; staffAccountId: number }

/** How long the key of a mail is good, in milliseconds. */
const LIFETIME = 30 * 24 * 3_600_000

/** Makes the key of a mail about a sign-in; only its hash is stored. */
export const insertStaffSignInNotice = async (
  db: Db,
  { serviceCompanyId, staffAccountId }: StaffAccount,
  { sessionId, at, address, device }: { sessionId: number; at: Date; address: string; device: string | undefined },
): Promise<string> => {
  const key = newToken()
  await db.run(sql`insert into staff_sign_in_notice (key_hash, service_company_id, staff_account_id, session_id, signed_in_at, address,
      device, expires_at)
    values (${hashToken(key)}, ${serviceCompanyId}, ${staffAccountId}, ${sessionId}, ${at}, ${address}, ${device?.slice(0, 300) || null},
      ${new Date(at.getTime() + LIFETIME)})`)
  return key
}

/** The sign-in of a key; undefined for an unknown one, and one that is over. */
export const findStaffSignInNotice = (db: Db, key: string, now: Date): Promise<StaffSignInNotice | undefined> =>
  db.maybe(sql`select a.email, c.name as "companyName", instant(n.signed_in_at) as "signedInAt", n.address, n.device,
      not exists (select from staff_session s where ${sameCompany('s', 'n')} and s.staff_account_id = n.staff_account_id
        and s.id = n.session_id and s.expires_at > ${now}) as ended
    from staff_sign_in_notice n
    join staff_account a on ${sameCompany('a', 'n')} and a.id = n.staff_account_id
    join service_company c on c.id = n.service_company_id
    where n.key_hash = ${hashToken(key)} and n.expires_at > ${now}`)

/** Ends the session of a key and returns its account, with whether there was one to end; undefined for an unknown key. */
export const endNoticedStaffSession = (
  db: Db,
  key: string,
  now: Date,
): Promise<(StaffAccount & { hasEnded: boolean }) | undefined> =>
  db.maybe(sql`with notice as (
      select service_company_id, staff_account_id, session_id from staff_sign_in_notice
      where key_hash = ${hashToken(key)} and expires_at > ${now}
    ), gone as (
      delete from staff_session s using notice n
      where ${sameCompany('s', 'n')} and s.staff_account_id = n.staff_account_id and s.id = n.session_id returning s.id
    )
    select service_company_id as "serviceCompanyId", staff_account_id as "staffAccountId",
      exists (select from gone) as "hasEnded" from notice`)

/** Deletes the keys that were over before a moment. */
export const deleteStaffSignInNoticesBefore = (db: Db, before: Date): Promise<number> =>
  db.run(sql`delete from staff_sign_in_notice where expires_at < ${before}`)
