import { describe, expect, test } from 'vitest'
import { maskPhone, secondsToWait, withoutCodes } from './rules.ts'

const at = (seconds: number) => new Date(Date.UTC(2026, 2, 2, 8, 0, seconds))
const sent = (...seconds: number[]) => seconds.map(second => ({ at: at(second), failed: false }))

describe('the next code', () => {
  test('waits for 30 seconds after the last', () => {
    expect(secondsToWait([], at(0))).toBe(0)
    expect(secondsToWait(sent(0), at(1))).toBe(29)
    expect(secondsToWait(sent(0), at(30))).toBe(0)
  })

  test('waits until the first of six is an hour old', () => {
    const six = sent(0, 30, 60, 90, 120, 150)
    expect(secondsToWait(six.slice(1), at(180))).toBe(0)
    expect(secondsToWait(six, at(180))).toBe(3600 - 180)
    expect(secondsToWait(six, at(3600))).toBe(0)
  })

  test('waits only 30 seconds after codes whose delivery failed', () => {
    const failed = sent(0, 30, 60, 90, 120, 150).map(one => ({ ...one, failed: true }))
    expect(secondsToWait(failed, at(179))).toBe(1)
    expect(secondsToWait(failed, at(180))).toBe(0)
  })
})

test('a phone number is masked to three digits', () => {
  expect(maskPhone('+39 333 5550118')).toBe('*******118')
})

test('a text loses all numbers that could be mistaken for a code', () => {
  expect(withoutCodes('Ditta 123456 e 12345 e 1234567')).toBe('Ditta … e 12345 e …')
})
