import { expect, test } from 'vitest'
import type { OpenTicket } from '../data.ts'
import { settle } from './properties.ts'

const anna = { id: 1, displayName: 'Anna', profileImage: null }
const carlo = { id: 2, displayName: 'Carlo', profileImage: null }

const base = { assignee: null, dueAt: '2026-03-02T09:00:00Z', changes: [] } as unknown as OpenTicket

test('a change beside that of somebody else is repeated', () => {
  const now = { ...base, dueAt: '2026-03-03T09:00:00Z' }
  expect(settle(base, now, 'assigneeId', { value: 1, text: 'Anna' })).toBe('again')
  const same = { ...base, dueAt: '2026-03-02T09:00:00.000Z', assignee: anna }
  expect(settle(base, same, 'dueAt', { value: null, text: null })).toBe('again')
})

test('two who choose the same do not differ', () => {
  expect(settle(base, { ...base, assignee: anna }, 'assigneeId', { value: 1, text: 'Anna' })).toBe('done')
})

test('two who choose differently keep both values, and know of whom', () => {
  const change = { id: 1, field: 'assigneeId', before: null, after: 'Carlo', changedOn: '', staff: anna }
  const now = { ...base, assignee: carlo, changes: [change] }
  expect(settle(base, now, 'assigneeId', { value: 1, text: 'Anna' })).toEqual({
    property: 'assigneeId',
    mine: { value: 1, text: 'Anna' },
    theirs: { value: 2, text: 'Carlo' },
    by: 'Anna',
  })
})
