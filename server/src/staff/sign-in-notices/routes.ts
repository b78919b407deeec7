import { disownStaffSignIn, readStaffSignInNotice } from '@portico/contract/staff/sign-in/notices'
import { fail } from '../../kernel/errors/fail.ts'
import { type App, route } from '../../kernel/http/route.ts'
import { originOf } from '../../kernel/security/security-log.ts'
import { endNoticedStaffSession, findStaffSignInNotice } from './queries.ts'

/** Registers the calls behind the page of a mail about a sign-in from a new place. */
export const staffSignInNoticeRoutes = (app: App): void => {
  const { deps, authenticator, staffAuthenticator } = app

  route(
    app,
    readStaffSignInNotice,
    async ({ db, params, now }) => (await findStaffSignInNotice(db, params.key, now)) ?? fail('invalid_code'),
  )

  route(app, disownStaffSignIn, async ({ db, params, now, request }) => {
    const { hasEnded, ...account } = (await endNoticedStaffSession(db, params.key, now)) ?? fail('invalid_code')
    staffAuthenticator.forget()
    // What the session saw as a customer ends with it.
    authenticator.forget()
    if (!hasEnded) return
    const origin = originOf(request)
    deps.security.record({ what: 'staff.session.ended', result: 'ok', reason: 'disowned', ...account, origin })
  })
}
