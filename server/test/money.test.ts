import { Readable } from 'node:stream'
import { readMe } from '@portico/contract/auth'
import type { Endpoint } from '@portico/contract/endpoint'
import { listEstimates } from '@portico/contract/estimates'
import { listInvoices } from '@portico/contract/invoices'
import { readMoneyRule, setMoneyRule } from '@portico/contract/staff/accounts'
import { readStaffCustomer } from '@portico/contract/staff/customers/customers'
import { listPublishedFiles, readPublishedFile, withdrawPublishedFile } from '@portico/contract/staff/published'
import { listStaffSubscriptions, removeStaffSubscription } from '@portico/contract/staff/records/subscriptions'
import { readStaffMe } from '@portico/contract/staff/session'
import { searchStaff } from '@portico/contract/staff/ticket-actions'
import { hasRole, type MoneyKind, recordRoles, seesRecords } from '@portico/contract/staff-roles'
import { listRecurringAdvances } from '@portico/contract/subscriptions'
import { expect, test, vi } from 'vitest'
import { apis, portalApi } from '../src/apis.ts'
import { raw, sql } from '../src/kernel/database/db.ts'
import { newStorageKey } from '../src/kernel/storage/storage.ts'
import type { StaffAccount } from '../src/staff/account-queries.ts'
import { png, testApp } from './fixtures/app.ts'
import { openStream } from './fixtures/event-stream.ts'
import type { Person } from './fixtures/factories.ts'
import { mailGrantDeps } from './fixtures/mail-grant-samples.ts'
import { portalSamples } from './fixtures/portal-samples.ts'
import { anEstimate, anInvoice, aSubscription } from './fixtures/records.ts'
import { securityRows } from './fixtures/security.ts'
import { seeAs } from './fixtures/see-as.ts'
import { aStaffAccount, asStaff, staffHeaders } from './fixtures/staff.ts'
import { staffSamples } from './fixtures/staff-samples.ts'
import { aStaffWorld, type StaffWorld } from './fixtures/staff-world.ts'

// Which role of the staff sees money: specification/people-and-access.md#staff-records.

// Files are read in processes of their own.
vi.setConfig({ testTimeout: 120_000 })

const app = await testApp(await mailGrantDeps())
const { database } = app
const origin = await app.http.listen({ port: 0, host: '127.0.0.1' })
const customerSamples = portalSamples(app)

/** Every number of the database that may have decimals: the kind of record whose amounts of money it is, or null if it is no money. */
const numbers: Record<string, MoneyKind | null> = {
  'activity_contract.amount': null,
  'activity_contract.opening_used': null,
  'contract_activity.units': null,
  'contract_adjustment.amount': null,
  'contract_package.amount': null,
  'contract_package.opening_used': null,
  'estimate.total': 'estimate',
  'invoice.open_amount': 'invoice',
  'invoice.total': 'invoice',
  'publish_item.total': 'invoice',
  'recurring_advance.quantity': null,
  'recurring_advance.taxed_total': 'subscription',
}

/** Fields of the APIs that are numbers with decimals and no money: what contracts grant and use in hours or units, and how many of something. */
const noMoney = [
  ...['amount', 'hoursAmount', 'openingUsed', 'residual', 'residual_UnitAmount', 'unitAmount', 'units', 'quantity'],
  'commentType',
]

test('every column that may hold money has a kind of record, whose amounts have a role', async () => {
  const columns = await database.many<{ name: string }>(sql`select c.relname || '.' || a.attname as name
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
      and a.atttypid in ('numeric'::regtype, 'real'::regtype, 'double precision'::regtype, 'money'::regtype)`)
  expect(columns.map(({ name }) => name).sort()).toEqual(Object.keys(numbers).sort())
  for (const kind of Object.values(numbers)) if (kind) expect(recordRoles[kind].amounts).toBe('office')
})

