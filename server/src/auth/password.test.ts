import { expect, test } from 'vitest'
import { hashPassword, isWeak, verifyPassword } from './password.ts'

test('a password opens its own argon2id hash and no other does', async () => {
  const stored = await hashPassword('una frase così lunga')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  // Typed on another keyboard, an accent may come apart from its letter.
  expect(await verifyPassword(stored, 'una frase così lunga'.normalize('NFD'))).toBe(true)
  expect(await verifyPassword(stored, 'una frase cosi lunga')).toBe(false)
  expect(await verifyPassword('no hash', 'una frase così lunga')).toBe(false)
})

test.each(['', 'corta-9!kQz', 'èèèèèèèèèèè'])('%j is too short', password => {
  expect(isWeak(password)).toBe(true)
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
  'giulia-giulia-99',
])('%s is on the common list', password => {
  expect(isWeak(password)).toBe(true)
})

test.each([
  'Portico-demo-1',
  'cavallo corretto batteria',
  'tR7#mmk2Qpl9',
  'la nebbia sul Brenta alle sei',
  'xxxk9-vW!zz0Lq',
])('%s is strong enough', password => {
  expect(isWeak(password)).toBe(false)
})
