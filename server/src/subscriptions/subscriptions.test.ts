import { listRecurringAdvances } from '@portico/contract/subscriptions'
import { expect, test } from 'vitest'
import { testApp } from '../../test/fixtures/app.ts'
import { aContact, aUser, type Person } from '../../test/fixtures/factories.ts'
import { aSubscription } from '../../test/fixtures/records.ts'
import { sql } from '../kernel/database/db.ts'

const app = await testApp()
const { database } = app

const ask = async (person: Person, query: Record<string, string | number> = {}) =>
  (await app.as(person))(listRecurringAdvances, { params: person.here, query })
const codesOf = async (person: Person, query: Record<string, string | number> = {}) =>
  (await ask(person, query)).body.map(({ code }) => code)

test('count=1 sums up what falls due within a year, each subscription as often as it recurs', async () => {
  const person = await aUser(database)
  app.clock.set('2026-11-22T12:00:00Z')
  const yearOf = async (query: Record<string, string | number> = {}) =>
    (await ask(person, { count: 1, limit: 1, ...query })).headers['year-amount']
  expect(await yearOf()).toBe('0.00')
  const add = (given: Parameters<typeof aSubscription>[2]) => aSubscription(database, person, given)
  await add({ total: 10.1, at: '2026-11-30T23:00:00Z', recurrence: { type: 20, day: 1 } })
  expect(await yearOf()).toBe('121.20')
  await add({ code: 'quarter', total: 100, at: '2026-12-10T00:00:00Z', recurrence: { type: 20, months: 3, day: 10 } })
  await add({ total: 1000, at: '2027-03-15T00:00:00Z', recurrence: { type: 30, day: 15, month: 3 } })
  // Every second Monday, the last on the very day a year from now.
  await add({ total: 1, at: '2026-11-23T00:00:00Z', recurrence: { type: 10, week: 2, weekday: 1 } })
  // Due in fourteen months: nothing within one year.
  await add({ total: 5000, at: '2028-01-15T00:00:00Z', recurrence: { type: 30, day: 15, month: 1 } })
  // Its date is two years ago and was never advanced: only its next due date counts.
  await add({ total: 10000, at: '2024-12-01T00:00:00Z', recurrence: { type: 30, day: 1, month: 12 } })
  expect(await yearOf()).toBe('11548.20')
  expect(await yearOf({ q: 'quarter' })).toBe('400.00')
})

test('what falls due on the last day of each month is due twelve times a year', async () => {
  const person = await aUser(database)
  app.clock.set('2027-01-30T12:00:00Z')
  await aSubscription(database, person, { total: 100, at: '2027-01-30T23:00:00Z', recurrence: { type: 20, day: 31 } })
  expect((await ask(person, { count: 1 })).headers['year-amount']).toBe('1200.00')
  // From the end of February on it is due on the 31st again.
  app.clock.set('2027-02-27T12:00:00Z')
  await database.run(
    sql`update recurring_advance set advance_date = '2027-02-27T23:00:00Z' where contact_id = ${person.contactId}`,
  )
  expect((await ask(person, { count: 1 })).headers['year-amount']).toBe('1200.00')
})

const nothing = {
  frequencyWeek: null,
  recurrenceDayOfWeek: null,
  frequencyMonth: null,
  recurrenceDay: null,
  recurrenceMonth: null,
}

test('a subscription answers its fields and its recurrence, with null for unused fields', async () => {
  const person = await aUser(database)
  const { id } = await aSubscription(database, person, {
    code: 'MON-SRV',
    description: 'Monitoraggio server',
    quantity: 2.5,
    total: 58.56,
    at: '2026-11-29T23:00:00Z',
    recurrence: { type: 10, week: 2, weekday: 8 },
  })
  await aSubscription(database, person, { at: '2026-12-01T00:00:00Z', recurrence: { type: 20, day: 31 } })
  await aSubscription(database, person, { at: '2026-12-02T00:00:00Z', recurrence: { type: 20, months: 3, day: 10 } })
  await aSubscription(database, person, { at: '2026-12-03T00:00:00Z', recurrence: { type: 30, day: 15, month: 3 } })
  const { body } = await ask(person)
  expect(body[0]).toEqual({
    id,
    code: 'MON-SRV',
    description: 'Monitoraggio server',
    quantity: 2.5,
    taxedTotal: 58.56,
    advanceDate: '2026-11-29T23:00:00Z',
    trigger: { ...nothing, recurrenceType: 10, frequencyWeek: 2, recurrenceDayOfWeek: 8 },
  })
  expect(body.slice(1).map(({ trigger }) => trigger)).toEqual([
    { ...nothing, recurrenceType: 20, recurrenceDay: 31 },
    { ...nothing, recurrenceType: 20, frequencyMonth: 3, recurrenceDay: 10 },
    { ...nothing, recurrenceType: 30, recurrenceDay: 15, recurrenceMonth: 3 },
  ])
})

test("another contact's subscriptions are neither listed nor counted", async () => {
  const person = await aUser(database)
  await aSubscription(database, person, { code: 'ours' })
  for (const contact of [await aContact(database, person), await aContact(database)])
    await aSubscription(database, await aUser(database, { contact }))
  const { body, headers } = await ask(person, { count: 1 })
  expect(body.map(({ code }) => code)).toEqual(['ours'])
  expect(headers['total-count']).toBe('1')
})

test('search matches code and description; sorting holds across pages', async () => {
  const person = await aUser(database)
  const make = (code: string, description: string, quantity: number, total: number, day: number) =>
    aSubscription(database, person, { code, description, quantity, total, at: `2026-12-0${day}T10:00:00Z` })
  await make('A10', 'Qualità', 0.5, 9, 3)
  await make('A9', 'backup', 10, 120, 1)
  await make('B1', 'Centralino', 2, 30, 2)
  expect(await codesOf(person)).toEqual(['A9', 'B1', 'A10'])
  expect(await codesOf(person, { q: 'QUALITA' })).toEqual(['A10'])
  expect(await codesOf(person, { q: 'a9' })).toEqual(['A9'])
  for (const [sort, expected] of [
    ['code', ['A9', 'A10', 'B1']],
    ['description', ['A9', 'B1', 'A10']],
    ['-quantity', ['A9', 'B1', 'A10']],
    ['taxedTotal', ['A10', 'B1', 'A9']],
  ] as const) {
    const first = await ask(person, { sort, limit: 2 })
    const cursor = /cursor=([\w-]+)/.exec(String(first.headers.link))?.[1] ?? expect.fail('no next page')
    const codes = [...first.body, ...(await ask(person, { sort, limit: 2, cursor })).body].map(({ code }) => code)
    expect(codes, sort).toEqual(expected)
  }
})

test('a list takes one statement beside the session check', async () => {
  const person = await aUser(database)
  const mine = await app.as(person)
  expect(await app.statementsOf(() => mine(listRecurringAdvances, { params: person.here }))).toHaveLength(2)
})
