import {
  bookAppointment,
  cancelAppointment,
  listBookableServices,
  listSlots,
  readAppointment,
  readAppointmentCalendar,
} from '@portico/contract/appointments'
import { readTicket } from '@portico/contract/tickets'
import { describe, expect, test } from 'vitest'
import { rowCounts, testApp } from '../../test/fixtures/app.ts'
import { anActivity, anAppointment, anInvitation, aService, type Service } from '../../test/fixtures/appointments.ts'
import { aContact, aPortal, aStaffUser, aTicket, aUser } from '../../test/fixtures/factories.ts'
import { sql } from '../kernel/database/db.ts'

// Monday 2 March 2026, 09:30 in Rome.
const app = await testApp()
const { call, database, clock } = app
const { secrets } = app.deps
const tuesday = '2026-03-10T08:00:00Z'

const at = ({ company }: { company: string }, eventkey: string) => ({ company, eventkey })
const details = { phone: '+39 333 5550118', companyName: 'Officine Prova', email: 'cliente@example.it' }
const booking = (service: Service, start: string, more: object = {}) =>
  call(bookAppointment, { params: at(service, service.key), body: { ...details, start, ...more } })
const starts = async (service: Service, query: { from?: string; to?: string } = {}, key = service.key) =>
  (await call(listSlots, { params: at(service, key), query })).body.map(({ start }) => start)
const inPortal = async (options: Parameters<typeof aService>[2] = {}, portal: Parameters<typeof aPortal>[1] = {}) =>
  aService(database, await aPortal(database, { supportEmail: 'ufficio@example.it', ...portal }), options)

const refusedWhole = async (work: () => ReturnType<typeof booking>, expected: object) => {
  const before = await rowCounts(app)
  expect((await work()).problem).toMatchObject(expected)
  expect(await rowCounts(app)).toEqual(before)
}

describe('services and slots', () => {
  test('lists the services of one portal, by name', async () => {
    const service = await inPortal()
    await inPortal()
    const { body } = await call(listBookableServices, { params: { company: service.company } })
    expect(body).toEqual([{ key: service.key, name: 'Controllo caldaia', description: null, durationMinutes: 60 }])
  })

  test('a service opens with the branding of its portal and an empty form', async () => {
    const service = await inPortal()
    const { body } = await call(readAppointment, { params: at(service, service.key) })
    expect(body).toMatchObject({
      kind: 'service',
      service: { key: service.key, durationMinutes: 60 },
      portal: { webPortalKey: service.company, timeZone: 'Europe/Rome' },
      companyName: null,
      phone: null,
      appointment: null,
    })
  })

  test('lists free times within a range, in the time zone of the portal', async () => {
    const service = await inPortal()
    const day = await starts(service, { from: '2026-03-10', to: '2026-03-10' })
    expect([day.length, day[0], day.at(-1)]).toEqual([8, '2026-03-10T08:00:00Z', '2026-03-10T15:00:00Z'])
    const evening = await inPortal({}, { timeZone: 'America/New_York' })
    expect((await starts(evening, { from: '2026-03-10', to: '2026-03-10' }))[0]).toBe('2026-03-10T13:00:00Z')
    expect(
      (await call(listSlots, { params: at(service, service.key), query: { from: 'ieri' } })).problem,
    ).toMatchObject({
      status: 400,
      errors: [{ path: 'query.from' }],
    })
  })

  test('all free times lie between notice and horizon', async () => {
    const all = await starts(await inPortal())
    expect(all[0]).toBe('2026-03-03T09:00:00Z')
    expect(all.at(-1)).toBe('2026-05-01T08:00:00Z')
  })

  test('a planned visit blocks its time and buffer; a cancelled visit does not', async () => {
    const service = await inPortal({ bufferMinutes: 30 })
    const contact = await aContact(database, service)
    await anActivity(database, contact, { start: '2026-03-10T10:45:00Z', staffUserId: service.staff[0] ?? null })
    // The grid is 9:00, 10:30, 12:00, 13:30, 15:00; the visit lasts from 11:45 to 12:45.
    const range = { from: '2026-03-10', to: '2026-03-10' }
    expect(await starts(service, range)).toEqual([
      '2026-03-10T08:00:00Z',
      '2026-03-10T12:30:00Z',
      '2026-03-10T14:00:00Z',
    ])
    await database.run(sql`update planned_activity set status = 'cancelled' where contact_id = ${contact.contactId}`)
    expect(await starts(service, range)).toHaveLength(5)
  })
})

