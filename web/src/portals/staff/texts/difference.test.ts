import { expect, test } from 'vitest'
import { differenceOf } from './difference.ts'
import { termsToHtml } from './terms-source.ts'

test('what two texts have in common, and what is in one alone', () => {
  expect(differenceOf('I dati restano due anni in Italia.', 'I dati restano tre anni interi in Italia.')).toEqual([
    { kind: 'same', text: 'I dati restano ' },
    { kind: 'removed', text: 'due' },
    { kind: 'added', text: 'tre' },
    { kind: 'same', text: ' anni' },
    { kind: 'added', text: ' interi' },
    { kind: 'same', text: ' in Italia.' },
  ])
})

test('equal texts have no difference, and an empty one is wholly added or removed', () => {
  expect(differenceOf('uguale', 'uguale')).toEqual([{ kind: 'same', text: 'uguale' }])
  expect(differenceOf('', 'nuovo testo')).toEqual([{ kind: 'added', text: 'nuovo testo' }])
  expect(differenceOf('vecchio', '')).toEqual([{ kind: 'removed', text: 'vecchio' }])
  expect(differenceOf('', '')).toEqual([])
})

test('the pieces make up both texts, also where they are too long to be compared word by word', () => {
  const before = Array.from({ length: 3000 }, (_, n) => `a${n}`).join(' ')
  const after = Array.from({ length: 3000 }, (_, n) => `b${n}`).join(' ')
  const pieces = differenceOf(before, after)
  const textOf = (kind: 'added' | 'removed') =>
    pieces
      .filter(piece => piece.kind !== kind)
      .map(({ text }) => text)
      .join('')
  expect([textOf('added'), textOf('removed')]).toEqual([before, after])
})

test('plain text becomes paragraphs, headings and lists, and HTML stays', () => {
  expect(termsToHtml('# Dati & scopi\nPrimo\nsecondo\n\n- uno\n- due <3\n')).toBe(
    '<h2>Dati &amp; scopi</h2><p>Primo<br>secondo</p>\n<ul><li>uno</li><li>due &lt;3</li></ul>',
  )
  expect(termsToHtml(' <h2>Dati</h2><p>a</p> ')).toBe('<h2>Dati</h2><p>a</p>')
  expect(termsToHtml(' \n ')).toBe('')
})
