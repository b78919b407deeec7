import { operatorRoot } from '@portico/contract/endpoint'
import { listTickets } from '@portico/contract/tickets'
import { expect, test } from 'vitest'
import { png, testApp } from '../../test/fixtures/app.ts'
import { anOperator, type Operator } from '../../test/fixtures/operator.ts'
import { importTenantIsolationData } from '../../test/fixtures/tenant-isolation-data.ts'
import { sql } from '../kernel/database/db.ts'
import { recordTypes } from '../records/registry.ts'
import { isClearable, pluralOf, readOnlyFields } from './record-schemas.ts'

const app = await testApp()
const { database } = app
const people = await importTenantIsolationData(app)
const person = people.get('zC1P1K1') ?? expect.fail()
const { serviceCompanyId } = person
const owner = await anOperator(app, { serviceCompanyId })

type Listed = Record<string, unknown> & { externalId: string }
const at = (plural: string, externalId: string) => `/${plural}/${encodeURIComponent(externalId)}`
const upload = async (name: string, content: Buffer | string) =>
  String((await owner('POST', `/files?name=${name}`, content)).json.path)
const changedAt = async (table: 'ticket' | 'comment', externalId: string) =>
  (
    await database.one<{ at: string }>(
      table === 'ticket'
        ? sql`select changed_at::text as at from ticket where external_id = ${externalId}`
        : sql`select changed_at::text as at from comment where external_id = ${externalId}`,
    )
  ).at

let count = 0
const aTicket = async (more: object = {}) => {
  const url = at('tickets', `P-${++count}`)
  const body = {
    contact: 'zC1P1K1',
    title: 'Guasto',
    description: '<p>Non parte</p>',
    createdOn: '2026-02-01T10:00:00Z',
    creator: 'user-zC1P1K1',
    ...more,
  }
  return { url, externalId: `P-${count}`, answer: await owner('PUT', url, body) }
}

test.each(recordTypes.map(recordType => [pluralOf(recordType), recordType] as const))(
  '%s: an empty patch, and one of every field as read, change nothing',
  async (plural, recordType) => {
    const [record = expect.fail()] = (await owner('GET', `/${plural}`)).json as unknown as Listed[]
    const url = at(plural, record.externalId)
    const read = await owner('GET', url)
    const empty = await owner('PATCH', url, {})
    expect([empty.status, empty.text, empty.headers.etag]).toEqual([200, read.text, read.headers.etag])
    const readOnly = readOnlyFields(recordType)
    const given = Object.entries(record).filter(
      ([field, value]) => !Object.hasOwn(readOnly, field) && (value !== null || isClearable(recordType, field)),
    )
    const whole = await owner('PATCH', url, Object.fromEntries(given))
    expect([whole.status, whole.text]).toEqual([200, read.text])
  },
)

test('a patch of a ticket leaves what the customer sent: creator, words, photo and its link', async () => {
  const photo = await upload('foto.png', png)
  const { url, externalId, answer } = await aTicket({
    attachments: [{ path: photo }],
    description: '<p>Guardi <img src="attachment:foto.png"></p>',
    ticketType: null,
  })
  const stored = await database.one(sql`select description from ticket where external_id = ${externalId}`)
  const changed = await owner('PATCH', url, { staff: 'staff-zC1' }, { 'if-match': String(answer.headers.etag) })
  expect([changed.status, changed.json]).toEqual([
    200,
    { ...answer.json, staff: 'staff-zC1', changedAt: expect.any(String) },
  ])
  expect(changed.headers.etag).not.toBe(answer.headers.etag)
  expect(await database.one(sql`select description from ticket where external_id = ${externalId}`)).toEqual(stored)
  const [file] = changed.json.attachments as { url: string }[]
  expect((await owner('GET', String(file?.url).replace(operatorRoot, ''))).bytes.equals(png)).toBe(true)
  const mine = await (await app.as(person))(listTickets, { params: person.here, query: { q: 'Guasto' } })
  expect(mine.body.map(({ ticketNumber }) => ticketNumber)).toContain(changed.json.ticketNumber)

  const before = await changedAt('ticket', externalId)
  const again = await owner('PATCH', url, { staff: 'staff-zC1' })
  expect([again.status, again.text]).toEqual([200, changed.text])
  expect(await changedAt('ticket', externalId)).toBe(before)
  expect((await owner('PATCH', url, { staff: null })).json).toEqual({
    ...answer.json,
    changedAt: expect.any(String),
  })
})

test('message and attachments are changed one without the other', async () => {
  const { url, answer } = await aTicket({
    attachments: [{ path: await upload('foto.png', png) }],
    description: '<img src="attachment:foto.png">',
  })
  const words = await owner('PATCH', url, { description: '<p>Ora parte</p><img src="attachment:foto.png">' })
  expect(words.json.attachments).toEqual(answer.json.attachments)
  const [photo] = answer.json.attachments as object[]
  const added = await owner('PATCH', url, { attachments: [photo, { path: await upload('nota.txt', 'testo') }] })
  expect(added.json.description).toBe(words.json.description)
  expect(added.json.attachments).toMatchObject([photo, { name: 'nota.txt' }])
  expect((await owner('PATCH', url, { attachments: null })).problem).toMatchObject({
    status: 400,
    errors: [{ path: 'body.description' }],
  })
  expect((await owner('GET', url)).text).toBe(added.text)
  const without = await owner('PATCH', url, { attachments: null, description: 'Solo parole' })
  expect(without.json).toMatchObject({ attachments: null, description: 'Solo parole' })
})

