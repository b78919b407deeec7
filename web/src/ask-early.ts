// Stands alone in its chunk, imports nothing and is asked for first, so that it runs before the rest of the program is there.
const user = '/api/users/me'

/** The path of the first page of a ticket list, where the page is such a list and its address has no filters. */
const listOf = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>) => {
  const [, place, section] = pathname.toLowerCase().match(/^(\/[^/]+\/\d+)\/(tickets|alltickets)$/) ?? []
  if (!place || search) return []
  const list = section === 'tickets' ? 'tickets' : 'tickets/all'
  return [`/api${place}/${list}?status=open&sort=-createdOn&limit=50&count=1`]
}

type Early = { token: string; answer: Promise<Response> }

const askEarly = () => {
  const asked = new Map<string, Early>()
  if (!/^\/[^/]+\/\d+(\/|$)/.test(location.pathname)) return asked
  let token: string | null = null
  try {
    token = localStorage.getItem('token')
  } catch {}
  if (!token) return asked
  for (const address of [user, ...listOf(location)]) {
    const answer = fetch(address, { headers: { Authorization: `Bearer ${token}` } })
    // Whoever takes it sees the failure.
    answer.catch(() => undefined)
    asked.set(address, { token, answer })
  }
  return asked
}

const asked = askEarly()

/** The answer that was asked for as the page began, once, for the call and the session that it was asked for. */
export const takeEarly = (address: string, token: string | undefined): Promise<Response> | undefined => {
  const early = asked.get(address)
  asked.delete(address)
  return early?.token === token ? early?.answer : undefined
}
