import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { workingHours } from './data.ts'
import { HoursForm } from './hours-form.tsx'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  cleanup()
})

const week = Array.from({ length: 7 }, () => [{ from: '08:30', to: '18:00' }])
const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })

type Shown = { client?: QueryClient; timeZone?: string; version?: string }

const form = ({ client = new QueryClient(), timeZone = 'Europe/Rome', version = '0' }: Shown) => (
  <RouterContextProvider router={router}>
    <QueryClientProvider client={client}>
      <HoursForm
        portalId={null}
        timeZone={timeZone}
        version={version}
        initial={{ week, closings: [] }}
        onDone={() => undefined}
      />
    </QueryClientProvider>
  </RouterContextProvider>
)

/** The first day that a new closing shows. */
const newClosing = (timeZone: string) => {
  render(form({ timeZone }))
  fireEvent.click(screen.getByText('staffHours.addClosing'))
  return document.querySelector<HTMLInputElement>('.closing-days input')?.value
}

test.each([
  ['Europe/Rome', '2026-03-02T23:30:00Z', '03/03/2026'],
  ['Europe/Rome', '2026-03-02T22:30:00Z', '02/03/2026'],
  ['America/New_York', '2026-03-03T03:30:00Z', '02/03/2026'],
])('a new closing is of today by the clock of %s at %s', (timeZone, now, day) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) })
  expect(newClosing(timeZone)).toBe(day)
})

test('a form that is open while a colleague saves names the version that it began with, and a refusal reads the newest', async () => {
  const named: (string | null)[] = []
  vi.stubGlobal('fetch', (url: URL | Request | string, init?: RequestInit) => {
    named.push(
      new Request(new URL(url instanceof Request ? url.url : url, 'http://localhost'), init).headers.get('if-match'),
    )
    const problem = { type: 'about:blank', title: 'Conflict', status: 409, code: 'conflict' }
    const headers = { 'content-type': 'application/problem+json' }
    return Promise.resolve(new Response(JSON.stringify(problem), { status: 409, headers }))
  })
  const client = new QueryClient()
  client.setQueryData(workingHours.queryKey, [])
  const { rerender } = render(form({ client, version: '7' }))
  rerender(form({ client, version: '8' }))
  fireEvent.click(screen.getByText('staffHours.save'))
  expect(await screen.findByText('staffHours.overtaken')).toBeTruthy()
  expect(named).toEqual(['"7"'])
  expect(client.getQueryState(workingHours.queryKey)?.isInvalidated).toBe(true)
})
