import type { StaffUser } from '@portico/contract/staff/users'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { sameCompany } from '../../kernel/access/tenant-joins.ts'
import { type Db, sql } from '../../kernel/database/db.ts'
import { byName } from '../../kernel/database/search-words.ts'
import { pictureLink } from '../../portals/queries.ts'

const columns = sql`u.id, u.first_name as "firstName", u.last_name as "lastName", u.display_name as "displayName", u.email,
  (select ${pictureLink('p')} from picture p where ${sameCompany('p', 'u')} and p.id = u.picture_id) as "profileImage"`

/** The employees of the company who have no account, by name. */
export const staffUsersOf = async (db: Db, { serviceCompanyId }: StaffScope): Promise<StaffUser[]> => {
  const rows = await db.many<StaffUser>(sql`select ${columns} from staff_user u
    where u.service_company_id = ${serviceCompanyId}
      and not exists (select from staff_account a where ${sameCompany('a', 'u')} and a.staff_user_id = u.id)
    order by u.id`)
  return byName(rows, ({ displayName }) => displayName)
}

/** An employee as a change needs it: what names it to the record engine, and its account, if there is one; `signsIn`: whether that is used. */
export type FoundUser = {
  user: StaffUser
  externalId: string
  staffAccountId: number | null
  isInstallationOperator: boolean
  signsIn: boolean
}

/** An employee of the company, with or without an account. */
export const findStaffUser = async (
  db: Db,
  { serviceCompanyId }: StaffScope,
  id: number,
): Promise<FoundUser | undefined> => {
  const row = await db.maybe<StaffUser & Omit<FoundUser, 'user'>>(sql`select ${columns}, u.external_id as "externalId",
      a.id as "staffAccountId", coalesce(a.is_installation_operator, false) as "isInstallationOperator",
      a.password_hash is not null and a.ended_at is null as "signsIn"
    from staff_user u left join staff_account a on ${sameCompany('a', 'u')} and a.staff_user_id = u.id
    where u.service_company_id = ${serviceCompanyId} and u.id = ${id}`)
  if (!row) return undefined
  const { externalId, staffAccountId, isInstallationOperator, signsIn, ...user } = row
  return { user, externalId, staffAccountId, isInstallationOperator, signsIn }
}

/** Whether an employee of the company has the address, or an account has it; those of the employee `but` do not count. */
export const isStaffAddress = async (
  db: Db,
  { serviceCompanyId }: StaffScope,
  email: string,
  but?: number,
): Promise<boolean> =>
  (await db.maybe(sql`select from staff_user where service_company_id = ${serviceCompanyId} and lower(email) = lower(${email})
      and id is distinct from ${but ?? null}::bigint
    union all select from staff_account where service_company_id = ${serviceCompanyId} and lower(email) = lower(${email})
      and staff_user_id is distinct from ${but ?? null}::bigint limit 1`)) !== undefined

/** Inserts an employee without an account. */
export const insertStaffUser = (
  db: Db,
  { serviceCompanyId }: StaffScope,
  { firstName, lastName, email }: Pick<StaffUser, 'firstName' | 'lastName' | 'email'>,
): Promise<StaffUser> =>
  db.one(sql`insert into staff_user as u (service_company_id, first_name, last_name, display_name, email)
    values (${serviceCompanyId}, ${firstName}, ${lastName}, ${`${firstName} ${lastName}`}, ${email}) returning ${columns}`)
