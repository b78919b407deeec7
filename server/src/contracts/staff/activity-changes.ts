import type { ActivityCorrection, NewActivity, StaffActivityChange } from '@portico/contract/staff/records/contracts'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import type { TicketKeys } from '../../kernel/access/ticket-keys.ts'
import type { Db } from '../../kernel/database/db.ts'
import { recordListChange } from '../../kernel/database/record-event.ts'
import { fail, failAt } from '../../kernel/errors/fail.ts'
import { requireCurrent } from '../../kernel/http/require-current.ts'
import { readInstant } from '../../records/definition/dates.ts'
import { Refusal } from '../../records/definition/refusal.ts'
import { tenantScopeOfStaff } from '../../records/definition/tenant-scope.ts'
import type { WriteDeps } from '../../records/write/run-write.ts'
import { type GivenLine, writeTogether } from '../../records/write/write-together.ts'
import { ticketKeysOf } from '../../tickets/staff/queries.ts'
import { insertTime } from '../../tickets/time-queries.ts'
import { insertActivity } from '../activity-changes-queries.ts'
import {
  findStaff,
  grantorPlaceOf,
  insertActivityChange,
  isOfTicket,
  type LockedActivity,
  lockActivity,
  syncTicketTime,
} from './activity-queries.ts'

const RECORD = 'contractActivity'
/** Most minutes of an entry of a ticket's time. */
const DAY_MINUTES = 24 * 60

/** Who has done it: whoever is named, by default the caller; a technician always. */
const requireStaff = async (db: Db, scope: StaffScope, staffUserId: number | null | undefined) => {
  if (scope.role === 'technician' && staffUserId !== undefined && staffUserId !== scope.staffUserId)
    failAt('forbidden', 'body.staffUserId', 'must be the caller')
  if (staffUserId === null) return null
  const id = staffUserId ?? scope.staffUserId
  const { externalId } =
    (await findStaff(db, scope, id)) ?? failAt('not_found', 'body.staffUserId', 'names nobody of the staff')
  return { id, externalId }
}

const instantIn = (text: string, timeZone: string): Date => {
  try {
    return readInstant(text, { field: 'start', timeZone, shiftDays: 0 })
  } catch (error) {
    if (error instanceof Refusal) return failAt('invalid_request', 'body.start', error.reason)
    throw error
  }
}

/** The ticket of an activity: one that the account sees, of the customer of the contract. */
const ticketOf = async (
  db: Db,
  scope: StaffScope,
  { contactId }: { contactId: number },
  ticketId: number,
): Promise<TicketKeys> => {
  const ticket = await ticketKeysOf(db, scope, ticketId)
  return ticket?.contactId === contactId
    ? ticket
    : failAt('not_found', 'body.ticketId', 'names no ticket of the customer')
}

/** Notes work under a contract or package, and as the time of a ticket if it names one; returns the id of the activity. */
export const noteWork = async (db: Db, scope: StaffScope, body: NewActivity, now: Date): Promise<number> => {
  const { activityContractId, contractPackageId, start, staffUserId, ticketId, activityTypeName, minutes = 0 } = body
  const field = activityContractId === undefined ? 'contractPackageId' : 'activityContractId'
  const id =
    activityContractId ?? contractPackageId ?? failAt('fill_required_fields', 'body.activityContractId', 'is missing')
  const table = activityContractId === undefined ? 'contract_package' : 'activity_contract'
  const place =
    (await grantorPlaceOf(db, scope, { table, id })) ??
    failAt('not_found', `body.${field}`, 'names something that is not there')
  const staff = await requireStaff(db, scope, staffUserId)
  const startsAt = instantIn(start, place.timeZone)
  const ticket = ticketId ? await ticketOf(db, scope, place, ticketId) : undefined
  const worker = staff?.id ?? null
  if (ticket && worker === null) failAt('fill_required_fields', 'body.staffUserId', 'is missing: of a ticket’s time')
  if (ticket && minutes < 1) failAt('fill_required_fields', 'body.minutes', 'is missing: of a ticket’s time')
  if (ticket && minutes > DAY_MINUTES) failAt('invalid_request', 'body.minutes', 'is more than a day, on a ticket')
  const activityId = await insertActivity(db, place, { ...body, startsAt, staffUserId: worker })
  if (ticket && worker !== null)
    await insertTime(
      db,
      ticket,
      { staffUserId: worker, minutes, activityTypeName, workedOn: startsAt, activityId },
      now,
    )
  return activityId
}

