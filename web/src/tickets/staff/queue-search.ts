import { type StaffTicketView, staffTicketViews } from '@portico/contract/staff-tickets'

/** What the queue shows: a view of it, with filters. */
export type QueueSearch = {
  view?: StaffTicketView
  q?: string
  /** The key of a portal. */
  portal?: string
  contact?: number
  assignee?: number
}

/** The view that an address without one shows. */
export const firstView: StaffTicketView = 'toAnswer'

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0

/** Reads the search of the queue's address; what is malformed is left out. */
export const readQueueSearch = ({ view, q, portal, contact, assignee }: Record<string, unknown>): QueueSearch => {
  const known = staffTicketViews.find(one => one === view)
  const text = typeof q === 'number' ? String(q) : q
  return {
    ...(known && { view: known }),
    ...(typeof text === 'string' && text && { q: text }),
    ...(typeof portal === 'string' && portal && { portal }),
    ...(isId(contact) && { contact }),
    ...(isId(assignee) && { assignee }),
  }
}
