import * as Type from 'typebox'
import { endpoint, staffRoot } from '../../endpoint.ts'
import { Language } from '../../language.ts'
import { type Flag, flags } from '../../permissions.ts'
import type { Static } from '../../schema/static.ts'
import { email, euro, Id, Instant, Link, line, nullable, pageQuery, Search, sortBy } from '../../shapes.ts'

/** What a list of customers may be narrowed to. `lowHours`: a running contract has a quarter left, or less. `neverIn`: nobody has ever signed in. `archived`: those that are archived, which the list hides else. */
export const customerFilters = ['lowHours', 'neverIn', 'archived'] as const
/** One of {@link customerFilters}. */
export type CustomerFilter = (typeof customerFilters)[number]

/** How many people a row of the list names. */
export const listedPeopleMax = 4
/** How many people are invited with one call. */
export const invitedPeopleMax = 100
/** How often a person is mailed an invitation within an hour. */
export const invitationsAnHour = 3
/** How many invitations the staff of a company mail within an hour. */
export const companyInvitationsAnHour = 500
/** The longest note of the staff about a customer. */
export const teamNoteMax = 2000

const CustomerPortal = Type.Object(
  {
    id: Id,
    webPortalKey: Type.String({ description: 'Its word in addresses.' }),
    name: Type.String({ description: 'The name that customers see.' }),
    baseColor: Type.String({ description: 'The colour from which all others are derived.' }),
  },
  { description: 'The portal of the customer.' },
)

const inHours = Type.Boolean({ description: 'Whether amounts are minutes; else they are units.' })
const amount = Type.Number({ description: 'What was granted, in minutes or units.' })
const residual = Type.Number({ description: 'What is left, in minutes or units; negative where more was used.' })

/** What is left of a contract or package. */
export const CustomerAllowance = Type.Object(
  {
    name: Type.String({ description: 'The name of the contract; of a package after that of its contract.' }),
    inHours,
    amount,
    residual,
    endsOn: nullable({ ...Instant, description: 'Null for a contract without an end.' }),
  },
  { title: 'CustomerAllowance' },
)
/** See {@link CustomerAllowance}. */
export type CustomerAllowance = Static<typeof CustomerAllowance>

const companyName = Type.String({ description: 'The name of the client company.' })
const address = nullable(Type.String({ description: 'The postal address.' }))
const openTickets = Type.Integer({ description: 'Tickets that are not closed, of those that the caller may see.' })
const lateTickets = Type.Integer({ description: 'Those of them that were due before now.' })
const lastAccessOn = nullable({ ...Instant, description: 'When somebody of the customer was last in a portal.' })

/** A customer in the list of the staff. */
export const StaffCustomerListed = Type.Object(
  {
    id: Id,
    companyName,
    address,
    portal: CustomerPortal,
    people: Type.Array(Type.String(), {
      description: `The names of the first ${listedPeopleMax} people who have access, by name.`,
    }),
    peopleCount: Type.Integer({ description: 'How many people have access.' }),
    allowance: Type.Unsafe<CustomerAllowance | null>({
      ...CustomerAllowance,
      type: ['object', 'null'],
      description: 'The running contract or package of which the smallest part is left.',
    }),
    timeZone: Type.String({ description: 'That of the portal, in which the days of contracts are meant.' }),
    openTickets,
    lateTickets,
    lastAccessOn,
  },
  { title: 'StaffCustomerListed' },
)
/** See {@link StaffCustomerListed}. */
export type StaffCustomerListed = Static<typeof StaffCustomerListed>

const filter = {
  q: Type.Optional({
    ...Search,
    description: 'A part of the name, of the VAT number or fiscal code, or of name or address of a person.',
  }),
  portal: Type.Optional(Type.String({ maxLength: 40, description: 'The key of a portal.' })),
}

export const listStaffCustomers = endpoint({
  name: 'listStaffCustomers',
  summary: 'Lists the customers of the portals that the account works for, by name',
  method: 'GET',
  path: `${staffRoot}/customers`,
  access: 'staff',
  query: Type.Object({
    ...pageQuery,
    ...filter,
    only: Type.Optional(Type.Unsafe<CustomerFilter>({ type: 'string', enum: [...customerFilters] })),
    sort: sortBy('companyName', 'openTickets', 'hours', 'lastAccess'),
  }),
  reply: Type.Array(StaffCustomerListed),
})

