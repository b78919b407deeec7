import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { staffVisits as en } from '../../../text/en/staff/visits.ts'
import { staffVisits as es } from '../../../text/es/staff/visits.ts'
import { staffVisits as it } from '../../../text/it/staff/visits.ts'
import { startTexts } from '../../../text/texts.ts'
import { spanOf } from './rules.ts'
import { useBoardWords } from './use-board-words.ts'

afterEach(cleanup)

const span = (timeZone: string, startsOn: string, endsOn: string) =>
  renderHook(() => useBoardWords(timeZone)).result.current.span(spanOf({ startsOn, endsOn }))

test('what lasts from midnight to midnight by the clock of the board takes the whole day', async () => {
  const texts = {
    it: async () => ({ staffVisits: it }),
    en: async () => ({ staffVisits: en }),
    es: async () => ({ staffVisits: es }),
  }
  await startTexts('it-IT', texts)
  expect(span('Europe/Rome', '2026-11-19T23:00:00Z', '2026-11-20T23:00:00Z')).toBe('tutto il giorno')
  // Two weeks over a change of the clock.
  expect(span('Europe/Rome', '2026-10-18T22:00:00Z', '2026-11-01T23:00:00Z')).toBe('tutto il giorno')
  expect(span('America/New_York', '2026-11-19T23:00:00Z', '2026-11-20T23:00:00Z')).toBe('18:00–18:00')
  expect(span('Europe/Rome', '2026-11-20T13:00:00Z', '2026-11-20T23:00:00Z')).toBe('14:00–00:00')
})
