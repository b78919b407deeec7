import * as Type from 'typebox'
import { endpoint, staffRoot } from '../endpoint.ts'
import type { Static } from '../schema/static.ts'
import { Attachment, Html, Id, Instant, Link, line, nullable, pageQuery, Search, sortBy, Upload } from '../shapes.ts'
import { attachmentsMax, messageMaxLength, titleMaxLength } from '../tickets.ts'

/**
 * The views of the queue. `toAnswer`: open, and the last word is the customer's. `waiting`: pending steps. `dueToday`: due before the end
 * of the portal's day, late ones included. `open`: all that are not closed. `all` has
 * open and closed tickets.
 */
export const staffTicketViews = [
  'mine',
  'unassigned',
  'toAnswer',
  'waiting',
  'dueToday',
  'open',
  'closed',
  'all',
] as const
export type StaffTicketView = (typeof staffTicketViews)[number]

/** Seconds for which an answer is held back, so that its writer can take it back. */
export const answerHoldSeconds = 10

const StaffMember = Type.Object({ id: Id, displayName: Type.String(), profileImage: nullable(Link) })
const Group = Type.Object({ id: Id, name: Type.String() })
const Step = Type.Object({ id: Id, name: Type.String(), taskStatus: Type.Integer() })
const TicketKind = Type.Object({ id: Id, name: Type.String(), color: nullable(Type.String()) })

const listed = {
  id: Id,
  ticketNumber: Type.Integer(),
  title: Type.String(),
  portal: Type.Object({ id: Id, webPortalKey: Type.String(), name: Type.String(), baseColor: Type.String() }),
  contact: Type.Object({ id: Id, companyName: Type.String() }),
  /** The person of the customer who raised the ticket. */
  raiser: nullable(Type.Object({ webUserId: Id, referentName: Type.String() })),
  taskType: nullable(TicketKind),
  step: Step,
  assignee: nullable(StaffMember),
  group: nullable(Group),
  createdOn: Instant,
  /** When an answer or a visit is due; null if nothing is. */
  dueAt: nullable(Instant),
  /** When the last message was written; null if the ticket has only its description. */
  lastMessageOn: nullable(Instant),
  /** The last word is the customer's. */
  awaitsAnswer: Type.Boolean(),
  /** There is a message of the customer, or the ticket itself, that the caller has not read. */
  unread: Type.Boolean(),
  /** The caller has begun to write and not sent it. */
  hasDraft: Type.Boolean(),
}

/** A ticket in the staff's queue. */
export const StaffTicketListed = Type.Object(listed)
export type StaffTicketListed = Static<typeof StaffTicketListed>

/** The mail that a message, a description or a note was written by. */
export const TicketMail = Type.Object({
  id: Id,
  from: nullable(Type.String()),
  /** There is quoted history or a signature that is not shown with it; `readQuotedMail` has it. */
  hasQuoted: Type.Boolean(),
  /** How many lines that is. */
  quotedLines: Type.Integer(),
  /** It is shown at once: the message is short, and some of it stands nowhere else in the ticket. */
  opensQuoted: Type.Boolean(),
  /** The whole mail is still kept. */
  isKept: Type.Boolean(),
  /**
   * Of a note: `waits` for somebody who says whether it is the customer's word; `accepted`: it has become a message; `left`: it is a note
   * and stays one.
   */
  state: Type.Unsafe<'waits' | 'accepted' | 'left' | 'taken'>({
    type: 'string',
    enum: ['waits', 'accepted', 'left', 'taken'],
  }),
})
export type TicketMail = Static<typeof TicketMail>

/** Why mails about tickets do not go to an address. */
export const BouncedMark = Type.Object({ id: Id, bouncedOn: Instant, diagnostic: Type.String() })
export type BouncedMark = Static<typeof BouncedMark>

