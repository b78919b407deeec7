import type { OpenTicket } from '../data.ts'
import type { Changes } from './data.ts'

/** A property that the staff change. */
export type Property = keyof Changes

/** What a property has: what is sent of it, and how it is shown; null where it is not set. */
export type PropertyValue = { value: string | number | null; text: string | null }

const none: PropertyValue = { value: null, text: null }

/** What a ticket has for a property; of a due date the instant, which the screen formats. */
export const propertyOf = (ticket: OpenTicket, property: Property): PropertyValue => {
  const { step, taskType, assignee, group, wikiElement, dueAt } = ticket
  if (property === 'stepId') return { value: step.id, text: step.name }
  if (property === 'taskTypeId') return taskType ? { value: taskType.id, text: taskType.name } : none
  if (property === 'assigneeId') return assignee ? { value: assignee.id, text: assignee.displayName } : none
  if (property === 'groupId') return group ? { value: group.id, text: group.name } : none
  if (property === 'wikiElementId') return wikiElement ? { value: wikiElement.id, text: wikiElement.name } : none
  return dueAt ? { value: dueAt, text: dueAt } : none
}

const isSame = (property: Property, a: PropertyValue['value'], b: PropertyValue['value']) =>
  property === 'dueAt' && a !== null && b !== null ? Date.parse(String(a)) === Date.parse(String(b)) : a === b

/** One property that two have changed: both values are kept until one is chosen. */
export type Conflict = { property: Property; mine: PropertyValue; theirs: PropertyValue; by: string | null }

/**
 * What became of a change that was refused, because somebody else had changed the ticket: `again` if another property was changed, so that
 * it can be repeated; `done` if the other has chosen the same; else the conflict.
 */
export const settle = (
  before: OpenTicket,
  now: OpenTicket,
  property: Property,
  mine: PropertyValue,
): 'again' | 'done' | Conflict => {
  const theirs = propertyOf(now, property)
  if (isSame(property, theirs.value, mine.value)) return 'done'
  if (isSame(property, theirs.value, propertyOf(before, property).value)) return 'again'
  const change = now.changes.findLast(({ field }) => field === property)
  return { property, mine, theirs, by: change?.staff?.displayName ?? null }
}
