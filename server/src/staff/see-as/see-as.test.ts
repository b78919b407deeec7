import { Readable } from 'node:stream'
import { endOtherSessions, listSessions, login, readMe } from '@portico/contract/auth'
import { listInvoices } from '@portico/contract/invoices'
import { listPublicFiles } from '@portico/contract/public-files'
import { archiveCustomer, lookAtMerge, mergeCustomers, restoreCustomer } from '@portico/contract/staff/customers/merge'
import { beginSeeAs, endSeeAs } from '@portico/contract/staff/customers/see-as'
import { staffLogout } from '@portico/contract/staff/session'
import { createTicket, listAllTickets, listTickets, listTicketTypes, readTicket } from '@portico/contract/tickets'
import { afterEach, expect, test } from 'vitest'
import { anAddress, testApp } from '../../../test/fixtures/app.ts'
import { openStream } from '../../../test/fixtures/event-stream.ts'
import {
  aContact,
  aFile,
  aMembership,
  aPortal,
  aStaffGroup,
  aTicket,
  aUser,
  type Person,
  setFlags,
} from '../../../test/fixtures/factories.ts'
import { seeAs } from '../../../test/fixtures/see-as.ts'
import { aStaffAccount, asStaff, staffHeaders } from '../../../test/fixtures/staff.ts'
import { type Sql, sql } from '../../kernel/database/db.ts'
import { newStorageKey } from '../../kernel/storage/storage.ts'
import { staff } from '../section.ts'

const app = await testApp()
const { database } = app
const origin = await app.http.listen({ port: 0, host: '127.0.0.1' })

const MINUTE = 60_000
const open: { close: () => void }[] = []
afterEach(() => {
  for (const stream of open.splice(0)) stream.close()
})

const employeeOf = ({ serviceCompanyId }: Person, given: Parameters<typeof aStaffAccount>[1] = {}) =>
  aStaffAccount(app, { serviceCompanyId, role: 'technician', ...given })

const refused = { status: 401, code: 'unauthenticated' }
const notFound = { status: 404, code: 'not_found' }

test('a token opens what the person sees, for 15 minutes, and is only kept as a hash', async () => {
  const person = await aUser(database)
  const eye = await seeAs(app, await employeeOf(person, { role: 'office' }), person)
  expect(eye.url).toBe(`/${person.company}/${person.contactId}`)
  expect(new Date(eye.expiresAt).getTime() - app.clock.now().getTime()).toBe(15 * MINUTE)
  const me = (await eye.call(readMe)).body
  expect([me.id, me.contacts.map(({ contactId }) => contactId)]).toEqual([person.webUserId, [person.contactId]])
  expect((await eye.call(listInvoices, { params: person.here })).body).toEqual([])
  const rows = JSON.stringify(await database.many(sql`select *, encode(token_hash, 'escape') as hash from see_as`))
  expect(rows).not.toContain(eye.token.slice(-20))
  expect(app.logged()).not.toContain(eye.token)
  app.clock.pass(15 * MINUTE - 1000)
  expect((await eye.call(readMe)).status).toBe(200)
  app.clock.pass(1000)
  expect((await eye.call(readMe)).problem).toMatchObject(refused)
})

test('it is 403 where the person lacks the flag', async () => {
  const person = await aUser(database)
  await setFlags(database, person, { viewContactInvoices: false })
  const eye = await seeAs(app, await employeeOf(person, { role: 'office' }), person)
  expect((await eye.call(listInvoices, { params: person.here })).problem).toMatchObject({ code: 'forbidden' })
})

