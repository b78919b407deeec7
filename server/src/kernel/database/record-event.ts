import type { ActType, DocumentPurpose, StaffActType } from '@portico/contract/sections'
import { type Db, sql } from './db.ts'

/**
 * Where an event belongs and who caused it, as far as known: a booking may have no contact, and a link that needs no sign-in gives no web
 * user.
 */
type Actor = {
  serviceCompanyId: number
  portalId?: number | null
  contactId?: number | null
  webUserId?: number | null
}

/** An event and the objects that it is about. `purpose`: the section whose lists it changes. `detail` is added to the feed unchanged. */
type Act = {
  type: ActType
  purpose?: DocumentPurpose
  ticketId?: number | null
  commentId?: number
  documentId?: number
  signingDocumentId?: number
  appointmentId?: number
  plannedActivityId?: number | null
  detail?: object
}

/** Writes what a customer has done to the event feed, in the transaction of the change. */
export const recordEvent = async (db: Db, actor: Actor, act: Act, now: Date): Promise<void> => {
  const { type, purpose = null, detail = null } = act
  await db.defer(sql`insert into event (service_company_id, portal_id, contact_id, web_user_id, type, by_customer, purpose, ticket_id,
      comment_id, document_id, signing_document_id, appointment_id, planned_activity_id, detail, created_at)
    values (${actor.serviceCompanyId}, ${actor.portalId ?? null}, ${actor.contactId ?? null}, ${actor.webUserId ?? null}, ${type},
      true, ${purpose}, ${act.ticketId ?? null}, ${act.commentId ?? null}, ${act.documentId ?? null},
      ${act.signingDocumentId ?? null}, ${act.appointmentId ?? null}, ${act.plannedActivityId ?? null},
      ${detail && JSON.stringify(detail)}, ${now})`)
}

/** What the staff did, where, and to what. `detail` is added to the feed unchanged; it holds no text that somebody wrote. */
type StaffAct = {
  type: StaffActType
  ticketId?: number
  commentId?: number
  internalNoteId?: number
  appointmentId?: number
  detail?: object
}

/**
 * Writes what the staff have done for those readers of the feed who ask for it, in the transaction of the change. Open screens learn of the
 * change by events of their own.
 */
export const recordStaffAct = async (
  db: Db,
  actor: { serviceCompanyId: number; portalId?: number; contactId?: number; staffUserId: number },
  { type, ticketId, commentId, internalNoteId, appointmentId, detail }: StaffAct,
  now: Date,
): Promise<void> => {
  await db.defer(sql`insert into event (service_company_id, portal_id, contact_id, staff_user_id, type, by_staff, staff_only, ticket_id, comment_id,
      internal_note_id, appointment_id, detail, created_at)
    values (${actor.serviceCompanyId}, ${actor.portalId ?? null}, ${actor.contactId ?? null}, ${actor.staffUserId}, ${type}, true, true,
      ${ticketId ?? null}, ${commentId ?? null}, ${internalNoteId ?? null}, ${appointmentId ?? null}, ${detail ? JSON.stringify(detail) : null}, ${now})`)
}

/** Tells open screens of a customer that the lists of a section have changed, upon which they read them anew. */
export const recordListChange = async (
  db: Db,
  { serviceCompanyId, portalId, contactId }: { serviceCompanyId: number; portalId: number; contactId: number },
  purpose: DocumentPurpose,
): Promise<void> => {
  await db.defer(sql`insert into event (service_company_id, portal_id, contact_id, type, purpose)
    values (${serviceCompanyId}, ${portalId}, ${contactId}, 'document.created', ${purpose})`)
}
