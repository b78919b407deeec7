import { listEstimates } from '@portico/contract/estimates'
import { expect, test } from 'vitest'
import { testApp } from '../../test/fixtures/app.ts'
import { aContact, aUser, type Person } from '../../test/fixtures/factories.ts'
import { anEstimate } from '../../test/fixtures/records.ts'

const app = await testApp()
const { database } = app

const ask = async (person: Person, query: Record<string, string | number> = {}) =>
  (await app.as(person))(listEstimates, { params: person.here, query })
const namesOf = async (person: Person, query: Record<string, string | number> = {}) =>
  (await ask(person, query)).body.map(({ estimateName }) => estimateName)

test('an estimate answers name, number, revision, total, date and document', async () => {
  const person = await aUser(database)
  const given = { name: 'Wi-Fi', number: 'P-2026/118', revision: 2, total: 3480.5, at: '2026-11-11T23:00:00Z' }
  const { id, fileId } = await anEstimate(database, person, given)
  expect((await ask(person)).body).toEqual([
    {
      id,
      estimateName: 'Wi-Fi',
      estimateNumber: 'P-2026/118',
      revisionNumber: 2,
      total: 3480.5,
      estimateCreationDate: '2026-11-11T23:00:00Z',
      estimateDocumentUrl: expect.stringContaining(`/api/files/${fileId}/foto.png?m=${person.membershipId}&`),
      replacedOn: null,
    },
  ])
})

test('estimates of another contact are neither listed nor summed up', async () => {
  const person = await aUser(database)
  await anEstimate(database, person, { name: 'ours', total: 2 })
  for (const contact of [await aContact(database, person), await aContact(database)])
    await anEstimate(database, await aUser(database, { contact }), { total: 1000 })
  const { body, headers } = await ask(person, { count: 1 })
  expect(body.map(({ estimateName }) => estimateName)).toEqual(['ours'])
  expect(headers).toMatchObject({ 'total-count': '1', 'total-amount': '2.00' })
})

test('search matches name and number, the range matches the date', async () => {
  const person = await aUser(database)
  await anEstimate(database, person, { name: 'Perché il gas', number: 'P-1', at: '2026-01-31T12:00:00Z' })
  await anEstimate(database, person, { name: 'Cablaggio', number: 'P-22', at: '2026-02-28T12:00:00Z' })
  expect(await namesOf(person, { q: 'PERCHE' })).toEqual(['Perché il gas'])
  expect(await namesOf(person, { q: 'p-22' })).toEqual(['Cablaggio'])
  expect(await namesOf(person, { from: '2026-02-01' })).toEqual(['Cablaggio'])
  expect(await namesOf(person, { to: '2026-02-01' })).toEqual(['Perché il gas'])
})

test.each([
  ['-estimateCreationDate', ['c', 'b', 'a']],
  ['estimateName', ['a', 'b', 'c']],
  ['estimateNumber', ['b', 'a', 'c']],
  ['-total', ['a', 'c', 'b']],
])('sorting by %s holds across pages', async (sort, expected) => {
  const person = await aUser(database)
  await anEstimate(database, person, { name: 'a', number: '9', total: 30, at: '2026-01-01T12:00:00Z' })
  await anEstimate(database, person, { name: 'b', number: '2', total: 4, at: '2026-01-02T12:00:00Z' })
  await anEstimate(database, person, { name: 'c', number: '10', total: 12, at: '2026-01-03T12:00:00Z' })
  const first = await ask(person, { sort, limit: 2 })
  const cursor = /cursor=([\w-]+)/.exec(String(first.headers.link))?.[1] ?? expect.fail('no next page')
  const second = await ask(person, { sort, limit: 2, cursor })
  expect([...first.body, ...second.body].map(({ estimateName }) => estimateName)).toEqual(expected)
})

test('a list takes one statement beside the session check', async () => {
  const person = await aUser(database)
  await anEstimate(database, person)
  const mine = await app.as(person)
  expect(await app.statementsOf(() => mine(listEstimates, { params: person.here }))).toHaveLength(2)
})
