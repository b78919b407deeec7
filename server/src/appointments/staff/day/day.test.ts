import { cancelAppointment, readAppointment, rescheduleAppointment } from '@portico/contract/appointments'
import { createAbsence } from '@portico/contract/staff/planning/absences'
import { moveBooking } from '@portico/contract/staff/planning/bookings'
import {
  finishBooking,
  finishVisit,
  listTimeSources,
  readStaffDay,
  readVisitHistory,
  reopenBooking,
  reopenVisit,
} from '@portico/contract/staff/planning/day'
import { readStaffTicket } from '@portico/contract/staff/tickets'
import { expect, test } from 'vitest'
import { testApp } from '../../../../test/fixtures/app.ts'
import { anActivity, anAppointment, aService } from '../../../../test/fixtures/appointments.ts'
import { anActivityContract } from '../../../../test/fixtures/contracts.ts'
import { aContact, aPortal, aStaffGroup, aTicket, aUser, aWikiElement } from '../../../../test/fixtures/factories.ts'
import { aStaffAccount, asStaff } from '../../../../test/fixtures/staff.ts'
import { sql } from '../../../kernel/database/db.ts'

// Monday 2 March 2026, 09:30 in Rome.
const app = await testApp()
const { database, deps } = app
const today = '2026-03-02'
const eight = '2026-03-02T07:00:00Z'

const aTechnician = async (given: object = {}) => {
  const portal = await aPortal(database, given)
  const { serviceCompanyId } = portal
  const account = await aStaffAccount(app, { serviceCompanyId, role: 'technician' })
  const person = await aUser(database, { contact: await aContact(database, portal) })
  const { id: wikiElementId } = await aWikiElement(database, person)
  const { id: ticketId } = await aTicket(database, person, { wikiElementId, title: 'Caldaia in blocco' })
  await anActivity(database, person, { start: eight, ticketId, staffUserId: account.staffUserId })
  const staff = await asStaff(app, account)
  const visit = async () => (await staff(readStaffDay)).body.entries[0] ?? expect.fail('no visit')
  const as = async (more: object) => asStaff(app, await aStaffAccount(app, { serviceCompanyId, ...more }))
  return { portal, account, staff, person, ticketId, wikiElementId, visit, as, staffUserId: account.staffUserId }
}

test('the day has visits with address, telephone and asset, bookings and absences, first to last', async () => {
  const { portal, staff, staffUserId, ticketId, person, as } = await aTechnician()
  const service = await aService(database, portal, { staff: [staffUserId] })
  await anAppointment(database, deps.secrets, service, '2026-03-02T13:00:00Z')
  await anActivity(database, person, { start: '2026-03-02T09:00:00Z', staffUserId, status: 'cancelled' })
  await anActivity(database, person, { start: '2026-03-03T09:00:00Z', staffUserId })
  const office = await as({ role: 'office' })
  await office(createAbsence, {
    body: { staffUserId, from: `${today} 16:00`, to: `${today} 18:00`, kind: 'leave' },
  })
  const { body } = await staff(readStaffDay)
  expect(body).toMatchObject({ day: today, timeZone: 'Europe/Rome', staffUser: { id: staffUserId } })
  expect(body.entries.map(({ kind, start }) => [kind, start])).toEqual([
    ['visit', eight],
    ['booking', '2026-03-02T13:00:00Z'],
    ['absence', '2026-03-02T15:00:00Z'],
  ])
  expect(body.entries[0]).toMatchObject({
    status: 'planned',
    title: 'Sostituzione sonda',
    companyName: person.companyName,
    contactId: person.contactId,
    address: 'Via Roma 1',
    person: person.referentName,
    ticket: { id: ticketId, title: 'Caldaia in blocco' },
    asset: { name: expect.any(String), folderName: expect.any(String) },
    minutes: 0,
  })
  expect(body.entries[1]).toMatchObject({ phone: '0461 555010', companyName: 'Officine Prova', contactId: null })
  expect(
    (await office(readStaffDay, { query: { staffUser: staffUserId, day: '2026-03-03' } })).body.entries,
  ).toHaveLength(1)
  expect((await staff(readStaffDay, { query: { day: '2026-02-30' } })).problem.code).toBe('invalid_request')
})

test.each([
  ['Europe/Rome', '2026-03-29', ['2026-03-28T23:00:00Z', '2026-03-29T21:00:00Z'], '2026-03-29T22:00:00Z'],
  ['America/New_York', '2026-11-01', ['2026-11-01T04:00:00Z', '2026-11-02T04:00:00Z'], '2026-11-02T05:00:00Z'],
])('a day on which the clocks change in %s has its hours', async (timeZone, day, inside, outside) => {
  const { staff, person, staffUserId } = await aTechnician({ timeZone })
  for (const start of [...inside, outside]) await anActivity(database, person, { start, staffUserId })
  const { entries } = (await staff(readStaffDay, { query: { day } })).body
  expect(entries.map(({ start }) => start)).toEqual(inside)
})

