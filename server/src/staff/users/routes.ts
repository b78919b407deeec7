import { mailAddress } from '@portico/contract/shapes'
import { addStaffUser, listStaffUsers } from '@portico/contract/staff/users'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { lock } from '../../kernel/database/db.ts'
import { fail, failAt } from '../../kernel/errors/fail.ts'
import { type App, route } from '../../kernel/http/route.ts'
import { insertStaffUser, isStaffAddress, staffUsersOf } from './queries.ts'

/** An employee belongs to no portal. */
const requireAllPortals = ({ portalIds }: StaffScope) => {
  if (portalIds !== null) fail('forbidden', { detail: 'Employees are for administrators of all portals.' })
}

/** Registers the employees without an account. */
export const staffUserRoutes = (app: App): void => {
  route(app, listStaffUsers, ({ db, scope }) => {
    requireAllPortals(scope)
    return staffUsersOf(db, scope)
  })

  route(app, addStaffUser, async ({ db, scope, body }) => {
    requireAllPortals(scope)
    const [firstName, lastName, email] = [body.firstName.trim(), body.lastName.trim(), body.email?.trim() || null]
    const missing = Object.entries({ firstName, lastName }).filter(([, value]) => value === '')
    if (missing.length > 0)
      fail('fill_required_fields', {
        errors: missing.map(([name]) => ({ path: `body.${name}`, message: 'is missing' })),
      })
    if (email !== null) {
      if (!mailAddress.test(email)) failAt('invalid_request', 'body.email', 'is no e-mail address')
      await lock(db, `staff users ${scope.serviceCompanyId}`)
      if (await isStaffAddress(db, scope, email)) failAt('conflict', 'body.email', 'is the address of another employee')
    }
    return insertStaffUser(db, scope, { firstName, lastName, email })
  })
}
