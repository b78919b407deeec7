import { isDeepStrictEqual } from 'node:util'
import type { StaffTicketEvent } from '@portico/contract/staff/events'
import { setStaffPresence } from '@portico/contract/staff/events'
import { noteActivity } from '@portico/contract/staff/records/contracts'
import {
  changeStaffTicket,
  createStaffComment,
  createStaffNote,
  noteStaffTime,
  raiseStaffTicket,
} from '@portico/contract/staff/tickets'
import { closeTicket, createComment } from '@portico/contract/tickets'
import { afterAll, afterEach, expect, test } from 'vitest'
import { raiseTicket } from '../../test/fixtures/actions.ts'
import { pathOf, testApp } from '../../test/fixtures/app.ts'
import { anActivityContract } from '../../test/fixtures/contracts.ts'
import { openStream } from '../../test/fixtures/event-stream.ts'
import { aContact, aPortal, aStaffGroup, aTicket, aUser, type Person } from '../../test/fixtures/factories.ts'
import { releaseAnswers } from '../../test/fixtures/held-answers.ts'
import { anOperator } from '../../test/fixtures/operator.ts'
import { aStaffAccount, asStaff, staffHeaders } from '../../test/fixtures/staff.ts'
import { buildApp } from '../app.ts'
import { openDb, sql } from '../kernel/database/db.ts'
import type { StaffAccount } from '../staff/account-queries.ts'

const app = await testApp()
const { database } = app
const origin = await app.http.listen({ port: 0, host: '127.0.0.1' })
/** Stands for a second server process on the same database. */
const secondPool = openDb({ connection: database.connection, log: () => {} })
const second = await buildApp({ ...app.deps, database: secondPool })
const secondOrigin = await second.listen({ port: 0, host: '127.0.0.1' })
afterAll(async () => {
  await second.close()
  await secondPool.close()
})

const open = new Set<{ close: () => void }>()
afterEach(() => {
  for (const stream of open) stream.close()
  open.clear()
})

type Options = { lastEventId?: string; at?: string; headers?: Record<string, string> }

/** A stream of an account, of which the first event has been read. */
const streamOf = async (account: StaffAccount, { lastEventId, at = origin, headers }: Options = {}) => {
  const stream = await openStream(`${at}/api/staff/events`, {
    ...(headers ?? (await staffHeaders(app, account))),
    ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
  })
  open.add(stream)
  const first = await stream.next()
  return { ...stream, first, data: async () => (await stream.next()).data }
}

const ticketEvent = (ticketId: number, change: StaffTicketEvent['change']): StaffTicketEvent => ({
  type: 'ticket',
  ticketId,
  change,
})

const say = async (person: Person, taskId: number) =>
  (await (await app.as(person))(createComment, { params: person.here, body: { taskId, message: 'Ecco' } })).body

/** A portal's customer, with a technician of a group and an office account of the same company. */
const aTeam = async () => {
  const person = await aUser(database)
  const { serviceCompanyId } = person
  const groupId = await aStaffGroup(database, person)
  const technician = await aStaffAccount(app, { serviceCompanyId, role: 'technician', groupIds: [groupId] })
  const office = await aStaffAccount(app, { serviceCompanyId, role: 'office' })
  return { person, serviceCompanyId, groupId, technician, office }
}

const setPresence = async (account: StaffAccount, ticketId: number, state: string, at = app.http) => {
  const headers = await staffHeaders(app, account)
  const url = pathOf(setStaffPresence.path, { ticketid: ticketId })
  const answer = await at.inject({ method: 'PUT', url, headers, payload: { state } })
  return answer.statusCode
}

