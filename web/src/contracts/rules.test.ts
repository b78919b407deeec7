import { expect, test } from 'vitest'
import { idsIn, readActivityContractSearch, readServiceContractSearch } from './contract-search.ts'
import { daysUntil, listReports, packageActivities, readAllowance, statusKind, tagsByGroup } from './rules.ts'

test.each([
  [true, true, '2026-05-31T10:00:00Z', 'expired'],
  [true, false, null, 'expired'],
  [false, true, '2026-06-30T10:00:00Z', 'in-expiry'],
  [false, false, '2027-06-30T10:00:00Z', 'active'],
  [false, false, null, 'active'],
  [false, false, '2025-12-31T22:59:59Z', 'past-end'],
])('expired %s, within thirty days %s, end %s: %s', (isExpired, expiring30Days, end, kind) => {
  expect(statusKind({ isExpired, expiring30Days, end }, Date.parse('2026-06-15T10:00:00Z'))).toBe(kind)
})

const units = { hoursAmountMinutes: null, residualMinutes: null }
const hours = { unitAmount: null, residual_UnitAmount: null }

test('the remaining share of the granted amount', () => {
  expect(readAllowance({ hoursAmountMinutes: 600, residualMinutes: 150, ...hours })).toEqual({
    inHours: true,
    amount: 600,
    residual: 150,
    share: 0.25,
  })
  expect(readAllowance({ unitAmount: 4, residual_UnitAmount: -1, ...units })).toMatchObject({
    inHours: false,
    share: -0.25,
  })
  expect(readAllowance({ unitAmount: 0, residual_UnitAmount: 0, ...units }).share).toBe(0)
})

test('tags are grouped, groups sorted by name, tags without a group last', () => {
  const tags = [
    { id: 1, name: 'a', tagGroupName: null },
    { id: 2, name: 'b', tagGroupName: 'Gruppo 10' },
    { id: 3, name: 'c', tagGroupName: 'gruppo 2' },
    { id: 4, name: 'd', tagGroupName: 'Gruppo 10' },
    { id: 5, name: 'e', tagGroupName: 'Élite' },
  ]
  expect(tagsByGroup(tags, 'it').map(({ id }) => id)).toEqual([5, 3, 2, 4, 1])
})

test('days until an end', () => {
  const now = Date.parse('2026-06-15T10:00:00Z')
  expect(daysUntil('2026-06-16T09:59:59Z', now)).toBe(0)
  expect(daysUntil('2026-07-10T10:00:00Z', now)).toBe(25)
  expect(daysUntil('2026-06-01T10:00:00Z', now)).toBe(0)
})

const activity = (id: number, start: string, reportDocumentUrl: string | null = null) => ({
  id,
  activityTypeName: `Lavoro ${id}`,
  start,
  minutes: 0,
  units: 0,
  reportDocumentUrl,
  assignedUser: null,
  addressType: 0,
  activityLocation_Address: null,
})

test('only activities with a report have a file', () => {
  expect(listReports([activity(1, '2026-01-02T00:00:00Z', '/a.pdf'), activity(2, '2026-01-01T00:00:00Z')])).toEqual([
    { key: 'activity-1', title: 'Lavoro 1', day: '2026-01-02T00:00:00Z', url: '/a.pdf' },
  ])
})

test('activities of several packages are sorted, newest first', () => {
  const pack = (...activities: ReturnType<typeof activity>[]) => ({
    id: 1,
    name: 'Ore',
    unitsText: '',
    residualText: '',
    unitAmount: 1,
    residual_UnitAmount: 1,
    ...units,
    activities,
  })
  const all = packageActivities([
    pack(activity(1, '2026-03-01T00:00:00Z'), activity(2, '2026-01-01T00:00:00Z')),
    pack(activity(3, '2026-02-01T00:00:00Z'), activity(4, '2026-01-01T00:00:00Z')),
  ])
  expect(all.map(({ id }) => id)).toEqual([1, 3, 4, 2])
  expect(all[0]?.packageName).toBe('Ore')
  expect(packageActivities([pack(activity(1, '2026-03-01T00:00:00Z'))])[0]?.packageName).toBeUndefined()
})

test('search parameters accept any input', () => {
  expect(readActivityContractSearch({ filter: 2, sort: 'end', open: 7, file: 'activity-12' })).toMatchObject({
    filter: 2,
    sort: 'end',
    open: 7,
    file: 'activity-12',
  })
  const odd = { filter: 1, sort: 'activeTo', open: 'x', file: '../x', q: 'x', from: '2026-02-30' }
  expect(Object.values(readActivityContractSearch(odd)).filter(value => value !== undefined)).toEqual([])
  expect(readServiceContractSearch({ tagIds: '3,x,3,5', sort: 'activeTo' })).toMatchObject({
    tagIds: '3,5',
    sort: 'activeTo',
  })
  expect(readServiceContractSearch({ tagIds: 4 })).toMatchObject({ tagIds: '4' })
  expect(idsIn(undefined)).toEqual([])
})
