import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listActivityContracts, listServiceContracts } from '@portico/contract/contracts'
import { afterAll, expect, test } from 'vitest'
import { testApp } from '../../test/fixtures/app.ts'
import { aUser, type Person } from '../../test/fixtures/factories.ts'
import { importFile } from '../import/import.ts'
import { sql } from '../kernel/database/db.ts'

const app = await testApp()
const { database, clock } = app
clock.set('2026-06-15T10:00:00Z')
const folder = await mkdtemp(join(tmpdir(), 'portico-contracts-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
await mkdir(join(folder, 'files'))
await writeFile(join(folder, 'files/contratto.pdf'), '%PDF-1.7\n1 0 obj\n<<>>\nendobj\n')
await writeFile(join(folder, 'files/vuoto.pdf'), '')

type Fields = Record<string, unknown>

const importLines = async (lines: Fields[], { dryRun = false } = {}) => {
  const path = join(folder, 'lines.jsonl')
  await writeFile(path, lines.map(line => JSON.stringify(line)).join('\n'))
  return importFile({ ...app.deps, log: () => {} }, path, { now: clock.now(), dryRun })
}

/** A user with lines of their service company. `id` makes external ids unique: `id('p')` is the user's portal, `id('c')` the contact. */
const aCustomer = async () => {
  const person = await aUser(database)
  const id = (name: string) => `${name}-${person.serviceCompanyId}`
  await database.run(sql`update service_company set external_id = ${id('sc')} where id = ${person.serviceCompanyId}`)
  await database.run(sql`update portal set external_id = ${id('p')} where id = ${person.portalId}`)
  await database.run(sql`update contact set external_id = ${id('c')} where id = ${person.contactId}`)
  const line = (type: string, externalId: string, fields: Fields) => ({ type, externalId: id(externalId), ...fields })
  return {
    person,
    id,
    hours: (fields: Fields = {}) =>
      line('activityContract', 'hours', {
        contact: id('c'),
        name: 'Ore',
        start: '2026-01-01',
        end: '2026-12-31',
        hoursAmount: 10,
        ...fields,
      }),
    service: (fields: Fields = {}) =>
      line('serviceContract', 'service', {
        contact: id('c'),
        name: 'Assistenza',
        status: 1,
        activeFrom: '2026-01-01',
        ...fields,
      }),
    line,
  }
}

const contractsOf = async (person: Person) =>
  (await (await app.as(person))(listActivityContracts, { params: person.here })).body
const servicesOf = async (person: Person) =>
  (await (await app.as(person))(listServiceContracts, { params: person.here })).body

test('contracts of both kinds are imported with all their records, and a second import changes nothing', async () => {
  const { person, id, hours, service, line } = await aCustomer()
  const file = { path: 'files/contratto.pdf' }
  const lines = [
    line('staff', 's', { serviceCompany: id('sc'), firstName: 'Ada', lastName: 'Neri' }),
    line('tag', 'tag', { portal: id('p'), name: 'Rete', tagGroupName: 'Area' }),
    line('wikiFolder', 'f', { contact: id('c'), name: 'Sala' }),
    line('wikiElement', 'e', { folder: id('f'), name: 'NAS' }),
    hours({ openingUsed: 1.5 }),
    service({ activeTo: '2026-06-30', tags: [id('tag')], wikiElements: [id('e')] }),
    line('contractDocument', 'doc', { contract: id('service'), documentName: 'Firmato.pdf', file }),
    line('contractPackage', 'pack', { contract: id('service'), name: 'Visite', unitAmount: 4 }),
    line('contractActivity', 'a1', {
      contract: id('hours'),
      activityTypeName: 'In sede',
      start: '2026-02-01 09:00',
      minutes: 45,
      staff: id('s'),
      address: 'Via Roma 1',
      report: file,
    }),
    line('contractActivity', 'a2', { package: id('pack'), activityTypeName: 'Visita', start: '2026-02-02', units: 1 }),
  ]
  expect(await importLines(lines)).toMatchObject({ created: lines.length, refused: [], warnings: [] })
  expect(await importLines(lines)).toMatchObject({ unchanged: lines.length, refused: [], warnings: [] })
  const [contract] = await contractsOf(person)
  expect(contract).toMatchObject({
    name: 'Ore',
    start: '2025-12-31T23:00:00Z',
    end: '2026-12-31T22:59:59Z',
    residual_Time_String: '7:45',
    hoursAmount: 10,
    activities: [
      {
        start: '2026-02-01T08:00:00Z',
        minutes: 45,
        assignedUser: { lastName: 'Neri' },
        addressType: 2,
        activityLocation_Address: 'Via Roma 1',
      },
    ],
  })
  const [found] = await servicesOf(person)
  expect(found).toMatchObject({
    name: 'Assistenza',
    status: 1,
    expiring30Days: true,
    tags: [{ name: 'Rete', tagGroupName: 'Area' }],
    wikiElements: [{ name: 'NAS', folderName: 'Sala' }],
    documents: [{ documentName: 'Firmato.pdf' }],
    packages: [{ name: 'Visite', unitsText: '4', residualText: '3', activities: [{ units: 1 }] }],
  })
  for (const url of [contract?.activities[0]?.reportDocumentUrl, found?.documents[0]?.url])
    expect((await app.http.inject({ url: url ?? '' })).headers['content-type']).toBe('application/pdf')
})

test('tags and assets follow their line', async () => {
  const { person, id, service, line } = await aCustomer()
  const tags = ['a', 'b', 'c'].map(name => line('tag', name, { portal: id('p'), name }))
  await importLines([...tags, service({ tags: [id('a'), id('b'), id('b')] })])
  expect((await servicesOf(person))[0]?.tags.map(({ name }) => name)).toEqual(['a', 'b'])
  expect(await importLines([service({ tags: [id('b'), id('c')] })])).toMatchObject({ changed: 1 })
  expect((await servicesOf(person))[0]?.tags.map(({ name }) => name)).toEqual(['b', 'c'])
  expect(await importLines([service({ name: 'Altro' })])).toMatchObject({ changed: 1 })
  expect(await servicesOf(person)).toMatchObject([{ name: 'Altro', tags: [] }])
})

test('a reported residual that differs from the computed one is applied by a dated adjustment, with a warning', async () => {
  const { person, id, hours, service, line } = await aCustomer()
  const lines = [
    hours({ openingUsed: 1, residual_Time_String: '8:00' }),
    line('contractActivity', 'a', { contract: id('hours'), activityTypeName: 'x', start: '2026-02-01', minutes: 90 }),
    service(),
    line('contractPackage', 'pack', {
      contract: id('service'),
      name: 'x',
      unitAmount: 4,
      residual_UnitAmount: 1.5,
    }),
  ]
  const expected = [
    {
      line: 1,
      externalId: id('hours'),
      field: 'residual_Time_String',
      reason: 'says 8:00 where 7:30 is counted: kept, by an adjustment of 0:30',
    },
    {
      line: 4,
      externalId: id('pack'),
      field: 'residual_UnitAmount',
      reason: 'says 1.5 where 4 is counted: kept, by an adjustment of -2.5',
    },
  ]
  expect(await importLines(lines, { dryRun: true })).toMatchObject({ created: 4, warnings: expected })
  expect(await importLines(lines)).toMatchObject({ created: 4, refused: [], warnings: expected })
  expect((await contractsOf(person))[0]).toMatchObject({ residual_Time_String: '8:00', residualMinutes: 480 })
  expect((await servicesOf(person))[0]?.packages).toMatchObject([{ residualText: '1.5' }])
  expect(await importLines(lines)).toMatchObject({ unchanged: 4, warnings: [] })
  const adjustments = await database.many(sql`select amount, adjusted_at as at from contract_adjustment
    where contact_id = ${person.contactId} order by amount`)
  expect(adjustments).toEqual([
    { amount: -2.5, at: clock.now() },
    { amount: 30, at: clock.now() },
  ])
  // Later activities are subtracted from the adjusted residual.
  await importLines([
    line('contractActivity', 'later', {
      contract: id('hours'),
      activityTypeName: 'x',
      start: '2026-03-01',
      minutes: 60,
    }),
  ])
  expect((await contractsOf(person))[0]).toMatchObject({ residual_Time_String: '7:00' })
})

test('a residual that was reported in hours says nothing about the contract once it counts units', async () => {
  const { person, hours } = await aCustomer()
  await importLines([hours({ hoursAmount: 10, residual_Time_String: '8:00' })])
  await importLines([hours({ hoursAmount: null, unitAmount: 20 })])
  expect((await contractsOf(person))[0]).toMatchObject({ unitAmount: 20, residual_UnitAmount: 20 })
  await importLines([hours({ hoursAmount: null, unitAmount: 20, residual_UnitAmount: 15 })])
  expect((await contractsOf(person))[0]).toMatchObject({ residual_UnitAmount: 15 })
})

const customer = await aCustomer()
const { id, hours, service, line } = customer
await importLines([
  service(),
  line('contractPackage', 'pack', { contract: id('service'), name: 'x', unitAmount: 1 }),
  hours(),
  line('tag', 'tag', { portal: id('p'), name: 'x' }),
])
const stranger = await aCustomer()
await importLines([stranger.line('tag', 'tag', { portal: stranger.id('p'), name: 'x' }), stranger.service()])
const activity = (fields: Fields) =>
  line('contractActivity', 'new', { activityTypeName: 'x', start: '2026-02-01', contract: id('hours'), ...fields })
const document = (fields: Fields) =>
  line('contractDocument', 'new', {
    contract: id('service'),
    documentName: 'x',
    file: { path: 'files/contratto.pdf' },
    ...fields,
  })

test.each<[Fields, string]>([
  [hours({ end: '2025-12-31' }), 'end is before start'],
  [hours({ start: 'ieri' }), 'start is not a date'],
  [hours({ hoursAmount: -1 }), 'hoursAmount must be >= 0'],
  [hours({ openingUsed: -0.5 }), 'openingUsed must be >= 0'],
  [hours({ hoursAmount: undefined, unitAmount: -1 }), 'unitAmount must be >= 0'],
  [hours({ hoursAmount: undefined }), 'hoursAmount or unitAmount is missing'],
  [hours({ unitAmount: 3 }), 'unitAmount must not stand beside hoursAmount'],
  [hours({ residual_Time_String: '7,5' }), 'residual_Time_String is not a time'],
  [hours({ residual_UnitAmount: 1 }), 'residual_UnitAmount must not stand beside hours'],
  [hours({ contact: 'nobody' }), 'contact names "nobody", which is neither above nor in the portal yet'],
  [hours({ name: ' ' }), 'name'],
  [service({ activeTo: '2025-12-31' }), 'activeTo is before activeFrom'],
  [service({ status: 'active' }), 'status must be integer'],
  [service({ tags: ['nothing'] }), 'tags names "nothing", which is neither above nor in the portal yet'],
  [service({ tags: [stranger.id('tag')] }), 'belongs to another service company'],
  [service({ wikiElements: [id('tag')] }), 'wikiElements names'],
  [line('tag', 'new', { portal: 'nowhere', name: 'x' }), 'portal names "nowhere"'],
  [activity({ minutes: -1 }), 'minutes must be >= 0'],
  [activity({ minutes: 1.5 }), 'minutes must be integer'],
  [activity({ units: -1 }), 'units must be >= 0'],
  [activity({ contract: undefined }), 'contract or package is missing'],
  [activity({ package: id('pack') }), 'package must not stand beside a contract'],
  [activity({ contract: stranger.id('service') }), 'contract names'],
  [activity({ report: { path: 'files/manca.pdf' } }), 'report.path "files/manca.pdf" is not there'],
  [activity({ report: { path: 'files/vuoto.pdf' } }), 'report is empty'],
  [document({ file: { path: 'files/vuoto.pdf' } }), 'file is empty'],
  [document({ file: { path: '../segreto.pdf' } }), "leads out of the import's folder"],
  [document({ contract: id('hours') }), 'contract names'],
])('%j is refused', async (refused, reason) => {
  const report = await importLines([refused, line('tag', 'tag', { portal: id('p'), name: 'x' })])
  expect(report).toMatchObject({ lines: 2, unchanged: 1, warnings: [] })
  const [first] = report.refused
  expect(`${first?.field} ${first?.reason}`).toContain(reason)
})

test('of two lines with one externalId the first is imported', async () => {
  const report = await importLines([activity({ minutes: 1 }), activity({ minutes: 2 })])
  expect(report).toMatchObject({ created: 1, refused: [{ line: 2, field: 'externalId' }] })
})
