import { closedStatus } from '@portico/contract/tickets'
import { sameCompany, sameContact, samePortal } from '../kernel/access/tenant-joins.ts'
import { type Db, sql } from '../kernel/database/db.ts'

/** A ticket as the command line shows it. `waits`: the ticket is open and its last message is from the customer. Instants are ISO 8601. */
export type ShownTicket = {
  number: number
  externalId: string
  portal: string
  serviceCompany: string
  contact: string
  contactPhone: string | null
  title: string
  type: string | null
  step: string
  createdOn: string
  waits: boolean
  raiser: string | null
  raiserEmail: string | null
  raiserPhone: string | null
  staff: string | null
  group: string | null
}

type Filter = {
  number?: number
  portal?: string | undefined
  company?: string | undefined
  open?: boolean
  limit: number
}

/** Lists the tickets that match the filter, newest first. */
export const shownTickets = (
  db: Db,
  { number, portal, company, open = false, limit }: Filter,
): Promise<ShownTicket[]> =>
  db.many(sql`select t.ticket_number as number, t.external_id as "externalId", t.portal, t.company as "serviceCompany",
      c.company_name as contact, c.phone as "contactPhone", t.title, y.name as type, k.name as step,
      instant(t.created_on) as "createdOn", t.task_status <> ${closedStatus}::int and last.staff_user_id is null as waits,
      m.referent_name as raiser, u.email as "raiserEmail", u.phone as "raiserPhone", a.display_name as staff, g.name as "group"
    from (select t.*, p.web_portal_key as portal, s.external_id as company from ticket t
      join service_company s on s.id = t.service_company_id
      join portal p on ${sameCompany('p', 't')} and p.id = t.portal_id
      where (${number ?? null}::bigint is null or t.ticket_number = ${number ?? null}::bigint)
        and (${portal ?? null}::text is null or p.web_portal_key = ${portal ?? null}::text)
        and (${company ?? null}::text is null or s.external_id = ${company ?? null}::text)
        and (not ${open}::boolean or t.task_status <> ${closedStatus}::int)
      order by t.created_on desc, t.id desc limit ${limit}) t
    join contact c on ${samePortal('c', 't')} and c.id = t.contact_id
    join task_step k on ${samePortal('k', 't')} and k.id = t.task_step_id
    left join task_type y on ${samePortal('y', 't')} and y.id = t.task_type_id
    left join membership m on ${sameContact('m', 't')} and m.web_user_id = t.creator_web_user_id
    left join web_user u on ${sameCompany('u', 'm')} and u.id = m.web_user_id
    left join staff_user a on ${sameCompany('a', 't')} and a.id = t.staff_user_id
    left join staff_group g on ${sameCompany('g', 't')} and g.id = t.staff_group_id
    left join lateral (select e.staff_user_id from comment e where ${sameContact('e', 't')} and e.ticket_id = t.id
      order by e.creation_date desc, e.id desc limit 1) last on true
    order by t.created_on desc, t.id desc`)

/** A description, comment or internal note of a ticket. */
export type ShownMessage = {
  kind: 'description' | 'comment' | 'note'
  writer: string | null
  byStaff: boolean
  writtenOn: string
  event: 'closed' | 'reopened' | null
  message: string
  files: { name: string; storageKey: string }[]
}

/** Lists the messages of a ticket, oldest first, including internal notes. */
export const shownMessages = (db: Db, { serviceCompany, externalId }: ShownTicket): Promise<ShownMessage[]> =>
  db.many(sql`with own as (select t.* from ticket t join service_company s on s.id = t.service_company_id
      where s.external_id = ${serviceCompany} and t.external_id = ${externalId}),
    written as (
      select 'description' as kind, null::bigint as comment_id, creator_web_user_id as customer, null::bigint as staff,
        created_on as written_on, null::text as event, description as message from own
      union all select 'comment', c.id, c.sender_web_user_id, c.staff_user_id, c.creation_date, c.event, c.message
        from own t join comment c on ${sameContact('c', 't')} and c.ticket_id = t.id
      union all select 'note', null, null, n.staff_user_id, n.created_on, null, n.message
        from own t join internal_note n on ${sameContact('n', 't')} and n.ticket_id = t.id)
    select w.kind, coalesce(m.referent_name, a.display_name) as writer, w.customer is null as "byStaff",
      instant(w.written_on) as "writtenOn", w.event, w.message,
      case when w.kind = 'note' then '[]'::json else (select coalesce(json_agg(json_build_object('name', f.name,
          'storageKey', f.storage_key) order by tf.position), '[]') from ticket_file tf
        join file f on ${sameContact('f', 'tf')} and f.id = tf.file_id
        where ${sameContact('tf', 't')}
          and tf.ticket_id = t.id and tf.comment_id is not distinct from w.comment_id) end as files
    from written w cross join own t
    left join membership m on ${sameContact('m', 't')} and m.web_user_id = w.customer
    left join staff_user a on ${sameCompany('a', 't')} and a.id = w.staff
    order by w.kind <> 'description', w.written_on, w.comment_id`)
