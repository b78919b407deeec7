import * as Type from 'typebox'
import { endpoint, staffRoot } from '../endpoint.ts'
import type { Static } from '../schema/static.ts'
import { actTypes, staffActTypes } from '../sections.ts'
import { Id, Instant, nullable } from '../shapes.ts'
import { StaffPortal } from './session.ts'

/** Every type of event that a webhook can be sent. */
export const webhookTypes = [...actTypes, ...staffActTypes] as const

/** A webhook, as administrators see it. */
export const StaffWebhook = Type.Object(
  {
    id: Id,
    url: Type.String({ description: 'Where events are sent.' }),
    types: Type.Unsafe<string[] | null>({
      type: ['array', 'null'],
      items: { type: 'string' },
      description: 'Null: all that customers do.',
    }),
    portals: Type.Unsafe<Static<typeof StaffPortal>[] | null>({
      type: ['array', 'null'],
      items: StaffPortal,
      description: 'By name. Null: all, also those to come.',
    }),
    enabled: Type.Boolean({ description: 'Whether events are sent.' }),
    disabledReason: nullable(Type.String({ description: 'Why we have switched it off; null: somebody paused it.' })),
    createdAt: Instant,
    formerSecretUntil: nullable({ ...Instant, description: 'Until when the former secret signs too.' }),
    waiting: Type.Integer({ description: 'Deliveries on their way.' }),
    failing: Type.Integer({ description: 'Of these, those of which a try has failed.' }),
    parked: Type.Integer({ description: 'Deliveries that were given up after a day.' }),
    delivered: Type.Integer({ description: 'Deliveries that arrived within the last seven days.' }),
    nextTryAt: nullable({ ...Instant, description: 'When a failing delivery is tried next.' }),
    lastStatus: nullable(Type.Integer({ description: 'The HTTP status of the last failed try that is not mended.' })),
    lastError: nullable(Type.String({ description: 'Why that try failed.' })),
  },
  { title: 'StaffWebhook' },
)
/** See {@link StaffWebhook}. */
export type StaffWebhook = Static<typeof StaffWebhook>

const deliveryState = Type.Unsafe<'waiting' | 'delivered' | 'parked'>({
  type: 'string',
  enum: ['waiting', 'delivered', 'parked'],
  description: '`parked`: given up after a day.',
})

/** An event on its way to a webhook. */
export const StaffDelivery = Type.Object(
  {
    id: Id,
    event: Type.String({ description: 'The id of the event, and the header webhook-id of each try.' }),
    type: Type.String({ description: 'The type of the event.' }),
    state: deliveryState,
    tries: Type.Integer({ description: 'How often it was tried.' }),
    nextTryAt: nullable({ ...Instant, description: 'Null for one that waits for another of the same object.' }),
    lastStatus: nullable(Type.Integer({ description: 'The HTTP status of the last try.' })),
    lastError: nullable(Type.String({ description: 'Why the last try failed.' })),
    createdAt: Instant,
    settledAt: nullable({ ...Instant, description: 'When it was delivered or given up.' }),
  },
  { title: 'StaffDelivery' },
)
/** See {@link StaffDelivery}. */
export type StaffDelivery = Static<typeof StaffDelivery>

const url = Type.String({
  maxLength: 2000,
  description: 'https or http, outside of private networks, on a port that the installation allows.',
})
const types = Type.Array(Type.Unsafe<string>({ type: 'string', enum: [...webhookTypes] }), {
  maxItems: 100,
  description: 'The types of events to send; empty: all that customers do.',
})
const portalIds = Type.Unsafe<number[] | null>({
  type: ['array', 'null'],
  items: Id,
  minItems: 1,
  maxItems: 1000,
  description: 'Null: all portals, also those to come. An administrator of some portals gives only those.',
})
const Secret = Type.String({ description: 'The signing secret, shown this once.' })
const MadeWebhook = Type.Object({ webhook: StaffWebhook, secret: Secret }, { title: 'NewWebhook' })

const common = { access: 'staff', role: 'administrator' } as const