/** How many customers and people there are. */
export const StaffCustomerCounts = Type.Object(
  {
    customers: Type.Integer({ description: 'The customers.' }),
    people: Type.Integer({ description: 'Their people who have access.' }),
    lowHours: Type.Integer({ description: 'Customers with a running contract of which a quarter is left, or less.' }),
    neverIn: Type.Integer({ description: 'Customers of whom nobody has ever signed in.' }),
    waiting: Type.Integer({
      description:
        'People of the portal, or of all, who have neither a password nor a link that is good, and have an address.',
    }),
  },
  { title: 'StaffCustomerCounts' },
)
/** See {@link StaffCustomerCounts}. */
export type StaffCustomerCounts = Static<typeof StaffCustomerCounts>

export const countStaffCustomers = endpoint({
  name: 'countStaffCustomers',
  summary: 'Counts the customers that the same filters list, and their people',
  method: 'GET',
  path: `${staffRoot}/customers/counts`,
  access: 'staff',
  query: Type.Object(filter),
  reply: StaffCustomerCounts,
})

/** The ten flags, each on or off. */
const PersonFlags = Type.Object(
  Object.fromEntries(flags.map(flag => [flag, Type.Boolean()])) as Record<Flag, ReturnType<typeof Type.Boolean>>,
  { description: 'What the person may do in the portal for this customer.' },
)

/** A person of a customer, as the staff see them. */
export const StaffPerson = Type.Object(
  {
    id: Id,
    webUserId: Id,
    referentName: Type.String({ description: 'The name within this customer.' }),
    userName: Type.String({ description: 'The name for signing in; the address signs in as well.' }),
    email: nullable(Type.String({ description: 'The address of all mails.' })),
    phone: nullable(Type.String({ description: 'The number that codes for signing are sent to.' })),
    language: nullable({ ...Language, description: 'Of mails and of the first sign-in. Null: that of the browser.' }),
    flags: PersonFlags,
    state: Type.Unsafe<'active' | 'invited' | 'never' | 'ended'>({
      type: 'string',
      enum: ['active', 'invited', 'never', 'ended'],
      description:
        '`active`: has signed in. `invited`: has not, and the link of an invitation is good. `never`: has not, and no link is good. ' +
        '`ended`: has no access to this customer any more.',
    }),
    lastAccessOn: nullable({ ...Instant, description: 'When the person was last in a portal; null before that.' }),
    invitedOn: nullable({ ...Instant, description: 'When an invitation was mailed last.' }),
    invitationEndsOn: nullable({ ...Instant, description: 'Until when the link of the invitation is good.' }),
    hasPassword: Type.Boolean({
      description: 'Whether a password has been chosen, or an invitation to a portal without passwords accepted.',
    }),
    sessions: Type.Integer({ description: 'How many sessions are open.' }),
    hasSecondFactor: Type.Boolean({
      description: 'Whether the person signs in with codes of an app as a second factor.',
    }),
    passkeys: Type.Array(
      Type.Object({ id: Id, name: Type.String(), createdAt: Instant, lastUsedAt: nullable(Instant) }),
      { description: 'The passkeys of the person, as the person has named them, oldest first.' },
    ),
    otherCustomers: Type.Integer({ description: 'How many other customers the person has access for.' }),
    isWithinReach: Type.Boolean({
      description:
        'Whether all customers of the person are in portals that the account works for; else address, number, language and sessions are not its to change.',
    }),
    bounced: nullable(
      Type.Object(
        { id: Id, bouncedOn: Instant, diagnostic: Type.String() },
        { description: 'Why mails about tickets do not go to the address; null: they do.' },
      ),
    ),
    version: Type.String({ description: 'Names the state of the person, for `If-Match` in quotes.' }),
  },
  { title: 'StaffPerson' },
)
/** See {@link StaffPerson}. */
export type StaffPerson = Static<typeof StaffPerson>

