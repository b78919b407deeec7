import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import type { Static } from './schema/static.ts'
import {
  AssignedUser,
  Attachment,
  Html,
  Id,
  Instant,
  Link,
  line,
  nullable,
  pageQuery,
  rangeQuery,
  Search,
  sortBy,
  Upload,
} from './shapes.ts'

/** `taskStatus` of a closed step; 0 is open and 1 is pending. */
export const closedStatus = 2

/** Maximum length of a ticket's title and of a message, in characters. */
export const titleMaxLength = 300
export const messageMaxLength = 100_000
/** Most files in one message. */
export const attachmentsMax = 10
/** Most addresses in copy (CC). */
export const ccMax = 20

/** A kind of ticket. `color` is any CSS colour, or null. */
export const TicketType = Type.Object({
  id: Id,
  name: Type.String(),
  color: nullable(Type.String()),
  /** The form for a new ticket begins with it. */
  isDefault: Type.Boolean(),
})
export type TicketType = Static<typeof TicketType>

/** A web user of the same contact. */
export const Colleague = Type.Object({ webUserId: Id, referentName: Type.String() })
export type Colleague = Static<typeof Colleague>

const PlannedActivity = Type.Object({
  start: Instant,
  end: Instant,
  activityTypeName: Type.String(),
  assignedUser: nullable(AssignedUser),
})

const listed = {
  id: Id,
  title: Type.String(),
  ticketNumber: Type.Integer(),
  /** Screens show it only if it is greater than 0. */
  internalAnnualProgressive: Type.Integer(),
  taskType: nullable(Type.Object({ name: Type.String(), color: nullable(Type.String()) })),
  taskStatus: Type.Object({ step: Type.Object({ name: Type.String(), taskStatus: Type.Integer() }) }),
  createdOn: Instant,
  /** The next planned visit or call. */
  nextPlannedActivityInfo: nullable(PlannedActivity),
  assignedGroup: nullable(Type.Object({ name: Type.String() })),
  assignedUser: nullable(AssignedUser),
  creatorContactWebUser: nullable(
    Type.Object({ webUserId: Id, referentName: Type.String(), companyName: Type.String() }),
  ),
  wikiElement: nullable(Type.Object({ id: Id, name: Type.String(), folderName: Type.String() })),
  /** When the last message was written; null if the ticket has only its description. */
  lastCommentOn: nullable(Instant),
  /** How many messages of others the caller has not read. */
  unreadComments: Type.Integer(),
}

/** A ticket in a list: without description, comments and attachments. */
export const TicketListed = Type.Object(listed)
export type TicketListed = Static<typeof TicketListed>

/** A message in the conversation of a ticket. `event` is set if the message closed or reopened the ticket. */
export const Comment = Type.Object({
  id: Id,
  message: Html,
  creationDate: Instant,
  event: nullable(Type.Unsafe<'closed' | 'reopened'>({ type: 'string', enum: ['closed', 'reopened'] })),
  attachments: Type.Array(Attachment),
  senderContactWebUser: nullable(
    Type.Object({
      referentName: Type.String(),
      webUser: Type.Object({ id: Id, userName: Type.String() }),
    }),
  ),
  senderUser: nullable(
    Type.Object({ displayName: Type.String(), hasProfileImage: Type.Boolean(), profileImage: nullable(Link) }),
  ),
  ticketEmailReply_CCList: nullable(Type.String()),
  /** Who has answered by mail, being in copy: a person without an account, so that the other two senders are null. */
  senderInCopy: nullable(Type.Object({ address: Type.String(), name: nullable(Type.String()) })),
  /** The caller's own mail that the message came by, if it quotes something: `readQuotedText` has that. */
  quotedMailId: nullable(Id),
  /** How many lines that is; 0 without one. */
  quotedLines: Type.Integer(),
  /** It is shown at once: the message is short, and some of it stands nowhere else in the ticket. */
  opensQuoted: Type.Boolean(),
})
export type Comment = Static<typeof Comment>

/** A ticket with its conversation, oldest message first. */
export const Ticket = Type.Object({
  ...listed,
  description: Html,
  /** As `quotedMailId` of a message, and so are the next two. */
  quotedMailId: nullable(Id),
  quotedLines: Type.Integer(),
  opensQuoted: Type.Boolean(),
  attachments: Type.Array(Attachment),
  comments: Type.Array(Comment),
  /** The id of the first unread message. */
  firstUnreadCommentId: nullable(Id),
})
export type Ticket = Static<typeof Ticket>

const ticketQuery = {
  ...rangeQuery,
  ...pageQuery,
  /** Sorted by `lastCommentOn`, a ticket without messages counts with the time at which it was raised. */
  sort: sortBy('createdOn', 'lastCommentOn', 'ticketNumber', 'title'),
  status: Type.Optional(Type.Unsafe<'open' | 'all'>({ type: 'string', enum: ['open', 'all'] })),
  q: Type.Optional(Search),
  wikiFilter: Type.Optional(Search),
  /** `1` returns only tickets with messages that the caller has not read. */
  unread: Type.Optional(Type.Union([Type.Literal('0'), Type.Literal('1')])),
}

