import type { Language } from '@portico/contract/language'
import { letsIn } from '../kernel/access/scope.ts'
import { sameCompany } from '../kernel/access/tenant-joins.ts'
import type { TicketKeys } from '../kernel/access/ticket-keys.ts'
import { type Db, empty, sql } from '../kernel/database/db.ts'
import { type StoredMail, storedColumns } from './received-queries.ts'

/** The keys of a ticket; undefined if it is gone. */
export const ticketKeysById = (db: Db, serviceCompanyId: number, ticketId: number): Promise<TicketKeys | undefined> =>
  db.maybe(sql`select t.service_company_id as "serviceCompanyId", t.portal_id as "portalId", t.contact_id as "contactId", t.id as "ticketId"
    from ticket t where t.service_company_id = ${serviceCompanyId} and t.id = ${ticketId}`)

/** A mail that has become a ticket or a message: where it is, and who sent it. */
export type TakenMail = { place: TicketKeys; sender: string; receivedAt: Date }

/** The mails with one of these ids that are in tickets of these portals (null: any), the last one first. */
export const takenMailsOf = (
  db: Db,
  { serviceCompanyId, portalIds }: { serviceCompanyId: number; portalIds: readonly number[] | null },
  ids: readonly string[],
): Promise<TakenMail[]> =>
  db.many(sql`select json_build_object('serviceCompanyId', t.service_company_id, 'portalId', t.portal_id, 'contactId', t.contact_id,
      'ticketId', t.id) as place, r.sender_address as sender, r.received_at as "receivedAt"
    from received_mail r join ticket t on ${sameCompany('t', 'r')} and t.id = r.ticket_id
    where r.service_company_id = ${serviceCompanyId} and r.message_id = any(${ids}::text[]) and r.state = 'taken'
      and r.sender_address is not null and (${portalIds}::bigint[] is null or t.portal_id = any(${portalIds}::bigint[]))
    order by r.id desc limit 20`)

/** Whether an address is that of a web user. */
export const isAddressOf = async (
  db: Db,
  serviceCompanyId: number,
  webUserId: number,
  address: string,
): Promise<boolean> =>
  (await db.maybe(sql`select from web_user u where u.service_company_id = ${serviceCompanyId} and u.id = ${webUserId}
    and lower(u.email) = lower(${address})`)) !== undefined

/** Whether an address is that of a staff account, or of the employee whose account it is. */
export const isAddressOfAccount = async (
  db: Db,
  serviceCompanyId: number,
  staffAccountId: number,
  address: string,
): Promise<boolean> =>
  (await db.maybe(sql`select from staff_account a join staff_user s on ${sameCompany('s', 'a')} and s.id = a.staff_user_id
    where a.service_company_id = ${serviceCompanyId} and a.id = ${staffAccountId}
      and lower(${address}) in (lower(a.email), lower(s.email))`)) !== undefined

/** The sign-in name of the live account whose address, or whose employee's address, it is. */
export const accountWithAddress = async (
  db: Db,
  serviceCompanyId: number,
  address: string,
): Promise<{ staffAccountId: number; emailKey: string } | undefined> =>
  (
    await db.many<{
      staffAccountId: number
      emailKey: string
    }>(sql`select a.id as "staffAccountId", a.email_key as "emailKey"
      from staff_account a join staff_user s on ${sameCompany('s', 'a')} and s.id = a.staff_user_id
      where a.service_company_id = ${serviceCompanyId} and a.ended_at is null and lower(${address}) in (lower(a.email), lower(s.email))
      order by (lower(a.email) = lower(${address})) desc, a.id limit 1`)
  )[0]

/** The address in copy that is a reader of a ticket; undefined if it is gone. */
export const copyAddressOf = async (
  db: Db,
  serviceCompanyId: number,
  ticketId: number,
  id: number,
): Promise<string | undefined> =>
  (
    await db.maybe<{ address: string }>(sql`select c.address from ticket_copy c
      where c.service_company_id = ${serviceCompanyId} and c.ticket_id = ${ticketId} and c.id = ${id}`)
  )?.address

