import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { staffBookings } from '../../../text/it/staff/planning/bookings.ts'
import { startTexts } from '../../../text/texts.ts'
import { useZone } from './use-zone.ts'

afterEach(cleanup)

const span = (start: string, end: string) =>
  renderHook(() => useZone('Europe/Rome')).result.current.span({ start, end })

test('a time has its day, whole days have no times, and what ends on another day has both days', async () => {
  await startTexts('it-IT', {
    it: async () => ({ staffBookings }),
    en: async () => ({}),
    es: async () => ({}),
  })
  const hour = span('2026-11-20T08:00:00Z', '2026-11-20T09:00:00Z')
  const [day] = hour.split(', ')
  expect(hour).toBe(`${day}, 09:00–10:00`)
  expect(span('2026-11-19T23:00:00Z', '2026-11-20T23:00:00Z')).toBe(day)
  // Over a change of the clock.
  const [last] = span('2026-10-31T08:00:00Z', '2026-10-31T09:00:00Z').split(', ')
  const [first] = span('2026-10-24T08:00:00Z', '2026-10-24T09:00:00Z').split(', ')
  expect(span('2026-10-23T22:00:00Z', '2026-10-31T23:00:00Z')).toBe(`${first} – ${last}`)
  expect(span('2026-10-24T20:00:00Z', '2026-10-31T09:00:00Z')).toBe(`${first}, 22:00 – ${last}, 10:00`)
})
