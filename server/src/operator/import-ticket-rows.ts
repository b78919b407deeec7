import { type Db, sql } from '../kernel/db.ts'
import { textOf } from '../kernel/html.ts'
import { searchWords } from '../kernel/search-words.ts'
import type { Draft } from './import-draft.ts'
import { wikiCopies } from './import-ticket-kinds.ts'

/** A ticket without a step keeps the one that it has; a new one takes its portal's first open step (decisions 4). */
export const fillSteps = async (db: Db, drafts: Draft[]): Promise<void> => {
  const without = drafts.filter(({ item }) => !item.names.step)
  const places = without.filter(({ existing }) => !existing).map(({ item }) => item.place)
  const firsts = await db.many<{ portal: number; step: number }>(sql`select p.id as portal,
      first_step(p.service_company_id, p.id, 0::smallint) as step
    from portal p where p.service_company_id = any(${[...new Set(places.map(({ company }) => company))]})
      and p.id = any(${[...new Set(places.map(({ portal }) => portal))]})`)
  const stepOf = new Map(firsts.map(({ portal, step }) => [portal, step]))
  for (const { item, row, existing } of without) {
    row.task_step_id = existing ? existing.stepId : (stepOf.get(item.place.portal ?? 0) ?? null)
    row.task_status = existing ? existing.status : 0
  }
}

/** Counts on from the service companies' last numbers, which stay locked until the batch is committed (decisions 4). */
export const fillNumbers = async (db: Db, drafts: Draft[]) => {
  const companies = [...new Set(drafts.map(({ item }) => item.place.company))].sort((a, b) => a - b)
  const rows = await db.many<{
    id: number
    last: number
  }>(sql`select id, last_ticket_number as last from service_company
    where id = any(${companies}) order by id for no key update`)
  const last = new Map(rows.map(row => [row.id, row.last]))
  for (const { item, row, existing } of drafts) {
    const counter = last.get(item.place.company) ?? 0
    const number = (row.ticket_number as number | null) ?? existing?.ticketNumber ?? counter + 1
    row.ticket_number = number
    last.set(item.place.company, Math.max(counter, number))
  }
  await db.run(sql`update service_company set last_ticket_number = x.last
    from unnest(${[...last.keys()]}::bigint[], ${[...last.values()]}::bigint[]) as x (id, last)
    where service_company.id = x.id and last_ticket_number < x.last`)
}

/** The words by which a ticket or comment is found; its message and number are filled by now. */
export const fillWords = ({ item, row }: Draft) => {
  const text = textOf(String(row[item.kind.message?.field ?? ''] ?? ''))
  const before = item.kind.type === 'ticket' ? [String(row.ticket_number), String(row.title)] : []
  row.words = searchWords(item.place.contact ?? 0, ...before, text)
}

/** What wiki elements keep of their folder's name follows it. */
export const renameFolders = async (db: Db, folders: number[]) => {
  const elements = await db.many<{ id: number; name: string; folder: string; folderOrder: string }>(sql`
    select e.id, e.name, f.name as folder, e.folder_order as "folderOrder" from wiki_folder f
    join wiki_element e on e.service_company_id = f.service_company_id and e.portal_id = f.portal_id
      and e.contact_id = f.contact_id and e.wiki_folder_id = f.id
    where f.id = any(${folders})`)
  const rows = elements.map(({ id, name, folder }) => ({ id, ...wikiCopies(folder, name) }))
  await db.run(sql`update wiki_element e set folder_order = x.folder_order, search_text = x.search_text
    from json_to_recordset(${JSON.stringify(rows)}::json) as x (id bigint, folder_order text, search_text text)
    where e.id = x.id and e.wiki_folder_id = any(${folders})`)
}
