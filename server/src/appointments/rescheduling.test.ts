import {
  bookAppointment,
  cancelAppointment,
  listSlots,
  readAppointment,
  readAppointmentCalendar,
  readTask,
  rescheduleAppointment,
} from '@portico/contract/appointments'
import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { rowCounts, testApp } from '../../test/fixtures/app.ts'
import { anAppointment, anInvitation, aService, type Service } from '../../test/fixtures/appointments.ts'
import { aContact, aPortal, aStaffUser } from '../../test/fixtures/factories.ts'
import { portalApi } from '../apis.ts'
import { sql } from '../kernel/database/db.ts'
import { openApiDocument } from '../kernel/http/openapi.ts'

// Monday 2 March 2026, 09:30 in Rome.
const app = await testApp()
const { call, database } = app
const nine = '2026-03-10T08:00:00Z'
const ten = '2026-03-10T09:00:00Z'
const day = { from: '2026-03-10', to: '2026-03-10' }

const at = ({ company }: { company: string }, eventkey: string) => ({ company, eventkey })
const details = { phone: '+39 333 5550118', companyName: 'Officine Prova', email: 'cliente@example.it' }
const book = async (service: Service, start: string) =>
  at(
    service,
    (await call(bookAppointment, { params: at(service, service.key), body: { ...details, start } })).body.eventKey,
  )
const move = (params: ReturnType<typeof at>, start: string) => call(rescheduleAppointment, { params, body: { start } })
const starts = async (params: ReturnType<typeof at>) =>
  (await call(listSlots, { params, query: day })).body.map(({ start }) => start)
const inPortal = async (options: Parameters<typeof aService>[2] = {}) =>
  aService(database, await aPortal(database, { supportEmail: 'ufficio@example.it' }), options)

const refusedWhole = async (work: () => ReturnType<typeof move>, expected: object) => {
  const before = await rowCounts(app)
  expect((await work()).problem).toMatchObject(expected)
  expect(await rowCounts(app)).toEqual(before)
}

/** A calendar file as an independent parser reads it. */
const eventIn = (file: string | undefined) => {
  const calendar = new ICAL.Component(ICAL.parse(file ?? ''))
  const events = calendar.getAllSubcomponents('vevent')
  expect(events).toHaveLength(1)
  const event = new ICAL.Event(events[0])
  return {
    method: calendar.getFirstPropertyValue('method'),
    status: events[0]?.getFirstPropertyValue('status'),
    uid: event.uid,
    sequence: event.sequence,
    start: event.startDate.toJSDate().toISOString(),
    end: event.endDate.toJSDate().toISOString(),
    zone: event.startDate.zone.tzid,
    summary: event.summary,
    attendees: event.attendees.map(one => one.getFirstValue()),
    organizer: event.organizer,
  }
}

test('a booking moves to another free time, and its old time is free again', async () => {
  const service = await inPortal({ bufferMinutes: 30 })
  const mine = await book(service, nine)
  // Its own time is not offered, and its own buffer blocks no other time.
  expect((await starts(mine))[0]).toBe('2026-03-10T09:30:00Z')
  expect((await move(mine, '2026-03-10T09:30:00Z')).body).toEqual({
    eventKey: mine.eventkey,
    start: '2026-03-10T09:30:00Z',
    end: '2026-03-10T10:30:00Z',
  })
  expect((await call(readAppointment, { params: mine })).body.appointment).toMatchObject({
    start: '2026-03-10T09:30:00Z',
    status: 'confirmed',
  })
  const free = await starts(at(service, service.key))
  expect(free).toContain(nine)
  expect(free).not.toContain('2026-03-10T09:30:00Z')
})

test('customer and technician get the same calendar event with a higher sequence, which an independent parser reads', async () => {
  const service = await inPortal()
  await app.delivered()
  const mine = await book(service, nine)
  const [invited] = (await app.delivered()).mails
  const first = eventIn(invited?.calendar?.content)
  expect(first).toMatchObject({
    method: 'REQUEST',
    status: 'CONFIRMED',
    sequence: 0,
    start: '2026-03-10T08:00:00.000Z',
    end: '2026-03-10T09:00:00.000Z',
    zone: 'UTC',
    attendees: ['mailto:cliente@example.it'],
    organizer: 'mailto:ufficio@example.it',
  })
  expect(first.summary).toContain('Controllo caldaia')

  // The Monday after the clock change: 09:00 is then an hour earlier in UTC.
  await move(mine, '2026-03-30T07:00:00Z')
  const moved = (await app.delivered()).mails
  expect(moved.map(({ recipients }) => recipients)).toEqual([
    ['cliente@example.it'],
    [`${service.key}@tecnici.example`],
  ])
  expect(moved[0]?.subject).toMatch(/^Appuntamento spostato: Controllo caldaia, lunedì 30 marzo 2026, 09:00–10:00$/)
  expect(moved[0]?.text).toContain('martedì 10 marzo 2026, 09:00–10:00')
  expect(moved[0]?.references).toEqual([invited?.messageId])
  for (const mail of moved)
    expect(eventIn(mail.calendar?.content)).toMatchObject({
      method: 'REQUEST',
      status: 'CONFIRMED',
      uid: first.uid,
      sequence: 1,
      start: '2026-03-30T07:00:00.000Z',
      end: '2026-03-30T08:00:00.000Z',
    })
  const file = await call(readAppointmentCalendar, { params: mine })
  expect(eventIn(file.text)).toMatchObject({ method: 'PUBLISH', uid: first.uid, sequence: 1, attendees: [] })

  await call(cancelAppointment, { params: mine })
  const cancelled = (await app.delivered()).mails
  expect(eventIn(cancelled[0]?.calendar?.content)).toMatchObject({
    method: 'CANCEL',
    status: 'CANCELLED',
    uid: first.uid,
    sequence: 2,
    start: '2026-03-30T07:00:00.000Z',
    attendees: ['mailto:cliente@example.it'],
  })
  const events = await database.many<{ type: string }>(
    sql`select type from event where service_company_id = ${service.serviceCompanyId} and by_customer order by transaction, id`,
  )
  expect(events.map(({ type }) => type)).toEqual(['appointment.booked', 'appointment.moved', 'appointment.cancelled'])
})

