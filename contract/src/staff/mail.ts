import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint, staffRoot } from '../endpoint.ts'
import { Id, Instant, nullable } from '../shapes.ts'

/**
 * A mail that waits for the staff: in quarantine, or as a note beside a ticket (`noted`) because its sender is not the reader that its
 * address was made for. `reason` is a code.
 */
export const WaitingMail = Type.Object({
  id: Id,
  state: Type.Unsafe<'quarantined' | 'noted'>({ type: 'string', enum: ['quarantined', 'noted'] }),
  reason: Type.String(),
  receivedOn: Instant,
  from: nullable(Type.String()),
  fromName: nullable(Type.String()),
  subject: nullable(Type.String()),
  /** The first 2000 characters of its new text. */
  preview: nullable(Type.String()),
  portal: nullable(Type.Object({ id: Id, name: Type.String() })),
  ticket: nullable(Type.Object({ id: Id, ticketNumber: Type.Integer(), title: Type.String() })),
  /** Until when it can be accepted. */
  keptUntil: Instant,
  /** Customers whose people have the sender's address. */
  people: Type.Array(
    Type.Object({ contactId: Id, companyName: Type.String(), webUserId: Id, referentName: Type.String() }),
  ),
})
/** See {@link WaitingMail}. */
export type WaitingMail = Static<typeof WaitingMail>

const office = { access: 'staff', role: 'office' } as const

export const listQuarantine = endpoint({
  name: 'listQuarantine',
  summary: 'Lists the mails that wait for the staff, newest first: 100 at most before the id `before`.',
  method: 'GET',
  path: `${staffRoot}/mail/quarantine`,
  ...office,
  query: Type.Object({ before: Type.Optional(Type.String({ pattern: '^[1-9]\\d{0,14}$' })) }),
  reply: Type.Array(WaitingMail),
})

export const acceptMail = endpoint({
  name: 'acceptMail',
  summary:
    'Accepts a mail as the word of a person of a customer: as a message in a ticket of the customer, or as a new ticket. The person must be allowed to see it, as if it had come by itself.',
  method: 'POST',
  path: `${staffRoot}/mail/quarantine/:mailid/accept`,
  ...office,
  body: Type.Object({
    contactId: Id,
    webUserId: Id,
    /** Null: a new ticket. */
    ticketId: nullable(Id),
  }),
  reply: Type.Object({ ticketId: Id }),
})

export const dropMail = endpoint({
  name: 'dropMail',
  summary: 'Drops a mail that waits for the staff. It is kept until its time is over, and nobody is told.',
  method: 'POST',
  path: `${staffRoot}/mail/quarantine/:mailid/drop`,
  ...office,
})

export const readRawMail = endpoint({
  name: 'readRawMail',
  summary:
    'A received mail as it came, for evidence: one that waits for the staff, or that is in a ticket of their portals.',
  method: 'GET',
  path: `${staffRoot}/mail/:mailid/raw`,
  ...office,
  raw: 'message/rfc822',
})

/** An address to which mails about tickets do not arrive. */
export const BouncedAddress = Type.Object({
  id: Id,
  address: Type.String(),
  bouncedOn: Instant,
  diagnostic: Type.String(),
})
/** See {@link BouncedAddress}. */
export type BouncedAddress = Static<typeof BouncedAddress>

export const listBouncedAddresses = endpoint({
  name: 'listBouncedAddresses',
  summary: 'Lists the addresses that get no mails about tickets because mails to them came back.',
  method: 'GET',
  path: `${staffRoot}/mail/bounced`,
  ...office,
  reply: Type.Array(BouncedAddress),
})

export const resumeAddress = endpoint({
  name: 'resumeAddress',
  summary: 'Sends mails about tickets to an address again.',
  method: 'POST',
  path: `${staffRoot}/mail/bounced/:addressid/resume`,
  ...office,
})

/** A mailbox that customers write to. `imapUrl` has no password; null: its mail is delivered. */
export const StaffMailbox = Type.Object({
  id: Id,
  portal: Type.Object({ id: Id, name: Type.String() }),
  group: nullable(Type.Object({ id: Id, name: Type.String() })),
  address: Type.String(),
  imapUrl: nullable(Type.String()),
  authservId: nullable(Type.String()),
  answersStrangers: Type.Boolean(),
  checkedOn: nullable(Instant),
  failingSince: nullable(Instant),
  lastError: nullable(Type.String()),
})
/** See {@link StaffMailbox}. */
export type StaffMailbox = Static<typeof StaffMailbox>

const administrator = { access: 'staff', role: 'administrator' } as const

const imapUrl = Type.String({ maxLength: 500, description: 'imaps://user@host/INBOX, without a password.' })
const password = Type.String({ minLength: 1, maxLength: 500 })

export const listStaffMailboxes = endpoint({
  name: 'listStaffMailboxes',
  summary: 'Lists the mailboxes of the company, with how they do.',
  method: 'GET',
  path: `${staffRoot}/mail/mailboxes`,
  ...administrator,
  reply: Type.Array(StaffMailbox),
})

export const tryMailbox = endpoint({
  name: 'tryMailbox',
  summary: 'Tries whether a mailbox opens, and keeps nothing. `problem` says why it does not.',
  method: 'POST',
  path: `${staffRoot}/mail/mailboxes/trial`,
  ...administrator,
  body: Type.Object({ imapUrl, password }),
  reply: Type.Object({ opens: Type.Boolean(), problem: nullable(Type.String()) }),
})

export const addStaffMailbox = endpoint({
  name: 'addStaffMailbox',
  summary: 'Adds a mailbox that is fetched by IMAP, after a trial. 409 if the company has the address already.',
  method: 'POST',
  path: `${staffRoot}/mail/mailboxes`,
  ...administrator,
  status: 201,
  body: Type.Object({
    portalId: Id,
    groupId: Type.Optional(nullable(Id)),
    address: Type.String({ maxLength: 320, format: 'email' }),
    imapUrl,
    password,
    authservId: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 255 }))),
    answersStrangers: Type.Optional(Type.Boolean()),
  }),
  reply: StaffMailbox,
})

export const removeStaffMailbox = endpoint({
  name: 'removeStaffMailbox',
  summary: 'Removes a mailbox. Its mail stays where it is.',
  method: 'DELETE',
  path: `${staffRoot}/mail/mailboxes/:mailboxid`,
  ...administrator,
})
