import { cancelAppointment, readTask, readTaskCalendar } from '@portico/contract/appointments'
import { expect, test } from 'vitest'
import { testApp } from '../../test/fixtures/app.ts'
import { anActivity, anAppointment, aService } from '../../test/fixtures/appointments.ts'
import { aContact, aStaffUser, aTicket, aUser, every, only } from '../../test/fixtures/factories.ts'
import { sql } from '../kernel/database/db.ts'
import { hashToken } from '../kernel/security/secrets.ts'

const app = await testApp()
const { call, database } = app

test('a key opens its planned activity without signing in, and without the ticket', async () => {
  const person = await aUser(database)
  const staffUserId = await aStaffUser(database, person)
  const { id: ticketId } = await aTicket(database, person)
  const eventkey = await anActivity(database, person, { ticketId, staffUserId })
  const { body } = await call(readTask, { params: { eventkey } })
  expect(body).toMatchObject({
    title: 'Sostituzione sonda',
    activityTypeName: 'Intervento in sede',
    start: '2026-03-10T09:00:00Z',
    end: '2026-03-10T10:00:00Z',
    status: 'planned',
    address: 'Via Roma 1',
    assignedUser: { firstName: 'Anna', lastName: 'Tecnica', profileImage: null },
    companyName: person.companyName,
    portal: { webPortalKey: person.company },
    ticket: null,
    appointment: null,
  })
})

test('an unknown key, a truncated key and the key of an appointment open no task', async () => {
  const person = await aUser(database)
  const key = await anActivity(database, person)
  const booking = await anAppointment(
    database,
    app.deps.secrets,
    await aService(database, person),
    '2026-03-10T09:00:00Z',
  )
  for (const eventkey of ['x', key.slice(1), booking, '%00']) {
    expect((await call(readTask, { params: { eventkey } })).problem).toMatchObject({ status: 404 })
    expect((await call(readTaskCalendar, { params: { eventkey } })).problem).toMatchObject({ status: 404 })
  }
})

test('only a reader who may see the ticket gets it', async () => {
  const person = await aUser(database)
  const { id: ticketId, number } = await aTicket(database, person)
  const eventkey = await anActivity(database, person, { ticketId })
  const params = { eventkey }
  const seen = async (reader: typeof person) => (await (await app.as(reader))(readTask, { params })).body.ticket
  expect(await seen(person)).toMatchObject({
    id: ticketId,
    contactId: person.contactId,
    ticketNumber: number,
    taskStatus: { step: { taskStatus: 0 } },
  })
  expect(await seen(await aUser(database, { contact: person }))).not.toBeNull()
  expect(await seen(await aUser(database, { contact: person, flags: only('manageTickets') }))).toBeNull()
  expect(await seen(await aUser(database, { contact: person, flags: every({ manageTickets: false }) }))).toBeNull()
  expect(await seen(await aUser(database, { contact: await aContact(database, person) }))).toBeNull()
  expect(await seen(await aUser(database))).toBeNull()
  const forged = await call(readTask, { params, headers: { authorization: `Bearer ${'x'.repeat(43)}` } })
  expect(forged.body.ticket).toBeNull()
})

test('a booked activity has the key of its booking, and is cancelled with it', async () => {
  const person = await aUser(database)
  const service = await aService(database, person)
  const { secrets } = app.deps
  const booking = await anAppointment(database, secrets, service, '2026-03-10T09:00:00Z')
  const eventkey = await anActivity(database, person)
  await database.run(sql`update planned_activity set appointment_id =
      (select id from appointment where key_hash = ${hashToken(booking)}) where key_hash = ${hashToken(eventkey)}`)
  const task = async () => (await call(readTask, { params: { eventkey } })).body
  expect((await task()).appointment).toEqual({ eventKey: booking, uncancellable: null })
  await call(cancelAppointment, { params: { company: service.company, eventkey: booking } })
  expect(await task()).toMatchObject({ status: 'cancelled', appointment: { uncancellable: 'already_cancelled' } })
  const { text } = await call(readTaskCalendar, { params: { eventkey } })
  expect(text).toContain('\r\nSTATUS:CANCELLED\r\n')
})