/** A contract of a customer. */
export const CustomerContract = Type.Object(
  {
    id: Id,
    kind: Type.Unsafe<'activityContract' | 'package' | 'serviceContract'>({
      type: 'string',
      enum: ['activityContract', 'package', 'serviceContract'],
      description:
        'A contract of hours or units, a package of a service contract, or a service contract without packages.',
    }),
    contractId: { ...Id, description: 'The contract whose page shows it.' },
    name: Type.String({ description: 'The name; of a package after that of its contract.' }),
    startsOn: { ...Instant, description: 'When it begins.' },
    endsOn: nullable({ ...Instant, description: 'When it ends; null for one without an end.' }),
    state: Type.Unsafe<'toCome' | 'active' | 'expiring' | 'ended'>({
      type: 'string',
      enum: ['toCome', 'active', 'expiring', 'ended'],
      description: '`expiring`: ends within 30 days.',
    }),
    inHours: nullable(inHours),
    amount: nullable(amount),
    residual: nullable(residual),
  },
  { title: 'CustomerContract' },
)
/** See {@link CustomerContract}. */
export type CustomerContract = Static<typeof CustomerContract>

/** A document of a customer. */
export const CustomerDocument = Type.Object(
  {
    id: Id,
    kind: Type.Unsafe<'invoice' | 'estimate' | 'report' | 'document' | 'signing'>({
      type: 'string',
      enum: ['invoice', 'estimate', 'report', 'document', 'signing'],
      description: 'What it is. `signing`: a document to sign.',
    }),
    name: Type.String({ description: 'Its name or number.' }),
    date: { ...Instant, description: 'Its date; of a document to sign when it was sent.' },
    total: nullable(euro('invoice', 'In euro, of invoices and estimates.')),
    status: nullable(
      Type.Unsafe<'unsigned' | 'signed' | 'declined' | 'expired' | 'withdrawn'>({
        type: 'string',
        enum: ['unsigned', 'signed', 'declined', 'expired', 'withdrawn'],
        description: 'Of documents to sign.',
      }),
    ),
    openedOn: nullable({ ...Instant, description: 'When somebody of the customer opened it last; null: not yet.' }),
  },
  { title: 'CustomerDocument' },
)
/** See {@link CustomerDocument}. */
export type CustomerDocument = Static<typeof CustomerDocument>

/** A visit or a booking of a customer that is not over. */
export const CustomerVisit = Type.Object(
  {
    kind: Type.Unsafe<'visit' | 'booking'>({
      type: 'string',
      enum: ['visit', 'booking'],
      description: '`booking`: the customer booked it.',
    }),
    id: Id,
    startsOn: { ...Instant, description: 'When it starts.' },
    endsOn: { ...Instant, description: 'When it ends.' },
    title: nullable(Type.String({ description: 'What is to be done; null where nothing says it.' })),
    staff: nullable(Type.String({ description: 'Who comes; null: nobody yet.' })),
  },
  { title: 'CustomerVisit' },
)
/** See {@link CustomerVisit}. */
export type CustomerVisit = Static<typeof CustomerVisit>

/** The same company in another portal. */
const CustomerElsewhere = Type.Object({ id: Id, portal: CustomerPortal, openTickets })

const optionalText = (description: string) => nullable(Type.String({ description }))