/** A message of the conversation as the staff see it. A message of neither a customer nor a known member of staff has both null. */
export const StaffComment = Type.Object({
  id: Id,
  message: Html,
  creationDate: Instant,
  event: nullable(Type.Unsafe<'closed' | 'reopened'>({ type: 'string', enum: ['closed', 'reopened'] })),
  customer: nullable(Type.Object({ webUserId: Id, referentName: Type.String() })),
  staff: nullable(StaffMember),
  cc: nullable(Type.String()),
  attachments: Type.Array(Attachment),
  /** Who has answered by mail, being in copy: a person without an account. */
  inCopy: nullable(Type.Object({ address: Type.String(), name: nullable(Type.String()) })),
  /** Null: it was not written by mail. */
  mail: nullable(TicketMail),
})
export type StaffComment = Static<typeof StaffComment>

/** What the staff write to each other about a ticket. No customer ever sees it. */
export const StaffNote = Type.Object({
  id: Id,
  message: Html,
  createdOn: Instant,
  staff: nullable(StaffMember),
  attachments: Type.Array(Attachment),
  /** Null: it did not come by mail. */
  mail: nullable(TicketMail),
})
export type StaffNote = Static<typeof StaffNote>

/** A change of a ticket's properties. `before` and `after` are names as they were then; null: none. */
export const TicketChange = Type.Object({
  id: Id,
  field: Type.String(),
  before: nullable(Type.String()),
  after: nullable(Type.String()),
  changedOn: Instant,
  staff: nullable(StaffMember),
})
export type TicketChange = Static<typeof TicketChange>

/** Time noted on a ticket. `contract` is the name of the contract or package that it was taken from; null: of none. */
export const TicketTime = Type.Object({
  id: Id,
  minutes: Type.Integer(),
  activityTypeName: Type.String(),
  workedOn: Instant,
  contract: nullable(Type.String()),
  staff: nullable(StaffMember),
})
export type TicketTime = Static<typeof TicketTime>

/** What time on a ticket may be taken from: one of the two ids is set. `residualMinutes` may be negative. */
export const TimeSource = Type.Object({
  activityContractId: nullable(Id),
  contractPackageId: nullable(Id),
  name: Type.String(),
  residualMinutes: Type.Integer(),
})
export type TimeSource = Static<typeof TimeSource>

/**
 * An answer that is not sent yet: its writer can take it back until `releasesOn`. If others have written meanwhile, it is not sent:
 * `crossed` is true, and the writer decides.
 */
export const HeldAnswer = Type.Object({
  id: Id,
  message: Html,
  cc: nullable(Type.String()),
  closes: Type.Boolean(),
  attachments: Type.Array(Attachment),
  releasesOn: Instant,
  crossed: Type.Boolean(),
})
export type HeldAnswer = Static<typeof HeldAnswer>

/** What a draft will become. */
export const staffDraftModes = ['answer', 'note'] as const
export type StaffDraftMode = (typeof staffDraftModes)[number]

/** How many drafts of an account are kept: the newest ones. */
export const staffDraftsMax = 500
/** For how many days after its last change a draft keeps uploads that it names. */
export const staffDraftFileDays = 30

const DraftMode = Type.Unsafe<StaffDraftMode>({ type: 'string', enum: [...staffDraftModes] })

/** What the caller has begun to write on a ticket and not sent. Others do not see it. */
export const StaffDraft = Type.Object({
  mode: DraftMode,
  message: Html,
  cc: nullable(Type.String({ description: 'The copy list as typed.' })),
  attachments: Type.Array(Attachment, { description: 'Uploads that are still there.' }),
  changedOn: Instant,
})
export type StaffDraft = Static<typeof StaffDraft>

