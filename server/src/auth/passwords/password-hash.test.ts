import { hash } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { hashPassword, isAffordable, isCurrentFormat, verifyPassword } from './password-hash.ts'

test('verifies a password against its own argon2id hash only', async () => {
  const stored = await hashPassword('una frase così lunga')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  // Some keyboards send an accent as a separate combining character.
  expect(await verifyPassword(stored, 'una frase così lunga'.normalize('NFD'))).toBe(true)
  expect(await verifyPassword(stored, 'una frase cosi lunga')).toBe(false)
  expect(await verifyPassword('no hash', 'una frase così lunga')).toBe(false)
})

test.each([
  [{ memoryCost: 19_456, timeCost: 2, parallelism: 1 }, true, true],
  [{ memoryCost: 8, timeCost: 1, parallelism: 1 }, true, false],
  [{ memoryCost: 19_456, timeCost: 2, parallelism: 4 }, true, false],
  [{ memoryCost: 19_456, timeCost: 3, parallelism: 1 }, false, false],
  [{ memoryCost: 38_913, timeCost: 1, parallelism: 1 }, false, false],
])('%j: bearable %s, ours %s', async (cost, bearable, ours) => {
  const stored = await hash('una frase così lunga', cost)
  expect([isAffordable(stored), isCurrentFormat(stored)]).toEqual([bearable, ours])
  expect(await verifyPassword(stored, 'una frase così lunga')).toBe(true)
})
