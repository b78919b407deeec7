import type { StaffAsset, StaffAssetListed, StaffFolder } from '@portico/contract/staff/records/assets'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { sameContact } from '../../kernel/access/tenant-joins.ts'
import { type Db, empty, raw, type Sql, sql } from '../../kernel/database/db.ts'
import { outsideId } from '../../kernel/database/external-id.ts'
import type { Page, Paged, SortColumn } from '../../kernel/database/pagination.ts'
import { searchQuery } from '../../kernel/database/search-words.ts'
import {
  customersNamed,
  type PlaceFilter,
  placeColumns,
  withinPlace,
  withPlace,
} from '../../portals/staff/place-queries.ts'
import { andInGroupsOf } from '../../tickets/group-queries.ts'
import { withinStaffPortals } from '../../tickets/staff/list-queries.ts'

/** Filters of the staff's list of assets. */
export type AssetFilter = PlaceFilter & { q?: string | undefined }

/** The order of a customer's assets is that of its folders; over all customers it is that of the names. */
export const staffAssetSort = {
  folder: { by: '(e.folder_order || chr(1) || e.name_order)', type: 'text' },
  name: { by: 'e.name_order', type: 'text' },
} satisfies Record<string, SortColumn>

/** The assets with all words of `q` in folder and name or in one property, and those of customers with it in their name. By indexes over the company. */
const found = (scope: StaffScope, q: string): Sql => {
  const words = searchQuery(scope.serviceCompanyId, q)
  const company = sql`s.service_company_id = ${scope.serviceCompanyId}`
  const named = sql`select s.id from wiki_element s where ${company} and s.contact_id = any(array(${customersNamed(scope, q)}))`
  if (!words) return sql`and e.id = any(array(${named}))`
  // As an array, because the planner does not know how few they are and would go through all assets to compare them.
  return sql`and e.id = any(array(
    select s.id from wiki_element s where ${company} and text_words(s.service_company_id, s.search_text) @@ ${words}::tsquery
    union all
    select s.wiki_element_id from wiki_property s
      where ${company} and company_words(s.service_company_id, s.words) @@ ${words}::tsquery
    union all ${named}))`
}

const filtered = (scope: StaffScope, { q, ...place }: AssetFilter): Sql =>
  sql`${withinPlace(scope, 'e', place)} ${q?.trim() ? found(scope, q) : empty}`

const folder: Sql = sql`join wiki_folder f on ${sameContact('f', 'e')} and f.id = e.wiki_folder_id`

/** Reads one page of the assets of all customers. */
export const staffAssetsOf = (
  db: Db,
  scope: StaffScope,
  filter: AssetFilter,
  page: Page,
): Promise<Paged<StaffAssetListed>[]> =>
  db.list(sql`select e.id, e.name, f.name as "folderName", e.wiki_folder_id as "wikiFolderId", ${placeColumns},
      (select coalesce(json_agg(x), '[]') from (
        select p.typology_name as "typologyName", p.value, p.data_type as "dataType" from wiki_property p
        where ${sameContact('p', 'e')} and p.wiki_element_id = e.id and p.data_type <> 'File'
        order by p.position, p.id limit 3) x) as properties, e."pageKey"
    from (select e.*, ${page.key} from wiki_element e where ${filtered(scope, filter)} and ${page.after}
      order by ${page.order} limit ${page.limit}) e ${folder} ${withPlace('e')} order by ${page.order}`)

export const countStaffAssets = (scope: StaffScope, filter: AssetFilter): Sql =>
  sql`select count(*) as count from wiki_element e where ${filtered(scope, filter)}`

const properties = (
  columns: Sql,
): Sql => sql`(select coalesce(json_agg(json_build_object(${columns}) order by p.position, p.id), '[]')
  from wiki_property p where ${sameContact('p', 'e')} and p.wiki_element_id = e.id)`

/** Names what staff change of asset `e`. */
const version: Sql = sql`md5(json_build_array(e.name, e.wiki_folder_id, ${properties(
  sql`'id', p.id, 'name', p.typology_name, 'type', p.data_type, 'value', p.value, 'file', p.file_id`,
)})::text)`

/** An asset as the database returns it; the URLs of its files are made later. */
export type StaffAssetRow = Omit<StaffAsset, 'properties'> & {
  properties: (Omit<StaffAsset['properties'][number], 'url'> & { fileId: number | null })[]
}

/** An asset with its properties; undefined for one that the account may not see. */
export const staffAssetOf = (db: Db, scope: StaffScope, id: number): Promise<StaffAssetRow | undefined> =>
  db.maybe(sql`select e.id, e.name, f.name as "folderName", e.wiki_folder_id as "wikiFolderId", ${placeColumns},
      ${outsideId('e')} as "outsideId", ${version} as version,
      ${properties(sql`'id', p.id, 'typologyName', p.typology_name, 'dataType', p.data_type, 'value', p.value, 'fileId', p.file_id`)}
        as properties,
      (select coalesce(json_agg(json_build_object('id', k.id, 'name', k.name) order by k.name_order, k.id), '[]')
        from service_contract_wiki_element l join service_contract k on ${sameContact('k', 'l')} and k.id = l.service_contract_id
        where ${sameContact('l', 'e')} and l.wiki_element_id = e.id) as contracts,
      (select count(*)::int from ticket t where ${sameContact('t', 'e')} and t.wiki_element_id = e.id and t.task_status <> 2
        ${andInGroupsOf(scope)}) as "openTickets"
    from wiki_element e ${folder} ${withPlace('e')} where ${withinStaffPortals(scope, 'e')} and e.id = ${id}`)

