import { listTicketsToPlan, planVisit, readVisitBoard, type VisitBoard } from '@portico/contract/staff/planning/visits'
import { setWorkingHours } from '@portico/contract/staff/working-hours'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/fixtures/app.ts'
import { anActivity, anAppointment, aService } from '../../../test/fixtures/appointments.ts'
import { aContact, aPortal, aStaffGroup, aStaffUser, aTicket, aUser } from '../../../test/fixtures/factories.ts'
import { aStaffAccount, asStaff } from '../../../test/fixtures/staff.ts'
import { sql } from '../../kernel/database/db.ts'

// Monday 2 March 2026, 09:30 in Rome.
const app = await testApp()
const { database } = app

const HOUR = 3_600_000
const hoursOf = ({ startsOn, endsOn }: VisitBoard['days'][number]) => (Date.parse(endsOn) - Date.parse(startsOn)) / HOUR

const aCompany = async (timeZone = 'Europe/Rome') => {
  const portal = await aPortal(database, { timeZone })
  const { serviceCompanyId } = portal
  const account = await aStaffAccount(app, { serviceCompanyId })
  return { ...portal, account, call: await asStaff(app, account) }
}

const shift = [
  { from: '08:00', to: '12:30' },
  { from: '14:00', to: '18:00' },
]
const week = [shift, shift, shift, shift, shift, [], [{ from: '00:30', to: '04:00' }]]

test('the board begins today, or on the Monday of the week, in the time zone of the portal', async () => {
  const { call } = await aCompany()
  const today = (await call(readVisitBoard)).body
  expect(today).toMatchObject({
    timeZone: 'Europe/Rome',
    days: [{ date: '2026-03-02', startsOn: '2026-03-01T23:00:00Z' }],
  })
  const { days } = (await call(readVisitBoard, { query: { from: '2026-03-26', days: 7, week: 'true' } })).body
  expect(days.map(({ date }) => date)).toEqual([
    '2026-03-23',
    '2026-03-24',
    '2026-03-25',
    '2026-03-26',
    '2026-03-27',
    '2026-03-28',
    '2026-03-29',
  ])
  for (const from of ['2026-02-30', '0000-00-00'])
    expect((await call(readVisitBoard, { query: { from } })).problem).toMatchObject({ status: 400 })
})

test('a day on which the clocks change has 23 or 25 hours, and its working hours are those that the clock shows', async () => {
  const { call } = await aCompany()
  await call(setWorkingHours, { body: { week, closings: [] } })
  const dayOf = async (from: string) => (await call(readVisitBoard, { query: { from } })).body.days[0]
  const spring = await dayOf('2026-03-29')
  expect(spring).toMatchObject({ startsOn: '2026-03-28T23:00:00Z', endsOn: '2026-03-29T22:00:00Z' })
  // From half past midnight to four, without the hour from two to three.
  expect(spring?.hours).toEqual([{ from: '2026-03-28T23:30:00Z', to: '2026-03-29T02:00:00Z' }])
  const autumn = await dayOf('2026-10-25')
  expect(autumn && hoursOf(autumn)).toBe(25)
  expect(autumn?.hours).toEqual([{ from: '2026-10-24T22:30:00Z', to: '2026-10-25T03:00:00Z' }])
  const before = await dayOf('2026-03-27')
  expect(before?.hours?.[0]).toEqual({ from: '2026-03-27T07:00:00Z', to: '2026-03-27T11:30:00Z' })
})

test('visits at both two o’clocks of the repeated hour are two visits', async () => {
  const { call, ...portal } = await aCompany()
  const { contactId } = await aContact(database, portal)
  const staffId = await aStaffUser(database, portal)
  for (const startsOn of ['2026-10-25T00:00:00Z', '2026-10-25T01:00:00Z']) {
    const endsOn = new Date(Date.parse(startsOn) + HOUR).toISOString()
    expect(
      (await call(planVisit, { body: { contactId, staffId, startsOn, endsOn, activityTypeName: 'Notte' } })).status,
    ).toBe(201)
  }
  const { entries } = (await call(readVisitBoard, { query: { from: '2026-10-25' } })).body
  expect(entries.map(({ startsOn }) => startsOn)).toEqual(['2026-10-25T00:00:00Z', '2026-10-25T01:00:00Z'])
})

test('a midnight that the clock skips is an hour later, and days of other time zones begin elsewhere', async () => {
  const beirut = await aCompany('Asia/Beirut')
  const { days } = (await beirut.call(readVisitBoard, { query: { from: '2026-03-29' } })).body
  expect(days[0] && hoursOf(days[0])).toBe(23)
  const newYork = await aCompany('America/New_York')
  const { body } = await newYork.call(readVisitBoard, { query: { from: '2026-03-10' } })
  expect(body).toMatchObject({ timeZone: 'America/New_York', days: [{ startsOn: '2026-03-10T04:00:00Z' }] })
})

