import type { Absence } from '@portico/contract/staff/planning/absences'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { AbsenceDialog } from './absence-dialog.tsx'
import { absences } from './data.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  cleanup()
})

const absence: Absence = {
  id: 1,
  staffUser: { id: 5, displayName: 'Anna Dal Pozzo', profileImage: null },
  start: '2026-03-01T23:00:00Z',
  end: '2026-03-02T23:00:00Z',
  isAllDay: true,
  from: '2026-03-02',
  to: '2026-03-02',
  timeZone: 'Europe/Rome',
  kind: 'holiday',
  note: null,
  version: '1',
}

/** The list below the dialog. */
const AbsencesBelow = () => {
  useQuery(absences)
  return null
}

/** The versions that changes name, where the absence is stored in its second one. */
const followChanges = () => {
  const named: (string | null)[] = []
  vi.stubGlobal('fetch', (url: URL | Request | string, init?: RequestInit) => {
    const request = new Request(new URL(url instanceof Request ? url.url : url, 'http://localhost'), init)
    if (request.method === 'GET') return Promise.resolve(Response.json([{ ...absence, note: 'Al mare', version: '2' }]))
    if (request.method === 'POST') return Promise.resolve(Response.json([]))
    named.push(request.headers.get('if-match'))
    return Promise.resolve(
      named.at(-1) === '"2"'
        ? Response.json({ ...absence, version: '3' })
        : Response.json({ title: 'Conflict', status: 409, code: 'conflict' }, { status: 409 }),
    )
  })
  return named
}

const open = (given: Absence | undefined, onClose: () => void = () => undefined) => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } })
  client.setQueryData(absences.queryKey, [absence])
  render(
    <RouterContextProvider router={createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })}>
      <QueryClientProvider client={client}>
        <AbsencesBelow />
        <AbsenceDialog absence={given} timeZone="Europe/Rome" onClose={onClose} />
      </QueryClientProvider>
    </RouterContextProvider>,
  )
}

test('whoever was slower is told that the absence has changed, and saves over it with the next try', async () => {
  const named = followChanges()
  const onClose = vi.fn()
  open(absence, onClose)
  fireEvent.click(screen.getByText('staffAbsences.save'))
  expect(await screen.findByText('staffAbsences.crossed')).toBeTruthy()
  fireEvent.click(screen.getByText('staffAbsences.save'))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(named).toEqual(['"1"', '"2"'])
})

test.each([
  ['2026-07-01T21:59:00Z', '2026-07-01'],
  ['2026-07-01T22:30:00Z', '2026-07-02'],
  ['2026-12-31T23:30:00Z', '2027-01-01'],
])('a new absence begins today by the clock of the company at %s', (now, day) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) })
  followChanges()
  open(undefined)
  expect(document.querySelector<HTMLInputElement>('input[name="fromDay"]')?.value).toBe(day)
})
