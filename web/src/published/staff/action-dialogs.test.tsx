import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { staffTexts } from '../../text/staff-texts.ts'
import { startTexts } from '../../text/texts.ts'
import { ChangeDialog } from './action-dialogs.tsx'
import type { OpenFile } from './data.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  cleanup()
})

const file = {
  kind: 'invoice',
  id: 1,
  title: '2026/0438',
  number: '2026/0438',
  revision: null,
  date: '2026-11-22T23:00:00Z',
  total: 152.99,
  etag: '"1"',
} as OpenFile

const open = (onClose: () => void) => {
  const routeTree = createRootRoute({ component: () => <ChangeDialog file={file} onClose={onClose} /> })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={createRouter({ routeTree, history: createMemoryHistory() })} />
    </QueryClientProvider>,
  )
}

test('a total is shown and read as people write it, with points between thousands', async () => {
  await startTexts('it-IT', staffTexts)
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (url: URL | Request | string, init?: RequestInit) => {
    const request = new Request(new URL(url instanceof Request ? url.url : url, 'http://localhost'), init)
    if (request.method !== 'GET') sent.push(await request.json())
    return Response.json(file)
  })
  for (const [typed, total] of [
    ['1.234', 1234],
    ['1.234,56', 1234.56],
  ] as const) {
    const onClose = vi.fn()
    open(onClose)
    const field = await screen.findByLabelText('staffPublished.fields.total')
    expect(field).toHaveProperty('value', '152,99')
    fireEvent.change(field, { target: { value: typed } })
    fireEvent.click(screen.getByText('staffPublished.actions.saveChange'))
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(sent.pop()).toEqual({ total })
    cleanup()
  }
})
