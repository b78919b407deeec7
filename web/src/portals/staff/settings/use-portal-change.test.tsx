import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { staffPortal, type TaggedPortal } from '../portal/data.ts'
import { usePortalChange } from './use-portal-change.ts'

/** A portal as it is stored, and the tags that changes named. */
const stored = { phone: '1', cover: 'a', tag: 1 }
let named: (string | null)[] = []

const answer = (status: number, body: object, type = 'application/json') =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': type, etag: `"${stored.tag}"` } })

const portalNow = () =>
  ({ id: 1, supportPhone: stored.phone, coverText: stored.cover, etag: `"${stored.tag}"` }) as unknown as TaggedPortal

beforeEach(() => {
  Object.assign(stored, { phone: '1', cover: 'a', tag: 1 })
  named = []
  vi.stubGlobal('fetch', async (url: URL | Request | string, init?: RequestInit) => {
    const request = new Request(new URL(url instanceof Request ? url.url : url, 'http://localhost'), init)
    if (request.method === 'GET') return answer(200, portalNow())
    named.push(request.headers.get('if-match'))
    if (named.at(-1) !== `"${stored.tag}"`)
      return answer(409, { title: 'Conflict', status: 409, code: 'conflict' }, 'application/problem+json')
    const { supportPhone = stored.phone, coverText = stored.cover } = await request.json()
    Object.assign(stored, { phone: supportPhone, cover: coverText, tag: stored.tag + 1 })
    return answer(200, portalNow())
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
  cleanup()
})

/** A form that is open; `readAnew` shows it the portal as it is stored by now. */
const openForm = () => {
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const hook = renderHook(({ portal }) => usePortalChange(portal), { wrapper, initialProps: { portal: portalNow() } })
  const readAnew = () => {
    client.setQueryData(staffPortal(1).queryKey, portalNow())
    hook.rerender({ portal: portalNow() })
  }
  const save = async (change: object) => {
    const before = named.length
    act(() => hook.result.current.save(change, () => undefined))
    await waitFor(() => expect(hook.result.current.isPending || named.length === before).toBe(false))
  }
  return { hook, readAnew, save }
}

test('what a colleague has changed meanwhile is not overwritten before it is said, although the portal was read anew', async () => {
  const { hook, readAnew, save } = openForm()
  Object.assign(stored, { phone: '2', tag: 2 })
  readAnew()
  await save({ supportPhone: '3' })
  await waitFor(() => expect(hook.result.current.isCrossed).toBe(true))
  expect(stored.phone).toBe('2')
  await save({ supportPhone: '3' })
  expect(stored.phone).toBe('3')
})

test('what was changed elsewhere on the page, and what a switch shows, is in nobody’s way', async () => {
  const { hook, readAnew, save } = openForm()
  Object.assign(stored, { cover: 'b', tag: 2 })
  readAnew()
  await save({ supportPhone: '3' })
  expect(stored).toMatchObject({ phone: '3', cover: 'b' })
  Object.assign(stored, { cover: 'c', tag: 4 })
  readAnew()
  act(() => hook.result.current.set({ coverText: 'd' }))
  await waitFor(() => expect(stored.cover).toBe('d'))
})
