import { closedStatus } from '@portico/contract/tickets'
import type { StaffScope } from '../../../kernel/access/staff-scope.ts'
import { type Db, sql, tx } from '../../../kernel/database/db.ts'
import { recordStaffAct } from '../../../kernel/database/record-event.ts'
import { Failure } from '../../../kernel/errors/fail.ts'
import { withinStaffPortals } from '../list-queries.ts'
import { announceStatus, moveToStatus } from '../messages.ts'
import { lockTicketOrFail } from '../queries.ts'
import { type Changes, fieldNames, writeChanges } from '../ticket-changes.ts'

/** What is changed of each ticket; `close` closes it. */
type BulkChange = Changes & { close?: boolean }

type BulkResult = { ticketId: number; changed: boolean; error: string | null }

/** Changes one ticket of many; says whether anything changed. */
const changeOne = async (
  db: Db,
  scope: StaffScope,
  ticketId: number,
  { close = false, ...changes }: BulkChange,
  now: Date,
): Promise<boolean> => {
  const ticket = await lockTicketOrFail(db, scope, ticketId)
  const { changed, status } = await writeChanges(db, scope, ticket, changes, now)
  const closes = close && ticket.taskStatus !== closedStatus
  if (closes) await moveToStatus(db, ticket, closedStatus)
  if (changed || closes) await announceStatus(db, scope, ticket, closes ? 'closed' : status, now)
  return changed || closes
}

/** Writes for the feed that tickets were changed together: one event for each portal, after those of the tickets themselves. */
const recordBulkChange = async (
  db: Db,
  scope: StaffScope,
  ticketIds: number[],
  { close = false, ...changes }: BulkChange,
  now: Date,
): Promise<void> => {
  const portals = await db.many<{ portalId: number; tickets: string[] }>(sql`
    select t.portal_id as "portalId", array_agg(t.external_id order by array_position(${ticketIds}::bigint[], t.id)) as tickets
    from ticket t where ${withinStaffPortals(scope, 't')} and t.id = any(${ticketIds}::bigint[])
    group by t.portal_id order by t.portal_id`)
  const fields = [...Object.keys(changes), ...(close ? ['stepId'] : [])].map(field => fieldNames[field] ?? field)
  const { serviceCompanyId, staffUserId } = scope
  for (const { portalId, tickets } of portals)
    await recordStaffAct(
      db,
      { serviceCompanyId, portalId, staffUserId },
      { type: 'staff.tickets.changed', detail: { tickets, fields } },
      now,
    )
}

/** Changes tickets, each by itself, so that one that is refused does not hold up the others. */
export const changeTickets = async (
  db: Db,
  scope: StaffScope,
  ticketIds: number[],
  change: BulkChange,
  now: Date,
): Promise<BulkResult[]> => {
  const results: BulkResult[] = []
  for (const ticketId of ticketIds) {
    try {
      const changed = await tx(db, db => changeOne(db, scope, ticketId, change, now))
      results.push({ ticketId, changed, error: null })
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      results.push({ ticketId, changed: false, error: error.code })
    }
  }
  const changed = results.filter(one => one.changed).map(({ ticketId }) => ticketId)
  if (changed.length > 1) await tx(db, db => recordBulkChange(db, scope, changed, change, now))
  return results
}
