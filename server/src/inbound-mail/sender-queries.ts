import type { Language } from '@portico/contract/language'
import { letsIn } from '../kernel/access/scope.ts'
import { sameCompany } from '../kernel/access/tenant-joins.ts'
import { type Db, sql } from '../kernel/database/db.ts'

/** Where a ticket is. */
export type TicketPlace = { serviceCompanyId: number; portalId: number; contactId: number; ticketId: number }

/** The place of a ticket; undefined if it is gone. */
export const placeOf = (db: Db, serviceCompanyId: number, ticketId: number): Promise<TicketPlace | undefined> =>
  db.maybe(sql`select t.service_company_id as "serviceCompanyId", t.portal_id as "portalId", t.contact_id as "contactId", t.id as "ticketId"
    from ticket t where t.service_company_id = ${serviceCompanyId} and t.id = ${ticketId}`)

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
      c.company_name as "companyName", m.web_user_id as "webUserId", m.manage_tickets as "mayRaise"
    from web_user u
    join membership m on ${sameCompany('m', 'u')} and m.web_user_id = u.id and ${letsIn('m')}
    join portal p on ${sameCompany('p', 'm')} and p.id = m.portal_id
    join contact c on ${sameCompany('c', 'm')} and c.portal_id = m.portal_id and c.id = m.contact_id
    where u.service_company_id = ${serviceCompanyId} and lower(u.email) = lower(${address})
      and (${portalIds}::bigint[] is null or m.portal_id = any(${portalIds}::bigint[]))
    order by c.company_name, m.id`)

/** A mailbox that customers write to. `authservId` is the name that its server signs with. */
export type Mailbox = {
  id: number
  portalId: number
  staffGroupId: number | null
  address: string
  authservId: string | null
  isFetched: boolean
  answersStrangers: boolean
}

/** The mailboxes of a company, whose addresses we never answer. */
export const mailboxesOf = (db: Db, serviceCompanyId: number): Promise<Mailbox[]> =>
  db.many(sql`select x.id, x.portal_id as "portalId", x.staff_group_id as "staffGroupId", lower(x.address) as address,
      lower(x.authserv_id) as "authservId", x.imap_url is not null as "isFetched", p.answers_strangers as "answersStrangers"
    from mailbox x join portal p on ${sameCompany('p', 'x')} and p.id = x.portal_id where x.service_company_id = ${serviceCompanyId} order by x.id`)

/** Marks an address to which mails do not arrive; whether it was not marked before. */
export const markBounced = async (
  db: Db,
  serviceCompanyId: number,
  id: number,
  { diagnostic, now }: { diagnostic: string; now: Date },
): Promise<{ address: string; isNew: boolean } | undefined> =>
  db.maybe(sql`with before as (
      select a.service_company_id, a.id, a.bounced_at from mail_address a
      where a.service_company_id = ${serviceCompanyId} and a.id = ${id} for update)
    update mail_address a set bounced_at = coalesce(a.bounced_at, ${now}), diagnostic = ${diagnostic} from before b
      where ${sameCompany('a', 'b')} and a.id = b.id
      returning a.address, b.bounced_at is null as "isNew"`)

/** How often a ticket was reopened since a time. */
export const countReopenings = async (db: Db, at: TicketPlace, since: Date): Promise<number> => {
  const { count } = await db.one<{ count: number }>(sql`select count(*)::int as count from comment k
    where k.service_company_id = ${at.serviceCompanyId} and k.portal_id = ${at.portalId} and k.contact_id = ${at.contactId}
      and k.ticket_id = ${at.ticketId} and k.event = 'reopened' and k.creation_date > ${since}`)
  return count
}

/** Writes a note of nobody: what came by mail and is not its reader's word. */
export const insertMailNote = async (
  db: Db,
  at: TicketPlace,
  { message, words, now }: { message: string; words: string[]; now: Date },
): Promise<number> => {
  const { id } = await db.one<{
    id: number
  }>(sql`insert into internal_note (service_company_id, portal_id, contact_id, ticket_id, message,
      created_on, words)
    values (${at.serviceCompanyId}, ${at.portalId}, ${at.contactId}, ${at.ticketId}, ${message}, ${now},
      array_to_tsvector(${words}::text[])) returning id`)
  await db.run(sql`insert into event (service_company_id, portal_id, contact_id, type, ticket_id, staff_only, created_at)
    values (${at.serviceCompanyId}, ${at.portalId}, ${at.contactId}, 'note.created', ${at.ticketId}, true, ${now})`)
  return id
}

export const attachToNote = (db: Db, at: TicketPlace, noteId: number, fileIds: number[]): Promise<number> =>
  db.run(sql`insert into internal_note_file (service_company_id, portal_id, contact_id, note_id, file_id, position)
    select ${at.serviceCompanyId}, ${at.portalId}, ${at.contactId}, ${noteId}, f.id, f.position
    from unnest(${fileIds}::bigint[]) with ordinality as f (id, position)`)

/** Writes a message of somebody in copy, who has no account; returns its id. */
export const insertCopyComment = async (
  db: Db,
  at: TicketPlace,
  comment: { message: string; words: string[]; address: string; name: string | null; now: Date },
): Promise<number> => {
  const { id } = await db.one<{
    id: number
  }>(sql`insert into comment (service_company_id, portal_id, contact_id, ticket_id, message,
      sender_address, sender_name, creation_date, words)
    values (${at.serviceCompanyId}, ${at.portalId}, ${at.contactId}, ${at.ticketId}, ${comment.message}, ${comment.address},
      ${comment.name}, ${comment.now}, array_to_tsvector(${comment.words}::text[])) returning id`)
  return id
}

/** The files of a mail that were stored before the transaction. */
export const insertMailFile = async (
  db: Db,
  at: Omit<TicketPlace, 'ticketId'>,
  file: {
    purpose: string
    name: string
    mediaType: string
    inline: boolean
    size: number
    sha256: string
    storageKey: string
    uploaderWebUserId: number | null
    uploaderStaffAccountId: number | null
    isClaimed: boolean
    now: Date
  },
): Promise<number> => {
  const { id } = await db.one<{
    id: number
  }>(sql`insert into file (service_company_id, portal_id, contact_id, purpose, name, media_type,
      inline, size, sha256, storage_key, uploader_web_user_id, uploader_staff_account_id, claimed, created_at)
    values (${at.serviceCompanyId}, ${at.portalId}, ${at.contactId}, ${file.purpose}, ${file.name}, ${file.mediaType}, ${file.inline},
      ${file.size}, decode(${file.sha256}, 'hex'), ${file.storageKey}, ${file.uploaderWebUserId}, ${file.uploaderStaffAccountId},
      ${file.isClaimed}, ${file.now}) returning id`)
  return id
}

/** The language of a web user. */
export const languageOf = async (db: Db, serviceCompanyId: number, webUserId: number): Promise<Language> =>
  (
    await db.maybe<{ language: Language | null }>(
      sql`select u.language from web_user u where u.service_company_id = ${serviceCompanyId} and u.id = ${webUserId}`,
    )
  )?.language ?? 'it-IT'
