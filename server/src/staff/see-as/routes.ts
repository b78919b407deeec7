import { beginSeeAs, endSeeAs, seeAsMinutes } from '@portico/contract/staff/customers/see-as'
import { failAt } from '../../kernel/errors/fail.ts'
import { type App, route } from '../../kernel/http/route.ts'
import { originOf } from '../../kernel/security/security-log.ts'
import { deleteSeeAs, insertSeeAs, isContactVisible } from './queries.ts'

/** Registers seeing as a customer: its begin and its end. What the token opens is decided where every caller is (`authorizationOf`). */
export const seeAsRoutes = (app: App): void => {
  const { security, contactLog } = app.deps

  route(app, beginSeeAs, async ({ db, scope, body, now, request }) => {
    const { serviceCompanyId, staffAccountId, staffUserId, staffSessionId } = scope
    const until = new Date(now.getTime() + seeAsMinutes * 60_000)
    const begun = await insertSeeAs(db, scope, body, { now, until })
    const { webUserId, contactId } = body
    if (!begun)
      return (await isContactVisible(db, scope, contactId))
        ? failAt('not_found', 'body.webUserId', 'is no person of this contact')
        : failAt('not_found', 'body.contactId', 'is not there')
    const { token, expiresAt, portalId, webPortalKey } = begun
    security.record({
      what: 'staff.seeAs',
      result: 'ok',
      serviceCompanyId,
      portalId,
      contactId,
      webUserId,
      byStaffAccountId: staffAccountId,
      origin: originOf(request),
    })
    contactLog.note({
      what: 'seenAs',
      serviceCompanyId,
      portalId,
      contactId,
      sessionId: staffSessionId,
      membershipId: null,
      webUserId,
      staffUserId,
      origin: originOf(request),
    })
    return { token, expiresAt, url: `/${webPortalKey}/${contactId}` }
  })

  route(app, endSeeAs, async ({ db, body }) => {
    await deleteSeeAs(db, body.token)
    app.authenticator.forget()
  })
}
