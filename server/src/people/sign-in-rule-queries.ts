import type { SignInRule } from '@portico/contract/sign-in/people'
import { letsIn } from '../kernel/access/scope.ts'
import { sameCompany, samePortal } from '../kernel/access/tenant-joins.ts'
import { type Db, sql } from '../kernel/database/db.ts'

/** The keys of a contact. */
export type ContactKeys = { serviceCompanyId: number; portalId: number; contactId: number }

/** The rule of a contact, and how many of its people have a second factor. */
export const readRule = (db: Db, { serviceCompanyId, portalId, contactId }: ContactKeys): Promise<SignInRule> =>
  db.one(sql`select c.second_factor_required as "secondFactorRequired", people.*
    from contact c cross join lateral (
      select count(*) as people, count(*) filter (where
        exists (select from second_factor f where ${sameCompany('f', 'm')} and f.web_user_id = m.web_user_id and f.confirmed_at is not null)
        or exists (select from passkey k where ${sameCompany('k', 'm')} and k.web_user_id = m.web_user_id)) as "withSecondFactor"
      from membership m where ${samePortal('m', 'c')} and m.contact_id = c.id
        and ${letsIn('m')}) people
    where c.service_company_id = ${serviceCompanyId} and c.portal_id = ${portalId} and c.id = ${contactId}`)

/** Requires a second factor of a contact's people, or no longer; false if it was so. */
export const setRule = async (
  db: Db,
  { serviceCompanyId, portalId, contactId }: ContactKeys,
  secondFactorRequired: boolean,
): Promise<boolean> =>
  (await db.run(sql`update contact set second_factor_required = ${secondFactorRequired} where service_company_id = ${serviceCompanyId}
    and portal_id = ${portalId} and id = ${contactId} and second_factor_required <> ${secondFactorRequired}`)) > 0
