import { isOfFeed } from '../events/feed-queries.ts'
import { isSettled } from '../events/queries.ts'
import type { OperatorScope } from '../kernel/access/api-key-scope.ts'
import type { StaffScope } from '../kernel/access/staff-scope.ts'
import { sameCompany } from '../kernel/access/tenant-joins.ts'
import { type Db, type Sql, sql } from '../kernel/database/db.ts'

/** A webhook as the operator API returns it. `portals` are externalIds, null: all. Dates are instants. */
export type Webhook = {
  id: number
  url: string
  types: string[] | null
  portals: string[] | null
  enabled: boolean
  disabledReason: string | null
  createdAt: string
  formerSecretUntil: string | null
  waiting: number
  parked: number
}

/** Who looks after webhooks: a program with its key, or an administrator. */
export type WebhookScope = OperatorScope | StaffScope

/** SQL condition on webhooks `w` that somebody may see. Who is limited to some portals sees only webhooks limited to them. */
export const isVisible = ({ serviceCompanyId, portalIds }: WebhookScope): Sql =>
  sql`w.service_company_id = ${serviceCompanyId} and (${portalIds}::bigint[] is null or w.portal_ids <@ ${portalIds}::bigint[])`

export const isWebhook = (scope: WebhookScope, id: number): Sql => sql`${isVisible(scope)} and w.id = ${id}`

export const fromDeliveries: Sql = sql`webhook_delivery d where ${sameCompany('d', 'w')} and d.webhook_id = w.id`

const columns: Sql = sql`w.id, w.url, w.types, case when w.portal_ids is not null then array(select p.external_id from portal p
    where ${sameCompany('p', 'w')} and p.id = any(w.portal_ids) order by 1) end as portals,
  w.enabled, w.disabled_reason as "disabledReason", instant(w.created_at) as "createdAt",
  case when w.former_until > now() then instant(w.former_until) end as "formerSecretUntil",
  (select count(*) from ${fromDeliveries} and d.state = 'waiting') as waiting,
  (select count(*) from ${fromDeliveries} and d.state = 'parked') as parked`

export const webhooksOf = (db: Db, scope: WebhookScope): Promise<Webhook[]> =>
  db.many(sql`select ${columns} from webhook w where ${isVisible(scope)} order by w.id`)

export const webhookOf = (db: Db, scope: WebhookScope, id: number): Promise<Webhook | undefined> =>
  db.maybe(sql`select ${columns} from webhook w where ${isWebhook(scope, id)}`)

/** Looks up portal ids by externalId. Omits portals that do not exist or that the key does not cover. */
export const portalIdsOf = async (db: Db, scope: OperatorScope, externalIds: string[]): Promise<number[]> => {
  const rows = await db.many<{
    id: number
  }>(sql`select id from portal p where p.service_company_id = ${scope.serviceCompanyId}
    and p.external_id = any(${externalIds}) and (${scope.portalIds}::bigint[] is null or p.id = any(${scope.portalIds}::bigint[]))`)
  return rows.map(({ id }) => id)
}

export type NewWebhook = {
  url: string
  encryptedSecret: string
  types: string[] | null
  portalIds: readonly number[] | null
}

/** Inserts a webhook that receives events from now on and returns its id, unless the company has the maximum already. */
export const insertWebhook = async (
  db: Db,
  scope: WebhookScope,
  webhook: NewWebhook,
  limit: number,
): Promise<number | undefined> => {
  await db.run(sql`select from service_company where id = ${scope.serviceCompanyId} for no key update`)
  const row = await db.maybe<{
    id: number
  }>(sql`insert into webhook (service_company_id, url, sealed_secret, types, portal_ids,
      transaction, event_id)
    select ${scope.serviceCompanyId}, ${webhook.url}, ${webhook.encryptedSecret}, ${webhook.types}::text[], ${webhook.portalIds}::bigint[],
      coalesce(newest.transaction, '0'), coalesce(newest.id, 0)
    from (select count(*) as count from webhook where service_company_id = ${scope.serviceCompanyId}) there
    left join lateral (select e.transaction, e.id from event e where e.service_company_id = ${scope.serviceCompanyId}
      and ${isOfFeed} and ${isSettled}
      order by e.transaction desc, e.id desc limit 1) newest on true
    where there.count < ${limit} returning id`)
  return row?.id
}

export type WebhookChange = {
  url: string | null
  enabled: boolean | null
  types: { to: string[] | null } | undefined
  portalIds: { to: readonly number[] | null } | undefined
}

/** Changes the given fields; returns the number of changed webhooks. Enabling a webhook clears the reason why it was disabled. */
export const updateWebhook = (db: Db, scope: WebhookScope, id: number, change: WebhookChange): Promise<number> => {
  const { url, enabled, types, portalIds } = change
  return db.run(sql`update webhook w set url = coalesce(${url}::text, url), enabled = coalesce(${enabled}::boolean, enabled),
      disabled_reason = case when ${enabled}::boolean then null else disabled_reason end,
      types = case when ${types !== undefined}::boolean then ${types?.to ?? null}::text[] else types end,
      portal_ids = case when ${portalIds !== undefined}::boolean then ${portalIds?.to ?? null}::bigint[] else portal_ids end
    where ${isWebhook(scope, id)}`)
}

