import { type Db, sql } from '../kernel/db.ts'
import { textOf } from '../kernel/html.ts'
import { searchWords } from '../kernel/search-words.ts'
import type { Draft } from './import-draft.ts'
import type { Resolved } from './import-references.ts'
import { wikiCopies } from './import-ticket-kinds.ts'
import { Refusal } from './refusal.ts'

/** Where a new ticket of a portal begins. */
export type FirstStep = { company: number; portal: number; id: number; status: number }

/** The first open step of each portal in which the lines stand. */
export const firstOpenSteps = (db: Db, items: Resolved[]): Promise<FirstStep[]> =>
  db.many(sql`select distinct on (service_company_id, portal_id) service_company_id as company, portal_id as portal, id,
      task_status as status
    from task_step
    where service_company_id = any(${[...new Set(items.map(({ place }) => place.company))]}) and task_status = 0
      and portal_id = any(${[...new Set(items.map(({ place }) => place.portal))]})
    order by service_company_id, portal_id, position, id`)

/** A ticket without a step keeps the one that it has; a new one takes its portal's first open step (decisions 4). */
export const fillStep = ({ item, row, existing }: Draft, steps: FirstStep[]) => {
  if (item.names.step) return
  const first = steps.find(({ company, portal }) => company === item.place.company && portal === item.place.portal)
  const [id, status] = existing ? [existing.stepId, existing.status] : [first?.id, first?.status]
  if (id === undefined || status === undefined) throw new Refusal('step', 'is missing, and the portal has no open step')
  row.task_step_id = id
  row.task_status = status
}

/** Counts on from the service companies' last numbers, which stay locked until the batch is committed (decisions 4). */
export const fillNumbers = async (db: Db, drafts: Draft[]) => {
  const companies = [...new Set(drafts.map(({ item }) => item.place.company))].sort((a, b) => a - b)
  const rows = await db.many<{
    id: number
    last: number
  }>(sql`select id, last_ticket_number as last from service_company
    where id = any(${companies}) order by id for update`)
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
