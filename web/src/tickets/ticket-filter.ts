import type { Of } from '@portico/contract/endpoint'
import type { listAllTickets } from '@portico/contract/tickets'
import { rangeIn, textIn } from '../list/list-params.ts'

/** Which tickets a list shows (spec 9): 1 open or pending, 2 all. */
export type StatusFilter = 1 | 2

const sorts = [
  ...(['createdOn', '-createdOn', 'lastCommentOn', '-lastCommentOn'] as const),
  ...(['ticketNumber', '-ticketNumber', 'title', '-title'] as const),
] as const
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

const ids = (value: unknown) =>
  [...new Set((textIn(value, 4000) ?? '').split(',').map(Number))].filter(id => Number.isSafeInteger(id) && id > 0)

const given = <T extends object>(filter: T) =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)) as T

/**
 * Reads the filters out of an address, whatever somebody typed there. What makes no sense is undefined: a key that is not
 * named keeps what the address has.
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

/** Whether the newest or the oldest last message stands first. */
export const isByLastMessage = ({ sort }: TicketFilter) => sort === '-lastCommentOn' || sort === 'lastCommentOn'
