import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { absences, inTheWay } from './absences/data.ts'
import { booking, bookings } from './bookings/data.ts'
import { staffDay } from './day/data.ts'
import { followBoard } from './follow-board.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('absences and what stands in their way, bookings and days are read anew when somebody’s time changes', () => {
  vi.useFakeTimers()
  const client = new QueryClient()
  const queries = [
    absences,
    inTheWay({ staffUserId: 1, from: '2026-12-21', to: '2026-12-23' }),
    bookings({}),
    booking(1),
    staffDay({}),
  ]
  for (const { queryKey } of queries) client.setQueryData<unknown>(queryKey, [])
  followBoard(client).follow({ type: 'board', from: '2026-12-20T23:00:00Z', to: '2026-12-21T23:00:00Z' })
  vi.advanceTimersByTime(1000)
  expect(queries.map(({ queryKey }) => client.getQueryState(queryKey)?.isInvalidated)).toEqual(queries.map(() => true))
})
