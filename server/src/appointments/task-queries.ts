import type { Task } from '@portico/contract/appointments'
import { type Scope, within } from '../kernel/access/scope.ts'
import { sameCompany, samePortal } from '../kernel/access/tenant-joins.ts'
import { type Db, sql } from '../kernel/database/db.ts'
import { hashToken } from '../kernel/security/secrets.ts'
import { andWithinActor } from '../tickets/group-queries.ts'
import { technicianColumn } from './queries.ts'

/** A planned activity found by its event key. Show `ticketId` only to readers who may see the ticket. */
export type TaskRow = Pick<
  Task,
  'title' | 'activityTypeName' | 'status' | 'address' | 'assignedUser' | 'companyName'
> & {
  portalKey: string
  /** The key that the portal had at first: names of calendar entries must not change. */
  firstKey: string
  portalName: string
  supportPhone: string | null
  activityId: number
  contactId: number
  ticketId: number | null
  startsAt: Date
  endsAt: Date
  /** How often its calendar entry has changed. */
  sequence: number
  appointmentId: number | null
  appointment: {
    encryptedKey: string
    cancelledAt: string | null
    doneAt: string | null
    sequence: number
    noticeMinutes: number
  } | null
}

/** The planned activity of an event key, in any portal. */
export const findTaskByKey = (db: Db, key: string): Promise<TaskRow | undefined> =>
  db.maybe(sql`select p.web_portal_key as "portalKey", p.first_key as "firstKey", p.web_portal_name as "portalName", p.support_phone as "supportPhone",
      v.id as "activityId", v.contact_id as "contactId", v.ticket_id as "ticketId",
      coalesce(v.title, v.activity_type_name) as title, v.activity_type_name as "activityTypeName",
      coalesce(v.status, 'planned') as status, coalesce(v.address, c.address) as address, v.starts_at as "startsAt",
      v.ends_at as "endsAt", v.sequence, case when u.id is not null then ${technicianColumn} end as "assignedUser",
      c.company_name as "companyName", a.id as "appointmentId",
      case when a.id is not null then json_build_object('encryptedKey', a.sealed_key, 'cancelledAt', instant(a.cancelled_at), 'doneAt', instant(a.done_at),
        'sequence', a.sequence, 'noticeMinutes', s.notice_minutes) end as appointment
    from planned_activity v
    join portal p on ${sameCompany('p', 'v')} and p.id = v.portal_id
    join contact c on ${samePortal('c', 'v')} and c.id = v.contact_id
    left join staff_user u on ${sameCompany('u', 'v')} and u.id = v.staff_user_id
    left join picture up on ${sameCompany('up', 'u')} and up.id = u.picture_id
    left join appointment a on ${samePortal('a', 'v')}
      and a.id = v.appointment_id
    left join bookable_service s on ${samePortal('s', 'a')}
      and s.id = a.bookable_service_id
    where v.key_hash = ${hashToken(key)}`)

/** A task's ticket if the reader raised it or is an administrator of the contact. */
export const findTaskTicket = (db: Db, scope: Scope, ticketId: number): Promise<Task['ticket'] | undefined> =>
  db.maybe(sql`select t.id, t.contact_id as "contactId", t.ticket_number as "ticketNumber", t.title,
      json_build_object('step', json_build_object('name', st.name, 'taskStatus', t.task_status)) as "taskStatus"
    from ticket t join task_step st on ${samePortal('st', 't')}
      and st.id = t.task_step_id
    where ${within(scope, 't')} and t.id = ${ticketId}
      and (${scope.flags.administrator} or t.creator_web_user_id = ${scope.webUserId}) ${andWithinActor(scope)}`)
