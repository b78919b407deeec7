import type { PresentColleague } from '@portico/contract/staff/events'
import type { StaffScope } from '../kernel/access/staff-scope.ts'
import { sameCompany } from '../kernel/access/tenant-joins.ts'
import { type Db, type Sql, sql } from '../kernel/database/db.ts'
import { staffUserObject, visibleToStaff } from '../tickets/staff/list-queries.ts'
import type { Position } from './position.ts'
import { type EventRow, events, isAfterPosition, isForScreens, isSettled, startOfFeed } from './queries.ts'
import type { TicketAssignment } from './staff-visibility.ts'

/** SQL condition: event `e` is of the company, and about a ticket, the board or a list. */
const forStaff = ({ serviceCompanyId }: StaffScope): Sql =>
  sql`e.service_company_id = ${serviceCompanyId} and (e.staff_only or e.ticket_id is not null or e.purpose is not null)`

/** Lists the events of a company for its staff after a position, oldest first. */
export const staffEventsAfter = (db: Db, scope: StaffScope, position: Position, limit: number): Promise<EventRow[]> =>
  db.many(sql`${events} where ${forStaff(scope)} and ${isForScreens} and ${isAfterPosition(position)} and ${isSettled}
    order by e.transaction, e.id limit ${limit}`)

/** The newest events that are looked through for those since a time. */
const NEWEST = 200

/** The position before the first of these events since the given time, but not after the last settled event. */
export const staffPositionSince = async (db: Db, scope: StaffScope, since: Date): Promise<Position> => {
  // Read the end of the settled events first: a transaction that commits between the two statements then comes after it.
  const start = await startOfFeed(db)
  const first = await db.maybe<{ transaction: string; id: number }>(sql`select n.transaction::text, n.id from (
      select e.transaction, e.id, e.created_at from event e where ${forStaff(scope)}
      order by e.transaction desc, e.id desc limit ${NEWEST}) n
    where n.created_at >= ${since} order by n.transaction, n.id limit 1`)
  if (!first || BigInt(first.transaction) > start.transaction) return start
  return { transaction: BigInt(first.transaction), id: first.id - 1 }
}

/** Somebody on a ticket, as processes notify each other. */
export type Sighting = TicketAssignment & {
  ticketId: number
  person: Omit<PresentColleague, 'state'>
  state: PresentColleague['state'] | 'gone'
  /** The process that the screen has sent it to. */
  origin: string
}

/** The channel on which processes notify each other who is on which ticket. */
export const PRESENCE = 'portico_presence'

/** Tells the other processes that the caller is on a ticket, by the statement that reads it; undefined if the caller may not see it. */
export const notifyPresence = (
  db: Db,
  scope: StaffScope,
  { ticketId, state, origin }: Pick<Sighting, 'ticketId' | 'state' | 'origin'>,
): Promise<Sighting | undefined> =>
  db.maybe(sql`select s.*, pg_notify(${PRESENCE}, row_to_json(s)::text)::text as notified from (
      select t.service_company_id as "serviceCompanyId", t.portal_id as "portalId", t.id as "ticketId",
        t.staff_group_id as "groupId", t.staff_user_id as "assigneeId", ${state}::text as state, ${origin}::text as origin,
        ${staffUserObject('u', 'up')} as person
      from ticket t
      join staff_user u on ${sameCompany('u', 't')} and u.id = ${scope.staffUserId}
      left join picture up on ${sameCompany('up', 'u')} and up.id = u.picture_id
      where ${visibleToStaff(scope)} and t.id = ${ticketId}) s`)
