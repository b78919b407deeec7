import {
  answerHoldSeconds,
  type HeldAnswer,
  type StaffComment,
  type StaffNote,
  type StaffTicket,
  type TicketChange,
  type TicketTime,
} from '@portico/contract/staff/tickets'

/** One thing that happened to a ticket, with the moment as `creationDate`. */
export type Entry = { key: string; creationDate: string } & (
  | { kind: 'description' }
  | { kind: 'message'; comment: StaffComment }
  | { kind: 'note'; note: StaffNote }
  | { kind: 'changes'; changes: readonly [TicketChange, ...TicketChange[]] }
  | { kind: 'time'; time: TicketTime }
)

type Told = Pick<StaffTicket, 'createdOn' | 'comments' | 'notes' | 'changes' | 'time'>

// Closing and reopening have a line of their own, by the same person at the same moment.
const isShownByMessage = ({ field, changedOn, staff }: TicketChange, comments: readonly StaffComment[]) =>
  field === 'stepId' &&
  comments.some(
    ({ event, creationDate, staff: writer }) => event && creationDate === changedOn && writer?.id === staff?.id,
  )

const together = (changes: readonly TicketChange[]) => {
  const groups: [TicketChange, ...TicketChange[]][] = []
  for (const change of changes) {
    const last = groups.at(-1)
    if (last?.[0].changedOn === change.changedOn && last[0].staff?.id === change.staff?.id) last.push(change)
    else groups.push([change])
  }
  return groups
}

/** All that happened to a ticket, oldest first: its description, messages, notes, changes and time. */
export const timelineOf = ({ createdOn, comments, notes, changes, time }: Told): Entry[] => {
  const entries: Entry[] = [
    ...comments.map(comment => ({
      key: `message-${comment.id}`,
      creationDate: comment.creationDate,
      kind: 'message' as const,
      comment,
    })),
    ...notes.map(note => ({ key: `note-${note.id}`, creationDate: note.createdOn, kind: 'note' as const, note })),
    ...together(changes.filter(change => !isShownByMessage(change, comments))).map(group => ({
      key: `change-${group[0].id}`,
      creationDate: group[0].changedOn,
      kind: 'changes' as const,
      changes: group,
    })),
    ...time.map(one => ({ key: `time-${one.id}`, creationDate: one.workedOn, kind: 'time' as const, time: one })),
  ]
  const sorted = entries.sort((a, b) => Date.parse(a.creationDate) - Date.parse(b.creationDate))
  return [{ key: 'description', creationDate: createdOn, kind: 'description' }, ...sorted]
}

const othersOf = (comments: readonly StaffComment[], staffUserId: number) =>
  comments.filter(({ event, staff }) => event !== 'reopened' && staff?.id !== staffUserId)

/** The messages of others after the newest one that was seen (null: none); a reopening is shown by the message that caused it. */
export const missedAfter = (comments: readonly StaffComment[], seen: number | null, staffUserId: number) => {
  const after = seen === null ? -1 : comments.findIndex(({ id }) => id === seen)
  return othersOf(comments.slice(after + 1), staffUserId)
}

/** The messages of others that came while an answer was held back, which is why it was stopped. */
export const missedWhileHeld = (
  comments: readonly StaffComment[],
  { releasesOn }: Pick<HeldAnswer, 'releasesOn'>,
  staffUserId: number,
) => {
  const heldFrom = Date.parse(releasesOn) - (answerHoldSeconds + 1) * 1000
  return othersOf(
    comments.filter(({ creationDate }) => Date.parse(creationDate) >= heldFrom),
    staffUserId,
  )
}