export const listTickets = endpoint({
  name: 'listTickets',
  summary: 'My tickets: those that the caller raised for this contact, newest first.',
  method: 'GET',
  path: '/api/:company/:contactid/tickets',
  access: 'manageTickets',
  query: Type.Object(ticketQuery),
  reply: Type.Array(TicketListed),
})

export const listAllTickets = endpoint({
  name: 'listAllTickets',
  summary: 'All tickets of the contact, newest first; `webUserIds` (comma separated) keeps those of some colleagues.',
  method: 'GET',
  path: '/api/:company/:contactid/tickets/all',
  access: 'administrator',
  query: Type.Object({ ...ticketQuery, webUserIds: Type.Optional(Type.String({ maxLength: 4000 })) }),
  reply: Type.Array(TicketListed),
})

export const readTicket = endpoint({
  name: 'readTicket',
  summary: 'A ticket with its conversation; that of a colleague only to administrators of the contact.',
  method: 'GET',
  path: '/api/:company/:contactid/tickets/:ticketid',
  access: 'manageTickets',
  reply: Ticket,
})

export const readQuotedText = endpoint({
  name: 'readQuotedText',
  summary: 'What a mail of the caller has quoted, and its signature.',
  method: 'GET',
  path: '/api/:company/:contactid/tickets/:ticketid/mails/:mailid/quoted',
  access: 'manageTickets',
  reply: Type.Object({ html: Html }),
})

export const createTicket = endpoint({
  name: 'createTicket',
  summary: 'Raises a ticket.',
  method: 'POST',
  path: '/api/:company/:contactid/tickets',
  access: 'manageTickets',
  status: 201,
  idempotent: true,
  // Optional here so that a missing field fails with `fill_all_required_fields` instead of a schema error.
  body: Type.Object({
    title: Type.Optional(nullable(line(titleMaxLength))),
    taskTypeId: Type.Optional(nullable(Id)),
    description: Type.Optional(nullable(Type.String({ maxLength: messageMaxLength }))),
    wikiElementId: Type.Optional(nullable(Id)),
    attachments: Type.Optional(nullable(Type.Array(Id, { maxItems: attachmentsMax, uniqueItems: true }))),
  }),
  reply: Ticket,
})

export const closeTicket = endpoint({
  name: 'closeTicket',
  summary:
    'Closes a ticket, with a last message if given, which a closed ticket keeps as well; for its raiser and the administrators of the contact.',
  method: 'POST',
  path: '/api/:company/:contactid/tickets/:ticketid/close',
  access: 'manageTickets',
  idempotent: true,
  body: Type.Object({ message: Type.Optional(nullable(Type.String({ maxLength: messageMaxLength }))) }),
  reply: Ticket,
})

export const createComment = endpoint({
  name: 'createComment',
  summary: 'Adds a message to a ticket; a closed one is reopened by it.',
  method: 'POST',
  path: '/api/:company/:contactid/comments',
  access: 'manageTickets',
  status: 201,
  idempotent: true,
  body: Type.Object({
    taskId: Id,
    message: Type.Optional(nullable(Type.String({ maxLength: messageMaxLength }))),
    commentType: Type.Optional(nullable(Type.Literal(0))),
    ticketEmailReply_Recipient: Type.Optional(nullable(Type.String({ maxLength: 4000 }))),
    ticketEmailReply_CCList: Type.Optional(nullable(Type.String({ maxLength: 8000 }))),
    attachments: Type.Optional(nullable(Type.Array(Id, { maxItems: attachmentsMax, uniqueItems: true }))),
  }),
  reply: Comment,
})

export const markTicketRead = endpoint({
  name: 'markTicketRead',
  summary: 'Marks the conversation of a ticket as read by the caller, up to and with the given message.',
  method: 'PUT',
  path: '/api/:company/:contactid/tickets/:ticketid/read',
  access: 'manageTickets',
  body: Type.Object({ commentId: Id }),
})

export const uploadTicketAttachment = endpoint({
  name: 'uploadTicketAttachment',
  summary: 'Takes a file for a new ticket; its id is used once, within 24 hours.',
  method: 'POST',
  path: '/api/:company/:contactid/documents/upload',
  access: 'manageTickets',
  status: 201,
  upload: true,
  reply: Upload,
})

export const uploadCommentAttachment = endpoint({
  name: 'uploadCommentAttachment',
  summary: 'Takes a file for a new comment; its id is used once, within 24 hours.',
  method: 'POST',
  path: '/api/:company/:contactid/comments/attachments',
  access: 'manageTickets',
  status: 201,
  upload: true,
  reply: Upload,
})

export const listTicketTypes = endpoint({
  name: 'listTicketTypes',
  summary: 'The kinds of ticket that customers of a portal choose from, in their order.',
  method: 'GET',
  path: '/api/settings/:company/tickets/types',
  access: 'portal',
  reply: Type.Array(TicketType),
})

export const listColleagues = endpoint({
  name: 'listColleagues',
  summary: "The contact's web users, the caller included, by name.",
  method: 'GET',
  path: '/api/users/:contactid/colleagues',
  access: 'administrator',
  reply: Type.Array(Colleague),
})
