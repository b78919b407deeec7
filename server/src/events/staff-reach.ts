import type { StaffScope } from '../kernel/access/staff-scope.ts'

/** What decides who of the staff may see a ticket. */
export type TicketPlace = {
  serviceCompanyId: number
  portalId: number | null
  groupId: number | null
  assigneeId: number | null
}

/** Whether an account may see a ticket: the rule of `visibleToStaff`, without the database. */
export const isWithinReach = (scope: StaffScope, ticket: TicketPlace): boolean =>
  ticket.serviceCompanyId === scope.serviceCompanyId &&
  ticket.portalId !== null &&
  (scope.portalIds === null || scope.portalIds.includes(ticket.portalId)) &&
  (scope.role !== 'technician' ||
    ticket.groupId === null ||
    scope.groupIds.includes(ticket.groupId) ||
    ticket.assigneeId === scope.staffUserId)
