import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { sameCompany, samePortal } from '../../kernel/access/tenant-joins.ts'
import { type Db, empty, raw, type Sql, sql } from '../../kernel/database/db.ts'
import { nameContains, withinStaffPortals } from '../../tickets/staff/list-queries.ts'

/** Customer `c` and portal `g` as the staff's lists of records have them; they need the joins of {@link withPlace}. */
export const placeColumns: Sql = sql`json_build_object('id', c.id, 'companyName', c.company_name) as customer,
  json_build_object('id', g.id, 'webPortalKey', g.web_portal_key, 'name', g.web_portal_name, 'baseColor', g.base_color) as portal`

/** Joins customer and portal of the rows of alias `alias`. */
export const withPlace = (alias: string): Sql => sql`
  join contact c on ${samePortal('c', alias)} and c.id = ${raw(alias)}.contact_id
  join portal g on ${sameCompany('g', alias)} and g.id = ${raw(alias)}.portal_id`

/** What lists of customers' records are narrowed to. */
export type PlaceFilter = { portal?: string | undefined; contact?: number | undefined }

/** Conditions for the rows of alias `alias` in the portals that the account works for, of one portal or one customer. */
export const withinPlace = (scope: StaffScope, alias: string, { portal, contact }: PlaceFilter): Sql =>
  sql`${withinStaffPortals(scope, alias)}
    ${
      portal === undefined
        ? empty
        : sql`and ${raw(alias)}.portal_id = (select p.id from portal p
            where p.service_company_id = ${scope.serviceCompanyId} and p.web_portal_key = ${portal})`
    }
    ${
      contact === undefined
        ? empty
        : sql`and ${raw(alias)}.contact_id = ${contact} and ${raw(alias)}.portal_id = (select c.portal_id from contact c
            where c.service_company_id = ${scope.serviceCompanyId} and c.id = ${contact})`
    }`

/** The ids of the company's customers whose name contains a text. */
export const customersNamed = (scope: StaffScope, q: string): Sql => sql`select c.id from contact c
  where c.service_company_id = ${scope.serviceCompanyId} and ${nameContains('c.company_name', q)}`

/** A customer that something is written for. */
export type CustomerPlace = {
  serviceCompanyId: number
  portalId: number
  contactId: number
  externalId: string
}

/** A customer in a portal that the account works for, locked against its end; undefined if there is none. */
export const customerPlaceOf = (db: Db, scope: StaffScope, contactId: number): Promise<CustomerPlace | undefined> =>
  db.maybe(sql`select c.service_company_id as "serviceCompanyId", c.portal_id as "portalId", c.id as "contactId",
      c.external_id as "externalId"
    from contact c where ${withinStaffPortals(scope, 'c')} and c.id = ${contactId} for key share`)
