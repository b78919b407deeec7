import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { sameCompany } from '../../kernel/access/tenant-joins.ts'
import { raw, type Sql, sql } from '../../kernel/database/db.ts'

/**
 * The tenants that a caller may read and write: one service company, or some of its portals. The caller cannot see that others exist.
 * `withCompanyRights`: the caller uses the operator API, not a command of the installation.
 */
export type TenantScope = { company: number; portals?: number[]; withCompanyRights?: true }

/** The tenants that an account of the staff may read and write. */
export const tenantScopeOfStaff = ({ serviceCompanyId, portalIds }: StaffScope): TenantScope => ({
  company: serviceCompanyId,
  ...(portalIds && { portals: [...portalIds] }),
})

/**
 * SQL: whether the web user in `column` of row `t` is or was a member of one of these portals; true if `portals` is undefined. A web
 * user belongs to no portal, so a caller limited to some portals sees only their members.
 */
export const isMember = (column: string, portals: number[] | undefined): Sql =>
  sql`(${portals ?? null}::bigint[] is null or exists (select from membership m where ${sameCompany('m', 't')}
    and m.web_user_id = ${raw(`t.${column}`)} and m.portal_id = any(${portals ?? null}::bigint[])))`

/** Whether the caller may read a record at this location. A record without a portal belongs to the whole service company. */
export const includesPlace = (
  tenantScope: TenantScope | undefined,
  place: { company: number; portal: number | null },
): boolean =>
  !tenantScope ||
  (place.company === tenantScope.company &&
    (!tenantScope.portals || place.portal === null || tenantScope.portals.includes(place.portal)))
