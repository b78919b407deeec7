import type { StaffLink } from '@portico/contract/staff/session'
import { sameCompany } from '../kernel/access/tenant-joins.ts'
import { type Db, sql } from '../kernel/database/db.ts'
import { hashToken, newToken } from '../kernel/security/secrets.ts'
import type { StaffAccount } from './account-queries.ts'

/** How long a one-time link is good, in milliseconds. */
const STAFF_LINK_MS = 24 * 3_600_000

/** What a link opens: an account, the administration of a company without one, or an empty installation. */
type LinkTarget = StaffAccount | { serviceCompanyId: number } | undefined

/** Makes a one-time link; returns its key, of which only the hash is stored. */
export const insertStaffLink = async (db: Db, to: LinkTarget, now: Date): Promise<string> => {
  const key = newToken()
  const account = to && 'staffAccountId' in to ? to.staffAccountId : null
  await db.run(sql`insert into staff_link (key_hash, service_company_id, staff_account_id, created_at, expires_at)
    values (${hashToken(key)}, ${to?.serviceCompanyId ?? null}, ${account}, ${now}, ${new Date(now.getTime() + STAFF_LINK_MS)})`)
  return key
}

/** A link as it stands. `isDone`: it was used, its account has ended, or what it would make is there already. */
export type FoundLink = StaffLink & {
  id: number
  serviceCompanyId: number | null
  staffAccountId: number | null
  isDone: boolean
}

/** Finds a link by its key; `lock` holds it until the transaction ends. */
export const findStaffLink = (db: Db, key: string, { lock = false } = {}): Promise<FoundLink | undefined> =>
  db.maybe(sql`select l.id, l.service_company_id as "serviceCompanyId", l.staff_account_id as "staffAccountId",
      case when l.staff_account_id is not null then 'account' when l.service_company_id is not null then 'administrator'
        else 'installation' end as kind,
      c.name as "companyName", u.display_name as "displayName", a.email, instant(l.expires_at) as "expiresAt",
      l.used_at is not null or a.ended_at is not null
        or l.service_company_id is null and exists (select from service_company)
        or l.staff_account_id is null and exists (select from staff_account o where ${sameCompany('o', 'l')}
          and o.role = 'administrator' and o.ended_at is null and o.password_hash is not null) as "isDone"
    from staff_link l left join service_company c on c.id = l.service_company_id
    left join staff_account a on ${sameCompany('a', 'l')} and a.id = l.staff_account_id
    left join staff_user u on ${sameCompany('u', 'a')} and u.id = a.staff_user_id
    where l.key_hash = ${hashToken(key)} ${lock ? sql`for update of l` : sql``}`)

/** Marks a link used, and every other open one of the same account. */
export const useUpLink = (db: Db, { id, serviceCompanyId, staffAccountId }: FoundLink, now: Date): Promise<number> =>
  db.run(sql`update staff_link set used_at = ${now} where used_at is null and (id = ${id}
    or service_company_id = ${serviceCompanyId} and staff_account_id = ${staffAccountId})`)

/** Ends the open links of an account. */
export const endLinks = (db: Db, { serviceCompanyId, staffAccountId }: StaffAccount, now: Date): Promise<number> =>
  db.run(sql`update staff_link set used_at = ${now} where used_at is null
    and service_company_id = ${serviceCompanyId} and staff_account_id = ${staffAccountId}`)

/** How many links were made since a time: for the account, and for all accounts of its company. */
export const countLinks = (
  db: Db,
  { serviceCompanyId, staffAccountId }: StaffAccount,
  since: Date,
): Promise<{ account: number; company: number }> =>
  db.one(sql`select count(*) filter (where staff_account_id = ${staffAccountId}) as account, count(*) as company
    from staff_link where service_company_id = ${serviceCompanyId} and staff_account_id is not null and created_at > ${since}`)
