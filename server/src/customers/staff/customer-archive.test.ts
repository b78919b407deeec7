import { readMe } from '@portico/contract/auth'
import {
  invitePeople,
  invitePersonAgain,
  readStaffCustomer,
  restorePerson,
} from '@portico/contract/staff/customers/customers'
import { archiveCustomer, lookAtArchive, restoreCustomer } from '@portico/contract/staff/customers/merge'
import { raiseStaffTicket, readStaffTicket, searchStaffContacts } from '@portico/contract/staff/tickets'
import { listTickets } from '@portico/contract/tickets'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/fixtures/app.ts'
import { aContact, aMembership, aPortal, aTicket, aUser, type Person } from '../../../test/fixtures/factories.ts'
import { anOperator } from '../../../test/fixtures/operator.ts'
import { aStaffAccount, asStaff } from '../../../test/fixtures/staff.ts'
import { sql } from '../../kernel/database/db.ts'

const app = await testApp()
const { database } = app

const anOffice = async (person: Pick<Person, 'serviceCompanyId'>, role: 'office' | 'technician' = 'office') =>
  asStaff(app, await aStaffAccount(app, { serviceCompanyId: person.serviceCompanyId, role }))

test('who has nothing else is signed out, others keep their other customer; a restore brings both back', async () => {
  const gone = await aUser(database)
  const stays = await aUser(database, { contact: gone })
  const other = await aContact(database, gone)
  await aMembership(database, other, stays.webUserId)
  const [first, second] = [await app.as(gone), await app.as(stays)]
  await aTicket(database, gone)
  const office = await anOffice(gone)
  const params = { contactid: gone.contactId }

  const look = (await office(lookAtArchive, { params })).body
  expect(look).toMatchObject({ people: 2, signedOut: 1, openTickets: 1, archivedAt: null, runningContracts: 0 })
  const done = await office(archiveCustomer, { params, body: { closeTickets: false } })
  expect(done.body).toMatchObject({ id: gone.contactId, archivedAt: '2026-03-02T08:30:00Z' })

  expect((await first(listTickets, { params: gone.here })).problem.code).toBe('unauthenticated')
  expect((await second(listTickets, { params: gone.here })).problem.code).toBe('not_found')
  expect((await second(readMe)).body.contacts.map(({ contactId }) => contactId)).toEqual([other.contactId])
  expect((await (await app.as(gone))(readMe)).body.contacts).toEqual([])

  expect((await office(restoreCustomer, { params })).body.archivedAt).toBeNull()
  expect((await (await app.as(gone))(listTickets, { params: gone.here })).body).toHaveLength(1)
  expect((await second(listTickets, { params: gone.here })).status).toBe(200)
})

test('open tickets are closed if that is chosen, and nobody is mailed; nothing new is raised', async () => {
  const person = await aUser(database)
  const ticket = await aTicket(database, person)
  const office = await anOffice(person)
  await app.delivered()
  const params = { contactid: person.contactId }
  expect((await office(archiveCustomer, { params, body: { closeTickets: true } })).status).toBe(200)
  const { step, comments } = (await office(readStaffTicket, { params: { ticketid: ticket.id } })).body
  expect([step.taskStatus, comments.map(({ event }) => event)]).toEqual([2, ['closed']])
  expect((await app.delivered()).mails).toEqual([])

  const body = { contactId: person.contactId, title: 'Nuovo', description: 'Testo', taskTypeId: person.taskTypeId }
  expect((await office(raiseStaffTicket, { body })).problem).toMatchObject({ status: 409, code: 'conflict' })
  expect((await office(searchStaffContacts, { query: { q: person.companyName } })).body).toEqual([])
  const log = await database.many(
    sql`select type from event where contact_id = ${person.contactId} and by_staff order by id`,
  )
  expect(log).toContainEqual({ type: 'staff.contact.archived' })
})

