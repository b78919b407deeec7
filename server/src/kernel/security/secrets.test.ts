import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DecryptionError, deriveKey, hashToken, newToken, openSecrets, sameSecret } from './secrets.ts'

const secrets = openSecrets('a secret key of the installation')

describe('seal', () => {
  test('unseals to the sealed text, and gives another ciphertext each time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), text => {
        const sealed = secrets.encrypt(text, 'event key')
        expect(secrets.decrypt(sealed, 'event key')).toBe(text)
        expect(secrets.encrypt(text, 'event key')).not.toBe(sealed)
      }),
    )
  })

  test('cannot be unsealed if one bit differs', () => {
    const sealed = secrets.encrypt('demo-to-sign', 'event key')
    const bytes = Buffer.from(sealed, 'base64url')
    for (let i = 0; i < bytes.length; i += 1) {
      const changed = Buffer.from(bytes)
      changed[i] = (changed[i] ?? 0) ^ 1
      expect(() => secrets.decrypt(changed.toString('base64url'), 'event key')).toThrow(DecryptionError)
    }
  })

  test('cannot be unsealed for another purpose, with another key, or when truncated', () => {
    const sealed = secrets.encrypt('demo-to-sign', 'event key')
    expect(() => secrets.decrypt(sealed, 'document key')).toThrow(DecryptionError)
    expect(() => openSecrets('another').decrypt(sealed, 'event key')).toThrow(DecryptionError)
    expect(() => secrets.decrypt(sealed.slice(0, 20), 'event key')).toThrow(DecryptionError)
    expect(() => secrets.decrypt('', 'event key')).toThrow(DecryptionError)
  })
})

test('derived keys are the same for the same label and differ for another label or secret', () => {
  expect(deriveKey('s', 'a')).toEqual(deriveKey('s', 'a'))
  const keys = [deriveKey('s', 'a'), deriveKey('s', 'b'), deriveKey('t', 'a')].map(key => key.toString('hex'))
  expect(new Set(keys).size).toBe(3)
  expect(keys[0]).toHaveLength(64)
})

test('tokens have 256 bits and are stored as their SHA-256', () => {
  expect(Buffer.from(newToken(), 'base64url')).toHaveLength(32)
  expect(newToken()).not.toBe(newToken())
  expect(hashToken('abc').toString('hex')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})

test('sameSecret compares text and bytes of any length', () => {
  expect(sameSecret('abc', 'abc')).toBe(true)
  expect(sameSecret(Buffer.from('abc'), 'abc')).toBe(true)
  expect(sameSecret('abc', 'abd')).toBe(false)
  expect(sameSecret('abc', 'abcd')).toBe(false)
  expect(sameSecret('', '')).toBe(true)
})
