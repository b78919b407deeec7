import { activeStatus } from '@portico/contract/contracts'
import { type Flag, flags } from '@portico/contract/permissions'
import type { StaffCustomer, StaffPerson } from '@portico/contract/staff/customers/customers'
import { publishedKinds } from '@portico/contract/staff/published'
import { seesAmounts, seesRecords } from '@portico/contract/staff-roles'
import { isSeen } from '../../appointments/staff/visibility-queries.ts'
import { hasJoined } from '../../auth/account-queries.ts'
import { residual } from '../../contracts/activity-queries.ts'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { sameCompany, sameContact, samePortal } from '../../kernel/access/tenant-joins.ts'
import { columnName } from '../../kernel/database/column-name.ts'
import { type Db, empty, join, raw, type Sql, sql } from '../../kernel/database/db.ts'
import { bouncedMark } from '../../tickets/received-mail-queries.ts'
import { withinStaffPortals } from '../../tickets/staff/list-queries.ts'
import { lastAccessOf, ofCustomer, portalObject, vatKey } from './customer-columns.ts'
import { lateCount, openCount } from './list-queries.ts'

const DAY = 24 * 3_600_000
const RECENT = 90 * DAY
const EXPIRING = 30 * DAY
const CONTRACTS_MOST = raw('50')
const DOCUMENTS_MOST = raw('6')
const VISITS_MOST = raw('5')

const list = (rows: Sql): Sql => sql`(select coalesce(json_agg(x), '[]') from (${rows}) x)`

const flagObject: Sql = raw(
  `json_build_object(${flags.map((flag: Flag) => `'${flag}', m.${columnName(flag)}`).join(', ')})`,
)

/** Names what staff change of membership `m` and its web user `u`. */
const personVersion: Sql = sql`md5(concat_ws('/', m.referent_name, m.active, ${raw(
  flags.map(flag => `m.${columnName(flag)}`).join(', '),
)}, coalesce(u.email, '-'), coalesce(u.phone, '-'), coalesce(u.language, '-')))`

const invitations = (what: Sql): Sql => sql`(select ${what} from confirmation k where ${sameContact('k', 'm')}
  and k.web_user_id = m.web_user_id and k.kind = 'invitation')`

/** Whether membership `m`'s web user has access in portals that the account does not work for. */
const belongsElsewhere = (scope: StaffScope): Sql =>
  scope.portalIds === null
    ? sql`false`
    : sql`exists (select from membership o where ${sameCompany('o', 'm')} and o.web_user_id = m.web_user_id and o.active
        and o.portal_id <> all(${[...scope.portalIds]}::bigint[]))`

/** Whether a person has access in portals that the account does not work for. */
export const isMemberElsewhere = async (db: Db, scope: StaffScope, webUserId: number): Promise<boolean> =>
  (await db.maybe(sql`select from membership m where m.service_company_id = ${scope.serviceCompanyId}
    and m.web_user_id = ${webUserId} and ${belongsElsewhere(scope)} limit 1`)) !== undefined

const personColumns = (scope: StaffScope, now: Date): Sql => sql`m.id, m.web_user_id as "webUserId",
  m.referent_name as "referentName", u.user_name as "userName", u.email, u.phone, u.language, ${flagObject} as flags, m.active,
  instant(${lastAccessOf('m')}) as "lastAccessOn",
  instant(${invitations(sql`max(k.mailed_at)`)}) as "invitedOn",
  instant(${invitations(sql`max(k.expires_at) filter (where k.used_at is null and k.expires_at > ${now})`)}) as "invitationEndsOn",
  ${hasJoined('u')} as "hasPassword",
  (select count(*) from session s where ${sameCompany('s', 'm')} and s.web_user_id = m.web_user_id and s.expires_at > ${now})::int
    as sessions,
  exists (select from second_factor f where ${sameCompany('f', 'm')} and f.web_user_id = m.web_user_id
    and f.confirmed_at is not null) as "hasSecondFactor",
  coalesce((select json_agg(json_build_object('id', k.id, 'name', k.name, 'createdAt', instant(k.created_at),
      'lastUsedAt', instant(k.last_used_at)) order by k.created_at, k.id)
    from passkey k where ${sameCompany('k', 'm')} and k.web_user_id = m.web_user_id), '[]') as passkeys,
  (select count(*) from membership o where ${sameCompany('o', 'm')} and o.web_user_id = m.web_user_id and o.active
    and o.contact_id <> m.contact_id)::int as "otherCustomers",
  not ${belongsElsewhere(scope)} as "isWithinReach", ${bouncedMark('u')} as bounced, ${personVersion} as version`

