import { afterEach, expect, test, vi } from 'vitest'

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
