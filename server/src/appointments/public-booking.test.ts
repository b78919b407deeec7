import {
  bookAppointment,
  cancelAppointment,
  confirmAppointment,
  listSlots,
  readAppointment,
  readBookingToConfirm,
  rescheduleAppointment,
} from '@portico/contract/appointments'
import { expect, test } from 'vitest'
import { rowCounts, testApp } from '../../test/fixtures/app.ts'
import { anInvitation, aService, type Service } from '../../test/fixtures/appointments.ts'
import { aContact, aPortal, aUser } from '../../test/fixtures/factories.ts'
import { sql } from '../kernel/database/db.ts'
import { releaseUnconfirmed } from './queries.ts'
import { PUBLIC_BOOKINGS_MAX } from './visitor.ts'

// Monday 2 March 2026, 09:30 in Rome.
const app = await testApp()
const { call, database, clock } = app
const { secrets } = app.deps
const tuesday = '2026-03-10T08:00:00Z'
const words = 'Vinci subito su evil.example'

const at = ({ company }: { company: string }, eventkey: string) => ({ company, eventkey })
const times = (service: Service) => call(listSlots, { params: at(service, service.key) })
const starts = async (service: Service) => (await times(service)).body.map(({ start }) => start)
const address = '198.51.100.7'
const visitor = (number: number) => ({ phone: `+39 333 55${String(1000 + number)}`, companyName: words })
const booking = (service: Service, body: object, options: object = {}) =>
  call(bookAppointment, { params: at(service, service.key), body: { start: tuesday, ...body }, address, ...options })
const aDesk = async (options: { confirmBookings?: boolean } = {}) => {
  const portal = await aPortal(database, { supportEmail: 'ufficio@example.it' })
  if (options.confirmBookings)
    await database.run(sql`update portal set confirm_bookings = true where id = ${portal.portalId}`)
  return aService(database, portal)
}
const wireInstant = (time: number) => new Date(time).toISOString().replace('.000Z', 'Z')
const confirmationKeyIn = (text: string) => /\/confirmation\/([\w-]+)/.exec(text)?.[1] ?? ''

test('bookings of unknown visitors from one network address are limited by the hour', async () => {
  const service = await aDesk()
  const free = await starts(service)
  for (let number = 0; number < PUBLIC_BOOKINGS_MAX; number++)
    expect((await booking(service, { ...visitor(number), start: free[number] })).status).toBe(201)
  const before = await rowCounts(app)
  const next = () => booking(service, { ...visitor(99), start: free[PUBLIC_BOOKINGS_MAX] })
  const refused = await next()
  expect(refused.problem).toMatchObject({ status: 429, code: 'too_many_requests' })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000)
  expect(await rowCounts(app)).toEqual(before)
  clock.pass(3_601_000)
  expect((await next()).status).toBe(201)
})

test('a move of a booking with an unproven address counts as a booking, because it sends a mail', async () => {
  const service = await aDesk()
  const free = await starts(service)
  const made = await booking(service, { ...visitor(1), email: 'altri@example.it', start: free[0] })
  expect(made.status).toBe(201)
  const move = (start: string | undefined) =>
    call(rescheduleAppointment, { params: at(service, made.body.eventKey), body: { start }, address })
  for (let number = 1; number < PUBLIC_BOOKINGS_MAX; number++) expect((await move(free[number])).status).toBe(200)
  const before = await rowCounts(app)
  expect((await move(free[0])).problem).toMatchObject({ status: 429, code: 'too_many_requests' })
  expect(await rowCounts(app)).toEqual(before)
})

test('the limit of a network address does not stop invited or signed-in visitors', async () => {
  const service = await aDesk({ confirmBookings: true })
  const free = await starts(service)
  for (let number = 0; number < PUBLIC_BOOKINGS_MAX; number++)
    await booking(service, { ...visitor(number), start: free[number] })
  const contact = await aContact(database, service)
  const invitation = await anInvitation(database, secrets, contact, service)
  const invited = await call(bookAppointment, {
    params: at(service, invitation),
    body: { ...visitor(50), start: free[20] },
    address,
  })
  expect(invited.status).toBe(201)
  const callAsUser = await app.as(await aUser(database, { contact }))
  const signedIn = await callAsUser(bookAppointment, {
    params: at(service, service.key),
    body: { ...visitor(51), start: free[21] },
    address,
  })
  for (const booked of [invited, signedIn]) {
    const { body } = await call(readAppointment, { params: at(service, booked.body.eventKey) })
    expect(body.appointment).toMatchObject({ status: 'confirmed', confirmUntil: null })
  }
})

test('a booking whose answer was lost is made once, also by an invitation and while the first is under way', async () => {
  const service = await aDesk()
  const invitation = await anInvitation(database, secrets, await aContact(database, service), service)
  const attempt = 'attempt-of-one-visitor'
  for (const eventkey of [service.key, invitation]) {
    const [start, other] = await starts(service)
    const book = (body: object) =>
      call(bookAppointment, {
        params: at(service, eventkey),
        body: { ...visitor(1), start, attempt, ...body },
        address,
      })
    const before = await rowCounts(app)
    const [first, second] = await Promise.all([book({}), book({})])
    expect([first.status, second.status]).toEqual([201, 201])
    const third = await book({})
    expect([second.body, third.body]).toEqual([first.body, first.body])
    expect((await rowCounts(app)).appointment).toBe((before.appointment ?? 0) + 1)
    if (eventkey === invitation) expect((await book({ start: other })).problem).toMatchObject({ detail: 'used' })
    else expect((await book({ attempt: 'attempt-of-another-one' })).problem).toMatchObject({ status: 409 })
  }
})

