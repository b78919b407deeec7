import { bookAppointment, readTask, readTaskCalendar } from '@portico/contract/appointments'
import {
  cancelStaffVisit,
  changeStaffVisit,
  planVisit,
  readStaffVisit,
  readVisitBoard,
  type StaffVisit,
} from '@portico/contract/staff/planning/visits'
import { readStaffTicket } from '@portico/contract/staff/tickets'
import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/fixtures/app.ts'
import { anActivity, aService } from '../../../test/fixtures/appointments.ts'
import { aContact, aPortal, aStaffUser, aTicket, aUser, type Person } from '../../../test/fixtures/factories.ts'
import { aStaffAccount, asStaff } from '../../../test/fixtures/staff.ts'
import { sql } from '../../kernel/database/db.ts'

// Monday 2 March 2026, 09:30 in Rome.
const app = await testApp()
const { database } = app

const nine = '2026-03-10T08:00:00Z'
const ten = '2026-03-10T09:00:00Z'
const eleven = '2026-03-10T10:00:00Z'

/** A customer with a ticket, an office account and two technicians with addresses. */
const aTeam = async () => {
  const portal = await aPortal(database, { supportEmail: 'ufficio@example.it' })
  const person = await aUser(database, { contact: await aContact(database, portal) })
  const { serviceCompanyId } = person
  const { id: ticketId, number } = await aTicket(database, person, { title: 'Caldaia in blocco' })
  const office = await asStaff(app, await aStaffAccount(app, { serviceCompanyId, role: 'office' }))
  const anna = await aStaffUser(database, person, { email: `anna@${person.company}.example` })
  const bruno = await aStaffUser(database, person, { email: `bruno@${person.company}.example` })
  return { person, serviceCompanyId, ticketId, number, office, anna, bruno }
}
type Team = Awaited<ReturnType<typeof aTeam>>

const planFor = ({ office, ticketId, anna, person }: Team, more: Partial<Parameters<typeof bodyOf>[1]> = {}) =>
  office(planVisit, { body: bodyOf({ ticketId, staffId: anna, email: person.email }, more) })
const bodyOf = (
  base: { ticketId: number; staffId: number; email: string },
  more: Partial<{
    staffId: number | null
    startsOn: string
    endsOn: string
    notes: string
    email: string | null
    address: string
  }>,
) => ({ activityTypeName: 'Intervento in sede', startsOn: nine, endsOn: ten, ...base, ...more })
const changeTo = (
  { office }: Pick<Team, 'office'>,
  { id, version }: Pick<StaffVisit, 'id' | 'version'>,
  body: Partial<Pick<StaffVisit, 'staffId' | 'startsOn' | 'endsOn' | 'notes' | 'email' | 'title'>>,
) => office(changeStaffVisit, { params: { visitid: id }, body, headers: { 'if-match': `"${version}"` } })

const eventIn = (file: string | undefined) => {
  const calendar = new ICAL.Component(ICAL.parse(file ?? ''))
  const [component] = calendar.getAllSubcomponents('vevent')
  const event = new ICAL.Event(component)
  return {
    method: calendar.getFirstPropertyValue('method'),
    status: component?.getFirstPropertyValue('status'),
    uid: event.uid,
    sequence: event.sequence,
    start: event.startDate.toJSDate().toISOString(),
  }
}
const sent = async () =>
  (await app.delivered()).mails.map(({ recipients, subject, text, calendar }) => ({
    to: recipients[0],
    subject,
    text,
    ...eventIn(calendar?.content),
  }))

