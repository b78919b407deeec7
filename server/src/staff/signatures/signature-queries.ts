import type { Signature, SignatureState } from '@portico/contract/staff/signatures'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { sameCompany, sameContact, samePortal } from '../../kernel/access/tenant-joins.ts'
import { type Db, join, raw, type Sql, sql } from '../../kernel/database/db.ts'
import type { Page, Paged, SortColumn } from '../../kernel/database/pagination.ts'
import { nameContains, withinStaffPortals } from '../../tickets/staff/list-queries.ts'

/** Filters of the list of documents to sign. */
export type SignatureQuery = {
  q?: string | undefined
  state?: SignatureState | undefined
  portal?: string | undefined
  contact?: number | undefined
}

export const signatureSort = { sentOn: { by: 'd.sent_on', type: 'timestamptz' } } satisfies Record<string, SortColumn>

const statusAt = (now: Date): Sql =>
  sql`case when d.status = 'unsigned' and d.valid_until <= ${now} then 'expired' else d.status end`

const isIn = (state: SignatureState, now: Date): Sql =>
  sql`${statusAt(now)} = ${state === 'waiting' ? 'unsigned' : state}`

const ofDocument = (alias: string): Sql => sql`${sameContact(alias, 'd')} and ${raw(alias)}.signing_document_id = d.id`

const opened = (what: string): Sql => sql`(select instant(${raw(what)}) from opening o
  where ${sameCompany('o', 'd')} and o.kind = 'documentToSign' and o.record_id = d.id)`

const columns = (now: Date): Sql => sql`d.id, d.document_name as "documentName",
  json_build_object('id', c.id, 'companyName', c.company_name) as contact,
  json_build_object('id', p.id, 'webPortalKey', p.web_portal_key, 'name', p.web_portal_name, 'baseColor', p.base_color) as portal,
  json_build_object('firstName', d.first_name, 'lastName', d.last_name, 'email', d.email, 'phone', d.phone) as signer,
  ${statusAt(now)} as status, instant(d.sent_on) as "sentOn", s.display_name as "sentBy", instant(d.valid_until) as "validUntil",
  instant(d.mailed_at) as "mailedOn", ${opened('min(o.first_at)')} as "openedOn", ${opened('max(o.last_at)')} as "lastOpenedOn",
  (select instant(max(k.sent_at)) from signing_code k where ${ofDocument('k')}) as "codeSentOn",
  coalesce((select k.delivery = 'failed' from signing_code k where ${ofDocument('k')} order by k.id desc limit 1), false) as "codeFailed",
  instant(d.signed_on) as "signedOn",
  case d.status when 'withdrawn' then d.withdrawn_reason when 'declined' then (
    select e.body::json -> 'detail' ->> 'reason' from signing_evidence e
    where ${ofDocument('e')} and e.body::json ->> 'step' = 'declined' limit 1) end as reason`

const source: Sql = sql`signing_document d
  join contact c on ${samePortal('c', 'd')} and c.id = d.contact_id
  join portal p on ${sameCompany('p', 'd')} and p.id = d.portal_id
  left join staff_user s on ${sameCompany('s', 'd')} and s.id = d.staff_user_id`

const filtered = (scope: StaffScope, { q, state, portal, contact }: SignatureQuery, now: Date): Sql => {
  const conditions = [withinStaffPortals(scope, 'd')]
  if (state !== undefined) conditions.push(isIn(state, now))
  if (contact !== undefined) conditions.push(sql`d.contact_id = ${contact}`)
  if (portal !== undefined)
    conditions.push(sql`d.portal_id = (select p.id from portal p
      where p.service_company_id = ${scope.serviceCompanyId} and p.web_portal_key = ${portal})`)
  if (q?.trim())
    conditions.push(sql`(${nameContains('d.document_name', q)} or ${nameContains("d.first_name || ' ' || d.last_name", q)}
      or d.contact_id = any(array(select c.id from contact c
        where c.service_company_id = ${scope.serviceCompanyId} and ${nameContains('c.company_name', q)})))`)
  return join(conditions, ' and ')
}

