import * as Type from 'typebox'
import { endpoint, operatorRoot } from '../endpoint.ts'
import { actTypes, staffActTypes } from '../sections.ts'
import { nullable } from '../shapes.ts'

const orNull = (type: string, description?: string) =>
  Type.Unsafe<string | null>({ type: [type, 'null'], ...(description && { description }) })
const instant = (description: string) => Type.String({ format: 'date-time', description })
const instantOrNull = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time', description })
const types = Type.Array(Type.Unsafe<string>({ type: 'string', enum: [...actTypes, ...staffActTypes] }), {
  maxItems: 100,
  description:
    'The types of events to send; empty: all that customers do. What the staff do (`staff.…`) has to be named.',
})
const portals = Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
  maxItems: 1000,
  description: 'The portals whose events to send, by externalId; empty: all.',
})
const url = Type.String({
  maxLength: 2000,
  description:
    'https or http, outside of private networks, port 443, 80, 8443 or 8080 unless the operator allows others.',
})

const WebhookShape = {
  id: Type.Integer({ description: 'The id of the webhook.' }),
  url: Type.String({ description: 'Where events are sent.' }),
  types: Type.Unsafe<string[] | null>({
    type: ['array', 'null'],
    items: { type: 'string' },
    description: 'Null: all that customers do.',
  }),
  portals: Type.Unsafe<string[] | null>({
    type: ['array', 'null'],
    items: { type: 'string' },
    description: 'By externalId. Null: all, also those to come.',
  }),
  enabled: Type.Boolean({ description: 'Whether events are sent.' }),
  disabledReason: orNull('string', 'Why we have switched it off.'),
  createdAt: instant('When it was created.'),
  formerSecretUntil: instantOrNull('Until when the former secret signs too.'),
  waiting: Type.Integer({ description: 'Deliveries on their way.' }),
  parked: Type.Integer({ description: 'Deliveries that were given up after a day.' }),
}
const webhookExample = {
  id: 3,
  url: 'https://gestionale.example.it/portico',
  types: ['ticket.created', 'comment.created'],
  portals: null,
  enabled: true,
  disabledReason: null,
  createdAt: '2026-03-02T08:30:00Z',
  formerSecretUntil: null,
  waiting: 0,
  parked: 0,
}
const WebhookReply = Type.Object(WebhookShape, { examples: [webhookExample] })

const Secret = Type.String({ description: 'Shown this once: whoever knows it can sign.' })
const secretExample = 'whsec_3q2+7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='

const deliveryExample = {
  id: 12,
  event: 'evt_4711',
  type: 'ticket.created',
  state: 'parked',
  tries: 11,
  nextTryAt: null,
  lastStatus: 500,
  lastError: 'answered 500',
  createdAt: '2026-03-02T08:30:00Z',
  settledAt: '2026-03-03T08:30:00Z',
}
const state = Type.Unsafe<'waiting' | 'delivered' | 'parked'>({
  type: 'string',
  enum: ['waiting', 'delivered', 'parked'],
  description: 'A `parked` delivery was given up after a day.',
})
const DeliveryReply = Type.Object(
  {
    id: Type.Integer({ description: 'The id of the delivery.' }),
    event: Type.String({ description: 'The id of the event, and the header webhook-id of each try.' }),
    type: Type.String({ description: 'The type of the event.' }),
    state,
    tries: Type.Integer({ description: 'How often it was tried.' }),
    nextTryAt: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'date-time',
      description: 'Null for one that waits for another of the same object.',
    }),
    lastStatus: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      description: 'The HTTP status of the last try.',
    }),
    lastError: orNull('string', 'Why the last try failed.'),
    createdAt: instant('When the event happened.'),
    settledAt: instantOrNull('When it was delivered or given up.'),
  },
  { examples: [deliveryExample] },
)

export const listWebhooks = endpoint({
  name: 'listWebhooks',
  summary: 'Lists the webhooks, to which events are sent',
  method: 'GET',
  path: `${operatorRoot}/webhooks`,
  access: 'apiKey',
  reply: Type.Array(WebhookReply),
})

