import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { StateWord } from './state-word.tsx'

afterEach(cleanup)

test.each([
  [{ rows: 3, refused: 2, skipped: 0 }, 'checked'],
  [{ rows: 3, refused: 3, skipped: 0 }, 'nothing'],
  [{ rows: 3, refused: 2, skipped: 1 }, 'nothing'],
])('an import that was checked is ready only if a row of it can be imported: %j', (run, state) => {
  render(<StateWord run={{ ...run, state: 'checked' }} />)
  expect(document.body.textContent).toBe(`staffImport.state.${state}`)
})
