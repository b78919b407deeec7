import type { StaffScope } from '../kernel/access/staff-scope.ts'
import { type Db, type Sql, sql } from '../kernel/database/db.ts'
import { fail } from '../kernel/errors/fail.ts'

/** SQL condition: portal `p` is of the company, and the account works for it. */
export const isWithinReach = ({ serviceCompanyId, portalIds }: StaffScope): Sql =>
  sql`p.service_company_id = ${serviceCompanyId}
    and (${portalIds}::bigint[] is null or p.id = any(${portalIds}::bigint[]))`

/** The keys of a portal, proven to be of those that an account works for. */
export type ReachedPortal = { serviceCompanyId: number; portalId: number }

/** A portal that the account works for; `not_found` for any other. */
export const requireReachedPortal = async (db: Db, scope: StaffScope, portalId: number): Promise<ReachedPortal> =>
  (await db.maybe<ReachedPortal>(sql`select p.service_company_id as "serviceCompanyId", p.id as "portalId"
    from portal p where ${isWithinReach(scope)} and p.id = ${portalId}`)) ?? fail('not_found')