/** A ticket with all that the staff work with; messages, notes and changes are oldest first. */
export const StaffTicket = Type.Object({
  ...listed,
  description: Html,
  attachments: Type.Array(Attachment),
  contact: Type.Object({
    id: Id,
    companyName: Type.String(),
    phone: nullable(Type.String()),
    email: nullable(Type.String()),
    address: nullable(Type.String()),
  }),
  raiser: nullable(
    Type.Object({
      webUserId: Id,
      referentName: Type.String(),
      email: nullable(Type.String()),
      phone: nullable(Type.String()),
      /** Mails to the address come back; null: they arrive. */
      bounced: nullable(BouncedMark),
    }),
  ),
  /** The mail that the ticket was raised by. */
  mail: nullable(TicketMail),
  wikiElement: nullable(Type.Object({ id: Id, name: Type.String(), folderName: Type.String() })),
  comments: Type.Array(StaffComment),
  notes: Type.Array(StaffNote),
  changes: Type.Array(TicketChange),
  time: Type.Array(TicketTime),
  /** The customer's contracts and packages of hours that hold today. */
  timeSources: Type.Array(TimeSource),
  /** The oldest message of the customer that the caller has not read; null if there is none, or if the caller never read the ticket. */
  firstUnreadCommentId: nullable(Id),
  /** The caller's own answers that are not sent. */
  heldAnswers: Type.Array(HeldAnswer),
  /** The caller's own drafts, at most one of each mode. */
  drafts: Type.Array(StaffDraft),
})
export type StaffTicket = Static<typeof StaffTicket>

const Message = Type.String({ maxLength: messageMaxLength })
const Attachments = Type.Optional(Type.Array(Id, { maxItems: attachmentsMax, uniqueItems: true }))
/** Minutes of work, taken from one of the two, or from none. */
const NewTime = Type.Object({
  minutes: Type.Integer({ minimum: 1, maximum: 24 * 60 }),
  activityTypeName: line(200),
  activityContractId: Type.Optional(nullable(Id)),
  contractPackageId: Type.Optional(nullable(Id)),
})
export type NewTime = Static<typeof NewTime>
const Cc = Type.Optional(nullable(Type.String({ maxLength: 8000 })))

export const listStaffTickets = endpoint({
  name: 'listStaffTickets',
  summary: 'A view of the queue, what is due first at the top; closed tickets and all tickets newest first.',
  method: 'GET',
  path: `${staffRoot}/tickets`,
  access: 'staff',
  query: Type.Object({
    ...pageQuery,
    view: Type.Optional(Type.Unsafe<StaffTicketView>({ type: 'string', enum: [...staffTicketViews] })),
    /** Words of number, title, description, a message or a note, all in one of these; or the name of the customer. */
    q: Type.Optional(Search),
    /** The key of a portal. */
    portal: Type.Optional(Type.String({ maxLength: 40 })),
    /** The id of a contact. */
    contact: Type.Optional(Id),
    /** The id of a member of the staff. */
    assignee: Type.Optional(Id),
    /** The id of a ticket type. */
    type: Type.Optional(Id),
    /** The id of a group. */
    group: Type.Optional(Id),
    sort: sortBy('dueAt', 'createdOn', 'ticketNumber', 'title'),
  }),
  reply: Type.Array(StaffTicketListed),
})

const counts = {
  mine: Type.Integer(),
  unassigned: Type.Integer(),
  toAnswer: Type.Integer(),
  waiting: Type.Integer(),
  dueToday: Type.Integer(),
}

/** Numbers of tickets that are not closed. */
export const StaffTicketCounts = Type.Object({
  ...counts,
  /** How many of each view are late: due before now. */
  late: Type.Object(counts),
  /** Mails that wait for the office; 0 for technicians. */
  waitingMail: Type.Integer(),
  /** The groups that the caller may see tickets of, by name. */
  groups: Type.Array(Type.Object({ ...Group.properties, count: Type.Integer() })),
  /** The portals that the caller works for, by name. */
  portals: Type.Array(
    Type.Object({
      id: Id,
      webPortalKey: Type.String(),
      name: Type.String(),
      baseColor: Type.String(),
      count: Type.Integer(),
    }),
  ),
})
export type StaffTicketCounts = Static<typeof StaffTicketCounts>

export const countStaffTickets = endpoint({
  name: 'countStaffTickets',
  summary:
    'How many tickets each view, group and portal has, and how many of a view are late; closed ones are not counted.',
  method: 'GET',
  path: `${staffRoot}/tickets/views`,
  access: 'staff',
  reply: StaffTicketCounts,
})