test('closings have their name, and a company without working hours has none', async () => {
  const { call } = await aCompany()
  const first = (await call(readVisitBoard, { query: { from: '2026-04-06' } })).body
  expect(first.days[0]).toMatchObject({ closing: null, hours: null })
  const easterMonday = { name: 'Pasquetta', kind: 'easter' as const, from: null, to: null, days: 1 }
  await call(setWorkingHours, { body: { week, closings: [easterMonday] } })
  const closed = (await call(readVisitBoard, { query: { from: '2026-04-06' } })).body
  expect(closed.days[0]).toMatchObject({ closing: 'Pasquetta', hours: [] })
})

test('bookings, visits and what lasts over midnight are there once, cancelled ones are not', async () => {
  const { call, ...portal } = await aCompany()
  const person = await aUser(database, { contact: await aContact(database, portal) })
  const service = await aService(database, person)
  const [staffUserId = 0] = service.staff
  await anAppointment(database, app.deps.secrets, service, '2026-03-10T09:00:00Z')
  await anActivity(database, person, { staffUserId, start: '2026-03-10T22:30:00Z' })
  await anActivity(database, person, { staffUserId, start: '2026-03-10T11:00:00Z', status: 'cancelled' })
  await anActivity(database, person, { staffUserId, start: '2026-03-10T12:00:00Z', status: 'done' })
  const read = async (from: string) =>
    (await call(readVisitBoard, { query: { from } })).body.entries.map(({ kind, status }) => [kind, status])
  expect(await read('2026-03-10')).toEqual([
    ['booking', 'planned'],
    ['visit', 'done'],
    ['visit', 'planned'],
  ])
  expect(await read('2026-03-11')).toEqual([['visit', 'planned']])
  const { technicians } = (await call(readVisitBoard, { query: { from: '2026-03-10' } })).body
  expect(technicians.map(({ id }) => id)).toContain(staffUserId)
})

test('a group and a portal narrow the technicians, and another company’s portal is not found', async () => {
  const { call, account, ...portal } = await aCompany()
  const { serviceCompanyId } = portal
  const second = await aPortal(database, { serviceCompanyId })
  const groupId = await aStaffGroup(database, portal)
  const grouped = await aStaffAccount(app, { serviceCompanyId, role: 'technician', groupIds: [groupId] })
  const elsewhere = await aStaffAccount(app, { serviceCompanyId, role: 'technician', portalIds: [second.portalId] })
  const idsOf = async (query: Record<string, string | number>) =>
    (await call(readVisitBoard, { query })).body.technicians.map(({ id }) => id).sort()
  expect(await idsOf({})).toEqual([account.staffUserId, grouped.staffUserId, elsewhere.staffUserId].sort())
  expect(await idsOf({ group: groupId })).toEqual([grouped.staffUserId])
  expect(await idsOf({ portal: portal.company })).toEqual([account.staffUserId, grouped.staffUserId].sort())
  const foreign = await aPortal(database)
  expect((await call(readVisitBoard, { query: { portal: foreign.company } })).problem).toMatchObject({ status: 404 })
})

test('tickets to be planned are the open ones without a visit ahead, what is due first', async () => {
  const { call, ...portal } = await aCompany()
  const person = await aUser(database, { contact: await aContact(database, portal) })
  const later = await aTicket(database, person, { title: 'Più tardi' })
  const first = await aTicket(database, person, { title: 'Pompa ferma' })
  const planned = await aTicket(database, person)
  const past = await aTicket(database, person, { title: 'Da rifare' })
  await aTicket(database, person, { status: 2 })
  await database.run(sql`update ticket set due_at = '2026-03-03T10:00:00Z' where id = ${first.id}`)
  await anActivity(database, person, { ticketId: planned.id, start: '2026-03-10T09:00:00Z' })
  await anActivity(database, person, { ticketId: past.id, start: '2026-02-10T09:00:00Z' })
  const { body } = await call(listTicketsToPlan)
  expect(body.count).toBe(3)
  expect(body.tickets.map(({ id }) => id)).toEqual([first.id, later.id, past.id])
  expect(body.tickets[0]).toMatchObject({ email: person.email, customer: { companyName: person.companyName } })
  const found = await call(listTicketsToPlan, { query: { q: 'pompa' } })
  expect(found.body.tickets.map(({ id }) => id)).toEqual([first.id])
  const staffUserId = await aStaffUser(database, portal)
  await database.run(sql`update ticket set staff_user_id = ${staffUserId} where id = ${later.id}`)
  const ids = async (query: Record<string, string | number>) =>
    (await call(listTicketsToPlan, { query })).body.tickets.map(({ id }) => id)
  expect(await ids({ assignee: staffUserId })).toEqual([later.id])
  expect(await ids({ unassigned: 'true' })).toEqual([first.id, past.id])
})