export const listStaffWebhooks = endpoint({
  name: 'listStaffWebhooks',
  summary: 'Lists the webhooks of the company with their health',
  description: 'An administrator of some portals sees those that are limited to them.',
  method: 'GET',
  path: `${staffRoot}/webhooks`,
  ...common,
  reply: Type.Array(StaffWebhook),
})

export const createStaffWebhook = endpoint({
  name: 'createStaffWebhook',
  summary: 'Makes a webhook, to which events are sent from now on; the answer alone has its secret',
  description: '`invalid_request` at `body.url` for an address that the installation does not send to.',
  method: 'POST',
  path: `${staffRoot}/webhooks`,
  ...common,
  body: Type.Object({ url, types, portalIds }),
  status: 201,
  reply: MadeWebhook,
})

export const changeStaffWebhook = endpoint({
  name: 'changeStaffWebhook',
  summary: 'Changes what is named of a webhook',
  description: 'Paused it sends nothing; switched on again it goes on where it stopped. Events are kept for 90 days.',
  method: 'PATCH',
  path: `${staffRoot}/webhooks/:webhookid`,
  ...common,
  body: Type.Object({
    url: Type.Optional(url),
    types: Type.Optional(types),
    portalIds: Type.Optional(portalIds),
    enabled: Type.Optional(Type.Boolean({ description: 'Whether events are sent.' })),
  }),
  reply: StaffWebhook,
})

export const removeStaffWebhook = endpoint({
  name: 'removeStaffWebhook',
  summary: 'Removes a webhook with its deliveries',
  method: 'DELETE',
  path: `${staffRoot}/webhooks/:webhookid`,
  ...common,
})

export const rotateStaffWebhookSecret = endpoint({
  name: 'rotateStaffWebhookSecret',
  summary: 'Gives a webhook a new secret; for a day both sign',
  method: 'POST',
  path: `${staffRoot}/webhooks/:webhookid/rotate`,
  ...common,
  reply: MadeWebhook,
})

export const testStaffWebhook = endpoint({
  name: 'testStaffWebhook',
  summary: 'Sends an event of type webhook.test. `conflict` while the webhook is paused',
  method: 'POST',
  path: `${staffRoot}/webhooks/:webhookid/test`,
  ...common,
  reply: StaffDelivery,
  status: 202,
})

export const listStaffDeliveries = endpoint({
  name: 'listStaffDeliveries',
  summary: 'Lists the deliveries of a webhook, newest first',
  description: 'Delivered ones are kept for 7 days, parked ones for 90.',
  method: 'GET',
  path: `${staffRoot}/webhooks/:webhookid/deliveries`,
  ...common,
  query: Type.Object({
    state: Type.Optional(deliveryState),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, description: 'How many to answer at most.' })),
    before: Type.Optional(Type.Unsafe<number>({ ...Id, description: 'The last id of the page before.' })),
  }),
  reply: Type.Array(StaffDelivery),
})

export const readStaffDelivery = endpoint({
  name: 'readStaffDelivery',
  summary: 'Reads a delivery with the body that is sent',
  method: 'GET',
  path: `${staffRoot}/webhooks/:webhookid/deliveries/:deliveryid`,
  ...common,
  reply: Type.Object(
    { ...StaffDelivery.properties, body: Type.String({ description: 'The JSON that is posted.' }) },
    { title: 'StaffDeliveryWithBody' },
  ),
})

export const retryStaffDelivery = endpoint({
  name: 'retryStaffDelivery',
  summary: 'Sends a delivery again, with all its tries. `conflict` while it waits for another of the same object',
  method: 'POST',
  path: `${staffRoot}/webhooks/:webhookid/deliveries/:deliveryid/retry`,
  ...common,
  reply: StaffDelivery,
  status: 202,
})

export const retryParkedDeliveries = endpoint({
  name: 'retryParkedDeliveries',
  summary: 'Sends all parked deliveries of a webhook again, those of one object in their order',
  method: 'POST',
  path: `${staffRoot}/webhooks/:webhookid/retry`,
  ...common,
  reply: Type.Object({ retried: Type.Integer({ description: 'How many are on their way again.' }) }),
  status: 202,
})
