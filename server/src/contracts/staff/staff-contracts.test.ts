import { listActivityContracts, listServiceContracts } from '@portico/contract/contracts'
import { uploadPublishedFile } from '@portico/contract/staff/published'
import {
  changeActivityContract,
  changeContractDocument,
  changeContractPackage,
  changeServiceContract,
  listContractTags,
  listStaffContracts,
  makeActivityContract,
  makeContractDocument,
  makeContractPackage,
  makeContractTag,
  makeServiceContract,
  noteActivity,
  readStaffContract,
  removeContractDocument,
  removeContractPackage,
  removeStaffContract,
} from '@portico/contract/staff/records/contracts'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/fixtures/app.ts'
import { anActivity, anActivityContract, aPackage, aServiceContract, aTag } from '../../../test/fixtures/contracts.ts'
import { aPdf } from '../../../test/fixtures/documents-to-sign.ts'
import { aContact, aPortal, aUser, type Person } from '../../../test/fixtures/factories.ts'
import { anOperator } from '../../../test/fixtures/operator.ts'
import { aStaffAccount, asStaff, staffHeaders, uploadWith } from '../../../test/fixtures/staff.ts'
import { sql, tx } from '../../kernel/database/db.ts'
import { insertActivity } from '../activity-changes-queries.ts'

const app = await testApp()
const { database, clock } = app
clock.set('2026-06-15T10:00:00Z')

const office = async (person: Person, given: object = {}) =>
  asStaff(app, await aStaffAccount(app, { serviceCompanyId: person.serviceCompanyId, role: 'office', ...given }))
const seenBy = async (person: Person) => {
  const call = await app.as(person)
  const activity = (await call(listActivityContracts, { params: person.here })).body
  const service = (await call(listServiceContracts, { params: person.here })).body
  return { activity, service }
}
const hours = (person: Person, more: object = {}) => ({
  contactId: person.contactId,
  name: 'Monte ore 2026',
  start: '2026-02-01',
  end: '2026-12-31',
  hoursAmount: 10.5,
  ...more,
})

test('the office makes a contract of hours, which the customer sees at once, and changes it', async () => {
  const person = await aUser(database)
  const call = await office(person)
  const { status, body: made } = await call(makeActivityContract, {
    body: hours(person),
    headers: { 'idempotency-key': 'one' },
  })
  expect(status).toBe(201)
  expect(made).toMatchObject({
    kind: 'activity',
    state: 'active',
    startsOn: '2026-01-31T23:00:00Z',
    endsOn: '2026-12-31T22:59:59Z',
    allowance: { inHours: true, amount: 630, residual: 630 },
    outsideId: null,
    customer: { id: person.contactId },
  })
  const again = await call(makeActivityContract, { body: hours(person), headers: { 'idempotency-key': 'one' } })
  expect(again.body.id).toBe(made.id)
  expect((await seenBy(person)).activity).toMatchObject([{ id: made.id, name: 'Monte ore 2026', residualMinutes: 630 }])
  // What the staff are shown as the customer's sight is what the customer's own call answers.
  expect(made.seenAs.activity).toEqual((await seenBy(person)).activity[0])

  const params = { contractid: made.id }
  const headers = { 'if-match': `"${made.version}"` }
  const { body: changed } = await call(changeActivityContract, {
    params,
    headers,
    body: { name: 'Monte ore', openingUsed: 1.5 },
  })
  expect(changed).toMatchObject({ name: 'Monte ore', allowance: { residual: 540 }, openingUsed: 90 })
  const stale = await call(changeActivityContract, { params, headers, body: { name: 'Altro' } })
  expect(stale.problem).toMatchObject({ status: 409, code: 'conflict' })
  // A residual as the company counts it is kept by an adjustment, and a later change does not repeat it.
  const adjusted = await call(changeActivityContract, { params, body: { residual_Time_String: '4:00' } })
  expect(adjusted.body.allowance?.residual).toBe(240)
  const more = await call(changeActivityContract, { params, body: { hoursAmount: 12.5 } })
  expect(more.body.allowance).toMatchObject({ amount: 750, residual: 360 })
})

