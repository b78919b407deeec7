import { type Db, sql } from '../kernel/database/db.ts'
import { searchWords } from '../kernel/database/search-words.ts'
import { htmlToText } from '../kernel/html/html.ts'
import type { PendingRow, RecordLocation } from '../records/definition/record-type.ts'

const findFirstSteps = async (db: Db, places: RecordLocation[]): Promise<Map<number, number>> => {
  const rows = await db.many<{ portal: number; step: number }>(sql`select p.id as portal,
      first_step(p.service_company_id, p.id, 0::smallint) as step
    from portal p where p.service_company_id = any(${[...new Set(places.map(({ company }) => company))]})
      and p.id = any(${[...new Set(places.map(({ portal }) => portal))]})`)
  return new Map(rows.map(({ portal, step }) => [portal, step]))
}

/** Fills the step of tickets whose line has none: an existing ticket keeps its step, a new one takes the first open step of its portal. */
export const fillSteps = async (db: Db, pendingRows: PendingRow[]): Promise<void> => {
  const withoutStep = pendingRows.filter(({ item }) => !item.referenced.step)
  const places = withoutStep.filter(({ existing }) => !existing).map(({ item }) => item.place)
  const stepsByPortal = places.length > 0 ? await findFirstSteps(db, places) : new Map<number, number>()
  for (const { item, row, existing } of withoutStep) {
    row.task_step_id = existing ? (existing.kept?.stepId ?? null) : (stepsByPortal.get(item.place.portal ?? 0) ?? null)
    row.task_status = existing ? (existing.kept?.status ?? null) : 0
  }
}

/**
 * Fills ticket numbers: existing tickets keep theirs, new ones continue the counter of their service company, whose row stays locked
 * until the batch is committed.
 */
export const fillNumbers = async (db: Db, pendingRows: PendingRow[]) => {
  for (const { row, existing } of pendingRows) row.ticket_number ??= existing?.kept?.ticketNumber ?? null
  const numbering = pendingRows.filter(
    ({ row, existing }) => row.ticket_number === null || row.ticket_number !== existing?.kept?.ticketNumber,
  )
  const companies = [...new Set(numbering.map(({ item }) => item.place.company))].sort((a, b) => a - b)
  if (companies.length === 0) return
  const newTickets = companies.map(
    company => numbering.filter(({ item, row }) => item.place.company === company && row.ticket_number === null).length,
  )
  const rows = await db.many<{
    id: number
    before: number
    last: number
  }>(sql`update service_company c set last_ticket_number = c.last_ticket_number + x.fresh
    from unnest(${companies}::bigint[], ${newTickets}::int[]) as x (id, fresh) where c.id = x.id
    returning c.id, c.last_ticket_number - x.fresh as before, c.last_ticket_number as last`)
  const last = new Map(rows.map(({ id, before }) => [id, before]))
  for (const { item, row } of numbering) {
    const counter = last.get(item.place.company) ?? 0
    const number = (row.ticket_number as number | null) ?? counter + 1
    row.ticket_number = number
    last.set(item.place.company, Math.max(counter, number))
  }
  const exceeded = rows.flatMap(row => {
    const reached = last.get(row.id) ?? 0
    return reached > row.last ? [[row.id, reached] as const] : []
  })
  if (exceeded.length === 0) return
  await db.run(sql`update service_company set last_ticket_number = x.last
    from unnest(${exceeded.map(([id]) => id)}::bigint[], ${exceeded.map(([, reached]) => reached)}::bigint[]) as x (id, last)
    where service_company.id = x.id`)
}

/** Fills the search words of a message, after those of its number and title. Its HTML has been filled before. */
export const fillWords = ({ item, row }: PendingRow, ...before: string[]) => {
  const text = htmlToText(String(row[item.recordType.message?.field ?? ''] ?? ''))
  row.words = searchWords(item.place.contact ?? 0, ...before, text)
}
