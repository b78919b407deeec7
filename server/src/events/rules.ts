import type { DocumentEvent, LiveEvent, TicketEvent } from '@portico/contract/events'
import { documentFlags } from '@portico/contract/permissions'
import type { Scope } from '../kernel/scope.ts'
import type { EventRow } from './queries.ts'

/**
 * Whether a reader may know of an event: that of an own ticket, or of any as administrator of the contact; that of a section by its
 * flag (decisions 2, 4).
 */
export const concerns = (scope: Scope, event: EventRow): boolean =>
  event.serviceCompanyId === scope.serviceCompanyId &&
  event.portalId === scope.portalId &&
  event.contactId === scope.contactId &&
  (event.purpose
    ? scope.flags[documentFlags[event.purpose]]
    : scope.flags.manageTickets && (scope.flags.administrator || event.creatorWebUserId === scope.webUserId))

/** An event as its readers are told it. */
export const toldAs = ({ type, ticketId, purpose }: EventRow): LiveEvent =>
  purpose ? ({ type, purpose } as DocumentEvent) : ({ type, ticketId } as TicketEvent)