test('time of a visit is taken from the contract that ran then, also where another has followed', async () => {
  const { staff, person } = await aTechnician()
  const before = await anActivityContract(database, person, {
    start: '2025-03-01T00:00:00Z',
    end: '2026-03-01T00:00:00Z',
  })
  const after = await anActivityContract(database, person, { start: '2026-03-01T00:00:00Z' })
  const params = { contactid: person.contactId }
  const offered = async (query: { at?: string }) =>
    (await staff(listTimeSources, { params, query })).body.map(({ activityContractId }) => activityContractId)
  expect(await offered({})).toEqual([after])
  expect(await offered({ at: '2026-02-28T08:00:00Z' })).toEqual([before])
  expect((await staff(listTimeSources, { params, query: { at: 'yesterday' } })).problem.code).toBe('invalid_request')
  // A visit that is finished before it was to begin is work of now.
  expect(await offered({ at: '2027-02-01T08:00:00Z' })).toEqual([after])
})

test('a visit is done, with time on its ticket and on a contract of the customer', async () => {
  const { staff, visit, person, ticketId, as } = await aTechnician()
  const contractId = await anActivityContract(database, person, { name: 'Assistenza' })
  const { id } = await visit()
  const sources = await staff(listTimeSources, { params: { contactid: person.contactId } })
  expect(sources.body).toMatchObject([{ activityContractId: contractId, name: 'Assistenza' }])
  const params = { visitid: id }
  const done = await staff(finishVisit, { params, body: { minutes: 90, activityContractId: contractId } })
  expect(done.body).toEqual({ minutes: 90 })
  expect(await visit()).toMatchObject({ status: 'done', minutes: 90 })
  const office = await as({ role: 'office' })
  const { time } = (await office(readStaffTicket, { params: { ticketid: ticketId } })).body
  expect(time).toMatchObject([
    { minutes: 90, activityTypeName: 'Intervento in sede', contract: 'Assistenza', workedOn: eight },
  ])
  const [activity] = await database.many(sql`select minutes, starts_at as at, address from contract_activity
    where activity_contract_id = ${contractId} order by id desc limit 1`)
  expect(activity).toEqual({ minutes: 90, at: new Date(eight), address: 'Via Roma 1' })
  // More time may follow, and a mistaken tap is taken back.
  const more = await staff(finishVisit, { params, body: { minutes: 15, activityTypeName: 'Viaggio' } })
  expect(more.body).toEqual({ minutes: 105 })
  expect((await staff(reopenVisit, { params })).status).toBe(204)
  expect(await visit()).toMatchObject({ status: 'planned', minutes: 105 })
})

test('time of a visit without a ticket is kept with the visit', async () => {
  const { staff, person, staffUserId } = await aTechnician()
  await anActivity(database, person, { start: '2026-03-02T09:00:00Z', staffUserId })
  const { id } = (await staff(readStaffDay)).body.entries[1] ?? expect.fail()
  const params = { visitid: id }
  expect((await staff(finishVisit, { params, body: {} })).body).toEqual({ minutes: 0 })
  expect((await staff(finishVisit, { params, body: { minutes: 30 } })).body).toEqual({ minutes: 30 })
})

test('a booking of nobody known is done as it is, or as the visit of the customer who is named', async () => {
  const { portal, staff, staffUserId, person } = await aTechnician()
  const service = await aService(database, portal, { staff: [staffUserId], noticeMinutes: 0 })
  const eventkey = await anAppointment(database, deps.secrets, service, '2026-03-02T13:00:00Z')
  const booking = async () => (await staff(readStaffDay)).body.entries[1] ?? expect.fail('no booking')
  const { id } = await booking()
  const params = { bookingid: id }
  const alone = await staff(finishBooking, { params, body: { minutes: 30 } })
  expect(alone.problem.errors?.[0]?.path).toBe('body.contactId')
  expect((await staff(finishBooking, { params, body: {} })).body).toEqual({ minutes: 0 })
  expect(await booking()).toMatchObject({ kind: 'booking', status: 'done' })
  // Neither the staff nor the visitor move what is done.
  const moved = await staff(moveBooking, { params, body: { start: '2026-03-04T10:00:00Z' } })
  expect(moved.problem.code).toBe('conflict')
  const at = { company: service.company, eventkey }
  expect((await app.call(readAppointment, { params: at })).body).toMatchObject({
    appointment: { uncancellable: 'too_late' },
  })
  expect((await app.call(cancelAppointment, { params: at })).problem.code).toBe('too_late')
  const later = { params: at, body: { start: '2026-03-04T10:00:00Z' } }
  expect((await app.call(rescheduleAppointment, later)).problem.code).toBe('too_late')
  expect((await staff(reopenBooking, { params })).status).toBe(204)
  expect(await booking()).toMatchObject({ status: 'planned' })

  const stranger = await aUser(database)
  const sibling = await aContact(database, await aPortal(database, { serviceCompanyId: portal.serviceCompanyId }))
  for (const { contactId } of [stranger, sibling]) {
    const refused = await staff(finishBooking, { params, body: { minutes: 30, contactId } })
    expect(refused.problem.errors?.[0]?.path).toBe('body.contactId')
  }
  const activityContractId = await anActivityContract(database, person, { name: 'Assistenza' })
  const body = { minutes: 45, activityContractId, contactId: person.contactId }
  expect((await staff(finishBooking, { params, body })).body).toEqual({ minutes: 45 })
  expect(await booking()).toMatchObject({ kind: 'visit', status: 'done', contactId: person.contactId, minutes: 45 })
  const work = await database.many(sql`select minutes from contract_activity
    where activity_contract_id = ${activityContractId} order by id desc limit 1`)
  expect(work).toEqual([{ minutes: 45 }])
  const { contactId: _, ...more } = body
  expect((await staff(finishBooking, { params, body: more })).body).toEqual({ minutes: 90 })
  expect((await staff(finishBooking, { params, body })).problem.errors?.[0]?.path).toBe('body.contactId')
  expect((await staff(reopenBooking, { params })).status).toBe(204)
  expect(await booking()).toMatchObject({ kind: 'visit', status: 'planned', minutes: 90 })
})

