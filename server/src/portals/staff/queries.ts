import type { StaffPortalRow } from '@portico/contract/staff/portals'
import { closedStatus } from '@portico/contract/tickets'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { sameCompany } from '../../kernel/access/tenant-joins.ts'
import { type Db, sql } from '../../kernel/database/db.ts'
import { byName } from '../../kernel/database/search-words.ts'
import { inPortalsOf } from '../allowed-queries.ts'
import { pictureLink } from '../queries.ts'

/** The portals that the account works for, by name. */
export const staffPortalsOf = async (db: Db, scope: StaffScope): Promise<StaffPortalRow[]> => {
  const rows = await db.many<StaffPortalRow>(sql`select p.id, p.web_portal_key as "webPortalKey",
      p.web_portal_name as "webPortalName", p.base_color as "baseColor", ${pictureLink('logo')} as "logoUrl",
      p.time_zone as "timeZone",
      (select count(*) from contact c where ${sameCompany('c', 'p')} and c.portal_id = p.id) as customers,
      (select count(*) from ticket t where ${sameCompany('t', 'p')} and t.portal_id = p.id and t.task_status <> ${closedStatus}) as "openTickets"
    from portal p left join picture logo on ${sameCompany('logo', 'p')} and logo.id = p.logo_id
    where ${inPortalsOf(scope)} order by p.id`)
  return byName(rows, ({ webPortalName }) => webPortalName)
}

/** What names a portal to the record engine, and its logo's address; undefined if the account does not work for it. */
export const findStaffPortal = (
  db: Db,
  scope: StaffScope,
  portalId: number,
): Promise<{ externalId: string; logoUrl: string | null } | undefined> =>
  db.maybe(sql`select p.external_id as "externalId", ${pictureLink('logo')} as "logoUrl"
    from portal p left join picture logo on ${sameCompany('logo', 'p')} and logo.id = p.logo_id
    where ${inPortalsOf(scope)} and p.id = ${portalId}`)

/** The external id of the account's company. */
export const companyNameOf = async (db: Db, { serviceCompanyId }: StaffScope): Promise<string> => {
  const { name } = await db.one<{ name: string }>(
    sql`select external_id as name from service_company where id = ${serviceCompanyId}`,
  )
  return name
}

/** The id of a portal of the account's company, by its key. */
export const portalIdOf = (db: Db, { serviceCompanyId }: StaffScope, key: string): Promise<{ id: number }> =>
  db.one(sql`select id from portal where service_company_id = ${serviceCompanyId} and web_portal_key = ${key}`)