const readReason = (reason: string): string =>
  reason.trim() || failAt('fill_required_fields', 'body.reason', 'is missing')

type Target = { id: number; ifMatch: string | undefined; now: Date }

/** Locks an activity that the account may change; technicians their own. */
const lockOwn = async (db: Db, scope: StaffScope, { id, ifMatch }: Target): Promise<LockedActivity> => {
  const locked = (await lockActivity(db, scope, id)) ?? fail('not_found')
  if (scope.role === 'technician' && locked.staffUserId !== scope.staffUserId)
    fail('forbidden', { detail: 'Technicians correct their own activities.' })
  requireCurrent(ifMatch, locked.version)
  return locked
}

const requireAmounts = (
  { inHours }: LockedActivity,
  { minutes, units }: Pick<ActivityCorrection, 'minutes' | 'units'>,
) => {
  if (inHours && units !== undefined && units > 0)
    failAt('invalid_request', 'body.units', 'must not stand beside a contract of hours')
  if (!inHours && minutes !== undefined && minutes > 0)
    failAt('invalid_request', 'body.minutes', 'must not stand beside a contract of units')
}

const pathOf = ({ type: _type }: GivenLine, field: string) => (field === 'staff' ? 'staffUserId' : field)

/** Corrects an activity by the rules of its record; what it was and why is kept, and the time of its ticket changes along. */
export const correctWork = (
  deps: WriteDeps,
  scope: StaffScope,
  target: Target,
  { reason: given, staffUserId, address, ...change }: ActivityCorrection,
): Promise<void> =>
  writeTogether(
    deps,
    { tenantScope: tenantScopeOfStaff(scope), now: target.now, pathOf },
    async (db, { read, write }) => {
      const reason = readReason(given)
      const locked = await lockOwn(db, scope, target)
      requireAmounts(locked, change)
      const staff = staffUserId === undefined ? undefined : await requireStaff(db, scope, staffUserId)
      const { addressType, ...line } = await read(RECORD, locked.externalId)
      const place = address?.trim() || null
      await write([
        {
          ...line,
          ...change,
          ...(address === undefined ? { addressType } : { address: place }),
          ...(staff !== undefined && { staff: staff?.externalId ?? null }),
        },
      ])
      const { facts: after, version } = (await lockActivity(db, scope, locked.id)) ?? fail('not_found')
      if (version === locked.version) return
      if (await isOfTicket(db, locked)) {
        if (after.minutes > DAY_MINUTES) failAt('invalid_request', 'body.minutes', 'is more than a day, on a ticket')
        await syncTicketTime(db, locked, after.minutes)
      }
      await insertActivityChange(db, scope, locked, { what: 'corrected', after, reason, now: target.now })
      await recordListChange(db, locked, 'contract')
    },
  )

/** Removes an activity, which its history keeps. */
export const removeWork = (
  deps: WriteDeps,
  scope: StaffScope,
  target: Target,
  given: string,
): Promise<StaffActivityChange> =>
  writeTogether(deps, { tenantScope: tenantScopeOfStaff(scope), now: target.now }, async (db, { remove }) => {
    const reason = readReason(given)
    const locked = await lockOwn(db, scope, target)
    const { serviceCompanyId: company, portalId: portal, contactId: contact } = locked
    await remove(RECORD, { company, portal, contact }, [locked.id])
    await recordListChange(db, locked, 'contract')
    return insertActivityChange(db, scope, locked, { what: 'removed', after: null, reason, now: target.now })
  })
