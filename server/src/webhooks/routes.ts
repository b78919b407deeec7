import { randomUUID } from 'node:crypto'
import {
  changeWebhook,
  createWebhook,
  listDeliveries,
  listWebhooks,
  readWebhook,
  removeWebhook,
  retryWebhookDelivery,
  rotateWebhookSecret,
  testWebhook,
} from '@portico/contract/operator/webhooks'
import type { OperatorScope } from '../kernel/access/api-key-scope.ts'
import { tx } from '../kernel/database/db.ts'
import { fail, failAt } from '../kernel/errors/fail.ts'
import { type App, route } from '../kernel/http/route.ts'
import {
  allowedAddresses,
  isNamed,
  RefusedAddress,
  readServerUrl,
  requirePort,
} from '../kernel/security/public-address.ts'
import { newWebhookSecret, webhookSecretPurpose } from './signature.ts'
import {
  deleteWebhook,
  deliveriesBefore,
  deliveryOf,
  insertTest,
  insertWebhook,
  portalIdsOf,
  replaceSecret,
  retryDelivery,
  updateWebhook,
  webhookOf,
  webhooksOf,
} from './webhook-queries.ts'

/** Maximum number of webhooks per service company. */
const WEBHOOKS_MAX = 20
const DEFAULT_LIMIT = 100

const readId = (text: string): number => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : fail('not_found'))
const formatInstant = (time: Date) => time.toISOString().replace(/\.\d{3}Z$/, 'Z')

/** Registers the endpoints that manage webhooks and their deliveries. */
export const webhookRoutes = (app: App): void => {
  const { database, secrets, webhookAllowPrivate, webhookPorts } = app.deps

  /** Service companies with a DNS lookup in progress. */
  const companiesLookingUp = new Set<number>()

  /** Allows one DNS lookup per company, because lookups that time out would delay those of other companies. */
  const lookUpHost = async (company: number, url: URL) => {
    if (companiesLookingUp.has(company))
      fail('too_many_requests', { retryAfter: 5, detail: 'Another name is being looked up for the company.' })
    companiesLookingUp.add(company)
    try {
      await allowedAddresses(url, webhookAllowPrivate)
    } finally {
      companiesLookingUp.delete(company)
    }
  }

  const checkUrl = async ({ serviceCompanyId }: OperatorScope, text: string): Promise<string> => {
    try {
      const url = readServerUrl(text)
      await (isNamed(url) ? lookUpHost(serviceCompanyId, url) : allowedAddresses(url, webhookAllowPrivate))
      requirePort(url, webhookPorts)
      return url.href
    } catch (error) {
      if (error instanceof RefusedAddress) return failAt('invalid_request', 'body.url', error.message)
      throw error
    }
  }

  /** Ids of the named portals; for an empty list, all portals that the key covers. */
  const resolvePortals = async (scope: OperatorScope, portals: string[]): Promise<readonly number[] | null> => {
    if (portals.length === 0) return scope.portalIds
    const ids = await portalIdsOf(database, scope, portals)
    return ids.length === new Set(portals).size
      ? ids
      : failAt('not_found', 'body.portals', 'names a portal that is not there')
  }

  const toTypeFilter = (types: string[]) => (types.length > 0 ? types : null)
  const requireWebhook = async (scope: OperatorScope, id: number) =>
    (await webhookOf(database, scope, id)) ?? fail('not_found')

  route(app, listWebhooks, ({ db, scope }) => webhooksOf(db, scope))

  route(app, createWebhook, async ({ db, scope, body }) => {
    const url = await checkUrl(scope, body.url)
    const portalIds = await resolvePortals(scope, body.portals ?? [])
    const secret = newWebhookSecret()
    const webhook = {
      url,
      encryptedSecret: secrets.encrypt(secret, webhookSecretPurpose),
      types: toTypeFilter(body.types ?? []),
      portalIds,
    }
    const id = await tx(db, db => insertWebhook(db, scope, webhook, WEBHOOKS_MAX))
    if (id === undefined) return fail('conflict', { detail: `A service company has ${WEBHOOKS_MAX} webhooks at most.` })
    return { ...(await requireWebhook(scope, id)), secret }
  })

  route(app, readWebhook, ({ scope, params }) => requireWebhook(scope, readId(params.webhook)))

  route(app, changeWebhook, async ({ db, scope, params, body }) => {
    const id = readId(params.webhook)
    await requireWebhook(scope, id)
    await updateWebhook(db, scope, id, {
      url: body.url === undefined ? null : await checkUrl(scope, body.url),
      enabled: body.enabled ?? null,
      types: body.types === undefined ? undefined : { to: toTypeFilter(body.types ?? []) },
      portalIds: body.portals === undefined ? undefined : { to: await resolvePortals(scope, body.portals ?? []) },
    })
    return requireWebhook(scope, id)
  })

  route(app, removeWebhook, async ({ db, scope, params }) => {
    if ((await deleteWebhook(db, scope, readId(params.webhook))) === 0) fail('not_found')
  })

  route(app, rotateWebhookSecret, async ({ db, scope, params }) => {
    const secret = newWebhookSecret()
    const encryptedSecret = secrets.encrypt(secret, webhookSecretPurpose)
    return {
      secret,
      ...((await replaceSecret(db, scope, readId(params.webhook), encryptedSecret)) ?? fail('not_found')),
    }
  })

  route(app, testWebhook, async ({ db, scope, params, now }) => {
    const { id, enabled } = await requireWebhook(scope, readId(params.webhook))
    if (!enabled) fail('conflict', { detail: 'The webhook is switched off.' })
    const [key, type] = [`evt_test_${randomUUID()}`, 'webhook.test']
    const event = { id: key, type, createdAt: formatInstant(now), portal: null, contact: null, webUser: null, data: {} }
    const delivery = await insertTest(db, scope, id, { key, type, body: JSON.stringify(event) })
    return (await deliveryOf(db, scope, id, delivery)) ?? fail('not_found')
  })

  route(app, listDeliveries, async ({ db, scope, params, query }) => {
    const { id } = await requireWebhook(scope, readId(params.webhook))
    const { before, state, limit = DEFAULT_LIMIT } = query
    return deliveriesBefore(db, scope, id, { before, state, limit })
  })

  route(app, retryWebhookDelivery, async ({ db, scope, params }) => {
    const [id, deliveryId] = [readId(params.webhook), readId(params.delivery)]
    if (!(await deliveryOf(db, scope, id, deliveryId))) fail('not_found')
    if ((await retryDelivery(db, scope, id, deliveryId)) === 0)
      fail('conflict', { detail: 'It waits for another delivery of the same object.' })
    return (await deliveryOf(db, scope, id, deliveryId)) ?? fail('not_found')
  })
}
