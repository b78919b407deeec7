import { waitsForInvitation } from '../../auth/confirmation-queries.ts'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { sameCompany } from '../../kernel/access/tenant-joins.ts'
import { type Db, type Sql, sql } from '../../kernel/database/db.ts'
import { withinStaffPortals } from '../../tickets/staff/list-queries.ts'

const waiting = (scope: StaffScope, now: Date): Sql => sql`membership m
  join web_user u on ${sameCompany('u', 'm')} and u.id = m.web_user_id
  where ${withinStaffPortals(scope, 'm')} and ${waitsForInvitation(now)}`

/** The people who wait for an invitation, of a portal or of all, each once: the newest memberships last. */
export const waitingPeople = (
  db: Db,
  scope: StaffScope,
  { portalId, now, limit }: { portalId: number | undefined; now: Date; limit: number },
): Promise<{ membership: string; email: string; portalId: number }[]> =>
  db.many(sql`select x.membership, x.email, x."portalId" from (
      select distinct on (m.web_user_id) m.id, m.external_id as membership, u.email, m.portal_id as "portalId" from ${waiting(scope, now)}
        and (${portalId ?? null}::bigint is null or m.portal_id = ${portalId ?? null}) order by m.web_user_id, m.id desc) x
    order by x.id limit ${limit}`)

/** How many people wait for an invitation, of the portal with this key or of all. */
export const countWaiting = (scope: StaffScope, portal: string | undefined, now: Date): Sql =>
  sql`(select count(distinct m.web_user_id)::int from ${waiting(scope, now)}
    and (${portal ?? null}::text is null or exists (select from portal q where ${sameCompany('q', 'm')} and q.id = m.portal_id
      and q.web_portal_key = ${portal ?? null})))`

/** How many people of the account's portals wait for an invitation. */
export const readWaiting = async (db: Db, scope: StaffScope, now: Date): Promise<number> =>
  (await db.one<{ waiting: number }>(sql`select ${countWaiting(scope, undefined, now)} as waiting`)).waiting
