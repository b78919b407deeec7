import type { StaffBooking } from '@portico/contract/staff/planning/bookings'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { BookingDialog } from './booking-dialog.tsx'
import { booking } from './data.ts'
import { MoveForm } from './move-form.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  cleanup()
})

const first: StaffBooking = {
  id: 1,
  portal: { id: 1, webPortalKey: 'brenta', webPortalName: 'Brenta' },
  timeZone: 'Europe/Rome',
  service: { id: 2, name: 'Sopralluogo' },
  start: '2099-03-02T09:00:00Z',
  end: '2099-03-02T10:00:00Z',
  status: 'booked',
  isOutside: false,
  staffUser: { id: 5, displayName: 'Anna Dal Pozzo', profileImage: null },
  companyName: 'Officine Rossi',
  phone: '049 555 0100',
  email: null,
  address: null,
  notes: null,
  contact: null,
  ticket: null,
  visitId: null,
  bookedOn: '2099-01-01T09:00:00Z',
  cancelledOn: null,
  version: '0',
}

/** The booking as its dialog reads it. */
const Shown = ({ onDone }: { onDone: () => void }) => {
  const { data } = useQuery(booking(1))
  if (!data) return null
  return (
    <>
      <output>{`version ${data.version}`}</output>
      <MoveForm booking={data} onDone={onDone} onBack={() => undefined} />
    </>
  )
}

/** A booking that others may change, and the versions that changes name. */
const followChanges = () => {
  const server = { stored: first, named: [] as (string | null)[] }
  vi.stubGlobal('fetch', async (url: URL | Request | string, init?: RequestInit) => {
    const request = new Request(new URL(url instanceof Request ? url.url : url, 'http://localhost'), init)
    if (request.method === 'GET') return Response.json(request.url.endsWith('/bookings/1') ? server.stored : [])
    server.named.push(request.headers.get('if-match'))
    if (server.named.at(-1) === `"${server.stored.version}"`) return Response.json(server.stored)
    return Response.json({ title: 'Conflict', status: 409, code: 'conflict' }, { status: 409 })
  })
  return server
}

test('a booking that its customer moves while the form is open is not moved before that is said', async () => {
  const server = followChanges()
  const client = new QueryClient()
  const onDone = vi.fn()
  render(
    <QueryClientProvider client={client}>
      <Shown onDone={onDone} />
    </QueryClientProvider>,
  )
  fireEvent.change(await screen.findByLabelText('staffBookings.time'), { target: { value: '15:00' } })
  server.stored = { ...first, start: '2099-03-03T09:00:00Z', end: '2099-03-03T10:00:00Z', version: '1' }
  await client.invalidateQueries(booking(1))
  await screen.findByText('version 1')
  fireEvent.click(screen.getByText('staffBookings.moveConfirm'))
  expect(await screen.findByText('staffBookings.crossed')).toBeTruthy()
  fireEvent.click(screen.getByText('staffBookings.moveConfirm'))
  await waitFor(() => expect(onDone).toHaveBeenCalled())
  expect(server.named).toEqual(['"0"', '"1"'])
})

test('a booking that its customer moves while the office is about to cancel it is not cancelled before that is said', async () => {
  const server = followChanges()
  const client = new QueryClient()
  const onClose = vi.fn()
  render(
    <RouterContextProvider router={createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })}>
      <QueryClientProvider client={client}>
        <BookingDialog id={1} onClose={onClose} />
      </QueryClientProvider>
    </RouterContextProvider>,
  )
  fireEvent.click(await screen.findByText('staffBookings.cancel'))
  server.stored = { ...first, staffUser: { ...first.staffUser, displayName: 'Bruno Sartori' }, version: '1' }
  await client.invalidateQueries(booking(1))
  await screen.findByText('Bruno Sartori')
  fireEvent.click(screen.getByText('staffBookings.cancelConfirm'))
  expect(await screen.findByText('staffBookings.crossed')).toBeTruthy()
  fireEvent.click(screen.getByText('staffBookings.cancelConfirm'))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(server.named).toEqual(['"0"', '"1"'])
})
