import { openSignInLink, readSignInLink, requestSignInLink } from '@portico/contract/sign-in/links'
import { disownSignIn, readSignInNotice } from '@portico/contract/sign-in/notices'
import { currentPortalKey } from '@portico/contract/values/portal-key'
import { tx } from '../kernel/database/db.ts'
import { fail } from '../kernel/errors/fail.ts'
import { type App, route } from '../kernel/http/route.ts'
import { readClientAddress } from '../kernel/limits/rate-limit.ts'
import { hashToken, sameSecret } from '../kernel/security/secrets.ts'
import { originOf } from '../kernel/security/security-log.ts'
import { holdUser } from './confirmation-queries.ts'
import { findLink, markLinkUsed } from './link-queries.ts'
import { openSessionOrTicket } from './open-session.ts'
import { endNoticedSession, findSignInNotice } from './places/sign-in-notice-queries.ts'
import { enqueueLinkRequest, requireOpenLink } from './sign-in-links.ts'

export const linkRoutes = (app: App): void => {
  route(app, requestSignInLink, async ({ db, body, request }) => {
    const { userName, company, browser } = body
    const portalKey = (company && currentPortalKey(company)) ?? undefined
    await enqueueLinkRequest(db, app.deps, {
      userName,
      company: portalKey,
      browser: browser ?? undefined,
      origin: originOf(request),
    })
  })

  route(app, readSignInLink, async ({ db, params, query, now }) => {
    const { userName, webPortalKey, browserHash } = requireOpenLink(await findLink(db, params.key), now)
    const elsewhere = browserHash !== null && !sameSecret(browserHash, hashToken(query.browser ?? ''))
    return { userName, webPortalKey, elsewhere }
  })

  route(app, openSignInLink, async ({ db, params, now, request }) => {
    const { account, ...signedIn } = await tx(db, async db => {
      const link = requireOpenLink(await findLink(db, params.key), now)
      const { serviceCompanyId, webUserId, webPortalKey } = link
      await holdUser(db, link)
      if (!(await markLinkUsed(db, link, now))) return fail('link_used', { webPortalKey })
      const account = { serviceCompanyId, webUserId }
      const newSession = {
        account,
        remember: false,
        address: readClientAddress(request),
        device: request.headers['user-agent'],
        now,
        method: 'link' as const,
      }
      // The user already got the mail with the link.
      const opened = await openSessionOrTicket(db, newSession, { portalKey: webPortalKey, skipNotice: true })
      return { account, ...opened }
    })
    app.deps.security.record({ what: 'signInLink.used', result: 'ok', ...account, origin: originOf(request) })
    app.authenticator.forget()
    return signedIn
  })

  route(
    app,
    readSignInNotice,
    async ({ db, params, now }) => (await findSignInNotice(db, params.key, now)) ?? fail('invalid_code'),
  )

  route(app, disownSignIn, async ({ db, params, now, request }) => {
    const ended = (await endNoticedSession(db, params.key, now)) ?? fail('invalid_code')
    app.authenticator.forget()
    const { hasEnded, ...user } = ended
    if (hasEnded)
      app.deps.security.record({
        what: 'session.ended',
        result: 'ok',
        reason: 'disowned',
        ...user,
        origin: originOf(request),
      })
  })
}
