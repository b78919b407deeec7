import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { removeHours, workingHours } from './data.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

test.each([null, 3])(
  'hours of portal %s that a colleague has changed are not removed, and are read again',
  async id => {
    const named: (string | null)[] = []
    vi.stubGlobal('fetch', async (url: URL | Request | string, init?: RequestInit) => {
      const request = new Request(new URL(url instanceof Request ? url.url : url, 'http://localhost'), init)
      // Those of tests before, which share the modules, are no removals.
      if (request.method === 'DELETE') named.push(request.headers.get('if-match'))
      return Response.json({ title: 'Conflict', status: 409, code: 'conflict' }, { status: 409 })
    })
    const client = new QueryClient()
    client.setQueryData(workingHours.queryKey, [])
    const removal = new MutationObserver(client, removeHours(client))
    await expect(removal.mutate({ portalId: id, version: '7' })).rejects.toThrow()
    expect(named).toEqual(['"7"'])
    expect(client.getQueryState(workingHours.queryKey)?.isInvalidated).toBe(true)
  },
)