test('nobody is invited to an archived customer, again or back', async () => {
  const person = await aUser(database, { invited: true })
  const ended = await aUser(database, { contact: person })
  await database.run(sql`update membership set active = false where id = ${ended.membershipId}`)
  const office = await anOffice(person)
  const params = { contactid: person.contactId }
  expect((await office(readStaffCustomer, { params })).body.isArchived).toBe(false)
  await office(archiveCustomer, { params, body: { closeTickets: false } })
  expect((await office(readStaffCustomer, { params })).body.isArchived).toBe(true)
  const body = { people: [{ referentName: 'Anna', email: 'anna@archivio.example' }], flags: {} }
  const refused = { status: 409, code: 'conflict', detail: expect.stringContaining('archived') }
  expect((await office(invitePeople, { params, body })).problem).toMatchObject(refused)
  for (const [endpoint, { membershipId: personid }] of [
    [invitePersonAgain, person],
    [restorePerson, ended],
  ] as const)
    expect((await office(endpoint as typeof restorePerson, { params: { ...params, personid } })).problem).toMatchObject(
      refused,
    )
  expect(await database.many(sql`select from membership where contact_id = ${person.contactId}`)).toHaveLength(2)
  expect((await app.delivered()).mails).toEqual([])
  await office(restoreCustomer, { params })
  expect((await office(invitePeople, { params, body })).status).toBe(201)
})

test('a second time nothing happens, and the first moment stays', async () => {
  const person = await aUser(database)
  const office = await anOffice(person)
  const params = { contactid: person.contactId }
  const archive = () => office(archiveCustomer, { params, body: { closeTickets: false } })
  const first = (await archive()).body
  app.clock.pass(60_000)
  expect((await archive()).body).toEqual(first)
  expect((await office(restoreCustomer, { params })).body.archivedAt).toBeNull()
  expect((await office(restoreCustomer, { params })).status).toBe(200)
})

test('not by technicians, not across portals or companies', async () => {
  const person = await aUser(database)
  const params = { contactid: person.contactId }
  const body = { closeTickets: true }
  const technician = await anOffice(person, 'technician')
  expect((await technician(archiveCustomer, { params, body })).problem.code).toBe('forbidden')
  expect((await technician(restoreCustomer, { params })).problem.code).toBe('forbidden')
  const stranger = await anOffice(await aPortal(database))
  expect((await stranger(archiveCustomer, { params, body })).problem.code).toBe('not_found')
  const { portalId } = await aPortal(database, person)
  const { serviceCompanyId } = person
  const elsewhere = await asStaff(
    app,
    await aStaffAccount(app, { serviceCompanyId, role: 'office', portalIds: [portalId] }),
  )
  expect((await elsewhere(lookAtArchive, { params })).problem.code).toBe('not_found')
  expect((await elsewhere(archiveCustomer, { params, body: {} })).status).toBeGreaterThanOrEqual(400)
  expect((await (await app.as(person))(listTickets, { params: person.here })).status).toBe(200)
})

test('programs read, set and keep it; records of an archived contact are still written', async () => {
  const person = await aUser(database)
  const operator = await anOperator(app, person)
  const { id } = await database.one<{ id: string }>(
    sql`select external_id as id from contact where id = ${person.contactId}`,
  )
  expect((await operator('GET', `/contacts/${id}`)).json.archivedOn).toBeNull()
  const { json } = await operator('PATCH', `/contacts/${id}`, { archivedOn: '2026-03-01' })
  expect(json.archivedOn).toBe('2026-03-01')
  expect((await (await app.as(person))(listTickets, { params: person.here })).problem.code).toBe('not_found')
  const { archivedOn: _, changedAt: __, ...line } = json
  const again = await operator('PUT', `/contacts/${id}`, { ...line, companyName: 'Nuovo nome' })
  expect(again.json).toMatchObject({ archivedOn: '2026-03-01', companyName: 'Nuovo nome' })
  const folder = { contact: id, name: 'Cartella' }
  expect((await operator('PUT', '/wikiFolders/late', folder)).status).toBe(201)
})
