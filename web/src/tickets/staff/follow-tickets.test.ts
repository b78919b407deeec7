import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { followTickets } from './follow-tickets.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const observed = (client: QueryClient, queryKey: readonly unknown[]) => {
  const read = vi.fn(async () => 0)
  const stop = new QueryObserver(client, { queryKey, queryFn: read, staleTime: Number.POSITIVE_INFINITY }).subscribe(
    () => undefined,
  )
  return { read, stop }
}

it('reads counts and lists at most once a second, and the open ticket alone at once', async () => {
  const client = new QueryClient()
  const counts = observed(client, ['staff', 'counts'])
  const list = observed(client, ['staff', 'queue', { view: 'mine' }])
  const open = observed(client, ['staff', 'ticket', 7])
  const other = observed(client, ['staff', 'ticket', 8])
  await vi.advanceTimersByTimeAsync(0)
  const { follow, stop } = followTickets(client)
  for (let at = 0; at < 40; at++) {
    follow({ type: 'ticket', ticketId: at < 39 ? 100 + at : 7, change: 'message' })
    await vi.advanceTimersByTimeAsync(50)
  }
  expect(open.read).toHaveBeenCalledTimes(2)
  expect(other.read).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(5000)
  expect(counts.read).toHaveBeenCalledTimes(1 + 3)
  expect(list.read).toHaveBeenCalledTimes(1 + 3)
  stop()
  for (const { stop } of [counts, list, open, other]) stop()
})

it('waits until somebody looks', async () => {
  const client = new QueryClient()
  const counts = observed(client, ['staff', 'counts'])
  await vi.advanceTimersByTimeAsync(0)
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  const { follow, stop } = followTickets(client)
  follow({ type: 'ticket', ticketId: 1, change: 'created' })
  await vi.advanceTimersByTimeAsync(5000)
  expect(counts.read).toHaveBeenCalledTimes(1)
  visibility.mockReturnValue('visible')
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(0)
  expect(counts.read).toHaveBeenCalledTimes(2)
  visibility.mockRestore()
  stop()
  counts.stop()
})
