import { listRecurringAdvances } from '@portico/contract/subscriptions'
import { expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'
import { aSubscription } from '../../test/records.ts'
import { aContact, aUser, type Person } from '../../test/world.ts'

const app = await testApp()
const { database } = app

const ask = async (person: Person, query: Record<string, string | number> = {}) =>
  (await app.as(person))(listRecurringAdvances, { params: person.here, query })
const codesOf = async (person: Person, query: Record<string, string | number> = {}) =>
  (await ask(person, query)).body.map(({ code }) => code)

const nothing = {
  frequencyWeek: null,
  recurrenceDayOfWeek: null,
  frequencyMonth: null,
  recurrenceDay: null,
  recurrenceMonth: null,
}

test('a subscription tells what, how many, how much, when next, and its recurrence with every field', async () => {
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

test('search finds in code and description; the orders hold over pages', async () => {
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

test('a list is one statement beside the session check', async () => {
  const person = await aUser(database)
  const mine = await app.as(person)
  expect(await app.statementsOf(() => mine(listRecurringAdvances, { params: person.here }))).toHaveLength(2)
})
