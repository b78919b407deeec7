import { raw, type Sql, sql } from '../../kernel/database/db.ts'

/**
 * The tenants that a caller may read and write: one service company, or some of its portals. Everything else does not exist for it.
 * `byApiKey`: the caller is a program of the company, not the installation's own command.
 */
export type TenantScope = { company: number; portals?: number[]; byApiKey?: true }

/**
 * Whether the web user whose id column `column` of row `t` holds is a member of one of these portals, now or formerly; of any where
 * null. A person belongs to no portal, and is seen from those alone.
 */
export const isMember = (column: string, portals: number[] | undefined): Sql =>
  sql`(${portals ?? null}::bigint[] is null or exists (select from membership m where m.service_company_id = t.service_company_id
    and m.web_user_id = ${raw(`t.${column}`)} and m.portal_id = any(${portals ?? null}::bigint[])))`

/** Whether a record at this place may be read; what belongs to no portal is the whole service company's. */
export const reaches = (
  tenantScope: TenantScope | undefined,
  place: { company: number; portal: number | null },
): boolean =>
  !tenantScope ||
  (place.company === tenantScope.company &&
    (!tenantScope.portals || place.portal === null || tenantScope.portals.includes(place.portal)))
