import { afterEach, describe, expect, test, vi } from 'vitest'
import { openAuthCache } from './auth-cache.ts'

/** A check that counts how often it ran. */
const countedProof = () => {
  let count = 0
  return async () => ++count
}

describe('the cache of authentications', () => {
  afterEach(() => vi.restoreAllMocks())

  test('answers the same key with one check until its life is over, counted from the check and not from the last use', async () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(1000)
    const { recent } = openAuthCache(800)
    const prove = countedProof()
    expect(await Promise.all([recent('a', prove), recent('a', prove)])).toEqual([1, 1])
    clock.mockReturnValue(1500)
    expect(await recent('a', prove)).toBe(1)
    expect(await recent('b', prove)).toBe(2)
    clock.mockReturnValue(1801)
    expect(await recent('a', prove)).toBe(3)
  })

  test('does not remember a refusal', async () => {
    const { recent } = openAuthCache(800)
    await expect(recent('a', () => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
    expect(await recent('a', async () => 'passed')).toBe('passed')
  })

  test('forgets everything when a session ends', async () => {
    const { recent, forget } = openAuthCache(800)
    const prove = countedProof()
    await recent('a', prove)
    forget()
    expect(await recent('a', prove)).toBe(2)
  })

  test('with a life of 0 checks each time', async () => {
    const { recent } = openAuthCache(0)
    const prove = countedProof()
    await recent('a', prove)
    expect(await recent('a', prove)).toBe(2)
  })

  test('holds 10 000 entries and drops the least recently used', async () => {
    const { recent } = openAuthCache(800)
    const prove = countedProof()
    for (let n = 0; n < 10_000; n++) await recent(`key ${n}`, prove)
    expect(await recent('key 0', prove)).toBe(1)
    await recent('one more', prove)
    expect(await recent('key 0', prove)).toBe(1)
    expect(await recent('key 1', prove)).toBe(10_002)
  })
})
