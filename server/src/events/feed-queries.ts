import type { FeedEvent } from '@portico/contract/operator/feed'
import type { OperatorScope } from '../kernel/access/api-key-scope.ts'
import { sameCompany } from '../kernel/access/tenant-joins.ts'
import { type Db, raw, type Sql, sql } from '../kernel/database/db.ts'
import type { Position } from './position.ts'
import { isAfterPosition, isSettled } from './queries.ts'

/** SQL condition: event `e` is of the feed. */
export const isOfFeed: Sql = raw('(e.by_customer or e.by_staff)')

/**
 * SQL condition: event `e` is of these portals and types; null: all portals, all that customers do. A profile change counts for every portal
 * of its user; what belongs to no portal and no user, such as an account of the staff, for nobody who is limited to some.
 */
export const matchesFilter = ({ portalIds, types }: { portalIds: Sql; types: Sql }): Sql =>
  sql`(case when ${types} is null then not e.by_staff else e.type = any(${types}) end)
    and (${portalIds} is null or e.portal_id = any(${portalIds}) or e.portal_id is null and exists (
      select from membership m where ${sameCompany('m', 'e')} and m.web_user_id = e.web_user_id
        and m.portal_id = any(${portalIds})))`

const joinRecord = (alias: string, column: string, ...shared: string[]): Sql =>
  raw(
    `left join ${column.replace(/_id$/, '')} ${alias} on ${['service_company_id', ...shared]
      .map(name => `${alias}.${name} = e.${name}`)
      .join(' and ')} and ${alias}.id = e.${column}`,
  )

const contactColumns = ['portal_id', 'contact_id']

/** Joins to the records that event `e` refers to, as {@link feedEvent} needs them. */
export const joinRecords: Sql = sql`${joinRecord('p', 'portal_id')} ${joinRecord('c', 'contact_id', 'portal_id')} ${joinRecord('u', 'web_user_id')}
  ${joinRecord('t', 'ticket_id', ...contactColumns)} ${joinRecord('k', 'comment_id', ...contactColumns)} ${joinRecord('d', 'document_id', ...contactColumns)}
  ${joinRecord('s', 'signing_document_id', ...contactColumns)} ${joinRecord('a', 'appointment_id', 'portal_id')}
  ${joinRecord('v', 'planned_activity_id', ...contactColumns)} ${joinRecord('n', 'internal_note_id', ...contactColumns)}
  ${joinRecord('b', 'staff_user_id')}`

/** SQL for the permanent id of event `e` in feed and webhooks. */
export const eventId: Sql = raw(`'evt_' || e.id`)

/** SQL for event `e` as JSON for the service company; records are named by `externalId`. */
export const feedEvent: Sql = sql`json_build_object('id', ${eventId}, 'type', e.type, 'createdAt', instant(e.created_at),
  'portal', p.external_id, 'contact', c.external_id, 'webUser', u.external_id, 'staff', b.external_id,
  'data', jsonb_strip_nulls(jsonb_build_object('ticket', t.external_id, 'comment', k.external_id, 'document', d.external_id,
    'documentToSign', s.external_id, 'appointment', a.external_id, 'plannedActivity', v.external_id, 'note', n.external_id))
    || coalesce(e.detail, '{}'))`

type Place = { transaction: string; id: number }

/**
 * A page of the feed. `newest`: the last readable position. `gone`: events after the cursor have been deleted. `unknown`: the cursor
 * was not issued by this database.
 */
export type FeedPage = {
  events: { place: Place; event: FeedEvent }[]
  newest: Place | null
  gone: boolean
  unknown: boolean
}

/** Lists a company's events after a position, oldest first, in one statement. */
export const feedAfter = (
  db: Db,
  { serviceCompanyId, portalIds }: Pick<OperatorScope, 'serviceCompanyId' | 'portalIds'>,
  { from, types, limit }: { from: Position | undefined; types: string[] | null; limit: number },
): Promise<FeedPage> => {
  const position = from ?? { transaction: 0n, id: 0 }
  const place = sql`(${String(position.transaction)}::text::xid8, ${position.id}::bigint)`
  const acts = sql`e.service_company_id = ${serviceCompanyId} and ${isOfFeed} and ${isSettled}`
  const filter = matchesFilter({ portalIds: sql`${portalIds}::bigint[]`, types: sql`${types}::text[]` })
  const gone = sql`exists (select from event_floor f where f.service_company_id = ${serviceCompanyId}
    and (f.transaction, f.id) > ${place})`
  return db.one(sql`select
    coalesce((select json_agg(json_build_object('place', json_build_object('transaction', e.transaction::text, 'id', e.id),
        'event', ${feedEvent}) order by e.transaction, e.id)
      from (select e.* from event e where ${acts} and ${isAfterPosition(position)} and ${filter}
        order by e.transaction, e.id limit ${limit}) e ${joinRecords}), '[]') as events,
    (select json_build_object('transaction', e.transaction::text, 'id', e.id) from event e where ${acts}
      order by e.transaction desc, e.id desc limit 1) as newest,
    ${from ? gone : sql`false`} as gone,
    ${String(position.transaction)}::text::xid8 >= pg_snapshot_xmax(pg_current_snapshot()) as unknown`)
}
