import type { WikiItem } from '@portico/contract/wiki'
import { type Db, empty, type Sql, sql } from '../kernel/db.ts'
import type { Page, Paged } from '../kernel/page.ts'
import { type Scope, within } from '../kernel/scope.ts'
import { fold } from '../kernel/search-words.ts'

/** A `like` pattern that finds a free text anywhere in a folded one. */
export const foundIn = (text: string): string => `%${fold(text.trim()).replace(/[\\%_]/g, '\\$&')}%`

const filtered = (scope: Scope, filter: string | undefined): Sql =>
  sql`${within(scope, 'e')} ${filter?.trim() ? sql`and e.search_text like ${foundIn(filter)}` : empty}`

export const wikiElementsOf = (
  db: Db,
  scope: Scope,
  filter: string | undefined,
  page: Page,
): Promise<Paged<WikiItem>[]> =>
  db.many(sql`select e.id, e.name, f.name as "folderName", e.wiki_folder_id as "wikiFolderId", ${page.key}
    from wiki_element e
    join wiki_folder f on f.service_company_id = e.service_company_id and f.portal_id = e.portal_id
      and f.contact_id = e.contact_id and f.id = e.wiki_folder_id
    where ${filtered(scope, filter)} and ${page.after} order by ${page.order} limit ${page.limit}`)

export const countWikiElements = (scope: Scope, filter: string | undefined): Sql =>
  sql`select count(*) as count from wiki_element e where ${filtered(scope, filter)}`
