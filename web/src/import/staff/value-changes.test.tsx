import type { Language } from '@portico/contract/language'
import type { ValueChange } from '@portico/contract/staff/imports'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { staffTexts } from '../../text/staff-texts.ts'
import { startTexts, withTexts } from '../../text/texts.ts'
import { ValueChanges } from './value-changes.tsx'

const texts = {
  it: () => import('../../text/it/staff/import.ts'),
  en: () => import('../../text/en/staff/import.ts'),
  es: () => import('../../text/es/staff/import.ts'),
}

afterEach(cleanup)

const anna: ValueChange = {
  line: 2,
  type: 'membership',
  name: 'Anna Rossi',
  field: 'personName',
  before: 'Anna Rossi',
  after: 'Anna',
  isShorter: true,
}
const phone: ValueChange = {
  line: 3,
  type: 'contact',
  name: 'Rossi',
  field: 'phone',
  before: null,
  after: '0461 555001',
  isShorter: false,
}

const rows = async (language: Language, first: ValueChange[], count = first.length) => {
  await startTexts(language, staffTexts)
  await withTexts(async () => {}, texts)()
  const shorter = first.filter(({ isShorter }) => isShorter).length
  const { container } = render(
    <ValueChanges changes={{ fields: [{ type: 'contact', field: 'phone', count, shorter }], first }} />,
  )
  const shown = screen.queryAllByRole('row').map(row => [...row.children].map(cell => cell.textContent))
  return { rows: shown.slice(1), text: container.textContent }
}

test.each<[Language, string[], string]>([
  ['it-IT', ['Anna Rossiaccesso, riga 2', 'Persona: nome', 'Anna Rossi', 'Anna', 'Si accorcia'], '1 nome o indirizzo'],
  ['en-EN', ['Anna Rossiaccess, row 2', 'Person: name', 'Anna Rossi', 'Anna', 'Becomes shorter'], '1 name or address'],
  ['es-ES', ['Anna Rossiacceso, fila 2', 'Persona: nombre', 'Anna Rossi', 'Anna', 'Se acorta'], '1 nombre o dirección'],
])('old stands beside new, and what becomes shorter is marked: %s', async (language, marked, warning) => {
  const shown = await rows(language, [anna, phone], 60)
  expect(shown.rows[0]).toEqual(marked)
  expect(shown.rows[1]?.[4]).toBe('')
  expect(shown.text).toContain(warning)
  expect(shown.text).toMatch(/2 \S+ 60/)
})

test('nothing is shown where nothing changes, and no warning where nothing becomes shorter', async () => {
  expect((await rows('it-IT', [phone])).text).not.toContain('più cort')
  cleanup()
  expect((await rows('it-IT', [])).text).toBe('')
})
