import * as Type from 'typebox'
import { endpoint, staffRoot } from '../endpoint.ts'
import type { Static } from '../schema/static.ts'
import { Html, Id, Instant, Link, nullable } from '../shapes.ts'

/**
 * A mail that waits for the staff: in quarantine, or as a note beside a ticket (`noted`) because its sender is not the reader that its
 * address was made for. `reason` is a code.
 */
export const WaitingMail = Type.Object({
  id: Id,
  state: Type.Unsafe<'quarantined' | 'noted' | 'dropped'>({
    type: 'string',
    enum: ['quarantined', 'noted', 'dropped'],
  }),
  reason: Type.String(),
  receivedOn: Instant,
  from: nullable(Type.String()),
  fromName: nullable(Type.String()),
  subject: nullable(Type.String()),
  /** The first 2000 characters of its new text. */
  preview: nullable(Type.String()),
  portal: nullable(Type.Object({ id: Id, name: Type.String() })),
  ticket: nullable(
    Type.Object({
      id: Id,
      ticketNumber: Type.Integer(),
      title: Type.String(),
      contact: Type.Object({ id: Id, companyName: Type.String() }),
    }),
  ),
  /** The visit or booking whose mail it answers. */
  visit: nullable(
    Type.Object({
      /** `visit-12` or `booking-12`: its entry on the board of visits. */
      key: Type.String(),
      title: Type.String(),
      customer: Type.String(),
      startsOn: Instant,
      /** The day of the board, `YYYY-MM-DD`. */
      day: Type.String(),
    }),
  ),
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
  query: Type.Object({
    before: Type.Optional(Type.String({ pattern: '^[1-9]\\d{0,14}$' })),
    /** Those that wait, unless it is said otherwise; or those that were dropped and are still kept. */
    state: Type.Optional(Type.Unsafe<'waiting' | 'dropped'>({ type: 'string', enum: ['waiting', 'dropped'] })),
  }),
  reply: Type.Array(WaitingMail),
})

/** A waiting mail as it would be shown. */
export const WaitingMailDetail = Type.Object({
  ...WaitingMail.properties,
  to: Type.Array(Type.String()),
  /** The new text with the pictures that came with it; null: it cannot be read. */
  html: nullable(Html),
  /** Quoted history and signature; '' for none. */
  quotedHtml: Html,
  /** How many lines that is. */
  quotedLines: Type.Integer(),
  /** It is shown at once: the new text is short, and some of it stands nowhere else in the ticket. */
  opensQuoted: Type.Boolean(),
  files: Type.Array(Type.Object({ url: Link, name: Type.String(), size: Type.Integer() })),
})
/** See {@link WaitingMailDetail}. */
export type WaitingMailDetail = Static<typeof WaitingMailDetail>

export const readWaitingMail = endpoint({
  name: 'readWaitingMail',
  summary: 'A mail that waits for the staff, or was dropped, as it would be shown.',
  method: 'GET',
  path: `${staffRoot}/mail/quarantine/:mailid`,
  ...office,
  reply: WaitingMailDetail,
})

export const readMailFile = endpoint({
  name: 'readMailFile',
  summary: 'A file of a mail that waits for the staff. Images and PDF are shown, everything else is downloaded.',
  method: 'GET',
  path: `${staffRoot}/files/mails/:mailid/:fileid`,
  ...office,
  raw: 'application/octet-stream',
})

