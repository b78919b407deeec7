import { listActivityContracts } from '@portico/contract/contracts'
import {
  correctActivity,
  noteActivity,
  readStaffContract,
  removeActivity,
} from '@portico/contract/staff/records/contracts'
import { noteStaffTime, readStaffTicket } from '@portico/contract/staff/tickets'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/fixtures/app.ts'
import { anActivity, anActivityContract } from '../../../test/fixtures/contracts.ts'
import { aContact, aTicket, aUser, type Person } from '../../../test/fixtures/factories.ts'
import { aStaffAccount, asStaff } from '../../../test/fixtures/staff.ts'
import { sql } from '../../kernel/database/db.ts'

const app = await testApp()
const { database, clock } = app
clock.set('2026-06-15T10:00:00Z')

const staffOf = async ({ serviceCompanyId }: Person, role: 'office' | 'technician' = 'office') => {
  const account = await aStaffAccount(app, { serviceCompanyId, role })
  return { account, call: await asStaff(app, account) }
}
const residualSeenBy = async (person: Person) =>
  (await (await app.as(person))(listActivityContracts, { params: person.here })).body[0]?.residualMinutes

test('work noted on a contract stands on the ticket that it names, which follows its correction', async () => {
  const person = await aUser(database)
  const { call, account } = await staffOf(person)
  const activityContractId = await anActivityContract(database, person, { amount: 600 })
  const ticket = await aTicket(database, person)
  const body = { activityContractId, activityTypeName: 'Assistenza', start: '2026-06-12 09:00', minutes: 45 }
  const foreign = await aTicket(database, await aUser(database))
  const sibling = await aTicket(database, await aUser(database, { contact: await aContact(database, person) }))
  for (const { id: ticketId } of [foreign, sibling])
    expect((await call(noteActivity, { body: { ...body, ticketId } })).problem.errors?.[0]?.path).toBe('body.ticketId')
  const tooLong = await call(noteActivity, { body: { ...body, ticketId: ticket.id, minutes: 1441 } })
  expect(tooLong.problem.errors?.[0]?.path).toBe('body.minutes')
  const noted = (await call(noteActivity, { body: { ...body, ticketId: ticket.id } })).body
  expect(noted).toMatchObject({ minutes: 45, ticket: { id: ticket.id }, staff: { id: account.staffUserId } })
  const time = async () => (await call(readStaffTicket, { params: { ticketid: ticket.id } })).body.time
  expect(await time()).toMatchObject([
    { minutes: 45, activityTypeName: 'Assistenza', workedOn: '2026-06-12T07:00:00Z' },
  ])
  const correction = { minutes: 30, reason: 'Mezz’ora' }
  await call(correctActivity, { params: { activityid: noted.id }, body: correction })
  expect(await time()).toMatchObject([{ minutes: 30 }])
})

test('time that a ticket noted on a contract is corrected with a reason; ticket, customer and history follow', async () => {
  const person = await aUser(database)
  const { call, account } = await staffOf(person)
  const contractid = await anActivityContract(database, person, { amount: 600 })
  const ticket = await aTicket(database, person)
  const noted = await call(noteStaffTime, {
    params: { ticketid: ticket.id },
    body: { minutes: 90, activityTypeName: 'Assistenza', activityContractId: contractid },
  })
  expect(noted.status).toBe(201)
  const read = async () => (await call(readStaffContract, { params: { kind: 'activity', contractid } })).body
  const [activity] = (await read()).activities
  expect(activity).toMatchObject({
    minutes: 90,
    ticket: { id: ticket.id, ticketNumber: ticket.number },
    staff: { id: account.staffUserId },
    changes: 0,
    mayChange: true,
    outsideId: null,
  })
  expect(await residualSeenBy(person)).toBe(510)
  const params = { activityid: activity?.id ?? 0 }
  const headers = { 'if-match': `"${activity?.version}"` }
  const body = { minutes: 60, address: 'Via Roma 1', reason: 'Mezz’ora di attesa' }
  expect((await call(correctActivity, { params, body: { ...body, reason: ' ' } })).problem).toMatchObject({
    status: 422,
    errors: [{ path: 'body.reason' }],
  })
  const corrected = await call(correctActivity, { params, headers, body })
  expect(corrected.body).toMatchObject({ minutes: 60, address: 'Via Roma 1', changes: 1 })
  expect((await call(correctActivity, { params, headers, body: { minutes: 5, reason: 'x' } })).problem).toMatchObject({
    status: 409,
    code: 'conflict',
  })
  expect(await residualSeenBy(person)).toBe(540)
  expect((await read()).changes).toMatchObject([
    {
      what: 'corrected',
      reason: 'Mezz’ora di attesa',
      staff: 'Anna Tecnica',
      at: '2026-06-15T10:00:00Z',
      before: { minutes: 90, address: null },
      after: { minutes: 60, address: 'Via Roma 1' },
    },
  ])
  const ticketTime = (await call(readStaffTicket, { params: { ticketid: ticket.id } })).body.time
  expect(JSON.stringify(ticketTime)).toContain('"minutes":60')
  // The same once more is no correction.
  const same = await call(correctActivity, { params, body })
  expect(same.body.changes).toBe(1)

  expect((await call(removeActivity, { params, body: { reason: 'Doppia' } })).body).toMatchObject({
    what: 'removed',
    after: null,
    reason: 'Doppia',
  })
  expect(await residualSeenBy(person)).toBe(600)
  expect((await read()).changes).toHaveLength(2)
  expect((await call(correctActivity, { params, body })).status).toBe(404)
})