/** A customer with what the staff work with. */
export const StaffCustomer = Type.Object(
  {
    id: Id,
    companyName,
    portal: CustomerPortal,
    timeZone: Type.String({
      description: 'That of the portal, in which the days of contracts and documents are meant.',
    }),
    vatNumber: optionalText('The VAT number.'),
    fiscalCode: optionalText('The fiscal code.'),
    sdiCode: optionalText('The code under which the exchange system delivers electronic invoices.'),
    address,
    phone: optionalText('The phone number.'),
    email: optionalText('The address of the company.'),
    teamNote: optionalText('What the staff tell each other about the customer. No customer ever sees it.'),
    isArchived: Type.Boolean({ description: 'Whether it is archived: nobody gets in for it or is invited.' }),
    people: Type.Array(StaffPerson, { description: 'By name, those whose access has ended last.' }),
    contracts: Type.Array(CustomerContract, {
      description: 'Running ones first, then those to come, then those that have ended, at most 50.',
    }),
    contractCount: Type.Integer({ description: 'How many contracts there are.' }),
    subscriptionCount: Type.Integer({
      description: 'How many subscriptions there are; 0 for whoever may not see them.',
    }),
    assetCount: Type.Integer({ description: 'How many assets there are.' }),
    documentCount: Type.Integer({
      description:
        'How many invoices, estimates, reports and company files there are; 0 for whoever may not see all of them.',
    }),
    openAmount: nullable(
      euro(
        'contact',
        'What is still to be collected, in euro; null for whoever may not see it, and where it is known of no invoice.',
      ),
    ),
    visits: Type.Array(CustomerVisit, {
      description: 'What lies ahead or is going on, of what the caller may see: the first five.',
    }),
    documents: Type.Array(CustomerDocument, {
      description: 'The newest documents, of the kinds that the caller may see.',
    }),
    openTickets,
    lateTickets,
    firstAnswerMinutes: nullable(
      Type.Integer({
        description: 'How long the tickets of the last 90 days waited for their first answer, on average.',
      }),
    ),
    recentSignIns: Type.Integer({ description: 'How often people of the customer signed in within 90 days.' }),
    elsewhere: Type.Array(CustomerElsewhere, {
      description: 'The same company, by VAT number, in other portals that the caller works for.',
    }),
  },
  { title: 'StaffCustomer' },
)
/** See {@link StaffCustomer}. */
export type StaffCustomer = Static<typeof StaffCustomer>

export const readStaffCustomer = endpoint({
  name: 'readStaffCustomer',
  summary: 'A customer with people, contracts and newest documents. The `ETag` names the state of its own fields.',
  method: 'GET',
  path: `${staffRoot}/customers/:contactid`,
  access: 'staff',
  reply: StaffCustomer,
})

const typed = (maxLength: number, description: string) =>
  Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength, description }))

const customerFields = {
  vatNumber: typed(500, 'Refused where format or check digits are not those of its country.'),
  fiscalCode: typed(500, 'The fiscal code.'),
  sdiCode: typed(7, 'Six or seven letters and digits.'),
  address: typed(500, 'The postal address.'),
  phone: typed(500, 'The phone number.'),
  email: typed(320, 'The address of the company.'),
  teamNote: typed(teamNoteMax, 'What the staff tell each other about the customer.'),
  sameVatNumber: Type.Optional(
    Type.Boolean({ description: 'Takes a VAT number that another customer of the portal has.' }),
  ),
}

/** The body of {@link makeStaffCustomer}. */
const NewCustomer = Type.Object({
  portalId: Type.Optional(Type.Integer({ ...Id, description: 'Needed by accounts that work for several portals.' })),
  companyName: { ...line(200), description: 'The name of the client company.' },
  ...customerFields,
})
/** The body of {@link makeStaffCustomer}. */
export type NewCustomer = Static<typeof NewCustomer>

/** The body of {@link changeStaffCustomer}. */
const CustomerChange = Type.Object({
  companyName: Type.Optional({ ...line(200), description: 'The name of the client company.' }),
  ...customerFields,
})
/** The body of {@link changeStaffCustomer}. */
export type CustomerChange = Static<typeof CustomerChange>

export const makeStaffCustomer = endpoint({
  name: 'makeStaffCustomer',
  summary: 'Makes a customer',
  description: '`conflict` at `body.vatNumber` where another customer of the portal has the number.',
  method: 'POST',
  path: `${staffRoot}/customers`,
  access: 'staff',
  role: 'office',
  status: 201,
  idempotent: true,
  body: NewCustomer,
  reply: StaffCustomer,
})

export const changeStaffCustomer = endpoint({
  name: 'changeStaffCustomer',
  summary: 'Changes the fields that are named; null clears one',
  description:
    'With `If-Match`, `conflict` if somebody else has changed the fields since. `conflict` at `body.vatNumber` where another customer of ' +
    'the portal has the number.',
  method: 'PATCH',
  path: `${staffRoot}/customers/:contactid`,
  access: 'staff',
  role: 'office',
  body: CustomerChange,
  reply: StaffCustomer,
})

