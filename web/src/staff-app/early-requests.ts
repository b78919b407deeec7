// A chunk of its own that is loaded first: it requests what the first screen shows while the rest of the program is still being
// loaded. It imports types only, which hold its addresses to the contract without weighing anything.
import type { readStaffMe } from '@portico/contract/staff/session'
import type { countStaffTickets, listStaffTickets } from '@portico/contract/staff/tickets'

const me: (typeof readStaffMe)['path'] = '/api/staff/me'
const counts: (typeof countStaffTickets)['path'] = '/api/staff/tickets/views'
const queue: (typeof listStaffTickets)['path'] = '/api/staff/tickets'

/** What a page needs first, by its address. */
const addressesAt = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>) => {
  if (/^\/staff\/(login|links|second-factor|sign-ins)/.test(pathname)) return []
  const isFirstView = /^\/staff(\/(tickets\/?)?)?$/.test(pathname) && !search
  return isFirstView ? [me, counts, `${queue}?view=toAnswer&limit=50&count=1`] : [me]
}

const requests: Map<string, Promise<Response>> = new Map(
  addressesAt(location).map(address => {
    const answer = fetch(address)
    answer.then(
      // What was refused before the sign-in is asked again after it.
      ({ ok }) => ok || requests.delete(address),
      // The caller that takes the answer handles its failure.
      () => undefined,
    )
    return [address, answer] as const
  }),
)

/** The answer to a request that was started with the page: once, for the same address. */
export const takeEarlyAnswer = (address: string) => {
  const answer = requests.get(address)
  requests.delete(address)
  return answer
}
