import { listServiceContracts, listTags } from '@portico/contract/contracts'
import { expect, test } from 'vitest'
import { testApp } from '../../test/fixtures/app.ts'
import { aContractDocument, anActivity, aPackage, aServiceContract, aTag } from '../../test/fixtures/contracts.ts'
import { aContact, aFile, aPortal, aUser, aWikiElement, every, type Person } from '../../test/fixtures/factories.ts'

const app = await testApp()
const { database, clock, call } = app
clock.set('2026-06-15T10:00:00Z')

const answerTo = async (person: Person, query: Record<string, string | number> = {}) =>
  (await app.as(person))(listServiceContracts, { params: person.here, query })
const listOf = async (person: Person, query: Record<string, string | number> = {}) =>
  (await answerTo(person, query)).body
const namesOf = async (person: Person, query: Record<string, string | number> = {}) =>
  (await listOf(person, query)).map(({ name }) => name)

test('a contract answers all its fields', async () => {
  const person = await aUser(database)
  const wiki = await aWikiElement(database, person, { folder: 'Sala server', name: 'NAS' })
  const tagId = await aTag(database, person, { name: '8 - 20', group: 'Copertura' })
  const fileId = await aFile(database, person, { claimed: true })
  const id = await aServiceContract(database, person, { name: 'Tutto', tagIds: [tagId], wikiElementIds: [wiki.id] })
  const documentId = await aContractDocument(database, person, id, fileId)
  const hours = await aPackage(database, person, id, { name: 'Ore', amount: 3600, openingUsed: 600 })
  const units = await aPackage(database, person, id, { name: 'Visite', inHours: false, amount: 12 })
  const activityId = await anActivity(database, person, { packageId: hours }, { minutes: 90 })
  await anActivity(database, person, { packageId: units }, { minutes: 0, units: 3 })
  expect(await listOf(person)).toEqual([
    {
      id,
      name: 'Tutto',
      status: 1,
      expiring30Days: false,
      isExpired: false,
      activeFrom: '2026-01-01T00:00:00Z',
      activeTo: '2026-12-31T22:59:59Z',
      tagIds: [tagId],
      wikiElementIds: [wiki.id],
      tags: [{ id: tagId, name: '8 - 20', tagGroupName: 'Copertura' }],
      wikiElements: [{ id: wiki.id, name: 'NAS', folderName: 'Sala server', wikiFolderId: wiki.folderId }],
      documents: [
        { id: documentId, documentName: 'Contratto.pdf', url: expect.stringMatching(`^/api/files/${fileId}/foto.png`) },
      ],
      packages: [
        {
          id: hours,
          name: 'Ore',
          unitsText: '60 h',
          residualText: '48 h 30 min',
          hoursAmountMinutes: 3600,
          residualMinutes: 2910,
          unitAmount: null,
          residual_UnitAmount: null,
          activities: [expect.objectContaining({ id: activityId, minutes: 90 })],
        },
        {
          id: units,
          name: 'Visite',
          unitsText: '12',
          residualText: '9',
          hoursAmountMinutes: null,
          residualMinutes: null,
          unitAmount: 12,
          residual_UnitAmount: 9,
          activities: [expect.objectContaining({ units: 3 })],
        },
      ],
    },
  ])
})

test('the assets of a contract are hidden from readers who may not see the wiki', async () => {
  const person = await aUser(database, { flags: every({ viewContactWiki: false }) })
  const wiki = await aWikiElement(database, person)
  await aServiceContract(database, person, { wikiElementIds: [wiki.id] })
  expect((await listOf(person))[0]).toMatchObject({ wikiElements: [], wikiElementIds: [] })
})

test.each([
  [1, '2026-06-15T10:00:00Z', { isExpired: false, expiring30Days: true }],
  [1, '2026-06-15T09:59:59Z', { isExpired: false, expiring30Days: false }],
  [1, '2025-07-15T10:00:00Z', { isExpired: false, expiring30Days: false }],
  [1, '2026-07-15T09:59:59Z', { isExpired: false, expiring30Days: true }],
  [1, '2026-07-15T10:00:00Z', { isExpired: false, expiring30Days: false }],
  [1, null, { isExpired: false, expiring30Days: false }],
  [4, '2026-07-01T00:00:00Z', { isExpired: true, expiring30Days: false }],
  [0, '2027-07-01T00:00:00Z', { isExpired: true, expiring30Days: false }],
  [7, null, { isExpired: true, expiring30Days: false }],
])('a contract of status %i that ends %s', async (status, to, expected) => {
  const person = await aUser(database)
  await aServiceContract(database, person, { status, from: '2025-01-01T00:00:00Z', to })
  expect(await listOf(person)).toMatchObject([{ status, activeTo: to, ...expected }])
  expect(await listOf(person, { status: 'active' })).toHaveLength(status === 1 ? 1 : 0)
})

