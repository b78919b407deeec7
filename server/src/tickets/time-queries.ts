import { type Db, sql } from '../kernel/database/db.ts'

/** Time that somebody worked for a customer: on a ticket, on a visit, or on both. */
export type WorkedTime = {
  staffUserId: number
  minutes: number
  activityTypeName: string
  workedOn: Date
  /** The activity of the contract that the time is taken from; null: it is unassigned. */
  activityId: number | null
}

type Place = {
  serviceCompanyId: number
  portalId: number
  contactId: number
  ticketId: number | null
  visitId?: number
}

/** Stores noted time, and notifies the open screens of the staff if it is on a ticket; returns its id. */
export const insertTime = async (db: Db, place: Place, time: WorkedTime, now: Date): Promise<number> => {
  const { serviceCompanyId, portalId, contactId, ticketId, visitId = null } = place
  const { staffUserId, minutes, activityTypeName, workedOn, activityId } = time
  const { id } = await db.one<{
    id: number
  }>(sql`insert into ticket_time (service_company_id, portal_id, contact_id, ticket_id, planned_activity_id,
      staff_user_id, minutes, activity_type_name, worked_on, contract_activity_id)
    values (${serviceCompanyId}, ${portalId}, ${contactId}, ${ticketId}, ${visitId}, ${staffUserId}, ${minutes},
      ${activityTypeName}, ${workedOn}, ${activityId}) returning id`)
  if (ticketId !== null)
    await db.run(sql`insert into event (service_company_id, portal_id, contact_id, type, ticket_id, staff_only, created_at)
      values (${serviceCompanyId}, ${portalId}, ${contactId}, 'time.noted', ${ticketId}, true, ${now})`)
  return id
}
