import type { CannedAnswer } from '@portico/contract/staff/canned-answers'
import { expect, test } from 'vitest'
import { matchingAnswers, previewOf, slashWord } from './matching.ts'

test.each([
  ['/', ''],
  ['/vis', 'vis'],
  ['Buongiorno, /visita-ok', 'visita-ok'],
  ['/più', 'più'],
  ['e/o', null],
  ['https://x', null],
  ['/visita ', null],
  ['', null],
])('behind the last slash of %j stands %j', (before, word) => {
  expect(slashWord(before)).toBe(word)
})

const answer = (given: Partial<CannedAnswer>): CannedAnswer => ({
  id: 1,
  name: 'Visita anticipata',
  shortcut: 'visita-ant',
  portalId: null,
  texts: { 'it-IT': '<p>Buongiorno {{nome}},</p><p>a presto</p>', 'en-EN': null, 'es-ES': null },
  files: [],
  changedOn: '',
  version: '',
  editable: false,
  ...given,
})

test('a word finds shortcuts by their beginning, then words of names, whatever their accents', () => {
  const answers = [
    answer({ id: 1, name: 'Perché no: visita', shortcut: 'no' }),
    answer({ id: 2 }),
    answer({ id: 3, name: 'Altro', shortcut: 'altro' }),
  ]
  const found = (word: string) => matchingAnswers(answers, 7, word).map(({ id }) => id)
  expect(found('vis')).toEqual([2, 1])
  expect(found('PERCHE')).toEqual([1])
  expect(found('')).toEqual([1, 2, 3])
  expect(found('sita')).toEqual([])
})

test('answers of another portal are not offered', () => {
  const answers = [answer({ id: 1, portalId: 8 }), answer({ id: 2, portalId: 7 })]
  expect(matchingAnswers(answers, 7, '').map(({ id }) => id)).toEqual([2])
})

test('the preview is plain text, of another language where the reader’s has none', () => {
  expect(previewOf(answer({}), 'en')).toBe('Buongiorno {{nome}}, a presto')
})
