// Stands alone in its chunk, imports nothing and is asked for first, so that it runs before the rest of the program is there.
const user = '/api/users/me'

const lists = {
  tickets: { path: 'tickets', flag: 'manageTickets' },
  alltickets: { path: 'tickets/all', flag: 'administrator' },
} as const

/** The first page of the ticket list that an address without filters shows, and the flag that it takes. */
const listAt = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>) => {
  const found = pathname.toLowerCase().match(/^\/([^/]+)\/(\d+)\/(tickets|alltickets)$/)
  if (!found || search) return undefined
  const [, company, contactid, section] = found
  const { path, flag } = lists[section as keyof typeof lists]
  const address = `/api/${company}/${contactid}/${path}?status=open&sort=-createdOn&limit=50&count=1`
  return { address, contactid: Number(contactid), flag }
}

type Me = { contacts: ({ contactId: number; portalSettings: { webPortalKey: string } } & Record<string, unknown>)[] }
/** Undefined: it was not asked for after all. */
type Answer = Promise<Response | undefined>

const askEarly = () => {
  const asked = new Map<string, { token: string; answer: Answer }>()
  const [, company] = location.pathname.toLowerCase().match(/^\/([^/]+)\/\d+(\/|$)/) ?? []
  if (!company) return asked
  let token: string | null = null
  try {
    token = localStorage.getItem('token')
  } catch {}
  if (!token) return asked
  const headers = { Authorization: `Bearer ${token}` }
  const keep = (address: string, answer: Answer, token: string) => {
    // Whoever takes it sees the failure.
    answer.catch(() => undefined)
    asked.set(address, { token, answer })
  }
  const me = fetch(user, { headers })
  keep(user, me, token)
  // The menu names them where there are any.
  const files = `/api/settings/${company}/publicfiles`
  keep(files, fetch(files, { headers }), token)
  const list = listAt(location)
  if (!list) return asked
  const { address, contactid, flag } = list
  const allowed = async () => {
    const answer = await me
    if (!answer.ok) return undefined
    const { contacts } = (await answer.clone().json()) as Me
    const here = contacts.find(one => one.contactId === contactid && one.portalSettings.webPortalKey === company)
    return here?.[flag] ? fetch(address, { headers }) : undefined
  }
  keep(address, allowed(), token)
  return asked
}

const asked = askEarly()

/** The answer that was asked for as the page began, once, for the call and the session that it was asked for. */
export const takeEarly = (address: string, token: string | undefined): Answer | undefined => {
  const early = asked.get(address)
  asked.delete(address)
  return early?.token === token ? early?.answer : undefined
}
