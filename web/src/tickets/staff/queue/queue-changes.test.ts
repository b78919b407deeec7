import type { StaffTicketListed } from '@portico/contract/staff/tickets'
import { expect, it } from 'vitest'
import { failuresOf, undoOf } from './queue-changes.ts'

const ticket = (id: number, assigneeId: number | null, stepId = 1, taskStatus = 0) =>
  ({
    id,
    assignee: assigneeId && { id: assigneeId, displayName: '', profileImage: null },
    step: { id: stepId, name: '', taskStatus },
    taskType: id === 3 ? null : { id: 9, name: '', color: null },
  }) as StaffTicketListed

const tickets = [ticket(1, 7), ticket(2, null), ticket(3, 7, 2, 2)]

it('gives each ticket back what it had', () => {
  expect(undoOf(tickets, { assigneeId: 8 }, undefined)).toEqual([
    { ids: [1, 3], change: { assigneeId: 7 } },
    { ids: [2], change: { assigneeId: null } },
  ])
})

it('does not undo a closing, nor close what a step has opened again', () => {
  expect(undoOf(tickets, { close: true }, undefined)).toEqual([])
  expect(undoOf(tickets, { stepId: 5 }, 2)).toEqual([])
  expect(undoOf(tickets, { stepId: 5 }, 1)).toEqual([{ ids: [1, 2], change: { stepId: 1 } }])
})

it('leaves out a ticket that had no type, for none can be set', () => {
  expect(undoOf(tickets, { taskTypeId: 4 }, undefined)).toEqual([{ ids: [1, 2], change: { taskTypeId: 9 } }])
})

it('tells the failed ones by their failure', () => {
  const result = (ticketId: number, error: string | null) => ({ ticketId, changed: error === null, error })
  expect(failuresOf([result(1, null), result(2, 'not_found'), result(3, 'not_found')])).toEqual([['not_found', [2, 3]]])
})
