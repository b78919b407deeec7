import {
  finishBooking,
  finishVisit,
  listTimeSources,
  readStaffDay,
  readVisitHistory,
  reopenBooking,
  reopenVisit,
} from '@portico/contract/staff/planning/day'
import { insertActivity, requireGrantor } from '../../../contracts/activity-changes-queries.ts'
import type { StaffScope } from '../../../kernel/access/staff-scope.ts'
import { type Db, tx } from '../../../kernel/database/db.ts'
import { recordStaffAct } from '../../../kernel/database/record-event.ts'
import { fail, failAt } from '../../../kernel/errors/fail.ts'
import { type App, type CallOf, route } from '../../../kernel/http/route.ts'
import { readRange } from '../../../kernel/time/date-range.ts'
import { dayOf as dayAt } from '../../../kernel/time/local-time.ts'
import { insertTime } from '../../../tickets/time-queries.ts'
import { clockOf } from '../absences/queries.ts'
import {
  announceVisit,
  dayOf,
  type FinishedBooking,
  type FinishedVisit,
  findStaffUser,
  historyOf,
  insertBookingVisit,
  lockFinishedBooking,
  lockVisit,
  minutesOf,
  setBookingDone,
  setDone,
  timeSourcesOf,
} from './queries.ts'

const lockOpenVisit = async (db: Db, scope: StaffScope, visitId: number): Promise<FinishedVisit> => {
  const visit = (await lockVisit(db, scope, visitId)) ?? fail('not_found')
  return visit.status === 'cancelled' ? fail('already_cancelled') : visit
}

type FinishCall = CallOf<typeof finishVisit>

/** Notes time on a visit and, where it is taken from a contract, as an activity of it. */
const noteTime = async (
  db: Db,
  visit: FinishedVisit,
  { scope, body, now, minutes }: Pick<FinishCall, 'scope' | 'body' | 'now'> & { minutes: number },
) => {
  const { activityContractId, contractPackageId } = body
  const activityTypeName = body.activityTypeName?.replace(/\p{Cc}+/gu, ' ').trim() || visit.activityTypeName
  // The work is that of the visit, unless it was finished before it was to begin.
  const workedOn = visit.startsAt < now ? visit.startsAt : new Date(now.getTime() - minutes * 60_000)
  const grantor = { activityContractId, contractPackageId }
  const isAssigned = Boolean(activityContractId ?? contractPackageId)
  if (isAssigned && !(await requireGrantor(db, visit, grantor)).inHours)
    failAt('invalid_request', 'body.activityContractId', 'counts units, not hours')
  const { address } = visit
  const activity = {
    ...grantor,
    activityTypeName,
    startsAt: workedOn,
    minutes,
    staffUserId: scope.staffUserId,
    address,
  }
  const activityId = isAssigned ? await insertActivity(db, visit, activity) : null
  await insertTime(db, visit, { staffUserId: scope.staffUserId, minutes, activityTypeName, workedOn, activityId }, now)
  const { serviceCompanyId, portalId, contactId, ticketId } = visit
  const actor = { serviceCompanyId, portalId, contactId, staffUserId: scope.staffUserId }
  const about = ticketId === null ? {} : { ticketId }
  await recordStaffAct(db, actor, { type: 'staff.time.noted', ...about, detail: { minutes } }, now)
}

type Finish = Pick<FinishCall, 'scope' | 'body' | 'now'>

/** Marks a visit as done, with its time; returns how much is noted on it. */
const finish = async (db: Db, visit: FinishedVisit, { scope, body, now }: Finish) => {
  const minutes = body.minutes ?? null
  if (visit.status !== 'done') await setDone(db, visit, true)
  if (minutes !== null) await noteTime(db, visit, { scope, body, now, minutes })
  await announceVisit(db, visit, now)
  return { minutes: await minutesOf(db, visit) }
}

