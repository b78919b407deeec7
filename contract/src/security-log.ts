import * as Type from 'typebox'
import { endpoint, operatorRoot, staffRoot } from './endpoint.ts'
import { Language } from './language.ts'
import type { Static } from './schema/static.ts'
import { Id, nullable, pageQuery, rangeQuery } from './shapes.ts'

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
  'contact.secondFactorRequired',
  'contact.secondFactorOptional',
  'secondFactor.added',
  'secondFactor.used',
  'secondFactor.removed',
  'secondFactor.codesRenewed',
  'passkey.added',
  'passkey.removed',
  'apiKey.made',
  'apiKey.used',
  'apiKey.refused',
  'apiKey.revoked',
  'staff.signIn',
  'staff.session.ended',
  'staff.link.made',
  'staff.link.used',
  'staff.password.changed',
  'staff.secondFactor.added',
  'staff.secondFactor.used',
  'staff.secondFactor.removed',
  'staff.secondFactor.codesRenewed',
  'staff.passkey.added',
  'staff.passkey.removed',
  'staff.account.made',
  'staff.account.changed',
  'staff.account.ended',
  'staff.account.restored',
  'staff.customer.made',
  'staff.customer.changed',
  'staff.person.invited',
  'staff.person.changed',
  'staff.person.ended',
  'staff.person.restored',
  'staff.portal.opened',
  'staff.portal.changed',
  'staff.seeAs',
  'staff.files.published',
  'staff.files.takenBack',
  'staff.import.started',
  'staff.webhook.made',
  'staff.webhook.changed',
  'staff.webhook.removed',
  'staff.webhook.secretReplaced',
  'staff.workingHours.changed',
  'staff.contact.archived',
  'staff.contact.restored',
  'staff.contact.merged',
  'staff.company.made',
  'staff.company.changed',
  'staff.backup.made',
  'staff.jobs.retried',
  'staff.jobs.removed',
  'staff.file.replaced',
  'staff.file.withdrawn',
  'staff.file.restored',
  'staff.document.sent',
  'staff.document.withdrawn',
  'staff.group.changed',
  'staff.ticketType.changed',
  'staff.ticketStep.changed',
  'staff.service.changed',
  'staff.trial.sent',
  'staff.mailbox.made',
  'staff.mailbox.changed',
  'staff.mailbox.removed',
  'staff.mail.accepted',
  'staff.mail.dropped',
  'staff.mail.restored',
  'staff.mailAddress.resumed',
  'staff.replyAddresses.revoked',
  'staff.mailKeeping.changed',
  'staff.money.opened',
  'staff.money.closed',
  'mail.deleted',
  'securityLog.exported',
  'demo.removed',
] as const

/** One of {@link securityActs}. */
export type SecurityAct = (typeof securityActs)[number]

/** The result of an act; `limited`: refused without a check, because too many attempts had failed before. */
export const securityResults = ['ok', 'failed', 'limited'] as const
/** One of {@link securityResults}. */
export type SecurityResult = (typeof securityResults)[number]

/** The settings of a portal, one of which is the reason of an entry `staff.portal.changed`. */
export const portalFields = [
  'webPortalName',
  'baseColor',
  'logo',
  'logoPlate',
  'coverText',
  'footerCustomHtml',
  'customCss',
  'enableServiceContracts',
  'disableHtmlEditor',
  'confirmBookings',
  'answersStrangers',
  'disablePasswords',
  'supportPhone',
  'supportHours',
  'supportEmail',
  'postalAddress',
  'privacyHtml',
  'privacyVersion',
  'privacyValidFrom',
  'timeZone',
] as const

