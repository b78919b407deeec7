import type { Of } from '@portico/contract/endpoint'
import type { listAllTickets } from '@portico/contract/tickets'
import { rangeIn, textIn } from '../list/list-params.ts'

/** Which tickets a list shows: 1 open or pending, 2 all. */
export type StatusFilter = 1 | 2

const sorts = [
  ...(['createdOn', '-createdOn', 'lastCommentOn', '-lastCommentOn'] as const),
  ...(['ticketNumber', '-ticketNumber', 'title', '-title'] as const),
] as const
export type TicketSort = (typeof sorts)[number]
export const defaultSort: TicketSort = '-createdOn'

/** The filters in the URL of a ticket list; filters that are not set are absent. Dates are `YYYY-MM-DD`. */
export type TicketFilter = {
  filter?: StatusFilter
  from?: string
  to?: string
  wikiFilter?: string
  webUserIds?: string
  q?: string
  sort?: TicketSort
}

const ids = (value: unknown) =>
  [...new Set((textIn(value, 4000) ?? '').split(',').map(Number))].filter(id => Number.isSafeInteger(id) && id > 0)

const withoutUndefined = <T extends object>(filter: T) =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)) as T

/**
 * Reads the filters from a URL. Invalid values become undefined: the router keeps the raw value of a missing key.
 */
export const readTicketFilter = (search: Record<string, unknown>): TicketFilter => {
  const webUserIds = ids(search.webUserIds).join(',')
  return {
    filter: String(search.filter) === '2' ? 2 : undefined,
    ...rangeIn(search),
    wikiFilter: textIn(search.wikiFilter),
    webUserIds: webUserIds === '' ? undefined : webUserIds,
    q: textIn(search.q),
    sort: sorts.find(sort => sort === search.sort && sort !== defaultSort),
  }
}

/** The web user ids of a filter. */
export const webUserIdsOf = (filter: TicketFilter) => ids(filter.webUserIds)

/** The query parameters of a ticket list. */
export type TicketQuery = NonNullable<Of<(typeof listAllTickets)['query']>>

/** The filters as query parameters. `wikiFilter` needs a flag; without it the API would refuse the call. */
export const ticketQuery = (filter: TicketFilter, mayFilterByAsset: boolean): TicketQuery =>
  withoutUndefined({
    status: filter.filter === 2 ? ('all' as const) : ('open' as const),
    from: filter.from,
    to: filter.to,
    wikiFilter: mayFilterByAsset ? filter.wikiFilter : undefined,
    webUserIds: filter.webUserIds,
    q: filter.q,
    sort: filter.sort ?? defaultSort,
  })

/** Whether a filter narrows the list beyond open or all. */
export const isNarrowed = ({ from, to, wikiFilter, webUserIds, q }: TicketFilter) =>
  [from, to, wikiFilter, webUserIds, q].some(value => value !== undefined)

/** The filter with only its status and order. */
export const widened = ({ filter, sort }: TicketFilter): TicketFilter => withoutUndefined({ filter, sort })

/** The order by last message: newest or oldest first. */
export const isByLastMessage = ({ sort }: TicketFilter) => sort === '-lastCommentOn' || sort === 'lastCommentOn'
