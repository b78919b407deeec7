import type { Names } from './names/name-queries.ts'
import { nameOf } from './names/names-in-memory.ts'
import { type Beside, instantIn, nextPlanned, type TicketArrays, wikiElementOf } from './row-queries.ts'

// Beside its statement a long list spends most of its time here. Text that is made from the arrays of the statement takes a quarter less time
// than an object for each ticket and the text of these objects.

/** The tickets of a list as the statement returns them. */
export type ListedTickets = Beside & { tickets: TicketArrays & { unreadComments: number[] } }

// The names of a list are the same few objects for most of its tickets, and for most lists: see decision 70, Names of tickets in memory by
// version. Their text is made once.
const texts = new WeakMap<object, string>()

const textOf = (name: object | null): string => {
  if (name === null) return 'null'
  let text = texts.get(name)
  if (text === undefined) {
    text = JSON.stringify(name)
    texts.set(name, text)
  }
  return text
}

/** `JSON.stringify` takes a call into the engine even for null, which most of these are. */
const textOrNull = (value: object | null): string => (value === null ? 'null' : JSON.stringify(value))

const at = <Value>(values: Value[], n: number): Value => values[n] as Value

/** The JSON of the first `count` tickets, an array of the contract's `TicketListed`. */
export const ticketListText = (read: ListedTickets, names: Names, count: number): string => {
  const { tickets } = read
  const end = Math.min(count, tickets.id.length)
  let text = '['
  for (let n = 0; n < end; n++) {
    const id = at(tickets.id, n)
    const title = JSON.stringify(at(tickets.title, n))
    const type = textOf(nameOf(names.types, at(tickets.typeId, n)))
    const step = JSON.stringify(names.steps.get(at(tickets.stepId, n))?.name ?? '')
    const createdOn = instantIn(at(tickets.createdOn, n))
    const next = textOrNull(nextPlanned(read, id, names))
    const group = textOf(nameOf(names.groups, at(tickets.groupId, n)))
    const staff = textOf(nameOf(names.staff, at(tickets.staffId, n))?.user ?? null)
    const creator = textOf(nameOf(names.members, at(tickets.creatorId, n))?.creator ?? null)
    const asset = textOf(wikiElementOf(read, at(tickets.wikiElementId, n)))
    const commentOn = at(tickets.lastCommentOn, n)
    const lastCommentOn = commentOn === null ? 'null' : `"${instantIn(commentOn)}"`
    text += `${n === 0 ? '' : ','}{"id":${id},"title":${title},"ticketNumber":${at(tickets.ticketNumber, n)},`
    text += `"internalAnnualProgressive":${at(tickets.internalAnnualProgressive, n)},"taskType":${type},`
    text += `"taskStatus":{"step":{"name":${step},"taskStatus":${at(tickets.taskStatus, n)}}},"createdOn":"${createdOn}",`
    text += `"nextPlannedActivityInfo":${next},"assignedGroup":${group},"assignedUser":${staff},`
    text += `"creatorContactWebUser":${creator},"wikiElement":${asset},"lastCommentOn":${lastCommentOn},`
    text += `"unreadComments":${at(tickets.unreadComments, n)}}`
  }
  return `${text}]`
}
