import type { StaffScope } from '../kernel/access/staff-scope.ts'
import { isInGroupsOf } from '../tickets/group-queries.ts'

/** What decides who of the staff may see a ticket. */
export type TicketAssignment = {
  serviceCompanyId: number
  portalId: number | null
  groupId: number | null
  assigneeId: number | null
}

/** Whether an account may see a ticket: the rule of `visibleToStaff`, without the database. */
export const isVisibleTo = (scope: StaffScope, ticket: TicketAssignment): boolean =>
  ticket.serviceCompanyId === scope.serviceCompanyId &&
  ticket.portalId !== null &&
  (scope.portalIds === null || scope.portalIds.includes(ticket.portalId)) &&
  isInGroupsOf(scope, ticket)
