import {
  changeStaffWebhook,
  createStaffWebhook,
  listStaffDeliveries,
  listStaffWebhooks,
  readStaffDelivery,
  removeStaffWebhook,
  retryParkedDeliveries,
  retryStaffDelivery,
  rotateStaffWebhookSecret,
  testStaffWebhook,
} from '@portico/contract/staff/webhooks'
import type { FastifyRequest } from 'fastify'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import type { Db } from '../../kernel/database/db.ts'
import { fail } from '../../kernel/errors/fail.ts'
import { type App, route } from '../../kernel/http/route.ts'
import { originOf, type SecurityEvent } from '../../kernel/security/security-log.ts'
import { requirePortals } from '../../portals/staff-portal-queries.ts'
import { openUrlCheck } from '../check-url.ts'
import { newWebhookSecret, webhookSecretPurpose } from '../signature.ts'
import { makeWebhook, sendTest } from '../webhook-changes.ts'
import {
  deleteWebhook,
  deliveriesBefore,
  deliveryBodyOf,
  deliveryOf,
  replaceSecret,
  retryDelivery,
  retryParked,
  updateWebhook,
} from '../webhook-queries.ts'
import { staffWebhookOf, staffWebhooksOf } from './queries.ts'

const DEFAULT_LIMIT = 50
/** Most parked deliveries that one call sends again. */
const RETRIED_AT_ONCE = 1000

const toTypeFilter = (types: string[]) => (types.length > 0 ? types : null)

/** Registers what administrators do with the webhooks of their company. */
export const staffWebhookRoutes = (app: App): void => {
  const checkUrl = openUrlCheck(app.deps)
  const { secrets, security } = app.deps

  const record = ({ scope, request }: { scope: StaffScope; request: FastifyRequest }, what: SecurityEvent['what']) => {
    const { serviceCompanyId, staffAccountId: byStaffAccountId } = scope
    security.record({ what, result: 'ok', serviceCompanyId, byStaffAccountId, origin: originOf(request) })
  }
  const requireWebhook = async (db: Db, scope: StaffScope, id: number) =>
    (await staffWebhookOf(db, scope, id)) ?? fail('not_found')
  const requireDelivery = async (db: Db, scope: StaffScope, id: number, deliveryId: number) =>
    (await deliveryOf(db, scope, id, deliveryId)) ?? fail('not_found')

  route(app, listStaffWebhooks, ({ db, scope }) => staffWebhooksOf(db, scope))

  route(app, createStaffWebhook, async call => {
    const { db, scope, body } = call
    const { portalIds } = body
    await requirePortals(db, scope, portalIds)
    const url = await checkUrl(scope, body.url)
    const { id, secret } = await makeWebhook(app, scope, { url, types: toTypeFilter(body.types), portalIds })
    record(call, 'staff.webhook.made')
    return { webhook: await requireWebhook(db, scope, id), secret }
  })

  route(app, changeStaffWebhook, async call => {
    const { db, scope, params, body } = call
    const id = params.webhookid
    await requireWebhook(db, scope, id)
    const { types, portalIds, enabled = null } = body
    await requirePortals(db, scope, portalIds)
    await updateWebhook(db, scope, id, {
      url: body.url === undefined ? null : await checkUrl(scope, body.url),
      enabled,
      types: types && { to: toTypeFilter(types) },
      portalIds: portalIds === undefined ? undefined : { to: portalIds },
    })
    record(call, 'staff.webhook.changed')
    return requireWebhook(db, scope, id)
  })

  route(app, removeStaffWebhook, async call => {
    if ((await deleteWebhook(call.db, call.scope, call.params.webhookid)) === 0) fail('not_found')
    record(call, 'staff.webhook.removed')
  })

  route(app, rotateStaffWebhookSecret, async call => {
    const { db, scope, params } = call
    const secret = newWebhookSecret()
    const encrypted = secrets.encrypt(secret, webhookSecretPurpose)
    if (!(await replaceSecret(db, scope, params.webhookid, encrypted))) fail('not_found')
    record(call, 'staff.webhook.secretReplaced')
    return { webhook: await requireWebhook(db, scope, params.webhookid), secret }
  })

  route(app, testStaffWebhook, async ({ db, scope, params, now }) =>
    sendTest(db, scope, await requireWebhook(db, scope, params.webhookid), now),
  )

  route(app, listStaffDeliveries, async ({ db, scope, params, query }) => {
    await requireWebhook(db, scope, params.webhookid)
    const { before, state, limit = DEFAULT_LIMIT } = query
    return deliveriesBefore(db, scope, params.webhookid, { before, state, limit })
  })

  route(app, readStaffDelivery, async ({ db, scope, params: { webhookid, deliveryid } }) => {
    const delivery = await requireDelivery(db, scope, webhookid, deliveryid)
    return { ...delivery, body: await deliveryBodyOf(db, scope, webhookid, deliveryid) }
  })

  route(app, retryStaffDelivery, async ({ db, scope, params: { webhookid, deliveryid } }) => {
    await requireDelivery(db, scope, webhookid, deliveryid)
    if ((await retryDelivery(db, scope, webhookid, deliveryid)) === 0)
      fail('conflict', { detail: 'It waits for another delivery of the same object.' })
    return requireDelivery(db, scope, webhookid, deliveryid)
  })

  route(app, retryParkedDeliveries, async ({ db, scope, params }) => {
    await requireWebhook(db, scope, params.webhookid)
    return { retried: await retryParked(db, scope, params.webhookid, RETRIED_AT_ONCE) }
  })
}
