import type { ImportRow } from '@portico/contract/staff/imports'
import { type Db, sql } from '../../kernel/database/db.ts'
import type { RefusedRow } from './job-queries.ts'
import type { ImportLanguage } from './texts.ts'
import { importWords } from './texts.ts'

type Run = { id: number; serviceCompanyId: number }

/** The refused rows of an import after a line, with their cells as they were mended. */
export const mendedRows = async (db: Db, run: Run, page: { after: number; limit: number }): Promise<RefusedRow[]> => {
  const rows = await refusedOf(db, run, page)
  const cells = await db.many<{
    line: number
    col: number
    value: string
  }>(sql`select line, col, value from import_run_cell
    where service_company_id = ${run.serviceCompanyId} and import_run_id = ${run.id} and line = any(${rows.map(({ line }) => line)})`)
  for (const { line, col, value } of cells) {
    const row = rows.find(row => row.line === line)
    if (row?.cells) row.cells[col] = value
  }
  return rows
}

/** The refused rows of an import after a line. */
const refusedOf = (
  db: Db,
  { id, serviceCompanyId }: Run,
  { after, limit }: { after: number; limit: number },
): Promise<RefusedRow[]> =>
  db.many(sql`select line, file, col as "column", field, code, detail, more, cells from import_run_row
    where service_company_id = ${serviceCompanyId} and import_run_id = ${id} and line > ${after} order by line limit ${limit}`)

/** How many rows were refused because of each column. */
export const refusedByColumn = async (db: Db, { id, serviceCompanyId }: Run): Promise<Map<number, number>> => {
  const rows = await db.many<{
    col: number
    count: number
  }>(sql`select x.col, count(*)::int as count from import_run_row r
    cross join lateral (select r.col union select (m ->> 'column')::integer from jsonb_array_elements(r.more) m) x
    where r.service_company_id = ${serviceCompanyId} and r.import_run_id = ${id} and x.col is not null and r.code <> 'same' group by x.col`)
  return new Map(rows.map(({ col, count }) => [col, count]))
}

/** A refused row as calls answer it. */
export const toImportRow = ({ detail, more, ...row }: RefusedRow, language: ImportLanguage | undefined): ImportRow => {
  const { faults } = importWords(language)
  const message = faults[row.code](detail ?? '')
  return {
    ...row,
    message,
    more: more.map(({ detail, ...one }) => ({ ...one, message: faults[one.code](detail ?? '') })),
  }
}

/** The titles of the columns at fault. */
const columnsOf = ({ column, field, more }: RefusedRow, titles: string[]): string => {
  const found = [column, ...more.map(one => one.column)].flatMap(at => (at === null ? [] : (titles[at] ?? [])))
  return found.length > 0 ? found.join(', ') : (field ?? '')
}

/** Everything that is wrong with a row, in words; of several faults each says its column. */
const sentencesOf = (row: RefusedRow, language: ImportLanguage | undefined, titles: string[]): string => {
  const { column, message, more } = toImportRow(row, language)
  if (more.length === 0) return message
  return [{ column, message }, ...more]
    .map(one => {
      const title = one.column === null ? undefined : titles[one.column]
      return title ? `${title}: ${one.message}` : one.message
    })
    .join(' · ')
}

type WrittenRow = { line: number; type: string; externalId: string; outcome: 'created' | 'changed' | 'unchanged' }

const PAGE = 1000

/** The written records of an import, in the order of the file, after a record. */
const writtenAfter = (db: Db, { id, serviceCompanyId }: Run, last: WrittenRow | undefined): Promise<WrittenRow[]> =>
  db.many(sql`select line, type, external_id as "externalId", outcome from import_run_record
    where service_company_id = ${serviceCompanyId} and import_run_id = ${id}
      and (line, type, external_id) > (${last?.line ?? 0}, ${last?.type ?? ''}, ${last?.externalId ?? ''})
    order by line, type, external_id limit ${PAGE}`)

type Cells = (string | number | null)[]

/** The refused rows with their cells, as a table that can be mended and imported. */
export const refusedCells = async function* (
  db: Db,
  run: Run,
  { language, titles }: { language: ImportLanguage | undefined; titles: string[] },
): AsyncGenerator<Cells[]> {
  for (let after = 0; ; ) {
    const rows = await mendedRows(db, run, { after, limit: PAGE })
    yield rows.map(row => [row.line, sentencesOf(row, language, titles), ...(row.cells ?? [])])
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    after = last.line
  }
}

/** What became of every row: what it wrote, and then what was refused or skipped. */
export const reportRows = async function* (
  db: Db,
  run: Run,
  { language, titles }: { language: ImportLanguage | undefined; titles: string[] },
): AsyncGenerator<Cells[]> {
  const { outcomes } = importWords(language)
  let written: WrittenRow[] = []
  do {
    written = await writtenAfter(db, run, written.at(-1))
    yield written.map(({ line, type, externalId, outcome }) => [
      line,
      null,
      outcomes[outcome],
      type,
      externalId,
      null,
      null,
    ])
  } while (written.length === PAGE)
  for (let after = 0; ; ) {
    const rows = await refusedOf(db, run, { after, limit: PAGE })
    yield rows.map(row => {
      const outcome = outcomes[row.code === 'same' ? 'skipped' : 'refused']
      return [row.line, row.file, outcome, null, null, columnsOf(row, titles), sentencesOf(row, language, titles)]
    })
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    after = last.line
  }
}
