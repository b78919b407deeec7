import { afterEach, expect, it, vi } from 'vitest'
import { forget, store, stored } from './local-storage.ts'

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

it('keeps each value under the key of its name', () => {
  store('contactid', 12)
  store('language', 'es-ES')
  expect(localStorage.getItem('contactid')).toBe('12')
  expect(stored('contactid')).toBe(12)
  expect(stored('language')).toBe('es-ES')
  forget('language')
  expect(stored('language')).toBeUndefined()
})

it('reads nothing out of what makes no sense', () => {
  localStorage.setItem('language', 'fr-FR')
  localStorage.setItem('contactid', '12; drop')
  localStorage.setItem('scheme', '')
  expect([stored('language'), stored('contactid'), stored('scheme')]).toEqual([undefined, undefined, undefined])
})

it('remembers until the tab is closed where the browser keeps nothing', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError')
  })
  store('token', 'abc')
  expect(stored('token')).toBe('abc')
  forget('token')
  expect(stored('token')).toBeUndefined()
})