const reopen = async (db: Db, visit: FinishedVisit, now: Date) => {
  if (visit.status === 'done') await setDone(db, visit, false)
  await announceVisit(db, visit, now)
}

/** A booking that can be done: neither cancelled nor waiting to be confirmed. */
const lockOpenBooking = async (db: Db, scope: StaffScope, bookingId: number): Promise<FinishedBooking> => {
  const booking = (await lockFinishedBooking(db, scope, bookingId)) ?? fail('not_found')
  if (booking.isCancelled) fail('already_cancelled')
  return booking.isUnconfirmed ? fail('conflict', { detail: 'Its visitor has not confirmed it yet.' }) : booking
}

/** The visit of a booking, which becomes that of the customer who is named; undefined: it has none. */
const visitOfBooking = async (db: Db, booking: FinishedBooking, contactId: number | null | undefined) => {
  if (!contactId) return booking.visitId
  if (booking.visitId !== null) failAt('invalid_request', 'body.contactId', 'must not be there: it has a customer')
  const visitId = await insertBookingVisit(db, booking, contactId)
  return visitId ?? failAt('not_found', 'body.contactId', 'names no customer of the portal')
}

/** Registers the day of one member of the staff, and how a visit ends. */
export const dayRoutes = (app: App): void => {
  const { database } = app.deps

  route(app, readStaffDay, async ({ db, scope, query, now }) => {
    const staffUserId = query.staffUser ?? scope.staffUserId
    if (scope.role === 'technician' && staffUserId !== scope.staffUserId) fail('not_found')
    const staffUser = (await findStaffUser(db, scope, staffUserId)) ?? fail('not_found')
    const timeZone = await clockOf(db, scope)
    const day = query.day ?? dayAt(now, timeZone)
    if (!/^\d{4}-\d\d-\d\d$/.test(day)) failAt('invalid_request', 'query.day', 'is not a day: YYYY-MM-DD')
    const { from, to } = readRange({ from: day, to: day }, timeZone)
    const entries = from && to ? await dayOf(db, scope, { staffUserId, from, to }) : []
    return { day, timeZone, staffUser, entries }
  })

  route(
    app,
    readVisitHistory,
    async ({ db, scope, params }) => (await historyOf(db, scope, params.visitid)) ?? fail('not_found'),
  )

  route(app, listTimeSources, async ({ db, scope, params, query, now }) => {
    const at = query.at === undefined ? now : new Date(Math.min(Date.parse(query.at), now.getTime()))
    return (await timeSourcesOf(db, scope, params.contactid, at)) ?? fail('not_found')
  })

  route(app, finishVisit, async ({ db, scope, params, body, now }) =>
    finish(db, await lockOpenVisit(db, scope, params.visitid), { scope, body, now }),
  )

  route(app, reopenVisit, ({ scope, params, now }) =>
    tx(database, async db => reopen(db, await lockOpenVisit(db, scope, params.visitid), now)),
  )

  route(app, finishBooking, async ({ db, scope, params, body, now }) => {
    const booking = await lockOpenBooking(db, scope, params.bookingid)
    const visitId = await visitOfBooking(db, booking, body.contactId)
    if (visitId !== null) {
      if (booking.isDone) await setBookingDone(db, booking, null)
      return finish(db, await lockOpenVisit(db, scope, visitId), { scope, body, now })
    }
    if (body.minutes) failAt('fill_required_fields', 'body.contactId', 'is missing: time is noted for a customer')
    if (!booking.isDone) await setBookingDone(db, booking, now)
    return { minutes: 0 }
  })

  route(app, reopenBooking, ({ scope, params, now }) =>
    tx(database, async db => {
      const booking = await lockOpenBooking(db, scope, params.bookingid)
      if (booking.visitId !== null) await reopen(db, await lockOpenVisit(db, scope, booking.visitId), now)
      else if (booking.isDone) await setBookingDone(db, booking, null)
    }),
  )
}
