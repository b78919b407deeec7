import { listSlots } from '@portico/contract/appointments'
import {
  changeAbsence,
  checkAbsence,
  createAbsence,
  listAbsences,
  removeAbsence,
} from '@portico/contract/staff/planning/absences'
import { expect, test } from 'vitest'
import { testApp } from '../../../../test/fixtures/app.ts'
import { anActivity, anAppointment, aService } from '../../../../test/fixtures/appointments.ts'
import { aContact, aPortal, aStaffUser } from '../../../../test/fixtures/factories.ts'
import { aStaffAccount, asStaff } from '../../../../test/fixtures/staff.ts'

const app = await testApp()
const { database, deps } = app

const anOffice = async (given: object = {}) => {
  const portal = await aPortal(database, given)
  const technician = await aStaffUser(database, portal)
  const account = await aStaffAccount(app, { serviceCompanyId: portal.serviceCompanyId, role: 'office' })
  const absence = { staffUserId: technician, from: '2026-03-05', to: '2026-03-06', kind: 'holiday' as const }
  return { portal, technician, absence, staff: await asStaff(app, account) }
}

test('an absence takes the slots of its days, which come back when it is taken back', async () => {
  const { portal, staff, absence, technician } = await anOffice()
  const service = await aService(database, portal, { staff: [technician] })
  const params = { company: portal.company, eventkey: service.key }
  const days = async () => {
    const slots = (await app.call(listSlots, { params, query: { from: '2026-03-03', to: '2026-03-09' } })).body
    return [...new Set(slots.map(({ start }) => start.slice(8, 10)))]
  }
  expect(await days()).toEqual(['03', '04', '05', '06', '09'])
  const made = await staff(createAbsence, { body: { ...absence, note: ' In montagna ' } })
  expect(made.status).toBe(201)
  expect(made.body).toMatchObject({
    start: '2026-03-04T23:00:00Z',
    end: '2026-03-06T23:00:00Z',
    isAllDay: true,
    from: '2026-03-05',
    to: '2026-03-06',
    note: 'In montagna',
    kind: 'holiday',
  })
  expect(await days()).toEqual(['03', '04', '09'])
  const change = (body: object, version: string) =>
    staff(changeAbsence, {
      params: { absenceid: made.body.id },
      body: { ...absence, ...body },
      headers: { 'if-match': `"${version}"` },
    })
  const part = await change({ from: '2026-03-05 08:00', to: '2026-03-05 13:00', kind: 'leave' }, made.body.version)
  expect(part.body).toMatchObject({ isAllDay: false, from: '2026-03-05 08:00', to: '2026-03-05 13:00', note: null })
  expect((await change({}, made.body.version)).problem.code).toBe('conflict')
  expect(await days()).toEqual(['03', '04', '05', '06', '09'])
  const remove = (version: string) =>
    staff(removeAbsence, { params: { absenceid: made.body.id }, headers: { 'if-match': `"${version}"` } })
  expect((await remove(made.body.version)).problem.code).toBe('conflict')
  expect((await staff(listAbsences)).body).toEqual([part.body])
  expect((await remove(part.body.version)).status).toBe(204)
  expect((await staff(listAbsences)).body).toEqual([])
})

test('what is planned or booked stands in the way, and is told', async () => {
  const { portal, staff, absence, technician } = await anOffice()
  const contact = await aContact(database, portal)
  const service = await aService(database, portal, { staff: [technician] })
  await anActivity(database, contact, { start: '2026-03-05T09:00:00Z', staffUserId: technician })
  await anAppointment(database, deps.secrets, service, '2026-03-06T09:00:00Z')
  const refused = await staff(createAbsence, { body: absence })
  expect(refused.problem).toMatchObject({
    status: 409,
    code: 'conflict',
    collisions: [{ kind: 'visit' }, { kind: 'booking' }],
  })
  const taken = await staff(checkAbsence, { body: { staffUserId: technician, from: absence.from, to: absence.to } })
  expect(taken.body).toMatchObject([
    { kind: 'visit', title: 'Sostituzione sonda', start: '2026-03-05T09:00:00Z' },
    { kind: 'booking', title: 'Controllo caldaia', start: '2026-03-06T09:00:00Z' },
  ])
  expect((await staff(listAbsences)).body).toEqual([])
  const { body } = await staff(createAbsence, { body: { ...absence, from: '2026-03-07', to: '2026-03-07' } })
  // Two absences of one person do not overlap either; one does not stand in its own way.
  expect((await staff(createAbsence, { body: { ...absence, from: '2026-03-07', to: '2026-03-08' } })).status).toBe(409)
  const own = { staffUserId: technician, from: '2026-03-07', to: '2026-03-08', absenceId: body.id }
  expect((await staff(checkAbsence, { body: own })).body).toEqual([])
  // Nothing is planned into it.
  await expect(
    anActivity(database, contact, { start: '2026-03-07T09:00:00Z', staffUserId: technician }),
  ).rejects.toThrow('staff_hold_overlap')
})