describe('booking', () => {
  test('takes any free staff member, until nobody is free', async () => {
    const portal = await aPortal(database)
    const staff = [await aStaffUser(database, portal), await aStaffUser(database, portal)]
    const service = await aService(database, portal, { staff })
    const range = { from: '2026-03-10', to: '2026-03-10' }
    const first = await booking(service, tuesday)
    expect(first.body).toMatchObject({ start: tuesday, end: '2026-03-10T09:00:00Z' })
    expect(first.body.eventKey).toMatch(/^[\w-]{43}$/)
    expect(await starts(service, range)).toContain(tuesday)
    expect((await booking(service, tuesday)).status).toBe(201)
    expect(await starts(service, range)).not.toContain(tuesday)
    await refusedWhole(() => booking(service, tuesday), { status: 409, code: 'error_creating_appointment' })
    const booked = await database.many<{ id: number }>(
      sql`select staff_user_id as id from appointment where service_company_id = ${portal.serviceCompanyId} order by 1`,
    )
    expect(booked.map(({ id }) => id)).toEqual(staff)
  })

  test('its key opens it; the database has the key only hashed and encrypted', async () => {
    const service = await inPortal()
    const { eventKey } = (await booking(service, tuesday, { notes: 'Citofono 3' })).body
    const { body } = await call(readAppointment, { params: at(service, eventKey) })
    expect(body).toMatchObject({
      kind: 'appointment',
      companyName: 'Officine Prova',
      phone: details.phone,
      appointment: { start: tuesday, status: 'confirmed', notes: 'Citofono 3', uncancellable: null, cancelledOn: null },
    })
    const stored = await database.one<{ text: string }>(
      sql`select a::text as text from appointment a where service_company_id = ${service.serviceCompanyId}`,
    )
    expect(stored.text).not.toContain(eventKey)
  })

  test.each([
    ['the past', '2026-02-24T08:00:00Z'],
    ['a time before its notice', '2026-03-03T08:00:00Z'],
    ['a time off the grid', '2026-03-10T08:10:00Z'],
    ['a time beyond the horizon', '2026-05-05T07:00:00Z'],
    ['a closed day', '2026-03-14T08:00:00Z'],
    ['year 9999', '9999-12-31T23:59:59Z'],
  ])('%s is not offered', async (_, start) => {
    const service = await inPortal()
    await refusedWhole(() => booking(service, start), { status: 422, code: 'error_creating_appointment' })
  })

  test('a local time of the portal can be booked, but not the hour that the clock skips in March', async () => {
    const service = await inPortal({ weeklyHours: ['SUN 00:00-24:00'] })
    await refusedWhole(() => booking(service, '2026-03-29 02:00'), { status: 422, code: 'error_creating_appointment' })
    expect((await booking(service, '2026-03-29 03:00')).body.start).toBe('2026-03-29T01:00:00Z')
  })

  test('both hours that the clock shows twice in October can be booked', async () => {
    const service = await inPortal({ weeklyHours: ['SUN 01:00-04:00'], horizonDays: 300 })
    for (const start of ['2026-10-25T00:00:00Z', '2026-10-25T01:00:00Z'])
      expect((await booking(service, start)).body.start).toBe(start)
  })

  test.each([
    [{ start: undefined }, ['body.start']],
    [{ phone: ' ' }, ['body.phone']],
    [{ phone: undefined, companyName: '' }, ['body.phone', 'body.companyName']],
  ])('lacks required fields: %j', async (more, paths) => {
    const service = await inPortal()
    const errors = paths.map(path => ({ path, message: expect.any(String) }))
    await refusedWhole(() => booking(service, tuesday, more), { status: 422, code: 'fill_required_fields', errors })
  })

  test.each([
    ['body.start', { start: 'martedì' }],
    ['body.start', { start: '2026-03-10' }],
    ['body.phone', { phone: 'chiamami' }],
    ['body.email', { email: 'a@example.it\r\nBcc: b@example.it' }],
    ['body.email', { email: 'nessuno' }],
    ['body.notes', { notes: 'x'.repeat(2001) }],
  ])('%s is of a wrong form', async (path, more) => {
    const service = await inPortal()
    await refusedWhole(() => booking(service, tuesday, more), {
      status: 400,
      code: 'invalid_request',
      errors: [{ path }],
    })
  })

  test('the key of another portal, an unknown key and a truncated key open nothing', async () => {
    const service = await inPortal()
    const other = await inPortal()
    const key = await anAppointment(database, secrets, other, tuesday)
    for (const wrong of [other.key, key, key.slice(0, -1), 'x', '%00']) {
      const params = at(service, wrong)
      const refusal = { status: 404 }
      expect((await call(readAppointment, { params })).problem).toMatchObject(refusal)
      expect((await call(listSlots, { params })).problem).toMatchObject(refusal)
      expect((await call(bookAppointment, { params, body: { ...details, start: tuesday } })).problem).toMatchObject(
        refusal,
      )
      expect((await call(cancelAppointment, { params })).problem).toMatchObject(refusal)
      expect((await call(readAppointmentCalendar, { params })).problem).toMatchObject(refusal)
    }
    expect((await call(readAppointment, { params: at(service, 'x') })).problem.code).toBe('invalid_code')
    expect((await call(readAppointment, { params: at(other, key) })).status).toBe(200)
  })
})

