import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { staffTexts } from '../../text/staff-texts.ts'
import { startTexts, withTexts } from '../../text/texts.ts'
import { StateWord } from './state-word.tsx'

const texts = {
  it: () => import('../../text/it/staff/import.ts'),
  en: () => import('../../text/en/staff/import.ts'),
  es: () => import('../../text/es/staff/import.ts'),
}

afterEach(cleanup)

test.each([
  [{ rows: 3, refused: 2, skipped: 0 }, 'Pronta da importare'],
  [{ rows: 3, refused: 3, skipped: 0 }, 'Niente da importare'],
  [{ rows: 3, refused: 2, skipped: 1 }, 'Niente da importare'],
])('an import that was checked is ready only if a row of it can be imported: %j', async (run, words) => {
  await startTexts('it-IT', staffTexts)
  await withTexts(async () => {}, texts)()
  const { container } = render(<StateWord run={{ ...run, state: 'checked' }} />)
  expect(container.textContent).toBe(words)
})