/** Replaces a webhook's secret; the former one keeps signing for a day. Returns until when, or undefined if there is no such webhook. */
export const replaceSecret = (db: Db, scope: WebhookScope, id: number, encryptedSecret: string) =>
  db.maybe<{ formerSecretUntil: string }>(sql`update webhook w set sealed_former_secret = sealed_secret,
      former_until = now() + interval '1 day', sealed_secret = ${encryptedSecret}
    where ${isWebhook(scope, id)} returning instant(former_until) as "formerSecretUntil"`)

export const deleteWebhook = (db: Db, scope: WebhookScope, id: number): Promise<number> =>
  db.run(sql`delete from webhook w where ${isWebhook(scope, id)}`)

/** A delivery as the operator API returns it. Dates are instants; `event` is the id of the event. */
export type Delivery = {
  id: number
  event: string
  type: string
  state: 'waiting' | 'delivered' | 'parked'
  tries: number
  nextTryAt: string | null
  lastStatus: number | null
  lastError: string | null
  createdAt: string
  settledAt: string | null
}

const deliveryColumns: Sql = sql`d.id, d.event_key as event, d.type, d.state, d.tries, instant(d.due_at) as "nextTryAt",
  d.last_status as "lastStatus", d.last_error as "lastError", instant(d.created_at) as "createdAt",
  instant(d.settled_at) as "settledAt"`
const isOfWebhook = (scope: WebhookScope, id: number): Sql =>
  sql`d.service_company_id = ${scope.serviceCompanyId} and d.webhook_id = ${id}
    and exists (select from webhook w where ${isWebhook(scope, id)})`

/** Lists a webhook's deliveries older than `before`, newest first. */
export const deliveriesBefore = (
  db: Db,
  scope: WebhookScope,
  id: number,
  { before, state, limit }: { before: number | undefined; state: string | undefined; limit: number },
): Promise<Delivery[]> =>
  db.many(sql`select ${deliveryColumns} from webhook_delivery d where ${isOfWebhook(scope, id)}
    and (${before ?? null}::bigint is null or d.id < ${before ?? null}) and (${state ?? null}::text is null or d.state = ${state ?? null})
    order by d.id desc limit ${limit}`)

export const deliveryOf = (
  db: Db,
  scope: WebhookScope,
  id: number,
  deliveryId: number,
): Promise<Delivery | undefined> =>
  db.maybe(
    sql`select ${deliveryColumns} from webhook_delivery d where ${isOfWebhook(scope, id)} and d.id = ${deliveryId}`,
  )

/** Makes a delivery due with all its attempts again. Returns 0 if it waits for an earlier delivery of its object. */
export const retryDelivery = (db: Db, scope: WebhookScope, id: number, deliveryId: number): Promise<number> =>
  db.run(sql`update webhook_delivery d set state = 'waiting', due_at = now(), tries = 0, settled_at = null
    where ${isOfWebhook(scope, id)} and d.id = ${deliveryId} and not (d.state = 'waiting' and d.due_at is null)`)

/** The body that a delivery sends. */
export const deliveryBodyOf = async (db: Db, scope: WebhookScope, id: number, deliveryId: number): Promise<string> => {
  const row = await db.one<{ body: string }>(
    sql`select d.body from webhook_delivery d where ${isOfWebhook(scope, id)} and d.id = ${deliveryId}`,
  )
  return row.body
}

/** Sends at most `limit` parked deliveries again, the oldest first; of one object each after the one before. Returns how many. */
export const retryParked = (db: Db, scope: WebhookScope, id: number, limit: number): Promise<number> =>
  db.run(sql`with hook as materialized (select from webhook w where ${isWebhook(scope, id)} for update),
    parked as (select d.service_company_id, d.webhook_id, d.id, row_number() over (partition by d.object order by d.id) as nth, exists (
        select from webhook_delivery o where ${sameCompany('o', 'd')} and o.webhook_id = d.webhook_id
          and o.object = d.object and o.state = 'waiting') as follows
      from (select d.* from hook, webhook_delivery d where d.service_company_id = ${scope.serviceCompanyId} and d.webhook_id = ${id}
        and d.state = 'parked' order by d.id limit ${limit}) d)
    update webhook_delivery d set state = 'waiting', tries = 0, settled_at = null,
      due_at = case when p.nth = 1 and not p.follows then now() end
    from parked p where ${sameCompany('d', 'p')} and d.webhook_id = p.webhook_id and d.id = p.id`)

/** Whether at least `most` test deliveries of a webhook wait. Tests at once are counted one after the other until the transaction ends. */
export const hasWaitingTests = async (db: Db, scope: WebhookScope, id: number, most: number): Promise<boolean> => {
  await db.run(sql`select from webhook w where ${isWebhook(scope, id)} for update`)
  const { n } = await db.one<{ n: number }>(sql`select count(*) as n from (select from webhook_delivery
    where service_company_id = ${scope.serviceCompanyId} and webhook_id = ${id} and state = 'waiting' and type = 'webhook.test'
    limit ${most}) waiting`)
  return n >= most
}

/** Inserts a test delivery outside the feed, which waits for no other delivery, and returns its id. */
export const insertTest = async (
  db: Db,
  { serviceCompanyId }: WebhookScope,
  id: number,
  { key, type, body }: { key: string; type: string; body: string },
): Promise<number> => {
  const row = await db.one<{
    id: number
  }>(sql`insert into webhook_delivery (service_company_id, webhook_id, event_key, type,
      object, body, due_at) values (${serviceCompanyId}, ${id}, ${key}, ${type}, ${key}, ${body}, now()) returning id`)
  return row.id
}
