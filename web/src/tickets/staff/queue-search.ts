import { type StaffTicketView, staffTicketViews } from '@portico/contract/staff/tickets'

/** The orders that the queue offers. */
export const queueSorts = ['dueAt', '-createdOn', 'createdOn'] as const
export type QueueSort = (typeof queueSorts)[number]

/** What the queue shows: a view of it, or with `q` what a search over all tickets has found; with filters. */
export type QueueSearch = {
  view?: StaffTicketView
  q?: string
  /** The key of a portal. */
  portal?: string
  contact?: number
  assignee?: number
  group?: number
  /** The id of a ticket type. */
  type?: number
  sort?: QueueSort
}

/** The view that an address without one shows. */
export const firstView: StaffTicketView = 'toAnswer'

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0

/** Reads the search of the queue's address; what is malformed is left out. */
export const readQueueSearch = ({
  view,
  q,
  portal,
  contact,
  assignee,
  group,
  type,
  sort,
}: Record<string, unknown>): QueueSearch => {
  const knownView = staffTicketViews.find(one => one === view)
  const knownSort = queueSorts.find(one => one === sort)
  const text = typeof q === 'number' ? String(q) : q
  return {
    ...(knownView && { view: knownView }),
    ...(typeof text === 'string' && text && { q: text }),
    ...(typeof portal === 'string' && portal && { portal }),
    ...(isId(contact) && { contact }),
    ...(isId(assignee) && { assignee }),
    ...(isId(group) && { group }),
    ...(isId(type) && { type }),
    ...(knownSort && { sort: knownSort }),
  }
}

/**
 * What the address asks of the server: a text is searched in all tickets, whatever view it was typed in. The router hands on what else the
 * address has, which the server would refuse.
 */
export const queueQuery = (search: QueueSearch): QueueSearch => {
  const { view, q, ...rest } = readQueueSearch(search)
  return { view: q ? 'all' : (view ?? firstView), ...(q && { q }), ...rest }
}

/** The order of the rows: that of the address, else what is due first in views of open tickets, and newest first elsewhere. */
export const sortOfQueue = (search: QueueSearch): QueueSort => {
  const { view, sort } = queueQuery(search)
  return sort ?? (view === 'closed' || view === 'all' ? '-createdOn' : 'dueAt')
}

/** Changes what the address asks for; undefined takes a filter away. */
export type ChangeSearch = (changes: { [Name in keyof QueueSearch]?: QueueSearch[Name] | undefined }) => void

const filterNames = ['contact', 'portal', 'assignee', 'group', 'type'] as const

/** The filters that are set, apart from the view and the text. */
export const setFilters = (search: QueueSearch) => filterNames.filter(name => search[name] !== undefined)