test('it opens no other contact or portal of the person, and no account or session', async () => {
  const person = await aUser(database)
  const { webUserId, serviceCompanyId } = person
  const neighbour = await aContact(database, person)
  const elsewhere = await aContact(database, await aPortal(database, { serviceCompanyId }))
  for (const contact of [neighbour, elsewhere]) await aMembership(database, contact, webUserId)
  const eye = await seeAs(app, await employeeOf(person, { role: 'administrator' }), person)
  expect((await eye.call(readMe)).body.contacts).toHaveLength(1)
  for (const { here } of [neighbour, elsewhere])
    expect((await eye.call(listTickets, { params: here })).problem).toMatchObject(notFound)
  expect((await eye.call(listTicketTypes, { params: { company: person.company } })).status).toBe(200)
  const away = { params: { company: elsewhere.company } }
  expect((await eye.call(listTicketTypes, away)).problem).toMatchObject(notFound)
  expect((await eye.call(listPublicFiles, away)).problem).toMatchObject(notFound)
  expect((await eye.call(listSessions)).problem).toMatchObject({ status: 403, code: 'read_only' })
  expect((await eye.call(endOtherSessions)).problem).toMatchObject({ status: 403, code: 'read_only' })
  expect((await eye.call(login, { body: { userName: 'a', password: 'b' } })).problem.code).toBe('read_only')
  // A call of the staff takes the cookie alone.
  const body = { contactId: person.contactId, webUserId }
  expect((await eye.call(beginSeeAs, { body })).problem).toMatchObject(refused)
  // The person signs in and has no session more than before.
  const mine = await app.as(person)
  expect((await mine(listSessions)).body).toHaveLength(1)
})

test('whom it can be begun for', async () => {
  const person = await aUser(database)
  const stranger = await aUser(database)
  const colleague = await aUser(database, { contact: person })
  const { serviceCompanyId, contactId, webUserId } = person
  const sister = await aUser(database, {
    contact: await aContact(database, await aPortal(database, { serviceCompanyId })),
  })
  const call = await asStaff(app, await employeeOf(person, { portalIds: [person.portalId] }))
  expect((await call(beginSeeAs, { body: { contactId, webUserId } })).status).toBe(201)
  const others = [
    ['contactId', { contactId: stranger.contactId, webUserId: stranger.webUserId }],
    ['contactId', { contactId: sister.contactId, webUserId: sister.webUserId }],
    ['contactId', { contactId: 999_999, webUserId }],
    ['webUserId', { contactId, webUserId: sister.webUserId }],
    ['webUserId', { contactId, webUserId: 999_999 }],
  ] as const
  for (const [at, body] of others)
    expect((await call(beginSeeAs, { body })).problem).toMatchObject({ ...notFound, errors: [{ path: `body.${at}` }] })
  await database.run(sql`update membership set active = false where id = ${colleague.membershipId}`)
  const ended = { contactId, webUserId: colleague.webUserId }
  expect((await call(beginSeeAs, { body: ended })).problem).toMatchObject(notFound)
  for (const body of [{ contactId }, { contactId, webUserId: 'x' }, { contactId, webUserId, portalId: 1 }])
    expect((await call(beginSeeAs, { body: body as never })).problem).toMatchObject({ code: 'invalid_request' })
})

test('of an archived customer nothing is seen, and nothing is begun; a merged one is seen as the customer that stays', async () => {
  const person = await aUser(database)
  const { contactId, webUserId } = person
  const stays = await aContact(database, person)
  const account = await employeeOf(person, { role: 'administrator' })
  const [staff, eye] = [await asStaff(app, account), await seeAs(app, account, person)]
  const params = { contactid: contactId }
  const begin = () => staff(beginSeeAs, { body: { contactId, webUserId } })

  await staff(archiveCustomer, { params, body: { closeTickets: false } })
  expect((await eye.call(readMe)).body.contacts).toEqual([])
  expect((await eye.call(listTickets, { params: person.here })).problem).toMatchObject(notFound)
  expect((await begin()).problem).toMatchObject({ ...notFound, errors: [{ path: 'body.webUserId' }] })
  await staff(restoreCustomer, { params })
  expect((await begin()).status).toBe(201)

  const { version } = (await staff(lookAtMerge, { params, query: { into: stays.contactId } })).body
  await staff(mergeCustomers, { params, body: { into: stays.contactId, version, flags: 'kept' } })
  expect((await eye.call(readMe)).body.contacts.map(({ contactId }) => contactId)).toEqual([stays.contactId])
  expect((await begin()).problem).toMatchObject({ ...notFound, errors: [{ path: 'body.contactId' }] })
})

