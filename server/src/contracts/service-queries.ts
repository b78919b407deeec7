import { activeStatus, type Tag } from '@portico/contract/contracts'
import type { WikiItem } from '@portico/contract/shapes'
import { type Scope, within } from '../kernel/access/scope.ts'
import { sameCompany, sameContact, samePortal } from '../kernel/access/tenant-joins.ts'
import { type Db, join, raw, type Sql, sql } from '../kernel/database/db.ts'
import type { Page, Paged, SortColumn } from '../kernel/database/pagination.ts'
import { byName } from '../kernel/database/search-words.ts'
import { type ActivityRow, activities, residual } from './activity-queries.ts'
import { type ContractFilter, soon } from './queries.ts'
import type { Granted } from './rules.ts'

/** See {@link ContractFilter}. `tagIds` keeps the contracts that have any of these tags. */
export type ServiceFilter = ContractFilter & { tagIds: number[] | undefined }

export const serviceSort = {
  activeFrom: { by: 'c.active_from', type: 'timestamptz' },
  // A contract without an end sorts after all others.
  activeTo: { by: `coalesce(c.active_to, timestamptz '9999-12-31 00:00:00Z')`, type: 'timestamptz' },
  name: { by: 'c.name_order', type: 'text' },
} satisfies Record<string, SortColumn>

type PackageRow = Granted & { id: number; name: string; activities: ActivityRow[] }

/** A service contract as the database returns it. */
export type ServiceRow = {
  id: number
  name: string
  status: number
  isExpired: boolean
  expiring30Days: boolean
  activeFrom: string
  activeTo: string | null
  tags: Tag[]
  wikiElements: WikiItem[]
  documents: { id: number; documentName: string; fileId: number; fileName: string }[]
  packages: PackageRow[]
}

const ofContract = (alias: string): Sql => sql`${sameContact(alias, 'c')} and ${raw(alias)}.service_contract_id = c.id`

const tags: Sql = sql`(select coalesce(json_agg(g), '[]') from (
    select t.id, t.name, t.tag_group_name as "tagGroupName" from service_contract_tag ct
    join tag t on ${samePortal('t', 'ct')} and t.id = ct.tag_id
    where ${ofContract('ct')} order by t.id) g)`

/** The assets of a contract, by folder and name; none for readers who may not see assets. */
const wikiElements = (seesAssets: boolean): Sql =>
  seesAssets
    ? sql`(select coalesce(json_agg(e), '[]') from (
        select w.id, w.name, f.name as "folderName", w.wiki_folder_id as "wikiFolderId"
        from service_contract_wiki_element ce
        join wiki_element w on ${sameContact('w', 'ce')} and w.id = ce.wiki_element_id
        join wiki_folder f on ${sameContact('f', 'w')} and f.id = w.wiki_folder_id
        where ${ofContract('ce')} order by w.folder_order, w.name_order, w.id) e)`
    : sql`'[]'::json`

const documents: Sql = sql`(select coalesce(json_agg(d), '[]') from (
    select d.id, d.document_name as "documentName", f.id as "fileId", f.name as "fileName"
    from service_contract_document d join file f on ${sameContact('f', 'd')} and f.id = d.file_id
    where ${ofContract('d')} order by d.id) d)`

const packages: Sql = sql`(select coalesce(json_agg(p), '[]') from (
    select p.id, p.name, p.in_hours as "inHours", p.amount, ${residual('contract_package', 'p')} as residual,
      ${activities('contract_package', 'p')} as activities
    from contract_package p where ${ofContract('p')} order by p.id) p)`

const filtered = (scope: Scope, { range, active, tagIds }: ServiceFilter): Sql => {
  const conditions = [within(scope, 'c')]
  if (range.from) conditions.push(sql`(c.active_to is null or c.active_to >= ${range.from})`)
  if (range.to) conditions.push(sql`c.active_from < ${range.to}`)
  if (active) conditions.push(sql`c.status = ${activeStatus}`)
  if (tagIds)
    conditions.push(
      sql`exists (select from service_contract_tag ct where ${ofContract('ct')} and ct.tag_id = any(${tagIds}))`,
    )
  return join(conditions, ' and ')
}

/** The columns of service contract `c` with all its parts; the assets only for readers who may see them. */
export const serviceColumns = (moment: Pick<ContractFilter, 'now'>, seesAssets: boolean): Sql =>
  sql`c.id, c.name, c.status, c.status <> ${activeStatus} as "isExpired",
      c.status = ${activeStatus} and coalesce(c.active_to >= ${moment.now} and c.active_to < ${soon(moment)}, false)
        as "expiring30Days",
      instant(c.active_from) as "activeFrom", instant(c.active_to) as "activeTo", ${tags} as tags,
      ${wikiElements(seesAssets)} as "wikiElements", ${documents} as documents, ${packages} as packages`

const listed = (scope: Scope, filter: ServiceFilter, page: Page): Sql =>
  sql`select ${serviceColumns(filter, scope.flags.viewContactWiki)}, c."pageKey"
    from (select c.*, ${page.key} from service_contract c where ${filtered(scope, filter)} and ${page.after}
      order by ${page.order} limit ${page.limit}) c
    order by ${page.order}`

/** Reads one page of service contracts with all their parts in one statement; undefined if the portal does not have one of the tags. */
export const serviceContractsOf = async (
  db: Db,
  scope: Scope,
  filter: ServiceFilter,
  page: Page,
): Promise<Paged<ServiceRow>[] | undefined> => {
  if (!filter.tagIds) return db.list(listed(scope, filter, page))
  const { known, rows } = await db.one<{ known: number; rows: Paged<ServiceRow>[] }>(sql`select
    (select count(*) from tag where service_company_id = ${scope.serviceCompanyId} and portal_id = ${scope.portalId}
      and id = any(${filter.tagIds})) as known,
    (select coalesce(json_agg(r), '[]') from (${listed(scope, filter, page)}) r) as rows`)
  return known === filter.tagIds.length ? rows : undefined
}

export const countServiceContracts = (scope: Scope, filter: ServiceFilter): Sql =>
  sql`select count(*) as count from service_contract c where ${filtered(scope, filter)}`

/** The tags of the portal with this key; undefined if there is no such portal. */
export const tagsOf = async (db: Db, company: string): Promise<Tag[] | undefined> => {
  const portal = await db.maybe<{ tags: Tag[] }>(sql`select coalesce((select json_agg(g) from (
      select t.id, t.name, t.tag_group_name as "tagGroupName" from tag t
      where ${sameCompany('t', 'p')} and t.portal_id = p.id order by t.id) g), '[]') as tags
    from portal p where p.web_portal_key = ${company}`)
  return portal && byName(portal.tags, ({ name }) => name)
}