/** A membership of a sender in the portals that a mail may be for. */
export type SenderMembership = {
  portalId: number
  portalKey: string
  contactId: number
  companyName: string
  webUserId: number
  language: Language
  mayRaise: boolean
}

/** The memberships of the web user with an address that let in, in one portal, or in these, or in any (null). */
export const membershipsOf = (
  db: Db,
  serviceCompanyId: number,
  address: string,
  portalIds: readonly number[] | null,
): Promise<SenderMembership[]> =>
  db.many(sql`select m.portal_id as "portalId", p.web_portal_key as "portalKey", m.contact_id as "contactId",
      c.company_name as "companyName", m.web_user_id as "webUserId", coalesce(u.language, 'it-IT') as language,
      m.manage_tickets as "mayRaise"
    from web_user u
    join membership m on ${sameCompany('m', 'u')} and m.web_user_id = u.id and ${letsIn('m')}
    join portal p on ${sameCompany('p', 'm')} and p.id = m.portal_id
    join contact c on ${sameCompany('c', 'm')} and c.portal_id = m.portal_id and c.id = m.contact_id
    where u.service_company_id = ${serviceCompanyId} and lower(u.email) = lower(${address})
      ${portalIds === null ? empty : sql`and m.portal_id = any(${portalIds}::bigint[])`}
    order by c.company_name, m.id`)

/** A mailbox that customers write to. `authservId` is the name that its server signs with. */
export type ReceivingMailbox = {
  id: number
  portalId: number
  staffGroupId: number | null
  address: string
  authservId: string | null
  isFetched: boolean
  answersStrangers: boolean
}

/** A stored mail, and the mailboxes of its company, whose addresses we never answer. */
export const mailToSort = (
  db: Db,
  serviceCompanyId: number,
  id: number,
): Promise<(StoredMail & { mailboxes: ReceivingMailbox[] }) | undefined> =>
  db.maybe(sql`select ${storedColumns}, (select coalesce(json_agg(json_build_object('id', x.id, 'portalId', x.portal_id,
        'staffGroupId', x.staff_group_id, 'address', lower(x.address), 'authservId', lower(x.authserv_id),
        'isFetched', x.imap_url is not null, 'answersStrangers', p.answers_strangers) order by x.id), '[]')
      from mailbox x join portal p on ${sameCompany('p', 'x')} and p.id = x.portal_id
      where ${sameCompany('x', 'r')}) as mailboxes
    from received_mail r where r.service_company_id = ${serviceCompanyId} and r.id = ${id}`)

/** How often a ticket was reopened since a time. */
export const countReopenings = async (db: Db, at: TicketKeys, since: Date): Promise<number> => {
  const { count } = await db.one<{ count: number }>(sql`select count(*)::int as count from comment k
    where k.service_company_id = ${at.serviceCompanyId} and k.portal_id = ${at.portalId} and k.contact_id = ${at.contactId}
      and k.ticket_id = ${at.ticketId} and k.event = 'reopened' and k.creation_date > ${since}`)
  return count
}

/** The language of a web user. */
export const languageOf = async (db: Db, serviceCompanyId: number, webUserId: number): Promise<Language> =>
  (
    await db.maybe<{ language: Language | null }>(
      sql`select u.language from web_user u where u.service_company_id = ${serviceCompanyId} and u.id = ${webUserId}`,
    )
  )?.language ?? 'it-IT'

/** The language of whoever has raised a ticket. */
export const raiserLanguageOf = async (db: Db, at: TicketKeys): Promise<Language> =>
  (
    await db.maybe<{
      language: Language | null
    }>(sql`select u.language from ticket t left join web_user u on ${sameCompany('u', 't')} and u.id = t.creator_web_user_id
      where t.service_company_id = ${at.serviceCompanyId} and t.portal_id = ${at.portalId} and t.contact_id = ${at.contactId}
        and t.id = ${at.ticketId}`)
  )?.language ?? 'it-IT'
