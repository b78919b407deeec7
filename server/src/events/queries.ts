import { type Flags, flags } from '@portico/contract/permissions'
import type { DocumentPurpose } from '@portico/contract/sections'
import { flagColumns, flagsFor, letsIn, liveSessionIds, type Scope, within } from '../kernel/access/scope.ts'
import { dueColumn } from '../kernel/access/sign-in-due.ts'
import { sameCompany, sameContact } from '../kernel/access/tenant-joins.ts'
import { type Db, sql } from '../kernel/database/db.ts'
import type { Position } from './position.ts'

/** An event. `transaction` is text because it may exceed 2^53. At most one of `ticketId` and `purpose` is set. */
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
  /** It is not sent to customers. */
  staffOnly: boolean
  /** The ticket's group and assignee as they are now. */
  groupId: number | null
  assigneeId: number | null
  detail: unknown
}

const columns = sql`e.transaction::text, e.id, e.service_company_id as "serviceCompanyId", e.portal_id as "portalId",
  e.contact_id as "contactId", e.type, e.ticket_id as "ticketId", e.comment_id as "commentId", e.purpose,
  t.creator_web_user_id as "creatorWebUserId", e.staff_only as "staffOnly", t.staff_group_id as "groupId",
  t.staff_user_id as "assigneeId", e.detail`
/** Selects events `e` as {@link EventRow}. */
export const events = sql`select ${columns} from event e left join ticket t on ${sameContact('t', 'e')} and t.id = e.ticket_id`

/** SQL condition: no event can still appear before event `e`. Other events must not be returned yet, or a reader would miss some. */
export const isSettled = sql`e.transaction < (select event_horizon())`

/**
 * For how many seconds the oldest open transaction has held back events, because it has written some: 0 if there is none. What keeps one
 * open is no part of Portico, whose own transactions end when they are idle.
 */
export const heldBackSeconds = async (db: Db): Promise<number> => {
  const { seconds } = await db.one<{ seconds: number }>(sql`
    select coalesce(max(extract(epoch from clock_timestamp() - a.xact_start)), 0)::int as seconds
    from pg_locks l join pg_stat_activity a on a.pid = l.pid
    where l.locktype = 'relation' and l.mode = 'RowExclusiveLock' and l.granted and l.relation = 'event'::regclass
      and l.database = (select oid from pg_database where datname = current_database())`)
  return seconds
}

/** SQL condition: event `e` is sent to open screens; what is only for the feed comes beside another event. */
export const isForScreens = sql`not e.by_staff`

/** SQL condition: event `e` comes after a position. */
export const isAfterPosition = (position: Position) =>
  sql`(e.transaction, e.id) > (${String(position.transaction)}::text::xid8, ${position.id}::bigint)`

/** Lists the events of all contacts after a position, oldest first. */
export const eventsAfter = (db: Db, position: Position, limit: number): Promise<EventRow[]> =>
  db.many(
    sql`${events} where ${isForScreens} and ${isAfterPosition(position)} and ${isSettled}
      order by e.transaction, e.id limit ${limit}`,
  )

/** Lists one contact's events after a position, oldest first. */
export const contactEventsAfter = (db: Db, scope: Scope, position: Position, limit: number): Promise<EventRow[]> =>
  db.many(sql`${events} where ${within(scope, 'e')} and not e.staff_only and ${isForScreens}
    and ${isAfterPosition(position)} and ${isSettled} order by e.transaction, e.id limit ${limit}`)

/**
 * The position of the newest settled event, or before all events. It does not use the newest transaction id, because PostgreSQL may
 * assign that again after a crash if the transaction wrote nothing durable.
 */
export const startOfFeed = async (db: Db): Promise<Position> => {
  const newest = await db.maybe<{ transaction: string; id: number }>(
    sql`select e.transaction::text, e.id from event e where ${isSettled} order by e.transaction desc, e.id desc limit 1`,
  )
  return newest ? { transaction: BigInt(newest.transaction), id: newest.id } : { transaction: 0n, id: 0 }
}

/** Transaction id of the newest event, settled or not; 0 if there is none. */
export const newestTransaction = async (db: Db): Promise<bigint> => {
  const newest = await db.maybe<{ transaction: string }>(
    sql`select e.transaction::text from event e order by e.transaction desc, e.id desc limit 1`,
  )
  return BigInt(newest?.transaction ?? 0)
}

/** The position before a contact's first event since the given time, but not after the last settled event. */
export const positionSince = async (db: Db, scope: Scope, since: Date): Promise<Position> => {
  // Read the end of the settled events first: a transaction that commits between the two statements then comes after it.
  const start = await startOfFeed(db)
  const first = await db.maybe<{ transaction: string; id: number }>(sql`select e.transaction::text, e.id from event e
    where ${within(scope, 'e')} and e.created_at >= ${since} order by e.transaction, e.id limit 1`)
  if (!first || BigInt(first.transaction) > start.transaction) return start
  return { transaction: BigInt(first.transaction), id: first.id - 1 }
}

type Live = { sessionId: number; membershipId: number; contactId: number } & Flags

/**
 * Finds which of these readers still have their session, signed in as their contact requires, their membership and the same flags. Of a contact
 * that was merged into another one the events name that.
 */
export const findValidReaders = async (db: Db, scopes: Scope[], now: Date): Promise<(scope: Scope) => boolean> => {
  const rows =
    await db.many<Live>(sql`select live.id as "sessionId", m.id as "membershipId", m.contact_id as "contactId", ${flagColumns}
    from unnest(${scopes.map(({ sessionId }) => sessionId)}::bigint[], ${scopes.map(({ membershipId }) => membershipId)}::bigint[])
      as r (session_id, membership_id)
    join (${liveSessionIds(
      now,
      scopes.some(({ readOnly }) => readOnly),
    )}) live on live.id = r.session_id
    join membership m on m.id = r.membership_id and ${letsIn('m')}
    join portal p on ${sameCompany('p', 'm')} and p.id = m.portal_id
    left join session s on s.id = live.id
    where (${dueColumn}) is null`)
  const live = new Map(rows.map(row => [`${row.sessionId} ${row.membershipId}`, row]))
  return ({ sessionId, membershipId, contactId, flags: given, actor }) => {
    const row = live.get(`${sessionId} ${membershipId}`)
    if (row?.contactId !== contactId) return false
    const current = flagsFor(row, actor)
    return flags.every(flag => current[flag] === given[flag])
  }
}

/** Deletes events older than the given time and records for each company up to which position its feed was deleted. */
export const deleteEventsBefore = (db: Db, before: Date): Promise<number> =>
  db.run(sql`with gone as (
      delete from event where created_at < ${before} returning service_company_id, transaction, id, by_customer or by_staff as in_feed)
    insert into event_floor as f (service_company_id, transaction, id)
    select distinct on (service_company_id) service_company_id, transaction, id from gone where in_feed
      order by service_company_id, transaction desc, id desc
    on conflict (service_company_id) do update set transaction = excluded.transaction, id = excluded.id
      where (excluded.transaction, excluded.id) > (f.transaction, f.id)`)
