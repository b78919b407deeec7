import type { StaffBoardEvent, StaffListEvent, StaffMailEvent, StaffTicketEvent } from '@portico/contract/staff/events'
import { hasRole, seesRecords } from '@portico/contract/staff-roles'
import type { StaffScope } from '../kernel/access/staff-scope.ts'
import type { EventRow } from './queries.ts'
import { isVisibleTo } from './staff-visibility.ts'

/** What an event only for the staff says besides: who had the ticket until then, which one is gone, who alone receives it. */
type StaffDetail = {
  ticketId?: number
  groupId?: number | null
  assigneeId?: number | null
  staffUserId?: number
}

const changes: Record<string, StaffTicketEvent['change'] | undefined> = {
  'ticket.created': 'created',
  'comment.created': 'message',
  'note.created': 'note',
}

const detailOf = ({ staffOnly, detail }: EventRow): StaffDetail => (staffOnly && (detail as StaffDetail | null)) || {}

/** The ticket that an event is about, also one that is gone; undefined if it is about none. */
export const ticketIdOf = (event: EventRow): number | undefined => event.ticketId ?? detailOf(event).ticketId

/** What the stream of an employee sends for an event; undefined: nothing. */
export const toTicketEvent = (scope: StaffScope, event: EventRow): StaffTicketEvent | undefined => {
  const ticketId = ticketIdOf(event)
  if (ticketId === undefined) return undefined
  const detail = detailOf(event)
  if (detail.staffUserId !== undefined && detail.staffUserId !== scope.staffUserId) return undefined
  if (event.ticketId !== null && isVisibleTo(scope, event))
    return { type: 'ticket', ticketId, change: changes[event.type] ?? 'changed' }
  const { groupId, assigneeId } = detail
  if (groupId === undefined || assigneeId === undefined) return undefined
  return isVisibleTo(scope, { ...event, groupId, assigneeId })
    ? { type: 'ticket', ticketId, change: 'removed' }
    : undefined
}

/** What the stream of an employee sends for taken or freed time, whosever it is; undefined: nothing. */
export const toBoardEvent = (
  scope: StaffScope,
  { type, serviceCompanyId, detail }: EventRow,
): StaffBoardEvent | undefined => {
  if (type !== 'board.changed' || serviceCompanyId !== scope.serviceCompanyId) return undefined
  const { from, to } = detail as { from: string; to: string }
  return { type: 'board', from, to }
}

/** What the stream of an employee sends for mail that waits for the office, in portals that the account works for; undefined: nothing. */
export const toMailEvent = (scope: StaffScope, event: EventRow): StaffMailEvent | undefined => {
  if (event.type !== 'mail.waiting' || event.serviceCompanyId !== scope.serviceCompanyId) return undefined
  const { portalIds } = scope
  const isTheirs = portalIds === null || (event.portalId !== null && portalIds.includes(event.portalId))
  return isTheirs && hasRole(scope.role, 'office') ? { type: 'mail' } : undefined
}

/** What the stream of an employee sends for a changed list of a customer; undefined: nothing. */
export const toListEvent = (
  scope: StaffScope,
  { serviceCompanyId, portalId, contactId, purpose }: EventRow,
): StaffListEvent | undefined => {
  if (purpose === null || contactId === null || portalId === null) return undefined
  if (serviceCompanyId !== scope.serviceCompanyId || !(scope.portalIds?.includes(portalId) ?? true)) return undefined
  return seesRecords(scope, purpose) ? { type: 'list', of: purpose, contactId } : undefined
}
