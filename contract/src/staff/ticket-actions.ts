import * as Type from 'typebox'
import { endpoint, staffRoot } from '../endpoint.ts'
import type { Static } from '../schema/static.ts'
import { Id, Instant, line, nullable, Search } from '../shapes.ts'
import { attachmentsMax, titleMaxLength } from '../tickets.ts'
import { StaffTicket } from './tickets.ts'

/** How many tickets one call changes at most. */
export const bulkTicketsMax = 100

/** A ticket named beside another one. */
export const TicketReference = Type.Object({
  id: Id,
  ticketNumber: Type.Integer(),
  title: Type.String(),
  step: Type.Object({ id: Id, name: Type.String(), taskStatus: Type.Integer() }),
  contact: Type.Object({ id: Id, companyName: Type.String() }),
  createdOn: Instant,
})
export type TicketReference = Static<typeof TicketReference>

/**
 * Why two tickets are linked: staff have linked them (`related`); this ticket goes on in the other one (`mergedInto`), or has taken it in
 * (`merged`); text of this ticket was copied to the other one (`copiedTo`), or comes from it (`copiedFrom`).
 */
const ticketLinkKinds = ['related', 'mergedInto', 'merged', 'copiedTo', 'copiedFrom'] as const
type TicketLinkKind = (typeof ticketLinkKinds)[number]

/** A link of a ticket to another one that the caller may see. */
export const TicketLink = Type.Object({
  kind: Type.Unsafe<TicketLinkKind>({ type: 'string', enum: [...ticketLinkKinds] }),
  ticket: TicketReference,
})
export type TicketLink = Static<typeof TicketLink>

/** Hours that the customer has bought and that hold today: of an activity contract or of a package, so one of the two ids is set. */
const BoughtHours = Type.Object({
  activityContractId: nullable(Id),
  contractPackageId: nullable(Id),
  name: Type.String(),
  totalMinutes: Type.Integer(),
  /** What is left; negative where more was used. */
  residualMinutes: Type.Integer(),
  /** When contract or package ends; null: it has no end. */
  endsOn: nullable(Instant),
})

/** A visit or another planned activity of the customer. */
const Visit = Type.Object({
  id: Id,
  activityTypeName: Type.String(),
  title: nullable(Type.String()),
  startsOn: Instant,
  endsOn: Instant,
  staffName: nullable(Type.String()),
  /** The booking that it shows; null: it was planned by the staff. */
  bookingId: nullable(Id),
  /** The ticket that it is for; null: none, or one that the caller may not see. */
  ticketId: nullable(Id),
})

/** What stands beside a ticket. */
export const StaffTicketContext = Type.Object({
  /** Who raised the ticket; null: nobody in particular. */
  person: nullable(
    Type.Object({
      webUserId: Id,
      referentName: Type.String(),
      email: nullable(Type.String()),
      phone: nullable(Type.String()),
      /** When the person was last seen in the portal; null: never, or too long ago to be known. */
      lastVisitOn: nullable(Instant),
      /** Still has access to the portal for this customer. */
      active: Type.Boolean(),
      administrator: Type.Boolean(),
    }),
  ),
  customer: Type.Object({
    id: Id,
    companyName: Type.String(),
    email: nullable(Type.String()),
    phone: nullable(Type.String()),
    address: nullable(Type.String()),
    /** The key of the customer's portal. */
    webPortalKey: Type.String(),
    portalName: Type.String(),
  }),
  hours: Type.Array(BoughtHours),
  /** The asset that the ticket is about, with the folder where it is kept and the number of tickets about it that the caller may see. */
  asset: nullable(Type.Object({ id: Id, name: Type.String(), folderName: Type.String(), ticketCount: Type.Integer() })),
  /** The next 5, the soonest first. */
  upcomingVisits: Type.Array(Visit),
  /** The last 3, the newest first. */
  lastVisits: Type.Array(Visit),
  /** The 5 newest other tickets of the customer that the caller may see. */
  earlierTickets: Type.Array(TicketReference),
  earlierTicketCount: Type.Integer(),
  /** The addresses in copy of any message of the ticket, in small letters. */
  copyAddresses: Type.Array(Type.String()),
  links: Type.Array(TicketLink),
})
export type StaffTicketContext = Static<typeof StaffTicketContext>

export const readStaffTicketContext = endpoint({
  name: 'readStaffTicketContext',
  summary:
    'What stands beside a ticket: person, customer, hours, asset, visits, earlier tickets, copy addresses, links.',
  method: 'GET',
  path: `${staffRoot}/tickets/:ticketid/context`,
  access: 'staff',
  reply: StaffTicketContext,
})

export const linkStaffTicket = endpoint({
  name: 'linkStaffTicket',
  summary: 'Links two tickets of the company, in both directions. Only the staff see the link.',
  method: 'POST',
  path: `${staffRoot}/tickets/:ticketid/links`,
  access: 'staff',
  status: 201,
  body: Type.Object({ ticketId: Id }),
  reply: Type.Array(TicketLink),
})