test('the staff are told of what customers and colleagues do, and what it was', async () => {
  const { person, office } = await aTeam()
  const stream = await streamOf(office)
  // A change may be told twice, where the two rows of it are read one after the other.
  const nextButChanged = async () => {
    for (;;) {
      const data = await stream.data()
      if (!isDeepStrictEqual(data, ticketEvent(id, 'changed'))) return data
    }
  }
  expect(stream.first).toMatchObject({ event: 'ready', data: {} })
  const id = await raiseTicket(app, person)
  expect(await stream.next()).toEqual({
    id: expect.stringMatching(/^\d+-\d+$/),
    event: 'ticket',
    data: ticketEvent(id, 'created'),
  })
  const { id: commentId } = await say(person, id)
  expect(await nextButChanged()).toEqual(ticketEvent(id, 'message'))

  const staff = await asStaff(app, office)
  const params = { ticketid: id }
  await staff(createStaffNote, { params, body: { message: '<p>Chiamare prima.</p>' } })
  expect(await nextButChanged()).toEqual(ticketEvent(id, 'note'))
  await staff(noteStaffTime, { params, body: { minutes: 20, activityTypeName: 'Assistenza' } })
  expect(await stream.data()).toEqual(ticketEvent(id, 'changed'))
  await staff(changeStaffTicket, { params, body: { assigneeId: office.staffUserId } })
  expect(await stream.data()).toEqual(ticketEvent(id, 'changed'))

  // A held answer is told when it is sent, not before.
  await staff(createStaffComment, { params, body: { message: '<p>Arrivo.</p>', seen: commentId } })
  await staff(createStaffNote, { params, body: { message: '<p>Fatto.</p>' } })
  expect(await nextButChanged()).toEqual(ticketEvent(id, 'note'))
  await releaseAnswers(app)
  expect(await nextButChanged()).toEqual(ticketEvent(id, 'message'))

  await (await app.as(person))(closeTicket, { params: { ...person.here, ticketid: id }, body: {} })
  expect(await stream.data()).toEqual(ticketEvent(id, 'changed'))
  const body = { contactId: person.contactId, title: 'x', taskTypeId: person.taskTypeId, description: '<p>x</p>' }
  const raised = (await staff(raiseStaffTicket, { body })).body
  expect(await nextButChanged()).toEqual(ticketEvent(raised.id, 'created'))
})

test('an answer that crossed another is told to its writer alone', async () => {
  const { person, office, technician } = await aTeam()
  const { id } = await aTicket(database, person)
  const mine = await asStaff(app, office)
  await mine(createStaffComment, { params: { ticketid: id }, body: { message: '<p>Arrivo.</p>', seen: null } })
  await say(person, id)
  const [writer, other] = [await streamOf(office), await streamOf(technician)]
  for (const stream of [writer, other]) expect(await stream.data()).toEqual(ticketEvent(id, 'message'))
  await releaseAnswers(app)
  expect(await writer.data()).toEqual(ticketEvent(id, 'changed'))
  await mine(createStaffNote, { params: { ticketid: id }, body: { message: '<p>a</p>' } })
  expect(await other.data()).toEqual(ticketEvent(id, 'note'))
})

test('the operator API is heard: what it writes, reassigns and removes', async () => {
  const { person, serviceCompanyId, technician, office, groupId } = await aTeam()
  const operator = await anOperator(app, { serviceCompanyId })
  const other = await aStaffGroup(database, person)
  const { id } = await aTicket(database, person, { staffGroupId: groupId })
  const nameOf = async (table: 'ticket' | 'staff_group', rowId: number) =>
    table === 'ticket'
      ? (await database.one<{ name: string }>(sql`select external_id as name from ticket where id = ${rowId}`)).name
      : (await database.one<{ name: string }>(sql`select external_id as name from staff_group where id = ${rowId}`))
          .name
  const ticket = await nameOf('ticket', id)
  const [lost, kept] = [await streamOf(technician), await streamOf(office)]

  const note = { ticket, message: '<p>Dal gestionale</p>', createdOn: '2026-03-02T08:00:00Z' }
  expect((await operator('PUT', '/internalNotes/n1', note)).status).toBe(201)
  for (const stream of [lost, kept]) expect(await stream.data()).toEqual(ticketEvent(id, 'note'))

  expect((await operator('PATCH', `/tickets/${ticket}`, { group: await nameOf('staff_group', other) })).status).toBe(
    200,
  )
  expect(await lost.data()).toEqual(ticketEvent(id, 'removed'))
  expect(await kept.data()).toEqual(ticketEvent(id, 'changed'))

  expect((await operator('DELETE', '/internalNotes/n1')).status).toBe(204)
  expect(await kept.data()).toEqual(ticketEvent(id, 'changed'))
  expect((await operator('DELETE', `/tickets/${ticket}`)).status).toBe(204)
  expect(await kept.data()).toEqual(ticketEvent(id, 'removed'))
  // The technician was told nothing of a ticket of another group.
  const own = await raiseTicket(app, person)
  expect(await lost.data()).toEqual(ticketEvent(own, 'created'))
})

