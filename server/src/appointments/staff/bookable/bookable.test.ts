import { listBookableServices, listSlots, readAppointment } from '@portico/contract/appointments'
import {
  changeService,
  createService,
  listServiceStaff,
  listStaffServices,
  previewService,
  readStaffService,
  removeService,
} from '@portico/contract/staff/planning/bookable'
import { setWorkingHours } from '@portico/contract/staff/working-hours'
import { expect, test } from 'vitest'
import { testApp } from '../../../../test/fixtures/app.ts'
import { anAppointment, anInvitation, aService } from '../../../../test/fixtures/appointments.ts'
import { aContact, aPortal, aStaffUser } from '../../../../test/fixtures/factories.ts'
import { aStaffAccount, asStaff } from '../../../../test/fixtures/staff.ts'

// The clock shows Monday, 2 March, half past nine in Rome.
const app = await testApp()
const { database, deps } = app

const office = [
  { from: '09:00', to: '12:00' },
  { from: '14:00', to: '17:00' },
]
const week = [office, office, office, office, office, [], []]

const anOffice = async (given: object = {}) => {
  const portal = await aPortal(database, given)
  const account = await aStaffAccount(app, { serviceCompanyId: portal.serviceCompanyId })
  const technician = await aStaffUser(database, portal)
  const body = {
    portalId: portal.portalId,
    key: 'sopralluogo',
    name: ' Sopralluogo ',
    durationMinutes: 60,
    bufferMinutes: 0,
    week,
    closedDays: [],
    keepsClosings: false,
    noticeHours: 24,
    horizonDays: 30,
    staffIds: [technician],
  }
  return { portal, account, technician, body, staff: await asStaff(app, account) }
}

test('a service is set up, offered, changed and switched off', async () => {
  const { portal, staff, body, technician } = await anOffice()
  const made = await staff(createService, { body: { ...body, description: '  ' } })
  expect(made.status).toBe(201)
  expect(made.body).toMatchObject({
    name: 'Sopralluogo',
    description: null,
    week,
    isActive: true,
    bookingsAhead: 0,
    staff: [{ id: technician }],
    timeZone: 'Europe/Rome',
  })
  const params = { company: portal.company, eventkey: 'sopralluogo' }
  const slots = (await app.call(listSlots, { params })).body
  expect(slots[0]).toEqual({ start: '2026-03-03T09:00:00Z', end: '2026-03-03T10:00:00Z' })

  const serviceid = made.body.id
  const change = (patch: object, version: string) =>
    staff(changeService, { params: { serviceid }, body: patch, headers: { 'if-match': `"${version}"` } })
  const changed = await change({ description: 'A casa tua', durationMinutes: 90 }, made.body.version)
  expect(changed.body).toMatchObject({ description: 'A casa tua', durationMinutes: 90, name: 'Sopralluogo' })
  expect((await change({ durationMinutes: 30 }, made.body.version)).problem.code).toBe('conflict')
  expect((await change({ description: null }, changed.body.version)).body.description).toBeNull()

  await staff(changeService, { params: { serviceid }, body: { isActive: false } })
  expect((await app.call(listBookableServices, { params: { company: portal.company } })).body).toEqual([])
  expect((await app.call(readAppointment, { params })).problem).toMatchObject({ status: 410, detail: 'off' })
  expect((await staff(removeService, { params: { serviceid } })).status).toBe(204)
  expect((await staff(readStaffService, { params: { serviceid } })).problem.code).toBe('not_found')
})

test('what is no service is refused at its field', async () => {
  const { staff, body } = await anOffice()
  await staff(createService, { body })
  const stranger = await aStaffUser(database, await aPortal(database))
  for (const [given, path, code] of [
    [{ key: 'sopralluogo' }, 'body.key', 'conflict'],
    [{ key: 'Due parole' }, 'body.key', 'invalid_request'],
    [{ key: 'cancellation' }, 'body.key', 'invalid_request'],
    [{ name: '  ' }, 'body.name', 'fill_required_fields'],
    [{ week: week.map(() => []) }, 'body.week', 'invalid_request'],
    [{ week: [[{ from: '9:00', to: '12:00' }], ...week.slice(1)] }, 'body.week[0][0]', 'invalid_request'],
    [{ week: [[...office, { from: '11:00', to: '13:00' }], ...week.slice(1)] }, 'body.week[0][2]', 'invalid_request'],
    [{ closedDays: ['2026-02-30'] }, 'body.closedDays[0]', 'invalid_request'],
    [{ durationMinutes: 5 }, 'body.durationMinutes', 'invalid_request'],
    [{ staffIds: [stranger] }, 'body.staffIds', 'not_found'],
  ] as const) {
    const { problem } = await staff(createService, { body: { ...body, key: 'altro', ...given } as typeof body })
    expect([problem.code, problem.errors?.[0]?.path], JSON.stringify(given)).toEqual([code, path])
  }
  expect((await staff(listStaffServices)).body).toHaveLength(1)
})

