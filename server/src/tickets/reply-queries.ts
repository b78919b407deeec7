import { sameCompany } from '../kernel/access/tenant-joins.ts'
import type { TicketKeys } from '../kernel/access/ticket-keys.ts'
import { type Db, sql } from '../kernel/database/db.ts'
import type { ReplyKind } from '../kernel/security/reply-token.ts'

/** A reader of a ticket, as a token names one. */
type Reader = { serviceCompanyId: number; ticketId: number; kind: ReplyKind; readerId: number }

/** The version of a reader's tokens; undefined if the reader is gone. Mailboxes of the staff and return paths have one for ever. */
export const replyVersionOf = async (
  db: Db,
  { serviceCompanyId, ticketId, kind, readerId }: Reader,
): Promise<number | undefined> => {
  if (kind === 'g' || kind === 'b') return 0
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
  const { id } = await db.one<{
    id: number
  }>(sql`insert into ticket_copy as c (service_company_id, portal_id, contact_id, ticket_id, address)
    values (${serviceCompanyId}, ${portalId}, ${contactId}, ${ticketId}, ${address.toLowerCase()})
    on conflict (service_company_id, portal_id, contact_id, ticket_id, address) do update set address = excluded.address
    returning c.id`)
  return id
}

/** An address that gets mails about tickets. `isBounced`: they did not arrive, and nobody has said since that they do. */
export const ensureMailAddress = (
  db: Db,
  serviceCompanyId: number,
  address: string,
): Promise<{ id: number; isBounced: boolean }> =>
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

/** The address of the mailbox that the customers of a ticket's portal write to: that of the ticket's group, else of the portal. */
export const mailboxOf = async (db: Db, at: TicketKeys): Promise<string | undefined> =>
  (
    await db.maybe<{ address: string }>(sql`select x.address from mailbox x
      join ticket t on ${sameCompany('t', 'x')} and t.portal_id = x.portal_id and t.contact_id = ${at.contactId} and t.id = ${at.ticketId}
      where x.service_company_id = ${at.serviceCompanyId} and x.portal_id = ${at.portalId}
        and (x.staff_group_id is null or x.staff_group_id = t.staff_group_id)
      order by x.staff_group_id nulls last, x.id limit 1`)
  )?.address
