import type { TableKind } from '@portico/contract/staff/imports'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { sameCompany, sameContact, samePortal } from '../../kernel/access/tenant-joins.ts'
import { type Db, raw, type Sql, sql } from '../../kernel/database/db.ts'
import type { NamedPortal } from '../import-clients.ts'

/** A customer of the portal, with all by what a row can name it. One that was merged stands for the customer it was merged into. */
export type KnownCustomer = {
  externalId: string
  companyName: string
  vatNumber: string | null
  fiscalCode: string | null
  email: string | null
}

/** The customers of a portal. */
export const customersOfPortal = (db: Db, { company, id }: NamedPortal): Promise<KnownCustomer[]> =>
  db.many(sql`select external_id as "externalId", company_name as "companyName", vat_number as "vatNumber", fiscal_code as "fiscalCode", email
    from contact where service_company_id = ${company} and portal_id = ${id} and external_id is not null
    union all
    select c.external_id, c.company_name, g.vat_number, g.fiscal_code, null from merged_contact g
    join contact c on ${samePortal('c', 'g')} and c.id = g.contact_id
    where g.service_company_id = ${company} and g.portal_id = ${id} and c.external_id is not null`)

const day = (column: string) => `to_char(${column} at time zone p.time_zone, 'YYYY-MM-DD')`

/** What identifies records of a kind beside their customer: a name or number, and a day or second name. */
const natural: Record<
  Exclude<TableKind, 'contact' | 'webUser'>,
  { table: string; name: string; more: string; join?: string }
> = {
  invoice: { table: 'invoice', name: 't.document_number', more: day('t.invoice_date') },
  estimate: { table: 'estimate', name: 't.estimate_number', more: 't.revision_number::text' },
  activityContract: { table: 'activity_contract', name: 't.name', more: day('t.starts_at') },
  serviceContract: { table: 'service_contract', name: 't.name', more: day('t.active_from') },
  subscription: { table: 'recurring_advance', name: 't.code', more: `''` },
  asset: {
    table: 'wiki_element',
    name: 't.name',
    more: 'o.name',
    join: `join wiki_folder o on ${sameContact('o', 't').sql}
      and o.id = t.wiki_folder_id`,
  },
}

/** A record of the portal with what identifies it. */
export type KnownRecord = { externalId: string; contact: string; name: string; more: string }

/** The records of a kind in a portal. */
export const recordsOfPortal = (
  db: Db,
  kind: Exclude<TableKind, 'contact' | 'webUser'>,
  { company, id }: NamedPortal,
): Promise<KnownRecord[]> => {
  const { table, name, more, join = '' } = natural[kind]
  return db.many(sql`select t.external_id as "externalId", c.external_id as contact, ${raw(name)} as name, ${raw(more)} as more
    from ${raw(`${table} t`)}
    join portal p on ${sameCompany('p', 't')} and p.id = t.portal_id
    join contact c on ${samePortal('c', 't')} and c.id = t.contact_id
    ${raw(join)}
    where t.service_company_id = ${company} and t.portal_id = ${id} and t.external_id is not null and c.external_id is not null`)
}

/** Which of these external ids records of a table have, in the whole company. */
export const takenIds = async (db: Db, table: string, company: number, externalIds: string[]): Promise<Set<string>> => {
  const rows = await db.many<{ id: string }>(sql`select external_id as id from ${raw(table)}
    where service_company_id = ${company} and external_id = any(${externalIds})`)
  return new Set(rows.map(({ id }) => id))
}

/** A person of the company. `isWithinReach`: of a portal of the account, or of none; `isMemberElsewhere`: also of others. */
export type KnownPerson = {
  externalId: string
  userName: string
  email: string | null
  isWithinReach: boolean
  isMemberElsewhere: boolean
}

/** The people who have one of these names, addresses or external ids. */
export const peopleNamed = (
  db: Db,
  { serviceCompanyId, portalIds }: Pick<StaffScope, 'serviceCompanyId' | 'portalIds'>,
  names: string[],
): Promise<KnownPerson[]> => {
  const isMember = (inside: boolean): Sql =>
    sql`exists (select from membership m where ${sameCompany('m', 'u')} and m.web_user_id = u.id
      and (m.portal_id = any(${portalIds ?? null}::bigint[])) = ${inside})`
  const all = portalIds === null
  const lower = names.map(name => name.toLowerCase())
  return db.many(sql`select u.external_id as "externalId", u.user_name as "userName", u.email,
      ${all} or ${isMember(true)} as "isWithinReach", not ${all} and ${isMember(false)} as "isMemberElsewhere"
    from web_user u where u.service_company_id = ${serviceCompanyId} and u.external_id is not null
      and (lower(u.user_name) = any(${lower}) or lower(u.email) = any(${lower}) or u.external_id = any(${names}))`)
}

/** The memberships of these people in these customers, by external ids. */
export const membershipsOf = (
  db: Db,
  { company, id }: NamedPortal,
  people: string[],
): Promise<{ externalId: string; contact: string; webUser: string }[]> =>
  db.many(sql`select m.external_id as "externalId", c.external_id as contact, u.external_id as "webUser" from membership m
    join contact c on ${samePortal('c', 'm')} and c.id = m.contact_id
    join web_user u on ${sameCompany('u', 'm')} and u.id = m.web_user_id
    where m.service_company_id = ${company} and m.portal_id = ${id} and u.external_id = any(${people}) and m.external_id is not null`)

/** Folders and properties of assets in a portal: the external id of what they belong to, their name, and their own. */
export const assetParts = (
  db: Db,
  part: 'folder' | 'property',
  { company, id }: NamedPortal,
): Promise<{ owner: string; name: string; externalId: string }[]> =>
  part === 'folder'
    ? db.many(sql`select c.external_id as owner, t.name, t.external_id as "externalId" from wiki_folder t
        join contact c on ${samePortal('c', 't')} and c.id = t.contact_id
        where t.service_company_id = ${company} and t.portal_id = ${id} and t.external_id is not null and c.external_id is not null`)
    : db.many(sql`select e.external_id as owner, t.typology_name as name, t.external_id as "externalId" from wiki_property t
        join wiki_element e on ${sameContact('e', 't')}
          and e.id = t.wiki_element_id
        where t.service_company_id = ${company} and t.portal_id = ${id} and t.external_id is not null and e.external_id is not null`)