const person = {
  referentName: { ...line(200), description: 'The name within this customer.' },
  email: { ...email, description: 'The address; it also signs in.' },
  phone: typed(500, 'The phone number.'),
  language: Type.Optional(nullable({ ...Language, description: 'The language of mails.' })),
}

const FlagChange = Type.Object(
  Object.fromEntries(flags.map(flag => [flag, Type.Optional(Type.Boolean())])) as Record<
    Flag,
    ReturnType<typeof Type.Optional<ReturnType<typeof Type.Boolean>>>
  >,
  { description: 'Those that are named; the others stay.' },
)

/**
 * What became of an invited person. `invited`: a mail with a link is on its way. `told`: has a password, and is mailed about the new access.
 * `member`: has access already. `ended`: had access, which can be restored. `limited`: has access, and the mail waits for the hourly limit.
 */
export const invitedOutcomes = ['invited', 'told', 'member', 'ended', 'limited'] as const

const invitationLinkText =
  'The link of the invitation, only where mails are not set up; null for a person who also reaches portals that the account does not work for.'

const InvitedPerson = Type.Object(
  {
    email: Type.String({ description: 'The address as it was sent.' }),
    outcome: Type.Unsafe<(typeof invitedOutcomes)[number]>({
      type: 'string',
      enum: [...invitedOutcomes],
      description:
        '`invited`: a link to choose a password is on its way. `told`: has a password, and is mailed about the new access. `member`: has ' +
        'access already, nothing was done. `ended`: had access, nothing was done. `limited`: has access, and can be mailed later.',
    }),
    link: nullable({ ...Link, description: invitationLinkText }),
  },
  { title: 'InvitedPerson' },
)
/** See {@link InvitedPerson}. */
export type InvitedPerson = Static<typeof InvitedPerson>

/** The body of {@link invitePeople}. */
const NewPeople = Type.Object({
  people: Type.Array(Type.Object(person), {
    minItems: 1,
    maxItems: invitedPeopleMax,
    description: 'Whom to invite; an address stands in it once.',
  }),
  flags: FlagChange,
})
/** The body of {@link invitePeople}. */
export type NewPeople = Static<typeof NewPeople>

export const invitePeople = endpoint({
  name: 'invitePeople',
  summary: 'Gives people access to a customer and mails them invitations, spread over time',
  description:
    `Who is known by the address in the company gets access with the same account. ${companyInvitationsAnHour} mails an hour for the company, ` +
    `${invitationsAnHour} for each person.`,
  method: 'POST',
  path: `${staffRoot}/customers/:contactid/people`,
  access: 'staff',
  role: 'office',
  status: 201,
  idempotent: true,
  body: NewPeople,
  reply: Type.Array(InvitedPerson, { description: 'In the order of the request.' }),
})

/** The body of {@link inviteWaiting}. */
const WaitingPeople = Type.Object({
  portalId: Type.Optional({ ...Id, description: 'Only of this portal.' }),
})

export const inviteWaiting = endpoint({
  name: 'inviteWaiting',
  summary: `Mails invitations to people who have neither a password nor a link that is good, ${invitedPeopleMax} with one call`,
  description: 'After an import, for instance. Spread over time and limited as the invitations of one customer are.',
  method: 'POST',
  path: `${staffRoot}/customers/invitations`,
  access: 'staff',
  role: 'office',
  status: 201,
  idempotent: true,
  body: WaitingPeople,
  reply: Type.Object({
    people: Type.Array(InvitedPerson),
    waiting: Type.Integer({ description: 'How many still wait.' }),
  }),
})

const anyway = Type.Optional(
  Type.Boolean({ description: 'Although nobody of the customer would be left who administers its access.' }),
)

/** The body of {@link changePerson}. */
const PersonChange = Type.Object({
  referentName: Type.Optional(person.referentName),
  email: Type.Optional(person.email),
  phone: person.phone,
  language: person.language,
  flags: Type.Optional(FlagChange),
  anyway,
})
/** The body of {@link changePerson}. */
export type PersonChange = Static<typeof PersonChange>