export const createWebhook = endpoint({
  name: 'createWebhook',
  summary: 'Creates a webhook, to which events are sent from now on; the answer has its signing secret',
  description:
    'Each event is posted in the form of the feed, signed by the Standard Webhooks scheme (webhook-id, webhook-timestamp, ' +
    'webhook-signature). A 2xx within 10 seconds accepts it; otherwise it is tried again for a day, then parked. Events of one object ' +
    'come in order.',
  method: 'POST',
  path: `${operatorRoot}/webhooks`,
  access: 'apiKey',
  body: Type.Object(
    { url, types: Type.Optional(types), portals: Type.Optional(portals) },
    { examples: [{ url: webhookExample.url, types: webhookExample.types }] },
  ),
  reply: Type.Object({ ...WebhookShape, secret: Secret }, { examples: [{ ...webhookExample, secret: secretExample }] }),
  status: 201,
})

export const readWebhook = endpoint({
  name: 'readWebhook',
  summary: 'Reads a webhook',
  method: 'GET',
  path: `${operatorRoot}/webhooks/:webhook`,
  access: 'apiKey',
  example: { params: { webhook: '3' } },
  reply: WebhookReply,
})

export const changeWebhook = endpoint({
  name: 'changeWebhook',
  summary: 'Changes the named fields of a webhook',
  description:
    'A JSON merge patch (RFC 7396); `types` and `portals` null or empty: all. Switched off it sends nothing, and goes on where it stopped once it is switched on again; events are kept for 90 days.',
  method: 'PATCH',
  path: `${operatorRoot}/webhooks/:webhook`,
  access: 'apiKey',
  example: { params: { webhook: '3' } },
  mergePatch: true,
  body: Type.Object(
    {
      url: Type.Optional(url),
      types: Type.Optional(nullable(types)),
      portals: Type.Optional(nullable(portals)),
      enabled: Type.Optional(Type.Boolean({ description: 'Whether events are sent.' })),
    },
    { examples: [{ enabled: false }] },
  ),
  reply: WebhookReply,
})

export const removeWebhook = endpoint({
  name: 'removeWebhook',
  summary: 'Removes a webhook with its deliveries',
  method: 'DELETE',
  path: `${operatorRoot}/webhooks/:webhook`,
  access: 'apiKey',
  example: { params: { webhook: '3' } },
})

export const rotateWebhookSecret = endpoint({
  name: 'rotateWebhookSecret',
  summary: 'Gives a webhook a new secret; for a day both sign',
  method: 'POST',
  path: `${operatorRoot}/webhooks/:webhook/rotate`,
  access: 'apiKey',
  example: { params: { webhook: '3' } },
  reply: Type.Object(
    { secret: Secret, formerSecretUntil: instant('Until when the former secret signs too.') },
    { examples: [{ secret: secretExample, formerSecretUntil: '2026-03-03T08:30:00Z' }] },
  ),
})

export const testWebhook = endpoint({
  name: 'testWebhook',
  summary: 'Sends an event of type webhook.test',
  method: 'POST',
  path: `${operatorRoot}/webhooks/:webhook/test`,
  access: 'apiKey',
  example: { params: { webhook: '3' } },
  reply: DeliveryReply,
  status: 202,
})

export const listDeliveries = endpoint({
  name: 'listDeliveries',
  summary: 'Lists the deliveries of a webhook, newest first',
  description: 'Delivered ones are kept for 7 days, parked ones for 90.',
  method: 'GET',
  path: `${operatorRoot}/webhooks/:webhook/deliveries`,
  access: 'apiKey',
  example: { params: { webhook: '3' } },
  query: Type.Object({
    state: Type.Optional(state),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 500, default: 100, description: 'How many to answer at most.' }),
    ),
    before: Type.Optional(
      Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'The last id of the page before.' }),
    ),
  }),
  reply: Type.Array(DeliveryReply),
})

export const retryWebhookDelivery = endpoint({
  name: 'retryWebhookDelivery',
  summary: 'Sends a delivery again, parked or not, with the same webhook-id',
  method: 'POST',
  path: `${operatorRoot}/webhooks/:webhook/deliveries/:delivery/retry`,
  access: 'apiKey',
  example: { params: { webhook: '3', delivery: '12' } },
  reply: DeliveryReply,
  status: 202,
})