test('what cannot be noted is refused, and the visit stays as it was', async () => {
  const { staff, visit, person, as, staffUserId } = await aTechnician()
  const units = await anActivityContract(database, person, { inHours: false })
  const stranger = await anActivityContract(database, await aUser(database))
  const params = { visitid: (await visit()).id }
  for (const [body, path] of [
    [{ minutes: 0 }, 'body.minutes'],
    [{ minutes: 30, activityContractId: stranger }, 'body.activityContractId'],
    [{ minutes: 30, activityContractId: units }, 'body.activityContractId'],
    [{ minutes: 30, activityContractId: units, contractPackageId: 1 }, 'body.contractPackageId'],
  ] as const)
    expect((await staff(finishVisit, { params, body })).problem.errors?.[0]?.path).toBe(path)
  expect(await visit()).toMatchObject({ status: 'planned', minutes: 0 })
  await database.run(sql`update planned_activity set status = 'cancelled' where staff_user_id = ${staffUserId}`)
  const office = await as({ role: 'office' })
  expect((await office(finishVisit, { params, body: {} })).problem.code).toBe('already_cancelled')
})

test('the history is that of the asset, without tickets of other groups', async () => {
  const { staff, visit, person, portal, wikiElementId, ticketId } = await aTechnician()
  const earlier = await aTicket(database, person, { wikiElementId, title: 'Pressione bassa' })
  await aTicket(database, person, { title: 'Altro impianto' })
  const group = await aStaffGroup(database, portal)
  await aTicket(database, person, { wikiElementId, title: 'Di altri', staffGroupId: group })
  await anActivity(database, person, { start: '2026-02-02T09:00:00Z', ticketId: earlier.id, status: 'done' })
  const { id } = await visit()
  const { body } = await staff(readVisitHistory, { params: { visitid: id } })
  expect(body.of).toBe('asset')
  expect(body.entries.map(({ kind, title }) => [kind, title]).sort()).toEqual([
    ['ticket', 'Pressione bassa'],
    ['visit', 'Sostituzione sonda'],
  ])
  await database.run(sql`update ticket set wiki_element_id = null where id = ${ticketId}`)
  const all = (await staff(readVisitHistory, { params: { visitid: id } })).body
  expect(all.of).toBe('customer')
  expect(all.entries.map(({ title }) => title)).toContain('Altro impianto')
  expect(all.entries.map(({ title }) => title)).not.toContain('Di altri')
})

test('a technician reads the own day and finishes own visits; strangers find nothing', async () => {
  const { portal, staff, visit, as, staffUserId, person } = await aTechnician()
  const service = await aService(database, portal, { staff: [staffUserId] })
  await anAppointment(database, deps.secrets, service, '2026-03-02T13:00:00Z')
  const bookingid = (await staff(readStaffDay)).body.entries[1]?.id ?? expect.fail('no booking')
  const { serviceCompanyId } = portal
  const second = await aPortal(database, { serviceCompanyId })
  const params = { visitid: (await visit()).id }
  const colleague = await as({ role: 'technician' })
  expect((await colleague(readStaffDay, { query: { staffUser: staffUserId } })).status).toBe(404)
  const limited = await as({ role: 'office', portalIds: [second.portalId] })
  expect((await limited(readStaffDay, { query: { staffUser: staffUserId } })).body.entries).toEqual([])
  const stranger = await asStaff(app, await aStaffAccount(app))
  expect((await stranger(readStaffDay, { query: { staffUser: staffUserId } })).status).toBe(404)
  for (const call of [colleague, limited, stranger]) {
    expect((await call(finishVisit, { params, body: {} })).status).toBe(404)
    expect((await call(reopenVisit, { params })).status).toBe(404)
    expect((await call(readVisitHistory, { params })).status).toBe(404)
    expect((await call(finishBooking, { params: { bookingid }, body: {} })).status).toBe(404)
    expect((await call(reopenBooking, { params: { bookingid } })).status).toBe(404)
  }
  for (const call of [limited, stranger])
    expect((await call(listTimeSources, { params: { contactid: person.contactId } })).status).toBe(404)
})
