import type { StaffMailbox } from '@portico/contract/staff/mail'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { MailboxDialog } from './mailbox-dialog.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  cleanup()
})

const mailbox: StaffMailbox = {
  id: 1,
  portal: { id: 1, name: 'Brenta' },
  group: { id: 3, name: 'Assistenza' },
  address: 'aiuto@brenta.example',
  imapUrl: 'imaps://aiuto@imap.brenta.example/INBOX',
  provider: null,
  authservId: null,
  isPaused: false,
  checkedOn: null,
  failingSince: null,
  failedStep: null,
  lastError: null,
  waiting: 0,
}

/** The dialog as somebody sees it who works for one portal. */
const open = (onClose: () => void) => {
  const root = createRootRoute()
  const signedIn = createRoute({
    id: 'signed-in',
    getParentRoute: () => root,
    beforeLoad: () => ({ me: { portals: [{ id: 1, webPortalKey: 'brenta', webPortalName: 'Brenta' }] } }),
  })
  const screenRoute = createRoute({
    path: '/',
    getParentRoute: () => signedIn,
    component: () => <MailboxDialog mailbox={mailbox} onClose={onClose} />,
  })
  const routeTree = root.addChildren([signedIn.addChildren([screenRoute])])
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={createRouter({ routeTree, history: createMemoryHistory() })} />
    </QueryClientProvider>,
  )
}

test('a changed address is sent alone: what a colleague has changed of the mailbox meanwhile stays', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (url: URL | Request | string, init?: RequestInit) => {
    const request = new Request(new URL(url instanceof Request ? url.url : url, 'http://localhost'), init)
    if (request.method === 'GET') return Response.json({ groups: [], portals: [] })
    sent.push(await request.json())
    return Response.json(mailbox)
  })
  const onClose = vi.fn()
  open(onClose)
  fireEvent.change(await screen.findByLabelText('staffMailboxes.address'), {
    target: { value: 'posta@brenta.example' },
  })
  fireEvent.click(screen.getByText('staffMailboxes.save'))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent).toEqual([{ address: 'posta@brenta.example' }])
})
