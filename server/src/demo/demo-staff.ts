import type { StaffRole } from '@portico/contract/staff-roles'
import { hashPassword } from '../auth/passwords/password-hash.ts'
import { sameCompany } from '../kernel/access/tenant-joins.ts'
import { type Db, sql } from '../kernel/database/db.ts'
import { insertAccount, setPassword } from '../staff/account-queries.ts'

/** The password of everybody in the demo, which is no secret. */
const demoPassword = 'Portico-demo-1'

type DemoAccount = { company: string; staff: string; role: StaffRole; groups: readonly string[] }

/** The staff of the demo who have an account. An import makes none, so they are made beside it. */
const demoAccounts: readonly DemoAccount[] = [
  { company: 'brenta', staff: 'ferraris', role: 'technician', groups: ['informatica', 'impianti'] },
  { company: 'brenta', staff: 'conti', role: 'office', groups: [] },
  { company: 'brenta', staff: 'bellini', role: 'administrator', groups: [] },
  { company: 'lagorai', staff: 'tomaselli', role: 'administrator', groups: [] },
]

type StaffRow = { serviceCompanyId: number; staffUserId: number; email: string; groupIds: number[] }

/** Makes the accounts of the demo's staff that are not there yet; none without the demo. */
export const makeDemoAccounts = async (db: Db): Promise<void> => {
  for (const { company, staff, role, groups } of demoAccounts) {
    const row =
      await db.maybe<StaffRow>(sql`select u.service_company_id as "serviceCompanyId", u.id as "staffUserId", u.email,
        array(select g.id from staff_group g where ${sameCompany('g', 'u')}
          and g.external_id = any(${groups}::text[])) as "groupIds"
      from staff_user u join service_company c on c.id = u.service_company_id
      where c.external_id = ${company} and u.external_id = ${staff} and u.email is not null
        and exists (select from installation i where i.key = 'demo' and i.value -> 'serviceCompanies' ? c.external_id)
        and not exists (select from staff_account a where ${sameCompany('a', 'u')} and a.staff_user_id = u.id)`)
    if (!row) continue
    const account = await insertAccount(
      db,
      { ...row, role, portalIds: null, isInstallationOperator: staff === 'bellini' },
      new Date(),
    )
    if (account) await setPassword(db, account, await hashPassword(demoPassword, { waitsForSlot: true }))
  }
}
