import { endOtherStaffSessions, endStaffSession, listStaffSessions } from '@portico/contract/staff/sessions'
import type { FastifyRequest } from 'fastify'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { fail } from '../../kernel/errors/fail.ts'
import { type App, route } from '../../kernel/http/route.ts'
import { originOf } from '../../kernel/security/security-log.ts'
import { deleteOtherSessions, deleteOwnSession, ownSessions } from './queries.ts'

/** Registers what employees see and end of their own sessions. */
export const ownSessionRoutes = (app: App): void => {
  const { deps, staffAuthenticator } = app

  const record = ({ scope, request }: { scope: StaffScope; request: FastifyRequest }, reason: 'one' | 'allOthers') => {
    staffAuthenticator.forget()
    const { serviceCompanyId, staffAccountId } = scope
    const origin = originOf(request)
    deps.security.record({
      what: 'staff.session.ended',
      result: 'ok',
      reason,
      serviceCompanyId,
      staffAccountId,
      origin,
    })
  }

  route(app, listStaffSessions, ({ db, scope, now }) => ownSessions(db, scope, now))

  route(app, endStaffSession, async call => {
    if ((await deleteOwnSession(call.db, call.scope, call.params.sessionid)) === 0) fail('not_found')
    record(call, 'one')
  })

  route(app, endOtherStaffSessions, async call => {
    if ((await deleteOtherSessions(call.db, call.scope)) > 0) record(call, 'allOthers')
  })
}
