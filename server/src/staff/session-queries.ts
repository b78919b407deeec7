import type { SecondFactorDue } from '@portico/contract/endpoint'
import type { StaffMe } from '@portico/contract/staff/session'
import { SESSIONS_MAX } from '../auth/session-queries.ts'
import type { StaffScope } from '../kernel/access/staff-scope.ts'
import { sameCompany } from '../kernel/access/tenant-joins.ts'
import { type Db, sql } from '../kernel/database/db.ts'
import { byName } from '../kernel/database/search-words.ts'
import { fail } from '../kernel/errors/fail.ts'
import { hashToken, newToken } from '../kernel/security/secrets.ts'
import type { StaffAccount } from './account-queries.ts'

/** How long a staff session lasts after its sign-in, in seconds. */
const STAFF_SESSION_SECONDS = 12 * 3600

/** How long a sign-in waits for a code, or for a second factor to be set up, in seconds. */
const WAITING_SECONDS = { totp: 5 * 60, passkey: 5 * 60, enrol: 20 * 60 }
/** Codes and passkeys that may be tried for one sign-in. */
const TRIES_MAX = 5

/** A session that is about to be opened. `passwordHash`: the password that was checked; `due`: what it needs before it opens anything. */
export type NewStaffSession = {
  address: string
  device: string | undefined
  now: Date
  passwordHash?: string | null
  due?: SecondFactorDue | null
}

/** How long a session lasts from now, in seconds. */
export const staffSessionSeconds = (due: SecondFactorDue | null): number =>
  due ? WAITING_SECONDS[due] : STAFF_SESSION_SECONDS

/** Holds the account against changes of its password and second factor until the transaction ends. */
export const lockStaffAccount = async (db: Db, { serviceCompanyId, staffAccountId }: StaffAccount): Promise<void> => {
  await db.run(
    sql`select from staff_account where service_company_id = ${serviceCompanyId} and id = ${staffAccountId} for update`,
  )
}

/** Ends the oldest sessions beyond the most that an account may have. Those that wait are counted apart: they push none out that is open. */
const endSessionsBeyond = async (db: Db, { serviceCompanyId, staffAccountId }: StaffAccount): Promise<void> => {
  // What a concurrent sign-in is ending is left to it: two that ended the same sessions in another order would wait for each other.
  await db.run(sql`delete from staff_session where id in (select id from staff_session where id in (
    select id from (select id, row_number() over (partition by second_factor_due is null order by created_at desc, id desc) as place
      from staff_session where service_company_id = ${serviceCompanyId} and staff_account_id = ${staffAccountId}) s
    where place > ${SESSIONS_MAX}) for update skip locked)`)
}

/**
 * Opens a session; returns its id and its token, of which only the hash is stored. Undefined if the account has ended, or its password is no
 * longer the one that was checked: a change of either must not be outlived by a sign-in that began before.
 */
export const insertStaffSession = async (
  db: Db,
  { serviceCompanyId, staffAccountId }: StaffAccount,
  { address, device, now, passwordHash, due = null }: NewStaffSession,
): Promise<{ id: number; token: string } | undefined> => {
  const token = newToken()
  const expires = new Date(now.getTime() + staffSessionSeconds(due) * 1000)
  // The lock waits for a change that is under way, and makes a later one wait, so that it finds the session and ends it.
  const opened = await db.maybe<{ id: number }>(sql`with account as (
      select a.id from staff_account a where a.service_company_id = ${serviceCompanyId} and a.id = ${staffAccountId}
        and a.ended_at is null and (${passwordHash ?? null}::text is null or a.password_hash = ${passwordHash ?? null}) for share)
    insert into staff_session (token_hash, csrf_token, service_company_id, staff_account_id, created_at, expires_at, address, device,
      second_factor_due)
    select ${hashToken(token)}::bytea, ${newToken()}, ${serviceCompanyId}::bigint, account.id, ${now}::timestamptz, ${expires}::timestamptz,
      ${address}, ${device?.slice(0, 300) ?? null}, ${due}::text from account
    returning id`)
  if (!opened) return undefined
  await endSessionsBeyond(db, { serviceCompanyId, staffAccountId })
  if (due) return { ...opened, token }
  await db.run(sql`update staff_account set last_sign_in_at = ${now}
    where service_company_id = ${serviceCompanyId} and id = ${staffAccountId}`)
  return { ...opened, token }
}