/** Reads one page of documents to sign. */
export const signaturesOf = (
  db: Db,
  scope: StaffScope,
  filter: SignatureQuery,
  page: Page,
  now: Date,
): Promise<Paged<Signature>[]> =>
  db.list(sql`select ${columns(now)}, ${page.key} from ${source}
    where ${filtered(scope, filter, now)} and ${page.after} order by ${page.order} limit ${page.limit}`)

export const countSignatures = (scope: StaffScope, filter: SignatureQuery, now: Date): Sql =>
  sql`select count(*) as count from signing_document d where ${filtered(scope, filter, now)}`

/** Documents to sign by their external ids, oldest first. */
export const signaturesNamed = (
  db: Db,
  scope: StaffScope,
  externalIds: readonly string[],
  now: Date,
): Promise<Signature[]> =>
  db.list(sql`select ${columns(now)} from ${source}
    where ${withinStaffPortals(scope, 'd')} and d.external_id = any(${[...externalIds]}) order by d.id`)

/** One document to sign, with its keys and what only its own page shows; undefined for one that is not there or beyond the scope. */
export const signatureOf = async (
  db: Db,
  scope: StaffScope,
  id: number,
  now: Date,
): Promise<
  (Signature & { message: string | null; portalId: number; contactId: number; externalId: string }) | undefined
> =>
  (
    await db.list<Signature & { message: string | null; portalId: number; contactId: number; externalId: string }>(
      sql`select ${columns(now)}, d.message, d.portal_id as "portalId", d.contact_id as "contactId", d.external_id as "externalId"
        from ${source} where ${withinStaffPortals(scope, 'd')} and d.id = ${id}`,
    )
  )[0]

/** The key that opens a document, as it is stored. */
export const encryptedKeyOf = async (db: Db, { serviceCompanyId }: StaffScope, id: number): Promise<string> =>
  (
    await db.one<{ key: string }>(
      sql`select sealed_key as key from signing_document where service_company_id = ${serviceCompanyId} and id = ${id}`,
    )
  ).key

/** Notes that the link of documents was mailed. */
export const setMailed = async (
  db: Db,
  { serviceCompanyId }: StaffScope,
  ids: readonly number[],
  now: Date,
): Promise<void> => {
  await db.run(sql`update signing_document set mailed_at = ${now}
    where service_company_id = ${serviceCompanyId} and id = any(${[...ids]}::bigint[])`)
}

/** How often the link of a document was mailed since an instant. */
export const countMails = async (
  db: Db,
  { serviceCompanyId }: StaffScope,
  id: number,
  since: Date,
): Promise<number> => {
  const { n } = await db.one<{ n: number }>(sql`select count(*) as n from publication_change
    where service_company_id = ${serviceCompanyId} and kind = 'documentToSign' and record_id = ${id}
      and what in ('sent', 'reminded') and at > ${since}`)
  return n
}

/** What sending needs to know of a customer; undefined for one that is not there or beyond the scope. */
export const receiverOf = (
  db: Db,
  scope: StaffScope,
  contactId: number,
): Promise<{ externalId: string; timeZone: string; staff: string | null } | undefined> =>
  db.maybe(sql`select c.external_id as "externalId", p.time_zone as "timeZone",
      (select s.external_id from staff_user s where ${sameCompany('s', 'c')} and s.id = ${scope.staffUserId}) as staff
    from contact c join portal p on ${sameCompany('p', 'c')} and p.id = c.portal_id
    where ${withinStaffPortals(scope, 'c')} and c.id = ${contactId}`)

/** The language of the web user with this address; undefined where nobody has it, or has chosen none. */
export const languageOf = async (db: Db, { serviceCompanyId }: StaffScope, email: string) =>
  (
    await db.maybe<{ language: 'it-IT' | 'en-EN' | 'es-ES' | null }>(sql`select language from web_user
      where service_company_id = ${serviceCompanyId} and lower(email) = lower(${email}) limit 1`)
  )?.language ?? undefined
