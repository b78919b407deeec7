import { listActivityContracts } from '@portico/contract/contracts'
import { expect, test } from 'vitest'
import { testApp } from '../../test/fixtures/app.ts'
import { anActivity, anActivityContract } from '../../test/fixtures/contracts.ts'
import { aContact, aFile, aPicture, aStaffUser, aUser, every, type Person } from '../../test/fixtures/factories.ts'
import { sql } from '../kernel/database/db.ts'

const app = await testApp()
const { database, clock } = app
clock.set('2026-06-15T10:00:00Z')

const answerTo = async (person: Person, query: Record<string, string | number> = {}) =>
  (await app.as(person))(listActivityContracts, { params: person.here, query })
const listOf = async (person: Person, query: Record<string, string | number> = {}) =>
  (await answerTo(person, query)).body
const namesOf = async (person: Person, query: Record<string, string | number> = {}) =>
  (await listOf(person, query)).map(({ name }) => name)

test('a contract of hours: the residual is the amount less what was used, in every field that shows it', async () => {
  const person = await aUser(database)
  const contractId = await anActivityContract(database, person, { name: 'Ore', amount: 4800, openingUsed: 60 })
  await anActivity(database, person, { contractId }, { minutes: 95, units: 7 })
  await anActivity(database, person, { contractId }, { minutes: 30 })
  await database.run(sql`insert into contract_adjustment
      (service_company_id, portal_id, contact_id, activity_contract_id, amount, adjusted_at)
    values (${person.serviceCompanyId}, ${person.portalId}, ${person.contactId}, ${contractId}, -15, ${clock.now()})`)
  const [contract] = await listOf(person)
  expect(contract).toMatchObject({
    id: contractId,
    name: 'Ore',
    start: '2026-01-01T00:00:00Z',
    end: '2026-12-31T22:59:59Z',
    isExpired: false,
    expiring30Days: false,
    activityContractType: 0,
    residual_Time_String: '76:40',
    residualMinutes: 4600,
    hoursAmount: 80,
    hoursAmountMinutes: 4800,
    residual_UnitAmount: null,
    unitAmount: null,
  })
})

test('a contract of units counts the units of its activities and may be overdrawn', async () => {
  const person = await aUser(database)
  const contractId = await anActivityContract(database, person, { inHours: false, amount: 2 })
  await anActivity(database, person, { contractId }, { minutes: 120, units: 2.5 })
  expect((await listOf(person))[0]).toMatchObject({
    activityContractType: 1,
    residual_UnitAmount: -0.5,
    unitAmount: 2,
    residual_Time_String: null,
    residualMinutes: null,
    hoursAmount: null,
    hoursAmountMinutes: null,
  })
})

test('activities are listed newest first, with technician, location and report', async () => {
  const person = await aUser(database)
  const contractId = await anActivityContract(database, person)
  const picture = await aPicture(database, person)
  const staffUserId = await aStaffUser(database, person, { pictureId: picture.id })
  const reportFileId = await aFile(database, person, { claimed: true })
  const [onSite, remote] = [
    await anActivity(
      database,
      person,
      { contractId },
      { typeName: 'In sede', staffUserId, addressType: 2, address: 'Via Roma 1', reportFileId },
    ),
    await anActivity(
      database,
      person,
      { contractId },
      { start: '2026-03-01T08:00:00Z', minutes: 0, units: 1.5, addressType: 1, address: 'casa del tecnico' },
    ),
  ]
  const [contract] = await listOf(person)
  expect(contract?.activities).toEqual([
    {
      id: remote,
      activityTypeName: 'Intervento',
      start: '2026-03-01T08:00:00Z',
      minutes: 0,
      units: 1.5,
      reportDocumentUrl: null,
      assignedUser: null,
      addressType: 1,
      activityLocation_Address: null,
    },
    {
      id: onSite,
      activityTypeName: 'In sede',
      start: '2026-02-01T08:00:00Z',
      minutes: 60,
      units: 0,
      reportDocumentUrl: expect.stringMatching(
        new RegExp(`^/api/files/${reportFileId}/foto.png\\?m=${person.membershipId}&`),
      ),
      assignedUser: { firstName: 'Anna', lastName: 'Tecnica', profileImage: `/api/pictures/${picture.name}` },
      addressType: 2,
      activityLocation_Address: 'Via Roma 1',
    },
  ])
})

test('a contract is expired after its end, and in expiry for the thirty days before', async () => {
  const person = await aUser(database)
  for (const end of ['2026-06-15T09:59:59Z', '2026-06-15T10:00:00Z', '2026-07-15T09:59:59Z', '2026-07-15T10:00:00Z'])
    await anActivityContract(database, person, { name: end, end })
  const rows = await listOf(person, { sort: 'end' })
  expect(rows.map(({ isExpired, expiring30Days }) => [isExpired, expiring30Days])).toEqual([
    [true, false],
    [false, true],
    [false, true],
    [false, false],
  ])
  expect(await namesOf(person, { sort: 'end', status: 'active' })).toEqual(rows.slice(1).map(({ name }) => name))
})

