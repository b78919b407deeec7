import { letsIn } from '../kernel/access/scope.ts'
import { sameCompany, samePortal } from '../kernel/access/tenant-joins.ts'
import type { TicketKeys } from '../kernel/access/ticket-keys.ts'
import { type Db, sql } from '../kernel/database/db.ts'
import type { ReplyKind } from '../kernel/security/reply-token.ts'
import { readAddresses } from './rules.ts'

/** A reader of a ticket, as a token names one. */
type Reader = { serviceCompanyId: number; ticketId: number; kind: ReplyKind; readerId: number }

/** The version of a reader's tokens; undefined if the reader is gone. Mailboxes of the staff and return paths have one for ever. */
export const replyVersionOf = async (
  db: Db,
  { serviceCompanyId, ticketId, kind, readerId }: Reader,
): Promise<number | undefined> => {
  if (kind === 'g' || kind === 'b') return 0
  if ((kind === 'v' || kind === 'a') && readerId === 0) return 0
  const found =
    kind === 's'
      ? sql`select a.reply_version as version from staff_account a
          where a.service_company_id = ${serviceCompanyId} and a.id = ${readerId} and a.ended_at is null`
      : kind === 'c'
        ? sql`select c.reply_version as version from ticket_copy c
            where c.service_company_id = ${serviceCompanyId} and c.id = ${readerId} and c.ticket_id = ${ticketId}`
        : sql`select u.reply_version as version from web_user u where u.service_company_id = ${serviceCompanyId} and u.id = ${readerId}`
  return (await db.maybe<{ version: number }>(found))?.version
}

/** The account of an employee, as a reader of tickets; undefined without one. */
export const staffReaderOf = (
  db: Db,
  { serviceCompanyId, staffUserId }: { serviceCompanyId: number; staffUserId: number },
): Promise<{ readerId: number; version: number } | undefined> =>
  db.maybe(sql`select a.id as "readerId", a.reply_version as version from staff_account a
    where a.service_company_id = ${serviceCompanyId} and a.staff_user_id = ${staffUserId} and a.ended_at is null`)

/** The reader that an address in copy of a ticket is; made with the first mail to it. */
export const ensureCopyReader = async (db: Db, at: TicketKeys, address: string): Promise<number> => {
  const { serviceCompanyId, portalId, contactId, ticketId } = at
  const find = () =>
    db.maybe<{ id: number }>(sql`select c.id from ticket_copy c where c.service_company_id = ${serviceCompanyId}
      and c.portal_id = ${portalId} and c.contact_id = ${contactId} and c.ticket_id = ${ticketId} and c.address = ${address.toLowerCase()}`)
  const make = () =>
    db.one<{
      id: number
    }>(sql`insert into ticket_copy as c (service_company_id, portal_id, contact_id, ticket_id, address)
      values (${serviceCompanyId}, ${portalId}, ${contactId}, ${ticketId}, ${address.toLowerCase()})
      on conflict (service_company_id, portal_id, contact_id, ticket_id, address) do update set address = excluded.address
      returning c.id`)
  return ((await find()) ?? (await make())).id
}

/**
 * Whether an address is in copy of a ticket, or is that of a visit to it or of an invitation to book one. A customer's list says who is in
 * copy until the customer's next message; an address that only the staff have added stays until they leave it out.
 */
export const isInCopy = async (
  db: Db,
  { serviceCompanyId, ticketId }: Pick<Reader, 'serviceCompanyId' | 'ticketId'>,
  address: string,
): Promise<boolean> => {
  const { lists, isVisited } = await db.one<{
    lists: { list: string | null; byStaff: boolean }[]
    isVisited: boolean
  }>(sql`select (select json_agg(json_build_object('list', x.cc_list, 'byStaff', x.by_staff) order by x.at, x.id)
      from (select t.cc_list, false as by_staff, t.created_on as at, 0::bigint as id from ticket t
          where t.service_company_id = ${serviceCompanyId} and t.id = ${ticketId}
        union all select k.cc_list, k.staff_user_id is not null, k.creation_date, k.id from comment k
          where k.service_company_id = ${serviceCompanyId} and k.ticket_id = ${ticketId}
            and (k.sender_web_user_id is not null and k.event is null or k.staff_user_id is not null and k.cc_list is not null)) x) as lists,
      exists (select from planned_activity v where v.service_company_id = ${serviceCompanyId} and v.ticket_id = ${ticketId}
          and (lower(v.email) = ${address} or exists (select from appointment a where ${samePortal('a', 'v')}
            and a.id = v.appointment_id and lower(a.email) = ${address})))
        or exists (select from booking_invitation i join contact c on ${samePortal('c', 'i')} and c.id = i.contact_id
          where i.service_company_id = ${serviceCompanyId} and i.ticket_id = ${ticketId}
            and lower(coalesce(i.email, c.email)) = ${address}) as "isVisited"`)
  if (isVisited) return true
  let [byCustomer, wasByCustomer, byStaff] = [false, false, false]
  for (const { list, byStaff: isStaffList } of lists ?? []) {
    const isListed = readAddresses(list).addresses.includes(address)
    if (isStaffList) {
      byStaff = isListed
      continue
    }
    if (!isListed && wasByCustomer) byStaff = false
    byCustomer = isListed
    wasByCustomer ||= isListed
  }
  return byCustomer || byStaff
}

