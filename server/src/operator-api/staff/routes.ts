import { apiKeysMax, createApiKey, listApiKeys, revokeApiKey } from '@portico/contract/staff/api-keys'
import type { FastifyRequest } from 'fastify'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { type Db, tx } from '../../kernel/database/db.ts'
import { fail, failAt } from '../../kernel/errors/fail.ts'
import { type App, route } from '../../kernel/http/route.ts'
import { originOf, type SecurityEvent } from '../../kernel/security/security-log.ts'
import { requirePortals } from '../../portals/staff-portal-queries.ts'
import { endOfDay, insertApiKey, revokeApiKey as revoke } from '../api-keys.ts'
import { countLiveKeys, staffApiKeyOf, staffApiKeysOf } from './queries.ts'

const readExpiry = (day: string | null | undefined, now: Date): Date | null => {
  if (day == null) return null
  const end = endOfDay(day) ?? failAt('invalid_request', 'body.expiresOn', 'is no day')
  return end > now ? end : failAt('invalid_request', 'body.expiresOn', 'has passed already')
}

/** Registers what administrators do with the API keys of their company. */
export const staffApiKeyRoutes = (app: App): void => {
  const { security } = app.deps

  const record = (
    { scope, request }: { scope: StaffScope; request: FastifyRequest },
    what: SecurityEvent['what'],
    apiKeyId: number,
  ) => {
    const { serviceCompanyId, staffAccountId: byStaffAccountId } = scope
    security.record({ what, result: 'ok', serviceCompanyId, byStaffAccountId, apiKeyId, origin: originOf(request) })
  }
  const answer = async (db: Db, scope: StaffScope, id: number, now: Date) =>
    (await staffApiKeyOf(db, scope, id, now)) ?? fail('not_found')

  route(app, listApiKeys, ({ db, scope, now }) => staffApiKeysOf(db, scope, now))

  route(app, createApiKey, async call => {
    const { db, scope, body, now } = call
    const { portalIds, readOnly } = body
    const name = body.name || failAt('fill_required_fields', 'body.name', 'is missing')
    const expiresAt = readExpiry(body.expiresOn, now)
    await requirePortals(db, scope, portalIds)
    const { serviceCompanyId } = scope
    const { id, key } = await tx(db, async db => {
      if ((await countLiveKeys(db, scope, now)) >= apiKeysMax)
        fail('conflict', { detail: `${apiKeysMax} keys hold, which is the most.` })
      return insertApiKey(db, { serviceCompanyId, name, portalIds, readOnly, expiresAt })
    })
    record(call, 'apiKey.made', id)
    return { apiKey: await answer(db, scope, id, now), key }
  })

  route(app, revokeApiKey, async call => {
    const { db, scope, params, now } = call
    const { state } = await answer(db, scope, params.apikeyid, now)
    await revoke(db, params.apikeyid)
    if (state !== 'revoked') record(call, 'apiKey.revoked', params.apikeyid)
    return answer(db, scope, params.apikeyid, now)
  })
}