/** Where a record is, locked, with the version that staff read. */
export type LockedRecord = {
  serviceCompanyId: number
  portalId: number
  contactId: number
  id: number
  externalId: string
  version: string
}

const keys = (alias: string): Sql =>
  raw(`${alias}.service_company_id as "serviceCompanyId", ${alias}.portal_id as "portalId", ${alias}.contact_id as "contactId",
    ${alias}.id, ${alias}.external_id as "externalId"`)

/** A property that an asset has. */
export type KnownProperty = { id: number; externalId: string; dataType: string; value: string }

/** Locks an asset, so that changes happen one after the other; undefined for one that the account may not see. */
export const lockAsset = async (
  db: Db,
  scope: StaffScope,
  id: number,
): Promise<(LockedRecord & { properties: KnownProperty[] }) | undefined> => {
  const here = sql`${withinStaffPortals(scope, 'e')} and e.id = ${id}`
  // The version is read by a statement of its own, which sees what was committed while this one waited.
  if (!(await db.maybe(sql`select from wiki_element e where ${here} for no key update`))) return undefined
  return db.one(sql`select ${keys('e')}, ${version} as version,
      ${properties(sql`'id', p.id, 'externalId', p.external_id, 'dataType', p.data_type, 'value', p.value`)} as properties
    from wiki_element e where ${here}`)
}

const folderVersion: Sql = sql`md5(f.name)`

/** The folders of a customer by name. */
export const foldersOf = (db: Db, scope: StaffScope, contact: number): Promise<StaffFolder[]> =>
  db.many(sql`select f.id, f.name, ${outsideId('f')} as "outsideId", ${folderVersion} as version,
      (select count(*)::int from wiki_element e where ${sameContact('e', 'f')} and e.wiki_folder_id = f.id) as assets
    from wiki_folder f where ${withinPlace(scope, 'f', { contact })} order by lower(f.name), f.id`)

/** A folder; undefined for one that the account may not see. */
export const folderOf = (db: Db, scope: StaffScope, id: number): Promise<StaffFolder | undefined> =>
  db.maybe(sql`select f.id, f.name, ${outsideId('f')} as "outsideId", ${folderVersion} as version,
      (select count(*)::int from wiki_element e where ${sameContact('e', 'f')} and e.wiki_folder_id = f.id) as assets
    from wiki_folder f where ${withinStaffPortals(scope, 'f')} and f.id = ${id}`)

/** Locks a folder; undefined for one that the account may not see. */
export const lockFolder = (db: Db, scope: StaffScope, id: number): Promise<LockedRecord | undefined> =>
  db.maybe(sql`select ${keys('f')}, ${folderVersion} as version from wiki_folder f
    where ${withinStaffPortals(scope, 'f')} and f.id = ${id} for update`)

/** Whether a locked folder has assets. */
export const hasAssets = async (db: Db, folder: LockedRecord): Promise<boolean> => {
  const { serviceCompanyId, portalId, contactId, id } = folder
  const found = await db.maybe(sql`select from wiki_element e where e.service_company_id = ${serviceCompanyId}
    and e.portal_id = ${portalId} and e.contact_id = ${contactId} and e.wiki_folder_id = ${id} limit 1`)
  return found !== undefined
}

/** A folder of a customer by id or, whatever its case, by name. */
export const findFolder = (
  db: Db,
  { serviceCompanyId, portalId, contactId }: { serviceCompanyId: number; portalId: number; contactId: number },
  { id = null, name = null }: { id?: number | null; name?: string | null },
): Promise<{ externalId: string } | undefined> =>
  db.maybe(sql`select f.external_id as "externalId" from wiki_folder f
    where f.service_company_id = ${serviceCompanyId} and f.portal_id = ${portalId} and f.contact_id = ${contactId}
      and (f.id = ${id}::bigint or lower(f.name) = lower(${name}::text)) order by f.id limit 1 for key share`)

/** The id of the asset with an external id of the company. */
export const assetIdOf = async (db: Db, { serviceCompanyId }: StaffScope, externalId: string): Promise<number> =>
  (
    await db.one<{ id: number }>(sql`select id from wiki_element
      where service_company_id = ${serviceCompanyId} and external_id = ${externalId}`)
  ).id

/** A stored file, as it is sent. */
export type StoredContent = { name: string; mediaType: string; inline: boolean; size: number; storageKey: string }

/** The file of a property; undefined for what is not there, or beyond the scope. */
export const propertyFileOf = (db: Db, scope: StaffScope, propertyId: number): Promise<StoredContent | undefined> =>
  db.maybe(sql`select f.name, f.media_type as "mediaType", f.inline, f.size, f.storage_key as "storageKey"
    from wiki_property p join file f on ${sameContact('f', 'p')} and f.id = p.file_id
    where ${withinStaffPortals(scope, 'p')} and p.id = ${propertyId}`)
