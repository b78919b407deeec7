import { expect, it } from 'vitest'
import { ratePassword } from './password-strength.ts'

const names = { own: ['sara.gallo'], organisations: ['Officine Rossi S.r.l.'] }

it.each([
  ['', 'short', 12],
  ['undici segni', 'good', 0],
  ['abc', 'short', 9],
  ['àèìòù', 'short', 7],
  ['aaaaaaaaaaaaaaaa', 'weak', 0],
  ['sara.gallo12', 'named', 0],
  ['Sara.Gallo-sara.gallo', 'named', 0],
  ['OfficineRossi2026', 'named', 0],
  ['una barca senza remi', 'strong', 0],
])('%j is %s', (password, level, missing) => {
  expect(ratePassword(password, names)).toMatchObject({ level, missing })
})

it('a password that the server rejected is weak', () => {
  expect(ratePassword('manchesterunited', names).level).toBe('good')
  expect(ratePassword('manchesterunited', names, 'manchesterunited').level).toBe('weak')
})
