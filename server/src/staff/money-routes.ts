import { readMoneyRule, setMoneyRule } from '@portico/contract/staff/accounts'
import { sql } from '../kernel/database/db.ts'
import { type App, route } from '../kernel/http/route.ts'
import { originOf } from '../kernel/security/security-log.ts'

/** Registers the setting of the company that lets technicians see money. */
export const moneyRoutes = (app: App): void => {
  const { deps, authenticator, staffAuthenticator } = app

  route(app, readMoneyRule, async ({ scope: { techniciansSeeMoney } }) => ({ techniciansSeeMoney }))

  route(app, setMoneyRule, async ({ db, scope, body, request }) => {
    const { serviceCompanyId, staffAccountId: byStaffAccountId } = scope
    const { techniciansSeeMoney } = body
    const changed = await db.run(sql`update service_company set technicians_see_money = ${techniciansSeeMoney}
      where id = ${serviceCompanyId} and technicians_see_money <> ${techniciansSeeMoney}`)
    staffAuthenticator.forget()
    authenticator.forget()
    const what = techniciansSeeMoney ? 'staff.money.opened' : 'staff.money.closed'
    const origin = originOf(request)
    if (changed > 0) deps.security.record({ what, result: 'ok', serviceCompanyId, byStaffAccountId, origin })
    return body
  })
}
