import { eventId, feedEvent, isOfFeed, joinRecords, matchesFilter } from '../events/feed-queries.ts'
import { isSettled } from '../events/queries.ts'
import { sameCompany } from '../kernel/access/tenant-joins.ts'
import { type Db, raw, type Sql, sql } from '../kernel/database/db.ts'

/** A webhook that this process serves while it owns the lease. */
export type LeasedWebhook = { serviceCompanyId: number; id: number; lease: string }

/** Lease in seconds. A running process renews it three times in that period; after a crash another process takes over when it expires. */
export const LEASE_SECONDS = 30
/** Maximum number of events that one statement turns into deliveries. */
const BATCH = 500

const leaseEnd: Sql = sql`now() + make_interval(secs => ${LEASE_SECONDS})`
const isOfWebhook = (alias: string, { serviceCompanyId, id }: LeasedWebhook, column: string): Sql =>
  sql`${raw(alias)}.service_company_id = ${serviceCompanyId} and ${raw(`${alias}.${column}`)} = ${id}`
const isLeased = (webhook: LeasedWebhook): Sql =>
  sql`${isOfWebhook('w', webhook, 'id')} and w.lease = ${webhook.lease}::uuid and w.enabled`

const isAfterPosition: Sql = sql`${sameCompany('e', 'w')} and ${isOfFeed} and ${isSettled}
  and (e.transaction, e.id) > (w.transaction, w.event_id)`

/** Leases webhooks that have something to send, those not served for longest first. No other process serves them until the lease ends. */
export const leaseWebhooks = (db: Db, lease: string, limit: number): Promise<LeasedWebhook[]> =>
  db.many(sql`with free as materialized (
      select w.service_company_id, w.id from webhook w
      where w.enabled and (w.lease_until is null or w.lease_until < now())
        and (exists (select from webhook_delivery d where ${sameCompany('d', 'w')} and d.webhook_id = w.id
            and d.state = 'waiting' and d.due_at <= now())
          or exists (select from event e where ${isAfterPosition}))
      order by w.lease_until nulls first limit ${limit} for update of w skip locked)
    update webhook w set lease = ${lease}::uuid, lease_until = ${leaseEnd}
    from free where ${sameCompany('w', 'free')} and w.id = free.id
    returning w.service_company_id as "serviceCompanyId", w.id, w.lease`)

export const renewLeases = (db: Db, leases: string[]): Promise<number> =>
  db.run(sql`update webhook set lease_until = ${leaseEnd} where lease = any(${leases}::uuid[]) and lease_until > now()`)

export const releaseWebhook = (db: Db, webhook: LeasedWebhook): Promise<number> =>
  db.run(
    sql`update webhook w set lease = null, lease_until = now() where ${isOfWebhook('w', webhook, 'id')} and w.lease = ${webhook.lease}::uuid`,
  )

/** SQL for an event's main object. Deliveries of the same object are sent in order, each after the one before is settled. */
const objectColumn: Sql = raw(`case when e.appointment_id is not null then 'appointment ' || e.appointment_id
  when e.ticket_id is not null then 'ticket ' || e.ticket_id
  when e.document_id is not null then 'document ' || e.document_id
  when e.signing_document_id is not null then 'documentToSign ' || e.signing_document_id
  when e.by_staff then 'staff ' || coalesce(e.staff_user_id, 0)
  else 'webUser ' || coalesce(e.web_user_id, 0) end`)

/**
 * Turns events after a webhook's position into deliveries and advances the position, in one statement, so that a crash neither loses
 * nor duplicates a delivery. Returns whether there may be more events.
 */
export const deliverFeed = async (db: Db, webhook: LeasedWebhook): Promise<boolean> => {
  const filter = matchesFilter({ portalIds: raw('w.portal_ids'), types: raw('w.types') })
  const { seen } = await db.one<{ seen: number }>(sql`with hook as materialized (
      select * from webhook w where ${isLeased(webhook)} for update),
    seen as materialized (
      select e.*, ${objectColumn} as object, ${filter} as wanted from hook w cross join lateral (
        select * from event e where ${isAfterPosition} order by e.transaction, e.id limit ${BATCH}) e),
    moved as (
      update webhook w set transaction = last.transaction, event_id = last.id
      from (select transaction, id from seen order by transaction desc, id desc limit 1) last where ${isOfWebhook('w', webhook, 'id')}),
    made as (
      insert into webhook_delivery (service_company_id, webhook_id, event_key, type, object, body, due_at)
      select e.service_company_id, ${webhook.id}, ${eventId}, e.type, e.object, ${feedEvent}::text,
        case when e.nth = 1 and not exists (select from webhook_delivery d where ${isOfWebhook('d', webhook, 'webhook_id')}
          and d.object = e.object and d.state = 'waiting') then now() end
      from (select *, row_number() over (partition by object order by transaction, id) as nth from seen where wanted) e
        ${joinRecords}
      order by e.transaction, e.id)
    select count(*) as seen from seen`)
  return seen === BATCH
}

