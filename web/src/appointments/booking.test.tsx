import type { Opened } from '@portico/contract/appointments'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { Booking } from './booking.tsx'
import { openedBy, slotList } from './data.ts'
import { isKeyProblem } from './key-problem.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  cleanup()
})

const eventKey = { company: 'brenta', eventkey: 'k' }
const start = new Date(Date.now() + 3_600_000).toISOString()
const opened = {
  service: { name: 'Sopralluogo', durationMinutes: 60, description: null },
  companyName: 'Officine Rossi',
  phone: '049 555 0100',
  email: null,
  address: null,
  appointment: null,
} as unknown as Opened

/** The page of the key, as far as it says whether the key opens. */
const Page = () => {
  const { data, error } = useQuery(openedBy(eventKey))
  if (data) return <Booking eventKey={eventKey} opened={data} />
  return isKeyProblem(error) ? <output>{error.detail}</output> : null
}

/** Opens the page with the one free time chosen; what the server answers can be changed. */
const choose = async () => {
  const server = { isExpired: false, slots: [{ start, end: start }] }
  vi.stubGlobal('fetch', async (url: URL | Request | string, init?: RequestInit) => {
    const request = new Request(new URL(url instanceof Request ? url.url : url, 'http://localhost'), init)
    if (server.isExpired)
      return Response.json({ title: 'Gone', status: 410, code: 'invalid_code', detail: 'expired' }, { status: 410 })
    return Response.json(request.url.includes('/slots') ? server.slots : opened)
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const routeTree = createRootRoute({ component: Page })
  const router = createRouter({ routeTree, history: createMemoryHistory() })
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  await userEvent.click(await screen.findByRole('radio'))
  return { server, client }
}

test('an invitation that has expired while its page was open says so when it is booked', async () => {
  const { server } = await choose()
  server.isExpired = true
  await userEvent.click(screen.getByText('appointments.confirm'))
  expect(await screen.findByText('expired')).toBeTruthy()
})

test('what is typed stays where the last free time is taken meanwhile, until another time is asked for', async () => {
  const { server, client } = await choose()
  const notes = () => document.querySelector<HTMLTextAreaElement>('textarea[name="notes"]')
  await userEvent.type(notes() as HTMLTextAreaElement, 'Secondo piano')
  server.slots = []
  await client.invalidateQueries(slotList(eventKey))
  await waitFor(() => expect(screen.queryByRole('radio')).toBeNull())
  expect(notes()?.value).toBe('Secondo piano')
})
