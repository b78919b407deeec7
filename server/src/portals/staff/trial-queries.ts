import type { Language } from '@portico/contract/language'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { sameCompany } from '../../kernel/access/tenant-joins.ts'
import { type Db, sql } from '../../kernel/database/db.ts'
import type { AllowedPortal } from '../allowed-queries.ts'

/** Whose trial it is: the name, the address that signs in and the language of the account. */
export type Trier = { displayName: string; email: string; language: Language | null }

/** The account that sends a trial. */
export const trierOf = (db: Db, { serviceCompanyId, staffAccountId }: StaffScope): Promise<Trier> =>
  db.one(sql`select u.display_name as "displayName", a.email, a.language from staff_account a
    join staff_user u on ${sameCompany('u', 'a')} and u.id = a.staff_user_id
    where a.service_company_id = ${serviceCompanyId} and a.id = ${staffAccountId}`)

/** The company's own mailboxes: of the portal's support, and of the groups. */
export const mailboxesOf = async (db: Db, { serviceCompanyId, portalId }: AllowedPortal): Promise<string[]> => {
  const rows = await db.many<{ address: string }>(sql`select support_email as address from portal
      where service_company_id = ${serviceCompanyId} and id = ${portalId} and support_email is not null
    union select email from staff_group where service_company_id = ${serviceCompanyId} and email is not null`)
  return rows.map(({ address }) => address)
}

/** How many trials of the account, and of its company, there were since an instant. */
export const countTrials = (
  db: Db,
  { serviceCompanyId, staffAccountId }: StaffScope,
  since: Date,
): Promise<{ account: number; company: number }> =>
  db.one(sql`select (count(*) filter (where staff_account_id = ${staffAccountId}))::int as account, count(*)::int as company
    from staff_trial where service_company_id = ${serviceCompanyId} and sent_on > ${since}`)

/** Counts a trial. */
export const insertTrial = (db: Db, { serviceCompanyId, staffAccountId }: StaffScope, now: Date): Promise<number> =>
  db.run(sql`insert into staff_trial (service_company_id, staff_account_id, sent_on)
    values (${serviceCompanyId}, ${staffAccountId}, ${now})`)

/** Forgets the trials before an instant. */
export const deleteTrials = (db: Db, before: Date): Promise<number> =>
  db.run(sql`delete from staff_trial where sent_on < ${before}`)
