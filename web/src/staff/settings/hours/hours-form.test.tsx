import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { HoursForm } from './hours-form.tsx'

afterEach(() => {
  vi.useRealTimers()
  cleanup()
})

const week = Array.from({ length: 7 }, () => [{ from: '08:30', to: '18:00' }])

/** The first day that a new closing shows. */
const newClosing = (timeZone: string) => {
  render(
    <RouterContextProvider router={createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })}>
      <QueryClientProvider client={new QueryClient()}>
        <HoursForm
          portalId={null}
          timeZone={timeZone}
          version="0"
          initial={{ week, closings: [] }}
          onDone={() => undefined}
        />
      </QueryClientProvider>
    </RouterContextProvider>,
  )
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
