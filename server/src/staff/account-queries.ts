import type { Language } from '@portico/contract/language'
import type { StaffRole } from '@portico/contract/staff-roles'
import { sameCompany } from '../kernel/access/tenant-joins.ts'
import { type Db, empty, type Sql, sql } from '../kernel/database/db.ts'
import { fold } from '../kernel/database/search-words.ts'

/** Names a staff account. */
export type StaffAccount = { serviceCompanyId: number; staffAccountId: number }

/**
 * An account as sign-in needs it. `isAddressKnown`: its owner has signed in from the caller's network address before. `isDecoy`: it is the
 * account of another address, without its password.
 */
export type SignInAccount = StaffAccount & {
  companyName: string
  passwordHash: string | null
  isAddressKnown: boolean
  isDecoy: boolean
}

/** The form in which a sign-in address is unique within its company. */
export const emailKey = (email: string): string => fold(email.trim())

/**
 * The accounts of a sign-in address, one for each company that has one, or that of `company`; first those that know the network address. They
 * are filled up to `limit` with decoys, the accounts whose addresses come next in the alphabet, so that the time does not tell how many were
 * found: what is read of an account is read of each.
 */
export const findSignInAccounts = (
  db: Db,
  { email, company, address, limit }: { email: string; company: number | undefined; address: string; limit: number },
): Promise<SignInAccount[]> => {
  const key = emailKey(email)
  const isKnown = sql`exists (select from staff_sign_in_address s where ${sameCompany('s', 'a')}
    and s.staff_account_id = a.id and s.address = ${address}) as is_known`
  const next = (condition: Sql) =>
    sql`(select a.service_company_id, a.id from staff_account a ${condition} order by a.email_key, a.id limit ${limit})`
  return db.many(sql`with found as materialized (
      select a.service_company_id, a.id, ${isKnown} from staff_account a
      where a.email_key = ${key} and a.ended_at is null ${company === undefined ? empty : sql`and a.service_company_id = ${company}`}
      order by is_known desc, a.service_company_id limit ${limit}
    ), tried as materialized (
      select f.*, false as is_decoy from found f union all select a.*, ${isKnown}, true from (
        ${next(sql`where a.email_key > ${key}`)} union all ${next(empty)} limit ${limit} - (select count(*) from found)
      ) a
    )
    select a.service_company_id as "serviceCompanyId", a.id as "staffAccountId", c.name as "companyName",
      case when not t.is_decoy then a.password_hash end as "passwordHash", t.is_known as "isAddressKnown", t.is_decoy as "isDecoy"
    from tried t join staff_account a on ${sameCompany('a', 't')} and a.id = t.id join service_company c on c.id = a.service_company_id
    order by t.is_decoy, t.is_known desc, a.service_company_id`)
}

/** What makes an account; `portalIds` null: all portals. */
export type NewAccount = {
  serviceCompanyId: number
  staffUserId: number
  email: string
  role: StaffRole
  portalIds: readonly number[] | null
  groupIds: readonly number[]
  isInstallationOperator: boolean
}

/** Inserts an account without a password; undefined if the address or the staff user has one already. */
export const insertAccount = async (db: Db, account: NewAccount, now: Date): Promise<StaffAccount | undefined> => {
  const { serviceCompanyId, staffUserId, email, role, portalIds, groupIds, isInstallationOperator } = account
  const row = await db.maybe<{ id: number }>(sql`insert into staff_account
      (service_company_id, staff_user_id, email, email_key, role, all_portals, is_installation_operator, created_at)
    values (${serviceCompanyId}, ${staffUserId}, ${email.trim()}, ${emailKey(email)}, ${role}, ${portalIds === null},
      ${isInstallationOperator}, ${now})
    on conflict do nothing returning id`)
  if (!row) return undefined
  const made = { serviceCompanyId, staffAccountId: row.id }
  await setPortals(db, made, portalIds)
  await setGroups(db, made, groupIds)
  return made
}

