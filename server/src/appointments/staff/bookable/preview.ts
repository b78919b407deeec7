import type { ServicePreview } from '@portico/contract/staff/planning/bookable'
import type { StaffScope } from '../../../kernel/access/staff-scope.ts'
import type { Db } from '../../../kernel/database/db.ts'
import { failAt } from '../../../kernel/errors/fail.ts'
import { dayOf } from '../../../kernel/time/local-time.ts'
import { findFreeStarts, findOfferedStarts, isWithinHours, type ServiceSchedule } from '../../slots.ts'
import { requireStaff } from './changes.ts'
import { bookingsAheadOf, busyTimesOf, findServiceRow, portalOf } from './queries.ts'
import { type Week, weeklyHoursOf } from './week-rules.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const DAYS_SHOWN = 7
const STARTS_SHOWN = 6
const OUTSIDE_SHOWN = 20

const instant = (time: Date | number) => new Date(time).toISOString().replace(/\.\d{3}Z$/, 'Z')

/** A schedule as the staff write it. */
export type WrittenSchedule = {
  durationMinutes: number
  bufferMinutes: number
  week: Week
  closedDays: string[]
  keepsClosings: boolean
  noticeHours: number
  horizonDays: number
}

const daysOf = (starts: readonly number[], timeZone: string): ServicePreview['days'] => {
  const days = new Map<string, number[]>()
  for (const start of starts) {
    const day = dayOf(new Date(start), timeZone)
    if (!days.has(day) && days.size === DAYS_SHOWN) break
    days.set(day, [...(days.get(day) ?? []), start])
  }
  return [...days].map(([day, starts]) => ({
    day,
    starts: starts.slice(0, STARTS_SHOWN).map(instant),
    more: Math.max(0, starts.length - STARTS_SHOWN),
  }))
}

/** What a service would offer with this schedule and these staff, and which of its bookings ahead lie outside of it. */
export const preview = async (
  db: Db,
  scope: StaffScope,
  {
    portalId,
    serviceId,
    staffIds,
    ...written
  }: WrittenSchedule & { portalId: number; serviceId?: number; staffIds: number[] },
  now: Date,
): Promise<ServicePreview> => {
  const portal = (await portalOf(db, scope, portalId)) ?? failAt('not_found', 'body.portalId', 'is not there')
  await requireStaff(db, scope, staffIds)
  if (serviceId !== undefined) {
    const service = await findServiceRow(db, scope, serviceId)
    if (service?.portalId !== portalId) failAt('not_found', 'body.serviceId', 'is not there')
  }
  const schedule: ServiceSchedule = {
    durationMinutes: written.durationMinutes,
    bufferMinutes: written.bufferMinutes,
    weeklyHours: weeklyHoursOf(written.week),
    closedDays: written.closedDays,
    closings: written.keepsClosings ? portal.closings : [],
    noticeMinutes: written.noticeHours * 60,
    horizonDays: written.horizonDays,
    timeZone: portal.timeZone,
  }
  const from = now.getTime()
  const to = from + (written.horizonDays + 2) * DAY
  const starts = findOfferedStarts(schedule, { from, to }, now)
  const busy = await busyTimesOf(db, scope, { staffIds, from: new Date(from), to: new Date(to) })
  const ahead = serviceId === undefined ? [] : await bookingsAheadOf(db, scope, { serviceId, now })
  const outside = ahead.filter(
    ({ start, end }) => !isWithinHours(schedule, { from: start.getTime(), to: end.getTime() }),
  )
  return {
    timeZone: portal.timeZone,
    days: daysOf(findFreeStarts(schedule, starts, busy), portal.timeZone),
    outside: outside
      .slice(0, OUTSIDE_SHOWN)
      .map(({ id, start, companyName }) => ({ id, start: instant(start), companyName })),
    outsideCount: outside.length,
  }
}
