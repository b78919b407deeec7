/** The keys of a ticket: the contact that it belongs to, and its id. */
export type TicketKeys = { serviceCompanyId: number; portalId: number; contactId: number; ticketId: number }
