import type { TicketListed } from '@portico/contract/tickets'

// The names of a list are the same few objects for most of its tickets, and for most lists: see decision 70, Names of tickets in memory by
// version. Their text is made once; that of all the rest takes half the time of a serialiser made from the schema.
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

const instant = (value: string | null): string => (value === null ? 'null' : `"${value}"`)

/** `JSON.stringify` takes a call into the engine even for null, which most of these are. */
const textOrNull = (value: object | null): string => (value === null ? 'null' : JSON.stringify(value))

const ticketText = (ticket: TicketListed): string =>
  `{"id":${ticket.id},"title":${JSON.stringify(ticket.title)},"ticketNumber":${ticket.ticketNumber},"internalAnnualProgressive":${
    ticket.internalAnnualProgressive
  },"taskType":${textOf(ticket.taskType)},"taskStatus":{"step":{"name":${JSON.stringify(ticket.taskStatus.step.name)},"taskStatus":${ticket.taskStatus.step.taskStatus}}},"createdOn":${instant(
    ticket.createdOn,
  )},"nextPlannedActivityInfo":${textOrNull(ticket.nextPlannedActivityInfo)},"assignedGroup":${textOf(
    ticket.assignedGroup,
  )},"assignedUser":${textOf(ticket.assignedUser)},"creatorContactWebUser":${textOf(
    ticket.creatorContactWebUser,
  )},"wikiElement":${textOf(ticket.wikiElement)},"lastCommentOn":${instant(ticket.lastCommentOn)},"unreadComments":${
    ticket.unreadComments
  }}`

/** The JSON of a list of tickets: the fields of the contract, whatever else the rows have. */
export const ticketListText = (tickets: readonly TicketListed[]): string => `[${tickets.map(ticketText).join(',')}]`
