import { afterEach, expect, test, vi } from 'vitest'
import { ticketList } from './tickets/data.ts'
import { readTicketFilter, ticketQuery } from './tickets/ticket-filter.ts'

const fetched = vi.fn(() => Promise.resolve(new Response('{}')))

const begin = async (address: string, token: string | null) => {
  vi.resetModules()
  fetched.mockClear()
  vi.stubGlobal('fetch', fetched)
  history.replaceState(null, '', address)
  localStorage.clear()
  if (token) localStorage.setItem('token', token)
  return await import('./ask-early.ts')
}

afterEach(() => vi.unstubAllGlobals())

test('the user is asked for at once in the shell, and handed out once', async () => {
  const { takeEarly } = await begin('/brenta/12/tickets', 'abc')
  expect(fetched).toHaveBeenCalledWith('/api/users/me', { headers: { Authorization: 'Bearer abc' } })
  expect(takeEarly('/api/brenta/12/tickets', 'abc')).toBeUndefined()
  expect(takeEarly('/api/users/me', 'abc')).toBeInstanceOf(Promise)
  expect(takeEarly('/api/users/me', 'abc')).toBeUndefined()
})

test('an answer is not handed to another session', async () => {
  const { takeEarly } = await begin('/brenta/12', 'abc')
  expect(takeEarly('/api/users/me', 'def')).toBeUndefined()
  expect(takeEarly('/api/users/me', 'abc')).toBeUndefined()
})

test.each([
  ['/brenta/login', 'abc'],
  ['/brenta/documents/some-key', 'abc'],
  ['/brenta/12/tickets', null],
])('nobody is asked for at %s with token %s', async (address, token) => {
  const { takeEarly } = await begin(address, token)
  expect(fetched).not.toHaveBeenCalled()
  expect(takeEarly('/api/users/me', 'abc')).toBeUndefined()
})

const here = { company: 'brenta', contactid: 12 }

test.each([
  ['/brenta/12/tickets', 'mine', '/api/brenta/12/tickets'],
  ['/Brenta/12/AllTickets', 'all', '/api/brenta/12/tickets/all'],
] as const)('the first page of %s is asked for just as the list asks for it', async (address, scope, path) => {
  const { takeEarly } = await begin(address, 'abc')
  const asked = fetched.mock.calls.map(([address]: unknown[]) => String(address)).find(one => one.startsWith(path))
  const early = takeEarly(String(asked), 'abc')
  expect(early).toBeInstanceOf(Promise)

  fetched.mockClear()
  localStorage.setItem('token', 'abc')
  const { queryFn } = ticketList(here, scope, ticketQuery(readTicketFilter({}), true))
  const context = { signal: new AbortController().signal, pageParam: undefined }
  await (queryFn as (context: object) => Promise<unknown>)(context)
  expect(fetched.mock.calls.map(([address]: unknown[]) => address)).toEqual([asked])
})

test.each(['/brenta/12/tickets?filter=2', '/brenta/12/tickets/7', '/brenta/12/invoices'])(
  'no list is asked for at %s',
  async address => {
    await begin(address, 'abc')
    expect(fetched).toHaveBeenCalledTimes(1)
  },
)
