import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { clearPresence, setPresence, useOwnPresence, usePresence } from './presence.ts'
import { beginSession, endSession } from './session.ts'

const elena = { id: 2, displayName: 'Elena Conti', profileImage: null, state: 'looking' as const }
let told: string[] = []

beforeEach(() => {
  vi.useFakeTimers()
  beginSession('token')
  told = []
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit) => {
    told.push(`${address} ${JSON.parse(String(body)).state}`)
    return new Response(null, { status: 204 })
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('knows who is on a ticket until all are forgotten', () => {
  const { result } = renderHook(() => usePresence(7))
  act(() => setPresence(7, [elena]))
  act(() => setPresence(8, [elena]))
  expect(result.current).toEqual([elena])
  act(() => clearPresence())
  expect(result.current).toEqual([])
})

it('tells what one does at once and every 15 seconds, and that one has gone', async () => {
  const address = '/api/staff/tickets/7/presence'
  const { rerender, unmount } = renderHook(({ state }) => useOwnPresence(7, state), {
    initialProps: { state: 'looking' as 'looking' | 'writing' },
  })
  await vi.advanceTimersByTimeAsync(0)
  rerender({ state: 'writing' })
  await vi.advanceTimersByTimeAsync(15_000)
  unmount()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(told).toEqual([`${address} looking`, `${address} writing`, `${address} writing`, `${address} gone`])
})

it('tells nothing while the tab is not in front', async () => {
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  const { unmount } = renderHook(() => useOwnPresence(7, 'looking'))
  await vi.advanceTimersByTimeAsync(30_000)
  expect(told).toEqual([])
  unmount()
  visibility.mockRestore()
})

it('tells nothing when the session has ended', async () => {
  const { unmount } = renderHook(() => useOwnPresence(7, 'looking'))
  await vi.advanceTimersByTimeAsync(0)
  endSession()
  unmount()
  expect(told).toEqual(['/api/staff/tickets/7/presence looking'])
})