test('a visit is planned for a ticket, mailed with a calendar entry, and shown on the ticket and its page', async () => {
  const team = await aTeam()
  await app.delivered()
  const { body, status } = await planFor(team, { notes: 'Citofono rotto', address: 'Via Roma 1' })
  expect(status).toBe(201)
  expect(body).toMatchObject({
    staffId: team.anna,
    startsOn: nine,
    endsOn: ten,
    status: 'planned',
    title: 'Caldaia in blocco',
    activityTypeName: 'Intervento in sede',
    customer: { id: team.person.contactId, companyName: team.person.companyName },
    ticket: { id: team.ticketId, ticketNumber: team.number },
    address: 'Via Roma 1',
    notes: 'Citofono rotto',
    email: team.person.email,
    mayChange: true,
  })
  const mails = await sent()
  expect(mails.map(({ to }) => to)).toEqual([team.person.email, `anna@${team.person.company}.example`])
  for (const mail of mails)
    expect(mail).toMatchObject({
      method: 'REQUEST',
      status: 'CONFIRMED',
      sequence: 0,
      uid: `activity-${body.id}@${team.person.company}.portico`,
      start: '2026-03-10T08:00:00.000Z',
    })
  expect(mails[0]?.subject).toMatch(/^Re: #\d+ Caldaia in blocco$/)
  expect(mails[0]?.text).toContain('martedì 10 marzo 2026, 09:00–10:00')
  // What is for the technician alone is in no mail to the customer, nor on the page.
  expect(mails[0]?.text).not.toContain('Citofono')
  expect(mails[1]?.text).toContain('Citofono rotto')
  const eventkey = /\/tasks\/([\w-]+)/.exec(mails[0]?.text ?? '')?.[1] ?? ''
  const { body: task, text } = await app.call(readTask, { params: { eventkey } })
  expect(task).toMatchObject({ title: 'Caldaia in blocco', start: nine, status: 'planned', address: 'Via Roma 1' })
  expect(text).not.toContain('Citofono')
  const ticket = (await team.office(readStaffTicket, { params: { ticketid: team.ticketId } })).body
  expect(ticket.changes.map(({ field, after }) => [field, after])).toEqual([['visit', '2026-03-10T08:00:00.000Z']])
})

test('each move is mailed with a higher sequence, a new technician replaces the old one, and a cancellation ends it', async () => {
  const team = await aTeam()
  const { body: planned } = await planFor(team)
  await app.delivered()
  const { body: moved } = await changeTo(team, planned, { startsOn: ten, endsOn: eleven })
  const first = await sent()
  expect(first.map(({ method, sequence, start }) => [method, sequence, start])).toEqual([
    ['REQUEST', 1, '2026-03-10T09:00:00.000Z'],
    ['REQUEST', 1, '2026-03-10T09:00:00.000Z'],
  ])
  expect(first[0]?.text).toContain('Prima era martedì 10 marzo 2026, 09:00–10:00')

  const { body: handed } = await changeTo(team, moved, { staffId: team.bruno })
  const [customer, dropped, taken] = await sent()
  expect(customer).toMatchObject({ to: team.person.email, method: 'REQUEST', sequence: 2 })
  expect(dropped).toMatchObject({ to: `anna@${team.person.company}.example`, method: 'CANCEL', sequence: 2 })
  expect(taken).toMatchObject({ to: `bruno@${team.person.company}.example`, method: 'REQUEST', sequence: 2 })

  // Notes are for the next look: nobody is mailed.
  const { body: noted } = await changeTo(team, handed, { notes: 'Suonare al 3' })
  expect(await sent()).toEqual([])

  const params = { visitid: planned.id }
  const cancelled = await team.office(cancelStaffVisit, { params, headers: { 'if-match': `"${noted.version}"` } })
  expect(cancelled.body.status).toBe('cancelled')
  const last = await sent()
  expect(last.map(({ to, method, status, sequence }) => [to, method, status, sequence])).toEqual([
    [team.person.email, 'CANCEL', 'CANCELLED', 3],
    [`bruno@${team.person.company}.example`, 'CANCEL', 'CANCELLED', 3],
  ])
  expect((await team.office(cancelStaffVisit, { params })).problem).toMatchObject({ status: 409, code: 'conflict' })
  // Its time is free again.
  expect((await planFor(team, { staffId: team.bruno, startsOn: ten, endsOn: eleven })).status).toBe(201)
})

test('another address gets the visit, and the former one is told that it no longer does', async () => {
  const team = await aTeam()
  const { body: planned } = await planFor(team)
  await app.delivered()
  await changeTo(team, planned, { email: 'altra@example.it' })
  const mails = await sent()
  expect(mails.map(({ to, method, sequence }) => [to, method, sequence]).slice(0, 2)).toEqual([
    [team.person.email, 'CANCEL', 1],
    ['altra@example.it', 'REQUEST', 1],
  ])
})

test('an entry that was downloaded is followed by those that are mailed', async () => {
  const team = await aTeam()
  await app.delivered()
  const { body: planned } = await planFor(team)
  const eventkey = /\/tasks\/([\w-]+)/.exec((await sent())[0]?.text ?? '')?.[1] ?? ''
  await changeTo(team, planned, { startsOn: ten, endsOn: eleven })
  const { text } = await app.call(readTaskCalendar, { params: { eventkey } })
  expect(eventIn(text)).toMatchObject({ sequence: 1, uid: `activity-${planned.id}@${team.person.company}.portico` })
})

test('a visit keeps its calendar entry when its portal is renamed', async () => {
  const team = await aTeam()
  await app.delivered()
  const { body: planned } = await planFor(team)
  const [before] = await sent()
  await database.run(
    sql`update portal set web_portal_key = ${`${team.person.company}-2`} where id = ${team.person.portalId}`,
  )
  await team.office(cancelStaffVisit, {
    params: { visitid: planned.id },
    headers: { 'if-match': `"${planned.version}"` },
  })
  const [after] = await sent()
  expect(after).toMatchObject({ method: 'CANCEL', uid: before?.uid })
  const eventkey = /\/tasks\/([\w-]+)/.exec(before?.text ?? '')?.[1] ?? ''
  expect(eventIn((await app.call(readTaskCalendar, { params: { eventkey } })).text).uid).toBe(before?.uid)
})

test('a taken time is refused with what takes it, and nothing is written or mailed', async () => {
  const team = await aTeam()
  const { body: planned } = await planFor(team)
  await app.delivered()
  const refused = await planFor(team, { startsOn: '2026-03-10T08:45:00Z', endsOn: eleven })
  expect(refused.problem).toMatchObject({
    status: 409,
    code: 'conflict',
    collisions: [
      {
        kind: 'visit',
        id: planned.id,
        startsOn: nine,
        endsOn: ten,
        staffName: 'Anna Tecnica',
        companyName: team.person.companyName,
        title: 'Caldaia in blocco',
      },
    ],
  })
  const { body: other } = await planFor(team, { startsOn: ten, endsOn: eleven })
  const overlapping = await changeTo(team, other, { startsOn: '2026-03-10T08:30:00Z' })
  expect(overlapping.problem).toMatchObject({ code: 'conflict', collisions: [{ id: planned.id }] })
  // Its own time does not stand in its way.
  expect((await changeTo(team, other, { endsOn: '2026-03-10T10:30:00Z' })).status).toBe(200)
  const { n } = await database.one<{ n: number }>(
    sql`select count(*)::int as n from planned_activity where service_company_id = ${team.serviceCompanyId}`,
  )
  expect(n).toBe(2)
})

test('a booking with its buffer is in the way of a visit, and a visit in the way of a booking', async () => {
  const team = await aTeam()
  const service = await aService(database, team.person, { staff: [team.anna], bufferMinutes: 30 })
  const params = { company: service.company, eventkey: service.key }
  const booking = { phone: '+39 333 5550118', companyName: 'Officine Prova', start: nine }
  expect((await app.call(bookAppointment, { params, body: booking })).status).toBe(201)
  const refused = await planFor(team, { startsOn: '2026-03-10T09:15:00Z', endsOn: eleven })
  expect(refused.problem).toMatchObject({
    code: 'conflict',
    collisions: [{ kind: 'booking', companyName: 'Officine Prova', startsOn: nine, endsOn: '2026-03-10T09:30:00Z' }],
  })
  expect((await planFor(team, { startsOn: '2026-03-10T09:30:00Z', endsOn: eleven })).status).toBe(201)
  expect(
    (await app.call(bookAppointment, { params, body: { ...booking, start: '2026-03-10T09:30:00Z' } })).problem,
  ).toMatchObject({ status: 409 })
})

test('of two who take the same time at once, one gets it and the other is told by what', async () => {
  const team = await aTeam()
  const answers = await Promise.all([planFor(team), planFor(team), planFor(team)])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  for (const { problem } of answers.filter(({ status }) => status === 409))
    expect(problem).toMatchObject({ code: 'conflict', collisions: [{ kind: 'visit', startsOn: nine }] })
})

test('of two who move the same visit at once, one wins and the other is told', async () => {
  const team = await aTeam()
  const { body: planned } = await planFor(team)
  const answers = await Promise.all([
    changeTo(team, planned, { startsOn: ten, endsOn: eleven }),
    changeTo(team, planned, { startsOn: '2026-03-11T09:00:00Z', endsOn: '2026-03-11T10:00:00Z' }),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const lost = answers.find(({ status }) => status === 409)
  expect(lost?.problem).toMatchObject({ code: 'conflict' })
  expect(lost?.problem).not.toHaveProperty('collisions')
})

test('a visit may have nobody yet, and is on the board all the same', async () => {
  const team = await aTeam()
  const { body: planned } = await planFor(team, { staffId: null })
  expect((await planFor(team, { staffId: null })).status).toBe(201)
  const board = (await team.office(readVisitBoard, { query: { from: '2026-03-10' } })).body
  expect(board.entries.filter(({ staffId }) => staffId === null)).toHaveLength(2)
  expect((await changeTo(team, planned, { staffId: team.anna })).body.staffId).toBe(team.anna)
})

test('old visits without a link get one when they move; those of an import without a mail stay silent', async () => {
  const team = await aTeam()
  await anActivity(database, team.person, { staffUserId: team.bruno, start: nine })
  const { entries } = (await team.office(readVisitBoard, { query: { from: '2026-03-10' } })).body
  const [entry] = entries
  await app.delivered()
  await changeTo(
    team,
    { id: entry?.id ?? 0, version: entry?.version ?? '' },
    { startsOn: ten, endsOn: eleven, email: 'cliente@example.it' },
  )
  const [mail] = await sent()
  expect(mail).toMatchObject({ to: 'cliente@example.it', sequence: 1 })
  const eventkey = /\/tasks\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  expect((await app.call(readTask, { params: { eventkey } })).body.start).toBe(ten)
})

test('what is no visit is refused', async () => {
  const team = await aTeam()
  const invalid = async (more: object, path: string) =>
    expect((await planFor(team, more)).problem).toMatchObject({ code: 'invalid_request', errors: [{ path }] })
  await invalid({ endsOn: nine }, 'body.endsOn')
  await invalid({ endsOn: '2026-03-12T08:00:00Z' }, 'body.endsOn')
  await invalid({ startsOn: '10.3.2026' }, 'body.startsOn')
  await invalid({ email: 'nobody' }, 'body.email')
  const { office, person, anna } = team
  const base = { staffId: anna, startsOn: nine, endsOn: ten, activityTypeName: 'Intervento' }
  const both = { ...base, ticketId: team.ticketId, contactId: person.contactId }
  for (const body of [base, both])
    expect((await office(planVisit, { body })).problem).toMatchObject({ code: 'invalid_request' })
  const blank = { ...base, contactId: person.contactId, activityTypeName: ' \u200b ' }
  expect((await office(planVisit, { body: blank })).problem).toMatchObject({ code: 'fill_required_fields' })
  expect((await office(planVisit, { body: { ...base, contactId: person.contactId } })).body).toMatchObject({
    ticket: null,
    title: null,
  })
})

const stranger = async (): Promise<Person> => aUser(database)

test('ids of another company are not found, in path and body', async () => {
  const team = await aTeam()
  const { body: planned } = await planFor(team)
  const foreign = await stranger()
  const theirs = await aTicket(database, foreign)
  const theirStaff = await aStaffUser(database, foreign)
  const other = await asStaff(app, await aStaffAccount(app, { serviceCompanyId: foreign.serviceCompanyId }))
  const params = { visitid: planned.id }
  for (const answer of [
    await other(readStaffVisit, { params }),
    await other(changeStaffVisit, { params, body: { notes: 'x' } }),
    await other(cancelStaffVisit, { params }),
    await team.office(planVisit, {
      body: bodyOf({ ticketId: theirs.id, staffId: team.anna, email: 'a@example.it' }, {}),
    }),
    await planFor(team, { staffId: theirStaff, startsOn: ten, endsOn: eleven }),
    await changeTo(team, planned, { staffId: theirStaff }),
    await team.office(planVisit, {
      body: { contactId: foreign.contactId, staffId: team.anna, startsOn: ten, endsOn: eleven, activityTypeName: 'x' },
    }),
  ])
    expect(answer.problem).toMatchObject({ status: 404, code: 'not_found' })
  expect((await team.office(readStaffVisit, { params })).body.notes).toBeNull()
})
