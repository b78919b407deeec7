import {
  changeStaffSubscription,
  listStaffSubscriptions,
  makeStaffSubscription,
  readStaffSubscription,
  removeStaffSubscription,
} from '@portico/contract/staff/records/subscriptions'
import { listRecurringAdvances } from '@portico/contract/subscriptions'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/fixtures/app.ts'
import { aContact, aPortal, aUser, type Person } from '../../../test/fixtures/factories.ts'
import { aStaffAccount, asStaff } from '../../../test/fixtures/staff.ts'

const app = await testApp()
const { database } = app

const office = async ({ serviceCompanyId }: Person, given: object = {}) =>
  asStaff(app, await aStaffAccount(app, { serviceCompanyId, role: 'office', ...given }))
const seenBy = async (person: Person) =>
  (await (await app.as(person))(listRecurringAdvances, { params: person.here })).body
const monthly = {
  recurrenceType: 20 as const,
  frequencyWeek: null,
  recurrenceDayOfWeek: null,
  frequencyMonth: 3,
  recurrenceDay: 31,
  recurrenceMonth: null,
}
const given = ({ contactId }: { contactId: number }, more: object = {}) => ({
  contactId,
  code: 'ANT-1',
  description: 'Antivirus gestito',
  quantity: 12,
  taxedTotal: 219.6,
  advanceDate: '2026-06-30',
  trigger: monthly,
  ...more,
})

test('the office makes, changes and removes a subscription, and the customer sees it', async () => {
  const person = await aUser(database)
  const call = await office(person)
  const headers = { 'idempotency-key': 'one' }
  const { status, body: made } = await call(makeStaffSubscription, { body: given(person), headers })
  expect(status).toBe(201)
  expect((await call(makeStaffSubscription, { body: given(person), headers })).body.id).toBe(made.id)
  expect(made).toMatchObject({ advanceDate: '2026-06-29T22:00:00Z', trigger: monthly, outsideId: null })
  const [seen] = await seenBy(person)
  expect(made).toMatchObject(seen ?? {})
  const params = { subscriptionid: made.id }
  const current = { 'if-match': `"${made.version}"` }
  const trigger = { ...monthly, recurrenceType: 10 as const, frequencyWeek: 2, recurrenceDayOfWeek: 1 }
  const changed = await call(changeStaffSubscription, { params, headers: current, body: { quantity: 13, trigger } })
  expect(changed.body).toMatchObject({ quantity: 13, trigger: { recurrenceType: 10, recurrenceDay: null } })
  const stale = await call(changeStaffSubscription, { params, headers: current, body: { quantity: 14 } })
  expect(stale.problem).toMatchObject({ status: 409, code: 'conflict' })
  expect(await seenBy(person)).toMatchObject([{ quantity: 13 }])
  expect((await call(removeStaffSubscription, { params })).status).toBe(204)
  expect((await call(readStaffSubscription, { params })).status).toBe(404)
  expect(await seenBy(person)).toEqual([])
})

test.each([
  [{ code: ' ' }, 'body.code'],
  [{ quantity: -1 }, 'body.quantity'],
  [{ advanceDate: '2026-02-30' }, 'body.advanceDate'],
  [{ trigger: { ...monthly, recurrenceDay: null } }, 'body.trigger.recurrenceDay'],
  [{ trigger: { ...monthly, recurrenceType: 30, recurrenceMonth: 2 } }, 'body.trigger.recurrenceDay'],
])('a subscription with %o is refused at its field', async (fault, path) => {
  const person = await aUser(database)
  const { problem } = await (await office(person))(makeStaffSubscription, { body: given(person, fault) })
  expect(problem).toMatchObject({ status: 400, errors: [{ path }] })
})

test('the list over all customers, and who may not see it', async () => {
  const person = await aUser(database)
  const other = await aContact(database, await aPortal(database, { serviceCompanyId: person.serviceCompanyId }))
  const call = await office(person)
  const first = (await call(makeStaffSubscription, { body: given(person) })).body.id
  const second = (
    await call(makeStaffSubscription, {
      body: given(other, { code: 'BCK', description: 'Copie', advanceDate: '2026-05-01' }),
    })
  ).body.id
  const ids = async (query: Record<string, string | number>) =>
    (await call(listStaffSubscriptions, { query })).body.map(({ id }) => id)
  expect(await ids({})).toEqual([second, first])
  expect(await ids({ sort: '-taxedTotal', q: 'antiv' })).toEqual([first])
  expect(await ids({ q: 'bck' })).toEqual([second])
  expect(await ids({ contact: person.contactId })).toEqual([first])
  expect(await ids({ portal: other.company })).toEqual([second])
  const beyond = await office(person, { portalIds: [other.portalId] })
  const stranger = await office(await aUser(database))
  for (const theirs of [beyond, stranger]) {
    const params = { subscriptionid: first }
    expect((await theirs(readStaffSubscription, { params })).status).toBe(404)
    expect((await theirs(changeStaffSubscription, { params, body: { quantity: 1 } })).status).toBe(404)
    expect((await theirs(removeStaffSubscription, { params })).status).toBe(404)
    expect((await theirs(makeStaffSubscription, { body: given(person) })).status).toBe(404)
  }
  expect((await (await office(person, { role: 'technician' }))(listStaffSubscriptions, {})).status).toBe(403)
})