test('from and to keep the contracts that overlap them', async () => {
  const person = await aUser(database)
  const of = (name: string, start: string, end: string) => anActivityContract(database, person, { name, start, end })
  await of('2024', '2023-12-31T23:00:00Z', '2024-12-31T22:59:59Z')
  await of('2025', '2024-12-31T23:00:00Z', '2025-12-31T22:59:59Z')
  await of('both', '2024-06-01T00:00:00Z', '2025-06-01T00:00:00Z')
  expect(await namesOf(person, { sort: 'name' })).toEqual(['2024', '2025', 'both'])
  expect(await namesOf(person, { sort: 'name', from: '2025-01-01' })).toEqual(['2025', 'both'])
  expect(await namesOf(person, { sort: 'name', to: '2024-12-31' })).toEqual(['2024', 'both'])
  expect(await namesOf(person, { from: '2025-07-01', to: '2025-07-01' })).toEqual(['2025'])
})

test.each(['-start', 'start', 'end', '-name'])('pages sorted by %s contain each contract once', async sort => {
  const person = await aUser(database)
  for (let i = 0; i < 7; i += 1)
    await anActivityContract(database, person, {
      name: i % 2 ? 'Ore' : 'àncora',
      start: `2026-01-0${(i % 3) + 1}T00:00:00Z`,
    })
  const whole = (await listOf(person, { sort })).map(({ id }) => id)
  const seen: number[] = []
  let query: Record<string, string | number> | undefined = { sort, limit: 3 }
  while (query) {
    const { body, headers } = await answerTo(person, query)
    seen.push(...body.map(({ id }) => id))
    const next = /^<([^>]+)>; rel="next"$/.exec(String(headers.link ?? ''))?.[1]
    query = next ? Object.fromEntries(new URL(next, 'http://portal').searchParams) : undefined
  }
  expect(seen).toEqual(whole)
  expect(seen).toHaveLength(7)
})

test('count=1 sums up the whole filter, not the page', async () => {
  const person = await aUser(database)
  const contractId = await anActivityContract(database, person, { amount: 600, end: '2026-09-01T00:00:00Z' })
  await anActivity(database, person, { contractId }, { minutes: 45 })
  await anActivityContract(database, person, {
    amount: 120,
    start: '2025-01-01T00:00:00Z',
    end: '2026-01-01T00:00:00Z',
  })
  const unitsId = await anActivityContract(database, person, { inHours: false, amount: 8, end: '2026-10-01T00:00:00Z' })
  await anActivity(database, person, { contractId: unitsId }, { minutes: 0, units: 0.5 })
  const totals = async (query: Record<string, string | number>) => {
    const { headers } = await answerTo(person, { limit: 1, count: 1, ...query })
    return Object.fromEntries(Object.entries(headers).filter(([name]) => /^(total-|active-|next-end)/.test(name)))
  }
  expect(await totals({})).toEqual({
    'total-count': '3',
    'total-active': '2',
    'total-minutes': '675',
    'total-minutes-amount': '720',
    'total-units': '7.5',
    'total-units-amount': '8',
    'active-minutes': '555',
    'active-minutes-amount': '600',
    'active-units': '7.5',
    'active-units-amount': '8',
    'next-end': '2026-09-01T00:00:00Z',
  })
  expect(await totals({ status: 'active' })).toMatchObject({ 'total-count': '2', 'total-minutes': '555' })
  expect(await totals({ to: '2025-06-01' })).not.toHaveProperty('next-end')
})

test.each([
  [{ status: 'open' }, 'query.status'],
  [{ sort: 'residual' }, 'query.sort'],
  [{ from: '2026-02-30' }, 'query.from'],
  [{ from: '2026-02-02', to: '2026-02-01' }, 'query.to'],
  [{ limit: 501 }, 'query.limit'],
  [{ cursor: 'x' }, 'query.cursor'],
])('%j is refused', async (query, path) => {
  const { problem } = await answerTo(await aUser(database), query as Record<string, string>)
  expect(problem).toMatchObject({ status: 400, code: 'invalid_request', errors: [{ path }] })
})

test('contracts of another contact are neither listed nor counted, not even in the same portal', async () => {
  const person = await aUser(database)
  const neighbour = await aContact(database, person)
  const contractId = await anActivityContract(database, neighbour)
  await anActivity(database, neighbour, { contractId })
  const { body, headers } = await answerTo(person, { count: 1 })
  expect(body).toEqual([])
  expect(headers).toMatchObject({ 'total-count': '0', 'total-minutes': '0' })
})

test('the list needs the flag for contracts', async () => {
  const person = await aUser(database, { flags: every({ viewContactContracts: false }) })
  expect((await answerTo(person)).problem).toMatchObject({ status: 403, code: 'forbidden' })
})

test('a page takes one statement beside the session check', async () => {
  const person = await aUser(database)
  const contractId = await anActivityContract(database, person)
  await anActivity(database, person, { contractId })
  const mine = await app.as(person)
  const statements = await app.statementsOf(() => mine(listActivityContracts, { params: person.here }))
  expect(statements).toHaveLength(2)
})