test.each<[string, (person: Person, staffAccountId: number, groupId: number) => Sql]>([
  ['the session ends', (_, id) => sql`delete from staff_session where staff_account_id = ${id}`],
  [
    'the session has expired',
    (_, id) => sql`update staff_session set expires_at = ${app.clock.now()} where staff_account_id = ${id}`,
  ],
  ['the account ends', (_, id) => sql`update staff_account set ended_at = now() where id = ${id}`],
  ['the role changes', (_, id) => sql`update staff_account set role = 'office' where id = ${id}`],
  ['the portals change', (_, id) => sql`update staff_account set all_portals = false where id = ${id}`],
  [
    'the groups change',
    ({ serviceCompanyId }, id, groupId) =>
      sql`insert into staff_account_group values (${serviceCompanyId}, ${id}, ${groupId})`,
  ],
  ['the membership ends', ({ membershipId }) => sql`update membership set active = false where id = ${membershipId}`],
  ['the membership is gone', ({ membershipId }) => sql`delete from membership where id = ${membershipId}`],
])('it ends when %s', async (_, change) => {
  const person = await aUser(database)
  const account = await employeeOf(person)
  const eye = await seeAs(app, account, person)
  expect((await eye.call(listTickets, { params: person.here })).status).toBe(200)
  const groupId = await aStaffGroup(database, person)
  await database.run(change(person, account.staffAccountId, groupId))
  expect((await eye.call(listTickets, { params: person.here })).problem).toMatchObject(refused)
  expect((await eye.call(createTicket, { params: person.here, body: {} as never })).problem).toMatchObject(refused)
})

test('it ends with the sign-out, and by itself; both for itself alone', async () => {
  const person = await aUser(database)
  const account = await employeeOf(person)
  const headers = await staffHeaders(app, account)
  const body = { contactId: person.contactId, webUserId: person.webUserId }
  const begin = async () => (await app.call(beginSeeAs, { headers, body })).body.token
  const stateOf = async (token: string) =>
    (await app.call(readMe, { headers: { authorization: `Bearer ${token}` } })).status
  const [one, two, other] = [await begin(), await begin(), (await seeAs(app, account, person)).token]
  expect((await app.call(endSeeAs, { body: { token: one } })).status).toBe(204)
  expect((await app.call(endSeeAs, { body: { token: one } })).status).toBe(204)
  // The tab sends its token with every call.
  expect(await Promise.all([one, two, other].map(stateOf))).toEqual([401, 200, 200])
  await app.call(staffLogout, { headers })
  expect(await Promise.all([two, other].map(stateOf))).toEqual([401, 200])
  const bearer = { authorization: `Bearer ${other}` }
  expect((await app.call(endSeeAs, { headers: bearer, body: { token: other } })).status).toBe(204)
  expect(await stateOf(other)).toBe(401)
  // What is no such token ends nothing.
  const mine = await app.as(person)
  await app.call(endSeeAs, { body: { token: mine.token } })
  expect((await mine(readMe)).status).toBe(200)
})

test('it never outlives the session, and one session has five at most', async () => {
  const person = await aUser(database)
  const account = await employeeOf(person)
  const headers = await staffHeaders(app, account)
  const body = { contactId: person.contactId, webUserId: person.webUserId }
  const tokens: string[] = []
  for (let i = 0; i < 7; i += 1) tokens.push((await app.call(beginSeeAs, { headers, body })).body.token)
  const states = tokens.map(async token => {
    const { status } = await app.call(readMe, { headers: { authorization: `Bearer ${token}` } })
    return status
  })
  expect(await Promise.all(states)).toEqual([401, 401, 200, 200, 200, 200, 200])
  const soon = new Date(app.clock.now().getTime() + 5 * MINUTE)
  await database.run(
    sql`update staff_session set expires_at = ${soon} where staff_account_id = ${account.staffAccountId}`,
  )
  expect((await app.call(beginSeeAs, { headers, body })).body.expiresAt).toBe(
    '2026-03-02T08:50:00Z'.replace('08:50', soon.toISOString().slice(11, 16)),
  )
  app.clock.pass(16 * MINUTE)
  await staff.cleanup?.({ ...app.deps, ago: ms => new Date(app.clock.now().getTime() - ms) })
  expect(await database.many(sql`select from see_as where expires_at < ${app.clock.now()}`)).toEqual([])
})