test('the preview has the next free times and the bookings that new hours leave out, and changes nothing', async () => {
  const { portal, staff, body, technician } = await anOffice()
  const service = await aService(database, portal, { staff: [technician] })
  await anAppointment(database, deps.secrets, service, '2026-03-05T08:00:00Z')
  await anAppointment(database, deps.secrets, service, '2026-03-06T14:00:00Z')
  const mornings = [[{ from: '09:00', to: '12:00' }], [], [], [{ from: '09:00', to: '12:00' }], [], [], []]
  const { key: _key, name: _name, ...schedule } = body
  const seen = await staff(previewService, { body: { ...schedule, week: mornings, serviceId: service.serviceId } })
  expect(seen.body.days.slice(0, 2)).toEqual([
    // 9 o'clock is booked.
    { day: '2026-03-05', starts: ['2026-03-05T09:00:00Z', '2026-03-05T10:00:00Z'], more: 0 },
    {
      day: '2026-03-09',
      starts: ['2026-03-09T08:00:00Z', '2026-03-09T09:00:00Z', '2026-03-09T10:00:00Z'],
      more: 0,
    },
  ])
  expect(seen.body.outsideCount).toBe(1)
  expect(seen.body.outside).toMatchObject([{ start: '2026-03-06T14:00:00Z' }])
  expect((await staff(readStaffService, { params: { serviceid: service.serviceId } })).body.week[1]).toHaveLength(1)
})

test('days on which the company is closed are left out where the service keeps them', async () => {
  const { portal, staff, body } = await anOffice()
  const closings = [{ name: 'Inventario', kind: 'once', from: '2026-03-03', to: '2026-03-04', days: null } as const]
  await staff(setWorkingHours, { body: { week, closings } })
  const params = { company: portal.company, eventkey: 'sopralluogo' }
  const first = async () => (await app.call(listSlots, { params })).body[0]?.start
  const { id } = (await staff(createService, { body })).body
  expect(await first()).toBe('2026-03-03T09:00:00Z')
  await staff(changeService, { params: { serviceid: id }, body: { keepsClosings: true } })
  expect(await first()).toBe('2026-03-05T08:00:00Z')
})

test.each([
  ['Europe/Rome', '2026-03-29', ['2026-03-28T23:00:00Z', '2026-03-29T00:00:00Z', '2026-03-29T01:00:00Z']],
  ['America/New_York', '2026-03-08', ['2026-03-08T05:00:00Z', '2026-03-08T06:00:00Z', '2026-03-08T07:00:00Z']],
])('the night in which the clocks go forward in %s has an hour less', async (timeZone, day, starts) => {
  const { staff, body } = await anOffice({ timeZone })
  const night = [...week.slice(0, 6), [{ from: '00:00', to: '04:00' }]]
  const { key: _key, name: _name, ...schedule } = body
  const seen = await staff(previewService, { body: { ...schedule, week: [[], [], [], [], [], [], night[6] ?? []] } })
  expect(seen.body.days.find(one => one.day === day)).toEqual({ day, starts, more: 0 })
})

test('a service that was booked or invited to stays', async () => {
  const { portal, staff } = await anOffice()
  const booked = await aService(database, portal)
  await anAppointment(database, deps.secrets, booked, '2026-03-05T08:00:00Z')
  const invited = await aService(database, portal)
  const contact = await aContact(database, portal)
  const key = await anInvitation(database, deps.secrets, contact, invited)
  for (const { serviceId } of [booked, invited])
    expect((await staff(removeService, { params: { serviceid: serviceId } })).problem.code).toBe('conflict')
  await staff(changeService, { params: { serviceid: invited.serviceId }, body: { isActive: false } })
  const params = { company: portal.company, eventkey: key }
  expect((await app.call(readAppointment, { params })).problem).toMatchObject({ status: 410, detail: 'off' })
})

test('administrators of the portal alone set services up; all staff of it read them', async () => {
  const { portal, staff, body } = await anOffice()
  const { serviceCompanyId, portalId } = portal
  const second = await aPortal(database, { serviceCompanyId })
  const { id } = (await staff(createService, { body })).body
  const params = { serviceid: id }
  const { key: _key, name: _name, ...schedule } = body
  for (const role of ['technician', 'office'] as const) {
    const other = await asStaff(app, await aStaffAccount(app, { serviceCompanyId, role }))
    expect((await other(listStaffServices)).body).toHaveLength(1)
    expect((await other(listServiceStaff)).body.length).toBeGreaterThan(1)
    expect((await other(createService, { body })).status).toBe(403)
    expect((await other(changeService, { params, body: { name: 'x' } })).status).toBe(403)
    expect((await other(removeService, { params })).status).toBe(403)
    expect((await other(previewService, { body: schedule })).status).toBe(403)
  }
  for (const given of [{}, { serviceCompanyId, portalIds: [second.portalId] }]) {
    const stranger = await asStaff(app, await aStaffAccount(app, given))
    expect((await stranger(listStaffServices, { query: { portal: portalId } })).body).toEqual([])
    expect((await stranger(readStaffService, { params })).status).toBe(404)
    expect((await stranger(changeService, { params, body: { name: 'x' } })).status).toBe(404)
    expect((await stranger(removeService, { params })).status).toBe(404)
    expect((await stranger(createService, { body })).problem.errors?.[0]?.path).toBe('body.portalId')
    expect((await stranger(previewService, { body: schedule })).status).toBe(404)
  }
  expect((await app.call(listStaffServices)).status).toBe(401)
  // A service of another portal is not looked into.
  const elsewhere = await aService(database, second)
  const seen = await staff(previewService, { body: { ...schedule, serviceId: elsewhere.serviceId } })
  expect(seen.status).toBe(404)
})
