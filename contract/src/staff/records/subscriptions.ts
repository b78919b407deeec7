import * as Type from 'typebox'
import { endpoint, staffRoot } from '../../endpoint.ts'
import type { Static } from '../../schema/static.ts'
import { euro, Id, line, nullable, pageQuery, Search, sortBy } from '../../shapes.ts'
import { RecurringAdvance, Trigger } from '../../subscriptions.ts'

/** A subscription, as the staff see it. */
export const StaffSubscription = Type.Object(
  {
    ...RecurringAdvance.properties,
    customer: Type.Object({ id: Id, companyName: Type.String() }),
    portal: Type.Object({ id: Id, webPortalKey: Type.String(), name: Type.String(), baseColor: Type.String() }),
    timeZone: Type.String({ description: 'That of the portal, in which `advanceDate` is a day.' }),
    outsideId: nullable(
      Type.String({
        description:
          'The name under which an import or a program outside keeps it, which overwrites what is changed here; null for what was made here.',
      }),
    ),
    version: Type.String({ description: 'Names its state, for `If-Match` in quotes.' }),
  },
  { title: 'StaffSubscription' },
)
/** See {@link StaffSubscription}. */
export type StaffSubscription = Static<typeof StaffSubscription>

export const listStaffSubscriptions = endpoint({
  name: 'listStaffSubscriptions',
  summary: 'Lists the subscriptions of all customers that the account works for, the next due first',
  method: 'GET',
  path: `${staffRoot}/subscriptions`,
  access: 'staff',
  records: ['subscription'],
  query: Type.Object({
    ...pageQuery,
    q: Type.Optional({
      ...Search,
      description: 'The beginnings of words of code and description, or a part of the name of the customer.',
    }),
    portal: Type.Optional(Type.String({ maxLength: 40, description: 'The key of a portal.' })),
    contact: Type.Optional(Id),
    sort: sortBy('advanceDate', 'taxedTotal', 'description'),
  }),
  reply: Type.Array(StaffSubscription),
})

export const readStaffSubscription = endpoint({
  name: 'readStaffSubscription',
  summary: 'A subscription',
  method: 'GET',
  path: `${staffRoot}/subscriptions/:subscriptionid`,
  access: 'staff',
  records: ['subscription'],
  reply: StaffSubscription,
})

const fields = {
  code: { ...line(200), description: "The company's code." },
  description: { ...line(300), description: 'What is paid for.' },
  quantity: Type.Number({ description: 'How many.' }),
  taxedTotal: euro('subscription', 'The total in euro with taxes.'),
  advanceDate: Type.String({
    maxLength: 40,
    description: 'The day of the next payment, `YYYY-MM-DD` in the time zone of the portal.',
  }),
  trigger: Trigger,
}

/** The body of {@link makeStaffSubscription}. */
const NewSubscription = Type.Object({ contactId: Id, ...fields })
/** The body of {@link makeStaffSubscription}. */
export type NewSubscription = Static<typeof NewSubscription>

export const makeStaffSubscription = endpoint({
  name: 'makeStaffSubscription',
  summary: 'Makes a subscription',
  method: 'POST',
  path: `${staffRoot}/subscriptions`,
  access: 'staff',
  role: 'office',
  status: 201,
  idempotent: true,
  body: NewSubscription,
  reply: StaffSubscription,
})

const SubscriptionChange = Type.Partial(Type.Object(fields))
/** The body of {@link changeStaffSubscription}. */
export type SubscriptionChange = Static<typeof SubscriptionChange>

export const changeStaffSubscription = endpoint({
  name: 'changeStaffSubscription',
  summary: 'Changes the fields that are named',
  description: 'With `If-Match`, `conflict` if somebody else has changed it since.',
  method: 'PATCH',
  path: `${staffRoot}/subscriptions/:subscriptionid`,
  access: 'staff',
  role: 'office',
  body: SubscriptionChange,
  reply: StaffSubscription,
})

export const removeStaffSubscription = endpoint({
  name: 'removeStaffSubscription',
  summary: 'Removes a subscription',
  method: 'DELETE',
  path: `${staffRoot}/subscriptions/:subscriptionid`,
  access: 'staff',
  role: 'office',
})
