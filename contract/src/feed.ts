import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint, operatorRoot } from './endpoint.ts'
import { actTypes } from './sections.ts'

/** Default number of events per page. */
export const feedLimit = 100
const named = (what: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], description: `externalId of the ${what}, where there is one` })

/** A customer's action as it appears in the feed and in webhooks. */
const FeedEvent = Type.Object(
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

/** A customer's action as it appears in the feed and in webhooks. */
export type FeedEvent = Static<typeof FeedEvent>

/** Reads the feed of customers' actions. */
export const listEvents = endpoint({
  name: 'listEvents',
  summary: 'What customers have done behind a cursor, oldest first',
  description:
    'Ask again with `after` set to the `next` of the answer before: nothing is missed and nothing comes twice. Without `after` the ' +
    'oldest event that is kept comes first; events are kept for 90 days. A cursor that lies further back is refused, because events ' +
    'behind it are gone: read the lists with `changedSince`, then go on without `after`.',
  method: 'GET',
  path: `${operatorRoot}/events`,
  access: 'apiKey',
  example: { query: { after: 'MTIzNDUtNDcxMQ', types: 'ticket.created,comment.created' } },
  query: Type.Object({
    after: Type.Optional(Type.String({ maxLength: 200, description: '`next` of the answer before.' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: feedLimit })),
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
