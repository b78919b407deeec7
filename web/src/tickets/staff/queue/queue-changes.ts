import type { StaffTicketListed } from '@portico/contract/staff/tickets'
import type { QueueChange, QueueChangeResult } from '../data.ts'

/** A change and the tickets that it is for. */
export type ChangeOf = { ids: readonly number[]; change: QueueChange }

/** The tickets of several, by what each of them had. */
const byValue = (tickets: readonly StaffTicketListed[], idIn: (ticket: StaffTicketListed) => number | null) => {
  const groups = new Map<number | null, number[]>()
  for (const ticket of tickets) {
    const value = idIn(ticket)
    groups.set(value, [...(groups.get(value) ?? []), ticket.id])
  }
  return [...groups]
}

const closed = 2

/**
 * What gives tickets back what they had before a change; nothing where that cannot be: the customer of a closed ticket was mailed. `stepStatus`
 * is the state of the step that the change sets.
 */
export const undoOf = (
  tickets: readonly StaffTicketListed[],
  change: QueueChange,
  stepStatus: number | undefined,
): ChangeOf[] => {
  if (change.assigneeId !== undefined)
    return byValue(tickets, one => one.assignee?.id ?? null).map(([assigneeId, ids]) => ({
      ids,
      change: { assigneeId },
    }))
  if (change.groupId !== undefined)
    return byValue(tickets, one => one.group?.id ?? null).map(([groupId, ids]) => ({ ids, change: { groupId } }))
  if (change.taskTypeId !== undefined)
    return byValue(tickets, one => one.taskType?.id ?? null).flatMap(([taskTypeId, ids]) =>
      taskTypeId === null ? [] : [{ ids, change: { taskTypeId } }],
    )
  if (change.stepId === undefined || stepStatus === closed) return []
  const wereOpen = tickets.filter(({ step }) => step.taskStatus !== closed)
  return byValue(wereOpen, one => one.step.id).flatMap(([stepId, ids]) =>
    stepId === null ? [] : [{ ids, change: { stepId } }],
  )
}

/** The failed tickets by the code of the failure. */
export const failuresOf = (results: readonly QueueChangeResult[]) => {
  const failures = new Map<string, number[]>()
  for (const { ticketId, error } of results) if (error) failures.set(error, [...(failures.get(error) ?? []), ticketId])
  return [...failures]
}
