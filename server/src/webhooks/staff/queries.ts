import type { StaffWebhook } from '@portico/contract/staff/webhooks'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { sameCompany } from '../../kernel/access/tenant-joins.ts'
import { type Db, type Sql, sql } from '../../kernel/database/db.ts'
import { byName } from '../../kernel/database/search-words.ts'
import { fromDeliveries, isVisible, isWebhook } from '../webhook-queries.ts'

const columns: Sql = sql`select w.id, w.url, w.types,
    case when w.portal_ids is not null then coalesce((
      select json_agg(json_build_object('id', p.id, 'webPortalKey', p.web_portal_key, 'webPortalName', p.web_portal_name))
      from portal p where ${sameCompany('p', 'w')} and p.id = any(w.portal_ids)), '[]') end as portals,
    w.enabled, w.disabled_reason as "disabledReason", instant(w.created_at) as "createdAt",
    case when w.former_until > now() then instant(w.former_until) end as "formerSecretUntil",
    counted.*, failed.last_status as "lastStatus", failed.last_error as "lastError"
  from webhook w
  cross join lateral (select count(*) filter (where d.state = 'waiting') as waiting,
      count(*) filter (where d.state = 'waiting' and d.tries > 0) as failing,
      count(*) filter (where d.state = 'parked') as parked,
      count(*) filter (where d.state = 'delivered' and d.settled_at > now() - interval '7 days') as delivered,
      instant(min(d.due_at) filter (where d.state = 'waiting' and d.tries > 0)) as "nextTryAt"
    from ${fromDeliveries}) counted
  left join lateral (select d.last_status, d.last_error from ${fromDeliveries}
      and (d.state = 'parked' or d.state = 'waiting' and d.tries > 0)
    order by d.state = 'waiting' desc, d.id desc limit 1) failed on true`

const sorted = (webhook: StaffWebhook): StaffWebhook => ({
  ...webhook,
  portals: webhook.portals && byName(webhook.portals, ({ webPortalName }) => webPortalName),
})

/** The webhooks that the caller may see, in the order in which they were made. */
export const staffWebhooksOf = async (db: Db, scope: StaffScope): Promise<StaffWebhook[]> =>
  (await db.many<StaffWebhook>(sql`${columns} where ${isVisible(scope)} order by w.id`)).map(sorted)

/** A webhook that the caller may see. */
export const staffWebhookOf = async (db: Db, scope: StaffScope, id: number): Promise<StaffWebhook | undefined> => {
  const row = await db.maybe<StaffWebhook>(sql`${columns} where ${isWebhook(scope, id)}`)
  return row && sorted(row)
}
