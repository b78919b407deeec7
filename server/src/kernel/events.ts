import type { LiveEvent } from '@portico/contract/events'
import { type Db, sql } from './db.ts'
import type { Scope } from './scope.ts'

/** Writes what has happened into the feed, in the transaction that did it. */
export const recordEvent = async (
  db: Db,
  scope: Pick<Scope, 'serviceCompanyId' | 'portalId' | 'contactId'>,
  event: LiveEvent,
  now: Date,
): Promise<void> => {
  const ticketId = 'ticketId' in event ? event.ticketId : null
  const purpose = 'purpose' in event ? event.purpose : null
  await db.run(sql`insert into event (service_company_id, portal_id, contact_id, type, ticket_id, purpose, created_at)
    values (${scope.serviceCompanyId}, ${scope.portalId}, ${scope.contactId}, ${event.type}, ${ticketId}, ${purpose}, ${now})`)
}