export const unlinkStaffTicket = endpoint({
  name: 'unlinkStaffTicket',
  summary: 'Removes a link that staff have made. What a merge or a copy has linked stays linked: 409 `conflict`.',
  method: 'DELETE',
  path: `${staffRoot}/tickets/:ticketid/links/:otherid`,
  access: 'staff',
})

/** What a merge has done. */
export const MergedTicket = Type.Object({
  /** The ticket that stays. */
  ticket: StaffTicket,
  /** How many messages were copied, the description included. */
  messages: Type.Integer(),
  files: Type.Integer(),
  /** How many notes were moved. */
  notes: Type.Integer(),
  /** How many minutes of noted time were moved. */
  minutes: Type.Integer(),
  /** Both tickets were raised by the same person. If not, answers reach only the person who raised the one that stays. */
  sameRaiser: Type.Boolean(),
})
export type MergedTicket = Static<typeof MergedTicket>

export const mergeStaffTicket = endpoint({
  name: 'mergeStaffTicket',
  summary:
    'Merges a ticket into another one of the same customer and closes it. 409 `answer_held` while an answer of either is held back.',
  description:
    'Messages and files are copied, notes and noted time are moved. The closed ticket stays readable, and its last message leads to the other one.',
  method: 'POST',
  path: `${staffRoot}/tickets/:ticketid/merge`,
  access: 'staff',
  status: 201,
  idempotent: true,
  body: Type.Object({
    /** The ticket that stays. */
    into: Id,
  }),
  reply: MergedTicket,
})

export const copyStaffTicket = endpoint({
  name: 'copyStaffTicket',
  summary: 'Raises a ticket for another customer with the text and files of this one that are named, and nothing else.',
  method: 'POST',
  path: `${staffRoot}/tickets/:ticketid/copy`,
  access: 'staff',
  status: 201,
  idempotent: true,
  body: Type.Object({
    contactId: Id,
    /** The person for whom it is; null: for nobody in particular. */
    webUserId: Type.Optional(nullable(Id)),
    title: line(titleMaxLength),
    taskTypeId: Id,
    /** Copies the description. */
    description: Type.Optional(Type.Boolean()),
    /** The messages to copy, without their writers; the text is in the order of the conversation. */
    commentIds: Type.Array(Id, { maxItems: 100, uniqueItems: true }),
    /** The files to copy, of the description or of any message. */
    attachments: Type.Array(Id, { maxItems: attachmentsMax, uniqueItems: true }),
    /** Closes the ticket that is copied. Its customer does not learn why. */
    close: Type.Boolean(),
  }),
  reply: StaffTicket,
})

/** What became of one ticket of many: changed, not changed because it was so already, or why not. */
const BulkResult = Type.Object({
  ticketId: Id,
  changed: Type.Boolean(),
  /** The code of the error; null: there was none. */
  error: nullable(Type.String()),
})

export const changeStaffTickets = endpoint({
  name: 'changeStaffTickets',
  summary: 'Changes several tickets, each by itself; says of each what became of it, in the order of the ids.',
  method: 'POST',
  path: `${staffRoot}/tickets/bulk`,
  access: 'staff',
  body: Type.Object({
    ticketIds: Type.Array(Id, { minItems: 1, maxItems: bulkTicketsMax, uniqueItems: true }),
    change: Type.Object({
      assigneeId: Type.Optional(nullable(Id)),
      /** A step of the tickets' portal; tickets of other portals answer `not_found`. */
      stepId: Type.Optional(Id),
      taskTypeId: Type.Optional(Id),
      groupId: Type.Optional(nullable(Id)),
      /** Closes the tickets; not together with `stepId`. */
      close: Type.Optional(Type.Boolean()),
    }),
  }),
  reply: Type.Object({ results: Type.Array(BulkResult) }),
})

/** A thing that the palette has found, with what it is called and what distinguishes it from others of that name. */
const Found = Type.Object({
  id: Id,
  label: Type.String(),
  sublabel: nullable(Type.String()),
  portal: Type.Object({ id: Id, webPortalKey: Type.String(), name: Type.String(), baseColor: Type.String() }),
  /** The id of its customer; of a customer, its own. */
  contactId: Id,
})
export type Found = Static<typeof Found>

/** A ticket that the palette has found, with its step and who is on it. */
const FoundTicket = Type.Object({
  ...Found.properties,
  step: Type.Object({ name: Type.String(), taskStatus: Type.Integer() }),
  assignee: nullable(Type.String()),
})
export type FoundTicket = Static<typeof FoundTicket>

export const searchStaff = endpoint({
  name: 'searchStaff',
  summary:
    'Up to 5 each of tickets, customers, people, invoices and assets that `q` finds. A technician gets no invoices.',
  method: 'GET',
  path: `${staffRoot}/search`,
  access: 'staff',
  query: Type.Object({
    /** Fewer than two characters find only the ticket of that number. */
    q: Search,
  }),
  reply: Type.Object({
    tickets: Type.Array(FoundTicket),
    customers: Type.Array(Found),
    people: Type.Array(Found),
    invoices: Type.Array(Found),
    assets: Type.Array(Found),
  }),
})
