import { expect, it } from 'vitest'
import { changesOf, crossedFields, detailsOf, isAddress } from './customer-details.ts'

const none = detailsOf(undefined)

it('only what was typed is sent', () => {
  expect(changesOf(none, none)).toEqual({})
  expect(changesOf({ ...none, phone: '1' }, { ...none, email: 'a@b.it' })).toEqual({ phone: '', email: 'a@b.it' })
})

it('a field is crossed only where both wrote something else', () => {
  const before = { ...none, phone: '1', email: 'a@b.it' }
  const theirs = { ...before, phone: '2', email: 'c@d.it' }
  expect(crossedFields(before, theirs, { address: 'Via' })).toEqual([])
  expect(crossedFields(before, theirs, { phone: '2' })).toEqual([])
  expect(crossedFields(before, theirs, { phone: '3' })).toEqual([{ name: 'phone', value: '2' }])
})

it('knows an address', () => {
  expect(isAddress(' a@b.it ')).toBe(true)
  expect(isAddress('a@b')).toBe(false)
})
