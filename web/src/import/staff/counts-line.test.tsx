import type { Language } from '@portico/contract/language'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { staffTexts } from '../../text/staff-texts.ts'
import { startTexts, withTexts } from '../../text/texts.ts'
import { CountsLine } from './counts-line.tsx'

const texts = {
  it: () => import('../../text/it/staff/import.ts'),
  en: () => import('../../text/en/staff/import.ts'),
  es: () => import('../../text/es/staff/import.ts'),
}

afterEach(cleanup)

const facts = async (language: Language, count: number) => {
  await startTexts(language, staffTexts)
  await withTexts(async () => {}, texts)()
  const counts = [{ type: 'contact', created: count, changed: 0, unchanged: count }]
  render(<CountsLine run={{ counts, refused: count, skipped: count }} />)
  const shown = screen.getAllByRole('listitem').map(item => item.textContent)
  cleanup()
  return shown
}

test('one of a type is named in the singular, in every language', async () => {
  expect(await facts('it-IT', 1)).toEqual([
    '1cliente da creare',
    '1cliente senza modifiche',
    '1riga rifiutata',
    '1riga saltata',
  ])
  expect(await facts('it-IT', 2)).toContain('2clienti da creare')
  expect(await facts('en-EN', 1)).toEqual([
    '1customer to be made',
    '1customer that stays',
    '1row refused',
    '1row skipped',
  ])
  expect(await facts('en-EN', 2)).toContain('2customers that stay')
  expect(await facts('es-ES', 1)).toEqual([
    '1cliente por crear',
    '1cliente sin cambios',
    '1fila rechazada',
    '1fila omitida',
  ])
})