/** The web user of a contact with an address, and the version of the reply addresses; undefined if nobody has it. */
export const webUserOf = (
  db: Db,
  { serviceCompanyId, portalId, contactId }: Omit<TicketKeys, 'ticketId'>,
  address: string,
): Promise<{ webUserId: number; version: number } | undefined> =>
  db.maybe(sql`select u.id as "webUserId", u.reply_version as version
    from membership m join web_user u on ${sameCompany('u', 'm')} and u.id = m.web_user_id
    where m.service_company_id = ${serviceCompanyId} and m.portal_id = ${portalId} and m.contact_id = ${contactId}
      and lower(u.email) = lower(${address}) and ${letsIn('m')} order by m.id limit 1`)

/** An address that gets mails about tickets. `isBounced`: they did not arrive, and nobody has said since that they do. */
export const ensureMailAddress = async (
  db: Db,
  serviceCompanyId: number,
  address: string,
): Promise<{ id: number; isBounced: boolean }> =>
  (await db.maybe<{
    id: number
    isBounced: boolean
  }>(sql`select a.id, a.bounced_at is not null as "isBounced" from mail_address a
    where a.service_company_id = ${serviceCompanyId} and a.address = ${address.toLowerCase()}`)) ??
  db.one(sql`insert into mail_address as a (service_company_id, address) values (${serviceCompanyId}, ${address.toLowerCase()})
    on conflict (service_company_id, address) do update set address = excluded.address
    returning a.id, a.bounced_at is not null as "isBounced"`)

/** The id of the last mail about a ticket that came from an address, so that our answer stands below it in the reader's mail program. */
export const lastMailFrom = async (db: Db, at: TicketKeys, address: string): Promise<string | undefined> =>
  (
    await db.maybe<{ messageId: string }>(sql`select r.message_id as "messageId" from received_mail r
      where r.service_company_id = ${at.serviceCompanyId} and r.ticket_id = ${at.ticketId} and r.sender_address = ${address.toLowerCase()}
        and r.message_id is not null and r.state = 'taken'
      order by r.id desc limit 1`)
  )?.messageId

/** The address of the mailbox that the customers of a portal write to; undefined without one. */
export const portalMailboxOf = async (
  db: Db,
  { serviceCompanyId, portalId }: { serviceCompanyId: number; portalId: number },
): Promise<string | undefined> =>
  (
    await db.maybe<{
      address: string
    }>(sql`select x.address from mailbox x where x.service_company_id = ${serviceCompanyId}
      and x.portal_id = ${portalId} and x.staff_group_id is null order by x.id limit 1`)
  )?.address

/** The address of the mailbox that the customers of a ticket's portal write to: that of the ticket's group, else of the portal. */
export const mailboxOf = async (db: Db, at: TicketKeys): Promise<string | undefined> =>
  (
    await db.maybe<{ address: string }>(sql`select x.address from mailbox x
      join ticket t on ${sameCompany('t', 'x')} and t.portal_id = x.portal_id and t.contact_id = ${at.contactId} and t.id = ${at.ticketId}
      where x.service_company_id = ${at.serviceCompanyId} and x.portal_id = ${at.portalId}
        and (x.staff_group_id is null or x.staff_group_id = t.staff_group_id)
      order by x.staff_group_id nulls last, x.id limit 1`)
  )?.address