type Schema = {
  type?: string | string[]
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  'x-money'?: MoneyKind
}
type Field = { name: string; kind: MoneyKind | undefined }

/** The fields with decimals of a schema. */
const decimalsIn = (schema: Schema | undefined, name = ''): Field[] => [
  ...([schema?.type].flat().includes('number') ? [{ name, kind: schema?.['x-money'] }] : []),
  ...Object.entries(schema?.properties ?? {}).flatMap(([key, one]) => decimalsIn(one, key)),
  ...[schema?.items ?? [], schema?.anyOf ?? []].flat().flatMap(one => decimalsIn(one, name)),
]

test('every field of the contract that is money says of which kind of record it is', () => {
  const endpoints = [...portalApi.endpoints, ...apis.staff.endpoints]
  const unnamed = endpoints.flatMap(({ name, reply, body }) =>
    [reply, body]
      .flatMap(schema => decimalsIn(schema as Schema | undefined))
      .filter(field => !field.kind && !noMoney.includes(field.name))
      .map(field => `${name}: ${field.name}`),
  )
  expect(unnamed).toEqual([])
})

const technician = { role: 'technician', techniciansSeeMoney: false } as const
const isOpenToTechnicians = ({ access, role = 'technician', records = [] }: Endpoint) =>
  access === 'staff' && hasRole('technician', role) && seesRecords(technician, ...records)

test('calls that answer money are closed to technicians, but for records that they read without it', () => {
  const open = apis.staff.endpoints.filter(
    endpoint =>
      isOpenToTechnicians(endpoint) && decimalsIn(endpoint.reply as Schema | undefined).some(({ kind }) => kind),
  )
  expect(open.map(({ name }) => name)).toEqual(['readStaffCustomer'])
})

/** An amount that stands nowhere else. */
const AMOUNT = 71413.93
const SHOWN = /71\D?413\D?93/
const NUMBER = 'FT-713-unica'

/** A world whose customer has an invoice, an estimate and a subscription, with a technician and someone of the office. */
const aWorldWithMoney = async () => {
  const world = await aStaffWorld(app)
  const { serviceCompanyId } = world.person
  const ids = {
    invoice: await anInvoice(database, world.person, { number: NUMBER }),
    estimate: await anEstimate(database, world.person),
    subscription: await aSubscription(database, world.person),
  }
  const accounts = {
    technician: await aStaffAccount(app, { serviceCompanyId, role: 'technician' }),
    office: await aStaffAccount(app, { serviceCompanyId, role: 'office' }),
  }
  return { world, ids, accounts, person: world.person }
}

/** Makes every amount of money of a company the one that is looked for. */
const setAmounts = async ({ serviceCompanyId }: Pick<Person, 'serviceCompanyId'>) => {
  for (const [column, kind] of Object.entries(numbers)) {
    const [table = '', name = ''] = column.split('.')
    if (kind)
      await database.run(
        sql`update ${raw(table)} set ${raw(name)} = ${AMOUNT} where service_company_id = ${serviceCompanyId}`,
      )
  }
}

const readable = (endpoint: Endpoint) => endpoint.method === 'GET' && endpoint.raw !== 'text/event-stream'

/** The names of the staff's reads whose answers to a caller have an amount of money. */
const readsWithMoney = async (world: StaffWorld, call: StaffWorld['call']) => {
  const found: string[] = []
  for (const endpoint of apis.staff.endpoints.filter(one => readable(one) && one.access === 'staff' && !one.operator)) {
    const sample = await (staffSamples[endpoint.name] ?? expect.fail(`${endpoint.name} has no sample`))(world)
    await setAmounts(world.person)
    if (SHOWN.test((await call(endpoint, sample as never)).text)) found.push(endpoint.name)
  }
  return found
}

