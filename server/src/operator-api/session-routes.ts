import { endWebUserSessions } from '@portico/contract/operator/records'
import { deleteSessionsOf } from '../auth/session-queries.ts'
import { fail } from '../kernel/errors/fail.ts'
import { type App, route } from '../kernel/http/route.ts'
import { originOf } from '../kernel/security/security-log.ts'
import { requireRecordType } from '../records/registry.ts'
import { findWithin } from '../records/resolve/resolve-references.ts'
import { requireWriter, tenantScopeOf } from './record-transaction.ts'

/** Lets the service company end the sessions of its web users. */
export const sessionRoutes = (app: App): void => {
  route(app, endWebUserSessions, async ({ db, scope, params, request }) => {
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
