import type { BouncedAddress, WaitingMail } from '@portico/contract/staff/mail'
import { letsIn } from '../../kernel/access/scope.ts'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { sameCompany, samePortal } from '../../kernel/access/tenant-joins.ts'
import type { TicketKeys } from '../../kernel/access/ticket-keys.ts'
import { type Db, type Sql, sql } from '../../kernel/database/db.ts'
import { mailOfComment, visibleMail, waitsForStaff } from '../../tickets/received-mail-queries.ts'

const MOST = 100

/** In whose name a provider of Italian certified mail (PEC) has sent mail `r`: the sender is the provider, and its name says it in these words. */
const certifiedWriter = sql`lower(substring(r.sender_name from '^Per conto di: *([^ @]+@[^ @]+)$'))`

const shownMail = (
  scope: StaffScope,
): Sql => sql`select r.id, r.state, r.reason, instant(r.received_at) as "receivedOn",
      r.sender_address as "from", r.sender_name as "fromName", r.subject, r.preview, instant(r.keep_until) as "keptUntil",
      case when p.id is not null then json_build_object('id', p.id, 'name', p.web_portal_name) end as portal,
      (select json_build_object('id', t.id, 'ticketNumber', t.ticket_number, 'title', t.title,
          'contact', json_build_object('id', tc.id, 'companyName', tc.company_name))
        from ticket t join contact tc on ${samePortal('tc', 't')} and tc.id = t.contact_id
        where ${sameCompany('t', 'r')} and t.id = r.ticket_id) as ticket,
      coalesce((select json_build_object('key', 'booking-' || a.id, 'title', s.name, 'customer', a.company_name,
          'startsOn', instant(a.starts_at), 'day', to_char(a.starts_at at time zone p.time_zone, 'YYYY-MM-DD'))
        from appointment a join bookable_service s on ${samePortal('s', 'a')} and s.id = a.bookable_service_id
        where ${samePortal('a', 'r')} and a.id = r.appointment_id),
      (select json_build_object('key', 'visit-' || v.id, 'title', coalesce(v.title, v.activity_type_name), 'customer', vc.company_name,
          'startsOn', instant(v.starts_at), 'day', to_char(v.starts_at at time zone p.time_zone, 'YYYY-MM-DD'))
        from planned_activity v join contact vc on ${samePortal('vc', 'v')} and vc.id = v.contact_id
        where ${samePortal('v', 'r')} and v.id = r.planned_activity_id)) as visit,
      (select coalesce(json_agg(json_build_object('contactId', c.id, 'companyName', c.company_name, 'webUserId', m.web_user_id,
          'referentName', m.referent_name) order by c.company_name, m.id), '[]')
        from web_user u join membership m on ${sameCompany('m', 'u')} and m.web_user_id = u.id and ${letsIn('m')}
        join contact c on ${sameCompany('c', 'm')} and c.portal_id = m.portal_id and c.id = m.contact_id
        where ${sameCompany('u', 'r')} and lower(u.email) in (r.sender_address, ${certifiedWriter})
          and (${scope.portalIds}::bigint[] is null or m.portal_id = any(${scope.portalIds}::bigint[]))) as people
    from received_mail r left join portal p on ${sameCompany('p', 'r')} and p.id = r.portal_id`

const isDropped = sql`r.state = 'dropped' and r.storage_key is not null`

/** The mails that wait, or were dropped and are kept, newest first. */
export const quarantinedMails = (
  db: Db,
  scope: StaffScope,
  { before, state }: { before: number | null; state: 'waiting' | 'dropped' },
): Promise<WaitingMail[]> =>
  db.many(sql`${shownMail(scope)}
    where ${visibleMail(scope)} and ${state === 'waiting' ? waitsForStaff : isDropped}
      and (${before}::bigint is null or r.id < ${before})
    order by r.id desc limit ${MOST}`)

/** A mail that waits, was left as a note, or was dropped and is kept; undefined if there is none. */
export const quarantinedMailOf = (db: Db, scope: StaffScope, id: number): Promise<WaitingMail | undefined> =>
  db.maybe(sql`${shownMail(scope)} where ${visibleMail(scope)} and r.id = ${id}
    and (r.state in ('quarantined', 'noted') or ${isDropped})`)

/** Lets a mail wait again that was dropped or left as a note, and is still kept; whether there was one. */
export const restoreDropped = async (db: Db, scope: StaffScope, id: number): Promise<boolean> =>
  (await db.run(sql`update received_mail r set state = case when r.state = 'noted' then 'noted' else 'quarantined' end, settled_by = null
    where ${visibleMail(scope)} and r.id = ${id} and r.storage_key is not null
      and (r.state = 'dropped' or (r.state = 'noted' and r.settled_by is not null))`)) === 1

