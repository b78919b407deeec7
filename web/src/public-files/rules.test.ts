import type { PublicFile } from '@portico/contract/public-files'
import { expect, test } from 'vitest'
import type { Page } from '../api/api.ts'
import { narrowed } from './rules.ts'

const page: Page<PublicFile[]> = {
  rows: ['Àncora.pdf', 'Orari.png', 'Verità.zip'].map((fileName, id) => ({ id, fileName, url: '', replacedOn: null })),
  next: undefined,
  total: undefined,
  amount: undefined,
  minutes: undefined,
  headers: new Headers(),
}
const names = (search: Parameters<typeof narrowed>[1]) => narrowed(page, search).rows.map(({ fileName }) => fileName)

test('public files are found by any part of their name, and the found ones are counted', () => {
  expect(names({ q: 'VERITA' })).toEqual(['Verità.zip'])
  expect(narrowed(page, { q: 'a' }).total).toBe(3)
  expect(narrowed(page, { q: '.p' }).total).toBe(2)
})

test('public files are sorted by name, ascending or descending', () => {
  expect(names({})).toEqual(['Àncora.pdf', 'Orari.png', 'Verità.zip'])
  expect(names({ sort: '-fileName' })).toEqual(['Verità.zip', 'Orari.png', 'Àncora.pdf'])
})
