import * as Type from 'typebox'
import { endpoint, staffRoot } from '../endpoint.ts'
import type { Static } from '../schema/static.ts'
import { email, Html, Id, Instant, line, nullable } from '../shapes.ts'

const portalPath = `${staffRoot}/portals/:portalid` as const
const access = 'staff'
const role = 'administrator'

/** A version of a portal's privacy terms that is or was published. */
export const PrivacyVersion = Type.Object(
  {
    id: Id,
    version: nullable(Type.String({ description: 'Its number or name, such as `2.1`.' })),
    validFrom: nullable({ ...Instant, description: 'From when it applies, as customers read it.' }),
    publishedOn: Type.Unsafe<string>({ ...Instant, description: 'When it was published.' }),
    publishedBy: nullable(
      Type.String({
        description: 'Who published it, by the name of that day. Null: an import, a program or the command line.',
      }),
    ),
    isWithdrawn: Type.Boolean({ description: 'The terms were taken away: customers read none.' }),
  },
  { title: 'PrivacyVersion' },
)
/** See {@link PrivacyVersion}. */
export type PrivacyVersion = Static<typeof PrivacyVersion>

/** The most versions of privacy terms that are listed. */
export const privacyVersionsMax = 200
/** Most characters of the HTML of privacy terms. */
export const privacyMaxLength = 200_000

export const listPrivacyVersions = endpoint({
  name: 'listPrivacyVersions',
  summary: `The versions of a portal’s privacy terms, newest first; the first is what customers read`,
  description: `The newest ${privacyVersionsMax}. No acceptance is recorded: customers read the terms, and nothing asks them to agree.`,
  method: 'GET',
  path: `${portalPath}/privacy`,
  access,
  role,
  reply: Type.Array(PrivacyVersion),
})

export const readPrivacyVersion = endpoint({
  name: 'readPrivacyVersion',
  summary: 'Reads a version of the privacy terms with its text',
  method: 'GET',
  path: `${portalPath}/privacy/:versionid`,
  access,
  role,
  reply: Type.Object({
    ...PrivacyVersion.properties,
    html: nullable(
      Type.Unsafe<string>({ ...Html, description: 'The text as customers read it; null where it was withdrawn.' }),
    ),
  }),
})

export const publishPrivacy = endpoint({
  name: 'publishPrivacy',
  summary: 'Publishes new privacy terms; earlier ones are kept',
  description:
    'Only the tags of messages are kept of the HTML. 409 `conflict` at `body.version` if an earlier version is called so, and at ' +
    '`body.after` if somebody else has published meanwhile.',
  method: 'POST',
  path: `${portalPath}/privacy`,
  access,
  role,
  status: 201,
  body: Type.Object({
    html: Type.String({ maxLength: privacyMaxLength, description: 'The whole text as HTML.' }),
    version: line(50),
    validFrom: Type.Optional(
      nullable(
        Type.String({ maxLength: 10, description: 'The day from which it applies, `YYYY-MM-DD`. Default: today.' }),
      ),
    ),
    after: nullable({ ...Id, description: 'The newest version that the writer has seen; null if there was none.' }),
  }),
  reply: PrivacyVersion,
})

/** Whom new tickets of a type are mailed to. */
const TypeRecipient = Type.Object({
  id: Id,
  name: Type.String({ description: 'The name of the ticket type.' }),
  group: nullable(
    Type.Object(
      { id: Id, name: Type.String(), email: nullable(Type.String()) },
      { description: 'The group of the type; null: none.' },
    ),
  ),
  address: nullable(
    Type.String({ description: 'Where the mail goes: the group’s address, else that of the support; null: nowhere.' }),
  ),
})

/** Who is mailed about the tickets of a portal. */
export const PortalNotices = Type.Object(
  {
    supportEmail: nullable(Type.String({ description: 'The address for everything that has no other recipient.' })),
    mailsAreSent: Type.Boolean({
      description: 'False: no mail server is set up, and mails are only written to files.',
    }),
    textsAreSent: Type.Boolean({
      description: 'False: no SMS provider is set up, and messages are only written to files.',
    }),
    types: Type.Array(TypeRecipient, { description: 'The types that a new ticket can have, in their order.' }),
    faults: Type.Array(
      Type.Object({
        kind: Type.Unsafe<'nobodyMailed' | 'noTypes'>({
          type: 'string',
          enum: ['nobodyMailed', 'noTypes'],
          description: '`nobodyMailed`: new tickets reach nobody. `noTypes`: customers cannot raise tickets.',
        }),
        types: Type.Array(Type.String(), { description: 'The names of the types concerned; none: all.' }),
      }),
      { description: 'What `portico doctor` reports of this portal.' },
    ),
  },
  { title: 'PortalNotices' },
)
/** See {@link PortalNotices}. */
export type PortalNotices = Static<typeof PortalNotices>

export const readPortalNotices = endpoint({
  name: 'readPortalNotices',
  summary: 'Who is mailed about the tickets of a portal, and which tickets would reach nobody',
  method: 'GET',
  path: `${portalPath}/notices`,
  access,
  role,
  reply: PortalNotices,
})

/** Why a trial message was not sent. */
export const trialProblems = [
  'unreachable',
  'signIn',
  'encryption',
  'sender',
  'recipient',
  'refused',
  'noAnswer',
  'other',
] as const
export type TrialProblem = (typeof trialProblems)[number]

/** What became of a trial message. */
export const TrialResult = Type.Object(
  {
    state: Type.Unsafe<'sent' | 'written' | 'failed'>({
      type: 'string',
      enum: ['sent', 'written', 'failed'],
      description: '`sent`: the server has taken it. `written`: nothing is set up, it is a file in the outbox folder.',
    }),
    problem: nullable(
      Type.Unsafe<TrialProblem>({ type: 'string', enum: [...trialProblems], description: 'Why it failed, as a word.' }),
    ),
    detail: nullable(
      Type.String({
        description: 'What the server said, for operators of the installation: it names servers and addresses.',
      }),
    ),
  },
  { title: 'TrialResult' },
)
/** See {@link TrialResult}. */
export type TrialResult = Static<typeof TrialResult>

/** Trial messages that an account, and that a company, may send within an hour. */
export const trialsAnHour = { account: 5, company: 20 } as const

export const tryMail = endpoint({
  name: 'tryMail',
  summary: 'Sends a trial mail in the dress of the portal, at once, and answers what the mail server said',
  description: `To the caller’s own address, to that of the support, or to one of a group. ${trialsAnHour.account} an hour for each account.`,
  method: 'POST',
  path: `${portalPath}/trial-mail`,
  access,
  role,
  body: Type.Object({ to: email }),
  reply: TrialResult,
})

export const tryTextMessage = endpoint({
  name: 'tryTextMessage',
  summary: 'Sends a trial text message at once, and answers what the provider said',
  description: `${trialsAnHour.account} an hour for each account.`,
  method: 'POST',
  path: `${portalPath}/trial-text`,
  access,
  role,
  body: Type.Object({
    to: Type.String({ maxLength: 40, description: 'A telephone number with its country: `+39 333 1234567`.' }),
  }),
  reply: TrialResult,
})
