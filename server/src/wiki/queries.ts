import type { WikiElement, WikiProperty } from '@portico/contract/wiki'
import { type Scope, within } from '../kernel/access/scope.ts'
import { sameContact } from '../kernel/access/tenant-joins.ts'
import { type Db, join, type Sql, sql } from '../kernel/database/db.ts'
import type { Page, Paged, SortColumn } from '../kernel/database/pagination.ts'
import { containsPattern, searchQuery } from '../kernel/database/search-words.ts'

/** An asset as the database returns it; the URLs of its files are signed later. */
export type WikiElementRow = Omit<WikiElement, 'properties'> & {
  properties: (Omit<WikiProperty, 'url'> & { fileId: number | null })[]
}

/** Filters of the list of assets: `filter` searches folder and name, `q` also the properties. */
export type WikiFilter = { filter?: string | undefined; q?: string | undefined }

const filtered = (scope: Scope, { filter, q }: WikiFilter): Sql => {
  const conditions = [within(scope, 'e')]
  if (filter?.trim()) conditions.push(sql`e.search_text like ${containsPattern(filter)}`)
  if (q?.trim()) {
    const words = searchQuery(scope.contactId, q)
    conditions.push(sql`(e.search_text like ${containsPattern(q)} or e.id in (
      select p.wiki_element_id from wiki_property p where ${within(scope, 'p')} and p.words @@ ${words}::tsquery))`)
  }
  return join(conditions, ' and ')
}

/** The service contracts of an asset; none for readers who may not see contracts. */
const contractsColumn = (scope: Scope): Sql =>
  scope.flags.viewContactContracts
    ? sql`(select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name) order by c.name_order, c.id), '[]')
        from service_contract_wiki_element ce join service_contract c on ${sameContact('c', 'ce')} and c.id = ce.service_contract_id
        where ${sameContact('ce', 'e')} and ce.wiki_element_id = e.id) as contracts`
    : sql`'[]'::json as contracts`

const elementColumns = (
  scope: Scope,
): Sql => sql`e.id, e.name, f.name as "folderName", e.wiki_folder_id as "wikiFolderId",
  (select coalesce(json_agg(json_build_object('id', p.id, 'typologyName', p.typology_name, 'dataType', p.data_type,
      'value', p.value, 'fileId', p.file_id) order by p.position, p.id), '[]')
    from wiki_property p where ${sameContact('p', 'e')} and p.wiki_element_id = e.id) as properties,
  ${contractsColumn(scope)}`

const folder: Sql = sql`join wiki_folder f on ${sameContact('f', 'e')} and f.id = e.wiki_folder_id`

export const elementSort = {
  folder: { by: '(e.folder_order || chr(1) || e.name_order)', type: 'text' },
} satisfies Record<string, SortColumn>

/** Reads one page of assets in one statement. */
export const wikiElementsOf = (
  db: Db,
  scope: Scope,
  filter: WikiFilter,
  page: Page,
): Promise<Paged<WikiElementRow>[]> =>
  db.list(sql`select ${elementColumns(scope)}, e."pageKey" from (
      select e.*, ${page.key} from wiki_element e where ${filtered(scope, filter)} and ${page.after}
      order by ${page.order} limit ${page.limit}
    ) e ${folder} order by ${page.order}`)

export const countWikiElements = (scope: Scope, filter: WikiFilter): Sql =>
  sql`select count(*) as count from wiki_element e where ${filtered(scope, filter)}`

export const wikiElementOf = (db: Db, scope: Scope, id: number): Promise<WikiElementRow | undefined> =>
  db.maybe(
    sql`select ${elementColumns(scope)} from wiki_element e ${folder} where ${within(scope, 'e')} and e.id = ${id}`,
  )