test('nobody learns of tickets of another company, portal or group', async () => {
  const { person, serviceCompanyId, groupId, technician, office } = await aTeam()
  const otherGroup = await aStaffGroup(database, person)
  const colleague = await aStaffAccount(app, { serviceCompanyId, role: 'technician', groupIds: [otherGroup] })
  const elsewhere = await aStaffAccount(app, { serviceCompanyId, role: 'office', portalIds: [] })
  const stranger = await aUser(database)
  const competitor = await aStaffAccount(app, { serviceCompanyId: stranger.serviceCompanyId })
  const [seeing, other, blind, foreign] = [
    await streamOf(technician),
    await streamOf(colleague),
    await streamOf(elsewhere),
    await streamOf(competitor),
  ]
  const { id } = await aTicket(database, person, { staffGroupId: groupId })
  await say(person, id)
  expect(await setPresence(office, id, 'looking')).toBe(204)
  expect(await seeing.data()).toMatchObject({ type: expect.stringMatching(/^(ticket|presence)$/), ticketId: id })

  // The next event of each of the others is one of their own.
  const mine = await aTicket(database, person, { staffGroupId: groupId, staffUserId: colleague.staffUserId })
  await say(person, mine.id)
  expect(await other.data()).toEqual(ticketEvent(mine.id, 'message'))
  const { id: theirs } = await aTicket(database, stranger)
  await say(stranger, theirs)
  expect(await foreign.data()).toEqual(ticketEvent(theirs, 'message'))
  await database.run(sql`update staff_account set all_portals = true where id = ${elsewhere.staffAccountId}`)
  await blind.ended()
  await expect(blind.next()).rejects.toThrow('the stream has ended')
})

test('a ticket that changes hands leaves one technician and comes to the other', async () => {
  const { person, serviceCompanyId, groupId, technician, office } = await aTeam()
  const otherGroup = await aStaffGroup(database, person)
  const colleague = await aStaffAccount(app, { serviceCompanyId, role: 'technician', groupIds: [otherGroup] })
  const { id } = await aTicket(database, person, { staffGroupId: groupId })
  expect(await setPresence(office, id, 'writing')).toBe(204)
  const [before, after] = [await streamOf(technician), await streamOf(colleague)]
  const people = [expect.objectContaining({ id: office.staffUserId, state: 'writing' })]
  expect(await before.data()).toEqual({ type: 'presence', ticketId: id, people })

  const staff = await asStaff(app, office)
  await staff(changeStaffTicket, { params: { ticketid: id }, body: { groupId: otherGroup } })
  expect(await before.data()).toEqual(ticketEvent(id, 'removed'))
  const told = [await after.data(), await after.data()]
  expect(told).toContainEqual(ticketEvent(id, 'changed'))
  expect(told).toContainEqual({ type: 'presence', ticketId: id, people })

  // Assigned to the first technician it is seen by both.
  await staff(changeStaffTicket, { params: { ticketid: id }, body: { assigneeId: technician.staffUserId } })
  const first = [await before.data(), await before.data()]
  expect(first).toContainEqual(ticketEvent(id, 'changed'))
})

test('customers are told nothing of notes, time and reassignments', async () => {
  const { person, office } = await aTeam()
  const { id } = await aTicket(database, person)
  const url = `${origin}/api/${person.company}/${person.contactId}/events`
  const stream = await openStream(url, { authorization: `Bearer ${(await app.as(person)).token}` })
  open.add(stream)
  await stream.next()
  const staff = await asStaff(app, office)
  await staff(createStaffNote, { params: { ticketid: id }, body: { message: '<p>segreto</p>' } })
  await staff(noteStaffTime, { params: { ticketid: id }, body: { minutes: 20, activityTypeName: 'Assistenza' } })
  await database.run(sql`update ticket set staff_user_id = ${office.staffUserId} where id = ${id}`)
  const { id: commentId } = await say(person, id)
  expect((await stream.next()).data).toEqual({ type: 'comment.created', ticketId: id, commentId })
  const resumed = await openStream(url, {
    authorization: `Bearer ${(await app.as(person)).token}`,
    'last-event-id': '1-1',
  })
  open.add(resumed)
  await resumed.next()
  expect((await resumed.next()).data).toEqual({ type: 'comment.created', ticketId: id, commentId })
})

