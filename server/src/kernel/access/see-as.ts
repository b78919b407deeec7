import type { RecordReader } from '@portico/contract/staff-roles'
import { type Sql, sql } from '../database/db.ts'
import { newToken } from '../security/secrets.ts'
import { sameCompany } from './tenant-joins.ts'

/** The employee who sees as a customer. */
export type Actor = RecordReader & {
  readonly staffAccountId: number
  readonly staffUserId: number
  readonly groupIds: readonly number[]
  /** The one membership that is seen. */
  readonly membershipId: number
}

// Sessions of customers have tokens of another form, so that each request asks one table only.
const prefix = 'see-as_'
const form = new RegExp(`^${prefix}[\\w-]{43}$`)

/** A token of seeing as a customer. */
export const newSeeAsToken = (): string => `${prefix}${newToken()}`

/** Whether a token has the form of {@link newSeeAsToken}. */
export const isSeeAsToken = (token: string): boolean => form.test(token)

/** SQL: whether the company of account `a` lets technicians see money. */
export const techniciansSeeMoney: Sql = sql`(select c.technicians_see_money from service_company c where c.id = a.service_company_id)`

/** What account `a` may do and see, as text: what was begun under other rights does not outlive their change. */
export const rightsColumn: Sql = sql`json_build_array(a.role,
  case when not a.all_portals then array(select ap.portal_id from staff_account_portal ap
    where ${sameCompany('ap', 'a')} and ap.staff_account_id = a.id order by 1) end,
  array(select ag.staff_group_id from staff_account_group ag
    where ${sameCompany('ag', 'a')} and ag.staff_account_id = a.id order by 1), ${techniciansSeeMoney})::text`

/**
 * Selects everything that is seen as a customer and may still be seen, but for those whose `expires_at` has passed: the session of the
 * employee is there, the account has not ended, its rights are as they were, and so is the membership. Has the columns of `session`.
 */
export const seeAsRows: Sql = sql`(select v.id, v.token_hash, least(v.expires_at, ss.expires_at) as expires_at,
    sm.service_company_id, sm.web_user_id, sm.id as membership_id,
    json_build_object('staffAccountId', a.id, 'staffUserId', a.staff_user_id, 'role', a.role,
      'techniciansSeeMoney', ${techniciansSeeMoney}, 'membershipId', sm.id, 'groupIds',
      array(select ag.staff_group_id from staff_account_group ag
        where ${sameCompany('ag', 'a')} and ag.staff_account_id = a.id)) as actor
  from see_as v
  join staff_session ss on ss.id = v.staff_session_id and ss.second_factor_due is null
  join staff_account a on ${sameCompany('a', 'ss')} and a.id = ss.staff_account_id and a.ended_at is null
  join membership sm on ${sameCompany('sm', 'a')} and sm.id = v.membership_id and sm.active
  where v.rights = ${rightsColumn})`
