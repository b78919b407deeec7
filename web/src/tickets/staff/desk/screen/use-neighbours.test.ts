import { expect, test } from 'vitest'
import { neighboursOf } from './use-neighbours.ts'

test('the tickets before and after one, in the order of the list', () => {
  expect(neighboursOf([3, 1, 2], [], 1)).toEqual({ previous: 3, next: 2 })
  expect(neighboursOf([3, 1, 2], [], 3)).toEqual({ previous: undefined, next: 1 })
})

test('a ticket that has left the list still has its place, beside those that are there', () => {
  expect(neighboursOf([4, 9], [4, 1, 7, 9], 1)).toEqual({ previous: 4, next: 9 })
})

test('after a ticket that was never in the list comes the first one', () => {
  expect(neighboursOf([4, 9], [], 1)).toEqual({ previous: undefined, next: 4 })
  expect(neighboursOf([], [], 1)).toEqual({ previous: undefined, next: undefined })
})
