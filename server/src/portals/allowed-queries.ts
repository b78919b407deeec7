import type { StaffScope } from '../kernel/access/staff-scope.ts'
import { type Db, type Sql, sql } from '../kernel/database/db.ts'
import { fail } from '../kernel/errors/fail.ts'

/** SQL condition: portal `p` is of the company, and the account works for it. */
export const inPortalsOf = ({ serviceCompanyId, portalIds }: StaffScope): Sql =>
  sql`p.service_company_id = ${serviceCompanyId}
    and (${portalIds}::bigint[] is null or p.id = any(${portalIds}::bigint[]))`

/** The keys of a portal, proven to be of those that an account works for. */
export type AllowedPortal = { serviceCompanyId: number; portalId: number }

/** A portal that the account works for; `not_found` for any other. */
export const requireAllowedPortal = async (db: Db, scope: StaffScope, portalId: number): Promise<AllowedPortal> =>
  (await db.maybe<AllowedPortal>(sql`select p.service_company_id as "serviceCompanyId", p.id as "portalId"
    from portal p where ${inPortalsOf(scope)} and p.id = ${portalId}`)) ?? fail('not_found')
