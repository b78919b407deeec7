import { beginSeeAs, endSeeAs, seeAsMinutes } from '@portico/contract/staff/see-as'
import { fail } from '../kernel/errors/fail.ts'
import { type App, route } from '../kernel/http/route.ts'
import { originOf } from '../kernel/security/security-log.ts'
import { deleteSeeAs, insertSeeAs } from './see-as-queries.ts'

/** Registers seeing as a customer: its begin and its end. What the token opens is decided where every caller is (`authorizationOf`). */
export const seeAsRoutes = (app: App): void => {
  const { security } = app.deps

  route(app, beginSeeAs, async ({ db, scope, body, now, request }) => {
    const { serviceCompanyId, staffAccountId } = scope
    const until = new Date(now.getTime() + seeAsMinutes * 60_000)
    const begun = await insertSeeAs(db, scope, body, { now, until })
    const { webUserId, contactId } = body
    const { token, expiresAt, portalId, webPortalKey } = begun ?? fail('not_found')
    security.record({
      what: 'staff.seeAs',
      result: 'ok',
      serviceCompanyId,
      portalId,
      webUserId,
      byStaffAccountId: staffAccountId,
      origin: originOf(request),
    })
    return { token, expiresAt, url: `/${webPortalKey}/${contactId}` }
  })

  route(app, endSeeAs, async ({ db, body }) => {
    await deleteSeeAs(db, body.token)
    app.authenticator.forget()
  })
}
