import type { Absence } from '@portico/contract/staff/planning/absences'
import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { dropAbsence } from './data.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

test('an absence is taken back as it was shown', async () => {
  const named: (string | null)[] = []
  vi.stubGlobal('fetch', async (url: URL | Request | string, init?: RequestInit) => {
    const request = new Request(new URL(url instanceof Request ? url.url : url, 'http://localhost'), init)
    // Those of tests before, which share the modules, are no removals.
    if (request.method === 'DELETE') named.push(request.headers.get('if-match'))
    return new Response(null, { status: 204 })
  })
  const client = new QueryClient()
  await new MutationObserver(client, dropAbsence(client)).mutate({ id: 1, version: '4' } as Absence)
  expect(named).toEqual(['"4"'])
})
