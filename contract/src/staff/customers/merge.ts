import * as Type from 'typebox'
import { endpoint, staffRoot } from '../../endpoint.ts'
import { type Flag, flags } from '../../permissions.ts'
import type { Static } from '../../schema/static.ts'
import { Id, Instant, nullable } from '../../shapes.ts'

const count = (description: string) => Type.Integer({ minimum: 0, description })

const companyName = Type.String({ description: 'The name of the client company.' })

const archivedAt = nullable({ ...Instant, description: 'Since when the customer is archived; null if it is not.' })

/** What archiving a customer ends. */
export const CustomerArchiveLook = Type.Object(
  {
    id: Id,
    companyName,
    archivedAt,
    people: count('People who have access, and will have none.'),
    signedOut: count('Those of them who have access to no other customer: their sessions end.'),
    openTickets: count('Tickets that are not closed.'),
    invitations: count('Invitations whose links are good, and will not be while the customer is archived.'),
    documentsToSign: count(
      'Documents that wait for a signature: their links lead nowhere while the customer is archived.',
    ),
    visitsAhead: count('Visits and appointments to come, which stay.'),
    runningContracts: count('Contracts that hold today, which stay.'),
  },
  { title: 'CustomerArchiveLook' },
)
/** See {@link CustomerArchiveLook}. */
export type CustomerArchiveLook = Static<typeof CustomerArchiveLook>

const CustomerState = Type.Object({ id: Id, companyName, archivedAt }, { title: 'CustomerState' })

export const lookAtArchive = endpoint({
  name: 'lookAtArchive',
  summary: 'What archiving a customer ends, before it is done',
  method: 'GET',
  path: `${staffRoot}/customers/:contactid/archive`,
  access: 'staff',
  role: 'office',
  reply: CustomerArchiveLook,
})

export const archiveCustomer = endpoint({
  name: 'archiveCustomer',
  summary: 'Archives a customer: nobody gets in for it, and nothing new is raised or published for it',
  description:
    'Everything stays as it is for the staff. With `closeTickets` its open tickets are closed, and nobody is mailed. `answer_held` while an ' +
    'answer of one of these is held back. Programs and imports go on writing records.',
  method: 'POST',
  path: `${staffRoot}/customers/:contactid/archive`,
  access: 'staff',
  role: 'office',
  body: Type.Object({ closeTickets: Type.Boolean({ description: 'Whether its open tickets are closed.' }) }),
  reply: CustomerState,
})

export const restoreCustomer = endpoint({
  name: 'restoreCustomer',
  summary: 'Takes a customer out of the archive: its people have the access that they had',
  description: 'Tickets that were closed stay closed. What was not archived stays as it is.',
  method: 'POST',
  path: `${staffRoot}/customers/:contactid/restore`,
  access: 'staff',
  role: 'office',
  reply: CustomerState,
})

/** What a merge of customers moves, in the order of the look. */
export const mergedKinds = [
  'people',
  'tickets',
  'contracts',
  'subscriptions',
  'invoices',
  'estimates',
  'reports',
  'documents',
  'assets',
  'documentsToSign',
  'bookings',
  'files',
] as const
/** One of {@link mergedKinds}. */
export type MergedKind = (typeof mergedKinds)[number]

const text = (description: string) => nullable(Type.String({ description }))

const MergedSide = Type.Object({
  id: Id,
  companyName,
  externalId: Type.String({ description: 'The name of the record for programs of the company.' }),
  vatNumber: text('The VAT number.'),
  fiscalCode: text('The fiscal code.'),
  address: text('The postal address.'),
  phone: text('The phone number.'),
  email: text('The address of the company.'),
  archivedAt,
  secondFactorRequired: Type.Boolean({
    description: 'Whether its people need a second factor; the customer that stays requires it if either does.',
  }),
  residualMinutes: Type.Integer({
    description: 'What is left of the hours that hold today; negative where more was used.',
  }),
})

const FlagNames = Type.Array(Type.Unsafe<Flag>({ type: 'string', enum: [...flags] }))

/** What a merge of two customers will do. */
export const CustomerMergeLook = Type.Object(
  {
    customer: { ...MergedSide, description: 'The customer that will be no more.' },
    into: {
      ...MergedSide,
      description: 'The customer that stays. Its own fields stay; empty ones are filled from the other.',
    },
    version: Type.String({ description: 'Names what was shown; the merge takes it.' }),
    moves: Type.Array(
      Type.Object({
        kind: Type.Unsafe<MergedKind>({ type: 'string', enum: [...mergedKinds] }),
        count: count('How many move.'),
      }),
      { description: 'What moves, as far as there is any.' },
    ),
    signed: count('Signed documents among them: their papers keep the name under which they were signed.'),
    openSignatures: count('Documents among them that wait for a signature: their links stay good.'),
    openTickets: count('Tickets among them that are not closed.'),
    people: Type.Array(
      Type.Object({
        webUserId: Id,
        referentName: Type.String({ description: 'The name of the person with the customer that will be no more.' }),
        active: Type.Boolean({ description: 'Whether the person has access there.' }),
        flags: { ...FlagNames, description: 'What the person may do there.' },
        into: Type.Unsafe<{ referentName: string; active: boolean; flags: Flag[] } | null>({
          type: ['object', 'null'],
          properties: {
            referentName: Type.String({ description: 'The name of the person with the customer that stays.' }),
            active: Type.Boolean({ description: 'Whether the person has access there.' }),
            flags: { ...FlagNames, description: 'What the person may do there.' },
          },
          required: ['referentName', 'active', 'flags'],
          description: 'The same person with the customer that stays; null for who is new there.',
        }),
      }),
      { description: 'The people of the customer that will be no more, by name.' },
    ),
  },
  { title: 'CustomerMergeLook' },
)
/** See {@link CustomerMergeLook}. */
export type CustomerMergeLook = Static<typeof CustomerMergeLook>

/** What becomes of the flags of who is a person of both customers: those of both, or those of the customer that stays. */
export const mergedFlags = ['united', 'kept'] as const

export const lookAtMerge = endpoint({
  name: 'lookAtMerge',
  summary: 'What a merge of a customer into another one of the same portal will move and unite',
  description: '`conflict` where the customer that stays is archived.',
  method: 'GET',
  path: `${staffRoot}/customers/:contactid/merge`,
  access: 'staff',
  role: 'administrator',
  query: Type.Object({ into: { ...Id, description: 'The customer that stays.' } }),
  reply: CustomerMergeLook,
  // An archived customer takes in no other.
  fails: [409],
})

export const mergeCustomers = endpoint({
  name: 'mergeCustomers',
  summary: 'Merges a customer into another one of the same portal; it cannot be undone',
  description:
    'All that the customer has is of the other one then, its people and the evidence of its signatures included. Its addresses lead ' +
    'there, and so do records of programs that name it; the record itself is answered 410. `conflict` if names or people have changed ' +
    'since the look.',
  method: 'POST',
  path: `${staffRoot}/customers/:contactid/merge`,
  access: 'staff',
  role: 'administrator',
  body: Type.Object({
    into: { ...Id, description: 'The customer that stays.' },
    version: Type.String({ maxLength: 100, description: '`version` of the look.' }),
    flags: Type.Unsafe<(typeof mergedFlags)[number]>({
      type: 'string',
      enum: [...mergedFlags],
      description:
        'Of who is a person of both: `united` gives what the person may do for either, `kept` leaves what the person may do for the one that stays.',
    }),
  }),
  reply: CustomerState,
})
