import { sameContact } from '../kernel/access/tenant-joins.ts'
import { type Db, sql } from '../kernel/database/db.ts'
import { fold, naturalOrder } from '../kernel/database/search-words.ts'

/** The columns by which an asset is sorted and found: copies of its folder's name and its own. */
export const wikiCopies = (folder: string, name: string) => ({
  folder_order: naturalOrder(folder),
  name_order: naturalOrder(name),
  search_text: fold(`${folder} ${name}`),
})

/** Updates the copies of the folder's name in the assets of these folders. */
export const renameFolders = async (db: Db, folders: number[]) => {
  const elements = await db.many<{ id: number; name: string; folder: string; folderOrder: string }>(sql`
    select e.id, e.name, f.name as folder, e.folder_order as "folderOrder" from wiki_folder f
    join wiki_element e on ${sameContact('e', 'f')} and e.wiki_folder_id = f.id
    where f.id = any(${folders})`)
  if (elements.length === 0) return
  const rows = elements.map(({ id, name, folder }) => ({ id, ...wikiCopies(folder, name) }))
  await db.run(sql`update wiki_element e set folder_order = x.folder_order, search_text = x.search_text
    from json_to_recordset(${JSON.stringify(rows)}::json) as x (id bigint, folder_order text, search_text text)
    where e.id = x.id and e.wiki_folder_id = any(${folders})`)
}