test.each([
  [{ name: '  ' }, 'body.name'],
  [{ end: '2026-01-31' }, 'body.end'],
  [{ start: '2026-02-30' }, 'body.start'],
  [{ hoursAmount: null }, 'body.hoursAmount'],
  [{ unitAmount: 3 }, 'body.unitAmount'],
  [{ hoursAmount: -1 }, 'body.hoursAmount'],
  [{ openingUsed: -1 }, 'body.openingUsed'],
])('a contract with %o is refused at its field', async (fault, path) => {
  const person = await aUser(database)
  const { problem } = await (await office(person))(makeActivityContract, { body: hours(person, fault) })
  expect(problem).toMatchObject({ status: 400, code: 'invalid_request', errors: [{ path }] })
  expect((await seenBy(person)).activity).toEqual([])
})

test('hours do not become units once there are activities', async () => {
  const person = await aUser(database)
  const call = await office(person)
  const contractid = await anActivityContract(database, person)
  const body = { hoursAmount: null, unitAmount: 5 }
  await anActivity(database, person, { contractId: contractid })
  const refused = await call(changeActivityContract, { params: { contractid }, body })
  expect(refused.problem).toMatchObject({ code: 'conflict', errors: [{ path: 'body.unitAmount' }] })
  const other = await anActivityContract(database, person)
  const changed = await call(changeActivityContract, { params: { contractid: other }, body })
  expect(changed.body.allowance).toMatchObject({ inHours: false, amount: 5, residual: 5 })
})

