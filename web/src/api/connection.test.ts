import { onlineManager } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

// The connection is that of the page: of another file's test it may still be away.
vi.resetModules()
const { currentConnection, reportResponse, retryNow, waitUntilReachable } = await import('./connection.ts')

const probe = vi.spyOn(globalThis, 'fetch')
const answer = (status: number) => probe.mockImplementation(async () => new Response(null, { status }))
const away = () => probe.mockRejectedValue(new TypeError('Failed to fetch'))

beforeEach(() => {
  vi.useFakeTimers()
  probe.mockReset()
})
afterEach(() => vi.useRealTimers())

it('is no outage where only one request has failed', async () => {
  answer(200)
  expect(await waitUntilReachable()).toBe(false)
  expect(currentConnection().reachable).toBe(true)
})

it.each([
  ['no answer', away],
  ['the answer of a proxy', () => answer(502)],
])('asks again, less and less often, after %s', async (_, fail) => {
  fail()
  const first = waitUntilReachable()
  await vi.advanceTimersByTimeAsync(0)
  expect(currentConnection().reachable).toBe(false)
  expect(onlineManager.isOnline()).toBe(false)
  await vi.advanceTimersByTimeAsync(2000 + 4000 + 8000)
  expect(probe).toHaveBeenCalledTimes(4)
  answer(404)
  // Whoever asks meanwhile waits for the same answer.
  const second = waitUntilReachable()
  await vi.advanceTimersByTimeAsync(15_000)
  expect(await Promise.all([first, second])).toEqual([true, true])
  expect(probe).toHaveBeenCalledTimes(5)
  expect(currentConnection().reachable).toBe(true)
  expect(onlineManager.isOnline()).toBe(true)
})

it.each([
  ['the reader wants it', retryNow],
  ['another request has been answered', reportResponse],
  ['the browser is on line again', () => void window.dispatchEvent(new Event('online'))],
])('asks at once when %s', async (_, wake) => {
  away()
  const back = waitUntilReachable()
  await vi.advanceTimersByTimeAsync(0)
  answer(200)
  wake()
  await vi.advanceTimersByTimeAsync(0)
  expect(await back).toBe(true)
})
