import {
  changeService,
  createService,
  listServiceStaff,
  listStaffServices,
  previewService,
  readStaffService,
  removeService,
} from '@portico/contract/staff/planning/bookable'
import type { FastifyRequest } from 'fastify'
import type { StaffScope } from '../../../kernel/access/staff-scope.ts'
import { isForeignKeyViolation } from '../../../kernel/database/db.ts'
import { fail } from '../../../kernel/errors/fail.ts'
import { requireVersion } from '../../../kernel/http/precondition.ts'
import { type App, route } from '../../../kernel/http/route.ts'
import { originOf } from '../../../kernel/security/security-log.ts'
import type { WriteDeps } from '../../../records/write/run-write.ts'
import { addService, changeBookableService } from './changes.ts'
import { preview } from './preview.ts'
import { deleteService, serviceIdOf, serviceOf, servicesOf, workingStaffOf } from './queries.ts'

/** Registers what administrators set up of bookable services, and what all staff read of them. */
export const serviceRoutes = (app: App, services: Pick<WriteDeps, 'seal'>): void => {
  const deps: WriteDeps = { ...app.deps, ...services }

  const record = ({ scope, request }: { scope: StaffScope; request: FastifyRequest }, portalId: number) => {
    const { serviceCompanyId, staffAccountId: byStaffAccountId } = scope
    const where = { serviceCompanyId, portalId, byStaffAccountId, origin: originOf(request) }
    app.deps.security.record({ what: 'staff.service.changed', result: 'ok', ...where })
  }

  route(app, listStaffServices, ({ db, scope, query, now }) => servicesOf(db, scope, { portalId: query.portal, now }))

  route(app, listServiceStaff, ({ db, scope }) => workingStaffOf(db, scope))

  route(
    app,
    readStaffService,
    async ({ db, scope, params, now }) => (await serviceOf(db, scope, params.serviceid, now)) ?? fail('not_found'),
  )

  route(app, createService, async call => {
    const { db, scope, body, now } = call
    const id = await serviceIdOf(db, scope, await addService(deps, scope, body, now))
    const made = (await serviceOf(db, scope, id, now)) ?? fail('not_found')
    record(call, made.portal.id)
    return made
  })

  route(app, changeService, async call => {
    const { db, scope, params, body: change, now, request } = call
    const serviceId = params.serviceid
    const requireCurrent = (version: string) => requireVersion(request, version)
    await changeBookableService(deps, scope, { serviceId, change, requireCurrent, now })
    const changed = (await serviceOf(db, scope, serviceId, now)) ?? fail('not_found')
    record(call, changed.portal.id)
    return changed
  })

  route(app, removeService, async call => {
    const { db, scope, params, now } = call
    const { portal } = (await serviceOf(db, scope, params.serviceid, now)) ?? fail('not_found')
    try {
      await deleteService(db, scope, params.serviceid)
    } catch (error) {
      if (!isForeignKeyViolation(error)) throw error
      fail('conflict', { detail: 'It was booked, or somebody is invited to book it. Switch it off instead.' })
    }
    record(call, portal.id)
  })

  route(app, previewService, ({ db, scope, body, now }) => preview(db, scope, body, now))
}
