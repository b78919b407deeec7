import {
  type Absence,
  changeAbsence,
  checkAbsence,
  createAbsence,
  listAbsences,
  removeAbsence,
} from '@portico/contract/staff/planning/absences'
import type { StaffScope } from '../../../kernel/access/staff-scope.ts'
import { type Db, tx } from '../../../kernel/database/db.ts'
import { fail, failAt } from '../../../kernel/errors/fail.ts'
import { requireVersion } from '../../../kernel/http/precondition.ts'
import { type App, route } from '../../../kernel/http/route.ts'
import { readRange } from '../../../kernel/time/date-range.ts'
import { dayOf } from '../../../kernel/time/local-time.ts'
import { takeTime } from '../collisions.ts'
import { readSpan, writtenSpan } from './absence-span.ts'
import {
  type AbsenceRow,
  absenceOf,
  absencesOf,
  clockOf,
  deleteAbsence,
  insertAbsence,
  isStaff,
  lockAbsence,
  takenTimeOf,
  updateAbsence,
  type WrittenAbsence,
} from './queries.ts'

type Body = { staffUserId: number; from: string; to: string; kind: WrittenAbsence['kind']; note?: string | null }

const instant = (time: Date) => time.toISOString().replace(/\.\d{3}Z$/, 'Z')

const answered = (row: AbsenceRow, timeZone: string): Absence => ({
  ...row,
  ...writtenSpan(row, timeZone),
  start: instant(row.start),
  end: instant(row.end),
  timeZone,
})

const requireStaff = async (db: Db, scope: StaffScope, staffUserId: number) => {
  if (!(await isStaff(db, scope, staffUserId)))
    failAt('not_found', 'body.staffUserId', 'names somebody who is not there')
}

const readBody = (body: Body, timeZone: string): WrittenAbsence => ({
  staffUserId: body.staffUserId,
  ...readSpan(body, timeZone),
  kind: body.kind,
  note: body.note?.trim() || null,
})

/** Registers when the staff are away. */
export const absenceRoutes = (app: App): void => {
  const { database } = app.deps

  route(app, listAbsences, async ({ db, scope, query, now }) => {
    const timeZone = await clockOf(db, scope)
    const { from, to } = readRange(
      { from: query.from ?? dayOf(now, timeZone), ...(query.to && { to: query.to }) },
      timeZone,
    )
    const rows = await absencesOf(db, scope, { from: from ?? now, to, staffUserId: query.staffUser })
    return rows.map(row => answered(row, timeZone))
  })

  route(app, checkAbsence, async ({ db, scope, body }) => {
    await requireStaff(db, scope, body.staffUserId)
    const { start, end } = readSpan(body, await clockOf(db, scope))
    return takenTimeOf(db, scope, { staffUserId: body.staffUserId, start, end, absenceId: body.absenceId })
  })

  route(app, createAbsence, async ({ db, scope, body }) => {
    await requireStaff(db, scope, body.staffUserId)
    const timeZone = await clockOf(db, scope)
    const absence = readBody(body, timeZone)
    const id = await takeTime(db, scope, { ...absence, except: null }, db => insertAbsence(db, scope, absence))
    return answered((await absenceOf(db, scope, id)) ?? fail('not_found'), timeZone)
  })

  route(app, changeAbsence, ({ scope, params: { absenceid: id }, body, request }) =>
    tx(database, async db => {
      requireVersion(request, (await lockAbsence(db, scope, id)) ?? fail('not_found'))
      await requireStaff(db, scope, body.staffUserId)
      const timeZone = await clockOf(db, scope)
      const absence = readBody(body, timeZone)
      const time = { ...absence, except: { kind: 'absence', id } } as const
      await takeTime(db, scope, time, db => updateAbsence(db, scope, { id, ...absence }))
      return answered((await absenceOf(db, scope, id)) ?? fail('not_found'), timeZone)
    }),
  )

  route(app, removeAbsence, ({ scope, params: { absenceid: id }, request }) =>
    tx(database, async db => {
      requireVersion(request, (await lockAbsence(db, scope, id)) ?? fail('not_found'))
      await deleteAbsence(db, scope, id)
    }),
  )
}