type PersonRow = Omit<StaffPerson, 'state'> & { active: boolean }

const stateOf = ({ active, lastAccessOn, invitationEndsOn, hasPassword }: PersonRow): StaffPerson['state'] => {
  if (!active) return 'ended'
  if (lastAccessOn !== null) return 'active'
  return invitationEndsOn !== null && !hasPassword ? 'invited' : 'never'
}

const withState = ({ active, ...row }: PersonRow): StaffPerson => ({ ...row, state: stateOf({ active, ...row }) })

const people = (scope: StaffScope, now: Date): Sql => sql`select ${personColumns(scope, now)}
  from membership m join web_user u on ${sameCompany('u', 'm')} and u.id = m.web_user_id`

const soon = (now: Date): Date => new Date(now.getTime() + EXPIRING)

const stateBetween = (from: string, to: string, now: Date, isRunning: Sql = sql`true`): Sql =>
  sql`case when not (${isRunning}) or ${raw(to)} <= ${now} then 'ended' when ${raw(from)} > ${now} then 'toCome'
    when ${raw(to)} <= ${soon(now)} then 'expiring' else 'active' end`

const contracts = (now: Date): Sql => sql`
  select a.id, a.id as contract_id, 'activityContract' as kind, a.name, a.starts_at, a.ends_at, ${stateBetween('a.starts_at', 'a.ends_at', now)} as state,
    a.in_hours, a.amount, ${residual('activity_contract', 'a')} as residual
  from activity_contract a where ${ofCustomer('a')}
  union all
  select k.id, s.id, 'package', s.name || ' · ' || k.name, s.active_from, s.active_to,
    ${stateBetween('s.active_from', 's.active_to', now, sql`s.status = ${activeStatus}`)}, k.in_hours, k.amount,
    ${residual('contract_package', 'k')}
  from contract_package k join service_contract s on ${sameContact('s', 'k')} and s.id = k.service_contract_id
  where ${ofCustomer('k')}
  union all
  select s.id, s.id, 'serviceContract', s.name, s.active_from, s.active_to,
    ${stateBetween('s.active_from', 's.active_to', now, sql`s.status = ${activeStatus}`)}, null, null, null
  from service_contract s where ${ofCustomer('s')}
    and not exists (select from contract_package k where ${sameContact('k', 's')} and k.service_contract_id = s.id)`

const contractList = (now: Date): Sql => sql`
  select r.id, r.contract_id as "contractId", r.kind, r.name, instant(r.starts_at) as "startsOn", instant(r.ends_at) as "endsOn", r.state, r.in_hours as "inHours",
    r.amount, r.residual
  from (${contracts(now)}) r
  order by case r.state when 'toCome' then 1 when 'ended' then 2 else 0 end, case when r.state = 'ended' then r.ends_at end desc nulls last,
    r.residual / nullif(r.amount, 0) nulls last, r.ends_at nulls last, r.name, r.id limit ${CONTRACTS_MOST}`

const newest = (kind: string, name: Sql, date: string, more: Sql, table: string): Sql => sql`
  (select d.id, ${kind}::text as kind, ${name} as name, d.${raw(date)} as date, ${more} from ${raw(table)} d
    where ${ofCustomer('d')} ${table === 'signing_document' ? empty : sql`and d.withdrawn_at is null`}
    order by d.${raw(date)} desc, d.id desc limit ${DOCUMENTS_MOST})`

const withTotal = (scope: StaffScope, kind: 'invoice' | 'estimate'): Sql =>
  sql`${seesAmounts(scope, kind) ? sql`d.total` : sql`null::numeric as total`}, null::text as status`
const withNothing = sql`null::numeric as total, null::text as status`

/** The newest documents of contact `c` of the kinds that the account sees. */
const documents = (scope: StaffScope): Sql => sql`
  select r.id, r.kind, r.name, instant(r.date) as date, r.total, r.status,
    (select instant(max(o.last_at)) from opening o where ${ofCustomer('o')} and o.record_id = r.id
      and o.kind = case r.kind when 'signing' then 'documentToSign' else r.kind end) as "openedOn"
  from (
    ${newest('report', sql`d.name`, 'date_time', withNothing, 'activity_report')}
    union all ${newest('document', sql`d.document_name`, 'create_date', withNothing, 'document')}
    union all ${newest('signing', sql`d.document_name`, 'sent_on', sql`null::numeric as total, d.status`, 'signing_document')}
    ${
      seesRecords(scope, 'invoice')
        ? sql`union all ${newest('invoice', sql`d.document_number`, 'invoice_date', withTotal(scope, 'invoice'), 'invoice')}`
        : empty
    }
    ${
      seesRecords(scope, 'estimate')
        ? sql`union all ${newest('estimate', sql`d.estimate_name`, 'estimate_creation_date', withTotal(scope, 'estimate'), 'estimate')}`
        : empty
    }) r
  order by r.date desc, r.kind, r.id desc limit ${DOCUMENTS_MOST}`