test('contracts, tags (by group and name) and documents are in natural order', async () => {
  const person = await aUser(database)
  const tag = (name: string, group: string | null) => aTag(database, person, { name, group })
  const tagIds = [await tag('a', null), await tag('zeta', 'Élite'), await tag('Beta', 'Élite'), await tag('8', 'area')]
  const id = await aServiceContract(database, person, { name: 'SC 10', tagIds })
  await aServiceContract(database, person, { name: 'sc 2' })
  for (const name of ['foglio 10', 'Foglio 9']) {
    const fileId = await aFile(database, person, { claimed: true })
    await aContractDocument(database, person, id, fileId, { documentName: name })
  }
  expect(await namesOf(person, { sort: 'name' })).toEqual(['sc 2', 'SC 10'])
  const [contract] = await listOf(person, { id })
  expect(contract?.tags.map(({ name }) => name)).toEqual(['8', 'Beta', 'zeta', 'a'])
  expect(contract?.tagIds).toEqual(contract?.tags.map(({ id }) => id))
  expect(contract?.documents.map(({ documentName }) => documentName)).toEqual(['Foglio 9', 'foglio 10'])
})

test('from and to keep the contracts that overlap them; one without an end never ends', async () => {
  const person = await aUser(database)
  await aServiceContract(database, person, { name: 'year', from: '2025-01-01T00:00:00Z', to: '2025-12-31T22:59:59Z' })
  await aServiceContract(database, person, { name: 'endless', from: '2025-06-01T00:00:00Z', to: null })
  expect(await namesOf(person, { from: '2026-01-01' })).toEqual(['endless'])
  expect(await namesOf(person, { to: '2025-05-31' })).toEqual(['year'])
  expect(await namesOf(person, { sort: '-activeTo' })).toEqual(['endless', 'year'])
  expect((await answerTo(person, { from: '2026-01-01', count: 1 })).headers).toMatchObject({ 'total-count': '1' })
})

test('tagIds keeps the contracts that have any of the tags, in pages and totals too', async () => {
  const person = await aUser(database)
  const [a, b, c] = [await aTag(database, person), await aTag(database, person), await aTag(database, person)]
  await aServiceContract(database, person, { name: 'ab', tagIds: [a, b] })
  await aServiceContract(database, person, { name: 'b', tagIds: [b] })
  await aServiceContract(database, person, { name: 'none' })
  expect(await namesOf(person, { sort: 'name', tagIds: `${a}` })).toEqual(['ab'])
  expect(await namesOf(person, { sort: 'name', tagIds: `${a}, ${b},${b}` })).toEqual(['ab', 'b'])
  expect(await namesOf(person, { tagIds: `${c}` })).toEqual([])
  const { body, headers } = await answerTo(person, { sort: 'name', tagIds: `${a},${b}`, limit: 1, count: 1 })
  expect(body).toHaveLength(1)
  expect(headers).toMatchObject({ 'total-count': '2', link: expect.stringMatching('rel="next"') })
})

test('a tag of another portal is not found; a malformed id is refused', async () => {
  const person = await aUser(database)
  const sibling = await aPortal(database, { serviceCompanyId: person.serviceCompanyId })
  for (const tagId of [await aTag(database, sibling), 999_999]) {
    const { problem } = await answerTo(person, { tagIds: tagId })
    expect(problem).toMatchObject({ status: 404, code: 'not_found', errors: [{ path: 'query.tagIds' }] })
  }
  const { problem } = await answerTo(person, { tagIds: '1;2' })
  expect(problem).toMatchObject({ status: 400, code: 'invalid_request', errors: [{ path: 'query.tagIds' }] })
})

test('contracts of another contact are neither listed nor counted, not even in the same portal', async () => {
  const person = await aUser(database)
  const tagId = await aTag(database, person)
  await aServiceContract(database, await aContact(database, person), { tagIds: [tagId] })
  for (const query of [{ count: 1 }, { count: 1, tagIds: tagId }] as Record<string, number>[]) {
    const { body, headers } = await answerTo(person, query)
    expect(body).toEqual([])
    expect(headers).toMatchObject({ 'total-count': '0' })
  }
})

test('the list needs the flag for contracts', async () => {
  const person = await aUser(database, { flags: every({ viewContactContracts: false }) })
  expect((await answerTo(person)).problem).toMatchObject({ status: 403, code: 'forbidden' })
})

test('a page takes one statement beside the session check, with tags too', async () => {
  const person = await aUser(database)
  const tagId = await aTag(database, person)
  await aServiceContract(database, person, { tagIds: [tagId] })
  const mine = await app.as(person)
  for (const query of [{}, { tagIds: tagId }] as Record<string, number>[])
    expect(await app.statementsOf(() => mine(listServiceContracts, { params: person.here, query }))).toHaveLength(2)
})

test('anybody can list the tags of one portal, sorted by name', async () => {
  const portal = await aPortal(database)
  const sibling = await aPortal(database, { serviceCompanyId: portal.serviceCompanyId })
  await aTag(database, sibling)
  const [b, a, e] = [
    await aTag(database, portal, { name: 'B', group: 'Area' }),
    await aTag(database, portal, { name: 'a' }),
    await aTag(database, portal, { name: 'È' }),
  ]
  expect((await call(listTags, { params: { company: portal.company } })).body).toEqual([
    { id: a, name: 'a', tagGroupName: null },
    { id: b, name: 'B', tagGroupName: 'Area' },
    { id: e, name: 'È', tagGroupName: null },
  ])
  expect((await call(listTags, { params: { company: (await aPortal(database)).company } })).body).toEqual([])
  expect((await call(listTags, { params: { company: 'nobody' } })).problem).toMatchObject({ status: 404 })
})