test('hours do not become units while somebody notes an activity', async () => {
  const person = await aUser(database)
  const call = await office(person)
  const activityContractId = await anActivityContract(database, person)
  const params = { contractid: activityContractId }
  const activity = {
    activityContractId,
    activityTypeName: 'Sopralluogo',
    startsAt: new Date('2026-06-15T08:00:00Z'),
    minutes: 60,
    staffUserId: null,
  }
  const isWaiting = () =>
    database.many(sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`)
  let ended = false
  const work = await tx(database, async db => {
    await insertActivity(db, person, activity)
    const change = call(changeActivityContract, { params, body: { hoursAmount: null, unitAmount: 5 } }).finally(() => {
      ended = true
    })
    await expect.poll(async () => ended || (await isWaiting()).length > 0).toBe(true)
    return { change }
  })
  expect((await work.change).problem).toMatchObject({ code: 'conflict', errors: [{ path: 'body.unitAmount' }] })
})

test('of a tag that several make at once there is one', async () => {
  const person = await aUser(database)
  const call = await office(person)
  const body = { portalId: person.portalId, name: 'Server' }
  const made = await Promise.all(Array.from({ length: 4 }, () => call(makeContractTag, { body })))
  expect(made.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
})

test('a service contract with tags, assets, packages and documents', async () => {
  const person = await aUser(database)
  const account = await aStaffAccount(app, { serviceCompanyId: person.serviceCompanyId, role: 'office' })
  const headers = await staffHeaders(app, account)
  const call: typeof app.call = (endpoint, sent = {}) =>
    app.call(endpoint, { ...sent, headers: { ...headers, ...sent.headers } } as never)
  const tag = (await call(makeContractTag, { body: { portalId: person.portalId, name: 'Rete', tagGroupName: 'Area' } }))
    .body
  const twice = await call(makeContractTag, { body: { portalId: person.portalId, name: 'rete', tagGroupName: 'area' } })
  expect(twice.problem).toMatchObject({ code: 'conflict', errors: [{ path: 'body.name' }] })
  const { body: made } = await call(makeServiceContract, {
    body: { contactId: person.contactId, name: 'Assistenza', activeFrom: '2026-01-01', tagIds: [tag.id] },
  })
  expect(made).toMatchObject({ state: 'active', endsOn: null, status: 1, tags: [{ name: 'Rete' }], packages: 0 })
  expect((await call(listContractTags, { query: { portal: person.portalId } })).body).toMatchObject([
    { name: 'Rete', contracts: 1 },
  ])
  const params = { contractid: made.id }
  const withPackage = (await call(makeContractPackage, { params, body: { name: 'Ore', hoursAmount: 4 } })).body
  const [pack] = withPackage.packageList
  expect(pack).toMatchObject({ name: 'Ore', amount: 240, residual: 240, activities: 0 })
  const packageid = pack?.id ?? 0
  const renamed = await call(changeContractPackage, { params: { packageid }, body: { name: 'Help desk' } })
  expect(renamed.body.packageList).toMatchObject([{ name: 'Help desk', amount: 240 }])
  const content = await aPdf({ text: 'Firmato' })
  const file = await uploadWith(app, headers, uploadPublishedFile.path, { filename: 'firmato.pdf', content })
  const documented = (await call(makeContractDocument, { params, body: { uploadId: file.id } })).body
  expect(documented.documents).toMatchObject([{ documentName: 'firmato.pdf', fileName: 'firmato.pdf' }])
  const [document] = documented.documents
  const url = document?.url ?? ''
  expect((await app.http.inject({ url, headers })).rawPayload.equals(content)).toBe(true)
  expect((await app.http.inject({ url })).statusCode).toBe(401)
  const otherSession = await staffHeaders(app, account)
  expect((await app.http.inject({ url, headers: otherSession })).statusCode).toBe(404)
  const used = await call(makeContractDocument, { params, body: { uploadId: file.id } })
  expect(used.problem).toMatchObject({ status: 404, errors: [{ path: 'body.uploadId' }] })
  const documentid = document?.id ?? 0
  const named = await call(changeContractDocument, { params: { documentid }, body: { documentName: 'Contratto' } })
  expect(named.body.documents).toMatchObject([{ documentName: 'Contratto', fileName: 'firmato.pdf' }])

  const [seen] = (await seenBy(person)).service
  expect(seen).toMatchObject({
    name: 'Assistenza',
    packages: [{ name: 'Help desk' }],
    documents: [{ documentName: 'Contratto' }],
  })
  const download = await app.http.inject({ url: seen?.documents[0]?.url ?? '' })
  expect(download.rawPayload.equals(content)).toBe(true)

  const stale = { 'if-match': `"${made.version}"` }
  const changed = await call(changeServiceContract, {
    params,
    headers: stale,
    body: { activeTo: '2026-06-30', tagIds: [] },
  })
  expect(changed.body).toMatchObject({ state: 'expiring', tags: [], packageList: [{ name: 'Help desk' }] })
  const crossed = await call(changeServiceContract, { params, headers: stale, body: { name: 'X' } })
  expect(crossed.problem).toMatchObject({ status: 409, code: 'conflict' })
  const ended = await call(changeServiceContract, { params, body: { status: 4 } })
  expect(ended.body.state).toBe('ended')
  await call(removeContractDocument, { params: { documentid } })
  expect((await call(removeContractPackage, { params: { packageid } })).body).toMatchObject({
    packageList: [],
    documents: [],
  })
})

test('a contract with activities goes only with as many as were confirmed', async () => {
  const person = await aUser(database)
  const call = await office(person)
  const contractid = await aServiceContract(database, person)
  const packageId = await aPackage(database, person, contractid)
  await anActivity(database, person, { packageId })
  const params = { kind: 'service', contractid }
  const refused = await call(removeStaffContract, { params })
  expect(refused.problem).toMatchObject({ status: 409, detail: '1 activities go along: confirm them.' })
  expect((await call(removeContractPackage, { params: { packageid: packageId } })).problem).toMatchObject({
    status: 409,
  })
  expect((await call(removeStaffContract, { params, query: { activities: 1 } })).status).toBe(204)
  expect((await seenBy(person)).service).toEqual([])
})

test('the list: filters, order, pages and counts', async () => {
  const person = await aUser(database)
  const other = await aContact(database, await aPortal(database, { serviceCompanyId: person.serviceCompanyId }))
  const call = await office(person)
  const low = await anActivityContract(database, person, { name: 'Monte ore 7', amount: 100, openingUsed: 80 })
  const soon = await anActivityContract(database, person, { name: 'Reperibilità', end: '2026-07-01T00:00:00Z' })
  const past = await anActivityContract(database, person, { name: 'Vecchio', end: '2026-03-01T00:00:00Z' })
  const open = await aServiceContract(database, other, { name: 'Assistenza completa', to: null })
  await aPackage(database, other, open, { amount: 60, openingUsed: 90 })
  const ids = async (query: object) =>
    (await call(listStaffContracts, { query: { ...query, count: '1' } })).body.map(({ id }) => id)
  expect(await ids({})).toEqual([past, soon, low, open])
  expect(await ids({ sort: '-name' })).toEqual([past, soon, low, open])
  expect(await ids({ state: 'running' })).toEqual([soon, low, open])
  expect(await ids({ state: 'expiring' })).toEqual([soon])
  expect(await ids({ state: 'ended' })).toEqual([past])
  expect(await ids({ low: '1' })).toEqual([low, open])
  expect(await ids({ kind: 'service' })).toEqual([open])
  expect(await ids({ contact: person.contactId })).toEqual([past, soon, low])
  expect(await ids({ portal: other.company })).toEqual([open])
  expect(await ids({ q: 'reperibilita' })).toEqual([soon])
  expect(await ids({ q: 'ore 7' })).toEqual([low])
  expect(await ids({ q: other.companyName.slice(2) })).toEqual([open])
  const first = await call(listStaffContracts, { query: { limit: 2, count: '1' } })
  expect(first.headers['total-count']).toBe('4')
  const cursor = new URL(/<(.*)>/.exec(String(first.headers.link))?.[1] ?? '', 'http://x').searchParams.get('cursor')
  const second = await call(listStaffContracts, { query: { limit: 2, cursor: cursor ?? '' } })
  expect([...first.body, ...second.body].map(({ id }) => id)).toEqual([past, soon, low, open])
  expect(second.body[1]).toMatchObject({ allowance: { residual: -30 }, packages: 1, endsOn: null })
})

test('a word with numbers is found as it is written', async () => {
  const person = await aUser(database)
  const call = await office(person)
  const server = await anActivityContract(database, person, { name: 'Server DL360, commessa 0716' })
  const found = async (q: string) => (await call(listStaffContracts, { query: { q } })).body.map(({ id }) => id)
  expect(await found('DL360')).toEqual([server])
  expect(await found('server dl3')).toEqual([server])
  expect(await found('0716')).toEqual([server])
  expect(await found('716')).toEqual([server])
  expect(await found('DL36O')).toEqual([])
})

test('nobody reaches contracts of another company or beyond the portals; technicians read', async () => {
  const person = await aUser(database)
  const contractid = await anActivityContract(database, person)
  const service = await aServiceContract(database, person)
  const packageid = await aPackage(database, person, service)
  const tagId = await aTag(database, person)
  const stranger = await aUser(database)
  const elsewhere = await aContact(database, await aPortal(database, { serviceCompanyId: person.serviceCompanyId }))
  const calls = [await office(stranger), await office(person, { portalIds: [elsewhere.portalId] })]
  for (const call of calls) {
    const statuses = [
      await call(readStaffContract, { params: { kind: 'activity', contractid } }),
      await call(changeActivityContract, { params: { contractid }, body: { name: 'X' } }),
      await call(changeServiceContract, { params: { contractid: service }, body: { name: 'X' } }),
      await call(makeContractPackage, { params: { contractid: service }, body: { name: 'X', hoursAmount: 1 } }),
      await call(changeContractPackage, { params: { packageid }, body: { name: 'X' } }),
      await call(removeStaffContract, { params: { kind: 'activity', contractid } }),
      await call(makeActivityContract, { body: hours(person) }),
      await call(listContractTags, { query: { portal: person.portalId } }),
      await call(makeContractTag, { body: { portalId: person.portalId, name: 'X' } }),
      await call(noteActivity, {
        body: { activityContractId: contractid, activityTypeName: 'X', start: '2026-06-01', minutes: 5 },
      }),
    ].map(({ status }) => status)
    expect(statuses).toEqual(statuses.map(() => 404))
    expect((await call(listStaffContracts, {})).body).toEqual([])
  }
  const call = await office(person)
  const body = { contactId: elsewhere.contactId, name: 'X', activeFrom: '2026-01-01', tagIds: [tagId] }
  expect((await call(makeServiceContract, { body })).problem).toMatchObject({
    status: 404,
    errors: [{ path: 'body.tagIds' }],
  })
  const technician = await office(person, { role: 'technician' })
  expect((await technician(readStaffContract, { params: { kind: 'activity', contractid } })).status).toBe(200)
  expect((await technician(makeActivityContract, { body: hours(person) })).status).toBe(403)
  expect((await technician(readStaffContract, { params: { kind: 'none', contractid } })).status).toBe(404)
})

test('a contract of a program outside says so, and the program overwrites what was changed here', async () => {
  const person = await aUser(database)
  const operator = await anOperator(app, { serviceCompanyId: person.serviceCompanyId })
  await database.run(sql`update contact set external_id = 'c1' where id = ${person.contactId}`)
  const line = { contact: 'c1', name: 'Da fuori', start: '2026-01-01', end: '2026-12-31', hoursAmount: 5 }
  expect((await operator('PUT', '/activityContracts/k-7', line)).status).toBe(201)
  const call = await office(person)
  const [listed] = (await call(listStaffContracts, {})).body
  const params = { kind: 'activity', contractid: listed?.id ?? 0 }
  const { body } = await call(readStaffContract, { params })
  expect(body.outsideId).toBe('k-7')
  await call(changeActivityContract, { params, body: { name: 'Cambiato' } })
  await operator('PUT', '/activityContracts/k-7', line)
  expect((await call(readStaffContract, { params })).body.name).toBe('Da fuori')
})
