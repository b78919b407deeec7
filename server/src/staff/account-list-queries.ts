import type { StaffAccount as AnsweredAccount } from '@portico/contract/staff/accounts'
import type { StaffScope } from '../kernel/access/staff-scope.ts'
import { sameCompany } from '../kernel/access/tenant-joins.ts'
import { type Db, type Sql, sql } from '../kernel/database/db.ts'
import { byName } from '../kernel/database/search-words.ts'
import { pictureLink } from '../portals/queries.ts'

/** SQL condition: account `a` is of the company, and works for no portal that the caller does not work for. */
export const isVisible = ({ serviceCompanyId, portalIds }: StaffScope): Sql =>
  sql`a.service_company_id = ${serviceCompanyId} and (${portalIds}::bigint[] is null or not a.all_portals and not exists (
    select from staff_account_portal x where ${sameCompany('x', 'a')} and x.staff_account_id = a.id
      and x.portal_id <> all(${portalIds}::bigint[])))`

const accounts = (now: Date): Sql => sql`select a.id, a.staff_user_id as "staffUserId", u.first_name as "firstName",
    u.last_name as "lastName", u.display_name as "displayName", ${pictureLink('photo')} as "profileImage", a.email,
    u.email as "noticeEmail", a.role,
    case when not a.all_portals then coalesce((
      select json_agg(json_build_object('id', p.id, 'webPortalKey', p.web_portal_key, 'webPortalName', p.web_portal_name) order by p.id)
      from staff_account_portal x join portal p on ${sameCompany('p', 'x')} and p.id = x.portal_id
      where ${sameCompany('x', 'a')} and x.staff_account_id = a.id), '[]') end as portals,
    coalesce((select json_agg(json_build_object('id', g.id, 'name', g.name) order by g.id)
      from staff_account_group x join staff_group g on ${sameCompany('g', 'x')} and g.id = x.staff_group_id
      where ${sameCompany('x', 'a')} and x.staff_account_id = a.id), '[]') as groups,
    a.is_installation_operator as "isInstallationOperator",
    case when a.ended_at is not null then 'ended' when a.password_hash is null then 'invited' else 'active' end as state,
    (select instant(max(l.expires_at)) from staff_link l where ${sameCompany('l', 'a')} and l.staff_account_id = a.id
      and l.used_at is null and l.expires_at > ${now}) as "linkExpiresAt",
    instant(a.last_sign_in_at) as "lastSignInAt",
    exists (select from staff_second_factor f where ${sameCompany('f', 'a')} and f.staff_account_id = a.id
      and f.confirmed_at is not null)
    or exists (select from staff_passkey k where ${sameCompany('k', 'a')} and k.staff_account_id = a.id) as "hasSecondFactor"
  from staff_account a join staff_user u on ${sameCompany('u', 'a')} and u.id = a.staff_user_id
    left join picture photo on ${sameCompany('photo', 'u')} and photo.id = u.picture_id`

const sorted = (account: AnsweredAccount): AnsweredAccount => ({
  ...account,
  portals: account.portals && byName(account.portals, ({ webPortalName }) => webPortalName),
  groups: byName(account.groups, ({ name }) => name),
})

/** The accounts of the company that the caller may see, by name. */
export const listAccounts = async (db: Db, scope: StaffScope, now: Date): Promise<AnsweredAccount[]> => {
  const rows = await db.many<AnsweredAccount>(sql`${accounts(now)} where ${isVisible(scope)} order by a.id`)
  return byName(rows.map(sorted), ({ displayName }) => displayName)
}

/** An account that the caller may see. */
export const findVisibleAccount = async (
  db: Db,
  scope: StaffScope,
  id: number,
  now: Date,
): Promise<AnsweredAccount | undefined> => {
  const row = await db.maybe<AnsweredAccount>(sql`${accounts(now)} where ${isVisible(scope)} and a.id = ${id}`)
  return row && sorted(row)
}

/** Whether the company has an administrator who can sign in, and one of all portals. */
export const findAdministrators = (
  db: Db,
  { serviceCompanyId }: StaffScope,
): Promise<{ any: boolean; ofAllPortals: boolean }> =>
  db.one(sql`select count(*) > 0 as any, count(*) filter (where all_portals) > 0 as "ofAllPortals" from staff_account
    where service_company_id = ${serviceCompanyId} and role = 'administrator' and ended_at is null and password_hash is not null`)

/** Whether the caller is still an administrator, now. */
export const isStillAdministrator = async (db: Db, scope: StaffScope): Promise<boolean> =>
  (await db.maybe(sql`select from staff_account where service_company_id = ${scope.serviceCompanyId}
    and id = ${scope.staffAccountId} and role = 'administrator' and ended_at is null`)) !== undefined

/** The external id of an account's staff user. */
export const staffNameOf = async (db: Db, { serviceCompanyId }: StaffScope, accountId: number): Promise<string> => {
  const { name } = await db.one<{ name: string }>(sql`select u.external_id as name from staff_account a
    join staff_user u on ${sameCompany('u', 'a')} and u.id = a.staff_user_id
    where a.service_company_id = ${serviceCompanyId} and a.id = ${accountId}`)
  return name
}

/** Of these ids the portals of the company that the caller works for, and the groups of the company. */
export const findReferences = (
  db: Db,
  { serviceCompanyId, portalIds }: StaffScope,
  given: { portalIds: readonly number[]; groupIds: readonly number[] },
): Promise<{ portals: number; groups: number }> =>
  db.one(sql`select
    (select count(*) from portal where service_company_id = ${serviceCompanyId} and id = any(${given.portalIds}::bigint[])
      and (${portalIds}::bigint[] is null or id = any(${portalIds}::bigint[]))) as portals,
    (select count(*) from staff_group where service_company_id = ${serviceCompanyId}
      and id = any(${given.groupIds}::bigint[])) as groups`)

/** The portal in whose name an account is mailed: one that it works for, else any of the company; undefined if there is none. */
export const findMailPortal = (
  db: Db,
  { serviceCompanyId }: Pick<StaffScope, 'serviceCompanyId'>,
  accountId: number,
): Promise<{ portalId: number; companyName: string } | undefined> =>
  db.maybe(sql`select p.id as "portalId", c.name as "companyName"
    from portal p join service_company c on c.id = p.service_company_id
    where p.service_company_id = ${serviceCompanyId}
    order by exists (select from staff_account_portal x where ${sameCompany('x', 'p')} and x.staff_account_id = ${accountId}
      and x.portal_id = p.id) desc, p.id limit 1`)