/** Why it failed, who did it or how, or which setting was changed; a closed list. */
export const securityReasons = [
  'wrongPassword',
  'tooManyFailures',
  'accountFailures',
  'wrongCode',
  'totp',
  'recoveryCode',
  'passkey',
  'wrongPasskey',
  'copiedPasskey',
  'tooManyRequests',
  'noPasswords',
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
  'disowned',
  'commandLine',
  'start',
  'role',
  'access',
  'address',
  'name',
  'photo',
  'permissions',
  'mail',
  ...portalFields,
  'invoice',
  'estimate',
  'report',
  'document',
  'publicFile',
  'sms',
  'made',
  'removed',
  'archived',
  'restored',
  'order',
  'calledBack',
  'inPerson',
  'byAdministrator',
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
    what: oneOf(securityActs, 'The use of an API key is recorded once a day for each address.'),
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

/** A person or key of an entry, by the name that the staff know. */
const Named = (name: string, description: string) =>
  Type.Object(
    { id: Id, [name]: Type.String() },
    { description: `${description} Null where nobody is known, or who is gone.` },
  )

/** An entry of the security log, as administrators read it. */
export const StaffSecurityEvent = Type.Object(
  {
    id: Id,
    at: Type.String({ ...instant, description: 'When it happened first.' }),
    lastAt: Type.String({ ...instant, description: 'When it happened last, within the same minute.' }),
    count: Type.Integer({ description: 'How often it happened within that minute.' }),
    what: oneOf(securityActs, 'The use of an API key is recorded once a day for each address.'),
    result: oneOf(securityResults, '`limited`: not tried, for too many had failed before.'),
    reason: nullable(oneOf(securityReasons, 'Why it failed, or how or by whom it was done.')),
    portal: nullable(Named('webPortalName', 'Where it was typed.')),
    contact: nullable(Named('companyName', 'The customer as whose person somebody of the staff looked.')),
    webUser: nullable(Named('userName', 'The customer whom it concerns.')),
    apiKey: nullable(Named('name', 'The API key.')),
    account: nullable(Named('displayName', 'Whose staff account it concerns.')),
    by: nullable(Named('displayName', 'Who of the staff did it, where that is another.')),
    address: nullable(Type.String({ description: 'The network address; of IPv6 the network.' })),
    userAgent: nullable(Type.String({ description: 'What the program calls itself, 200 characters of it.' })),
  },
  { title: 'StaffSecurityEvent' },
)
/** See {@link StaffSecurityEvent}. */
export type StaffSecurityEvent = Static<typeof StaffSecurityEvent>

const staffFilter = {
  ...rangeQuery,
  timeZone: Type.Optional(
    Type.String({ maxLength: 60, description: 'The IANA time zone in which `from` and `to` are days. Default: UTC.' }),
  ),
  what: Type.Optional(
    Type.String({ maxLength: 1000, description: 'Only these, comma separated: `staff.signIn,signIn`.' }),
  ),
  account: Type.Optional({ ...Id, description: 'Only what concerns this staff account, or what it did.' }),
  webUser: Type.Optional({ ...Id, description: 'Only what concerns this customer.' }),
  contact: Type.Optional({
    ...Id,
    description: 'Only what concerns this client company: its people, and who of the staff saw as them.',
  }),
}

/** Lists the security log of the company for its administrators. */
export const listStaffSecurityEvents = endpoint({
  name: 'listStaffSecurityEvents',
  summary: 'Lists the security log of the company, newest first',
  description: 'For administrators of all portals; others are `forbidden`. Nothing that was typed is in it.',
  method: 'GET',
  path: `${staffRoot}/security-log`,
  access: 'staff',
  role: 'administrator',
  allPortals: true,
  query: Type.Object({ ...staffFilter, limit: pageQuery.limit, cursor: pageQuery.cursor }),
  reply: Type.Array(StaffSecurityEvent),
})

/** Takes the security log out. */
export const exportStaffSecurityEvents = endpoint({
  name: 'exportStaffSecurityEvents',
  summary: 'Answers the security log as CSV, newest first; that it was taken out is logged',
  description:
    'With the filters of the list. Titles and values are words of `language`, moments are those of `timeZone`. UTF-8 with a byte order mark, ' +
    'semicolons, every value in quotes; a value that a spreadsheet would take for a formula is preceded by an apostrophe.',
  method: 'GET',
  path: `${staffRoot}/security-log.csv`,
  access: 'staff',
  role: 'administrator',
  allPortals: true,
  query: Type.Object({ ...staffFilter, language: Type.Optional(Language) }),
  raw: 'text/csv',
})