/** Minutes from a ticket of contact `c` to the first message of the staff in it, on average. */
const firstAnswer = (
  since: Date,
): Sql => sql`(select round(avg(extract(epoch from w.answered - w.created_on)) / 60)::int from (
    select t.created_on, (select min(k.creation_date) from comment k where ${sameContact('k', 't')} and k.ticket_id = t.id
      and k.staff_user_id is not null) as answered
    from ticket t where ${ofCustomer('t')} and t.created_on > ${since} and t.creator_web_user_id is not null) w
  where w.answered is not null)`

const signIns = (since: Date): Sql => sql`(select coalesce(sum(e.count), 0)::int from security_event e
  where ${sameCompany('e', 'c')} and e.what in ('signIn', 'signInLink.used', 'invitation.used') and e.result = 'ok' and e.at > ${since}
    and e.web_user_id in (select m.web_user_id from membership m where ${ofCustomer('m')}))`

const countOf = (table: string): Sql => sql`(select count(*)::int from ${raw(table)} x where ${ofCustomer('x')})`

/** What the list of published files has of contact `c`. */
const documentCount: Sql = sql`${join(['invoice', 'estimate', 'activity_report', 'document'].map(countOf), ' + ')}`

/** What is still to be collected from contact `c`, of the invoices of which that is known; null if it is known of none. */
const openAmount: Sql = sql`(select sum(i.open_amount) from invoice i where ${ofCustomer('i')} and i.withdrawn_at is null)`

const visits = (scope: StaffScope, now: Date): Sql => sql`
  select case when v.appointment_id is null then 'visit' else 'booking' end as kind, coalesce(v.appointment_id, v.id) as id,
    instant(v.starts_at) as "startsOn", instant(v.ends_at) as "endsOn", coalesce(v.title, t.title, v.activity_type_name) as title,
    (select u.display_name from staff_user u where ${sameCompany('u', 'v')} and u.id = v.staff_user_id) as staff
  from planned_activity v left join ticket t on ${sameContact('t', 'v')} and t.id = v.ticket_id
  where ${ofCustomer('v')} and v.status is distinct from 'cancelled' and v.status is distinct from 'done' and v.ends_at > ${now}
    and ${isSeen(scope, 'v')} order by v.starts_at, v.id limit ${VISITS_MOST}`

const elsewhere = (scope: StaffScope): Sql => sql`
  select o.id, o.portal, o."openTickets" from (
    select c.id, c.portal_id, ${vatKey('c')} as vat_key, ${portalObject} as portal, p.web_portal_name, ${openCount(scope)} as "openTickets"
    from contact c join portal p on ${sameCompany('p', 'c')} and p.id = c.portal_id
    where ${withinStaffPortals(scope, 'c')}) o
  where o.portal_id <> c.portal_id and o.vat_key = ${vatKey('c')} order by o.web_portal_name, o.id`

/** Names what staff change of contact `c`. */
const customerVersion: Sql = sql`md5(json_build_array(c.company_name, c.vat_number, c.fiscal_code, c.sdi_code, c.address, c.phone, c.email,
  c.team_note)::text)`

/** A customer as the database returns it. */
export type CustomerRow = StaffCustomer & { etag: string }

