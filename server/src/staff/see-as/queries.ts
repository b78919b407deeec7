import { letsIn } from '../../kernel/access/scope.ts'
import { newSeeAsToken, rightsColumn } from '../../kernel/access/see-as.ts'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { sameCompany } from '../../kernel/access/tenant-joins.ts'
import { type Db, sql } from '../../kernel/database/db.ts'
import { hashToken } from '../../kernel/security/secrets.ts'
import { withinStaffPortals } from '../../tickets/staff/list-queries.ts'

/** People as whom one session sees at a time; beyond it the oldest token ends. */
const SEE_AS_MAX = 5

/** What has been begun. */
export type BegunSeeAs = { token: string; expiresAt: string; portalId: number; webPortalKey: string }

/**
 * Begins to see as a person of a contact. Undefined if the person is none of the contact, or the contact is beyond the portals that the
 * account has now.
 */
export const insertSeeAs = async (
  db: Db,
  { serviceCompanyId, staffSessionId }: StaffScope,
  whom: { contactId: number; webUserId: number },
  { now, until }: { now: Date; until: Date },
): Promise<BegunSeeAs | undefined> => {
  const token = newSeeAsToken()
  // The lock makes the end of the session wait, so that it ends this, too.
  const begun = await db.maybe<Omit<BegunSeeAs, 'token'>>(sql`with actor as (
      select ss.id, ss.expires_at, ss.staff_account_id from staff_session ss
      where ss.id = ${staffSessionId} and ss.expires_at > ${now} and ss.second_factor_due is null for key share of ss),
    seen as (
      select m.id, m.portal_id, p.web_portal_key, actor.id as session_id, ${rightsColumn} as rights,
        least(${until}::timestamptz, actor.expires_at) as expires_at
      from actor
      join staff_account a on a.service_company_id = ${serviceCompanyId} and a.id = actor.staff_account_id and a.ended_at is null
      join membership m on ${sameCompany('m', 'a')} and m.contact_id = ${whom.contactId} and m.web_user_id = ${whom.webUserId}
        and ${letsIn('m')}
      join portal p on ${sameCompany('p', 'm')} and p.id = m.portal_id
      where a.all_portals or exists (select from staff_account_portal ap
        where ${sameCompany('ap', 'a')} and ap.staff_account_id = a.id and ap.portal_id = m.portal_id)),
    begun as (
      insert into see_as (token_hash, staff_session_id, membership_id, rights, created_at, expires_at)
      select ${hashToken(token)}::bytea, session_id, id, rights, ${now}::timestamptz, expires_at from seen
      returning expires_at)
    select instant(begun.expires_at) as "expiresAt", seen.portal_id as "portalId", seen.web_portal_key as "webPortalKey" from begun, seen`)
  if (!begun) return undefined
  await db.run(sql`delete from see_as where id in (select id from see_as where staff_session_id = ${staffSessionId}
    order by expires_at > ${now} desc, id desc offset ${SEE_AS_MAX})`)
  return { ...begun, token }
}

/** Whether a contact is one of the portals of the account. */
export const isContactVisible = async (db: Db, scope: StaffScope, contactId: number): Promise<boolean> =>
  (await db.maybe(sql`select from contact c where ${withinStaffPortals(scope, 'c')} and c.id = ${contactId}`)) !==
  undefined

/** Ends what a token opens. */
export const deleteSeeAs = (db: Db, token: string): Promise<number> =>
  db.run(sql`delete from see_as where token_hash = ${hashToken(token)}`)
