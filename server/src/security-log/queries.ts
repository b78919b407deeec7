import { sameCompany } from '../kernel/access/tenant-joins.ts'
import { type Db, type Sql, sql } from '../kernel/database/db.ts'
import type { Paged } from '../kernel/database/pagination.ts'
import type { Range } from '../kernel/time/date-range.ts'

/** An entry of the security log. Records are named by `externalId`, null if unknown or deleted. */
export type LoggedEvent = {
  id: number
  at: string
  lastAt: string
  count: number
  what: string
  result: string
  reason: string | null
  serviceCompany: string | null
  portal: string | null
  webUser: string | null
  apiKey: number | null
  staff: string | null
  byStaff: string | null
  address: string | null
  userAgent: string | null
  requestId: string | null
}

/** Filters entries by company (undefined: all), time range, kind and `externalId` of a web user. */
export type SecurityFilter = Range & {
  serviceCompanyId: number | undefined
  what: readonly string[] | undefined
  webUser: string | undefined
}

const columns = sql`e.id, instant(e.at) as at, instant(e.last_at) as "lastAt", e.count, e.what, e.result, e.reason,
  coalesce(s.external_id, s.name) as "serviceCompany", p.external_id as portal, u.external_id as "webUser",
  e.api_key_id as "apiKey", su.external_id as staff, bu.external_id as "byStaff", e.address, e.user_agent as "userAgent", e.request_id as "requestId"`

const source = sql`security_event e
  left join service_company s on s.id = e.service_company_id
  left join portal p on ${sameCompany('p', 'e')} and p.id = e.portal_id
  left join web_user u on ${sameCompany('u', 'e')} and u.id = e.web_user_id
  left join staff_account sa on ${sameCompany('sa', 'e')} and sa.id = e.staff_account_id
  left join staff_user su on ${sameCompany('su', 'e')} and su.id = sa.staff_user_id
  left join staff_account ba on ${sameCompany('ba', 'e')} and ba.id = e.by_staff_account_id
  left join staff_user bu on ${sameCompany('bu', 'e')} and bu.id = ba.staff_user_id`

const isMatching = ({ serviceCompanyId, from, to, what, webUser }: SecurityFilter): Sql =>
  sql`(${serviceCompanyId ?? null}::bigint is null or e.service_company_id = ${serviceCompanyId ?? null})
    and (${from ?? null}::timestamptz is null or e.at >= ${from ?? null})
    and (${to ?? null}::timestamptz is null or e.at < ${to ?? null})
    and (${what ?? null}::text[] is null or e.what = any(${what ?? null}))
    and (${webUser ?? null}::text is null or u.external_id = ${webUser ?? null})`

/** Lists a page of a company's entries. */
export const securityPage = (
  db: Db,
  filter: SecurityFilter & { serviceCompanyId: number },
  page: { key: Sql; after: Sql; order: Sql; limit: Sql },
): Promise<Paged<LoggedEvent>[]> =>
  db.many(sql`select ${columns}, ${page.key} from ${source}
    where e.service_company_id = ${filter.serviceCompanyId} and ${isMatching(filter)} and ${page.after}
    order by ${page.order} limit ${page.limit}`)

/** Lists the newest entries, newest first. */
export const newestSecurityEvents = (db: Db, filter: SecurityFilter, limit: number): Promise<LoggedEvent[]> =>
  db.many(
    sql`select ${columns} from ${source} where ${isMatching(filter)} order by e.at desc, e.id desc limit ${limit}`,
  )

/** Deletes entries older than `before`, and of refused attempts all but the newest `most`. */
export const trimSecurityEvents = async (db: Db, before: Date, most: number): Promise<void> => {
  await db.run(sql`delete from security_event where at < ${before}`)
  await db.run(sql`delete from security_event where result <> 'ok' and id <= (select id from security_event
    where result <> 'ok' order by id desc offset ${most} limit 1)`)
}