test('work beyond what is left is noted, and what is left is below zero', async () => {
  const person = await aUser(database)
  const { call } = await staffOf(person)
  const activityContractId = await anActivityContract(database, person, { amount: 60 })
  const made = await call(noteActivity, {
    body: { activityContractId, activityTypeName: 'Intervento', start: '2026-06-10 09:00', minutes: 90 },
    headers: { 'idempotency-key': 'a' },
  })
  expect(made.body).toMatchObject({ minutes: 90, start: '2026-06-10T07:00:00Z', ticket: null })
  expect(await residualSeenBy(person)).toBe(-30)
})

test.each([
  [{ minutes: 0 }, 422, 'body.minutes'],
  [{ units: 2 }, 400, 'body.units'],
  [{ activityTypeName: ' ' }, 422, 'body.activityTypeName'],
  [{ start: 'ieri' }, 400, 'body.start'],
  [{ staffUserId: 999_999_999 }, 404, 'body.staffUserId'],
  [{ activityContractId: undefined }, 422, 'body.activityContractId'],
  [{ contractPackageId: 1 }, 400, 'body.contractPackageId'],
])('work with %o is refused', async (fault, status, path) => {
  const person = await aUser(database)
  const { call } = await staffOf(person)
  const activityContractId = await anActivityContract(database, person)
  const body = { activityContractId, activityTypeName: 'A', start: '2026-06-10', minutes: 30, ...fault }
  expect((await call(noteActivity, { body })).problem).toMatchObject({ status, errors: [{ path }] })
})

test('technicians note and correct their own work and nobody else’s', async () => {
  const person = await aUser(database)
  const { call, account } = await staffOf(person, 'technician')
  const { account: colleague } = await staffOf(person)
  const activityContractId = await anActivityContract(database, person)
  const body = { activityContractId, activityTypeName: 'A', start: '2026-06-10', minutes: 30 }
  const own = (await call(noteActivity, { body })).body
  expect(own).toMatchObject({ staff: { id: account.staffUserId }, mayChange: true })
  expect((await call(noteActivity, { body: { ...body, staffUserId: colleague.staffUserId } })).status).toBe(403)
  const params = { activityid: own.id }
  expect((await call(correctActivity, { params, body: { minutes: 15, reason: 'x' } })).body.minutes).toBe(15)
  const theirs = await anActivity(
    database,
    person,
    { contractId: activityContractId },
    { staffUserId: colleague.staffUserId },
  )
  const other = { activityid: theirs }
  expect((await call(correctActivity, { params: other, body: { minutes: 1, reason: 'x' } })).status).toBe(403)
  expect((await call(removeActivity, { params: other, body: { reason: 'x' } })).status).toBe(403)
  const stranger = await staffOf(await aUser(database))
  expect((await stranger.call(correctActivity, { params, body: { minutes: 1, reason: 'x' } })).status).toBe(404)
  expect((await stranger.call(removeActivity, { params, body: { reason: 'x' } })).status).toBe(404)
})

test('two corrections at once: one is told, and the history has what happened', async () => {
  const person = await aUser(database)
  const { call } = await staffOf(person)
  const contractId = await anActivityContract(database, person)
  const activityid = await anActivity(database, person, { contractId })
  const [first] = (await call(readStaffContract, { params: { kind: 'activity', contractid: contractId } })).body
    .activities
  const headers = { 'if-match': `"${first?.version}"` }
  const answers = await Promise.all(
    [10, 20].map(minutes =>
      call(correctActivity, { params: { activityid }, headers, body: { minutes, reason: `${minutes}` } }),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const rows = await database.many<{ after: { minutes: number } }>(
    sql`select after from contract_activity_change where contract_activity_id = ${activityid}`,
  )
  expect(rows).toHaveLength(1)
  expect([10, 20]).toContain(rows[0]?.after.minutes)
})
