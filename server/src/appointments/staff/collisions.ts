import type { BoardEntry, VisitCollision } from '@portico/contract/staff/planning/visits'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { type Db, isExclusionViolation, sql, tx } from '../../kernel/database/db.ts'
import { fail } from '../../kernel/errors/fail.ts'
import { type BoardRange, entriesOf } from './board-queries.ts'

/** Time that is to be taken of a staff user; `except`: what gives up its own time by that. */
export type TakenTime = {
  staffUserId: number
  start: Date
  end: Date
  except: { kind: BoardEntry['kind']; id: number } | null
}

const collisionsOf = async (db: Db, scope: StaffScope, time: TakenTime): Promise<VisitCollision[]> => {
  const { staffUserId, start, end, except } = time
  const range: BoardRange = { from: start, to: end }
  const entries = await entriesOf(db, scope, { staffIds: [staffUserId], range, unassigned: false })
  const others = entries.filter(({ kind, id }) => except === null || kind !== except.kind || id !== except.id)
  if (others.length === 0) return []
  const { name } = await db.one<{ name: string }>(sql`select display_name as name from staff_user
    where service_company_id = ${scope.serviceCompanyId} and id = ${staffUserId}`)
  return others.map(({ kind, id, startsOn, heldUntil, customer, title, activityTypeName }) => ({
    kind,
    id,
    startsOn,
    endsOn: heldUntil,
    staffName: name,
    companyName: customer?.companyName ?? null,
    title: title ?? activityTypeName,
  }))
}

const failTaken = (collisions: VisitCollision[]) =>
  fail('conflict', { detail: 'The person has something else at this time.', collisions })

/**
 * Fails with `conflict` and `collisions` if a staff user has something else at a time. Until the transaction ends, nobody else takes time
 * of that person by this function or by a booking.
 */
const requireFree = async (db: Db, scope: StaffScope, time: TakenTime): Promise<void> => {
  await db.run(sql`select from staff_user where service_company_id = ${scope.serviceCompanyId} and id = ${time.staffUserId}
    for no key update`)
  const collisions = await collisionsOf(db, scope, time)
  if (collisions.length > 0) failTaken(collisions)
}

/** Writes what takes time of a staff user. Imports take it without the lock of {@link requireFree}: the exclusion constraint refuses then. */
export const takeTime = async <T>(
  db: Db,
  scope: StaffScope,
  time: TakenTime | null,
  write: (db: Db) => Promise<T>,
): Promise<T> => {
  if (time === null) return write(db)
  await requireFree(db, scope, time)
  try {
    return await tx(db, write)
  } catch (error) {
    if (isExclusionViolation(error, 'staff_hold_overlap')) failTaken(await collisionsOf(db, scope, time))
    throw error
  }
}
