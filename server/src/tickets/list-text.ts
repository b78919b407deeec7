import type { Names } from './names/name-queries.ts'
import { nameOf } from './names/names-in-memory.ts'
import { type Beside, instantIn, nextPlanned, type TicketArrays, wikiElementOf } from './row-queries.ts'

// A long list spends most of its time here. Text that is made from the arrays of the statement, without an object for each ticket, takes half
// the time of such objects and a serialiser.

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

/** The JSON of the first `count` tickets: an array of {@link TicketListed}. */
export const ticketListText = (read: ListedTickets, names: Names, count: number): string => {
  const { tickets } = read
  const end = Math.min(count, tickets.id.length)
  let text = '['
  for (let n = 0; n < end; n++) {
    const id = tickets.id[n] as number
    const lastCommentOn = tickets.lastCommentOn[n] as string | null
    text += `${n === 0 ? '' : ','}{"id":${id},"title":${JSON.stringify(tickets.title[n])},"ticketNumber":${
      tickets.ticketNumber[n]
    },"internalAnnualProgressive":${tickets.internalAnnualProgressive[n]},"taskType":${textOf(
      nameOf(names.types, tickets.typeId[n] as number | null),
    )},"taskStatus":{"step":{"name":${JSON.stringify(names.steps.get(tickets.stepId[n] as number)?.name ?? '')},"taskStatus":${
      tickets.taskStatus[n]
    }}},"createdOn":"${instantIn(tickets.createdOn[n] as string)}","nextPlannedActivityInfo":${textOrNull(
      nextPlanned(read, id, names),
    )},"assignedGroup":${textOf(nameOf(names.groups, tickets.groupId[n] as number | null))},"assignedUser":${textOf(
      nameOf(names.staff, tickets.staffId[n] as number | null)?.user ?? null,
    )},"creatorContactWebUser":${textOf(
      nameOf(names.members, tickets.creatorId[n] as number | null)?.creator ?? null,
    )},"wikiElement":${textOf(wikiElementOf(read, tickets.wikiElementId[n] as number | null))},"lastCommentOn":${
      lastCommentOn === null ? 'null' : `"${instantIn(lastCommentOn)}"`
    },"unreadComments":${tickets.unreadComments[n]}}`
  }
  return `${text}]`
}
