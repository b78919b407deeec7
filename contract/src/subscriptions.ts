import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import type { Static } from './schema/static.ts'
import { euro, Id, Instant, nullable, pageQuery, Search, sortBy } from './shapes.ts'

/** `recurrenceType` of a trigger. */
export const recurrenceTypes = { weekly: 10, monthly: 20, yearly: 30 } as const

/**
 * When a subscription recurs. Weekly: every `frequencyWeek` weeks on a weekday (0 is Sunday, modulo 7). Monthly: every
 * `frequencyMonth` months (every month if null) on a day. Yearly: on a day of a month (1 to 12). Fields that a type does not use are null.
 */
export const Trigger = Type.Object({
  recurrenceType: Type.Unsafe<10 | 20 | 30>({ type: 'integer', enum: Object.values(recurrenceTypes) }),
  frequencyWeek: nullable(Type.Integer()),
  recurrenceDayOfWeek: nullable(Type.Integer()),
  frequencyMonth: nullable(Type.Integer()),
  recurrenceDay: nullable(Type.Integer()),
  recurrenceMonth: nullable(Type.Integer()),
})
export type Trigger = Static<typeof Trigger>

/** A subscription. `taxedTotal` is in euro, VAT included; `advanceDate` is when it is next due. */
export const RecurringAdvance = Type.Object({
  id: Id,
  code: Type.String(),
  description: Type.String(),
  quantity: Type.Number(),
  taxedTotal: euro('subscription'),
  advanceDate: Instant,
  trigger: Trigger,
})
export type RecurringAdvance = Static<typeof RecurringAdvance>

export const listRecurringAdvances = endpoint({
  name: 'listRecurringAdvances',
  summary:
    'Active subscriptions by next date; `q` is found in code or description. `count=1` also adds what falls due ' +
    'in the next twelve months, each as often as it recurs, as `Year-Amount`.',
  method: 'GET',
  path: '/api/:company/:contactid/jobadvances/recurring',
  access: 'viewRecurringAdvances',
  query: Type.Object({
    ...pageQuery,
    sort: sortBy('advanceDate', 'code', 'description', 'quantity', 'taxedTotal'),
    q: Type.Optional(Search),
  }),
  reply: Type.Array(RecurringAdvance),
})
