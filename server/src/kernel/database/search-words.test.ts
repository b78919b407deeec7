import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/servers/database.ts'
import { sql } from './db.ts'
import { byName, fold, naturalOrder, searchQuery, searchWords } from './search-words.ts'

test('a folded text has neither case nor accents', () => {
  expect(fold('Perché È così? ČOVIĆ İ')).toBe('perche e cosi? covic i')
})

test('numbers in a text are ordered by value', () => {
  const texts = ['FT 10/2026', 'ft 9/2026', 'FT 9/2025', 'É 1', 'e 02']
  expect(texts.toSorted((a, b) => (naturalOrder(a) < naturalOrder(b) ? -1 : 1))).toEqual([
    'É 1',
    'e 02',
    'FT 9/2025',
    'ft 9/2026',
    'FT 10/2026',
  ])
})

test('rows are sorted by name without case and accents, numbers by value; equal names keep their order', () => {
  const names = ['Zanin', 'de Luca', 'Élodie', 'abete', 'SC 10', 'SC 2', 'Abete', 'Ñandú', 'Nardi']
  const rows = names.map((name, id) => ({ id, name }))
  expect(byName(rows, ({ name }) => name).map(({ name }) => name)).toEqual([
    ...['abete', 'Abete', 'de Luca', 'Élodie', 'Ñandú', 'Nardi', 'SC 2', 'SC 10', 'Zanin'],
  ])
})

test('words are distinct, made of letters and digits, cut after 40 characters, and at most 2000', () => {
  expect(searchWords(7, 'E-14: la Cella, la cella', '#1284')).toEqual(['7:e', '7:14', '7:la', '7:cella', '7:1284'])
  expect(searchWords(7, 'x'.repeat(50))).toEqual([`7:${'x'.repeat(40)}`])
  const many = Array.from({ length: 3000 }, (_, n) => `w${n}`).join(' ')
  expect(searchWords(7, many)).toHaveLength(2000)
})

describe('a search', async () => {
  const database = await testDatabase({ max: 1 })
  const found = async (q: string, text: string, contactId = 7) => {
    const { found } = await database.one<{ found: boolean }>(
      sql`select array_to_tsvector(${searchWords(7, text)}::text[]) @@ ${searchQuery(contactId, q)}::tsquery as found`,
    )
    return found
  }

  test('finds all words as prefixes, within one contact', async () => {
    expect(await found('STAMP età', 'La stampante: l’età non conta')).toBe(true)
    expect(await found('stamp toner', 'La stampante')).toBe(false)
    expect(await found('stamp', 'La stampante', 70)).toBe(false)
    expect(await found('𝟙𝟚', 'codice 𝟙𝟚𝟛')).toBe(true)
  })

  test.each(["it's", '!(a|b) & c:*', "a\\'b", '12:ab', "x':* | 'y"])(
    'takes %s as text, not as an operator',
    async q => {
      expect(await found(q, q)).toBe(true)
      expect(await found(q, 'nothing of that')).toBe(false)
    },
  )

  test('a text without words gives an empty query', () => {
    expect(searchQuery(7, '… --')).toBe('')
  })
})
