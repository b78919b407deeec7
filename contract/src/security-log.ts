import * as Type from 'typebox'
import { endpoint, operatorRoot } from './endpoint.ts'
import { nullable } from './shapes.ts'

/** The acts in the security log; a closed list. */
export const securityActs = [
  'signIn',
  'signInLink.mailed',
  'signInLink.used',
  'recovery.asked',
  'recovery.used',
  'invitation.used',
  'password.changed',
  'session.ended',
  'apiKey.made',
  'apiKey.used',
  'apiKey.refused',
  'apiKey.revoked',
  'staff.signIn',
  'staff.session.ended',
  'staff.link.made',
  'staff.link.used',
  'staff.password.changed',
  'staff.account.made',
  'staff.account.changed',
  'staff.account.ended',
] as const

/** One of {@link securityActs}. */
export type SecurityAct = (typeof securityActs)[number]

/** The result of an act; `limited`: refused without a check, because too many attempts had failed before. */
export const securityResults = ['ok', 'failed', 'limited'] as const
/** One of {@link securityResults}. */
export type SecurityResult = (typeof securityResults)[number]

/** Why it failed, or who did it or how; a closed list. */
export const securityReasons = [
  'wrongPassword',
  'tooManyFailures',
  'accountFailures',
  'tooManyRequests',
  'unknownName',
  'unknownKey',
  'revokedKey',
  'expiredKey',
  'user',
  'recovery',
  'company',
  'signOut',
  'one',
  'allOthers',
  'commandLine',
  'start',
  'role',
  'access',
] as const
/** One of {@link securityReasons}. */
export type SecurityReason = (typeof securityReasons)[number]

const oneOf = (names: readonly string[], description: string) =>
  Type.Unsafe<string>({ type: 'string', enum: [...names], description })

const instant = { format: 'date-time' }

const SecurityEvent = Type.Object(
  {
    id: Type.Integer({ description: 'The id of the entry.' }),
    at: Type.String({ ...instant, description: 'When it happened first.' }),
    lastAt: Type.String({ ...instant, description: 'When it happened last, within the same minute.' }),
    count: Type.Integer({ description: 'How often it happened within that minute.' }),
    what: oneOf(securityActs, 'The use of an API key is told once a day for each address.'),
    result: oneOf(securityResults, '`limited`: not tried, for too many had failed before.'),
    reason: nullable(oneOf(securityReasons, 'Why it failed, or how or by whom it was done.')),
    portal: nullable(Type.String({ description: 'Where it was typed.' })),
    webUser: nullable(Type.String({ description: 'Null where nobody has the name, and for users who are gone.' })),
    apiKey: nullable(Type.Integer({ description: 'The id of the API key.' })),
    staff: nullable(Type.String({ description: 'Whose staff account it concerns.' })),
    byStaff: nullable(Type.String({ description: 'Who of the staff did it, where that is another.' })),
    address: nullable(
      Type.String({
        description:
          'Of IPv6 the network. Null for the command line, and where a minute had too many refusals to keep each.',
      }),
    ),
    userAgent: nullable(Type.String({ description: 'What the program calls itself, 200 characters of it.' })),
    requestId: nullable(Type.String({ description: 'Of the first; the log of the server has it too.' })),
  },
  {
    title: 'SecurityEvent',
    examples: [
      {
        id: 4711,
        at: '2026-03-02T08:30:12Z',
        lastAt: '2026-03-02T08:30:51Z',
        count: 7,
        what: 'signIn',
        result: 'failed',
        reason: 'wrongPassword',
        portal: 'brenta',
        webUser: 'giulia.rossi',
        apiKey: null,
        staff: null,
        byStaff: null,
        address: '203.0.113.7',
        userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
        requestId: '0b5a4f1c-6a0f-4b5e-9a55-0d6f3d1c2b7a',
      },
    ],
  },
)

/** Lists the security log of the service company. */
export const listSecurityEvents = endpoint({
  name: 'listSecurityEvents',
  summary: 'Lists sign-ins, passwords, ended sessions and the use of API keys, newest first',
  description:
    'For a key of all portals; kept for 12 months. Nothing that was typed is in it. A failed sign-in whose name nobody has is listed where ' +
    'it was typed at a portal of the company. What repeats within a minute is one entry with its `count`.',
  method: 'GET',
  path: `${operatorRoot}/securityEvents`,
  access: 'apiKey',
  allPortals: true,
  query: Type.Object({
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 500, description: 'How many to answer at most. Default: 100.' }),
    ),
    cursor: Type.Optional(
      Type.String({
        maxLength: 1000,
        description: 'Where the page begins: take it from the `Link` header of the page before.',
      }),
    ),
    from: Type.Optional(Type.String({ maxLength: 40, description: 'A day or an instant, in UTC; included.' })),
    to: Type.Optional(Type.String({ maxLength: 40, description: 'A day, which is included, or an instant.' })),
    what: Type.Optional(
      Type.String({ maxLength: 300, description: 'Only these, comma separated: `signIn,password.changed`.' }),
    ),
    webUser: Type.Optional(Type.String({ maxLength: 200, description: 'The `externalId` of a web user.' })),
  }),
  reply: Type.Array(SecurityEvent),
  example: { query: { from: '2026-03-01', what: 'signIn' } },
})
