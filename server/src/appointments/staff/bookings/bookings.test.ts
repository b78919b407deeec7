import { bookAppointment, cancelAppointment, readAppointment } from '@portico/contract/appointments'
import { createAbsence } from '@portico/contract/staff/planning/absences'
import { changeService } from '@portico/contract/staff/planning/bookable'
import {
  cancelStaffBooking,
  createBookingInvitation,
  listBookingInvitations,
  listBookingSlots,
  listStaffBookings,
  moveBooking,
  readStaffBooking,
  sendStaffInvitation,
  withdrawStaffInvitation,
} from '@portico/contract/staff/planning/bookings'
import { expect, test } from 'vitest'
import { testApp } from '../../../../test/fixtures/app.ts'
import { anActivity, aService } from '../../../../test/fixtures/appointments.ts'
import { aContact, aPortal, aStaffGroup, aStaffUser, aTicket, aUser } from '../../../../test/fixtures/factories.ts'
import { aStaffAccount, asStaff } from '../../../../test/fixtures/staff.ts'
import { sql } from '../../../kernel/database/db.ts'

// Monday 2 March 2026, 09:30 in Rome.
const app = await testApp()
const { database } = app
const nine = '2026-03-10T08:00:00Z'
const eleven = '2026-03-10T10:00:00Z'
const details = { phone: '+39 333 5550118', companyName: 'Officine Prova', email: 'cliente@example.it' }

const anOffice = async (role: 'technician' | 'office' | 'administrator' = 'office') => {
  const portal = await aPortal(database, { supportEmail: 'ufficio@example.it' })
  const { serviceCompanyId } = portal
  const service = await aService(database, portal)
  const staff = await asStaff(app, await aStaffAccount(app, { serviceCompanyId, role }))
  const book = async (start = nine) => {
    const params = { company: portal.company, eventkey: service.key }
    const { body } = await app.call(bookAppointment, { params, body: { ...details, start } })
    await app.delivered()
    return { company: portal.company, eventkey: body.eventKey }
  }
  const first = async () => (await staff(listStaffBookings)).body[0] ?? expect.fail('no booking')
  const as = async (given: object) => asStaff(app, await aStaffAccount(app, { serviceCompanyId, ...given }))
  return { portal, service, staff, book, first, as, technician: service.staff[0] ?? 0 }
}

test('a booking arrives, is moved and cancelled by the office, and the customer is mailed each time', async () => {
  const { staff, book, first, service } = await anOffice()
  const link = await book()
  const booking = await first()
  expect(booking).toMatchObject({
    service: { id: service.serviceId },
    start: nine,
    status: 'booked',
    isOutside: false,
    companyName: 'Officine Prova',
    contact: null,
    version: '0',
  })
  const params = { bookingid: booking.id }
  const move = (body: object, version = '0') =>
    staff(moveBooking, { params, body: { start: eleven, ...body }, headers: { 'if-match': `"${version}"` } })
  const moved = await move({ message: 'Il tecnico arriva prima.\u0007' })
  expect(moved.body).toMatchObject({ start: eleven, end: '2026-03-10T11:00:00Z', version: '1' })
  const { mails } = await app.delivered()
  expect(mails.map(({ to }) => to[0]?.address)).toEqual(['cliente@example.it', `${service.key}@tecnici.example`])
  expect(mails[0]?.subject).toContain('Appuntamento spostato')
  expect(mails[0]?.text).toContain('Messaggio: Il tecnico arriva prima.')
  expect(mails[0]?.calendar?.content).toMatch(/METHOD:REQUEST[\s\S]*SEQUENCE:1/)
  expect(mails[1]?.text).toContain('L’ufficio ha spostato l’appuntamento.')
  expect((await app.call(readAppointment, { params: link })).body.appointment?.start).toBe(eleven)

  // The same again changes nothing and mails nobody; who has not seen the move is refused.
  expect((await move({}, '1')).body.version).toBe('1')
  expect((await move({ start: nine }, '0')).problem.code).toBe('conflict')
  expect((await app.delivered()).mails).toEqual([])

  const cancelled = await staff(cancelStaffBooking, { params, body: {}, headers: { 'if-match': '"1"' } })
  expect(cancelled.body).toMatchObject({ status: 'cancelled', version: '2' })
  const after = await app.delivered()
  expect(after.mails[0]?.calendar?.content).toMatch(/METHOD:CANCEL[\s\S]*SEQUENCE:2/)
  expect(after.mails[1]?.text).toContain('L’ufficio ha annullato l’appuntamento.')
  expect((await staff(cancelStaffBooking, { params, body: {} })).problem.code).toBe('already_cancelled')
  expect((await move({}, '2')).problem.code).toBe('already_cancelled')
  expect((await staff(listStaffBookings)).body).toEqual([])
  expect((await staff(listStaffBookings, { query: { view: 'cancelled' } })).body).toHaveLength(1)
  const acts = await database.many(
    sql`select type from event where appointment_id = ${booking.id} and by_staff order by id`,
  )
  expect(acts).toEqual([{ type: 'staff.appointment.moved' }, { type: 'staff.appointment.cancelled' }])
})

