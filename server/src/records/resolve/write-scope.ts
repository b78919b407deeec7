import { raw, type Sql, sql } from '../../kernel/database/db.ts'

/**
 * How far an import reaches: one service company, or some of its portals. What lies outside is not there. `byApiKey`: it is a program of
 * the company that writes, not the installation's own command.
 */
export type TenantScope = { company: number; portals?: number[]; byApiKey?: true }

/**
 * Whether the web user whose id column `column` of row `t` holds is a member of one of these portals, now or formerly; of any where
 * null. A person belongs to no portal, and is seen from those alone.
 */
export const isMember = (column: string, portals: number[] | undefined): Sql =>
  sql`(${portals ?? null}::bigint[] is null or exists (select from membership m where m.service_company_id = t.service_company_id
    and m.web_user_id = ${raw(`t.${column}`)} and m.portal_id = any(${portals ?? null}::bigint[])))`

/** Whether something that lies there may be seen; what belongs to no portal is the whole service company's. */
export const reaches = (
  tenantScope: TenantScope | undefined,
  place: { company: number; portal: number | null },
): boolean =>
  !tenantScope ||
  (place.company === tenantScope.company &&
    (!tenantScope.portals || place.portal === null || tenantScope.portals.includes(place.portal)))