test('a file is replaced or renamed by itself', async () => {
  const url = at('invoices', 'P-invoice')
  const made = await owner('PUT', url, {
    contact: 'zC1P1K1',
    documentNumber: '7',
    total: 10,
    invoiceDate: '2026-01-31',
    file: { path: await upload('a.pdf', '%PDF-1.7') },
    original: { path: await upload('a.xml', '<FatturaElettronica/>') },
  })
  const renamed = await owner('PATCH', url, { file: { name: 'b.pdf' } })
  const { url: _before, ...file } = made.json.file as Record<string, unknown>
  expect(renamed.json).toMatchObject({
    ...made.json,
    changedAt: expect.any(String),
    file: { ...file, name: 'b.pdf', url: expect.any(String) },
  })
  const replaced = await owner('PATCH', url, { file: { path: await upload('c.pdf', '%PDF-1.4') } })
  expect(replaced.json).toMatchObject({ file: { name: 'c.pdf' }, original: renamed.json.original })
  expect((await owner('PATCH', url, { original: null })).json).toMatchObject({
    ...replaced.json,
    original: null,
    changedAt: expect.any(String),
  })
  expect((await owner('PATCH', url, { original: { name: 'x.xml' } })).problem.errors).toMatchObject([
    { path: 'body.original' },
  ])
})

test('a portal is switched without losing its logo, and a nested object is merged', async () => {
  const logo = await owner('PATCH', '/portals/zC1P1', { logo: { path: await upload('logo.png', png) } })
  const switched = await owner('PATCH', '/portals/zC1P1', { enableServiceContracts: true, supportPhone: '049 1' })
  expect(switched.json).toEqual({
    ...logo.json,
    enableServiceContracts: true,
    supportPhone: '049 1',
    changedAt: expect.any(String),
  })

  const [subscription = expect.fail()] = (await owner('GET', '/subscriptions')).json as unknown as Listed[]
  const url = at('subscriptions', subscription.externalId)
  await owner('PATCH', url, {
    trigger: { recurrenceType: 20, recurrenceDay: 1, frequencyMonth: 3, frequencyWeek: null, recurrenceMonth: null },
  })
  const merged = await owner('PATCH', url, { trigger: { recurrenceDay: 15, frequencyMonth: null } })
  expect(merged.json.trigger).toMatchObject({ recurrenceType: 20, recurrenceDay: 15 })
})

test('a residual that was reported once does not hold back a later change of the hours', async () => {
  const url = at('activityContracts', 'P-hours')
  const hours = { contact: 'zC1P1K1', name: 'Ore', start: '2026-01-01', end: '2026-12-31', hoursAmount: 10 }
  await owner('PUT', url, { ...hours, residual_Time_String: '4:00' })
  expect((await owner('PATCH', url, { hoursAmount: 20 })).json).toMatchObject({
    residual_Time_String: '14:00',
    residualMinutes: 840,
    residualUnits: null,
  })
})

test('a password stays, and a patch that sets one is recorded', async () => {
  const url = at('webUsers', 'user-zC1P1K2')
  const hash = () => database.one(sql`select password_hash from web_user where external_id = 'user-zC1P1K2'`)
  const before = await hash()
  await owner('PATCH', url, { phone: '1' })
  expect(await hash()).toEqual(before)
  expect((await owner('PATCH', url, { password: 'una frase molto lunga' })).status).toBe(200)
  expect(await hash()).not.toEqual(before)
  await app.deps.security.flush()
  const entries = await database.many(sql`select from security_event where what = 'password.changed'`)
  expect(entries.length).toBe(1)
})

test('a patch announces what it changed, once', async () => {
  const { url, externalId } = await aTicket()
  const changes = () =>
    database.many(sql`select e.id from event e join ticket t on t.id = e.ticket_id
      where t.external_id = ${externalId} and e.type = 'ticket.changed'`)
  for (const _ of [1, 2]) await owner('PATCH', url, { title: 'Altro' })
  expect(await changes()).toHaveLength(1)
})