test('another technician takes a booking over; the former one gets a cancellation', async () => {
  const { portal, staff, book, first, service } = await anOffice()
  await book()
  const { id } = await first()
  const other = await aStaffUser(database, portal, { email: 'altro@tecnici.example' })
  const move = (staffUserId: number) =>
    staff(moveBooking, { params: { bookingid: id }, body: { start: nine, staffUserId } })
  expect((await move(await aStaffUser(database, await aPortal(database)))).problem).toMatchObject({
    code: 'not_found',
    errors: [{ path: 'body.staffUserId' }],
  })
  expect((await move(other)).body.staffUser.id).toBe(other)
  const { mails } = await app.delivered()
  expect(mails.map(({ to, calendar }) => [to[0]?.address, calendar?.method])).toEqual([
    ['cliente@example.it', 'REQUEST'],
    ['altro@tecnici.example', 'REQUEST'],
    [`${service.key}@tecnici.example`, 'CANCEL'],
  ])
  expect(mails[0]?.text).toContain('L’orario resta lo stesso.')
  expect(mails[1]?.text).toContain('L’ufficio ti ha affidato un appuntamento.')
})

test('a booking moves to any time of the future, but into no visit and no absence', async () => {
  const { portal, staff, book, first, technician } = await anOffice()
  await book()
  const { id } = await first()
  await anActivity(database, await aContact(database, portal), { start: eleven, staffUserId: technician })
  const absence = { staffUserId: technician, from: '2026-03-11', to: '2026-03-11', kind: 'sick' as const }
  expect((await staff(createAbsence, { body: absence })).status).toBe(201)
  const move = (start: string) => staff(moveBooking, { params: { bookingid: id }, body: { start } })
  for (const start of [eleven, '2026-03-11T09:00:00Z', '2026-03-10T22:30:00Z'])
    expect((await move(start)).problem).toMatchObject({
      code: 'conflict',
      collisions: [{ startsOn: expect.any(String) }],
    })
  expect((await move('2026-03-02T08:00:00Z')).problem.code).toBe('invalid_request')
  // Sunday evening, and without the day of notice that customers keep to.
  expect((await move('2026-03-08T19:00:00Z')).body).toMatchObject({ isOutside: true })
  expect((await move('2026-03-02T10:00:00Z')).body).toMatchObject({ isOutside: false })
  const slots = (
    await staff(listBookingSlots, { params: { bookingid: id }, query: { from: '2026-03-10', to: '2026-03-12' } })
  ).body
  const starts = slots.map(({ start }) => start)
  expect(starts).toContain(nine)
  expect(starts).not.toContain(eleven)
  expect(starts.some(start => start.startsWith('2026-03-11'))).toBe(false)
})

test('of a customer and the office who change a booking at the same moment one wins', async () => {
  const { staff, book, first } = await anOffice()
  const link = await book()
  const { id, version } = await first()
  const [office, customer] = await Promise.all([
    staff(moveBooking, {
      params: { bookingid: id },
      body: { start: eleven },
      headers: { 'if-match': `"${version}"` },
    }),
    app.call(cancelAppointment, { params: link }),
  ])
  // The customer may cancel what was just moved; the office never moves what was cancelled.
  expect(customer.status).toBe(204)
  const now = (await staff(readStaffBooking, { params: { bookingid: id } })).body
  expect(now.status).toBe('cancelled')
  expect(now.version).toBe(office.status === 200 ? '2' : '1')
})

test('new hours leave bookings where they are, and the list says so', async () => {
  const { book, first, as, service } = await anOffice()
  await book()
  const administrator = await as({ role: 'administrator' })
  const week = [[], [], [{ from: '09:00', to: '12:00' }], [], [], [], []]
  await administrator(changeService, { params: { serviceid: service.serviceId }, body: { week } })
  expect(await first()).toMatchObject({ start: nine, isOutside: true })
})

