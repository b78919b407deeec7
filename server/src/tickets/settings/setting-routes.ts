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
import { type AllowedPortal, requireAllowedPortal } from '../../portals/allowed-queries.ts'
import { ticketStepsIn, ticketTypesIn } from '../portal-queries.ts'
import { changeSettings, pick, writeOrder } from './setting-queries.ts'
import { addStep, changeStep, removeStep, toStaffStep } from './ticket-steps.ts'
import { addType, changeType, removeType, toStaffType } from './ticket-types.ts'

type Call = { db: Db; scope: StaffScope; request: FastifyRequest; params: { portalid: number } }
type Change = Pick<SecurityEvent, 'what' | 'reason'>

/** What a change answers, and what is written into the security log: nothing without `log`. */
type Outcome<Reply> = { reply: Reply; log?: Change | undefined }

/** Registers what administrators do with the types and steps of a portal's tickets. */
export const ticketSettingRoutes = (app: App): void => {
  const { security } = app.deps

  /** Runs a change of the portal of a call, after those before it, and records it. */
  const change = async <Reply>(
    { db, scope, request, params }: Call,
    work: (db: Db, portal: AllowedPortal) => Promise<Outcome<Reply>>,
  ): Promise<Reply> => {
    const portal = await requireAllowedPortal(db, scope, params.portalid)
    const { reply, log } = await changeSettings(db, portal, db => work(db, portal))
    const { serviceCompanyId, staffAccountId: byStaffAccountId } = scope
    const { portalId } = portal
    if (log)
      security.record({ ...log, result: 'ok', serviceCompanyId, portalId, byStaffAccountId, origin: originOf(request) })
    return reply
  }

  const typesIn = async (db: Db, portal: AllowedPortal) => (await ticketTypesIn(db, portal)).map(toStaffType)
  const stepsIn = async (db: Db, portal: AllowedPortal) => (await ticketStepsIn(db, portal)).map(toStaffStep)
  const typeChanged = (reason?: Change['reason']): Change => ({ what: 'staff.ticketType.changed', reason })
  const stepChanged = (reason?: Change['reason']): Change => ({ what: 'staff.ticketStep.changed', reason })

  route(app, listStaffTicketTypes, async ({ db, scope, params }) =>
    typesIn(db, await requireAllowedPortal(db, scope, params.portalid)),
  )

  route(app, createTicketType, call =>
    change(call, async (db, portal) => {
      const id = await addType(db, portal, call.body)
      return { reply: pick(await typesIn(db, portal), id), log: typeChanged('made') }
    }),
  )

  route(app, changeTicketType, call =>
    change(call, async (db, portal) => {
      const types = await ticketTypesIn(db, portal)
      const before = pick(types, call.params.typeid)
      requireVersion(call.request, before.version)
      await changeType(db, portal, { types, before, change: call.body })
      const after = pick(await typesIn(db, portal), before.id)
      if (before.isArchived !== after.isArchived)
        return { reply: after, log: typeChanged(after.isArchived ? 'archived' : 'restored') }
      return { reply: after, log: before.version === after.version ? undefined : typeChanged() }
    }),
  )

  route(app, removeTicketType, call =>
    change(call, async (db, portal) => {
      const outcome = await removeType(db, portal, call.params.typeid)
      return { reply: { outcome }, log: typeChanged(outcome) }
    }),
  )

  route(app, orderTicketTypes, call =>
    change(call, async (db, portal) => {
      const rows = await ticketTypesIn(db, portal)
      await writeOrder(db, portal, 'task_type', { rows, ids: call.body.ids })
      return { reply: await typesIn(db, portal), log: typeChanged('order') }
    }),
  )

  route(app, listStaffTicketSteps, async ({ db, scope, params }) =>
    stepsIn(db, await requireAllowedPortal(db, scope, params.portalid)),
  )

  route(app, createTicketStep, call =>
    change(call, async (db, portal) => {
      const id = await addStep(db, portal, call.body)
      return { reply: pick(await stepsIn(db, portal), id), log: stepChanged('made') }
    }),
  )

  route(app, changeTicketStep, call =>
    change(call, async (db, portal) => {
      const steps = await ticketStepsIn(db, portal)
      const before = pick(steps, call.params.stepid)
      requireVersion(call.request, before.version)
      await changeStep(db, portal, { steps, before, change: call.body })
      const after = pick(await stepsIn(db, portal), before.id)
      if (before.version === after.version) return { reply: after }
      return { reply: after, log: stepChanged(before.isArchived === after.isArchived ? undefined : 'restored') }
    }),
  )

  route(app, removeTicketStep, call =>
    change(call, async (db, portal) => {
      const outcome = await removeStep(db, portal, call.params.stepid)
      return { reply: { outcome }, log: stepChanged(outcome) }
    }),
  )

  route(app, orderTicketSteps, call =>
    change(call, async (db, portal) => {
      const rows = await ticketStepsIn(db, portal)
      await writeOrder(db, portal, 'task_step', { rows, ids: call.body.ids })
      return { reply: await stepsIn(db, portal), log: stepChanged('order') }
    }),
  )
}