/** The names of the customers' reads whose answers, or their `Total-Amount`, have an amount of money. */
const customerReadsWithMoney = async (person: Person, call: StaffWorld['call']) => {
  const found: string[] = []
  for (const endpoint of portalApi.endpoints.filter(readable)) {
    const sample = await (customerSamples[endpoint.name] ?? expect.fail(`${endpoint.name} has no sample`))(person)
    await setAmounts(person)
    const asked = { ...sample, query: { ...('query' in sample ? sample.query : {}), count: '1' } }
    const answer = await call(endpoint, asked as never)
    if (SHOWN.test(answer.text) || SHOWN.test(JSON.stringify(answer.headers))) found.push(endpoint.name)
  }
  return found
}

const staffReads = [
  'listPublishedFiles',
  'listStaffSubscriptions',
  'readPublishedFile',
  'readStaffCustomer',
  'readStaffSubscription',
]
const customerReads = ['listEstimates', 'listInvoices', 'listRecurringAdvances']

test('no read of the staff shows a technician an amount of money, until the company opens it', async () => {
  const { world, accounts } = await aWorldWithMoney()
  const [office, own] = [await asStaff(app, accounts.office), await asStaff(app, accounts.technician)]
  expect((await readsWithMoney(world, office)).sort()).toEqual(staffReads)
  expect(await readsWithMoney(world, own)).toEqual([])
  await world.call(setMoneyRule, { body: { techniciansSeeMoney: true } })
  expect((await readsWithMoney(world, own)).sort()).toEqual(staffReads)
})

test('no read as a customer shows a technician an amount of money, until the company opens it', async () => {
  const { world, accounts, person } = await aWorldWithMoney()
  const [office, eye] = [await seeAs(app, accounts.office, person), await seeAs(app, accounts.technician, person)]
  expect((await customerReadsWithMoney(person, office.call)).sort()).toEqual(customerReads)
  expect(await customerReadsWithMoney(person, eye.call)).toEqual([])
  await world.call(setMoneyRule, { body: { techniciansSeeMoney: true } })
  // What was begun under the other rule has ended.
  expect((await eye.call(listInvoices, { params: person.here })).status).toBe(401)
  const opened = await seeAs(app, accounts.technician, person)
  expect((await customerReadsWithMoney(person, opened.call)).sort()).toEqual(customerReads)
})

test('a technician has neither invoices, estimates nor subscriptions, wherever they are asked for', async () => {
  const { world, ids, accounts, person } = await aWorldWithMoney()
  const own = await asStaff(app, accounts.technician)
  const forbidden = { status: 403, code: 'forbidden' }
  const published = (kind: 'invoice' | 'estimate') => ({ params: { kind, recordid: ids[kind].id } })
  expect((await own(listPublishedFiles)).problem).toMatchObject(forbidden)
  expect((await own(readPublishedFile, published('invoice'))).problem).toMatchObject(forbidden)
  expect((await own(listStaffSubscriptions)).problem).toMatchObject(forbidden)
  expect((await own(searchStaff, { query: { q: NUMBER } })).body.invoices).toEqual([])
  const customer = { params: { contactid: person.contactId } }
  expect((await own(readStaffCustomer, customer)).body).toMatchObject({
    ...{ openAmount: null, documents: [], subscriptionCount: 0, documentCount: 0 },
  })

  const eye = await seeAs(app, accounts.technician, person)
  const lists: Endpoint[] = [listInvoices, listEstimates, listRecurringAdvances]
  for (const list of lists) expect((await eye.call(list, { params: person.here })).problem).toMatchObject(forbidden)
  const [contact] = (await eye.call(readMe)).body.contacts
  expect(contact).toMatchObject({
    ...{ viewContactInvoices: false, viewEstimates: false, viewRecurringAdvances: false },
    ...{ viewContactDocuments: true, manageTickets: true },
  })

  await world.call(setMoneyRule, { body: { techniciansSeeMoney: true } })
  expect((await own(readStaffMe)).body.techniciansSeeMoney).toBe(true)
  expect((await own(searchStaff, { query: { q: NUMBER } })).body.invoices).toMatchObject([{ id: ids.invoice.id }])
  expect((await own(readStaffCustomer, customer)).body).toMatchObject({ subscriptionCount: 1, documentCount: 2 })
  // What the office does stays with the office.
  expect((await own(withdrawPublishedFile, { ...published('invoice'), body: {} })).problem).toMatchObject(forbidden)
  const gone = { params: { subscriptionid: ids.subscription.id } }
  expect((await own(removeStaffSubscription, gone)).problem).toMatchObject(forbidden)
})