/** Reads a customer in one statement; undefined if the account may not see it. */
export const customerOf = async (
  db: Db,
  scope: StaffScope,
  contactId: number,
  now: Date,
): Promise<CustomerRow | undefined> => {
  const since = new Date(now.getTime() - RECENT)
  const row = await db.maybe<Omit<CustomerRow, 'people'> & { people: PersonRow[] }>(sql`
    select c.id, c.company_name as "companyName", ${portalObject} as portal, p.time_zone as "timeZone", c.vat_number as "vatNumber", c.fiscal_code as "fiscalCode",
      c.sdi_code as "sdiCode", c.address, c.phone, c.email, c.team_note as "teamNote", c.archived_at is not null as "isArchived",
      ${customerVersion} as etag,
      ${list(sql`${people(scope, now)} where ${ofCustomer('m')} order by m.active desc, lower(m.referent_name), m.id`)} as people,
      ${list(contractList(now))} as contracts, (select count(*) from (${contracts(now)}) r)::int as "contractCount",
      ${seesRecords(scope, 'subscription') ? countOf('recurring_advance') : raw('0')} as "subscriptionCount",
      ${countOf('wiki_element')} as "assetCount",
      ${seesRecords(scope, ...publishedKinds) ? documentCount : raw('0')} as "documentCount",
      ${seesAmounts(scope, 'contact') ? openAmount : raw('null::numeric')} as "openAmount", ${list(visits(scope, now))} as visits,
      ${list(documents(scope))} as documents, ${openCount(scope)} as "openTickets", ${lateCount(scope, now)} as "lateTickets",
      ${firstAnswer(since)} as "firstAnswerMinutes", ${signIns(since)} as "recentSignIns",
      ${list(elsewhere(scope))} as elsewhere
    from contact c join portal p on ${sameCompany('p', 'c')} and p.id = c.portal_id
    where ${withinStaffPortals(scope, 'c')} and c.id = ${contactId}`)
  return row && { ...row, people: row.people.map(withState) }
}

/** A person of a customer; undefined if the account may not see it. */
export const personOf = async (
  db: Db,
  scope: StaffScope,
  { contactId, personId }: { contactId: number; personId: number },
  now: Date,
): Promise<StaffPerson | undefined> => {
  const row = await db.maybe<PersonRow>(sql`${people(scope, now)}
    where ${withinStaffPortals(scope, 'm')} and m.contact_id = ${contactId} and m.id = ${personId}`)
  return row && withState(row)
}

/** A locked contact, as what is written to it needs it. */
export type LockedCustomer = {
  serviceCompanyId: number
  portalId: number
  contactId: number
  externalId: string
  companyExternalId: string
  vatNumber: string | null
  isArchived: boolean
  etag: string
}

/** Locks a customer, so that changes happen one after the other; undefined if the account may not see it. */
export const lockCustomer = (db: Db, scope: StaffScope, contactId: number): Promise<LockedCustomer | undefined> =>
  db.maybe(sql`select c.service_company_id as "serviceCompanyId", c.portal_id as "portalId", c.id as "contactId",
      c.external_id as "externalId", s.external_id as "companyExternalId", c.vat_number as "vatNumber",
      c.archived_at is not null as "isArchived", ${customerVersion} as etag
    from contact c join service_company s on s.id = c.service_company_id
    where ${withinStaffPortals(scope, 'c')} and c.id = ${contactId} for no key update of c`)

/** Whether another customer of the portal has the VAT number. */
export const hasVatNumber = async (
  db: Db,
  { serviceCompanyId, portalId }: { serviceCompanyId: number; portalId: number },
  { vatNumber, but }: { vatNumber: string; but: number | null },
): Promise<boolean> => {
  const found = await db.maybe(sql`select from contact c, (select ${vatNumber}::text as vat_number) x
    where c.service_company_id = ${serviceCompanyId} and c.portal_id = ${portalId} and c.id is distinct from ${but}::bigint
      and ${vatKey('c')} = ${vatKey('x')} limit 1`)
  return found !== undefined
}

/** The portals that the account works for, with their external ids, by name. */
export const portalsOf = (
  db: Db,
  scope: StaffScope,
): Promise<{ id: number; externalId: string; companyExternalId: string }[]> =>
  db.many(sql`select p.id, p.external_id as "externalId", s.external_id as "companyExternalId" from portal p
    join service_company s on s.id = p.service_company_id where p.service_company_id = ${scope.serviceCompanyId}
      and (${scope.portalIds}::bigint[] is null or p.id = any(${scope.portalIds}::bigint[])) order by p.web_portal_name, p.id`)

/** Whether a record of this table has the external id, in the company. */
export const isExternalIdTaken = async (
  db: Db,
  { serviceCompanyId }: StaffScope,
  table: 'contact' | 'web_user' | 'membership',
  externalId: string,
): Promise<boolean> => {
  const found = await db.maybe(sql`select from ${raw(table)} where service_company_id = ${serviceCompanyId}
    and external_id = ${externalId}`)
  return found !== undefined
}

/** A membership with the names of its records, locked together with its web user. */
export type LockedPerson = {
  serviceCompanyId: number
  portalId: number
  contactId: number
  webUserId: number
  personId: number
  externalId: string
  userExternalId: string
  active: boolean
  administrator: boolean
  version: string
  isWithinReach: boolean
  isArchived: boolean
}