export const readStaffTicket = endpoint({
  name: 'readStaffTicket',
  summary: 'A ticket with its conversation, notes and changes. The `ETag` names the state of its properties.',
  method: 'GET',
  path: `${staffRoot}/tickets/:ticketid`,
  access: 'staff',
  reply: StaffTicket,
})

export const raiseStaffTicket = endpoint({
  name: 'raiseStaffTicket',
  summary: 'Raises a ticket for a customer, for example for somebody on the telephone.',
  method: 'POST',
  path: `${staffRoot}/tickets`,
  access: 'staff',
  status: 201,
  idempotent: true,
  body: Type.Object({
    contactId: Id,
    /** The person of the customer for whom it is; null: for nobody in particular, so that only administrators of the contact see it. */
    webUserId: Type.Optional(nullable(Id)),
    title: line(titleMaxLength),
    taskTypeId: Id,
    description: Message,
    wikiElementId: Type.Optional(nullable(Id)),
    assigneeId: Type.Optional(nullable(Id)),
    dueAt: Type.Optional(nullable(Instant)),
    attachments: Attachments,
  }),
  reply: StaffTicket,
})

export const changeStaffTicket = endpoint({
  name: 'changeStaffTicket',
  summary:
    'Changes the properties that are named. With `If-Match`, 409 `conflict` if somebody else has changed the properties since.',
  method: 'PATCH',
  path: `${staffRoot}/tickets/:ticketid`,
  access: 'staff',
  body: Type.Object({
    /** A step of the ticket's portal; a closed one closes the ticket, an open one reopens it. */
    stepId: Type.Optional(Id),
    taskTypeId: Type.Optional(Id),
    assigneeId: Type.Optional(nullable(Id)),
    groupId: Type.Optional(nullable(Id)),
    dueAt: Type.Optional(nullable(Instant)),
    wikiElementId: Type.Optional(nullable(Id)),
  }),
  reply: StaffTicket,
})

export const createStaffComment = endpoint({
  name: 'createStaffComment',
  summary:
    'Answers the customer, and removes the draft. The answer is held back for ten seconds, in which its writer can take it back. 409 `crossed` if others have written since `seen`.',
  method: 'POST',
  path: `${staffRoot}/tickets/:ticketid/comments`,
  access: 'staff',
  status: 201,
  idempotent: true,
  body: Type.Object({
    message: Message,
    attachments: Attachments,
    cc: Cc,
    /** The id of the newest message that the writer has seen; null: none but the description. */
    seen: nullable(Id),
    /** Sends although others have written since `seen`. */
    sendAnyway: Type.Optional(Type.Boolean()),
    /** Closes the ticket with this answer. */
    close: Type.Optional(Type.Boolean()),
    /** Time that is noted when the answer is sent, and not if it is taken back or stopped. */
    time: Type.Optional(NewTime),
  }),
  reply: HeldAnswer,
})

export const takeBackStaffComment = endpoint({
  name: 'takeBackStaffComment',
  summary:
    "Takes back one's own answer that is still held back: it is the draft again, before what has been written since. 409 `too_late` once it has been sent.",
  method: 'DELETE',
  path: `${staffRoot}/tickets/:ticketid/comments/:commentid`,
  access: 'staff',
  reply: StaffDraft,
})

export const saveStaffDraft = endpoint({
  name: 'saveStaffDraft',
  summary: 'Keeps what the caller is writing, in place of the draft of the same mode. One without content is removed.',
  method: 'PUT',
  path: `${staffRoot}/tickets/:ticketid/draft`,
  access: 'staff',
  body: Type.Object({ mode: DraftMode, message: Message, cc: Cc, attachments: Attachments }),
})

export const removeStaffDraft = endpoint({
  name: 'removeStaffDraft',
  summary: "Removes the caller's draft of a mode; without one, both.",
  method: 'DELETE',
  path: `${staffRoot}/tickets/:ticketid/draft`,
  access: 'staff',
  query: Type.Object({ mode: Type.Optional(DraftMode) }),
})

