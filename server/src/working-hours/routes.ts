import {
  listWorkingHours,
  removePortalHours,
  removeWorkingHours,
  setPortalHours,
  setWorkingHours,
  type WorkingCalendar,
} from '@portico/contract/staff/working-hours'
import type { FastifyRequest } from 'fastify'
import type { StaffScope } from '../kernel/access/staff-scope.ts'
import { type Db, tx } from '../kernel/database/db.ts'
import { fail, failAt } from '../kernel/errors/fail.ts'
import { requireVersion } from '../kernel/http/precondition.ts'
import { type App, route } from '../kernel/http/route.ts'
import { originOf } from '../kernel/security/security-log.ts'
import { worksForPortal } from '../portals/staff-portal-queries.ts'
import { readClosings, readWeek, type WrittenCalendar } from './calendar-rules.ts'
import { calendarOf, calendarsOf, deleteCalendar, hasWorkingHour, lockCalendar, writeCalendar } from './queries.ts'

type Called = { db: Db; scope: StaffScope; request: FastifyRequest; now: Date }

const read = ({ week: sentWeek, closings: sentClosings }: WrittenCalendar) => {
  const week = readWeek(sentWeek)
  if ('fault' in week) return failAt('invalid_request', week.fault.path, week.fault.message)
  const closings = readClosings(sentClosings)
  if ('fault' in closings) return failAt('invalid_request', closings.fault.path, closings.fault.message)
  return { ...week, ...closings }
}

/** Registers when a company works. */
export const workingHoursRoutes = (app: App): void => {
  const record = ({ scope, request }: Called) => {
    const { serviceCompanyId, staffAccountId: byStaffAccountId } = scope
    const origin = originOf(request)
    app.deps.security.record({
      what: 'staff.workingHours.changed',
      result: 'ok',
      serviceCompanyId,
      byStaffAccountId,
      origin,
    })
  }

  const requireWithinPortals = async ({ db, scope }: Called, portalId: number | null) => {
    if (portalId !== null && !(await worksForPortal(db, scope, portalId))) fail('not_found')
  }

  const requireUnchanged = async ({ scope, request }: Called, db: Db, portalId: number | null) =>
    requireVersion(
      request,
      await lockCalendar(db, scope, portalId),
      'Somebody else has changed the working hours meanwhile.',
    )

  const set = async (call: Called, portalId: number | null, body: WrittenCalendar): Promise<WorkingCalendar> => {
    const { db, scope, now } = call
    await requireWithinPortals(call, portalId)
    const calendar = read(body)
    if (!(await hasWorkingHour(db, calendar, now))) failAt('invalid_request', 'body.closings', 'leave no working hour')
    const written = await tx(db, async db => {
      await requireUnchanged(call, db, portalId)
      await writeCalendar(db, scope, portalId, { ...calendar, now })
      return (await calendarOf(db, scope, portalId, now)) ?? fail('not_found')
    })
    record(call)
    return written
  }

  const remove = async (call: Called, portalId: number | null) => {
    await requireWithinPortals(call, portalId)
    await tx(call.db, async db => {
      await requireUnchanged(call, db, portalId)
      if ((await deleteCalendar(db, call.scope, portalId)) === 0) fail('not_found')
    })
    record(call)
  }

  route(app, listWorkingHours, ({ db, scope, now }) => calendarsOf(db, scope, now))
  route(app, setWorkingHours, call => set(call, null, call.body))
  route(app, removeWorkingHours, call => remove(call, null))
  route(app, setPortalHours, call => set(call, call.params.portalid, call.body))
  route(app, removePortalHours, call => remove(call, call.params.portalid))
}
