import type { FastifyReply, FastifyRequest } from 'fastify'
import { failAt } from '../errors/fail.ts'
import { type Db, raw, type Sql, sql } from './db.ts'

const DEFAULT_LIMIT = 100

/** A column by which a list can be sorted: its SQL expression, and the type to which a cursor's text is cast. */
export type SortColumn = { by: string; type: 'timestamptz' | 'bigint' | 'numeric' | 'text' }

/** SQL fragments that read one page of a sorted list, and one row more, which shows whether there is a next page. */
export type Page = {
  /** The column `pageKey`: the row's sort value as text, for the cursor. */
  key: Sql
  /** The row's sort value, for statements that make the text only of the last row. */
  value: Sql
  /** Condition that skips the previous pages, or selects the one row with `id`; `true` on the first page. */
  after: Sql
  order: Sql
  limit: Sql
  size: number
}

type PageQuery = { limit?: number; cursor?: string; sort?: string; id?: number }
type Cursor = { sort: string; key: string; id: number }

const encode = (cursor: Cursor) => Buffer.from(JSON.stringify(cursor)).toString('base64url')

const decode = (text: string, sort: string): Cursor => {
  try {
    const cursor = JSON.parse(Buffer.from(text, 'base64url').toString()) as Cursor
    const valid =
      cursor.sort === sort &&
      typeof cursor.key === 'string' &&
      !cursor.key.includes('\0') &&
      Number.isSafeInteger(cursor.id)
    if (valid) return cursor
  } catch {}
  return failAt('invalid_request', 'query.cursor', 'is not a cursor of this list in this order')
}

/** Whether the database can parse a cursor's key, so that a manipulated cursor is an `invalid_request` and not an internal error. */
const READABLE: Record<SortColumn['type'], (key: string) => boolean> = {
  timestamptz: key => {
    if (!/^(?!0000)\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/.test(key)) return false
    const second = key.slice(0, 19).replace(' ', 'T')
    const instant = new Date(`${second}Z`)
    return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(second)
  },
  bigint: key => /^\d{1,16}$/.test(key),
  numeric: key => /^-?\d{1,16}(\.\d{1,6})?$/.test(key),
  text: () => true,
}

/**
 * With a limit that it knows, PostgreSQL plans a statement once for all values; with a parameter it expects a tenth of the table, and plans
 * each time anew. Only for these sizes, because each is a prepared statement of its own.
 */
const usualSizes = [50, DEFAULT_LIMIT]

/** Reads `limit`, `cursor`, `sort` and `id` of a query; `id` is the column that orders rows with the same sort value. `invalid_request` for a wrong cursor. */
export const readPage = <Field extends string>(
  query: PageQuery,
  columns: Record<Field, SortColumn>,
  { defaultSort, id }: { defaultSort: Field | `-${Field}`; id: string },
): Page => {
  const sort = query.sort ?? defaultSort
  const descending = sort.startsWith('-')
  const column = columns[sort.slice(descending ? 1 : 0) as Field]
  const by = raw(column.by)
  const size = query.limit ?? DEFAULT_LIMIT
  const cursor = query.cursor === undefined ? undefined : decode(query.cursor, sort)
  if (cursor && !READABLE[column.type](cursor.key))
    failAt('invalid_request', 'query.cursor', 'is not a cursor of this list')
  const only = query.id === undefined ? sql`true` : sql`${raw(id)} = ${query.id}`
  return {
    key: sql`${by}::text as "pageKey"`,
    value: by,
    after: cursor
      ? sql`(${by}, ${raw(id)}) ${raw(descending ? '<' : '>')} (${cursor.key}::${raw(column.type)}, ${cursor.id}::bigint)`
      : only,
    order: raw(descending ? `${column.by} desc, ${id} desc` : `${column.by}, ${id}`),
    limit: usualSizes.includes(size) ? raw(String(size + 1)) : sql`${size + 1}`,
    size,
  }
}

/** A row of a paged statement: the contract's fields, and `pageKey`, which the reply's schema removes. */
export type Paged<Row> = Row & { id: number; pageKey: string }

/** The row of a page that the next one follows. */
export type LastRow = { id: number; pageKey?: string }

/** The last row of a full page; undefined if no page follows. */
const lastOf = <Row extends LastRow>(rows: Row[], { size }: Page): Row | undefined =>
  rows.length > size ? rows[size - 1] : undefined

const cursorAfter = ({ id, pageKey }: LastRow, sort: string): string => encode({ sort, key: pageKey ?? '', id })

/** Rows that an export reads at once. */
const EXPORT_PAGE = 1000

/** The pages of a whole list, each read when its reader takes it, so that a long export needs no memory. */
export const everyPage = async function* <Row, Field extends string>(
  columns: Record<Field, SortColumn>,
  order: { defaultSort: Field | `-${Field}`; id: string },
  read: (page: Page) => Promise<Paged<Row>[]>,
): AsyncGenerator<Row[]> {
  let cursor: string | undefined
  do {
    const page = readPage({ limit: EXPORT_PAGE, ...(cursor !== undefined && { cursor }) }, columns, order)
    const rows = await read(page)
    yield rows.slice(0, page.size)
    const last = lastOf(rows, page)
    cursor = last && cursorAfter(last, order.defaultSort)
  } while (cursor !== undefined)
}

type PagedCall = { query: PageQuery; request: FastifyRequest; reply: FastifyReply; defaultSort: string }

/** Sets the `Link` header (RFC 8288) to the page after the row `last`. */
export const linkNextPage = (last: LastRow, { query, request, reply, defaultSort }: PagedCall): void => {
  const next = new URL(request.url, 'http://portal')
  next.searchParams.set('cursor', cursorAfter(last, query.sort ?? defaultSort))
  reply.header('link', `<${next.pathname}${next.search}>; rel="next"`)
}

/** Cuts the rows to the page's size, of which only the last needs its `pageKey`, and, if there are more, links to the next page. */
export const answerPage = <Row>(rows: (Row & LastRow)[], page: Page, call: PagedCall): Row[] => {
  const last = lastOf(rows, page)
  if (last) linkNextPage(last, call)
  return rows.slice(0, page.size)
}

/** The row of a counting statement: the number of rows and, for lists with a total, their sum. */
type Totals = { count: number; amount?: string; minutes?: number }

/** With `count=1`, runs one more statement and sets the headers `Total-Count` and, if it returns them, `Total-Amount` or `Total-Minutes`. */
export const answerCount = async (
  db: Db,
  query: { count?: '0' | '1' },
  reply: FastifyReply,
  counting: () => Sql,
): Promise<void> => {
  if (query.count !== '1') return
  const { count, amount, minutes } = await db.one<Totals>(counting())
  reply.header('total-count', count)
  if (amount !== undefined) reply.header('total-amount', amount)
  if (minutes !== undefined) reply.header('total-minutes', minutes)
}
