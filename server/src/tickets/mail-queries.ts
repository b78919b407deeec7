import type { Language } from '@portico/contract/language'
import { letsIn } from '../kernel/access/scope.ts'
import { companyLanguage, staffLanguage } from '../kernel/access/staff-language.ts'
import { sameCompany, sameContact, samePortal } from '../kernel/access/tenant-joins.ts'
import type { TicketKeys } from '../kernel/access/ticket-keys.ts'
import { type Db, sql } from '../kernel/database/db.ts'

type Person = { name: string; email: string | null }

/** A ticket as mails about it need it. `raiser` is null unless the person who raised the ticket may still see it. */
export type MailedTicket = {
  number: number
  externalId: string
  createdOn: Date
  timeZone: string
  title: string
  /** Who is in copy of the mail that raised it. */
  ccList: string | null
  taskStatus: number
  description: string
  typeName: string | null
  portalKey: string
  companyName: string
  supportEmail: string | null
  raiserName: string | null
  raiser: (Person & { webUserId: number; phone: string | null; language: Language | null }) | null
  /** Phone number of the contact, so that the staff can call back. */
  contactPhone: string | null
  assigned: (Person & { id: number; accountId: number | null; language: Language }) | null
  group: (Person & { id: number }) | null
  companyLanguage: Language
}

/** A message as mails about it need it. */
export type MailedComment = {
  id: number
  message: string
  event: 'closed' | 'reopened' | null
  senderId: number | null
  senderName: string | null
  senderEmail: string | null
  senderPhone: string | null
  staffId: number | null
  staffName: string | null
  recipient: string | null
  ccList: string | null
  creationDate: Date
  /** Who wrote it without an account, being in copy. */
  copyName: string | null
}

/** A file that a mail attaches, or only names because it is too large. */
export type MailedFile = { id: number; name: string; mediaType: string; storageKey: string; size: number }

export const mailedTicketOf = (db: Db, at: TicketKeys): Promise<MailedTicket> =>
  db.one(sql`select t.ticket_number as number, t.external_id as "externalId", t.created_on as "createdOn",
      p.time_zone as "timeZone", c.phone as "contactPhone", t.title, t.description,
      t.cc_list as "ccList", t.task_status as "taskStatus", y.name as "typeName", p.web_portal_key as "portalKey",
      c.company_name as "companyName", p.support_email as "supportEmail", m.referent_name as "raiserName",
      case when ${letsIn('m')} and m.manage_tickets then json_build_object('webUserId', m.web_user_id, 'name', m.referent_name,
        'email', u.email, 'phone', u.phone, 'language', u.language) end as raiser,
      case when a.id is not null then json_build_object('id', a.id, 'name', a.display_name, 'email', a.email,
        'accountId', o.id, 'language', ${staffLanguage('a', 'id')}) end as assigned, ${companyLanguage('t')} as "companyLanguage",
      case when g.id is not null then json_build_object('id', g.id, 'name', g.name, 'email', g.email) end as "group"
    from ticket t
    join portal p on ${sameCompany('p', 't')} and p.id = t.portal_id
    join contact c on ${samePortal('c', 't')} and c.id = t.contact_id
    left join task_type y on ${samePortal('y', 't')} and y.id = t.task_type_id
    left join membership m on ${sameContact('m', 't')} and m.web_user_id = t.creator_web_user_id
    left join web_user u on ${sameCompany('u', 'm')} and u.id = m.web_user_id
    left join staff_user a on ${sameCompany('a', 't')} and a.id = t.staff_user_id
    left join staff_account o on ${sameCompany('o', 'a')} and o.staff_user_id = a.id and o.ended_at is null
    left join staff_group g on ${sameCompany('g', 't')} and g.id = t.staff_group_id
    where t.service_company_id = ${at.serviceCompanyId} and t.portal_id = ${at.portalId} and t.contact_id = ${at.contactId}
      and t.id = ${at.ticketId}`)

/** Reads a message. One of the staff without a copy list takes that of the customer's last message, else of the mail that raised the ticket. */
export const mailedCommentOf = (db: Db, at: TicketKeys, commentId: number): Promise<MailedComment> =>
  db.one(sql`select k.id, k.message, k.event, m.web_user_id as "senderId", m.referent_name as "senderName", coalesce(u.email, k.sender_address) as "senderEmail",
      k.creation_date as "creationDate", coalesce(k.sender_name, k.sender_address) as "copyName",
      u.phone as "senderPhone",
      s.id as "staffId", s.display_name as "staffName", k.recipient,
      coalesce(k.cc_list, case when s.id is not null then (select x.cc_list from (
        select e.cc_list, e.creation_date, e.id from comment e
        where ${sameContact('e', 'k')}
          and e.ticket_id = k.ticket_id and e.sender_web_user_id is not null and e.event is null
        union all select t.cc_list, t.created_on, 0 from ticket t where ${sameContact('t', 'k')} and t.id = k.ticket_id) x
        order by x.creation_date desc, x.id desc limit 1) end) as "ccList"
    from comment k
    left join membership m on ${sameContact('m', 'k')} and m.web_user_id = k.sender_web_user_id
    left join web_user u on ${sameCompany('u', 'm')} and u.id = m.web_user_id
    left join staff_user s on ${sameCompany('s', 'k')} and s.id = k.staff_user_id
    where k.service_company_id = ${at.serviceCompanyId} and k.portal_id = ${at.portalId} and k.contact_id = ${at.contactId}
      and k.ticket_id = ${at.ticketId} and k.id = ${commentId}`)

