import { listWikiElements, readWikiElement } from '@portico/contract/wiki'
import { expect, test } from 'vitest'
import { testApp } from '../../test/fixtures/app.ts'
import {
  aContact,
  aFile,
  aUser,
  aWikiElement,
  aWikiProperty,
  every,
  type Person,
} from '../../test/fixtures/factories.ts'
import { sql } from '../kernel/database/db.ts'

const app = await testApp()
const { database } = app

type Query = Record<string, string | number>
const listed = async (person: Person, query: Query = {}) =>
  (await app.as(person))(listWikiElements, { params: person.here, query })
const namesOf = async (person: Person, query: Query) => (await listed(person, query)).body.map(({ name }) => name)

test('an asset answers its properties in their order, files with a signed URL', async () => {
  const person = await aUser(database)
  const { id, folderId } = await aWikiElement(database, person, { folder: 'Sala server', name: 'NAS' })
  const fileId = await aFile(database, person, { purpose: 'wiki', claimed: true })
  const photo = await aWikiProperty(database, person, id, {
    typologyName: 'Foto',
    value: 'rack.png',
    fileId,
    position: 2,
  })
  const serial = await aWikiProperty(database, person, id, { value: '2150QWR', position: 1 })
  const asset = {
    id,
    name: 'NAS',
    folderName: 'Sala server',
    wikiFolderId: folderId,
    properties: [
      { id: serial, typologyName: 'Matricola', dataType: 'Text', value: '2150QWR', url: null },
      {
        id: photo,
        typologyName: 'Foto',
        dataType: 'File',
        value: 'rack.png',
        url: expect.stringMatching(
          new RegExp(`^/api/files/${fileId}/rack\\.png\\?m=${person.membershipId}&n=\\d+&e=\\d+&s=`),
        ),
      },
    ],
    contracts: [],
  }
  expect((await listed(person)).body).toEqual([asset])
  const one = await (await app.as(person))(readWikiElement, { params: { ...person.here, wikielementid: id } })
  expect(one.body).toEqual(asset)
})

test('an asset lists its contracts to readers who may see contracts', async () => {
  const person = await aUser(database)
  const reader = await aUser(database, { contact: person, flags: every({ viewContactContracts: false }) })
  const { id } = await aWikiElement(database, person)
  const of = sql`${person.serviceCompanyId}, ${person.portalId}, ${person.contactId}`
  const contract = await database.one<{ id: number }>(sql`insert into service_contract
      (service_company_id, portal_id, contact_id, name, name_order, status, active_from)
    values (${of}, 'Manutenzione', 'manutenzione', 1, now()) returning id`)
  await database.run(sql`insert into service_contract_wiki_element
      (service_company_id, portal_id, contact_id, service_contract_id, wiki_element_id) values (${of}, ${contract.id}, ${id})`)
  expect((await listed(person)).body[0]?.contracts).toEqual([{ id: contract.id, name: 'Manutenzione' }])
  expect((await listed(reader)).body[0]?.contracts).toEqual([])
})

test('assets are sorted by folder and name, ignoring case and accents, across pages', async () => {
  const person = await aUser(database)
  for (const [folder, name] of [
    ['Zona 2', 'Pompa'],
    ['àrea', 'beta'],
    ['Area', 'Àlfa'],
    ['Zona 10', 'Pompa'],
    ['Area', 'Gamma'],
  ] as const)
    await aWikiElement(database, person, { folder, name })
  const paths: string[] = []
  const mine = await app.as(person)
  let next: Query | undefined = {}
  while (next) {
    const page: Awaited<ReturnType<typeof listed>> = await mine(listWikiElements, {
      params: person.here,
      query: { limit: 2, count: 1, ...next },
    })
    paths.push(...page.body.map(({ folderName, name }) => `${folderName} ${name}`))
    expect(page.headers['total-count']).toBe('5')
    const cursor = /cursor=([^&>]+)/.exec(String(page.headers.link ?? ''))?.[1]
    next = cursor === undefined ? undefined : { cursor }
  }
  expect(paths).toEqual(['Area Àlfa', 'àrea beta', 'Area Gamma', 'Zona 2 Pompa', 'Zona 10 Pompa'])
})

test('filter matches folder and name; q also matches values and file names', async () => {
  const person = await aUser(database)
  const nas = await aWikiElement(database, person, { folder: 'Sala server', name: 'NAS' })
  await aWikiElement(database, person, { folder: 'Magazzino', name: 'Stampante 10% A_B' })
  await aWikiProperty(database, person, nas.id, { value: 'Matricòla 2150-QWR8' })
  expect(await namesOf(person, { filter: 'SALÀ' })).toEqual(['NAS'])
  expect(await namesOf(person, { filter: '10%' })).toEqual(['Stampante 10% A_B'])
  expect(await namesOf(person, { filter: '_' })).toEqual(['Stampante 10% A_B'])
  expect(await namesOf(person, { filter: '2150' })).toEqual([])
  expect(await namesOf(person, { q: 'zzino stamp' })).toEqual(['Stampante 10% A_B'])
  expect(await namesOf(person, { q: 'qwr matricola' })).toEqual(['NAS'])
  expect(await namesOf(person, { q: "'&|!:*" })).toEqual([])
  expect(await namesOf(person, { filter: 'stampante', q: '2150' })).toEqual([])
  expect(await namesOf(person, { filter: ' ', q: ' ' })).toHaveLength(2)
  expect((await listed(person, { q: '2150', count: 1 })).headers['total-count']).toBe('1')
})

test('assets of another contact are neither listed nor found', async () => {
  const person = await aUser(database)
  const neighbour = await aUser(database, { contact: await aContact(database, person) })
  const { id } = await aWikiElement(database, neighbour, { name: 'Caldaia' })
  await aWikiProperty(database, neighbour, id, { value: 'segreto' })
  for (const query of [{}, { filter: 'caldaia' }, { q: 'caldaia' }, { q: 'segreto' }]) {
    const { body, headers } = await listed(person, { ...(query as Query), count: 1 })
    expect([body, headers['total-count']]).toEqual([[], '0'])
  }
})

test('the first page takes one statement beside the session check, with any number of properties', async () => {
  const person = await aUser(database)
  for (let n = 0; n < 3; n += 1) {
    const { id } = await aWikiElement(database, person)
    for (let p = 0; p < 3; p += 1) await aWikiProperty(database, person, id)
  }
  const mine = await app.as(person)
  await mine(listWikiElements, { params: person.here })
  const sent = await app.statementsOf(() => mine(listWikiElements, { params: person.here }))
  expect(sent).toHaveLength(2)
})
