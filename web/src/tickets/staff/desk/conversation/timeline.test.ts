import type { StaffComment, TicketChange } from '@portico/contract/staff/tickets'
import { expect, test } from 'vitest'
import { missedAfter, missedWhileHeld, timelineOf } from './timeline.ts'

const anna = { id: 1, displayName: 'Anna', profileImage: null }
const carlo = { id: 2, displayName: 'Carlo', profileImage: null }
const at = (minute: number) => `2026-03-02T09:${String(minute).padStart(2, '0')}:00Z`

const comment = (id: number, minute: number, given: Partial<StaffComment> = {}): StaffComment => ({
  id,
  message: '<p>x</p>',
  creationDate: at(minute),
  event: null,
  customer: null,
  inCopy: null,
  mail: null,
  staff: anna,
  cc: null,
  attachments: [],
  ...given,
})

const change = (id: number, minute: number, field: string, staff = anna): TicketChange => ({
  id,
  field,
  before: null,
  after: 'x',
  changedOn: at(minute),
  staff,
})

const nothing = { createdOn: at(0), comments: [], notes: [], changes: [], time: [] }

test('all that happened is told by its moment, after the description', () => {
  const time = [{ id: 1, minutes: 5, activityTypeName: 'x', workedOn: at(3), contract: null, staff: anna }]
  const notes = [{ id: 1, message: '', createdOn: at(2), staff: anna, attachments: [], mail: null }]
  const told = timelineOf({ ...nothing, comments: [comment(1, 4), comment(2, 1)], notes, time })
  expect(told.map(({ key }) => key)).toEqual(['description', 'message-2', 'note-1', 'time-1', 'message-1'])
})

test('what one person changes at once is one entry', () => {
  const changes = [
    change(1, 1, 'groupId'),
    change(2, 1, 'assigneeId'),
    change(3, 1, 'dueAt', carlo),
    change(4, 2, 'dueAt'),
  ]
  const told = timelineOf({ ...nothing, changes })
  expect(told.map(({ key }) => key)).toEqual(['description', 'change-1', 'change-3', 'change-4'])
})

test('a step that closes the ticket is told once, by its message', () => {
  const closing = { ...nothing, comments: [comment(1, 1, { event: 'closed' as const, message: '' })] }
  expect(timelineOf({ ...closing, changes: [change(1, 1, 'stepId')] })).toHaveLength(2)
  expect(timelineOf({ ...closing, changes: [change(1, 1, 'stepId', carlo)] })).toHaveLength(3)
  expect(timelineOf({ ...closing, changes: [change(1, 1, 'groupId')] })).toHaveLength(3)
})

test('what others have written since is missed, but not a reopening', () => {
  const customer = { webUserId: 7, referentName: 'Giulia' }
  const comments = [
    comment(1, 1),
    comment(2, 2, { customer, staff: null }),
    comment(3, 2, { customer, staff: null, event: 'reopened' }),
    comment(4, 3, { staff: carlo }),
  ]
  const missed = (seen: number | null) => missedAfter(comments, seen, anna.id).map(({ id }) => id)
  expect(missed(null)).toEqual([2, 4])
  expect(missed(2)).toEqual([4])
  expect(missed(4)).toEqual([])
})

test('an answer that was held back missed what others have written since it was sent', () => {
  const comments = [comment(1, 1, { staff: carlo }), comment(2, 3, { staff: carlo }), comment(3, 4)]
  const missed = missedWhileHeld(comments, { releasesOn: '2026-03-02T09:03:05Z' }, anna.id)
  expect(missed.map(({ id }) => id)).toEqual([2])
})
