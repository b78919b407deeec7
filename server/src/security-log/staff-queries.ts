import type { StaffSecurityEvent } from '@portico/contract/security-log'
import type { StaffScope } from '../kernel/access/staff-scope.ts'
import { sameCompany } from '../kernel/access/tenant-joins.ts'
import { type Db, raw, type Sql, sql } from '../kernel/database/db.ts'
import type { Paged } from '../kernel/database/pagination.ts'
import type { Range } from '../kernel/time/date-range.ts'

/** Filters entries by time, kind, staff account (whom they concern, or who did it), web user and contact. */
export type StaffSecurityFilter = Range & {
  what: readonly string[] | undefined
  account: number | undefined
  webUser: number | undefined
  contact: number | undefined
}

const named = (alias: string, name: string, column: string): Sql =>
  sql`case when ${raw(alias)}.id is not null then json_build_object('id', ${raw(alias)}.id, ${raw(`'${name}'`)}, ${raw(column)}) end`

/** Reads a page of the entries of the caller's company. */
export const staffSecurityPage = (
  db: Db,
  { serviceCompanyId }: StaffScope,
  { from, to, what, account, webUser, contact }: StaffSecurityFilter,
  page: { key: Sql; after: Sql; order: Sql; limit: Sql },
): Promise<Paged<StaffSecurityEvent>[]> =>
  db.many(sql`select e.id, instant(e.at) as at, instant(e.last_at) as "lastAt", e.count, e.what, e.result, e.reason,
      ${named('p', 'webPortalName', 'p.web_portal_name')} as portal,
      ${named('c', 'companyName', 'c.company_name')} as contact, ${named('u', 'userName', 'u.user_name')} as "webUser",
      ${named('k', 'name', 'k.name')} as "apiKey", ${named('sa', 'displayName', 'su.display_name')} as account,
      ${named('ba', 'displayName', 'bu.display_name')} as by, e.address, e.user_agent as "userAgent", ${page.key}
    from security_event e
    left join portal p on ${sameCompany('p', 'e')} and p.id = e.portal_id
    left join contact c on ${sameCompany('c', 'e')} and c.portal_id = e.portal_id and c.id = e.contact_id
    left join web_user u on ${sameCompany('u', 'e')} and u.id = e.web_user_id
    left join api_key k on ${sameCompany('k', 'e')} and k.id = e.api_key_id
    left join staff_account sa on ${sameCompany('sa', 'e')} and sa.id = e.staff_account_id
    left join staff_user su on ${sameCompany('su', 'sa')} and su.id = sa.staff_user_id
    left join staff_account ba on ${sameCompany('ba', 'e')} and ba.id = e.by_staff_account_id
    left join staff_user bu on ${sameCompany('bu', 'ba')} and bu.id = ba.staff_user_id
    where e.service_company_id = ${serviceCompanyId}
      and (${from ?? null}::timestamptz is null or e.at >= ${from ?? null})
      and (${to ?? null}::timestamptz is null or e.at < ${to ?? null})
      and (${what ?? null}::text[] is null or e.what = any(${what ?? null}))
      and (${account ?? null}::bigint is null or ${account ?? null} in (e.staff_account_id, e.by_staff_account_id))
      and (${webUser ?? null}::bigint is null or e.web_user_id = ${webUser ?? null})
      and (${contact ?? null}::bigint is null or e.contact_id = ${contact ?? null} or e.contact_id is null and exists (
        select from membership m where ${sameCompany('m', 'e')} and m.contact_id = ${contact ?? null} and m.web_user_id = e.web_user_id))
      and ${page.after}
    order by ${page.order} limit ${page.limit}`)
