import type { InstallationCompany } from '@portico/contract/staff/installation'
import { sameCompany } from '../kernel/access/tenant-joins.ts'
import { type Db, sql } from '../kernel/database/db.ts'

/** The companies of the installation by name, or one of them. `ownId` is the caller's; `quota` that of companies without their own. */
export const listCompanies = (
  db: Db,
  { ownId, quota, only }: { ownId: number; quota: number | undefined; only?: number },
): Promise<InstallationCompany[]> =>
  db.many(sql`select c.id, c.external_id as "externalId", c.name, c.id = ${ownId} as "isOwn",
      exists (select from staff_account a where a.service_company_id = c.id and a.role = 'administrator' and a.ended_at is null
        and a.password_hash is not null) as "hasAdministrator",
      (select coalesce(sum(b.bytes), 0)::bigint from stored_bytes b where b.service_company_id = c.id) as "storedBytes",
      coalesce(c.storage_quota, ${quota ?? null}::bigint) as "storageQuota", c.storage_quota is not null as "hasOwnQuota",
      ${quota ?? null}::bigint as "defaultStorageQuota",
      (select coalesce(json_agg(json_build_object('id', p.id, 'webPortalKey', p.web_portal_key, 'webPortalName', p.web_portal_name,
          'customers', (select count(*) from contact k where ${sameCompany('k', 'p')} and k.portal_id = p.id))
        order by p.web_portal_key), '[]') from portal p where p.service_company_id = c.id) as portals
    from service_company c where ${only ?? null}::bigint is null or c.id = ${only ?? null}::bigint order by lower(c.name), c.id`)

/** A company by its id. */
export const findCompany = (db: Db, id: number): Promise<{ externalId: string; name: string } | undefined> =>
  db.maybe(sql`select external_id as "externalId", name from service_company where id = ${id}`)

/** The id of the company with an external id. */
export const companyIdOf = async (db: Db, externalId: string): Promise<number> =>
  (await db.one<{ id: number }>(sql`select id from service_company where external_id = ${externalId}`)).id

/** Whether a company with this name, in any case, or this external id is there. */
export const isCompanyTaken = async (db: Db, name: string, externalId: string): Promise<boolean> =>
  (await db.maybe(
    sql`select from service_company where lower(name) = lower(${name}) or external_id = ${externalId} limit 1`,
  )) !== undefined

/** Sets what the files of a company may take; null: the limit of the installation. */
export const setQuota = (db: Db, id: number, bytes: number | null): Promise<number> =>
  db.run(sql`update service_company set storage_quota = ${bytes} where id = ${id}`)

/** A portal by its id. */
export const findPortal = (db: Db, id: number): Promise<{ company: number; externalId: string } | undefined> =>
  db.maybe(sql`select service_company_id as company, external_id as "externalId" from portal where id = ${id}`)
