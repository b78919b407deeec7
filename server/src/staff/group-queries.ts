import type { GroupWithMembers } from '@portico/contract/staff/groups'
import type { StaffScope } from '../kernel/access/staff-scope.ts'
import { sameCompany } from '../kernel/access/tenant-joins.ts'
import { type Db, sql } from '../kernel/database/db.ts'
import { byName } from '../kernel/database/search-words.ts'
import { isVisible } from './account-list-queries.ts'

type Row = Omit<GroupWithMembers, 'types'> & { types: { id: number; name: string }[] }

/** The groups of the company by name. Accounts and ticket types that the caller does not reach are left out. */
export const listGroups = async (db: Db, scope: StaffScope): Promise<GroupWithMembers[]> => {
  const rows = await db.many<Row>(sql`select g.id, g.name, g.email,
      (select coalesce(json_agg(json_build_object('id', a.id, 'displayName', u.display_name, 'role', a.role) order by u.display_name, a.id), '[]')
        from staff_account_group x join staff_account a on ${sameCompany('a', 'x')} and a.id = x.staff_account_id
        join staff_user u on ${sameCompany('u', 'a')} and u.id = a.staff_user_id
        where ${sameCompany('x', 'g')} and x.staff_group_id = g.id and a.ended_at is null and ${isVisible(scope)}) as members,
      (select coalesce(json_agg(json_build_object('id', y.id, 'name', y.name) order by y.name, y.id), '[]') from task_type y
        where ${sameCompany('y', 'g')} and y.staff_group_id = g.id and y.archived is not true
          and (${scope.portalIds}::bigint[] is null or y.portal_id = any(${scope.portalIds}::bigint[]))) as types,
      md5(jsonb_build_array(g.name, g.email, array(select x.staff_account_id from staff_account_group x
        where ${sameCompany('x', 'g')} and x.staff_group_id = g.id order by 1))::text) as version
    from staff_group g where g.service_company_id = ${scope.serviceCompanyId} order by g.id`)
  return byName(rows, ({ name }) => name).map(row => ({
    ...row,
    types: [...new Set(row.types.map(({ name }) => name))],
  }))
}

/** Adds a group; returns its id. */
export const insertGroup = async (
  db: Db,
  { serviceCompanyId }: StaffScope,
  { name, email }: { name: string; email: string | null },
): Promise<number> =>
  (
    await db.one<{ id: number }>(sql`insert into staff_group (service_company_id, name, email)
      values (${serviceCompanyId}, ${name}, ${email}) returning id`)
  ).id

/** Writes name and address of a group. */
export const updateGroup = async (
  db: Db,
  { serviceCompanyId }: StaffScope,
  { id, name, email }: { id: number; name: string; email: string | null },
): Promise<void> => {
  await db.run(sql`update staff_group set name = ${name}, email = ${email}
    where service_company_id = ${serviceCompanyId} and id = ${id} and (name, email) is distinct from (${name}, ${email})`)
}

/** Removes a group with its memberships; fails with a foreign-key violation while a ticket or a ticket type names it. */
export const deleteGroup = async (db: Db, { serviceCompanyId }: StaffScope, id: number): Promise<void> => {
  await db.run(sql`delete from staff_group where service_company_id = ${serviceCompanyId} and id = ${id}`)
}
