import { expect, it } from 'vitest'
import { strengthOf } from './password-strength.ts'

it.each([
  ['', 'short', 12],
  ['undici segni', 'good', 0],
  ['abc', 'short', 9],
  ['àèìòù', 'short', 7],
  ['aaaaaaaaaaaaaaaa', 'weak', 0],
  ['sara.gallo12', 'weak', 0],
  ['Sara.Gallo-sara.gallo', 'weak', 0],
  ['una barca senza remi', 'strong', 0],
])('%j is %s', (password, level, missing) => {
  expect(strengthOf(password, 'sara.gallo')).toMatchObject({ level, missing })
})
