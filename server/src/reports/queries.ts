import type { ActivityReport } from '@portico/contract/reports'
import { type Scope, within } from '../kernel/access/scope.ts'
import { sameContact } from '../kernel/access/tenant-joins.ts'
import { type Db, join, type Sql, sql } from '../kernel/database/db.ts'
import type { Page, Paged, SortColumn } from '../kernel/database/pagination.ts'
import { containsPattern } from '../kernel/database/search-words.ts'
import type { Range } from '../kernel/time/date-range.ts'
import { isOpenable } from '../tickets/queries.ts'

/** A report as the database returns it; the URL of its file is signed later. */
type ReportRow = Omit<ActivityReport, 'documentUrl'> & { fileId: number; fileName: string }

/** Filters of a list of reports. */
export type ReportFilter = {
  range: Range
  q?: string | undefined
  wikiFilter?: string | undefined
  taskId?: number | undefined
}

export const reportSort = {
  dateTime: { by: 'r.date_time', type: 'timestamptz' },
  name: { by: 'r.name_order', type: 'text' },
} satisfies Record<string, SortColumn>

/** Whether the asset of report `r`, or else that of its ticket, has a text in folder or name. Not correlated, so the search runs once. */
const isOfAsset = (scope: Scope, wikiFilter: string): Sql => {
  const found = sql`select w.id from wiki_element w
    where ${within(scope, 'w')} and w.search_text like ${containsPattern(wikiFilter)}`
  return sql`(r.wiki_element_id in (${found}) or r.wiki_element_id is null and r.ticket_id in (
    select t.id from ticket t where ${within(scope, 't')} and t.wiki_element_id in (${found})))`
}

const filtered = (scope: Scope, { range, q, wikiFilter, taskId }: ReportFilter): Sql => {
  const conditions = [within(scope, 'r'), sql`r.withdrawn_at is null`]
  if (taskId !== undefined) conditions.push(sql`r.ticket_id = ${taskId}`)
  if (range.from) conditions.push(sql`r.date_time >= ${range.from}`)
  if (range.to) conditions.push(sql`r.date_time < ${range.to}`)
  if (q?.trim()) conditions.push(sql`r.search_text like ${containsPattern(q)}`)
  if (wikiFilter?.trim()) conditions.push(isOfAsset(scope, wikiFilter))
  return join(conditions, ' and ')
}

const listed = (scope: Scope, filter: ReportFilter, page: Page): Sql =>
  sql`select r.id, r.name, instant(r.date_time) as "dateTime", t.id as "taskId", t.title as "taskName",
      t.ticket_number as "ticketNumber", f.id as "fileId", f.name as "fileName", instant(r.replaced_at) as "replacedOn", ${page.key}
    from activity_report r
    join file f on ${sameContact('f', 'r')} and f.id = r.file_id
    left join ticket t on ${sameContact('t', 'r')} and t.id = r.ticket_id and ${isOpenable(scope)}
    where ${filtered(scope, filter)} and ${page.after} order by ${page.order} limit ${page.limit}`

/** Reads one page of reports. For one ticket, undefined if the caller may not see it, which the same statement checks. */
export const reportsOf = async (
  db: Db,
  scope: Scope,
  filter: ReportFilter,
  page: Page,
): Promise<Paged<ReportRow>[] | undefined> => {
  if (filter.taskId === undefined) return db.list(listed(scope, filter, page))
  const { seen, rows } = await db.one<{ seen: boolean; rows: Paged<ReportRow>[] }>(sql`select
    exists (select from ticket t where ${isOpenable(scope)} and t.id = ${filter.taskId}) as seen,
    (select coalesce(json_agg(r), '[]') from (${listed(scope, filter, page)}) r) as rows`)
  return seen ? rows : undefined
}

export const countReports = (scope: Scope, filter: ReportFilter): Sql =>
  sql`select count(*) as count from activity_report r where ${filtered(scope, filter)}`
