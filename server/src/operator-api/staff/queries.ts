import type { StaffApiKey } from '@portico/contract/staff/api-keys'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { sameCompany } from '../../kernel/access/tenant-joins.ts'
import { type Db, type Sql, sql } from '../../kernel/database/db.ts'
import { byName } from '../../kernel/database/search-words.ts'

/** SQL condition: key `k` is of the company, and opens no portal that the caller does not work for. */
const isVisible = ({ serviceCompanyId, portalIds }: StaffScope): Sql =>
  sql`k.service_company_id = ${serviceCompanyId} and (${portalIds}::bigint[] is null or k.portal_ids <@ ${portalIds}::bigint[])`

const columns = (now: Date): Sql => sql`k.id, k.name, k.ending,
  case when k.portal_ids is not null then coalesce((
    select json_agg(json_build_object('id', p.id, 'webPortalKey', p.web_portal_key, 'webPortalName', p.web_portal_name))
    from portal p where ${sameCompany('p', 'k')} and p.id = any(k.portal_ids)), '[]') end as portals,
  k.read_only as "readOnly",
  case when k.revoked_at is not null then 'revoked' when k.expires_at <= ${now} then 'expired' else 'live' end as state,
  instant(k.created_at) as "createdAt", instant(k.last_used_at) as "lastUsedAt",
  (select e.address from security_event e where ${sameCompany('e', 'k')} and e.api_key_id = k.id and e.what = 'apiKey.used'
    order by e.last_at desc, e.id desc limit 1) as "lastUsedFrom",
  instant(k.expires_at) as "expiresAt", instant(k.revoked_at) as "revokedAt"`

const sorted = (key: StaffApiKey): StaffApiKey => ({
  ...key,
  portals: key.portals && byName(key.portals, ({ webPortalName }) => webPortalName),
})

/** The API keys that the caller may see, newest first. */
export const staffApiKeysOf = async (db: Db, scope: StaffScope, now: Date): Promise<StaffApiKey[]> => {
  const rows = await db.many<StaffApiKey>(
    sql`select ${columns(now)} from api_key k where ${isVisible(scope)} order by k.id desc`,
  )
  return rows.map(sorted)
}

/** An API key that the caller may see. */
export const staffApiKeyOf = async (
  db: Db,
  scope: StaffScope,
  id: number,
  now: Date,
): Promise<StaffApiKey | undefined> => {
  const row = await db.maybe<StaffApiKey>(
    sql`select ${columns(now)} from api_key k where ${isVisible(scope)} and k.id = ${id}`,
  )
  return row && sorted(row)
}

/** How many keys of the company hold. Keys are made one after the other until the transaction ends. */
export const countLiveKeys = async (db: Db, { serviceCompanyId }: StaffScope, now: Date): Promise<number> => {
  await db.run(sql`select from service_company where id = ${serviceCompanyId} for no key update`)
  const { count } = await db.one<{ count: number }>(sql`select count(*) as count from api_key
    where service_company_id = ${serviceCompanyId} and revoked_at is null and (expires_at is null or expires_at > ${now})`)
  return count
}
