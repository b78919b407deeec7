import { deleteSessionsOf } from '../auth/session-queries.ts'
import { fail } from '../kernel/errors/fail.ts'
import { operatorEndpoint, operatorRoute } from '../kernel/http/operator-route.ts'
import type { App } from '../kernel/http/route.ts'
import { originOf } from '../kernel/security/security-log.ts'
import { requireRecordType } from '../records/registry.ts'
import { findWithin } from '../records/resolve/resolve-references.ts'
import { requireWriter, tenantScopeOf } from './write-record.ts'

/** Ends every session of a web user. */
export const endWebUserSessions = operatorEndpoint({
  name: 'endWebUserSessions',
  summary: 'Ends every session of a web user',
  description: 'The user is signed out on every device within a second, and can sign in again with the password.',
  method: 'DELETE',
  path: '/webUsers/:externalId/sessions',
  example: { params: { externalId: 'giulia.rossi' } },
})

/** Lets the service company end the sessions of its web users. */
export const sessionRoutes = (app: App): void => {
  operatorRoute(app, endWebUserSessions, async ({ db, scope, params, request }) => {
    const kind = requireRecordType('webUser')
    requireWriter(scope, kind)
    const found = (await findWithin(db, kind, tenantScopeOf(scope), params.externalId)) ?? fail('not_found')
    const user = { serviceCompanyId: found.company, webUserId: found.id }
    await deleteSessionsOf(db, user)
    app.authenticator.forget()
    app.deps.security.record({
      what: 'session.ended',
      result: 'ok',
      reason: 'company',
      ...user,
      apiKeyId: scope.apiKeyId,
      origin: originOf(request),
    })
  })
}
