import type { Flags } from '@portico/contract/permissions'
import type { DocumentPurpose } from '@portico/contract/sections'
import { flagColumns, type Scope, sameContact, within } from '../kernel/access/scope.ts'
import { type Db, sql } from '../kernel/database/db.ts'
import type { Position } from './position.ts'

/** An event; `transaction` as text, for it may pass 2^53. One of `ticketId` and `purpose` is null, or both. */
export type EventRow = {
  transaction: string
  id: number
  serviceCompanyId: number
  portalId: number | null
  contactId: number | null
  type: string
  ticketId: number | null
  commentId: number | null
  purpose: DocumentPurpose | null
  creatorWebUserId: number | null
}

const columns = sql`e.transaction::text, e.id, e.service_company_id as "serviceCompanyId", e.portal_id as "portalId",
  e.contact_id as "contactId", e.type, e.ticket_id as "ticketId", e.comment_id as "commentId", e.purpose,
  t.creator_web_user_id as "creatorWebUserId"`
const source = sql`event e left join ticket t on ${sameContact('t', 'e')} and t.id = e.ticket_id`

/** Whether everything that will ever come before an event `e` can be read by now: what is not settled is not answered yet. */
export const settled = sql`e.transaction < (select event_horizon())`

/** What lies behind a position. */
export const after = (position: Position) =>
  sql`(e.transaction, e.id) > (${String(position.transaction)}::text::xid8, ${position.id}::bigint)`

/** The feed of all contacts behind a position, oldest first. */
export const eventsAfter = (db: Db, position: Position, limit: number): Promise<EventRow[]> =>
  db.many(
    sql`select ${columns} from ${source} where ${after(position)} and ${settled} order by e.transaction, e.id limit ${limit}`,
  )

/** One contact's events behind a position, oldest first. */
export const contactEventsAfter = (db: Db, scope: Scope, position: Position, limit: number): Promise<EventRow[]> =>
  db.many(sql`select ${columns} from ${source} where ${within(scope, 'e')} and ${after(position)} and ${settled}
    order by e.transaction, e.id limit ${limit}`)

/**
 * The position of the newest settled event, or before all events. Not the newest transaction: the number of one that wrote nothing
 * lasting may be given out again after a crash.
 */
export const startOfFeed = async (db: Db): Promise<Position> => {
  const newest = await db.maybe<{ transaction: string; id: number }>(
    sql`select e.transaction::text, e.id from event e where ${settled} order by e.transaction desc, e.id desc limit 1`,
  )
  return newest ? { transaction: BigInt(newest.transaction), id: newest.id } : { transaction: 0n, id: 0 }
}

/** The transaction of the newest event, settled or not; 0 where there is none. */
export const newestTransaction = async (db: Db): Promise<bigint> => {
  const newest = await db.maybe<{ transaction: string }>(
    sql`select e.transaction::text from event e order by e.transaction desc, e.id desc limit 1`,
  )
  return BigInt(newest?.transaction ?? 0)
}

/** The position before a contact's first event since a moment, or before what is not settled yet. */
export const positionSince = async (db: Db, scope: Scope, since: Date): Promise<Position> => {
  // First the end of what is settled: a transaction that commits between the two statements then lies behind it.
  const start = await startOfFeed(db)
  const first = await db.maybe<{ transaction: string; id: number }>(sql`select e.transaction::text, e.id from event e
    where ${within(scope, 'e')} and e.created_at >= ${since} order by e.transaction, e.id limit 1`)
  if (!first || BigInt(first.transaction) > start.transaction) return start
  return { transaction: BigInt(first.transaction), id: first.id - 1 }
}

type Live = { sessionId: number; membershipId: number } & Flags

/** Of these readers, those whose session and membership are live, with their flags now, by `"<session> <membership>"`. */
export const liveReaders = async (db: Db, scopes: Scope[], now: Date): Promise<Map<string, Live>> => {
  const rows = await db.many<Live>(sql`select s.id as "sessionId", m.id as "membershipId", ${flagColumns}
    from unnest(${scopes.map(({ sessionId }) => sessionId)}::bigint[], ${scopes.map(({ membershipId }) => membershipId)}::bigint[])
      as r (session_id, membership_id)
    join session s on s.id = r.session_id and s.expires_at > ${now}
    join membership m on m.id = r.membership_id and m.active`)
  return new Map(rows.map(row => [`${row.sessionId} ${row.membershipId}`, row]))
}

/** Forgets events older than a moment, and keeps in mind how far each company's feed has been forgotten. */
export const deleteEventsBefore = (db: Db, before: Date): Promise<number> =>
  db.run(sql`with gone as (
      delete from event where created_at < ${before} returning service_company_id, transaction, id, by_customer)
    insert into event_floor as f (service_company_id, transaction, id)
    select distinct on (service_company_id) service_company_id, transaction, id from gone where by_customer
      order by service_company_id, transaction desc, id desc
    on conflict (service_company_id) do update set transaction = excluded.transaction, id = excluded.id
      where (excluded.transaction, excluded.id) > (f.transaction, f.id)`)