/** Locks a person of a customer, and the customer, whose last administrator it may be; undefined if the account may not see it. */
export const lockPerson = async (
  db: Db,
  scope: StaffScope,
  { contactId, personId }: { contactId: number; personId: number },
): Promise<LockedPerson | undefined> => {
  const customer = await lockCustomer(db, scope, contactId)
  if (!customer) return undefined
  return db.maybe(sql`select m.service_company_id as "serviceCompanyId", m.portal_id as "portalId", m.contact_id as "contactId",
      m.web_user_id as "webUserId", m.id as "personId", m.external_id as "externalId", u.external_id as "userExternalId", m.active,
      m.administrator, ${personVersion} as version, not ${belongsElsewhere(scope)} as "isWithinReach",
      ${customer.isArchived}::boolean as "isArchived"
    from membership m join web_user u on ${sameCompany('u', 'm')} and u.id = m.web_user_id
    where ${withinStaffPortals(scope, 'm')} and m.contact_id = ${contactId} and m.id = ${personId} for no key update of m, u`)
}

/** What staff change of a person, as it is now. */
export const readPersonFields = (
  db: Db,
  { serviceCompanyId, personId }: LockedPerson,
): Promise<Pick<StaffPerson, 'referentName' | 'userName' | 'email' | 'phone' | 'language' | 'flags' | 'hasPassword'>> =>
  db.one(sql`select m.referent_name as "referentName", u.user_name as "userName", u.email, u.phone, u.language, ${flagObject} as flags,
      ${hasJoined('u')} as "hasPassword"
    from membership m join web_user u on ${sameCompany('u', 'm')} and u.id = m.web_user_id
    where m.service_company_id = ${serviceCompanyId} and m.id = ${personId}`)

/** Whether the customer has another person who administers. */
export const hasOtherAdministrator = async (db: Db, person: LockedPerson): Promise<boolean> => {
  const found = await db.maybe(sql`select from membership m where m.service_company_id = ${person.serviceCompanyId}
    and m.portal_id = ${person.portalId} and m.contact_id = ${person.contactId} and m.id <> ${person.personId} and m.active
    and m.administrator limit 1`)
  return found !== undefined
}

/** Whether the web user has access to anything in the company. */
export const hasAccess = async (
  db: Db,
  { serviceCompanyId, webUserId }: { serviceCompanyId: number; webUserId: number },
): Promise<boolean> => {
  const found = await db.maybe(sql`select from membership m where m.service_company_id = ${serviceCompanyId}
    and m.web_user_id = ${webUserId} and m.active limit 1`)
  return found !== undefined
}

/** A web user of the company by address, with what the customer knows of it already. */
export const findByEmail = (
  db: Db,
  { serviceCompanyId, portalId, contactId }: LockedCustomer,
  email: string,
): Promise<{ id: number; externalId: string; member: 'active' | 'ended' | null } | undefined> =>
  db.maybe(sql`select u.id, u.external_id as "externalId",
      (select case when m.active then 'active' else 'ended' end from membership m where ${samePortal('m', 'x')}
        and m.contact_id = x.contact_id and m.web_user_id = u.id) as member
    from web_user u, (select ${serviceCompanyId}::bigint as service_company_id, ${portalId}::bigint as portal_id,
      ${contactId}::bigint as contact_id) x
    where u.service_company_id = ${serviceCompanyId} and lower(u.email) = lower(${email})`)

const HOUR = 3_600_000

/** How many invitations the staff mailed within the last hour: to the person, and in the company. */
export const countInvitations = (
  db: Db,
  { serviceCompanyId, webUserId }: { serviceCompanyId: number; webUserId: number },
  now: Date,
): Promise<{ person: number; company: number }> =>
  db.one(sql`select count(*) filter (where web_user_id = ${webUserId})::int as person, count(*)::int as company from invitation_mail
    where service_company_id = ${serviceCompanyId} and mailed_at > ${new Date(now.getTime() - HOUR)}`)

/** Counts a mailed invitation. */
export const noteInvitation = (
  db: Db,
  { serviceCompanyId, webUserId }: { serviceCompanyId: number; webUserId: number },
  mailedAt: Date,
): Promise<number> =>
  db.run(sql`insert into invitation_mail (service_company_id, web_user_id, mailed_at)
    values (${serviceCompanyId}, ${webUserId}, ${mailedAt})`)

/** Removes what is older than the limits look back. */
export const deleteInvitationMails = (db: Db, before: Date): Promise<number> =>
  db.run(sql`delete from invitation_mail where mailed_at < ${before}`)
