import { changeCustomerSignInRule, readCustomerSignInRule } from '@portico/contract/staff/customers/sign-in-rule'
import { fail } from '../../kernel/errors/fail.ts'
import { type App, route } from '../../kernel/http/route.ts'
import { originOf } from '../../kernel/security/security-log.ts'
import { readRule, setRule } from '../sign-in-rule-queries.ts'
import { findCustomerKeys } from './queries.ts'

/** Registers how the people of a customer have to sign in. */
export const staffPeopleRoutes = (app: App): void => {
  const { security, contactLog } = app.deps

  route(app, readCustomerSignInRule, async ({ db, scope, params }) =>
    readRule(db, (await findCustomerKeys(db, scope, params.contactid)) ?? fail('not_found')),
  )

  route(app, changeCustomerSignInRule, async ({ db, scope, params, body, request }) => {
    const keys = (await findCustomerKeys(db, scope, params.contactid)) ?? fail('not_found')
    const { secondFactorRequired } = body
    if (await setRule(db, keys, secondFactorRequired)) {
      app.authenticator.forget()
      const what = secondFactorRequired ? 'secondFactorRequired' : 'secondFactorOptional'
      const { staffUserId, staffAccountId } = scope
      const origin = originOf(request)
      const nobody = { sessionId: null, membershipId: null, webUserId: null }
      contactLog.note({ ...keys, ...nobody, what, staffUserId, origin })
      security.record({ ...keys, what: `contact.${what}`, result: 'ok', byStaffAccountId: staffAccountId, origin })
    }
    return readRule(db, keys)
  })
}
