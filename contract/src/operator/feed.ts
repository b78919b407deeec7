import * as Type from 'typebox'
import { endpoint, operatorRoot } from '../endpoint.ts'
import type { Static } from '../schema/static.ts'
import { actTypes, staffActTypes } from '../sections.ts'

/** Default number of events per page. */
export const feedLimit = 100
const named = (what: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], description: `externalId of the ${what}, where there is one` })

/** An action of a customer or of the staff as it appears in the feed and in webhooks. */
const FeedEvent = Type.Object(
  {
    id: Type.String({ description: 'The id of the event, the same in the feed and in webhooks.' }),
    type: Type.Unsafe<string>({
      type: 'string',
      enum: [...actTypes, ...staffActTypes],
      description: 'What the customer or the staff did.',
    }),
    createdAt: Type.String({ format: 'date-time', description: 'When it happened.' }),
    portal: named('portal'),
    contact: named('contact'),
    webUser: named('web user who did it'),
    staff: named('employee who did it'),
    data: Type.Record(Type.String(), Type.Unknown(), {
      description:
        'What it is about, by externalId: ticket, comment, document, documentToSign, appointment, plannedActivity. ' +
        'profile.changed says what was chosen: language, notifications, passwordChanged; document.declined a reason, if any. ' +
        'Acts of the staff also name note, assignee, fields, minutes, account and role; never a text.',
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
        staff: null,
        data: { ticket: 'ticket-1260', comment: '019cad3e-8f4c-7a51-8a1d-3f0c7d1c2b10' },
      },
    ],
  },
)

/** See {@link FeedEvent}. */
export type FeedEvent = Static<typeof FeedEvent>

/** Reads the feed. */
export const listEvents = endpoint({
  name: 'listEvents',
  summary: 'Lists what customers have done after a cursor, oldest first',
  description:
    'What the staff do is in it only if `types` names it (`staff.…`). Call again with `after` set to `next` of the last answer: each event comes exactly once. Without `after` the list starts with the ' +
    'oldest stored event; events are stored for 90 days. An older cursor is refused, because events after it are deleted: read the lists ' +
    'with `changedSince`, then continue without `after`.',
  method: 'GET',
  path: `${operatorRoot}/events`,
  access: 'apiKey',
  example: { query: { after: 'MTIzNDUtNDcxMQ', types: 'ticket.created,comment.created' } },
  query: Type.Object({
    after: Type.Optional(Type.String({ maxLength: 200, description: '`next` of the answer before.' })),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 500, default: feedLimit, description: 'How many to answer at most.' }),
    ),
    types: Type.Optional(
      Type.String({ maxLength: 1000, description: 'Only these, comma separated: `ticket.created,comment.created`.' }),
    ),
  }),
  reply: Type.Object({
    events: Type.Array(FeedEvent, { description: 'The events, oldest first.' }),
    next: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'Null while nothing has ever happened.',
      examples: ['MTIzNDUtNDcxMQ'],
    }),
  }),
})
