import { expect, test } from 'vitest'
import { changedFields } from './changed-fields.ts'

test('what was changed and changed back, and a list in another order, is no change', () => {
  const before = {
    email: 'pia@lagorai.example',
    role: 'technician',
    portalIds: [1, 2] as number[] | null,
    groupIds: [3],
  }
  expect(changedFields(before, { ...before, portalIds: [2, 1], groupIds: [3] })).toEqual({})
  expect(changedFields(before, { ...before, role: 'office', groupIds: [] })).toEqual({ role: 'office', groupIds: [] })
  expect(changedFields(before, { ...before, portalIds: null })).toEqual({ portalIds: null })
  expect(changedFields({ ...before, portalIds: null }, before)).toEqual({ portalIds: [1, 2] })
})