/** The files of a message or, with `commentId` null, of the ticket's description, in their order. */
export const mailedFilesOf = (db: Db, at: TicketKeys, commentId: number | null): Promise<MailedFile[]> =>
  db.many(sql`select f.id, f.name, f.media_type as "mediaType", f.storage_key as "storageKey", f.size
    from ticket_file tf join file f on ${sameContact('f', 'tf')} and f.id = tf.file_id
    where tf.service_company_id = ${at.serviceCompanyId} and tf.portal_id = ${at.portalId} and tf.contact_id = ${at.contactId}
      and tf.ticket_id = ${at.ticketId} and tf.comment_id is not distinct from ${commentId}::bigint
    order by tf.position`)

/** A message that a mail quotes below a newer one. */
export type EarlierMessage = { message: string; writer: string | null; byStaff: boolean; creationDate: Date }

/** Up to `limit` messages that precede a message, newest first. Leaves out those without text, which only close or reopen the ticket. */
export const messagesBefore = (db: Db, at: TicketKeys, commentId: number, limit: number): Promise<EarlierMessage[]> =>
  db.many(sql`select k.message, coalesce(m.referent_name, s.display_name, k.sender_name, k.sender_address) as writer,
      m.web_user_id is null and k.sender_address is null as "byStaff",
      k.creation_date as "creationDate"
    from comment k
    join comment newest on ${sameContact('newest', 'k')} and newest.id = ${commentId}
    left join membership m on ${sameContact('m', 'k')} and m.web_user_id = k.sender_web_user_id
    left join staff_user s on ${sameCompany('s', 'k')} and s.id = k.staff_user_id
    where k.service_company_id = ${at.serviceCompanyId} and k.portal_id = ${at.portalId} and k.contact_id = ${at.contactId}
      and k.ticket_id = ${at.ticketId} and (k.creation_date, k.id) < (newest.creation_date, newest.id) and k.message <> ''
    order by k.creation_date desc, k.id desc limit ${limit}`)

/** Of a long ticket, as many messages and mails are read. */
const TEXTS_MAX = 200

/**
 * All that mails about a ticket may say of it, in HTML or plain: its facts, its last messages, the names of who wrote them, what mails have
 * quoted in it, and the signature of its portal.
 */
export const mailedTextsOf = async (db: Db, at: TicketKeys): Promise<string[]> => {
  const rows = await db.many<{ text: string | null }>(sql`with t as (select * from ticket
      where service_company_id = ${at.serviceCompanyId} and portal_id = ${at.portalId} and contact_id = ${at.contactId}
        and id = ${at.ticketId}),
    k as (select x.* from comment x join t on ${sameContact('x', 't')} and x.ticket_id = t.id
      order by x.creation_date desc, x.id desc limit ${TEXTS_MAX})
    select concat_ws(' ', '#' || t.ticket_number, t.title, t.cc_list) as text from t
    union all select t.description from t
    union all select k.message from k
    union all select concat_ws(' ', k.sender_name, k.sender_address, k.cc_list) from k
    union all select s.display_name from staff_user s where exists (select from k where ${sameCompany('k', 's')} and k.staff_user_id = s.id)
    union all select concat_ws(' ', m.referent_name, u.email, u.phone) from membership m join t on ${sameContact('m', 't')}
      join web_user u on ${sameCompany('u', 'm')} and u.id = m.web_user_id
      where m.web_user_id = t.creator_web_user_id or exists (select from k where k.sender_web_user_id = m.web_user_id)
    union all select concat_ws(' ', c.company_name, c.phone) from contact c join t on ${samePortal('c', 't')} and c.id = t.contact_id
    union all select y.name from task_type y join t on ${samePortal('y', 't')} and y.id = t.task_type_id
    union all select concat_ws(' ', p.web_portal_name, p.address, p.support_phone, p.support_email) from portal p
      join t on ${sameCompany('p', 't')} and p.id = t.portal_id
    union all (select r.quoted_html from received_mail r join t on ${sameCompany('r', 't')} and r.ticket_id = t.id
      where r.quoted_html is not null order by r.id desc limit ${TEXTS_MAX})`)
  return rows.flatMap(({ text }) => text ?? [])
}
