import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { type Db, sql } from '../../kernel/database/db.ts'
import { withinStaffPortals } from '../../tickets/staff/list-queries.ts'
import type { ContactKeys } from '../sign-in-rule-queries.ts'

/** A customer of the portals that the account works for. */
export const findCustomerKeys = (db: Db, scope: StaffScope, contactId: number): Promise<ContactKeys | undefined> =>
  db.maybe(sql`select c.service_company_id as "serviceCompanyId", c.portal_id as "portalId", c.id as "contactId" from contact c
    where ${withinStaffPortals(scope, 'c')} and c.id = ${contactId}`)
