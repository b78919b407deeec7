import { changeStaffGroup, createStaffGroup, listStaffGroups, removeStaffGroup } from '@portico/contract/staff/groups'
import type { FastifyRequest } from 'fastify'
import type { StaffScope } from '../kernel/access/staff-scope.ts'
import type { Db } from '../kernel/database/db.ts'
import { recordStaffAct } from '../kernel/database/record-event.ts'
import { requireVersion } from '../kernel/http/precondition.ts'
import { type App, route } from '../kernel/http/route.ts'
import { originOf, type SecurityEvent } from '../kernel/security/security-log.ts'
import { changeAccounts } from './account-changes.ts'
import { staffNameOf } from './account-list-queries.ts'
import { listGroups } from './group-queries.ts'
import { changeGroup, makeGroup, pickGroup, removeGroup } from './groups.ts'

/** Registers what administrators do with the groups of their company. */
export const staffGroupRoutes = (app: App): void => {
  const { deps, staffAuthenticator } = app

  const record = (
    { scope, request }: { scope: StaffScope; request: FastifyRequest },
    reason: SecurityEvent['reason'],
    changedAccounts: readonly number[],
  ) => {
    staffAuthenticator.forget()
    const { serviceCompanyId, staffAccountId } = scope
    const origin = originOf(request)
    deps.security.record({
      what: 'staff.group.changed',
      result: 'ok',
      reason,
      serviceCompanyId,
      byStaffAccountId: staffAccountId,
      origin,
    })
    for (const changed of changedAccounts)
      deps.security.record({
        what: 'staff.account.changed',
        result: 'ok',
        reason: 'access',
        serviceCompanyId,
        staffAccountId: changed,
        byStaffAccountId: staffAccountId,
        origin,
      })
  }
  const writeFeedEvents = async (db: Db, scope: StaffScope, changedAccounts: readonly number[], now: Date) => {
    for (const id of changedAccounts) {
      const detail = { account: await staffNameOf(db, scope, id) }
      await recordStaffAct(db, scope, { type: 'staff.account.changed', detail }, now)
    }
  }

  route(app, listStaffGroups, ({ db, scope }) => listGroups(db, scope))

  route(app, createStaffGroup, async call => {
    const { db, scope, body, now } = call
    const { group, changed } = await changeAccounts(db, scope, async db => {
      const { id, changed } = await makeGroup(db, scope, body, now)
      await writeFeedEvents(db, scope, changed, now)
      return { group: pickGroup(await listGroups(db, scope), id), changed }
    })
    record(call, 'made', changed)
    return group
  })

  route(app, changeStaffGroup, async call => {
    const { db, scope, params, body, now, request } = call
    const { group, changed } = await changeAccounts(db, scope, async db => {
      const groups = await listGroups(db, scope)
      const before = pickGroup(groups, params.groupid)
      requireVersion(request, before.version)
      const changed = await changeGroup(db, scope, { groups, before, change: body }, now)
      await writeFeedEvents(db, scope, changed, now)
      return { group: pickGroup(await listGroups(db, scope), before.id), changed }
    })
    record(call, undefined, changed)
    return group
  })

  route(app, removeStaffGroup, async call => {
    const { db, scope, params } = call
    const changed = await changeAccounts(db, scope, async db => {
      const { id, members } = pickGroup(await listGroups(db, scope), params.groupid)
      await removeGroup(db, scope, id)
      return members.map(member => member.id)
    })
    record(call, 'removed', changed)
  })
}
