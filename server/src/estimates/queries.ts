import type { Estimate } from '@portico/contract/estimates'
import { type Scope, within } from '../kernel/access/scope.ts'
import { sameContact } from '../kernel/access/tenant-joins.ts'
import { type Db, join, type Sql, sql } from '../kernel/database/db.ts'
import type { Page, Paged, SortColumn } from '../kernel/database/pagination.ts'
import { containsPattern } from '../kernel/database/search-words.ts'
import type { Range } from '../kernel/time/date-range.ts'

/** An estimate as the database returns it; the URL of its file is signed later. */
type EstimateRow = Omit<Estimate, 'estimateDocumentUrl'> & { fileId: number; fileName: string }

/** Filters of a list of estimates. */
export type EstimateFilter = { range: Range; q?: string | undefined }

export const estimateSort = {
  estimateCreationDate: { by: 'e.estimate_creation_date', type: 'timestamptz' },
  estimateName: { by: 'e.name_order', type: 'text' },
  estimateNumber: { by: 'e.number_order', type: 'text' },
  total: { by: 'e.total', type: 'numeric' },
} satisfies Record<string, SortColumn>

const filtered = (scope: Scope, { range, q }: EstimateFilter): Sql => {
  const conditions = [within(scope, 'e'), sql`e.withdrawn_at is null`]
  if (range.from) conditions.push(sql`e.estimate_creation_date >= ${range.from}`)
  if (range.to) conditions.push(sql`e.estimate_creation_date < ${range.to}`)
  if (q?.trim()) conditions.push(sql`e.search_text like ${containsPattern(q)}`)
  return join(conditions, ' and ')
}

export const estimatesOf = (db: Db, scope: Scope, filter: EstimateFilter, page: Page): Promise<Paged<EstimateRow>[]> =>
  db.list(sql`select e.id, e.estimate_name as "estimateName", e.estimate_number as "estimateNumber",
      e.revision_number as "revisionNumber", e.total, instant(e.estimate_creation_date) as "estimateCreationDate",
      f.id as "fileId", f.name as "fileName", instant(e.replaced_at) as "replacedOn", ${page.key}
    from estimate e
    join file f on ${sameContact('f', 'e')} and f.id = e.file_id
    where ${filtered(scope, filter)} and ${page.after} order by ${page.order} limit ${page.limit}`)

export const countEstimates = (scope: Scope, filter: EstimateFilter): Sql =>
  sql`select count(*) as count, coalesce(sum(e.total), 0.00)::text as amount from estimate e where ${filtered(scope, filter)}`
