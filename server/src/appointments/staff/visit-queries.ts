import type { Language } from '@portico/contract/language'
import type { StaffVisit } from '@portico/contract/staff/planning/visits'
import { staffLanguage } from '../../kernel/access/staff-language.ts'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { sameCompany } from '../../kernel/access/tenant-joins.ts'
import { type Db, empty, type Sql, sql } from '../../kernel/database/db.ts'
import { hashToken } from '../../kernel/security/secrets.ts'
import { versionOfVisit } from './board-queries.ts'
import { isSeen, mayChange, seenTicket, visitJoins, worksFor } from './visibility-queries.ts'

/** Where a visit takes place: a contact of a portal, and perhaps a ticket of it. */
export type VisitPlace = { serviceCompanyId: number; portalId: number; contactId: number; ticketId: number | null }

/** A visit as the database has it, with what its mails say. */
export type VisitRow = VisitPlace & {
  id: number
  staffId: number | null
  staffName: string | null
  staffEmail: string | null
  staffLanguage: Language
  startsAt: Date
  endsAt: Date
  status: StaffVisit['status']
  sequence: number
  /** As it was written; null: the ticket's. */
  ownTitle: string | null
  title: string | null
  activityTypeName: string
  companyName: string
  ownAddress: string | null
  address: string | null
  phone: string | null
  notes: string | null
  email: string | null
  language: Language | null
  encryptedKey: string | null
  ticket: StaffVisit['ticket']
  portal: StaffVisit['portal']
  /** The key that the portal had at first: names of calendar entries must not change. */
  firstKey: string
  supportEmail: string | null
  supportPhone: string | null
  timeZone: string
  version: string
  mayChange: boolean
}

const selectVisit = (scope: StaffScope, visitId: number): Sql => sql`select v.service_company_id as "serviceCompanyId",
    v.portal_id as "portalId", v.contact_id as "contactId", v.ticket_id as "ticketId", v.id, v.staff_user_id as "staffId",
    u.display_name as "staffName", u.email as "staffEmail", ${staffLanguage('v')} as "staffLanguage", v.starts_at as "startsAt", v.ends_at as "endsAt",
    coalesce(v.status, 'planned') as status, v.sequence, v.title as "ownTitle", coalesce(v.title, t.title) as title,
    v.activity_type_name as "activityTypeName", c.company_name as "companyName", v.address as "ownAddress",
    coalesce(v.address, c.address) as address, c.phone, v.notes, v.email, v.language, v.sealed_key as "encryptedKey",
    ${seenTicket(scope)} as ticket,
    json_build_object('id', p.id, 'webPortalKey', p.web_portal_key, 'name', p.web_portal_name, 'baseColor', p.base_color) as portal,
    p.first_key as "firstKey", p.support_email as "supportEmail", p.support_phone as "supportPhone", p.time_zone as "timeZone", ${versionOfVisit} as version,
    ${mayChange(scope, 'v')} as "mayChange"
  from planned_activity v ${visitJoins}
  join portal p on ${sameCompany('p', 'v')} and p.id = v.portal_id
  left join staff_user u on ${sameCompany('u', 'v')} and u.id = v.staff_user_id
  where v.service_company_id = ${scope.serviceCompanyId} and v.id = ${visitId} and v.appointment_id is null and ${isSeen(scope, 'v')}`

/** A visit that is no booking; undefined if the account may not see it. */
export const findVisit = (db: Db, scope: StaffScope, visitId: number): Promise<VisitRow | undefined> =>
  db.maybe(selectVisit(scope, visitId))

/** Like {@link findVisit}, and locks it, so that changes happen one after the other. */
export const lockVisit = (db: Db, scope: StaffScope, visitId: number): Promise<VisitRow | undefined> =>
  db.maybe(sql`${selectVisit(scope, visitId)} for update of v`)

/** What is written of a visit. */
export type WrittenVisit = {
  staffId: number | null
  start: Date
  end: Date
  title: string | null
  activityTypeName: string
  address: string | null
  notes: string | null
  email: string | null
}

