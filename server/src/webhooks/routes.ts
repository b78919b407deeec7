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
import { fail, failAt } from '../kernel/errors/fail.ts'
import { type App, route } from '../kernel/http/route.ts'
import { openUrlCheck } from './check-url.ts'
import { newWebhookSecret, webhookSecretPurpose } from './signature.ts'
import { makeWebhook, sendTest } from './webhook-changes.ts'
import {
  deleteWebhook,
  deliveriesBefore,
  deliveryOf,
  portalIdsOf,
  replaceSecret,
  retryDelivery,
  updateWebhook,
  webhookOf,
  webhooksOf,
} from './webhook-queries.ts'

const DEFAULT_LIMIT = 100

const readId = (text: string): number => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : fail('not_found'))

/** Registers the endpoints that manage webhooks and their deliveries. */
export const webhookRoutes = (app: App): void => {
  const checkUrl = openUrlCheck(app.deps)
  const { database, secrets } = app.deps

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

  route(app, createWebhook, async ({ scope, body }) => {
    const url = await checkUrl(scope, body.url)
    const portalIds = await resolvePortals(scope, body.portals ?? [])
    const { id, secret } = await makeWebhook(app, scope, { url, types: toTypeFilter(body.types ?? []), portalIds })
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
    const webhook = await requireWebhook(scope, readId(params.webhook))
    return sendTest(db, scope, webhook, now)
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