test('a customer is invited by mail, books, and the invitation is used', async () => {
  const { portal, staff, service, as } = await anOffice()
  const person = await aUser(database, { contact: await aContact(database, portal) })
  const { id: ticketId } = await aTicket(database, person)
  const params = { contactid: person.contactId }
  const body = {
    serviceId: service.serviceId,
    ticketId,
    email: 'anna@cliente.example',
    send: true,
    expiresOn: '2026-03-20',
  }
  const made = await staff(createBookingInvitation, { params, body })
  expect(made.status).toBe(201)
  expect(made.body).toMatchObject({
    state: 'open',
    email: 'anna@cliente.example',
    ticket: { id: ticketId },
    expiresOn: '2026-03-20T23:00:00Z',
    booking: null,
  })
  expect(made.body.sentOn).not.toBeNull()
  const { mails } = await app.delivered()
  const key = made.body.link?.split('/').at(-1) ?? ''
  expect(mails[0]?.to[0]?.address).toBe('anna@cliente.example')
  expect(mails[0]?.text).toContain(key)
  await app.call(bookAppointment, {
    params: { company: portal.company, eventkey: key },
    body: { ...details, start: nine },
  })
  const [used] = (await staff(listBookingInvitations, { params })).body
  expect(used).toMatchObject({ state: 'used', link: null, booking: { start: nine } })
  const [booking] = (await staff(listStaffBookings, { query: { contact: person.contactId } })).body
  expect(booking).toMatchObject({ contact: { id: person.contactId }, ticket: { id: ticketId } })
  expect((await staff(sendStaffInvitation, { params: { ...params, invitationid: made.body.id } })).problem.code).toBe(
    'conflict',
  )

  const second = (await staff(createBookingInvitation, { params, body: { serviceId: service.serviceId, send: false } }))
    .body
  expect([second.sentOn, second.state]).toEqual([null, 'open'])
  const one = { params: { ...params, invitationid: second.id } }
  expect((await staff(withdrawStaffInvitation, one)).body).toMatchObject({ state: 'withdrawn', link: null })
  expect((await staff(sendStaffInvitation, one)).problem.code).toBe('conflict')

  // A technician of another group neither invites for the ticket nor reads its title.
  await database.run(
    sql`update ticket set staff_group_id = ${await aStaffGroup(database, portal)} where id = ${ticketId}`,
  )
  const technician = await as({ role: 'technician' })
  expect((await technician(listBookingInvitations, { params })).body[1]?.ticket).toBeNull()
  expect((await technician(createBookingInvitation, { params, body })).problem.errors?.[0]?.path).toBe('body.ticketId')
})

test('what is no invitation is refused at its field', async () => {
  const { portal, staff, service } = await anOffice()
  const contact = await aContact(database, portal)
  const elsewhere = await aService(database, await aPortal(database, { serviceCompanyId: portal.serviceCompanyId }))
  const stranger = await aTicket(database, await aUser(database))
  const params = { contactid: contact.contactId }
  await database.run(sql`update contact set email = null where id = ${contact.contactId}`)
  for (const [given, path] of [
    [{ serviceId: elsewhere.serviceId }, 'body.serviceId'],
    [{ ticketId: stranger.id }, 'body.ticketId'],
    [{ phone: 'abc' }, 'body.phone'],
    [{ email: 'nobody' }, 'body.email'],
    [{ expiresOn: '2026-03-01' }, 'body.expiresOn'],
    [{ send: true }, 'body.email'],
  ] as const) {
    const body = { serviceId: service.serviceId, send: false, ...given }
    const { problem } = await staff(createBookingInvitation, { params, body })
    expect(problem.errors?.[0]?.path, JSON.stringify(given)).toBe(path)
  }
  expect((await staff(listBookingInvitations, { params })).body).toEqual([])
})

test('technicians see and change their own bookings; another company and another portal see none', async () => {
  const { portal, book, first, as, service, technician } = await anOffice()
  await book()
  const { id } = await first()
  const params = { bookingid: id }
  const contact = await aContact(database, portal)
  const second = await aPortal(database, { serviceCompanyId: portal.serviceCompanyId })
  const invitation = { serviceId: service.serviceId, send: false }
  const own = await as({ role: 'technician', staffUserId: technician })
  expect((await own(listStaffBookings)).body).toHaveLength(1)
  const colleague = await as({ role: 'technician' })
  const limited = await as({ role: 'administrator', portalIds: [second.portalId] })
  const stranger = await asStaff(app, await aStaffAccount(app))
  for (const call of [colleague, limited, stranger]) {
    expect((await call(listStaffBookings, { query: { portal: portal.portalId } })).body).toEqual([])
    expect((await call(readStaffBooking, { params })).status).toBe(404)
    expect((await call(listBookingSlots, { params })).status).toBe(404)
    expect((await call(moveBooking, { params, body: { start: eleven } })).status).toBe(404)
    expect((await call(cancelStaffBooking, { params, body: {} })).status).toBe(404)
  }
  for (const call of [limited, stranger]) {
    const at = { contactid: contact.contactId }
    expect((await call(listBookingInvitations, { params: at })).status).toBe(404)
    expect((await call(createBookingInvitation, { params: at, body: invitation })).status).toBe(404)
  }
  expect((await own(moveBooking, { params, body: { start: eleven } })).status).toBe(200)
})

test('pages, search and counts', async () => {
  const { staff, book } = await anOffice()
  for (const start of ['2026-03-12T08:00:00Z', nine, eleven]) await book(start)
  const read = (query: Record<string, string | number>) => staff(listStaffBookings, { query })
  const page = await read({ limit: 2, count: '1', q: 'officine' })
  expect(page.headers['total-count']).toBe('3')
  expect(page.body.map(({ start }) => start)).toEqual([nine, eleven])
  const cursor = /cursor=([^&>]+)/.exec(String(page.headers.link))?.[1] ?? ''
  const next = await read({ limit: 2, q: 'officine', cursor: decodeURIComponent(cursor) })
  expect(next.body.map(({ start }) => start)).toEqual(['2026-03-12T08:00:00Z'])
  expect((await read({ q: '5550118' })).body).toHaveLength(3)
  expect((await read({ q: 'altra' })).body).toEqual([])
  expect((await read({ from: '2026-03-11' })).body).toHaveLength(1)
})
