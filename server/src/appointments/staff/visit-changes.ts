import type { Of } from '@portico/contract/endpoint'
import { type changeStaffVisit, type planVisit, visitHoursMax } from '@portico/contract/staff/planning/visits'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import type { Db } from '../../kernel/database/db.ts'
import { fail, failAt } from '../../kernel/errors/fail.ts'
import { newToken } from '../../kernel/security/secrets.ts'
import { toOneLine } from '../../kernel/text/one-line.ts'
import { insertHistory } from '../../tickets/staff/context-queries.ts'
import { lockTicketOrFail, staffContactOf } from '../../tickets/staff/queries.ts'
import { recordTicketAct } from '../../tickets/staff/ticket-act-queries.ts'
import type { VisitMailDeps } from '../answers.ts'
import { eventKeyPurpose } from '../booking.ts'
import { takeTime } from './collisions.ts'
import { sendVisitMails } from './visit-mails.ts'
import {
  announceTicket,
  canBeSent,
  findVisit,
  insertVisit,
  languageOf,
  markVisitCancelled,
  setVisitKey,
  ticketTitleOf,
  updateVisit,
  type VisitPlace,
  type VisitRow,
  type WrittenVisit,
} from './visit-queries.ts'

/** What planning a visit needs of the app's dependencies. */
export type VisitDeps = VisitMailDeps

type Planned = NonNullable<Of<typeof planVisit.body>>
type Changed = NonNullable<Of<typeof changeStaffVisit.body>>

const HOUR = 3_600_000

const lineOf = (text: string | null | undefined) => toOneLine(text ?? '') || null
const toText = (text: string | null | undefined) => (text ?? '').replace(/[^\P{Cc}\t\n\r]/gu, '').trim() || null

/** Fails unless the caller may send this person on visits of the portal: a technician only goes there. */
const requireSendable = async (db: Db, scope: StaffScope, staffId: number | null, portalId: number) => {
  if (scope.role === 'technician' && staffId !== scope.staffUserId)
    fail('forbidden', { detail: 'Technicians plan their own visits.' })
  if (staffId !== null && !(await canBeSent(db, scope, staffId, portalId)))
    failAt('not_found', 'body.staffId', 'names somebody who is not there, or does not work for the portal')
}

const requireTimes = ({ start, end }: Pick<WrittenVisit, 'start' | 'end'>) => {
  if (end <= start) failAt('invalid_request', 'body.endsOn', 'is not after startsOn')
  if (end.getTime() - start.getTime() > visitHoursMax * HOUR)
    failAt('invalid_request', 'body.endsOn', `is more than ${visitHoursMax} hours after startsOn`)
}

const placeOf = async (db: Db, scope: StaffScope, { ticketId, contactId }: Planned): Promise<VisitPlace> => {
  if ((ticketId === undefined) === (contactId === undefined))
    failAt('invalid_request', 'body.ticketId', 'or contactId is required, not both')
  if (ticketId !== undefined) return lockTicketOrFail(db, scope, ticketId)
  const contact = contactId === undefined ? undefined : await staffContactOf(db, scope, contactId)
  return contact
    ? { ...contact, ticketId: null }
    : failAt('not_found', 'body.contactId', 'names a customer that is not there')
}

/** Tells the ticket of a visit what became of it: its history, and open screens. */
const noteOnTicket = async (
  db: Db,
  scope: StaffScope,
  { ticketId, ...place }: VisitPlace,
  { before, after, now }: { before: Date | null; after: Date | null; now: Date },
) => {
  if (ticketId === null) return
  const ticket = { ...place, ticketId }
  const text = (date: Date | null) => date?.toISOString() ?? null
  if (text(before) !== text(after)) {
    await insertHistory(db, scope, ticket, { field: 'visit', before: text(before), after: text(after) }, now)
    await recordTicketAct(db, scope, ticket, { type: 'staff.ticket.changed', detail: { fields: ['visit'] } }, now)
  }
  await announceTicket(db, ticket, now)
}

const timeOf = ({ staffId, start, end }: WrittenVisit, id: number | null) =>
  staffId === null
    ? null
    : { staffUserId: staffId, start, end, except: id === null ? null : { kind: 'visit' as const, id } }

