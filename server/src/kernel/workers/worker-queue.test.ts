import { expect, test } from 'vitest'
import { fairQueue } from './worker-queue.ts'

const anybody = () => true

test("callers take turns, and each caller's tasks keep their order", () => {
  const queue = fairQueue<string>({ total: 10, perCaller: 5 })
  for (const item of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) queue.add(item.charAt(0), item)
  const taken = Array.from({ length: 6 }, () => queue.take(anybody)?.item)
  expect(taken).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
  expect(queue.take(anybody)).toBeUndefined()
  expect(queue.size()).toBe(0)
})

test('a caller who may not run now keeps the turn', () => {
  const queue = fairQueue<string>({ total: 10, perCaller: 5 })
  for (const item of ['a1', 'b1', 'b2']) queue.add(item.charAt(0), item)
  expect(queue.take(caller => caller !== 'a')?.item).toBe('b1')
  expect(queue.take(anybody)?.item).toBe('a1')
  expect(queue.take(caller => caller !== 'b')).toBeUndefined()
  expect(queue.size()).toBe(1)
})

test('the queue has a limit per caller and a limit in total', () => {
  const queue = fairQueue<number>({ total: 3, perCaller: 2 })
  expect([queue.add('a', 1), queue.add('a', 2), queue.add('a', 3)]).toEqual([undefined, undefined, 'full for caller'])
  expect([queue.add('b', 4), queue.add('c', 5)]).toEqual([undefined, 'full'])
  queue.take(anybody)
  expect(queue.add('c', 6)).toBeUndefined()
  expect(queue.clear()).toEqual([4, 2, 6])
})
