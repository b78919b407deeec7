import type { Sort } from '../ui/table/table-column.ts'

/** What the address of any list may hold; what is not set is absent. Dates are `YYYY-MM-DD`, `open` is the id of the open row. */
export type ListParams = { q?: string; from?: string; to?: string; open?: number }

/** The same with an order, by one of the list's fields: `-field` is descending. */
export type ListSearch<By extends string = string> = ListParams & { sort?: By | `-${By}` }

/** A text out of an address, undefined where there is none. */
export const textIn = (value: unknown, maxLength = 200) => {
  const words = ['string', 'number', 'boolean'].includes(typeof value) ? String(value).trim() : ''
  return words === '' ? undefined : words.slice(0, maxLength)
}

const dayIn = (value: unknown) => {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return undefined
  const parsed = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(value) ? value : undefined
}

/** The days out of an address, the earlier one first. */
export const rangeIn = (search: Record<string, unknown>) => {
  const from = dayIn(search.from)
  const to = dayIn(search.to)
  return from !== undefined && to !== undefined && from > to ? { from: to, to: from } : { from, to }
}

const idIn = (value: unknown) => (Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : undefined)

/** Reads the address of a list that sorts by the given fields, whatever somebody typed there. */
export const listSearch =
  <const By extends string>(...fields: By[]) =>
  (search: Record<string, unknown>): ListSearch<By> => ({
    q: textIn(search.q),
    ...rangeIn(search),
    sort: fields.flatMap(field => [field, `-${field}` as const]).find(sort => sort === search.sort),
    open: idIn(search.open),
  })

/** What a table is sorted by, out of `field` or `-field`. */
export const sortOf = (sort: string): Sort => ({
  column: sort.replace('-', ''),
  direction: sort.startsWith('-') ? 'descending' : 'ascending',
})

/** `field` or `-field`, as addresses and the API have it. */
export const sortText = ({ column, direction }: Sort) => (direction === 'descending' ? `-${column}` : column)