test('a booking keeps its calendar entry and its thread of mails when its portal is renamed', async () => {
  const service = await inPortal()
  await app.delivered()
  const mine = await book(service, nine)
  const [invited] = (await app.delivered()).mails
  const company = `${service.company}-2`
  await database.run(sql`update portal set web_portal_key = ${company} where id = ${service.portalId}`)
  await call(cancelAppointment, { params: { ...mine, company } })
  const [cancelled] = (await app.delivered()).mails
  expect(cancelled?.references).toEqual([invited?.messageId])
  expect(eventIn(cancelled?.calendar?.content).uid).toBe(eventIn(invited?.calendar?.content).uid)
})

test('a repeated move, or a move to its own time, changes nothing and sends no mail', async () => {
  const service = await inPortal()
  const mine = await book(service, nine)
  await move(mine, ten)
  await app.delivered()
  const before = await rowCounts(app)
  expect((await move(mine, ten)).body.start).toBe(ten)
  expect((await app.delivered()).mails).toEqual([])
  expect(await rowCounts(app)).toEqual(before)
})

test('the technician stays the same where possible; a replaced technician gets a cancellation', async () => {
  const portal = await aPortal(database, { supportEmail: 'ufficio@example.it' })
  const staff = [
    await aStaffUser(database, portal, { email: 'uno@tecnici.example' }),
    await aStaffUser(database, portal, { email: 'due@tecnici.example' }),
  ]
  const service = await aService(database, portal, { staff })
  const mine = await book(service, nine)
  await book(service, ten)
  const giver = () =>
    database.one<{ id: number }>(
      sql`select staff_user_id as id from staff_hold where service_company_id = ${portal.serviceCompanyId}
        and lower(during) = (select max(starts_at) from appointment where service_company_id = ${portal.serviceCompanyId})`,
    )
  await app.delivered()
  await move(mine, '2026-03-10T13:00:00Z')
  expect((await giver()).id).toBe(staff[0])
  expect((await app.delivered()).mails).toHaveLength(2)
  // The first technician is busy at 15:00.
  await database.run(sql`insert into appointment (service_company_id, portal_id, bookable_service_id, staff_user_id, starts_at,
      ends_at, held_until, company_name, phone, language, key_hash, sealed_key)
    values (${portal.serviceCompanyId}, ${portal.portalId}, ${service.serviceId}, ${staff[0]}, '2026-03-10T14:00Z',
      '2026-03-10T15:00Z', '2026-03-10T15:00Z', 'Altri', '049 555000', 'it-IT', 'x', 'x')`)
  await move(mine, '2026-03-10T14:00:00Z')
  const { mails } = await app.delivered()
  expect(mails.map(({ recipients }) => recipients[0])).toEqual([
    'cliente@example.it',
    'due@tecnici.example',
    'uno@tecnici.example',
  ])
  expect(eventIn(mails[1]?.calendar?.content)).toMatchObject({ method: 'REQUEST', sequence: 2 })
  expect(eventIn(mails[2]?.calendar?.content)).toMatchObject({ method: 'CANCEL', sequence: 2 })
})

test('moving a booking by invitation moves its planned activity', async () => {
  const service = await inPortal()
  const contact = await aContact(database, service)
  const params = at(service, await anInvitation(database, app.deps.secrets, contact, service))
  const { eventKey } = (await call(bookAppointment, { params, body: { ...details, start: nine } })).body
  await move(at(service, eventKey), ten)
  expect((await call(readTask, { params: { eventkey: eventKey } })).body).toMatchObject({
    start: ten,
    status: 'planned',
  })
})

