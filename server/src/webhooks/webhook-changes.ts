import { randomUUID } from 'node:crypto'
import { type Db, tx } from '../kernel/database/db.ts'
import { fail } from '../kernel/errors/fail.ts'
import type { App } from '../kernel/http/route.ts'
import { newWebhookSecret, webhookSecretPurpose } from './signature.ts'
import {
  type Delivery,
  deliveryOf,
  hasWaitingTests,
  insertTest,
  insertWebhook,
  type NewWebhook,
  type WebhookScope,
} from './webhook-queries.ts'

/** Maximum number of webhooks per service company. */
const WEBHOOKS_MAX = 20

const formatInstant = (time: Date) => time.toISOString().replace(/\.\d{3}Z$/, 'Z')

/** Makes a webhook with a new secret; `conflict` where the company has the maximum already. */
export const makeWebhook = async (
  { deps: { database, secrets } }: App,
  scope: WebhookScope,
  webhook: Omit<NewWebhook, 'encryptedSecret'>,
): Promise<{ id: number; secret: string }> => {
  const secret = newWebhookSecret()
  const stored = { ...webhook, encryptedSecret: secrets.encrypt(secret, webhookSecretPurpose) }
  const id = await tx(database, db => insertWebhook(db, scope, stored, WEBHOOKS_MAX))
  if (id === undefined) return fail('conflict', { detail: `A service company has ${WEBHOOKS_MAX} webhooks at most.` })
  return { id, secret }
}

/** Tests of a webhook that wait at most: each is tried for a day, at an address that may be nobody's who asked for it. */
const TESTS_MAX = 5

/** Sends a webhook an event that means nothing; `conflict` while it is switched off, `too_many_requests` while others wait. */
export const sendTest = async (
  db: Db,
  scope: WebhookScope,
  { id, enabled }: { id: number; enabled: boolean },
  now: Date,
): Promise<Delivery> => {
  if (!enabled) fail('conflict', { detail: 'The webhook is switched off.' })
  const [key, type] = [`evt_test_${randomUUID()}`, 'webhook.test']
  const event = { id: key, type, createdAt: formatInstant(now), portal: null, contact: null, webUser: null, data: {} }
  const delivery = await tx(db, async db => {
    if (await hasWaitingTests(db, scope, id, TESTS_MAX))
      fail('too_many_requests', { retryAfter: 60, detail: `${TESTS_MAX} tests have not been accepted yet.` })
    return insertTest(db, scope, id, { key, type, body: JSON.stringify(event) })
  })
  return (await deliveryOf(db, scope, id, delivery)) ?? fail('not_found')
}
