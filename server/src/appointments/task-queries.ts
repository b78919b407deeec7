import type { Task } from '@portico/contract/appointments'
import { type Scope, within } from '../kernel/access/scope.ts'
import { type Db, sql } from '../kernel/database/db.ts'
import { hashToken } from '../kernel/security/secrets.ts'
import { technician } from './queries.ts'

/** A planned activity found by its event key. Show `ticketId` only to readers who may see the ticket. */
export type TaskRow = Pick<
  Task,
  'title' | 'activityTypeName' | 'status' | 'address' | 'assignedUser' | 'companyName'
> & {
  company: string
  portalName: string
  supportPhone: string | null
  activityId: number
  contactId: number
  ticketId: number | null
  startsAt: Date
  endsAt: Date
  appointmentId: number | null
  appointment: { sealedKey: string; cancelledAt: string | null; sequence: number; noticeMinutes: number } | null
}

/** The planned activity of an event key, in any portal. */
export const findTaskByKey = (db: Db, key: string): Promise<TaskRow | undefined> =>
  db.maybe(sql`select p.web_portal_key as company, p.web_portal_name as "portalName", p.support_phone as "supportPhone",
      v.id as "activityId", v.contact_id as "contactId", v.ticket_id as "ticketId",
      coalesce(v.title, v.activity_type_name) as title, v.activity_type_name as "activityTypeName",
      coalesce(v.status, 'planned') as status, coalesce(v.address, c.address) as address, v.starts_at as "startsAt",
      v.ends_at as "endsAt", case when u.id is not null then ${technician} end as "assignedUser",
      c.company_name as "companyName", a.id as "appointmentId",
      case when a.id is not null then json_build_object('sealedKey', a.sealed_key, 'cancelledAt', instant(a.cancelled_at),
        'sequence', a.sequence, 'noticeMinutes', s.notice_minutes) end as appointment
    from planned_activity v
    join portal p on p.service_company_id = v.service_company_id and p.id = v.portal_id
    join contact c on c.service_company_id = v.service_company_id and c.portal_id = v.portal_id and c.id = v.contact_id
    left join staff_user u on u.service_company_id = v.service_company_id and u.id = v.staff_user_id
    left join picture up on up.service_company_id = u.service_company_id and up.id = u.picture_id
    left join appointment a on a.service_company_id = v.service_company_id and a.portal_id = v.portal_id
      and a.id = v.appointment_id
    left join bookable_service s on s.service_company_id = a.service_company_id and s.portal_id = a.portal_id
      and s.id = a.bookable_service_id
    where v.key_hash = ${hashToken(key)}`)

/** A task's ticket if the reader raised it or is an administrator of the contact. */
export const findTaskTicket = (db: Db, scope: Scope, ticketId: number): Promise<Task['ticket'] | undefined> =>
  db.maybe(sql`select t.id, t.contact_id as "contactId", t.ticket_number as "ticketNumber", t.title,
      json_build_object('step', json_build_object('name', st.name, 'taskStatus', t.task_status)) as "taskStatus"
    from ticket t join task_step st on st.service_company_id = t.service_company_id and st.portal_id = t.portal_id
      and st.id = t.task_step_id
    where ${within(scope, 't')} and t.id = ${ticketId}
      and (${scope.flags.administrator} or t.creator_web_user_id = ${scope.webUserId})`)
