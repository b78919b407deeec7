import { sameCompany, samePortal } from '../kernel/access/tenant-joins.ts'
import { type Db, sql } from '../kernel/database/db.ts'
import type { ClaimedToken } from '../kernel/security/reply-token.ts'

/** A visit or booking whose mail somebody answers. A booking of a stranger has no contact. */
export type AnsweredVisit = {
  serviceCompanyId: number
  portalId: number
  contactId: number | null
  ticketId: number | null
  plannedActivityId: number | null
  appointmentId: number | null
  /** The address that it is mailed to. */
  email: string | null
}

/** The visit or booking that a token of kind `v` or `a` names; undefined if it is gone. */
export const answeredVisitOf = (
  db: Db,
  { kind, serviceCompanyId, ticketId: id }: ClaimedToken,
): Promise<AnsweredVisit | undefined> =>
  kind === 'v'
    ? db.maybe(sql`select v.service_company_id as "serviceCompanyId", v.portal_id as "portalId", v.contact_id as "contactId",
        v.ticket_id as "ticketId", v.id as "plannedActivityId", null as "appointmentId", lower(v.email) as email
      from planned_activity v where v.service_company_id = ${serviceCompanyId} and v.id = ${id}`)
    : db.maybe(sql`select a.service_company_id as "serviceCompanyId", a.portal_id as "portalId", v.contact_id as "contactId",
        v.ticket_id as "ticketId", v.id as "plannedActivityId", a.id as "appointmentId", lower(a.email) as email
      from appointment a left join planned_activity v on ${samePortal('v', 'a')} and v.appointment_id = a.id
      where a.service_company_id = ${serviceCompanyId} and a.id = ${id}`)

/** Notes of a mail which visit or booking it answers. */
export const writeAnsweredVisit = (
  db: Db,
  mailId: number,
  { serviceCompanyId, plannedActivityId, appointmentId }: AnsweredVisit,
): Promise<number> =>
  db.run(sql`update received_mail set planned_activity_id = ${plannedActivityId}, appointment_id = ${appointmentId}
    where service_company_id = ${serviceCompanyId} and id = ${mailId}`)

/** Puts the visit that a mail answers under the ticket which the mail has raised, so that the next answers follow it. */
export const setVisitTicket = (
  db: Db,
  mail: { serviceCompanyId: number; id: number },
  { contactId, ticketId }: { contactId: number; ticketId: number },
): Promise<number> =>
  db.run(sql`update planned_activity v set ticket_id = ${ticketId} from received_mail r
    where r.service_company_id = ${mail.serviceCompanyId} and r.id = ${mail.id} and ${sameCompany('v', 'r')}
      and v.id = r.planned_activity_id and v.contact_id = ${contactId} and v.ticket_id is null`)