/** Ends the session of the caller. */
export const deleteStaffSession = (db: Db, scope: StaffScope): Promise<number> =>
  db.run(sql`delete from staff_session where service_company_id = ${scope.serviceCompanyId}
    and staff_account_id = ${scope.staffAccountId} and id = ${scope.staffSessionId}`)

/** When the session of the caller was opened; undefined if it has just ended. */
export const findStaffSessionStart = async (db: Db, { staffSessionId }: StaffScope): Promise<Date | undefined> =>
  (
    await db.maybe<{ createdAt: Date }>(
      sql`select created_at as "createdAt" from staff_session where id = ${staffSessionId}`,
    )
  )?.createdAt

/**
 * Holds the account of a session for a change of the own ways to sign in. Error: `unauthenticated` where the session has ended since the proof:
 * a reset must not be outlived by what it shut out.
 */
export const lockOwnAccount = async (db: Db, scope: StaffScope): Promise<void> => {
  await lockStaffAccount(db, scope)
  if (!(await findStaffSessionStart(db, scope))) fail('unauthenticated')
}

/** Takes one of the tries of a sign-in that waits for a code or a passkey; false if none is left. */
export const takeStaffTry = async (db: Db, scope: StaffScope): Promise<boolean> =>
  (await db.run(sql`update staff_session set second_factor_tries = second_factor_tries + 1
    where id = ${scope.staffSessionId} and second_factor_due is not null and second_factor_tries < ${TRIES_MAX}`)) > 0

/** Makes a session need a second factor before it opens anything more. */
export const requireEnrolment = async (db: Db, scope: StaffScope, now: Date): Promise<void> => {
  await db.run(sql`update staff_session set second_factor_due = 'enrol',
      expires_at = least(expires_at, ${new Date(now.getTime() + WAITING_SECONDS.enrol * 1000)})
    where id = ${scope.staffSessionId}`)
}

/** Ends the sessions of an account, but for the one to keep. */
export const deleteStaffSessions = (
  db: Db,
  { serviceCompanyId, staffAccountId }: StaffAccount,
  keptSessionId?: number,
): Promise<number> =>
  db.run(sql`delete from staff_session where service_company_id = ${serviceCompanyId}
    and staff_account_id = ${staffAccountId} and id is distinct from ${keptSessionId ?? null}::bigint`)

/** The signed-in employee, with the portals and groups of the account by name; `unauthenticated` if the account was removed a moment ago. */
export const readStaffMeOf = async (db: Db, scope: StaffScope): Promise<StaffMe> => {
  const { serviceCompanyId, staffAccountId, portalIds, groupIds, role, isInstallationOperator, csrfToken } = scope
  const found = await db.maybe<
    Pick<StaffMe, 'displayName' | 'email' | 'serviceCompany' | 'portals' | 'groups' | 'language' | 'keys' | 'isDemo'>
  >(sql`
    select u.display_name as "displayName", a.email, a.language, a.keys,
      exists (select from installation i where i.key = 'demo' and i.value -> 'serviceCompanies' ? c.external_id) as "isDemo", json_build_object('id', c.id, 'name', c.name) as "serviceCompany",
      coalesce((select json_agg(json_build_object('id', p.id, 'webPortalKey', p.web_portal_key, 'webPortalName', p.web_portal_name))
        from portal p where ${sameCompany('p', 'a')}
          and (${portalIds}::bigint[] is null or p.id = any(${portalIds}::bigint[]))), '[]') as portals,
      coalesce((select json_agg(json_build_object('id', g.id, 'name', g.name)) from staff_group g
        where ${sameCompany('g', 'a')} and g.id = any(${groupIds}::bigint[])), '[]') as groups
    from staff_account a join service_company c on c.id = a.service_company_id
    join staff_user u on ${sameCompany('u', 'a')} and u.id = a.staff_user_id
    where a.service_company_id = ${serviceCompanyId} and a.id = ${staffAccountId}`)
  const row = found ?? fail('unauthenticated')
  return {
    id: staffAccountId,
    staffUserId: scope.staffUserId,
    displayName: row.displayName,
    email: row.email,
    role,
    techniciansSeeMoney: scope.techniciansSeeMoney,
    serviceCompany: row.serviceCompany,
    allPortals: portalIds === null,
    portals: byName(row.portals, ({ webPortalName }) => webPortalName),
    groups: byName(row.groups, ({ name }) => name),
    isInstallationOperator,
    language: row.language,
    keys: row.keys,
    isDemo: row.isDemo,
    csrfToken,
  }
}