describe('concurrent bookings', () => {
  test('of 200 requests for the last free time one gets it, and the others fail with 409', async () => {
    const service = await inPortal()
    const answers = await Promise.all(Array.from({ length: 200 }, () => booking(service, tuesday)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 201))
      expect(answer.problem).toMatchObject({ status: 409, code: 'error_creating_appointment' })
    const { count } = await database.one<{ count: number }>(
      sql`select count(*) as count from appointment where service_company_id = ${service.serviceCompanyId}`,
    )
    expect(count).toBe(1)
  })

  test('of two services of one technician at overlapping times only one is booked', async () => {
    const portal = await aPortal(database)
    const staff = [await aStaffUser(database, portal)]
    const one = await aService(database, portal, { staff })
    const other = await aService(database, portal, { staff, durationMinutes: 90, weeklyHours: ['TUE 08:30-17:00'] })
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => (n % 2 ? booking(one, tuesday) : booking(other, '2026-03-10T07:30:00Z'))),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]))
  })

  test('one invitation is booked once', async () => {
    const service = await inPortal()
    const contact = await aContact(database, service)
    const key = await anInvitation(database, secrets, contact, service)
    const times = ['08', '09', '10', '12', '13'].map(hour => `2026-03-10T${hour}:00:00Z`)
    const answers = await Promise.all(
      times.map(start => call(bookAppointment, { params: at(service, key), body: { ...details, start } })),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 201))
      expect(answer.problem).toMatchObject({ status: 410, code: 'invalid_code', detail: 'used' })
  })

  test('the database rejects overlapping visits, and lets two visits swap their times in one transaction', async () => {
    const service = await inPortal()
    const contact = await aContact(database, service)
    const staffUserId = service.staff[0] ?? null
    await anAppointment(database, secrets, service, tuesday)
    await expect(anAppointment(database, secrets, service, '2026-03-10T08:30:00Z')).rejects.toThrow(
      /staff_hold_overlap/,
    )
    await expect(anActivity(database, contact, { start: '2026-03-10T07:30:00Z', staffUserId })).rejects.toThrow(
      /staff_hold_overlap/,
    )
    await anActivity(database, contact, { start: '2026-03-10T09:00:00Z', staffUserId })
    await anActivity(database, contact, { start: '2026-03-10T10:00:00Z', staffUserId })
    const move = (where: string, by: string) =>
      database.run(sql`update planned_activity set starts_at = starts_at + ${by}::interval, ends_at = ends_at + ${by}::interval
        where contact_id = ${contact.contactId} and starts_at = ${new Date(where)}`)
    await expect(move('2026-03-10T09:00:00Z', '1 hour')).rejects.toThrow(/staff_hold_overlap/)
    expect(
      await database.run(sql`update planned_activity set starts_at = timestamptz '2026-03-10T19:00:00Z' - (starts_at - timestamptz '2026-03-10T00:00:00Z'),
        ends_at = timestamptz '2026-03-10T20:00:00Z' - (starts_at - timestamptz '2026-03-10T00:00:00Z') where contact_id = ${contact.contactId}`),
    ).toBe(2)
    await database.run(sql`delete from planned_activity where contact_id = ${contact.contactId}`)
    await anAppointment(database, secrets, service, '2026-03-10T09:30:00Z')
  })
})

