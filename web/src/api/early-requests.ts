// A chunk of its own that is loaded first: it requests what the first screen shows while the rest of the program is still being
// loaded. But for what has to run before it, it imports types only, which hold its addresses to the contract without weighing anything.
import type { Me, readMe } from '@portico/contract/auth'
import type { listPublicFiles } from '@portico/contract/public-files'
import type { listAllTickets, listTickets } from '@portico/contract/tickets'
import './viewing-tab.ts'

/** The addresses of a path: any text in place of each parameter. */
type AddressOf<Path extends string> = Path extends `${infer Start}:${infer Rest}`
  ? Rest extends `${string}/${infer Tail}`
    ? `${Start}${string}/${AddressOf<Tail>}`
    : `${Start}${string}`
  : Path

const user: AddressOf<(typeof readMe)['path']> = '/api/users/me'

const lists = {
  tickets: { path: 'tickets', flag: 'manageTickets' satisfies (typeof listTickets)['access'] },
  alltickets: { path: 'tickets/all', flag: 'administrator' satisfies (typeof listAllTickets)['access'] },
} as const

/** The first page of the ticket list that a URL without filters shows, and the flag that it requires. */
const firstPageAt = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>) => {
  const found = pathname.toLowerCase().match(/^\/([^/]+)\/(\d+)\/(tickets|alltickets)$/)
  if (!found || search) return undefined
  const [, company = '', contactid = '', section] = found
  const { path, flag } = lists[section as keyof typeof lists]
  const list: AddressOf<(typeof listTickets | typeof listAllTickets)['path']> = `/api/${company}/${contactid}/${path}`
  return { address: `${list}?status=open&sort=-createdOn&limit=50&count=1`, contactid: Number(contactid), flag }
}

/** Resolves to undefined if the request was not made after all. */
type Answer = Promise<Response | undefined>

const startRequests = () => {
  const requests = new Map<string, { token: string; answer: Answer }>()
  const [, company] = location.pathname.toLowerCase().match(/^\/([^/]+)\/\d+(\/|$)/) ?? []
  if (!company) return requests
  let token: string | null = null
  try {
    token = localStorage.getItem('token')
  } catch {}
  if (!token) return requests
  const headers = { Authorization: `Bearer ${token}` }
  const add = (address: string, answer: Answer, token: string) => {
    // The caller that takes the answer handles its failure.
    answer.catch(() => undefined)
    requests.set(address, { token, answer })
  }
  const me = fetch(user, { headers })
  add(user, me, token)
  // The menu has an entry for them if there are any.
  const files: AddressOf<(typeof listPublicFiles)['path']> = `/api/settings/${company}/publicfiles`
  add(files, fetch(files, { headers }), token)
  const list = firstPageAt(location)
  if (!list) return requests
  const { address, contactid, flag } = list
  const fetchIfAllowed = async () => {
    const answer = await me
    if (!answer.ok) return undefined
    const { contacts } = (await answer.clone().json()) as Me
    const contact = contacts.find(one => one.contactId === contactid && one.portalSettings.webPortalKey === company)
    return contact?.[flag] ? fetch(address, { headers }) : undefined
  }
  add(address, fetchIfAllowed(), token)
  return requests
}

const requests = startRequests()

/** The answer to a request that was started with the page: once, for the same address and the same session. */
export const takeEarlyAnswer = (address: string, token: string | undefined): Answer | undefined => {
  const request = requests.get(address)
  requests.delete(address)
  return request?.token === token ? request?.answer : undefined
}