export const restoreMail = endpoint({
  name: 'restoreMail',
  summary: 'Lets a mail wait for the staff again that was dropped, or left as a note.',
  method: 'POST',
  path: `${staffRoot}/mail/quarantine/:mailid/restore`,
  ...office,
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
  summary: 'Drops a mail that waits for the staff. It is kept until its retention ends, and nobody is notified.',
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

export const readQuotedMail = endpoint({
  name: 'readQuotedMail',
  summary: 'The quoted history and the signature of a mail of a ticket, which are not shown with its message.',
  method: 'GET',
  path: `${staffRoot}/tickets/:ticketid/mails/:mailid/quoted`,
  access: 'staff',
  reply: Type.Object({ html: Html }),
})

export const revokeReplyAddresses = endpoint({
  name: 'revokeReplyAddresses',
  summary:
    'Revokes the reply addresses that a person has in mails about tickets, for all customers of the person. The next mails bring new ones.',
  method: 'DELETE',
  path: `${staffRoot}/customers/:contactid/people/:personid/reply-addresses`,
  ...office,
})

export const revokeCopyReplyAddress = endpoint({
  name: 'revokeCopyReplyAddress',
  summary:
    'Revokes the reply address that somebody in copy of a ticket has in its mails. The next mail to the address brings a new one.',
  method: 'DELETE',
  path: `${staffRoot}/tickets/:ticketid/reply-addresses`,
  access: 'staff',
  query: Type.Object({ address: Type.String({ minLength: 1, maxLength: 320 }) }),
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

/** The steps of opening a mailbox, in their order. */
export const mailboxSteps = ['reached', 'secured', 'signedIn', 'opened'] as const
export type MailboxStep = (typeof mailboxSteps)[number]

/** A company whose mailboxes open by OAuth 2. */
export type MailProvider = 'microsoft' | 'google'

const Provider = Type.Unsafe<MailProvider>({ type: 'string', enum: ['microsoft', 'google'] })

/** A mailbox that customers write to. `imapUrl` has no password; null: its mail is delivered. */
export const StaffMailbox = Type.Object({
  id: Id,
  portal: Type.Object({ id: Id, name: Type.String() }),
  group: nullable(Type.Object({ id: Id, name: Type.String() })),
  address: Type.String(),
  imapUrl: nullable(Type.String()),
  /** Whose consent opens it; null: a password. */
  provider: nullable(Provider),
  authservId: nullable(Type.String()),
  /** Whether its mail is not fetched for now. */
  isPaused: Type.Boolean(),
  /** When it was last seen to be in order. */
  checkedOn: nullable(Instant),
  failingSince: nullable(Instant),
  /** Where its opening fails; null where it does not, or fails later. */
  failedStep: nullable(Type.Unsafe<MailboxStep>({ type: 'string', enum: [...mailboxSteps] })),
  /** What its server said then. */
  lastError: nullable(Type.String()),
  /** Mails of it that are taken and not sorted yet. */
  waiting: Type.Integer(),
})
/** See {@link StaffMailbox}. */
export type StaffMailbox = Static<typeof StaffMailbox>

/** What a trial of a mailbox has found. */
export const MailboxTrial = Type.Object({
  opens: Type.Boolean(),
  /** `skipped`: a server on the same machine is reached without TLS. `untried`: one before it has failed. */
  steps: Type.Array(
    Type.Object({
      step: Type.Unsafe<MailboxStep>({ type: 'string', enum: [...mailboxSteps] }),
      state: Type.Unsafe<'done' | 'skipped' | 'failed' | 'untried'>({
        type: 'string',
        enum: ['done', 'skipped', 'failed', 'untried'],
      }),
    }),
  ),
  /** Why its server was not asked: its name is in no DNS, or it is in a private network. */
  fault: nullable(
    Type.Unsafe<'unknown_host' | 'private_network'>({ type: 'string', enum: ['unknown_host', 'private_network'] }),
  ),
  /** Why it does not open, in the words of the server or of what connects. */
  problem: nullable(Type.String()),
  /** How many mails its folder has. */
  messages: nullable(Type.Integer()),
  /** Whether the server announces new mail at once; else it is asked each minute. */
  idle: nullable(Type.Boolean()),
  /** The folders there are, if the one that was named is not among them. */
  folders: Type.Array(Type.String()),
})
/** See {@link MailboxTrial}. */
export type MailboxTrial = Static<typeof MailboxTrial>

const administrator = { access: 'staff', role: 'administrator' } as const

const imapUrl = Type.String({ maxLength: 500, description: 'imaps://user@host/INBOX, without a password.' })
const password = Type.String({ minLength: 1, maxLength: 500 })
const mailbox = {
  groupId: Type.Optional(nullable(Id)),
  authservId: Type.Optional(
    nullable(
      Type.String({
        pattern: '^[!-~]{1,255}$',
        description: 'What the mail server writes first into Authentication-Results.',
      }),
    ),
  ),
}
const address = Type.String({ maxLength: 320, format: 'email' })

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
  summary: 'Tries whether a mailbox opens, step by step, and keeps nothing.',
  description:
    'Without `password` that of the mailbox `mailboxId` is tried, on the same server and with the same name of the user alone.',
  method: 'POST',
  path: `${staffRoot}/mail/mailboxes/trial`,
  ...administrator,
  body: Type.Object({ imapUrl, password: Type.Optional(password), mailboxId: Type.Optional(Id) }),
  reply: MailboxTrial,
})

export const addStaffMailbox = endpoint({
  name: 'addStaffMailbox',
  summary: 'Adds a mailbox that is fetched by IMAP, after a trial. 409 if the company has the address already.',
  method: 'POST',
  path: `${staffRoot}/mail/mailboxes`,
  ...administrator,
  status: 201,
  body: Type.Object({ portalId: Id, address, imapUrl, password, ...mailbox }),
  reply: StaffMailbox,
})

export const changeStaffMailbox = endpoint({
  name: 'changeStaffMailbox',
  summary: 'Changes a mailbox; what is left out stays. Another server, user, folder or password is tried first.',
  description:
    'Another server or user needs the password again. From another server, user or folder mail is fetched that comes from then on. 409 if the company has the address already.',
  method: 'PATCH',
  path: `${staffRoot}/mail/mailboxes/:mailboxid`,
  ...administrator,
  body: Type.Object({
    portalId: Type.Optional(Id),
    address: Type.Optional(address),
    imapUrl: Type.Optional(imapUrl),
    password: Type.Optional(password),
    ...mailbox,
    isPaused: Type.Optional(Type.Boolean()),
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

/** How long whole mails are kept, from the day they came. */
export const MailKeeping = Type.Object({
  /** Of those that are in tickets, as messages or notes. */
  months: Type.Integer({ minimum: 1, maximum: 120 }),
  /** Of the others. */
  quarantineDays: Type.Integer({ minimum: 1, maximum: 365 }),
})
/** See {@link MailKeeping}. */
export type MailKeeping = Static<typeof MailKeeping>

export const readMailKeeping = endpoint({
  name: 'readMailKeeping',
  summary: 'How long the company keeps whole mails.',
  method: 'GET',
  path: `${staffRoot}/mail/keeping`,
  ...administrator,
  reply: MailKeeping,
})

export const setMailKeeping = endpoint({
  name: 'setMailKeeping',
  summary:
    'Says how long the company keeps whole mails, those that are there included. For administrators of all portals.',
  method: 'PUT',
  path: `${staffRoot}/mail/keeping`,
  ...administrator,
  allPortals: true,
  body: MailKeeping,
  reply: MailKeeping,
})

/**
 * A consent that the owner of a mailbox is asked for. At `address` the owner says yes: at Microsoft after typing `code`, at Google with it
 * in the address, so that `code` is null.
 */
const MailGrant = Type.Object({
  id: Id,
  provider: Provider,
  address: Type.String(),
  code: nullable(Type.String()),
  /** Ask for its state no more often, in seconds. */
  interval: Type.Integer(),
  expiresOn: Instant,
})

export const listMailProviders = endpoint({
  name: 'listMailProviders',
  summary: 'The providers of mailboxes that open by OAuth 2 and that this installation is registered with.',
  method: 'GET',
  path: `${staffRoot}/mail/providers`,
  ...administrator,
  reply: Type.Array(Provider),
})

export const askMailGrant = endpoint({
  name: 'askMailGrant',
  summary:
    'Asks for access to a mailbox: by device code at Microsoft (RFC 8628), by authorization code at Google (RFC 7636).',
  method: 'POST',
  path: `${staffRoot}/mail/grants`,
  ...administrator,
  status: 201,
  body: Type.Object({ provider: Provider }),
  reply: MailGrant,
})

export const readMailGrant = endpoint({
  name: 'readMailGrant',
  summary: 'Whether access was granted. `problem` says why not, in the words of the provider.',
  method: 'GET',
  path: `${staffRoot}/mail/grants/:grantid`,
  ...administrator,
  reply: Type.Object({
    state: Type.Unsafe<'waiting' | 'granted' | 'refused' | 'expired'>({
      type: 'string',
      enum: ['waiting', 'granted', 'refused', 'expired'],
    }),
    problem: nullable(Type.String()),
  }),
})

export const addGrantedMailbox = endpoint({
  name: 'addGrantedMailbox',
  summary:
    'Adds a mailbox that opens by a consent, after a trial. 409 if the consent is not there, or the company has the address already.',
  method: 'POST',
  path: `${staffRoot}/mail/grants/:grantid/mailbox`,
  ...administrator,
  status: 201,
  body: Type.Object({
    portalId: Id,
    groupId: Type.Optional(nullable(Id)),
    address: Type.String({ maxLength: 320, format: 'email' }),
    imapUrl: Type.String({ maxLength: 500, description: 'imaps://user@host/INBOX.' }),
    authservId: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 255 }))),
  }),
  reply: StaffMailbox,
})

export const renewMailboxConsent = endpoint({
  name: 'renewMailboxConsent',
  summary:
    'Opens a mailbox by a new consent, after a trial: one whose consent was withdrawn, or that opened by a password.',
  description: 'Server, user, folder and how far it was read stay. 409 if access was not granted.',
  method: 'PUT',
  path: `${staffRoot}/mail/mailboxes/:mailboxid/consent`,
  ...administrator,
  body: Type.Object({ grantId: Id }),
  reply: StaffMailbox,
})

export const returnMailGrant = endpoint({
  name: 'returnMailGrant',
  summary: 'Where Google sends the browser of the owner of a mailbox. A page says whether access was granted.',
  method: 'GET',
  path: `${staffRoot}/mail/oauth/return`,
  access: 'open',
  query: Type.Object({
    state: Type.String({ minLength: 1, maxLength: 200 }),
    code: Type.Optional(Type.String({ maxLength: 2000 })),
    error: Type.Optional(Type.String({ maxLength: 200 })),
    error_description: Type.Optional(Type.String({ maxLength: 2000 })),
  }),
  raw: 'text/html',
})
