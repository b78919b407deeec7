import type { StaffContract } from '@portico/contract/staff/records/contracts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { Toasts } from '../../../ui/overlay/toasts.tsx'
import { ContractMenu } from './contract-menu.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  cleanup()
})

const contract = {
  id: 1,
  kind: 'activity',
  name: 'Monte ore',
  state: 'active',
  status: null,
  timeZone: 'Europe/Rome',
  endsOn: '2026-12-31T22:59:59Z',
  version: '1',
  activities: [],
  packageList: [],
  documents: [],
} as unknown as StaffContract

test('an end and its way back name the state that they change: what a colleague has changed since stays', async () => {
  const sent: (string | null)[] = []
  vi.stubGlobal('fetch', async (url: URL | Request | string, init?: RequestInit) => {
    const request = new Request(new URL(url instanceof Request ? url.url : url, 'http://localhost'), init)
    if (request.method !== 'GET') sent.push(request.headers.get('if-match'))
    return Response.json({ ...contract, version: '2' })
  })
  const component = () => (
    <>
      <ContractMenu contract={contract} />
      <Toasts labels={{ region: 'Messages', dismiss: 'Dismiss' }} />
    </>
  )
  const router = createRouter({ routeTree: createRootRoute({ component }), history: createMemoryHistory() })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'staffRecords.more' }))
  await userEvent.click(screen.getByText('staffContracts.end.action'))
  await userEvent.click(await screen.findByRole('button', { name: 'staffRecords.undo' }))
  await waitFor(() => expect(sent).toEqual(['"1"', '"2"']))
})
