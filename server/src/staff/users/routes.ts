import { addStaffUser, changeStaffUser, listStaffUsers } from '@portico/contract/staff/users'
import { type App, route } from '../../kernel/http/route.ts'
import { originOf } from '../../kernel/security/security-log.ts'
import type { WriteDeps } from '../../records/write/run-write.ts'
import { requireNames } from '../required-names.ts'
import { changeUser, requireFreeAddress, type UserDeps } from './changes.ts'
import { insertStaffUser, staffUsersOf } from './queries.ts'

/** Registers the employees, with and without an account. */
export const staffUserRoutes = (app: App, services: Pick<WriteDeps, 'seal'>): void => {
  const deps: UserDeps = { ...app.deps, ...services }

  route(app, listStaffUsers, ({ db, scope }) => staffUsersOf(db, scope))

  route(app, addStaffUser, async ({ db, scope, body }) => {
    const names = requireNames(body)
    const email = body.email?.trim() || null
    if (email !== null) await requireFreeAddress(db, scope, email)
    return insertStaffUser(db, scope, { ...names, email })
  })

  route(app, changeStaffUser, async ({ scope, params, body, now, request }) => {
    const { user, staffAccountId, changed } = await changeUser(deps, scope, params.userid, { change: body, now })
    const { serviceCompanyId, staffAccountId: byStaffAccountId } = scope
    const who = { serviceCompanyId, ...(staffAccountId !== null && { staffAccountId }), byStaffAccountId }
    for (const reason of changed)
      app.deps.security.record({
        what: 'staff.account.changed',
        reason,
        result: 'ok',
        ...who,
        origin: originOf(request),
      })
    return user
  })
}