describe('an invitation', () => {
  test('prefills the form, and its booking is the next activity of the ticket', async () => {
    const person = await aUser(database)
    const service = await aService(database, person)
    const { id: ticketId } = await aTicket(database, person)
    const key = await anInvitation(database, secrets, person, service, { ticketId })
    const params = at(service, key)
    expect((await call(readAppointment, { params })).body).toMatchObject({
      kind: 'invitation',
      companyName: person.companyName,
      address: 'Via Roma 1',
      phone: '+39 333 1234567',
      email: 'cliente@example.it',
    })
    expect(await starts(service, { from: '2026-03-10', to: '2026-03-10' }, key)).toHaveLength(8)
    const { eventKey } = (await call(bookAppointment, { params, body: { ...details, start: tuesday } })).body
    const ticket = async () =>
      (await (await app.as(person))(readTicket, { params: { ...person.here, ticketid: ticketId } })).body
    expect((await ticket()).nextPlannedActivityInfo).toMatchObject({
      start: tuesday,
      activityTypeName: 'Controllo caldaia',
      assignedUser: { firstName: 'Anna' },
    })
    expect((await call(readAppointment, { params })).problem).toMatchObject({ status: 410, detail: 'used' })

    expect((await call(cancelAppointment, { params: at(service, eventKey) })).status).toBe(204)
    expect((await ticket()).nextPlannedActivityInfo).toBeNull()
    const { appointment } = (await call(readAppointment, { params: at(service, eventKey) })).body
    expect(appointment?.rebookKey).toBe(key)
    expect((await call(bookAppointment, { params, body: { ...details, start: tuesday } })).status).toBe(201)
  })

  test.each([
    ['expired', { expiresAt: '2026-03-02T08:00:00Z' }],
    ['withdrawn', { withdrawn: true }],
  ])('that is %s says so and books nothing', async (detail, options) => {
    const service = await inPortal()
    const key = await anInvitation(database, secrets, await aContact(database, service), service, options)
    const params = at(service, key)
    const gone = { status: 410, code: 'invalid_code', detail }
    expect((await call(readAppointment, { params })).problem).toMatchObject(gone)
    expect((await call(listSlots, { params })).problem).toMatchObject(gone)
    await refusedWhole(() => call(bookAppointment, { params, body: { ...details, start: tuesday } }), gone)
  })
})

test('one telephone number or e-mail address can have five public bookings ahead', async () => {
  const service = await inPortal()
  const all = await starts(service)
  const [first, ...rest] = all.slice(0, 7) as [string, ...string[]]
  const kept = await booking(service, first)
  for (const start of rest.slice(0, 4)) await booking(service, start)
  const sixth = rest[4] ?? ''
  const tooMany = { status: 429, code: 'too_many_requests', detail: 'open_bookings' }
  await refusedWhole(() => booking(service, sixth), tooMany)
  // The same person, with the number written in another way, or with another number.
  await refusedWhole(() => booking(service, sixth, { phone: '333.555.0118', email: null }), tooMany)
  await refusedWhole(() => booking(service, sixth, { phone: '049 555 0000', email: 'Cliente@Example.it' }), tooMany)
  expect((await booking(service, sixth, { phone: '049 555 0000', email: null })).status).toBe(201)
  const elsewhere = await inPortal()
  expect((await booking(elsewhere, first)).status).toBe(201)
  // The limit does not count bookings by invitation.
  const invited = await anInvitation(database, secrets, await aContact(database, service), service)
  const asked = await call(bookAppointment, { params: at(service, invited), body: { ...details, start: rest[5] } })
  expect(asked.status).toBe(201)
  await call(cancelAppointment, { params: at(service, kept.body.eventKey) })
  expect((await booking(service, first)).status).toBe(201)
})

describe('cancelling', () => {
  test('frees the time; a second cancellation fails', async () => {
    const service = await inPortal()
    const { eventKey } = (await booking(service, tuesday)).body
    const params = at(service, eventKey)
    expect((await call(cancelAppointment, { params })).status).toBe(204)
    expect((await call(cancelAppointment, { params })).problem).toMatchObject({
      status: 409,
      code: 'already_cancelled',
    })
    const { appointment } = (await call(readAppointment, { params })).body
    expect(appointment).toMatchObject({
      status: 'cancelled',
      cancelledOn: '2026-03-02T08:30:00Z',
      uncancellable: 'already_cancelled',
      rebookKey: service.key,
    })
    expect((await booking(service, tuesday)).status).toBe(201)
  })

  test.each([
    ['within the notice', '2026-03-03T08:29:00Z'],
    ['in the past', '2026-03-01T08:00:00Z'],
  ])('%s is too late', async (_, start) => {
    const service = await inPortal()
    const params = at(service, await anAppointment(database, secrets, service, start))
    expect((await call(readAppointment, { params })).body.appointment?.uncancellable).toBe('too_late')
    expect((await call(cancelAppointment, { params })).problem).toMatchObject({ status: 409, code: 'too_late' })
  })

  test('a service and an invitation cannot be cancelled', async () => {
    const service = await inPortal()
    const key = await anInvitation(database, secrets, await aContact(database, service), service)
    for (const wrong of [service.key, key])
      expect((await call(cancelAppointment, { params: at(service, wrong) })).problem).toMatchObject({ status: 404 })
  })

  test('a GET changes nothing', async () => {
    const service = await inPortal()
    const params = at(service, (await booking(service, tuesday)).body.eventKey)
    const dump = () => database.one<{ rows: string }>(sql`select json_agg(a)::text as rows from appointment a`)
    const before = await dump()
    for (const endpoint of [readAppointment, readAppointmentCalendar] as const)
      await call<string, undefined>(endpoint as never, { params })
    const get = await app.http.inject({ url: `/api/appointments/${service.company}/cancellation/${params.eventkey}` })
    expect(get.statusCode).toBe(404)
    expect(await dump()).toEqual(before)
  })
})