test('a technician sees no ticket of groups that are not theirs, an office account all', async () => {
  const person = await aUser(database)
  const [own, foreign] = [await aStaffGroup(database, person), await aStaffGroup(database, person)]
  const mine = await aTicket(database, person, { staffGroupId: own, title: 'Nostro guasto' })
  const theirs = await aTicket(database, person, { staffGroupId: foreign, title: 'Altro guasto' })
  const technician = await seeAs(app, await employeeOf(person, { groupIds: [own] }), person)
  const office = await seeAs(app, await employeeOf(person, { role: 'office' }), person)
  for (const list of [listTickets, listAllTickets]) {
    const idsOf = async ({ call }: typeof office, q?: string) =>
      (await call(list, { params: person.here, query: { ...(q && { q }), count: 1 } as never })).body.map(
        ({ id }) => id,
      )
    expect(await idsOf(technician)).toEqual([mine.id])
    expect(await idsOf(technician, 'guasto')).toEqual([mine.id])
    expect((await idsOf(office)).sort()).toEqual([mine.id, theirs.id].sort())
  }
  const at = (id: number) => ({ params: { ...person.here, ticketid: id } })
  expect((await technician.call(readTicket, at(mine.id))).status).toBe(200)
  expect((await technician.call(readTicket, at(theirs.id))).problem).toMatchObject(notFound)
  expect((await office.call(readTicket, at(theirs.id))).status).toBe(200)
})

test('a file address ends with the sight; no browser keeps the file, and nobody has opened it', async () => {
  const person = await aUser(database)
  const eye = await seeAs(app, await employeeOf(person, { role: 'office' }), person)
  const id = await aFile(database, person, { purpose: 'invoice', claimed: true })
  const storageKey = newStorageKey()
  await database.run(sql`update file set storage_key = ${storageKey} where id = ${id}`)
  await app.storage.put(storageKey, Readable.from([Buffer.from('x')]))
  const { seeAsId } = await database.one<{ seeAsId: number }>(sql`select max(id) as "seeAsId" from see_as`)
  const other = await aUser(database, { contact: await aContact(database, person) })
  const addressOf = ({ membershipId }: Person) =>
    app.deps.signedUrls.sign({ id, name: 'a.png' }, { membershipId, sessionId: seeAsId }, app.clock.now())
  const read = (url: string) => app.http.inject({ url, remoteAddress: anAddress() })
  const answer = await read(addressOf(person))
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store'])
  await app.deps.openings.flush()
  expect(await database.many(sql`select from opening where contact_id = ${person.contactId}`)).toEqual([])
  expect((await read(addressOf(other))).statusCode).toBe(404)
  await app.call(endSeeAs, { body: { token: eye.token } })
  expect((await read(addressOf(person))).statusCode).toBe(404)
})

test('live events arrive, and stop with the sight', async () => {
  const person = await aUser(database)
  const eye = await seeAs(app, await employeeOf(person), person)
  const stream = await openStream(`${origin}/api/${person.company}/${person.contactId}/events`, eye.headers)
  open.push(stream)
  expect((await stream.next()).event).toBe('ready')
  const body = { title: 'x', description: 'x', taskTypeId: person.taskTypeId }
  await (await app.as(person))(createTicket, { params: person.here, body })
  expect((await stream.next()).event).toBe('ticket.created')
  await app.call(endSeeAs, { body: { token: eye.token } })
  await stream.ended()
})

test("the company's log says who saw as whom", async () => {
  const person = await aUser(database)
  const account = await employeeOf(person)
  await seeAs(app, account, person)
  await app.deps.security.flush()
  expect(
    await database.many(sql`select what, result, portal_id as "portalId", contact_id as "contactId", web_user_id as "webUserId",
      by_staff_account_id as "byStaffAccountId", address is not null as "hasAddress" from security_event
      where service_company_id = ${person.serviceCompanyId}`),
  ).toEqual([
    {
      what: 'staff.seeAs',
      result: 'ok',
      portalId: person.portalId,
      contactId: person.contactId,
      webUserId: person.webUserId,
      byStaffAccountId: account.staffAccountId,
      hasAddress: true,
    },
  ])
})
