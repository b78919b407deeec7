import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { staffTexts } from '../../text/staff-texts.ts'
import { startTexts } from '../../text/texts.ts'
import { useMoments } from './use-moments.ts'

test.each([
  ['it-IT', /^mer 18 nov$/, '3 ott'],
  ['en-EN', /^Wed,? 18 Nov$/, '3 Oct'],
  ['es-ES', /^mié,? 18 nov$/, '3 oct'],
] as const)('days in words have their order in %s', async (language, lately, before) => {
  await startTexts(language, staffTexts)
  const { since } = renderHook(useMoments).result.current
  const now = new Date('2026-11-21T12:00:00Z')
  expect(since('2026-11-18T12:00:00Z', now)).toMatch(lately)
  expect(since('2026-10-03T12:00:00Z', now)).toBe(before)
})