describe('mails and feed', () => {
  const eventsOf = ({ serviceCompanyId }: Service) =>
    database.many<{ type: string }>(
      sql`select type from event where service_company_id = ${serviceCompanyId} and by_customer order by transaction, id`,
    )

  test('booking sends customer and technician a calendar invitation, cancelling sends its cancellation', async () => {
    const service = await inPortal()
    await app.delivered()
    const { eventKey } = (await booking(service, tuesday, { language: 'en-EN', notes: 'Ring twice' })).body
    const booked = (await app.delivered()).mails
    expect(booked.map(({ recipients }) => recipients)).toEqual([
      ['cliente@example.it'],
      [`${service.key}@tecnici.example`],
    ])
    const [invitation] = booked
    // Versions of Node put different commas into a date.
    expect(invitation?.subject).toMatch(
      /^Appointment Confirmed: Controllo caldaia, Tuesday,? 10 March 2026, 09:00–10:00$/,
    )
    expect(invitation?.text).toContain('Your appointment is on Tuesday')
    expect(invitation?.text).toContain(`/appointments/${service.company}/${eventKey}`)
    expect(booked[1]?.text).toContain('Ring twice')
    expect(booked[1]?.text).not.toContain(eventKey)
    expect(invitation?.calendar?.method).toBe('REQUEST')
    const lines = invitation?.calendar?.content.split('\r\n') ?? []
    expect(lines).toEqual(
      expect.arrayContaining(['METHOD:REQUEST', 'SEQUENCE:0', 'DTSTART:20260310T080000Z', 'STATUS:CONFIRMED']),
    )

    await call(cancelAppointment, { params: at(service, eventKey) })
    const cancelled = (await app.delivered()).mails
    expect(cancelled).toHaveLength(2)
    expect(cancelled[0]?.references).toEqual([invitation?.messageId])
    const after = cancelled[0]?.calendar?.content.split('\r\n') ?? []
    expect(after).toEqual(expect.arrayContaining(['METHOD:CANCEL', 'SEQUENCE:1', 'STATUS:CANCELLED']))
    const uid = (all: string[]) => all.find(line => line.startsWith('UID:'))
    expect(uid(after)).toBe(uid(lines))
    expect((await eventsOf(service)).map(({ type }) => type)).toEqual(['appointment.booked', 'appointment.cancelled'])
  })

  test('without an e-mail address of the customer only the technician gets a mail; a rejected booking sends none', async () => {
    const service = await inPortal()
    await app.delivered()
    await booking(service, tuesday, { email: null })
    await booking(service, tuesday)
    expect((await app.delivered()).mails).toHaveLength(1)
    expect(await eventsOf(service)).toHaveLength(1)
  })

  test('the calendar file for download names no attendee', async () => {
    const service = await inPortal()
    const { eventKey } = (await booking(service, tuesday)).body
    const { headers, text } = await call(readAppointmentCalendar, { params: at(service, eventKey) })
    expect(headers['content-type']).toBe('text/calendar; charset=utf-8')
    expect(headers['content-disposition']).toBe('attachment; filename="appointment.ics"')
    expect(text).toContain('\r\nDTEND:20260310T090000Z\r\n')
    expect(text).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]*END:VCALENDAR\r\n$/)
    expect(text).not.toContain('ATTENDEE')
  })
})

test('the notice is counted from the injected clock', async () => {
  const service = await inPortal()
  clock.set('2026-03-09T08:00:00Z')
  expect(await starts(service, { from: '2026-03-10', to: '2026-03-10' })).toContain(tuesday)
  clock.pass(1000)
  expect(await starts(service, { from: '2026-03-10', to: '2026-03-10' })).not.toContain(tuesday)
})