export const changePerson = endpoint({
  name: 'changePerson',
  summary: 'Changes what is named of a person; open sessions have it with their next call',
  description:
    'A changed address ends the open links. With `If-Match`, `conflict` if somebody else has changed the person since. `last_administrator` ' +
    'where nobody would be left who administers, unless `anyway`.',
  method: 'PATCH',
  path: `${staffRoot}/customers/:contactid/people/:personid`,
  access: 'staff',
  role: 'office',
  body: PersonChange,
  reply: StaffPerson,
})

/** A person who has been mailed again. */
const PersonInvitation = Type.Object(
  {
    person: StaffPerson,
    outcome: Type.Unsafe<'invited' | 'told'>({
      type: 'string',
      enum: ['invited', 'told'],
      description: '`told`: has a password, and is mailed about the access.',
    }),
    link: nullable({ ...Link, description: invitationLinkText }),
  },
  { title: 'PersonInvitation' },
)

export const invitePersonAgain = endpoint({
  name: 'invitePersonAgain',
  summary: `Mails an invitation again; ${invitationsAnHour} an hour for each person`,
  description: 'The link of an invitation that is still good is mailed again, and is good for seven days from now.',
  method: 'POST',
  path: `${staffRoot}/customers/:contactid/people/:personid/invite`,
  access: 'staff',
  role: 'office',
  reply: PersonInvitation,
})

export const endPerson = endpoint({
  name: 'endPerson',
  summary: 'Ends the access of a person to a customer',
  description:
    'The sessions of who has no other customer end. `last_administrator` where nobody would be left who administers, unless `anyway`.',
  method: 'POST',
  path: `${staffRoot}/customers/:contactid/people/:personid/end`,
  access: 'staff',
  role: 'office',
  body: Type.Object({ anyway }),
  reply: StaffPerson,
})

export const restorePerson = endpoint({
  name: 'restorePerson',
  summary: 'Restores an access that has ended, with the flags that it had',
  method: 'POST',
  path: `${staffRoot}/customers/:contactid/people/:personid/restore`,
  access: 'staff',
  role: 'office',
  reply: StaffPerson,
})

export const endPersonSessions = endpoint({
  name: 'endPersonSessions',
  summary: 'Signs a person out everywhere; who has a password can sign in again',
  method: 'POST',
  path: `${staffRoot}/customers/:contactid/people/:personid/end-sessions`,
  access: 'staff',
  role: 'office',
  reply: StaffPerson,
})

/** How the staff made sure who asks for the removal of a second factor; a closed list. */
export const identityChecks = ['calledBack', 'inPerson', 'byAdministrator'] as const
/** One of {@link identityChecks}. */
export type IdentityCheck = (typeof identityChecks)[number]

export const removePersonSecondFactor = endpoint({
  name: 'removePersonSecondFactor',
  summary:
    'Removes codes and passkeys of a person who has lost them, all or the chosen, and signs the person out everywhere; notified by mail',
  description:
    '`check` says how it was made sure who asks, and is in the security log with who removed them. `conflict` where there is nothing of it to remove; `forbidden` for a person out of reach.',
  method: 'POST',
  path: `${staffRoot}/customers/:contactid/people/:personid/remove-second-factor`,
  access: 'staff',
  role: 'office',
  body: Type.Object({
    factors: Type.Optional(
      Type.Object(
        {
          codes: Type.Boolean({ description: 'Whether the codes of the app go, with the recovery codes.' }),
          passkeyIds: Type.Array(Id, { maxItems: 20, description: 'Which passkeys go.' }),
        },
        { description: 'What is removed. Absent: all.' },
      ),
    ),
    check: Type.Unsafe<IdentityCheck>({
      type: 'string',
      enum: [...identityChecks],
      description:
        '`calledBack`: at the number on record. `inPerson`: seen in person. `byAdministrator`: an administrator of the customer has asked for it.',
    }),
  }),
  reply: StaffPerson,
})