const wrong: [name: string, path: string, body: unknown, status: number, field: string | undefined][] = [
  ['an unknown field', '/tickets/P-1', { colour: 1 }, 400, 'body.colour'],
  ['an unknown field that is null', '/tickets/P-1', { colour: null }, 400, 'body.colour'],
  ['a required field that is null', '/tickets/P-1', { title: null }, 400, 'body.title'],
  ['a field that keeps its value', '/tickets/P-1', { ticketNumber: null }, 400, 'body.ticketNumber'],
  ['a field that cannot be written', '/tickets/P-1', { status: 'closed' }, 400, 'body.status'],
  ['a value of the wrong type', '/tickets/P-1', { title: 7 }, 400, 'body.title'],
  ['an array', '/tickets/P-1', [], 400, 'body'],
  ["another company's contact", '/tickets/P-1', { contact: 'zC2P1K1' }, 404, 'body.contact'],
  ["another company's staff", '/tickets/P-1', { staff: 'staff-zC2' }, 404, 'body.staff'],
  ['a record that does not exist', '/tickets/nobody', { title: 'x' }, 404, undefined],
  ['a record of another company', '/contacts/zC2P1K1', { companyName: 'x' }, 404, undefined],
  ['a portal that does not exist', '/portals/nobody', { webPortalName: 'x' }, 404, undefined],
]
test.each(wrong)('a patch with %s is refused', async (_, path, body, status, field) => {
  await aTicket()
  const before = await owner('GET', '/tickets')
  const { problem } = await owner('PATCH', path, body)
  expect(problem).toMatchObject({ status, ...(field && { errors: [{ path: field }] }) })
  expect((await owner('GET', '/tickets')).text).toBe(before.text)
})

test('keys that may only read, or only write in some portals, are refused', async () => {
  const reader = await anOperator(app, { serviceCompanyId, readOnly: true })
  expect((await reader('PATCH', '/contacts/zC1P1K1', { phone: '1' })).problem.status).toBe(403)
  const scoped = await anOperator(app, { serviceCompanyId, portalIds: [person.portalId] })
  expect((await scoped('PATCH', '/contacts/zC1P1K1', { phone: '1' })).status).toBe(200)
  expect((await scoped('PATCH', '/contacts/zC1P2K1', { phone: '1' })).problem.status).toBe(404)
  expect((await scoped('PATCH', '/staff/staff-zC1', { email: 'a@b.example' })).problem.status).toBe(403)
})

test('absences are private: a key of some portals neither sees nor writes them', async () => {
  const scoped = await anOperator(app, { serviceCompanyId, portalIds: [person.portalId] })
  const body = { staff: 'staff-zC1', start: '2027-03-01', end: '2027-03-02', kind: 'sick', note: 'Influenza' }
  expect((await owner('PUT', '/absences/febbre', body)).status).toBe(201)
  expect((await scoped('GET', '/absences/febbre')).problem.status).toBe(404)
  for (const query of ['', '?staff=staff-zC1', '?changedSince=2026-01-01'])
    expect((await scoped('GET', `/absences${query}`)).json).toEqual([])
  for (const name of ['febbre', 'nessuna']) {
    expect((await scoped('PUT', `/absences/${name}`, { ...body, kind: 'other' })).problem.status).toBe(403)
    expect((await scoped('PATCH', `/absences/${name}`, { kind: 'other' })).problem.status).toBe(403)
    expect((await scoped('DELETE', `/absences/${name}`)).problem.status).toBe(403)
    const line = JSON.stringify({ ...body, type: 'absence', externalId: name, kind: 'other' })
    const sent = await scoped('POST', '/import', line, { 'content-type': 'application/octet-stream' })
    await app.delivered()
    expect((await scoped('GET', `/imports/${sent.json.id}/refused`)).json).toMatchObject([
      { reason: `"${name}" is not yours to write` },
    ])
  }
  expect((await owner('GET', '/absences/febbre')).json).toMatchObject(body)
  expect((await owner('GET', '/absences/nessuna')).problem.status).toBe(404)
})

test('a stale If-Match is a conflict, simultaneous patches of two fields both hold, and both media types are read', async () => {
  const { url, answer } = await aTicket()
  const merge = { 'content-type': 'application/merge-patch+json' }
  const both = await Promise.all([
    owner('PATCH', url, { title: 'Uno' }, merge),
    owner('PATCH', url, { staff: 'staff-zC1' }),
  ])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect((await owner('GET', url)).json).toEqual({
    ...answer.json,
    title: 'Uno',
    staff: 'staff-zC1',
    changedAt: expect.any(String),
  })
  const stale = await owner('PATCH', url, { title: 'Due' }, { 'if-match': String(answer.headers.etag) })
  expect(stale.problem).toMatchObject({ status: 409, code: 'conflict' })
})

test.each<[Parameters<Operator>[0], string, string]>([
  ['POST', '/tickets', 'GET'],
  ['DELETE', '/tickets', 'GET'],
  ['POST', '/tickets/P-1', 'GET, PUT, PATCH, DELETE'],
  ['DELETE', '/serviceCompanies/zC1', 'GET, PUT, PATCH'],
  ['PUT', '/import', 'POST'],
  ['POST', '/events', 'GET'],
  ['PUT', '/webhooks/1', 'GET, PATCH, DELETE'],
])('%s %s is 405 and says what is allowed', async (method, path, allow) => {
  const answer = await owner(method, path, method === 'DELETE' ? undefined : {})
  expect(answer.problem).toMatchObject({ status: 405, code: 'invalid_request' })
  expect(answer.headers.allow).toBe(allow)
})