/** Replaces the portals of an account; null: all. Portals of other companies are left out. */
export const setPortals = async (
  db: Db,
  { serviceCompanyId, staffAccountId }: StaffAccount,
  portalIds: readonly number[] | null,
): Promise<void> => {
  const ofAccount = sql`service_company_id = ${serviceCompanyId} and staff_account_id = ${staffAccountId}`
  await db.run(sql`update staff_account set all_portals = ${portalIds === null}
    where service_company_id = ${serviceCompanyId} and id = ${staffAccountId}`)
  await db.run(sql`delete from staff_account_portal where ${ofAccount}`)
  await db.run(sql`insert into staff_account_portal (service_company_id, staff_account_id, portal_id)
    select service_company_id, ${staffAccountId}, id from portal
    where service_company_id = ${serviceCompanyId} and id = any(${portalIds ?? []}::bigint[])`)
}

/** Replaces the groups of an account. Groups of other companies are left out. */
export const setGroups = async (
  db: Db,
  { serviceCompanyId, staffAccountId }: StaffAccount,
  groupIds: readonly number[],
): Promise<void> => {
  await db.run(sql`delete from staff_account_group
    where service_company_id = ${serviceCompanyId} and staff_account_id = ${staffAccountId}`)
  await db.run(sql`insert into staff_account_group (service_company_id, staff_account_id, staff_group_id)
    select service_company_id, ${staffAccountId}, id from staff_group
    where service_company_id = ${serviceCompanyId} and id = any(${groupIds}::bigint[])`)
}

/** Whether an account has a password already. */
export const hasPassword = async (db: Db, { serviceCompanyId, staffAccountId }: StaffAccount): Promise<boolean> => {
  const row = await db.maybe(sql`select from staff_account where service_company_id = ${serviceCompanyId}
    and id = ${staffAccountId} and password_hash is not null`)
  return row !== undefined
}

/** Sets the password, revokes the reply addresses and ends every session of the account, but for the one to keep. */
export const setPassword = async (
  db: Db,
  { serviceCompanyId, staffAccountId }: StaffAccount,
  passwordHash: string,
  keptSessionId?: number,
): Promise<void> => {
  await db.run(sql`update staff_account set password_hash = ${passwordHash}, reply_version = reply_version + 1
    where service_company_id = ${serviceCompanyId} and id = ${staffAccountId}`)
  await db.run(sql`delete from staff_session where service_company_id = ${serviceCompanyId}
    and staff_account_id = ${staffAccountId} and id is distinct from ${keptSessionId ?? null}::bigint`)
}

/** Changes what is given of the preferences of an account. */
export const setPreferences = (
  db: Db,
  { serviceCompanyId, staffAccountId }: StaffAccount,
  { language, keys }: { language?: Language | null | undefined; keys?: boolean | undefined },
): Promise<number> =>
  db.run(sql`update staff_account set
      language = case when ${language !== undefined}::boolean then ${language ?? null}::text else language end,
      keys = coalesce(${keys ?? null}::boolean, keys)
    where service_company_id = ${serviceCompanyId} and id = ${staffAccountId}`)

/**
 * The staff user of this address who has no account yet, or a new one. The address of a staff user does not sign in and may change; the
 * account has its own.
 */
export const staffUserFor = async (
  db: Db,
  person: { serviceCompanyId: number; firstName: string; lastName: string; email: string },
): Promise<number> => {
  const { serviceCompanyId, firstName, lastName, email } = person
  const row = await db.one<{ id: number }>(sql`with found as (
      select u.id from staff_user u where u.service_company_id = ${serviceCompanyId} and lower(u.email) = lower(${email.trim()})
        and not exists (select from staff_account a where ${sameCompany('a', 'u')} and a.staff_user_id = u.id)
      order by u.id limit 1
    ), made as (
      insert into staff_user (service_company_id, first_name, last_name, display_name, email)
      select ${serviceCompanyId}, ${firstName}, ${lastName}, ${`${firstName} ${lastName}`}, ${email.trim()}
      where not exists (select from found) returning id
    ) select id from found union all select id from made`)
  return row.id
}

/** The companies that nobody can administer: without an administrator who has a password. */
export const companiesWithoutAdministrator = (db: Db): Promise<{ id: number; name: string }[]> =>
  db.many(sql`select c.id, c.name from service_company c where not exists (
      select from staff_account a where a.service_company_id = c.id and a.role = 'administrator' and a.ended_at is null
        and a.password_hash is not null)
    order by c.name, c.id`)

/** Whether no company is there yet. */
export const isEmptyInstallation = async (db: Db): Promise<boolean> => {
  const { empty: isEmpty } = await db.one<{ empty: boolean }>(
    sql`select not exists (select from service_company) as empty`,
  )
  return isEmpty
}
