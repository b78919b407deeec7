import {
  cancelStaffVisit,
  changeStaffVisit,
  listTicketsToPlan,
  planVisit,
  readStaffVisit,
  readVisitBoard,
  type StaffVisit,
} from '@portico/contract/staff/planning/visits'
import type { FastifyReply } from 'fastify'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { type Db, tx } from '../../kernel/database/db.ts'
import { fail, failAt } from '../../kernel/errors/fail.ts'
import { requireVersion } from '../../kernel/http/precondition.ts'
import { type App, route } from '../../kernel/http/route.ts'
import { daysOf, entriesOf, portalsOf, techniciansOf } from './board-queries.ts'
import { ticketsToPlan } from './to-plan-queries.ts'
import { cancel, change, plan } from './visit-changes.ts'
import { findVisit, lockVisit, type VisitRow } from './visit-queries.ts'

const formatInstant = (time: Date) => time.toISOString().replace(/\.\d{3}Z$/, 'Z')

const toVisit = (row: VisitRow): StaffVisit => {
  const { id, staffId, startsAt, endsAt, status, title, activityTypeName, contactId, companyName } = row
  const { portal, ticket, address, phone, notes, email, version, mayChange } = row
  return {
    id,
    staffId,
    startsOn: formatInstant(startsAt),
    endsOn: formatInstant(endsAt),
    status,
    title,
    activityTypeName,
    customer: { id: contactId, companyName },
    portal,
    ticket,
    address,
    phone,
    notes,
    email,
    version,
    mayChange,
  }
}

const answer = async (db: Db, scope: StaffScope, visitId: number, reply: FastifyReply): Promise<StaffVisit> => {
  const row = (await findVisit(db, scope, visitId)) ?? fail('not_found')
  reply.header('etag', `"${row.version}"`)
  return toVisit(row)
}

/** A day as the query has it; fails for one that no calendar has. */
const readDay = (day: string | undefined): string | null => {
  if (day === undefined) return null
  const time = Date.parse(`${day}T00:00:00Z`)
  const isDay = !Number.isNaN(time) && new Date(time).toISOString().startsWith(day)
  return isDay && day > '1970' && day < '2200' ? day : failAt('invalid_request', 'query.from', 'is no day')
}

/** Registers the board and what is planned on it. */
export const staffVisitRoutes = (app: App): void => {
  const { deps } = app

  route(app, readVisitBoard, async ({ db, scope, query, now }) => {
    const { portal, group, days: count = 1, week = false } = query
    const portals = await portalsOf(db, scope)
    const chosen = portals.filter(({ webPortalKey }) => portal === undefined || webPortalKey === portal)
    const [first] = chosen
    if (portal !== undefined && !first) failAt('not_found', 'query.portal', 'names a portal that is not there')
    const timeZone = first?.timeZone ?? 'UTC'
    const place = { timeZone, portalId: chosen.length === 1 ? (first?.id ?? null) : null }
    const days = await daysOf(db, scope, place, { from: readDay(query.from), days: count, week, now })
    const range = { from: new Date(days[0]?.startsOn ?? now), to: new Date(days.at(-1)?.endsOn ?? now) }
    const technicians = await techniciansOf(db, scope, { portalIds: chosen.map(({ id }) => id), group, range })
    const staffIds = technicians.map(({ id }) => id)
    const entries = await entriesOf(db, scope, { staffIds, range, unassigned: group === undefined })
    const shown = portals.map(({ timeZone: _, ...one }) => one)
    return { timeZone, days, portals: shown, technicians, entries }
  })

  route(app, listTicketsToPlan, ({ db, scope, query: { q, portal, group, assignee, unassigned }, now }) =>
    ticketsToPlan(db, scope, { q, portal, group, assignee, unassigned }, now),
  )

  route(app, readStaffVisit, ({ db, scope, params, reply }) => answer(db, scope, params.visitid, reply))

  route(app, planVisit, async ({ db, scope, body, now, reply }) =>
    answer(db, scope, await plan(db, deps, scope, body, now), reply),
  )

  route(app, changeStaffVisit, ({ db, scope, params, body, now, request, reply }) =>
    tx(db, async db => {
      const row = (await lockVisit(db, scope, params.visitid)) ?? fail('not_found')
      requireVersion(request, row.version)
      await change(db, deps, scope, row, body, now)
      return answer(db, scope, params.visitid, reply)
    }),
  )

  route(app, cancelStaffVisit, ({ db, scope, params, now, request, reply }) =>
    tx(db, async db => {
      const row = (await lockVisit(db, scope, params.visitid)) ?? fail('not_found')
      requireVersion(request, row.version)
      await cancel(db, deps, scope, row, now)
      return answer(db, scope, params.visitid, reply)
    }),
  )
}