test('a stream resumes where it was lost, and without a position begins a minute ago', async () => {
  const { person, office } = await aTeam()
  const { id } = await aTicket(database, person)
  await say(person, id)
  const first = await streamOf(office)
  const told = await first.next()
  expect(told.data).toEqual(ticketEvent(id, 'message'))
  first.close()
  await first.ended()
  const missed = await raiseTicket(app, person)
  const resumed = await streamOf(office, { lastEventId: told.id })
  expect(resumed.first).toMatchObject({ event: 'ready' })
  expect(await resumed.data()).toEqual(ticketEvent(missed, 'created'))
  for (const lastEventId of ['99999999999-1', 'nonsense'])
    expect((await streamOf(office, { lastEventId })).first).toMatchObject({ event: 'reset' })
})

test('a stream ends within a second when its session or account ends or the account sees something else', async () => {
  const { serviceCompanyId } = await aTeam()
  const statements = [
    (account: StaffAccount) => sql`delete from staff_session where staff_account_id = ${account.staffAccountId}`,
    (account: StaffAccount) => sql`update staff_account set ended_at = now() where id = ${account.staffAccountId}`,
    (account: StaffAccount) => sql`update staff_account set role = 'technician' where id = ${account.staffAccountId}`,
  ]
  for (const statement of statements) {
    const account = await aStaffAccount(app, { serviceCompanyId })
    const stream = await streamOf(account)
    const endedAt = performance.now()
    await database.run(statement(account))
    await stream.ended()
    expect(performance.now() - endedAt).toBeLessThan(1000)
  }
})

test('a session has at most twenty streams', async () => {
  const { office } = await aTeam()
  const headers = await staffHeaders(app, office)
  for (let n = 0; n < 20; n += 1) await streamOf(office, { headers })
  const refused = await fetch(`${origin}/api/staff/events`, { headers })
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([429, 'too_many_requests'])
})

test('also of streams that begin at the same moment a session has at most twenty', async () => {
  const { office } = await aTeam()
  const headers = await staffHeaders(app, office)
  const ending = new AbortController()
  const begin = () => fetch(`${origin}/api/staff/events`, { headers, signal: ending.signal })
  const statuses = (await Promise.all(Array.from({ length: 40 }, begin))).map(({ status }) => status)
  ending.abort()
  expect(statuses.filter(status => status === 200)).toHaveLength(20)
  expect(statuses.filter(status => status === 429)).toHaveLength(20)
})

test('presence appears, turns to writing and back, and goes; nobody is told of their own', async () => {
  const { person, technician, office } = await aTeam()
  const { id } = await aTicket(database, person)
  const [mine, other] = [await streamOf(office), await streamOf(technician)]
  const presence = (...states: string[]) => ({
    type: 'presence',
    ticketId: id,
    people: states.map(state => ({
      id: office.staffUserId,
      displayName: expect.any(String),
      profileImage: null,
      state,
    })),
  })
  expect(await setPresence(office, id, 'looking')).toBe(204)
  expect(await other.next()).toEqual({ id: '', event: 'presence', data: presence('looking') })
  // Told once, however often it is repeated.
  await setPresence(office, id, 'looking')
  await setPresence(office, id, 'writing')
  expect(await other.data()).toEqual(presence('writing'))
  // Another tab of the account that only looks does not hide that it writes.
  app.clock.pass(10_000)
  await setPresence(office, id, 'looking')
  app.clock.pass(10_001)
  expect(await other.data()).toEqual(presence('looking'))
  await setPresence(office, id, 'gone')
  expect(await other.data()).toEqual(presence())

  // Forgotten after 40 seconds without a word.
  await setPresence(office, id, 'looking')
  expect(await other.data()).toEqual(presence('looking'))
  app.clock.pass(40_000)
  expect(await other.data()).toEqual(presence())

  await setPresence(technician, id, 'looking')
  expect(await mine.data()).toMatchObject({ people: [{ id: technician.staffUserId, state: 'looking' }] })
})

test('a stream begins with who is there now, but for its own reader', async () => {
  const { person, technician, office } = await aTeam()
  const { id } = await aTicket(database, person)
  await setPresence(office, id, 'looking')
  await setPresence(technician, id, 'writing')
  const stream = await streamOf(technician)
  expect(await stream.data()).toEqual({
    type: 'presence',
    ticketId: id,
    people: [{ id: office.staffUserId, displayName: expect.any(String), profileImage: null, state: 'looking' }],
  })
})

