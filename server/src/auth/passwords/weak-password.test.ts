import { expect, test } from 'vitest'
import { findWeakness } from './weak-password.ts'

const names = {
  own: ['giulia.rossi', 'giulia.rossi@officinerossi.example', 'Giulia Rossi'],
  organisations: ['Officine Rossi S.r.l.', 'Brenta Servizi', 'brenta'],
}

test.each(['', 'corta-9!kQz', 'èèèèèèèèèèè'])('%j is too short', async password => {
  expect(await findWeakness(password, names)).toMatch(/shorter than 12/)
})

test.each([
  'Password1234',
  'P@ssw0rd2026!',
  'password-password',
  '123456789012',
  'qwertyuiop123',
  '1qaz2wsx3edc',
  'Juventus-2026!!',
  'aaaaaaaaaaaaaa',
  'abc123abc123abc123',
  'Benvenuto.2026',
  'administrator1',
  'giovanni-giovanni-99',
  'correcthorsebatterystaple',
  'correct horse battery staple',
  'liverpool1234',
  'manchesterunited',
  'chelsea123456',
  'StairwayToHeaven',
  'independence2026',
  'Portico-demo-1',
  'Arrivederci.2026',
  'bellissima-mia-1',
  'Padova.2026!',
  'ElMurciélago-7',
])('%s is one that guessers try first', async password => {
  expect(await findWeakness(password, names)).toMatch(/guessers/)
})

test.each(['giulia.rossi', 'Giulia.rossi1', 'Brenta-Servizi', 'OfficineRossi2026'])(
  '%s has a name in it',
  async password => {
    expect(await findWeakness(password, names)).toMatch(/name/)
  },
)

test.each([
  'cavallo corretto batteria',
  'tR7#mmk2Qpl9',
  'la nebbia sul Brenta alle sei',
  'xxxk9-vW!zz0Lq',
  // Three unrelated frequent words.
  'velvet tractor piano',
  // Two words of the dictionaries.
  'pioggerella scarabocchio',
  'una frase più lunga di quanto si legga della lista di tutte le password comuni',
])('%s may be set', async password => {
  expect(await findWeakness(password, names)).toBeUndefined()
})

test('one word of an organisation may stand in a password that has enough besides', async () => {
  expect(await findWeakness('Portal-bench-1', { own: ['cust1'], organisations: ['Bench'] })).toBeUndefined()
  expect(await findWeakness('Bench-2026-!!!', { own: ['cust1'], organisations: ['Bench'] })).toBeDefined()
})
