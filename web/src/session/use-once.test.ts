import { expect, test } from 'vitest'
import { makeOnce } from './use-once.ts'

test('a repeated attempt has the same key, another body another', () => {
  const attemptOf = makeOnce()
  const { key } = attemptOf({ message: 'a' })
  expect(attemptOf({ message: 'a' }).key).toBe(key)
  expect(attemptOf({ message: 'b' }).key).not.toBe(key)
})

test('after a write has succeeded the same body is another write', () => {
  const attemptOf = makeOnce()
  const { key } = attemptOf({ message: 'a' })
  attemptOf.succeeded()
  expect(attemptOf({ message: 'a' }).key).not.toBe(key)
})

test('an attempt of an earlier page goes on', () => {
  const attemptOf = makeOnce({ body: '{"message":"a"}', key: 'before' })
  expect(attemptOf({ message: 'a' }).key).toBe('before')
})
