import { expect, test } from 'vitest'
import { faultOf, groupDays, sentSpans } from './week.ts'

const span = (from: string, to: string) => ({ from, to })
const day = [span('08:00', '12:30'), span('14:00', '18:30')]

test('days with the same hours are one line', () => {
  const week = [day, day, day, day, [span('08:00', '12:30')], [], []]
  expect(groupDays(week).map(({ first, last }) => [first, last])).toEqual([
    [0, 3],
    [4, 4],
    [5, 6],
  ])
})

test('spans that end before they begin, or overlap, are told', () => {
  expect(faultOf(day)).toBeUndefined()
  expect(faultOf([])).toBeUndefined()
  expect(faultOf([span('12:00', '12:00')])).toBe('order')
  expect(faultOf([span('', '12:00')])).toBe('order')
  expect(faultOf([span('14:00', '18:00'), span('08:00', '14:30')])).toBe('overlap')
  expect(faultOf([span('14:00', '18:00'), span('08:00', '14:00')])).toBeUndefined()
})

test('midnight is the end of the day', () => {
  expect(faultOf([span('22:00', '00:00')])).toBeUndefined()
  expect(sentSpans([span('22:00', '00:00'), span('01:00', '02:00')])).toEqual([
    span('01:00', '02:00'),
    span('22:00', '24:00'),
  ])
})
