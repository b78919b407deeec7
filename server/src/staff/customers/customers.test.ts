import {
  changeStaffCustomer,
  countStaffCustomers,
  listStaffCustomers,
  makeStaffCustomer,
  readStaffCustomer,
} from '@portico/contract/staff/customers/customers'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/fixtures/app.ts'
import { anActivityContract } from '../../../test/fixtures/contracts.ts'
import {
  aContact,
  aPortal,
  aServiceCompany,
  aStaffGroup,
  aTicket,
  aUser,
  type Contact,
  type Portal,
} from '../../../test/fixtures/factories.ts'
import { anInvoice, aReport } from '../../../test/fixtures/records.ts'
import { aStaffAccount, asStaff } from '../../../test/fixtures/staff.ts'
import { sql } from '../../kernel/database/db.ts'

const app = await testApp()
const { database, clock } = app
clock.set('2026-11-23T10:00:00Z')

/** A number with the check digit of Italy that no other test has. */
let numbers = 0
const aVatNumber = () => {
  numbers += 1
  const digits = String(1_000_000_000 + numbers * 7919)
  const sum = [...digits].reduce((sum, digit, at) => {
    const value = Number(digit) * (1 + (at % 2))
    return sum + (value > 9 ? value - 9 : value)
  }, 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

const rename = (contact: Contact, name: string, vatNumber: string | null = null) =>
  database.run(
    sql`update contact set company_name = ${name}, vat_number = ${vatNumber} where id = ${contact.contactId}`,
  )

/** A company of two portals, with an account of the office. */
const aCompany = async () => {
  const serviceCompanyId = await aServiceCompany(database)
  const portals: Portal[] = [
    await aPortal(database, { serviceCompanyId }),
    await aPortal(database, { serviceCompanyId }),
  ]
  const office = await asStaff(app, await aStaffAccount(app, { serviceCompanyId, role: 'office' }))
  return { serviceCompanyId, portals: portals as [Portal, Portal], office }
}

const names = (rows: { companyName: string }[]) => rows.map(({ companyName }) => companyName)

test('customers are listed by name with people, contract, tickets and last access', async () => {
  const { portals, office } = await aCompany()
  const contact = await aContact(database, portals[0])
  await rename(contact, 'Bordin')
  await rename(await aContact(database, portals[1]), 'alpago')
  const person = await aUser(database, { contact, referentName: 'Zeno Bruni' })
  await aUser(database, { contact, referentName: 'Anna Bruni', invited: true })
  await anActivityContract(database, contact, { name: 'Piene', amount: 600 })
  await anActivityContract(database, contact, { name: 'Scarse', amount: 1200, openingUsed: 1000 })
  await anActivityContract(database, contact, {
    name: 'Finite',
    end: '2026-02-01T00:00:00Z',
    amount: 10,
    openingUsed: 10,
  })
  const { id } = await aTicket(database, person)
  await aTicket(database, person, { status: 2 })
  await database.run(sql`update ticket set due_at = ${new Date('2026-11-23T09:00:00Z')} where id = ${id}`)
  await app.as(person)

  const { body, headers } = await office(listStaffCustomers, { query: { count: '1' } })
  expect(names(body)).toEqual(['alpago', 'Bordin'])
  expect(headers['total-count']).toBe('2')
  expect(body[1]).toMatchObject({
    people: ['Anna Bruni', 'Zeno Bruni'],
    peopleCount: 2,
    allowance: { name: 'Scarse', inHours: true, amount: 1200, residual: 200, endsOn: '2026-12-31T22:59:59Z' },
    openTickets: 1,
    lateTickets: 1,
    lastAccessOn: '2026-11-23T10:00:00Z',
  })
  expect(body[0]).toMatchObject({ people: [], peopleCount: 0, allowance: null, openTickets: 0, lastAccessOn: null })
})

test('the list is narrowed, searched, sorted and paged', async () => {
  const { portals, office } = await aCompany()
  const [first, second] = portals
  const low = await aContact(database, first)
  await rename(low, 'Cantina Colli', 'IT 0391 7640 288')
  await anActivityContract(database, low, { amount: 400, openingUsed: 300 })
  const full = await aContact(database, second)
  await rename(full, 'Hotel Igea')
  await anActivityContract(database, full, { amount: 400, openingUsed: 299 })
  const person = await aUser(database, { contact: full, referentName: 'Carla Moro' })
  await aUser(database, { contact: low, invited: true })
  await aTicket(database, person)
  await app.as(person)
  const list = async (query: Record<string, string>) => names((await office(listStaffCustomers, { query })).body)

  expect(await list({ q: 'colli' })).toEqual(['Cantina Colli'])
  expect(await list({ q: 'it03917640288' })).toEqual(['Cantina Colli'])
  expect(await list({ q: '17640' })).toEqual(['Cantina Colli'])
  expect(await list({ q: 'moro' })).toEqual(['Hotel Igea'])
  expect(await list({ q: person.email })).toEqual(['Hotel Igea'])
  expect(await list({ q: '%' })).toEqual([])
  expect(await list({ portal: second.company })).toEqual(['Hotel Igea'])
  expect(await list({ only: 'lowHours' })).toEqual(['Cantina Colli'])
  expect(await list({ only: 'neverIn' })).toEqual(['Cantina Colli'])
  expect(await list({ sort: '-openTickets' })).toEqual(['Hotel Igea', 'Cantina Colli'])
  expect(await list({ sort: 'hours' })).toEqual(['Cantina Colli', 'Hotel Igea'])
  expect(await list({ sort: '-lastAccess' })).toEqual(['Hotel Igea', 'Cantina Colli'])

  expect((await office(countStaffCustomers)).body).toEqual({
    customers: 2,
    people: 2,
    lowHours: 1,
    neverIn: 1,
    waiting: 1,
  })
  expect((await office(countStaffCustomers, { query: { portal: second.company } })).body).toEqual({
    customers: 1,
    people: 1,
    lowHours: 0,
    neverIn: 0,
    waiting: 0,
  })

  for (const sort of ['companyName', '-hours', 'lastAccess', '-openTickets']) {
    const page = await office(listStaffCustomers, { query: { sort, limit: 1 } })
    const next = new URL(String(page.headers.link).slice(1).split('>')[0] ?? '', 'http://portal').searchParams
    const rest = await office(listStaffCustomers, { query: Object.fromEntries(next) })
    expect(new Set([...names(page.body), ...names(rest.body)])).toEqual(new Set(['Cantina Colli', 'Hotel Igea']))
  }
})

test('who works for some portals sees their customers only, and no other company at all', async () => {
  const { serviceCompanyId, portals } = await aCompany()
  const near = await aContact(database, portals[0])
  const far = await aContact(database, portals[1])
  await rename(near, 'Qui', '03917640288')
  await rename(far, 'Altrove', 'IT03917640288')
  const some = await aStaffAccount(app, { serviceCompanyId, role: 'technician', portalIds: [portals[0].portalId] })
  const call = await asStaff(app, some)
  expect(names((await call(listStaffCustomers)).body)).toEqual(['Qui'])
  expect((await call(countStaffCustomers)).body.customers).toBe(1)
  expect((await call(readStaffCustomer, { params: { contactid: near.contactId } })).body.elsewhere).toEqual([])
  expect((await call(readStaffCustomer, { params: { contactid: far.contactId } })).status).toBe(404)

  const all = await asStaff(app, await aStaffAccount(app, { serviceCompanyId }))
  const { elsewhere } = (await all(readStaffCustomer, { params: { contactid: near.contactId } })).body
  expect(elsewhere.map(({ id }) => id)).toEqual([far.contactId])

  const stranger = await asStaff(app, await aStaffAccount(app))
  expect((await stranger(listStaffCustomers)).body).toEqual([])
  expect((await stranger(readStaffCustomer, { params: { contactid: near.contactId } })).status).toBe(404)
})

test('a technician counts the tickets of the own groups, and sees no prices', async () => {
  const { serviceCompanyId, portals } = await aCompany()
  const contact = await aContact(database, portals[0])
  const person = await aUser(database, { contact })
  const { id: staffGroupId } = await database.one<{ id: number }>(sql`insert into staff_group (service_company_id, name)
    values (${serviceCompanyId}, 'Altri') returning id`)
  await aTicket(database, person, { staffGroupId })
  await aTicket(database, person)
  const technician = await asStaff(app, await aStaffAccount(app, { serviceCompanyId, role: 'technician' }))
  const { body } = await technician(readStaffCustomer, { params: { contactid: contact.contactId } })
  expect(body.openTickets).toBe(1)
  expect((await technician(listStaffCustomers)).body[0]?.openTickets).toBe(1)
  expect((await technician(makeStaffCustomer, { body: { companyName: 'A' } })).problem.code).toBe('forbidden')
})

test('a customer has its documents counted and the visits ahead, of those that the caller may see', async () => {
  const { serviceCompanyId, portals, office } = await aCompany()
  const person = await aUser(database, { contact: await aContact(database, portals[0]) })
  const neighbour = await aUser(database, { contact: await aContact(database, portals[0]) })
  for (const who of [person, person, neighbour]) await anInvoice(database, who)
  await aReport(database, person)
  const others = await aStaffGroup(database, person)
  const { id: ticketId } = await aTicket(database, person, { title: 'Caldaia ferma', staffGroupId: others })
  const visit = (
    who: Contact,
    start: string,
    title: string | null,
    more: { status?: string; ticketId?: number } = {},
  ) =>
    database.run(sql`insert into planned_activity (service_company_id, portal_id, contact_id, activity_type_name, title, starts_at, ends_at,
        status, ticket_id)
      select ${serviceCompanyId}, ${who.portalId}, ${who.contactId}, 'Controllo', ${title}, ${start}, ${start}::timestamptz + interval '1 hour',
        ${more.status ?? null}, ${more.ticketId ?? null}`)
  await visit(person, '2026-11-24T08:00:00Z', 'Filtri')
  await visit(person, '2026-11-23T09:30:00Z', null, { ticketId })
  await visit(person, '2026-11-20T08:00:00Z', 'Passata')
  await visit(person, '2026-11-25T08:00:00Z', 'Annullata', { status: 'cancelled' })
  await visit(neighbour, '2026-11-24T08:00:00Z', 'Del vicino')
  const params = { contactid: person.contactId }
  const { body } = await office(readStaffCustomer, { params })
  expect(body.documentCount).toBe(3)
  // Of no invoice it is known what is still to be collected.
  expect(body.openAmount).toBeNull()
  // Half of one is paid, a credit note is open, and what is taken back or of a neighbour does not count.
  const { id: creditNote } = await anInvoice(database, person, { total: -20.5 })
  const { id: withdrawn } = await anInvoice(database, person)
  await database.run(sql`update invoice set open_amount = case when contact_id <> ${person.contactId} or id = ${withdrawn} then 1000
    when id = ${creditNote} then -20.5 else 50.3 end, withdrawn_at = case when id = ${withdrawn} then now() end
    where service_company_id = ${serviceCompanyId}`)
  expect((await office(readStaffCustomer, { params })).body.openAmount).toBe(80.1)
  expect(body.visits.map(({ title }) => title)).toEqual(['Caldaia ferma', 'Filtri'])
  expect(body.visits[1]).toMatchObject({ kind: 'visit', startsOn: '2026-11-24T08:00:00Z', staff: null })
  const technician = await asStaff(app, await aStaffAccount(app, { serviceCompanyId, role: 'technician' }))
  const seen = (await technician(readStaffCustomer, { params })).body
  expect([seen.documentCount, seen.openAmount, seen.visits.map(({ title }) => title)]).toEqual([0, null, ['Filtri']])
})

test('a customer is made and changed, with a version', async () => {
  const { portals, office } = await aCompany()
  const vatNumber = aVatNumber()
  const made = await office(makeStaffCustomer, {
    body: {
      portalId: portals[0].portalId,
      companyName: '  Tipografia Antoniana ',
      vatNumber,
      sdiCode: 'm5uxcr1',
      phone: '049 555',
      email: 'info@tipografia.example',
      teamNote: 'Suonare due volte.',
    },
  })
  expect(made.status).toBe(201)
  expect(made.body).toMatchObject({
    companyName: 'Tipografia Antoniana',
    vatNumber,
    sdiCode: 'M5UXCR1',
    fiscalCode: null,
    teamNote: 'Suonare due volte.',
    people: [],
  })
  // A CSV file finds it by the number.
  const { externalId } = await database.one<{ externalId: string }>(
    sql`select external_id as "externalId" from contact where id = ${made.body.id}`,
  )
  expect(externalId).toBe(vatNumber)

  const params = { contactid: made.body.id }
  const etag = String((await office(readStaffCustomer, { params })).headers.etag)
  const change = (body: object, tag = etag) =>
    office(changeStaffCustomer, { params, body, headers: { 'if-match': tag } })
  const changed = await change({ teamNote: null, phone: '' })
  expect(changed.body).toMatchObject({ teamNote: null, phone: null, email: 'info@tipografia.example', vatNumber })
  expect((await change({ phone: '1' })).problem.code).toBe('conflict')
  expect((await change({ phone: '1' }, String(changed.headers.etag))).body.phone).toBe('1')

  const [one, other] = await Promise.all([change({ phone: '2' }, '*'), change({ email: 'a@b.example' }, '*')])
  expect([one.status, other.status]).toEqual([200, 200])
  expect((await office(readStaffCustomer, { params })).body).toMatchObject({ phone: '2', email: 'a@b.example' })
})

test('what cannot be right is refused at its field', async () => {
  const { portals, office } = await aCompany()
  const portalId = portals[0].portalId
  const make = async (body: object) => (await office(makeStaffCustomer, { body })).problem
  const at = async (body: object) => (await make(body)).errors?.[0]?.path
  expect(await at({ companyName: 'A' })).toBe('body.portalId')
  expect(await at({ companyName: 'A', portalId: 999_999 })).toBe('body.portalId')
  expect(await at({ companyName: '  ', portalId })).toBe('body.companyName')
  expect(await at({ companyName: 'A', portalId, vatNumber: '12345678901' })).toBe('body.vatNumber')
  expect(await at({ companyName: 'A', portalId, sdiCode: 'M5-UX' })).toBe('body.sdiCode')
  expect(await at({ companyName: 'A', portalId, email: 'a@b' })).toBe('body.email')
  expect(await at({ companyName: 'A', portalId, archived: true })).toBe('body.archived')

  const vatNumber = aVatNumber()
  expect((await office(makeStaffCustomer, { body: { companyName: 'A', portalId, vatNumber } })).status).toBe(201)
  const twin = { companyName: 'B', portalId, vatNumber: `IT ${vatNumber}` }
  expect(await make(twin)).toMatchObject({ code: 'conflict', errors: [{ path: 'body.vatNumber' }] })
  expect((await office(makeStaffCustomer, { body: { ...twin, sameVatNumber: true } })).status).toBe(201)
  expect((await office(makeStaffCustomer, { body: { ...twin, portalId: portals[1].portalId } })).status).toBe(201)
})

test('a company with one portal need not name it', async () => {
  const { serviceCompanyId, portalId } = await aPortal(database)
  const office = await asStaff(app, await aStaffAccount(app, { serviceCompanyId, role: 'office' }))
  expect((await office(makeStaffCustomer, { body: { companyName: 'A' } })).body.portal.id).toBe(portalId)
})
