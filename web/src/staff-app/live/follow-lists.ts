import type { StaffListEvent } from '@portico/contract/staff/events'
import type { QueryClient } from '@tanstack/react-query'

const PAUSE = 1000

/** What shows each kind, below the key `staff`. */
const shownBy: Partial<Record<StaffListEvent['of'], readonly string[]>> = {
  contract: ['contracts', 'contract', 'customers', 'time-sources'],
  subscription: ['subscriptions', 'subscription'],
  wiki: ['assets', 'asset', 'asset-folders'],
}

/** Follows lists that change: those on the screen are read anew, at most once a second, and once for all rows of an import. */
export const followLists = (client: QueryClient) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let keys = new Set<string>()
  let customers = new Set<number>()
  const read = () => {
    timer = undefined
    for (const key of keys) void client.invalidateQueries({ queryKey: ['staff', key] })
    for (const id of customers) void client.invalidateQueries({ queryKey: ['staff', 'customer', id] })
    keys = new Set()
    customers = new Set()
  }
  return {
    follow: ({ of, contactId }: StaffListEvent) => {
      for (const key of shownBy[of] ?? ['published']) keys.add(key)
      customers.add(contactId)
      timer ??= setTimeout(read, PAUSE)
    },
    stop: () => clearTimeout(timer),
  }
}
