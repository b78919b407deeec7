import type { PasswordNames } from '@portico/contract/values/password-names'
import { samePortal } from '../../kernel/access/tenant-joins.ts'
import { type Db, sql } from '../../kernel/database/db.ts'

/** The names that a user's password must not contain. For a user who does not exist yet (`webUserId` null) only the service company's. */
export const readPasswordNames = (
  db: Db,
  { serviceCompanyId, webUserId }: { serviceCompanyId: number; webUserId: number | null },
): Promise<PasswordNames> =>
  db.one(sql`select
    array(
      select name from web_user u, unnest(array[u.user_name, u.email]) as name
        where u.service_company_id = ${serviceCompanyId} and u.id = ${webUserId} and name is not null
      union select referent_name from membership where service_company_id = ${serviceCompanyId} and web_user_id = ${webUserId}
    ) as own,
    array(
      select name from service_company where id = ${serviceCompanyId}
      union select name from portal p, unnest(array[p.web_portal_name, p.web_portal_key]) as name
        where p.service_company_id = ${serviceCompanyId}
      union select c.company_name from membership m join contact c on ${samePortal('c', 'm')} and c.id = m.contact_id
        where m.service_company_id = ${serviceCompanyId} and m.web_user_id = ${webUserId}
    ) as organisations`)
