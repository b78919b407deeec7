import { afterEach, expect, test, vi } from 'vitest'
import { publicFiles } from '../public-files/data.ts'
import { ticketList } from '../tickets/data.ts'
import { readTicketFilter, ticketQuery } from '../tickets/ticket-filter.ts'

const me = (flags: object) =>
  JSON.stringify({ contacts: [{ contactId: 12, portalSettings: { webPortalKey: 'brenta' }, ...flags }] })
const fetched = vi.fn((_address: string) => Promise.resolve(new Response('{}')))
const answerMe = (flags: object) =>
  fetched.mockImplementation(address => Promise.resolve(new Response(address === '/api/users/me' ? me(flags) : '[]')))
const always = ['/api/users/me', '/api/settings/brenta/publicfiles']
// Without those that look whether the portal is back, which the test of another file may have left going.
const addresses = () => fetched.mock.calls.map(([address]) => address).filter(address => address !== '/healthz')

const begin = async (address: string, token: string | null) => {
  vi.resetModules()
  fetched.mockClear()
  vi.stubGlobal('fetch', fetched)
  history.replaceState(null, '', address)
  localStorage.clear()
  if (token) localStorage.setItem('token', token)
  return await import('./early-requests.ts')
}

afterEach(() => vi.unstubAllGlobals())

test('the user is requested at once in the shell, and the answer is given out once', async () => {
  const { takeEarlyAnswer } = await begin('/brenta/12/tickets', 'abc')
  expect(fetched).toHaveBeenCalledWith('/api/users/me', { headers: { Authorization: 'Bearer abc' } })
  expect(takeEarlyAnswer('/api/brenta/12/tickets', 'abc')).toBeUndefined()
  expect(takeEarlyAnswer('/api/users/me', 'abc')).toBeInstanceOf(Promise)
  expect(takeEarlyAnswer('/api/users/me', 'abc')).toBeUndefined()
})

test('the public files are requested at the address that the menu uses', async () => {
  await begin('/Brenta/12/invoices', 'abc')
  const [, requested] = addresses()
  fetched.mockClear()
  const { queryFn } = publicFiles('brenta')
  const context = { signal: new AbortController().signal, pageParam: undefined }
  await (queryFn as (context: object) => Promise<unknown>)(context)
  expect(addresses()).toEqual([requested])
})

test('an answer is not handed to another session', async () => {
  const { takeEarlyAnswer } = await begin('/brenta/12', 'abc')
  expect(takeEarlyAnswer('/api/users/me', 'def')).toBeUndefined()
  expect(takeEarlyAnswer('/api/users/me', 'abc')).toBeUndefined()
})

test.each([
  ['/brenta/login', 'abc'],
  ['/brenta/documents/some-key', 'abc'],
  ['/brenta/12/tickets', null],
])('nothing is requested at %s with token %s', async (address, token) => {
  const { takeEarlyAnswer } = await begin(address, token)
  expect(fetched).not.toHaveBeenCalled()
  expect(takeEarlyAnswer('/api/users/me', 'abc')).toBeUndefined()
})

const here = { company: 'brenta', contactid: 12 }

test.each([
  ['/brenta/12/tickets', 'mine', 'manageTickets'],
  ['/Brenta/12/AllTickets', 'all', 'administrator'],
] as const)(
  'the first page of %s is requested at the address that the list uses, for users who may see it',
  async (address, scope, flag) => {
    answerMe({ [flag]: true })
    const { takeEarlyAnswer } = await begin(address, 'abc')
    await vi.waitFor(() => expect(addresses()).toHaveLength(3), { timeout: 60_000 })
    const requested = addresses()[2] ?? ''
    expect(await takeEarlyAnswer(requested, 'abc')).toBeInstanceOf(Response)

    fetched.mockClear()
    const { queryFn } = ticketList(here, scope, ticketQuery(readTicketFilter({}), true))
    const context = { signal: new AbortController().signal, pageParam: undefined }
    await (queryFn as (context: object) => Promise<unknown>)(context)
    expect(addresses()).toEqual([requested])
  },
)

test('no list is requested for users who may not see it', async () => {
  answerMe({ manageTickets: false, administrator: true })
  const { takeEarlyAnswer } = await begin('/brenta/12/tickets', 'abc')
  const answer = await takeEarlyAnswer('/api/brenta/12/tickets?status=open&sort=-createdOn&limit=50&count=1', 'abc')
  expect(answer).toBeUndefined()
  expect(addresses()).toEqual(always)
})

test.each(['/brenta/12/tickets?filter=2', '/brenta/12/tickets/7', '/brenta/12/invoices'])(
  'no list is requested at %s',
  async address => {
    answerMe({ manageTickets: true })
    const { takeEarlyAnswer } = await begin(address, 'abc')
    await takeEarlyAnswer('/api/users/me', 'abc')
    expect(addresses()).toEqual(always)
  },
)
