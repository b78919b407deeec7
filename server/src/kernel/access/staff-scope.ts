import type { SecondFactorDue } from '@portico/contract/endpoint'
import type { StaffRole } from '@portico/contract/staff-roles'
import { type Db, type Sql, sql } from '../database/db.ts'
import { fail } from '../errors/fail.ts'
import { hashToken } from '../security/secrets.ts'
import type { Clock } from '../time/clock.ts'
import { openAuthCache } from './auth-cache.ts'
import { techniciansSeeMoney } from './see-as.ts'
import { sameCompany } from './tenant-joins.ts'

declare const proven: unique symbol

/**
 * Proof of a live session of the staff; only this module creates it, and every query for the staff takes it. `portalIds` is null for an
 * account of all portals. What lies outside of company, portals and, for a technician, groups is not found.
 */
export type StaffScope = {
  readonly [proven]: true
  readonly serviceCompanyId: number
  readonly staffAccountId: number
  readonly staffUserId: number
  readonly staffSessionId: number
  readonly role: StaffRole
  /** Whether the company lets technicians see money. */
  readonly techniciansSeeMoney: boolean
  readonly portalIds: readonly number[] | null
  readonly groupIds: readonly number[]
  /** Sees health, storage and backup of the whole installation. Not so an account of a demo that other machines can reach. */
  readonly isInstallationOperator: boolean
  /** What the session still needs before it opens anything; null: nothing. */
  readonly secondFactorDue: SecondFactorDue | null
  /** Required in the header `X-CSRF-Token` of every change. */
  readonly csrfToken: string
}

/** The cookie with the token of a staff session. */
export const staffCookie = 'portico_staff'

const tokenIn = (cookies: string | undefined): string | undefined =>
  new RegExp(`(?:^|;\\s*)${staffCookie}=([\\w-]{43})(?:;|$)`).exec(cookies ?? '')?.[1]

/** SQL condition: account `a` is of a company of the demo, whose passwords are public. */
export const isOfDemo: Sql = sql`exists (select from service_company c join installation i on i.key = 'demo'
  where c.id = a.service_company_id and i.value -> 'serviceCompanies' ? c.external_id)`

const accountColumns = (operator: Sql) => sql`a.service_company_id as "serviceCompanyId",
  a.id as "staffAccountId", a.staff_user_id as "staffUserId", a.role, ${operator} as "isInstallationOperator", ${techniciansSeeMoney} as "techniciansSeeMoney",
  case when not a.all_portals then array(select portal_id from staff_account_portal p
    where ${sameCompany('p', 'a')} and p.staff_account_id = a.id order by 1) end as "portalIds",
  array(select staff_group_id from staff_account_group g
    where ${sameCompany('g', 'a')} and g.staff_account_id = a.id order by 1) as "groupIds"`

const readScope = (
  db: Db,
  where: Sql,
  now: Date,
  operator: Sql = sql`a.is_installation_operator`,
): Promise<StaffScope[]> =>
  db.many(sql`select s.id as "staffSessionId", s.csrf_token as "csrfToken", s.second_factor_due as "secondFactorDue", ${accountColumns(operator)}
    from staff_session s join staff_account a on ${sameCompany('a', 's')} and a.id = s.staff_account_id
    where ${where} and s.expires_at > ${now} and a.ended_at is null`)

/** The scope of a live account, for a mail that a token of the staff proves; undefined without such an account. It is of no session. */
export const accountScope = (
  db: Db,
  { serviceCompanyId, emailKey }: { serviceCompanyId: number; emailKey: string },
): Promise<StaffScope | undefined> =>
  db.maybe(sql`select 0 as "staffSessionId", '' as "csrfToken", null as "secondFactorDue", ${accountColumns(sql`false`)} from staff_account a
    where a.service_company_id = ${serviceCompanyId} and a.email_key = ${emailKey} and a.ended_at is null`)

/** What a scope lets its account see. */
const permissionsOf = ({ secondFactorDue, role, techniciansSeeMoney, portalIds, groupIds }: StaffScope): string =>
  JSON.stringify([secondFactorDue, role, techniciansSeeMoney, portalIds, groupIds])

/** Finds which of these scopes still hold: the session lives, and role, portals, groups and the setting for money are the same. */
export const findValidStaff = async (
  db: Db,
  scopes: readonly StaffScope[],
  now: Date,
): Promise<(scope: StaffScope) => boolean> => {
  const ids = scopes.map(({ staffSessionId }) => staffSessionId)
  const rows = await readScope(db, sql`s.id = any(${ids}::bigint[])`, now)
  const reaches = new Map(rows.map(scope => [scope.staffSessionId, permissionsOf(scope)]))
  return scope => reaches.get(scope.staffSessionId) === permissionsOf(scope)
}

/**
 * Makes the functions that turn a `Cookie` header into a scope, with one statement. Error: 401 without a live session. `isOpen`: other
 * machines can reach the installation.
 */
export const createStaffAuthenticator = (
  db: Db,
  clock: Clock,
  { authCacheMs, isOpen }: { authCacheMs: number; isOpen: boolean },
) => {
  const { recent, forget } = openAuthCache(authCacheMs)
  const operator = isOpen ? sql`a.is_installation_operator and not ${isOfDemo}` : sql`a.is_installation_operator`

  const prove = async (token: string): Promise<StaffScope> => {
    const [scope] = await readScope(db, sql`s.token_hash = ${hashToken(token)}`, clock(), operator)
    return scope ?? fail('unauthenticated')
  }

  return {
    prove: async (cookies: string | undefined): Promise<StaffScope> => {
      const token = tokenIn(cookies)
      return token === undefined ? fail('unauthenticated') : recent(token, () => prove(token))
    },
    /** Clears the cache, after this process has ended a session or changed an account. */
    forget,
  }
}

/** See {@link createStaffAuthenticator}. */
export type StaffAuthenticator = ReturnType<typeof createStaffAuthenticator>