test('a move fails for the same reasons as a booking, and leaves the booking as it was', async () => {
  const service = await inPortal()
  const mine = await book(service, nine)
  await book(service, ten)
  const taken = { status: 409, code: 'error_creating_appointment' }
  const notOffered = { status: 422, code: 'error_creating_appointment' }
  await refusedWhole(() => move(mine, ten), taken)
  for (const start of ['2026-03-10T08:30:00Z', '2026-03-01T08:00:00Z', '2026-03-03T08:00:00Z', '2027-03-10T08:00:00Z'])
    await refusedWhole(() => move(mine, start), notOffered)
  await refusedWhole(() => move(mine, ' '), {
    status: 422,
    code: 'fill_required_fields',
    errors: [{ path: 'body.start' }],
  })
  await refusedWhole(() => move(mine, 'domani'), { status: 400, code: 'invalid_request' })
  expect((await call(readAppointment, { params: mine })).body.appointment?.start).toBe(nine)

  const unknown = { status: 404, code: 'invalid_code' }
  await refusedWhole(() => move(at(service, service.key), ten), unknown)
  await refusedWhole(() => move(at(service, mine.eventkey.slice(1)), ten), unknown)
  const elsewhere = at(await inPortal(), mine.eventkey)
  await refusedWhole(() => move(elsewhere, ten), unknown)
  const late = at(service, await anAppointment(database, app.deps.secrets, service, '2026-03-03T08:29:00Z'))
  await refusedWhole(() => move(late, ten), { status: 409, code: 'too_late' })
  expect((await call(listSlots, { params: late })).problem).toMatchObject({ status: 409, code: 'too_late' })
  const { paths } = openApiDocument(portalApi)
  expect(paths['/api/appointments/{company}/{eventkey}/slots']?.get).toMatchObject({ responses: { 409: {} } })
  await call(cancelAppointment, { params: mine })
  await refusedWhole(() => move(mine, ten), { status: 409, code: 'already_cancelled' })
})

test('after twenty changes within an hour nothing can be booked or moved; cancelling stays possible', async () => {
  const service = await inPortal()
  const tooMany = { status: 429, code: 'too_many_requests' }
  const once = await book(service, nine)
  expect((await call(cancelAppointment, { params: once })).status).toBe(204)
  const params = await book(service, nine)
  for (let n = 0; n < 19; n++) expect((await move(params, n % 2 ? nine : ten)).status).toBe(200)
  await refusedWhole(() => move(params, nine), tooMany)
  const again = { params: at(service, service.key), body: { ...details, phone: '049 555 0000', start: nine } }
  expect((await call(bookAppointment, again)).problem).toMatchObject(tooMany)
  expect((await move(await book(await inPortal(), nine), ten)).status).toBe(200)
  expect((await call(cancelAppointment, { params })).status).toBe(204)
  await database.run(sql`alter table appointment disable trigger changed`)
  await database.run(sql`update appointment set changed_at = now() - interval '61 minutes'
    where service_company_id = ${service.serviceCompanyId}`)
  await database.run(sql`alter table appointment enable trigger changed`)
  expect((await call(bookAppointment, again)).status).toBe(201)
})

test('of fifty concurrent moves to one time one succeeds, and the other bookings keep theirs', async () => {
  const service = await inPortal({ durationMinutes: 10, horizonDays: 20 })
  const free = (await call(listSlots, { params: at(service, service.key) })).body.map(({ start }) => start)
  const theirs = await Promise.all(
    free.slice(0, 50).map(async (start, n) => ({
      start,
      params: at(
        service,
        (
          await call(bookAppointment, {
            params: at(service, service.key),
            body: { ...details, start, phone: `049 5550${100 + n}`, email: null },
          })
        ).body.eventKey,
      ),
    })),
  )
  const wanted = free[60] ?? ''
  const answers = await Promise.all(theirs.map(({ params }) => move(params, wanted)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(49)
  for (const [n, { start, params }] of theirs.entries())
    expect((await call(readAppointment, { params })).body.appointment?.start).toBe(
      answers[n]?.status === 200 ? wanted : start,
    )
})

test('who saw the booking at another time is told that it has been moved meanwhile', async () => {
  const service = await inPortal()
  const params = await book(service, nine)
  await move(params, ten)
  await app.delivered()
  const eleven = '2026-03-10T10:00:00Z'
  const stale = { start: eleven, previousStart: nine }
  await refusedWhole(() => call(rescheduleAppointment, { params, body: stale }), { status: 409, code: 'conflict' })
  expect((await call(rescheduleAppointment, { params, body: { start: eleven, previousStart: ten } })).status).toBe(200)
})

test('of two who move a booking at the same moment, one wins and the other is told', async () => {
  const service = await inPortal()
  const params = await book(service, nine)
  const answers = await Promise.all(['2026-03-11T08:00:00Z', '2026-03-12T08:00:00Z'].map(start => move(params, start)))
  const statuses = answers.map(({ status }) => status).sort()
  // One after the other both may; a move that was overtaken is told so.
  expect([
    [200, 200],
    [200, 409],
  ]).toContainEqual(statuses)
  const { appointment } = (await call(readAppointment, { params })).body
  const won = answers.filter(({ status }) => status === 200).map(({ body }) => body.start)
  expect(won).toContain(appointment?.start)
})