/** A mail that the account may see; undefined if there is none. */
export const visibleMailOf = (
  db: Db,
  scope: StaffScope,
  id: number,
): Promise<
  | { id: number; state: string; reason: string | null; storageKey: string | null; size: number; noteId: number | null }
  | undefined
> =>
  db.maybe(sql`select r.id, r.state, r.reason, r.storage_key as "storageKey", r.size, r.note_id as "noteId"
    from received_mail r
    where ${visibleMail(scope)} and r.id = ${id} and r.state <> 'waiting'`)

/** Drops a mail that waits; whether there was one. What was noted stays a note. */
export const dropWaiting = async (db: Db, scope: StaffScope, id: number, now: Date): Promise<boolean> =>
  (await db.run(sql`update received_mail r set state = case when r.state = 'noted' then 'noted' else 'dropped' end,
      settled_at = ${now}, settled_by = ${scope.staffAccountId}
    where ${visibleMail(scope)} and r.id = ${id} and r.state in ('quarantined', 'noted') and r.settled_by is null`)) ===
  1

/** Condition for the addresses `a` of the company; for an account of some portals, those of their people and of addresses in copy. */
const visibleAddress = ({ serviceCompanyId, portalIds }: StaffScope): Sql =>
  sql`a.service_company_id = ${serviceCompanyId} and a.bounced_at is not null and (${portalIds}::bigint[] is null
    or exists (select from web_user u join membership m on ${sameCompany('m', 'u')} and m.web_user_id = u.id
      where ${sameCompany('u', 'a')} and lower(u.email) = a.address and m.portal_id = any(${portalIds}::bigint[]))
    or exists (select from ticket_copy c where ${sameCompany('c', 'a')} and c.address = a.address
      and c.portal_id = any(${portalIds}::bigint[])))`

export const bouncedAddresses = (db: Db, scope: StaffScope): Promise<BouncedAddress[]> =>
  db.many(sql`select a.id, a.address, instant(a.bounced_at) as "bouncedOn", coalesce(a.diagnostic, '') as diagnostic
    from mail_address a where ${visibleAddress(scope)} order by a.bounced_at desc, a.id limit 500`)

/** Lets an address have mails about tickets again; whether it had none. */
export const resume = async (db: Db, scope: StaffScope, id: number): Promise<boolean> =>
  (await db.run(sql`update mail_address a set bounced_at = null, diagnostic = null
    where ${visibleAddress(scope)} and a.id = ${id}`)) === 1

/** The quoted history of a mail of a ticket, or of one that was merged into it; undefined if there is none. */
export const quotedOf = (
  db: Db,
  { serviceCompanyId }: StaffScope,
  { ticketId, id }: { ticketId: number; id: number },
): Promise<{ html: string } | undefined> =>
  db.maybe(sql`select r.quoted_html as html from received_mail r
    where r.service_company_id = ${serviceCompanyId} and r.id = ${id} and r.quoted_html is not null and (r.ticket_id = ${ticketId}
      or exists (select from internal_note n where ${sameCompany('n', 'r')} and n.ticket_id = ${ticketId} and n.id = r.note_id)
      or exists (select from comment k where ${sameCompany('k', 'r')} and k.ticket_id = ${ticketId} and ${mailOfComment('k')} = r.id))`)

/**
 * Revokes all reply addresses of a person, unless the person has access in portals that the account does not work for. Undefined if the
 * account sees no such person.
 */
export const revokeFor = (
  db: Db,
  { serviceCompanyId, portalIds }: StaffScope,
  { contactid, personid }: { contactid: number; personid: number },
): Promise<{ webUserId: number; portalId: number; isWithinReach: boolean } | undefined> =>
  db.maybe(sql`with found as (
      select m.portal_id, m.web_user_id, ${portalIds}::bigint[] is null or not exists (select from membership o
          where ${sameCompany('o', 'm')} and o.web_user_id = m.web_user_id and o.active
            and o.portal_id <> all(${portalIds}::bigint[])) as within_reach
      from membership m where m.service_company_id = ${serviceCompanyId} and m.contact_id = ${contactid} and m.id = ${personid}
        and (${portalIds}::bigint[] is null or m.portal_id = any(${portalIds}::bigint[]))),
    revoked as (update web_user u set reply_version = u.reply_version + 1 from found f
      where u.service_company_id = ${serviceCompanyId} and u.id = f.web_user_id and f.within_reach)
    select f.portal_id as "portalId", f.web_user_id as "webUserId", f.within_reach as "isWithinReach" from found f`)

/** Revokes the reply address of somebody in copy of a ticket. */
export const revokeCopy = (
  db: Db,
  { serviceCompanyId, portalId, contactId, ticketId }: TicketKeys,
  address: string,
): Promise<number> =>
  db.run(sql`update ticket_copy set reply_version = reply_version + 1 where service_company_id = ${serviceCompanyId}
    and portal_id = ${portalId} and contact_id = ${contactId} and ticket_id = ${ticketId} and address = ${address.toLowerCase()}`)