test('a mail to an unproven address repeats nothing that the visitor typed', async () => {
  const service = await aDesk()
  await app.delivered()
  const { eventKey } = (await booking(service, { ...visitor(1), email: 'vittima@example.it', notes: words })).body
  const move = (await starts(service))[5]
  await call(rescheduleAppointment, { params: at(service, eventKey), body: { start: move } })
  await call(cancelAppointment, { params: at(service, eventKey) })
  const all = (await app.delivered()).mails
  const mails = all.filter(({ recipients }) => recipients.includes('vittima@example.it'))
  expect(mails).toHaveLength(3)
  for (const mail of mails) expect(JSON.stringify(mail)).not.toContain('evil.example')
  // The mail to the staff has it.
  expect(all.some(mail => JSON.stringify(mail).includes(words))).toBe(true)
})

test('if the portal requires it, a booking is unconfirmed until the link in the mail is used', async () => {
  const service = await aDesk({ confirmBookings: true })
  await app.delivered()
  const booked = await booking(service, { ...visitor(1), email: 'cliente@example.it' })
  expect(booked.status).toBe(201)
  const { eventKey } = booked.body
  expect(await starts(service)).not.toContain(tuesday)
  const state = async () => (await call(readAppointment, { params: at(service, eventKey) })).body.appointment
  expect(await state()).toMatchObject({
    status: 'unconfirmed',
    confirmUntil: wireInstant(clock.now().getTime() + 30 * 60_000),
  })

  // Only the visitor got a mail, without the typed texts; there is no mail to the staff and no event.
  const [mail, ...others] = (await app.delivered()).mails
  expect([mail?.recipients, others]).toEqual([['cliente@example.it'], []])
  expect(JSON.stringify(mail)).not.toContain('evil.example')
  const events = sql`select count(*)::int as count from event where service_company_id = ${service.serviceCompanyId} and by_customer`
  expect(await database.one(events)).toEqual({ count: 0 })
  const moved = await call(rescheduleAppointment, {
    params: at(service, eventKey),
    body: { start: '2026-03-11T08:00:00Z' },
  })
  expect(moved.problem).toMatchObject({ status: 409, code: 'conflict' })

  // The event key, which the visitor already has, does not confirm the booking.
  const params = (key: string) => ({ company: service.company, confirmationkey: key })
  expect((await call(confirmAppointment, { params: params(eventKey) })).problem).toMatchObject({ code: 'invalid_code' })
  const key = confirmationKeyIn(JSON.stringify(mail))
  for (let scans = 0; scans < 3; scans++)
    expect((await call(readBookingToConfirm, { params: params(key) })).body.appointment?.status).toBe('unconfirmed')
  for (let clicks = 0; clicks < 2; clicks++) {
    const confirmed = await call(confirmAppointment, { params: params(key) })
    expect(confirmed.body).toEqual({ eventKey, start: tuesday, end: '2026-03-10T09:00:00Z' })
  }
  expect(await state()).toMatchObject({ status: 'confirmed', confirmUntil: null })
  expect(await database.one(events)).toEqual({ count: 1 })
  const later = (await app.delivered()).mails
  expect(later.map(({ recipients }) => recipients[0])).toEqual([
    'cliente@example.it',
    expect.stringContaining('@tecnici'),
  ])
  // Confirming has proven the address.
  expect(JSON.stringify(later[0])).toContain('evil.example')
})

test('without an e-mail address the link goes by SMS', async () => {
  const service = await aDesk({ confirmBookings: true })
  await app.delivered()
  await booking(service, visitor(7))
  const [sms] = (await app.delivered()).texts
  expect(sms).toMatchObject({ to: visitor(7).phone, text: expect.not.stringContaining('evil.example') })
  const params = { company: service.company, confirmationkey: confirmationKeyIn(sms?.text ?? '') }
  expect((await call(confirmAppointment, { params })).status).toBe(200)
})

test('a booking that is not confirmed in time frees its slot', async () => {
  const service = await aDesk({ confirmBookings: true })
  const { eventKey } = (await booking(service, { ...visitor(1), email: 'tardi@example.it' })).body
  const key = confirmationKeyIn(JSON.stringify((await app.delivered()).mails.at(-1)))
  clock.pass(30 * 60_000)
  const params = { company: service.company, confirmationkey: key }
  const refused = { status: 410, code: 'invalid_code', detail: 'expired' }
  expect((await call(confirmAppointment, { params })).problem).toMatchObject(refused)
  const { body } = await call(readAppointment, { params: at(service, eventKey) })
  expect(body.appointment?.status).toBe('cancelled')
  await releaseUnconfirmed(database, clock.now())
  expect(await starts(service)).toContain(tuesday)
  expect((await call(confirmAppointment, { params })).problem).toMatchObject(refused)
})
