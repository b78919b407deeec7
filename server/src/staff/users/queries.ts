import type { StaffUser } from '@portico/contract/staff/users'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { sameCompany } from '../../kernel/access/tenant-joins.ts'
import { type Db, sql } from '../../kernel/database/db.ts'
import { byName } from '../../kernel/database/search-words.ts'

const columns = sql`u.id, u.first_name as "firstName", u.last_name as "lastName", u.display_name as "displayName", u.email`

/** The employees of the company who have no account, by name. */
export const staffUsersOf = async (db: Db, { serviceCompanyId }: StaffScope): Promise<StaffUser[]> => {
  const rows = await db.many<StaffUser>(sql`select ${columns} from staff_user u
    where u.service_company_id = ${serviceCompanyId}
      and not exists (select from staff_account a where ${sameCompany('a', 'u')} and a.staff_user_id = u.id)
    order by u.id`)
  return byName(rows, ({ displayName }) => displayName)
}

/** Whether an employee of the company has the address, or an account has it. */
export const isStaffAddress = async (db: Db, { serviceCompanyId }: StaffScope, email: string): Promise<boolean> =>
  (await db.maybe(sql`select from staff_user where service_company_id = ${serviceCompanyId} and lower(email) = lower(${email})
    union all select from staff_account where service_company_id = ${serviceCompanyId} and lower(email) = lower(${email}) limit 1`)) !==
  undefined

/** Inserts an employee without an account. */
export const insertStaffUser = (
  db: Db,
  { serviceCompanyId }: StaffScope,
  { firstName, lastName, email }: Pick<StaffUser, 'firstName' | 'lastName' | 'email'>,
): Promise<StaffUser> =>
  db.one(sql`insert into staff_user as u (service_company_id, first_name, last_name, display_name, email)
    values (${serviceCompanyId}, ${firstName}, ${lastName}, ${`${firstName} ${lastName}`}, ${email}) returning ${columns}`)