/** Plans a visit and mails it; returns its id. To be called in a transaction. */
export const plan = async (db: Db, deps: VisitDeps, scope: StaffScope, body: Planned, now: Date): Promise<number> => {
  const { serviceCompanyId, portalId, contactId, ticketId } = await placeOf(db, scope, body)
  const place = { serviceCompanyId, portalId, contactId, ticketId }
  const visit: WrittenVisit = {
    staffId: body.staffId,
    start: new Date(body.startsOn),
    end: new Date(body.endsOn),
    // A copy, because the page of the visit does not show the ticket.
    title: lineOf(body.title) ?? (await ticketTitleOf(db, place)),
    activityTypeName:
      lineOf(body.activityTypeName) ?? failAt('fill_required_fields', 'body.activityTypeName', 'is required'),
    address: lineOf(body.address),
    notes: toText(body.notes),
    email: body.email ?? null,
  }
  await requireSendable(db, scope, visit.staffId, portalId)
  requireTimes(visit)
  const key = newToken()
  const language = await languageOf(db, place, visit.email)
  const encryptedKey = deps.secrets.encrypt(key, eventKeyPurpose)
  const id = await takeTime(db, scope, timeOf(visit, null), db =>
    insertVisit(db, place, { ...visit, language, key, encryptedKey }),
  )
  const row = (await findVisit(db, scope, id)) ?? fail('internal')
  await noteOnTicket(db, scope, place, { before: null, after: visit.start, now })
  await sendVisitMails(deps, db, { row, previous: null, key, now })
  return id
}

/** The key of a visit's page; an old one gets its first. */
const keyOf = async (db: Db, { secrets }: VisitDeps, row: VisitRow): Promise<string> => {
  if (row.encryptedKey !== null) return secrets.decrypt(row.encryptedKey, eventKeyPurpose)
  const key = newToken()
  await setVisitKey(db, row, key, secrets.encrypt(key, eventKeyPurpose))
  return key
}

const requireOpen = (row: VisitRow) => {
  if (!row.mayChange) fail('forbidden', { detail: 'Technicians change their own visits.' })
  if (row.status !== 'planned') fail('conflict', { detail: `The visit is ${row.status}.` })
}

const changedVisit = (row: VisitRow, body: Changed): WrittenVisit => {
  const kept = <T>(value: T | undefined, before: T) => (value === undefined ? before : value)
  return {
    staffId: kept(body.staffId, row.staffId),
    start: body.startsOn === undefined ? row.startsAt : new Date(body.startsOn),
    end: body.endsOn === undefined ? row.endsAt : new Date(body.endsOn),
    title: body.title === undefined ? row.ownTitle : lineOf(body.title),
    activityTypeName:
      body.activityTypeName === undefined
        ? row.activityTypeName
        : (lineOf(body.activityTypeName) ?? failAt('fill_required_fields', 'body.activityTypeName', 'is required')),
    address: body.address === undefined ? row.ownAddress : lineOf(body.address),
    notes: body.notes === undefined ? row.notes : toText(body.notes),
    email: kept(body.email, row.email),
  }
}

/** Whether customer and technician are mailed about a change; a change of the notes alone is not mailed. */
const changesEntry = (row: VisitRow, visit: WrittenVisit) =>
  visit.staffId !== row.staffId ||
  visit.start.getTime() !== row.startsAt.getTime() ||
  visit.end.getTime() !== row.endsAt.getTime() ||
  visit.title !== row.ownTitle ||
  visit.activityTypeName !== row.activityTypeName ||
  visit.address !== row.ownAddress ||
  visit.email !== row.email

/** Changes a locked visit and mails the change. */
export const change = async (
  db: Db,
  deps: VisitDeps,
  scope: StaffScope,
  row: VisitRow,
  body: Changed,
  now: Date,
): Promise<void> => {
  requireOpen(row)
  const visit = changedVisit(row, body)
  if (visit.staffId !== row.staffId || scope.role === 'technician')
    await requireSendable(db, scope, visit.staffId, row.portalId)
  const isNotified = changesEntry(row, visit)
  if (!isNotified && visit.notes === row.notes) return
  const isMoved = visit.start.getTime() !== row.startsAt.getTime() || visit.end.getTime() !== row.endsAt.getTime()
  if (isMoved) requireTimes(visit)
  const language = visit.email === row.email ? row.language : await languageOf(db, row, visit.email)
  const takesTime = isMoved || visit.staffId !== row.staffId
  await takeTime(db, scope, takesTime ? timeOf(visit, row.id) : null, db =>
    updateVisit(db, row, { ...visit, language }, isNotified),
  )
  if (!isNotified) return
  const changed = (await findVisit(db, scope, row.id)) ?? fail('internal')
  await noteOnTicket(db, scope, row, { before: row.startsAt, after: visit.start, now })
  await sendVisitMails(deps, db, { row: changed, previous: row, key: await keyOf(db, deps, row), now })
}

/** Cancels a locked visit and mails that. */
export const cancel = async (db: Db, deps: VisitDeps, scope: StaffScope, row: VisitRow, now: Date): Promise<void> => {
  requireOpen(row)
  await markVisitCancelled(db, row)
  const cancelled = (await findVisit(db, scope, row.id)) ?? fail('internal')
  await noteOnTicket(db, scope, row, { before: row.startsAt, after: null, now })
  await sendVisitMails(deps, db, { row: cancelled, previous: row, key: await keyOf(db, deps, row), now })
}