/** A due delivery with the data needed to send it. */
export type DueDelivery = {
  id: number
  key: string
  body: string
  tries: number
  url: string
  encryptedSecret: string
  encryptedFormerSecret: string | null
}

/** Lists due deliveries, except those being sent. */
export const dueDeliveries = (
  db: Db,
  webhook: LeasedWebhook,
  inProgress: number[],
  limit: number,
): Promise<DueDelivery[]> =>
  db.many(sql`select d.id, d.event_key as key, d.body, d.tries, w.url, w.sealed_secret as "encryptedSecret",
      case when w.former_until > now() then w.sealed_former_secret end as "encryptedFormerSecret"
    from webhook w join webhook_delivery d on ${sameCompany('d', 'w')} and d.webhook_id = w.id
    where ${isLeased(webhook)} and d.state = 'waiting' and d.due_at <= now() and d.id <> all(${inProgress}::bigint[])
    order by d.due_at, d.id limit ${limit}`)

/** The result of an attempt; `delay`: seconds until the next attempt if `state` is `waiting`. */
export type DeliveryResult = {
  id: number
  state: 'waiting' | 'delivered' | 'parked'
  delay: number
  status: number | null
  error: string | null
}

/**
 * Stores the results of deliveries and makes the next delivery of each object due. It locks the webhook, so that no other process
 * takes the lease meanwhile and adds a delivery after one that is being settled.
 */
export const storeDeliveryResults = (db: Db, webhook: LeasedWebhook, results: DeliveryResult[]): Promise<number> =>
  db.run(sql`with hook as materialized (
      select from webhook w where ${isOfWebhook('w', webhook, 'id')} and w.lease = ${webhook.lease}::uuid for share),
    settled as (
      update webhook_delivery d set state = o.state, tries = d.tries + 1, last_status = o.status, last_error = o.error,
        due_at = case when o.state = 'waiting' then now() + make_interval(secs => o.delay) end,
        settled_at = case when o.state <> 'waiting' then now() end
      from json_to_recordset(${JSON.stringify(results)}::json)
        as o (id bigint, state text, delay float, status smallint, error text), hook
      where ${isOfWebhook('d', webhook, 'webhook_id')} and d.id = o.id and d.state = 'waiting'
      returning d.id, d.object, d.state),
    gone as (select id, object from settled where state <> 'waiting'),
    next as (
      select (select n.id from webhook_delivery n where ${isOfWebhook('n', webhook, 'webhook_id')} and n.object = o.object
          and n.state = 'waiting' and n.id not in (select id from gone) order by n.id limit 1) as id
      from (select distinct object from gone) o)
    update webhook_delivery d set due_at = now() from next
    where ${isOfWebhook('d', webhook, 'webhook_id')} and d.id = next.id and d.due_at is null`)

/** Disables a webhook whose receiver wants no more deliveries. */
export const disableWebhook = (db: Db, webhook: LeasedWebhook, reason: string): Promise<number> =>
  db.run(sql`update webhook w set enabled = false, disabled_reason = ${reason} where ${isLeased(webhook)}`)

/** Resets positions beyond the end of this database, which a restore leaves behind. Those webhooks start from the beginning. */
export const forgetForeignPositions = (db: Db): Promise<number> =>
  db.run(sql`with floors as (delete from event_floor where transaction >= pg_snapshot_xmax(pg_current_snapshot()))
    update webhook set transaction = '0', event_id = 0 where transaction >= pg_snapshot_xmax(pg_current_snapshot())`)

/** Deletes deliveries that were delivered or parked before the given times. */
export const deleteDeliveriesBefore = (db: Db, delivered: Date, parked: Date): Promise<number> =>
  db.run(sql`delete from webhook_delivery where state = 'delivered' and settled_at < ${delivered}
    or state = 'parked' and settled_at < ${parked}`)

/** Counts the waiting and the parked deliveries. */
export const countDeliveries = (db: Db) =>
  db.one<{ waiting: number; parked: number }>(sql`select
    (select count(*) from webhook_delivery where state = 'waiting') as waiting,
    (select count(*) from webhook_delivery where state = 'parked') as parked`)