test('the file of an invoice does not open for a technician who sees as the customer', async () => {
  const { ids, accounts, person } = await aWorldWithMoney()
  const storageKey = newStorageKey()
  await app.storage.put(storageKey, Readable.from([png]))
  await database.run(
    sql`update file set storage_key = ${storageKey}, size = ${png.length} where id = ${ids.invoice.fileId}`,
  )
  const addressFor = async (account: StaffAccount) => {
    await seeAs(app, account, person)
    const { sessionId } = await database.one<{ sessionId: number }>(
      sql`select max(id) as "sessionId" from see_as where membership_id = ${person.membershipId}`,
    )
    const reader = { membershipId: person.membershipId, sessionId }
    return app.deps.signedUrls.sign({ id: ids.invoice.fileId, name: 'fattura.pdf' }, reader, app.clock.now())
  }
  const statusOf = async (url: string) => (await app.http.inject({ url })).statusCode
  expect(await statusOf(await addressFor(accounts.office))).toBe(200)
  expect(await statusOf(await addressFor(accounts.technician))).toBe(404)
})

test('live events tell a technician nothing of a new invoice', async () => {
  const { world, accounts, person } = await aWorldWithMoney()
  const eye = await seeAs(app, accounts.technician, person)
  const streams = [
    await openStream(`${origin}/api/staff/events`, await staffHeaders(app, accounts.technician)),
    await openStream(`${origin}/api/${person.company}/${person.contactId}/events`, eye.headers),
  ]
  for (const stream of streams) expect((await stream.next()).event).toBe('ready')
  for (const purpose of ['invoice', 'subscription', 'estimate', 'report'])
    await database.run(sql`insert into event (service_company_id, portal_id, contact_id, type, by_customer, purpose)
      values (${person.serviceCompanyId}, ${person.portalId}, ${person.contactId}, 'document.created', true, ${purpose})`)
  expect((await streams[0]?.next())?.data).toMatchObject({ type: 'list', of: 'report' })
  expect((await streams[1]?.next())?.data).toEqual({ type: 'document.created', purpose: 'report' })
  // The rule ends what was opened under the other one.
  await world.call(setMoneyRule, { body: { techniciansSeeMoney: true } })
  await Promise.all(streams.map(stream => stream.ended()))
})

test('administrators of all portals alone open money to technicians, and the security log has it', async () => {
  const { world, accounts, person } = await aWorldWithMoney()
  const { serviceCompanyId, portalId } = person
  const limited = await asStaff(app, await aStaffAccount(app, { serviceCompanyId, portalIds: [portalId] }))
  const body = { techniciansSeeMoney: true }
  expect((await world.call(readMoneyRule)).body).toEqual({ techniciansSeeMoney: false })
  expect((await limited(setMoneyRule, { body })).status).toBe(403)
  expect((await (await asStaff(app, accounts.office))(setMoneyRule, { body })).status).toBe(403)
  await world.call(setMoneyRule, { body })
  await world.call(setMoneyRule, { body })
  expect((await world.call(readMoneyRule)).body).toEqual(body)
  await world.call(setMoneyRule, { body: { techniciansSeeMoney: false } })
  await app.deps.security.flush()
  const acts = (await securityRows(database)).filter(
    ({ company, what }) => company === serviceCompanyId && what.startsWith('staff.money'),
  )
  expect(acts.map(({ what }) => what)).toEqual(['staff.money.opened', 'staff.money.closed'])
})