/** The language in which a customer reads mails: that of the person with the address. */
export const languageOf = async (db: Db, place: VisitPlace, email: string | null): Promise<Language | null> => {
  if (email === null) return null
  const row = await db.maybe<{ language: Language | null }>(sql`select u.language from membership m
    join web_user u on ${sameCompany('u', 'm')} and u.id = m.web_user_id
    where m.service_company_id = ${place.serviceCompanyId} and m.portal_id = ${place.portalId} and m.contact_id = ${place.contactId}
      and lower(u.email) = lower(${email}) order by m.active desc, m.id limit 1`)
  return row?.language ?? null
}

export const insertVisit = async (
  db: Db,
  { serviceCompanyId, portalId, contactId, ticketId }: VisitPlace,
  visit: WrittenVisit & { language: Language | null; key: string; encryptedKey: string },
): Promise<number> => {
  const { staffId, start, end, title, activityTypeName, address, notes, email, language, key, encryptedKey } = visit
  const { id } = await db.one<{
    id: number
  }>(sql`insert into planned_activity (service_company_id, portal_id, contact_id, ticket_id,
      staff_user_id, starts_at, ends_at, title, activity_type_name, address, notes, email, language, status, key_hash, sealed_key)
    values (${serviceCompanyId}, ${portalId}, ${contactId}, ${ticketId}, ${staffId}, ${start}, ${end}, ${title}, ${activityTypeName},
      ${address}, ${notes}, ${email}, ${language}, 'planned', ${hashToken(key)}, ${encryptedKey}) returning id`)
  return id
}

const ofVisit = ({ serviceCompanyId, portalId, contactId, id }: VisitRow): Sql =>
  sql`service_company_id = ${serviceCompanyId} and portal_id = ${portalId} and contact_id = ${contactId} and id = ${id}`

/** Writes a visit anew; `isNotified`: its calendar entry changes. */
export const updateVisit = (
  db: Db,
  row: VisitRow,
  visit: WrittenVisit & { language: Language | null },
  isNotified: boolean,
): Promise<number> => {
  const { staffId, start, end, title, activityTypeName, address, notes, email, language } = visit
  return db.run(sql`update planned_activity set staff_user_id = ${staffId}, starts_at = ${start}, ends_at = ${end}, title = ${title},
      activity_type_name = ${activityTypeName}, address = ${address}, notes = ${notes}, email = ${email}, language = ${language}
      ${isNotified ? sql`, sequence = sequence + 1` : empty}
    where ${ofVisit(row)}`)
}

export const markVisitCancelled = (db: Db, row: VisitRow): Promise<number> =>
  db.run(sql`update planned_activity set status = 'cancelled', sequence = sequence + 1 where ${ofVisit(row)}`)

/** Gives a visit a key for its link, where an old one has none. */
export const setVisitKey = (db: Db, row: VisitRow, key: string, encryptedKey: string): Promise<number> =>
  db.run(
    sql`update planned_activity set key_hash = ${hashToken(key)}, sealed_key = ${encryptedKey} where ${ofVisit(row)}`,
  )

/** Whether a staff user of the company can be sent on visits of a portal. */
export const canBeSent = async (
  db: Db,
  { serviceCompanyId }: StaffScope,
  staffId: number,
  portalId: number,
): Promise<boolean> =>
  (await db.maybe(sql`select from staff_user u
    where u.service_company_id = ${serviceCompanyId} and u.id = ${staffId} and ${worksFor(sql`${portalId}::bigint`)}`)) !==
  undefined

/** The title of a visit's ticket. */
export const ticketTitleOf = async (
  db: Db,
  { serviceCompanyId, portalId, contactId, ticketId }: VisitPlace,
): Promise<string | null> => {
  const row = await db.maybe<{
    title: string
  }>(sql`select t.title from ticket t where t.service_company_id = ${serviceCompanyId}
    and t.portal_id = ${portalId} and t.contact_id = ${contactId} and t.id = ${ticketId}::bigint`)
  return row?.title ?? null
}

/** Tells open screens of customers and staff that a ticket's visits have changed. */
export const announceTicket = (
  db: Db,
  { serviceCompanyId, portalId, contactId, ticketId }: VisitPlace,
  now: Date,
): Promise<number> =>
  db.run(sql`insert into event (service_company_id, portal_id, contact_id, type, ticket_id, created_at)
    values (${serviceCompanyId}, ${portalId}, ${contactId}, 'ticket.changed', ${ticketId}, ${now})`)