test('presence is told in every process, also after a connection was lost', async () => {
  const { person, technician, office } = await aTeam()
  const { id } = await aTicket(database, person)
  const [here, there] = [await streamOf(technician), await streamOf(technician, { at: secondOrigin })]
  const isListening = async () =>
    (
      await database.one<{ n: number }>(sql`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and application_name = 'portico notifications'`)
    ).n
  await expect.poll(isListening).toBe(2)
  await setPresence(office, id, 'writing', second)
  for (const stream of [here, there])
    expect(await stream.data()).toMatchObject({ ticketId: id, people: [{ state: 'writing' }] })
  // A lost connection is opened anew; a repetition tells what was missed.
  await database.run(sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'portico notifications'`)
  await expect.poll(isListening, { timeout: 60_000 }).toBe(2)
  await setPresence(office, id, 'gone')
  for (const stream of [here, there]) expect(await stream.data()).toMatchObject({ ticketId: id, people: [] })
}, 15_000)

test('nobody is present on a ticket beyond reach, nor in another way than looking or writing', async () => {
  const { person, serviceCompanyId, groupId } = await aTeam()
  const { id } = await aTicket(database, person, { staffGroupId: groupId })
  const strangers = [
    await aStaffAccount(app),
    await aStaffAccount(app, { serviceCompanyId, portalIds: [] }),
    await aStaffAccount(app, { serviceCompanyId, role: 'technician' }),
  ]
  for (const stranger of strangers) expect(await setPresence(stranger, id, 'looking')).toBe(404)
  const office = await aStaffAccount(app, { serviceCompanyId, role: 'office' })
  for (const state of ['here', ''])
    expect(
      (await (await asStaff(app, office))(setStaffPresence, { params: { ticketid: id }, body: { state } })).problem
        .status,
    ).toBe(400)
})

test('the number of streams makes no difference to what the database is asked', async () => {
  const { person, serviceCompanyId } = await aTeam()
  const { id } = await aTicket(database, person)
  const streams: Awaited<ReturnType<typeof streamOf>>[] = []
  for (let n = 0; n < 4; n += 1) {
    const headers = await staffHeaders(app, await aStaffAccount(app, { serviceCompanyId }))
    for (let k = 0; k < 10; k += 1) streams.push(await streamOf({} as StaffAccount, { headers }))
  }
  const polls = /from event e left join ticket|from staff_session s join/
  const sent = await app.statementsOf(async () => {
    for (let n = 0; n < 10; n += 1)
      await database.run(sql`insert into event (service_company_id, portal_id, contact_id, type, ticket_id)
        values (${serviceCompanyId}, ${person.portalId}, ${person.contactId}, 'ticket.changed', ${id})`)
    for (const stream of streams) for (let n = 0; n < 10; n += 1) await stream.next()
  })
  // Two statements every 400 ms, for all streams together.
  expect(sent.filter(text => polls.test(text)).length).toBeLessThan(12)
  expect(sent.length).toBeLessThan(30)
})

test('lists that change for a customer are told to who works for its portal', async () => {
  const person = await aUser(database)
  const { serviceCompanyId } = person
  const sibling = await aUser(database, {
    contact: await aContact(database, await aPortal(database, { serviceCompanyId })),
  })
  const account = await aStaffAccount(app, { serviceCompanyId, role: 'office' })
  const limited = await aStaffAccount(app, { serviceCompanyId, portalIds: [sibling.portalId] })
  const stranger = await aUser(database)
  const foreign = await aStaffAccount(app, { serviceCompanyId: stranger.serviceCompanyId, role: 'office' })
  const streams = await Promise.all([account, limited, foreign].map(one => streamOf(one)))
  const note = async (by: StaffAccount, of: Person) => {
    const activityContractId = await anActivityContract(database, of)
    const body = { activityContractId, activityTypeName: 'A', start: '2026-06-10', minutes: 30 }
    expect((await (await asStaff(app, by))(noteActivity, { body })).status).toBe(201)
  }
  await note(account, person)
  await note(account, sibling)
  await note(foreign, stranger)
  const told = await Promise.all(streams.map(stream => stream.data()))
  const of = ({ contactId }: Person) => ({ type: 'list', of: 'contract', contactId })
  expect(told).toEqual([of(person), of(sibling), of(stranger)])
})
