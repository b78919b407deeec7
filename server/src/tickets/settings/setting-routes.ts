import {
  changeTicketStep,
  changeTicketType,
  createTicketStep,
  createTicketType,
  listStaffTicketSteps,
  listStaffTicketTypes,
  orderTicketSteps,
  orderTicketTypes,
  removeTicketStep,
  removeTicketType,
} from '@portico/contract/staff/ticket-settings'
import type { FastifyRequest } from 'fastify'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import type { Db } from '../../kernel/database/db.ts'
import { requireVersion } from '../../kernel/http/precondition.ts'
import { type App, route } from '../../kernel/http/route.ts'
import { originOf, type SecurityEvent } from '../../kernel/security/security-log.ts'
import { type ReachedPortal, requireReachedPortal } from '../../portals/reach-queries.ts'
import { ticketStepsIn, ticketTypesIn } from '../portal-queries.ts'
import { changeSettings, pick, writeOrder } from './setting-queries.ts'
import { addStep, changeStep, removeStep, toStaffStep } from './ticket-steps.ts'
import { addType, changeType, removeType, toStaffType } from './ticket-types.ts'

type Caller = { scope: StaffScope; request: FastifyRequest }
type Change = Pick<SecurityEvent, 'what' | 'reason'>

/** Registers what administrators do with the types and steps of a portal's tickets. */
export const ticketSettingRoutes = (app: App): void => {
  const { security } = app.deps

  const record = ({ scope, request }: Caller, { portalId }: ReachedPortal, change: Change) => {
    const { serviceCompanyId, staffAccountId: byStaffAccountId } = scope
    security.record({
      ...change,
      result: 'ok',
      serviceCompanyId,
      portalId,
      byStaffAccountId,
      origin: originOf(request),
    })
  }

  const typesIn = async (db: Db, portal: ReachedPortal) => (await ticketTypesIn(db, portal)).map(toStaffType)
  const stepsIn = async (db: Db, portal: ReachedPortal) => (await ticketStepsIn(db, portal)).map(toStaffStep)

  route(app, listStaffTicketTypes, async ({ db, scope, params }) =>
    typesIn(db, await requireReachedPortal(db, scope, params.portalid)),
  )

  route(app, createTicketType, async call => {
    const { db, scope, params, body } = call
    const portal = await requireReachedPortal(db, scope, params.portalid)
    const made = await changeSettings(db, portal, async db => {
      const id = await addType(db, portal, body)
      return pick(await typesIn(db, portal), id)
    })
    record(call, portal, { what: 'staff.ticketType.changed', reason: 'made' })
    return made
  })

  route(app, changeTicketType, async call => {
    const { db, scope, params, body, request } = call
    const portal = await requireReachedPortal(db, scope, params.portalid)
    const { before, after } = await changeSettings(db, portal, async db => {
      const types = await ticketTypesIn(db, portal)
      const before = pick(types, params.typeid)
      requireVersion(request, before.version)
      await changeType(db, portal, { types, before, change: body })
      return { before, after: pick(await typesIn(db, portal), before.id) }
    })
    if (before.isArchived !== after.isArchived)
      record(call, portal, { what: 'staff.ticketType.changed', reason: after.isArchived ? 'archived' : 'restored' })
    else if (before.version !== after.version) record(call, portal, { what: 'staff.ticketType.changed' })
    return after
  })

  route(app, removeTicketType, async call => {
    const { db, scope, params } = call
    const portal = await requireReachedPortal(db, scope, params.portalid)
    const outcome = await changeSettings(db, portal, db => removeType(db, portal, params.typeid))
    record(call, portal, { what: 'staff.ticketType.changed', reason: outcome })
    return { outcome }
  })

  route(app, orderTicketTypes, async call => {
    const { db, scope, params, body } = call
    const portal = await requireReachedPortal(db, scope, params.portalid)
    const types = await changeSettings(db, portal, async db => {
      const rows = await ticketTypesIn(db, portal)
      await writeOrder(db, portal, 'task_type', { rows, ids: body.ids })
      return typesIn(db, portal)
    })
    record(call, portal, { what: 'staff.ticketType.changed', reason: 'order' })
    return types
  })

  route(app, listStaffTicketSteps, async ({ db, scope, params }) =>
    stepsIn(db, await requireReachedPortal(db, scope, params.portalid)),
  )

  route(app, createTicketStep, async call => {
    const { db, scope, params, body } = call
    const portal = await requireReachedPortal(db, scope, params.portalid)
    const made = await changeSettings(db, portal, async db => {
      const id = await addStep(db, portal, body)
      return pick(await stepsIn(db, portal), id)
    })
    record(call, portal, { what: 'staff.ticketStep.changed', reason: 'made' })
    return made
  })

  route(app, changeTicketStep, async call => {
    const { db, scope, params, body, request } = call
    const portal = await requireReachedPortal(db, scope, params.portalid)
    const { before, after } = await changeSettings(db, portal, async db => {
      const steps = await ticketStepsIn(db, portal)
      const before = pick(steps, params.stepid)
      requireVersion(request, before.version)
      await changeStep(db, portal, { steps, before, change: body })
      return { before, after: pick(await stepsIn(db, portal), before.id) }
    })
    if (before.version !== after.version) {
      const reason = before.isArchived === after.isArchived ? undefined : 'restored'
      record(call, portal, { what: 'staff.ticketStep.changed', reason })
    }
    return after
  })

  route(app, removeTicketStep, async call => {
    const { db, scope, params } = call
    const portal = await requireReachedPortal(db, scope, params.portalid)
    const outcome = await changeSettings(db, portal, db => removeStep(db, portal, params.stepid))
    record(call, portal, { what: 'staff.ticketStep.changed', reason: outcome })
    return { outcome }
  })

  route(app, orderTicketSteps, async call => {
    const { db, scope, params, body } = call
    const portal = await requireReachedPortal(db, scope, params.portalid)
    const steps = await changeSettings(db, portal, async db => {
      const rows = await ticketStepsIn(db, portal)
      await writeOrder(db, portal, 'task_step', { rows, ids: body.ids })
      return stepsIn(db, portal)
    })
    record(call, portal, { what: 'staff.ticketStep.changed', reason: 'order' })
    return steps
  })
}
