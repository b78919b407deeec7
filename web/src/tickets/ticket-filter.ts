import type { Of } from '@portico/contract/endpoint'
import type { listAllTickets } from '@portico/contract/tickets'

/** Which tickets a list shows (spec 9): 1 open or pending, 2 all. */
export type StatusFilter = 1 | 2

const sorts = ['createdOn', '-createdOn', 'ticketNumber', '-ticketNumber', 'title', '-title'] as const
export type TicketSort = (typeof sorts)[number]
export const defaultSort: TicketSort = '-createdOn'

/** A ticket list's filters as its address holds them; what is not set is absent. Dates are `YYYY-MM-DD`. */
export type TicketFilter = {
  filter?: StatusFilter
  from?: string
  to?: string
  wikiFilter?: string
  webUserIds?: string
  q?: string
  sort?: TicketSort
}

const text = (value: unknown, maxLength: number) => {
  const words = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : ''
  return words === '' ? undefined : words.slice(0, maxLength)
}

const day = (value: unknown) => {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return undefined
  const parsed = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(value) ? value : undefined
}

const ids = (value: unknown) =>
  [...new Set((text(value, 4000) ?? '').split(',').map(Number))].filter(id => Number.isSafeInteger(id) && id > 0)

const given = <T extends object>(filter: T) =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)) as T

/**
 * Reads the filters out of an address, whatever somebody typed there. What makes no sense is undefined: a key that is not
 * named keeps what the address has.
 */
export const readTicketFilter = (search: Record<string, unknown>): TicketFilter => {
  const from = day(search.from)
  const to = day(search.to)
  const upside = from !== undefined && to !== undefined && from > to
  const webUserIds = ids(search.webUserIds).join(',')
  return {
    filter: String(search.filter) === '2' ? 2 : undefined,
    from: upside ? to : from,
    to: upside ? from : to,
    wikiFilter: text(search.wikiFilter, 200),
    webUserIds: webUserIds === '' ? undefined : webUserIds,
    q: text(search.q, 200),
    sort: sorts.find(sort => sort === search.sort && sort !== defaultSort),
  }
}

/** The colleagues a filter keeps. */
export const webUserIdsOf = (filter: TicketFilter) => ids(filter.webUserIds)

/** What the API filters tickets by. */
export type TicketQuery = NonNullable<Of<(typeof listAllTickets)['query']>>

/** The same filters as the API takes them. `wikiFilter` goes only with the flag, else the call would be refused. */
export const ticketQuery = (filter: TicketFilter, mayFilterByAsset: boolean): TicketQuery =>
  given({
    status: filter.filter === 2 ? ('all' as const) : ('open' as const),
    from: filter.from,
    to: filter.to,
    wikiFilter: mayFilterByAsset ? filter.wikiFilter : undefined,
    webUserIds: filter.webUserIds,
    q: filter.q,
    sort: filter.sort ?? defaultSort,
  })

/** Whether more is filtered than the choice between open and all. */
export const isNarrowed = ({ from, to, wikiFilter, webUserIds, q }: TicketFilter) =>
  [from, to, wikiFilter, webUserIds, q].some(value => value !== undefined)

/** The filter without what narrows it. */
export const widened = ({ filter, sort }: TicketFilter): TicketFilter => given({ filter, sort })