test.each([
  ['Europe/Rome', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'],
  ['America/New_York', '2026-03-29T04:00:00Z', '2026-03-30T04:00:00Z'],
])('a day is the company’s, also where the clocks change: %s', async (timeZone, start, end) => {
  const { staff, absence } = await anOffice({ timeZone })
  const { body } = await staff(createAbsence, { body: { ...absence, from: '2026-03-29', to: '2026-03-29' } })
  expect(body).toMatchObject({ start, end, from: '2026-03-29', to: '2026-03-29', timeZone })
})

test('what is no absence is refused', async () => {
  const { staff, absence } = await anOffice()
  const stranger = await aStaffUser(database, await aPortal(database))
  for (const [given, path] of [
    [{ from: '2026-02-30' }, 'body.from'],
    [{ from: '2026-03-05 24:00' }, 'body.from'],
    [{ to: 'domani' }, 'body.to'],
    [{ from: '2026-03-07' }, 'body.to'],
    [{ to: '2029-03-07' }, 'body.to'],
    [{ staffUserId: stranger }, 'body.staffUserId'],
    [{ kind: 'x' }, 'body.kind'],
  ] as const) {
    const { problem } = await staff(createAbsence, { body: { ...absence, ...given } as typeof absence })
    expect(problem.errors?.[0]?.path, JSON.stringify(given)).toBe(path)
  }
})

test('technicians see when colleagues are away and not why; the office of another company sees nothing', async () => {
  const { portal, staff, absence, technician } = await anOffice()
  const { serviceCompanyId } = portal
  const { id } = (await staff(createAbsence, { body: { ...absence, kind: 'sick', note: 'Influenza' } })).body
  const as = async (given: object) => asStaff(app, await aStaffAccount(app, given))
  const self = await as({ serviceCompanyId, role: 'technician', staffUserId: technician })
  const colleague = await as({ serviceCompanyId, role: 'technician' })
  expect((await self(listAbsences)).body).toMatchObject([{ kind: 'sick', note: 'Influenza' }])
  expect((await colleague(listAbsences)).body).toMatchObject([{ id, kind: null, note: null }])
  const params = { absenceid: id }
  const check = { staffUserId: technician, from: absence.from, to: absence.to }
  for (const call of [self, colleague]) {
    expect((await call(createAbsence, { body: absence })).status).toBe(403)
    expect((await call(checkAbsence, { body: check })).status).toBe(403)
    expect((await call(changeAbsence, { params, body: absence })).status).toBe(403)
    expect((await call(removeAbsence, { params })).status).toBe(403)
  }
  const stranger = await as({ role: 'office' })
  expect((await stranger(listAbsences)).body).toEqual([])
  expect((await stranger(createAbsence, { body: absence })).status).toBe(404)
  expect((await stranger(checkAbsence, { body: check })).status).toBe(404)
  expect((await stranger(changeAbsence, { params, body: absence })).status).toBe(404)
  expect((await stranger(removeAbsence, { params })).status).toBe(404)
  expect((await app.call(listAbsences)).status).toBe(401)
})

test('of a portal that the office does not work for, only the time stands in the way', async () => {
  const { portal, absence, technician } = await anOffice()
  const { serviceCompanyId } = portal
  const second = await aPortal(database, { serviceCompanyId })
  await anActivity(database, await aContact(database, second), {
    start: '2026-03-05T09:00:00Z',
    staffUserId: technician,
  })
  const limited = await asStaff(
    app,
    await aStaffAccount(app, { serviceCompanyId, role: 'office', portalIds: [portal.portalId] }),
  )
  const { body } = await limited(checkAbsence, {
    body: { staffUserId: technician, from: absence.from, to: absence.to },
  })
  expect(body).toMatchObject([{ kind: 'visit', title: null, companyName: null }])
})
