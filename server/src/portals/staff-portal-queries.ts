import type { StaffScope } from '../kernel/access/staff-scope.ts'
import { type Db, sql } from '../kernel/database/db.ts'
import { failAt } from '../kernel/errors/fail.ts'

/** Fails with `not_found` at `body.portalIds` unless the caller works for all of these portals; null stands for every portal. */
export const requirePortals = async (
  db: Db,
  scope: StaffScope,
  wanted: readonly number[] | null | undefined,
): Promise<void> => {
  if (wanted === undefined) return
  if (wanted === null) {
    if (scope.portalIds !== null)
      failAt('not_found', 'body.portalIds', 'names portals that the caller does not work for')
    return
  }
  const { count } = await db.one<{ count: number }>(sql`select count(*) as count from portal p
    where p.service_company_id = ${scope.serviceCompanyId} and p.id = any(${wanted}::bigint[])
      and (${scope.portalIds}::bigint[] is null or p.id = any(${scope.portalIds}::bigint[]))`)
  if (count < new Set(wanted).size) failAt('not_found', 'body.portalIds', 'names a portal that is not there')
}

/** Whether the caller works for a portal of the company. */
export const worksForPortal = async (db: Db, scope: StaffScope, portalId: number): Promise<boolean> => {
  const portal = await db.maybe(sql`select from portal p where p.service_company_id = ${scope.serviceCompanyId}
    and p.id = ${portalId} and (${scope.portalIds}::bigint[] is null or p.id = any(${scope.portalIds}::bigint[]))`)
  return portal !== undefined
}
