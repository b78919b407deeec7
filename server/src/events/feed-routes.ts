import * as Type from 'typebox'
import { actTypes } from '../kernel/events.ts'
import { failAt } from '../kernel/fail.ts'
import { operatorEndpoint, operatorRoute } from '../kernel/operator-route.ts'
import type { App } from '../kernel/route.ts'
import { feedAfter } from './feed-queries.ts'
import { isAfter, type Position, readPosition, writePosition } from './position.ts'

const DEFAULT_LIMIT = 100
const named = (what: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], description: `externalId of the ${what}, where there is one` })

/** An act of a customer, as feed and webhooks tell it. */
export const FeedEvent = Type.Object(
  {
    id: Type.String({ description: 'The same whenever and wherever this event is told.' }),
    type: Type.Unsafe<string>({ type: 'string', enum: [...actTypes] }),
    createdAt: Type.String({ format: 'date-time' }),
    portal: named('portal'),
    contact: named('contact'),
    webUser: named('web user who did it'),
    data: Type.Record(Type.String(), Type.Unknown(), {
      description:
        'What it is about, by externalId: ticket, comment, document, documentToSign, appointment, plannedActivity. ' +
        'profile.changed says what was chosen: language, notifications, passwordChanged; document.declined a reason, if any.',
    }),
  },
  {
    examples: [
      {
        id: 'evt_4711',
        type: 'comment.created',
        createdAt: '2026-03-02T08:30:00Z',
        portal: 'brenta',
        contact: 'rossi-brenta',
        webUser: 'giulia.rossi',
        data: { ticket: 'ticket-1260', comment: '019cad3e-8f4c-7a51-8a1d-3f0c7d1c2b10' },
      },
    ],
  },
)

/** Reads the feed of what customers have done. */
export const listEvents = operatorEndpoint({
  name: 'listEvents',
  summary: 'What customers have done behind a cursor, oldest first',
  description:
    'Ask again with `after` set to the `next` of the answer before: nothing is missed and nothing comes twice. Without `after` the ' +
    'oldest event that is kept comes first; events are kept for 90 days. A cursor that lies further back is refused, because events ' +
    'behind it are gone: read the lists with `changedSince`, then go on without `after`.',
  method: 'GET',
  path: '/events',
  query: Type.Object({
    after: Type.Optional(Type.String({ maxLength: 200, description: '`next` of the answer before.' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: DEFAULT_LIMIT })),
    types: Type.Optional(
      Type.String({ maxLength: 1000, description: 'Only these, comma separated: `ticket.created,comment.created`.' }),
    ),
  }),
  reply: Type.Object({
    events: Type.Array(FeedEvent),
    next: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'Null while nothing has ever happened.',
      examples: ['MTIzNDUtNDcxMQ'],
    }),
  }),
})

const encode = (position: Position) => Buffer.from(writePosition(position)).toString('base64url')
const decode = (text: string): Position => {
  const position = readPosition(Buffer.from(text, 'base64url').toString())
  if (position && position.transaction < 2n ** 63n) return position
  return failAt('invalid_request', 'query.after', 'is not a cursor of this feed')
}

/** Types of events as they are asked for; null: all. */
export const readTypes = (types: string[] | undefined, path: string): string[] | null => {
  const given = (types ?? []).map(type => type.trim()).filter(Boolean)
  const unknown = given.find(type => !(actTypes as readonly string[]).includes(type))
  if (unknown !== undefined) failAt('invalid_request', path, `must name types of events: ${actTypes.join(', ')}`)
  return given.length > 0 ? given : null
}

const positionOf = ({ transaction, id }: { transaction: string; id: number }): Position => ({
  transaction: BigInt(transaction),
  id,
})

export const feedRoutes = (app: App): void => {
  operatorRoute(app, listEvents, async ({ db, scope, query }) => {
    const limit = query.limit ?? DEFAULT_LIMIT
    const from = query.after === undefined ? undefined : decode(query.after)
    const types = readTypes(query.types?.split(','), 'query.types')
    const page = await feedAfter(db, scope, { from, types, limit })
    if (page.unknown) failAt('invalid_request', 'query.after', 'is not a cursor that this installation has given')
    if (page.gone)
      failAt(
        'invalid_request',
        'query.after',
        'lies before the oldest event that is kept: read the lists anew, then begin without it',
      )
    const last = page.events.at(-1)
    // A page that is not full was read to the end of the feed, whatever of it was left out.
    const end = page.events.length < limit ? (page.newest ?? last?.place) : last?.place
    const reached = end && positionOf(end)
    const next = reached && (!from || isAfter(reached, from)) ? reached : from
    return { events: page.events.map(({ event }) => event), next: next ? encode(next) : null }
  })
}