export const createStaffNote = endpoint({
  name: 'createStaffNote',
  summary: 'Writes a note that only the staff see, and removes its draft.',
  method: 'POST',
  path: `${staffRoot}/tickets/:ticketid/notes`,
  access: 'staff',
  status: 201,
  idempotent: true,
  body: Type.Object({ message: Message, attachments: Attachments }),
  reply: StaffNote,
})

export const closeStaffTicket = endpoint({
  name: 'closeStaffTicket',
  summary: 'Closes a ticket, without a message.',
  method: 'POST',
  path: `${staffRoot}/tickets/:ticketid/close`,
  access: 'staff',
  reply: StaffTicket,
})

export const noteStaffTime = endpoint({
  name: 'noteStaffTime',
  summary:
    "Notes minutes of work, taken from an activity contract or a package of the ticket's customer, or from none.",
  method: 'POST',
  path: `${staffRoot}/tickets/:ticketid/time`,
  access: 'staff',
  status: 201,
  idempotent: true,
  body: NewTime,
  reply: TicketTime,
})

export const markStaffTicketRead = endpoint({
  name: 'markStaffTicketRead',
  summary: 'Marks a ticket as read by the caller up to a message; null: its description. Never back to an earlier one.',
  method: 'PUT',
  path: `${staffRoot}/tickets/:ticketid/read`,
  access: 'staff',
  body: Type.Object({ commentId: nullable(Id) }),
})

export const uploadStaffFile = endpoint({
  name: 'uploadStaffFile',
  summary: 'Takes a file for an answer, a note or a new ticket of a contact; its id is used once, within 24 hours.',
  method: 'POST',
  path: `${staffRoot}/contacts/:contactid/uploads`,
  access: 'staff',
  status: 201,
  upload: true,
  reply: Upload,
})

export const readStaffFile = endpoint({
  name: 'readStaffFile',
  summary: 'A file of a ticket, for the session that its URL was made for.',
  method: 'GET',
  path: `${staffRoot}/files/:fileid/:name`,
  access: 'staff',
  query: Type.Object({ n: Type.String() }),
  raw: 'application/octet-stream',
})

/** What the staff choose from: the portals with their types and steps, groups and colleagues. */
export const StaffChoices = Type.Object({
  portals: Type.Array(
    Type.Object({
      id: Id,
      webPortalKey: Type.String(),
      name: Type.String(),
      types: Type.Array(TicketKind),
      steps: Type.Array(Step),
    }),
  ),
  groups: Type.Array(Group),
  staff: Type.Array(StaffMember),
  /** Names of activities that time has been noted for, to choose from; any other name may be noted as well. */
  activityTypes: Type.Array(Type.String()),
})
export type StaffChoices = Static<typeof StaffChoices>

export const readStaffChoices = endpoint({
  name: 'readStaffChoices',
  summary: 'The portals that the caller works for, with their ticket types and steps; the groups and the staff.',
  method: 'GET',
  path: `${staffRoot}/choices`,
  access: 'staff',
  reply: StaffChoices,
})

/** A customer with the people for whom a ticket can be raised. */
export const StaffContact = Type.Object({
  id: Id,
  companyName: Type.String(),
  portalId: Id,
  people: Type.Array(Type.Object({ webUserId: Id, referentName: Type.String() })),
})
export type StaffContact = Static<typeof StaffContact>

export const searchStaffContacts = endpoint({
  name: 'searchStaffContacts',
  summary: 'Up to 20 customers whose name contains `q`, by name.',
  method: 'GET',
  path: `${staffRoot}/contacts`,
  access: 'staff',
  query: Type.Object({ q: Type.Optional(Search) }),
  reply: Type.Array(StaffContact),
})

export const searchStaffAssets = endpoint({
  name: 'searchStaffAssets',
  summary: 'Up to 50 assets of a customer whose folder or name contains `q`, by folder and name.',
  method: 'GET',
  path: `${staffRoot}/contacts/:contactid/assets`,
  access: 'staff',
  query: Type.Object({ q: Type.Optional(Search) }),
  reply: Type.Array(Type.Object({ id: Id, name: Type.String(), folderName: Type.String() })),
})
