import { closeTicket, createComment, createTicket } from '@portico/contract/tickets'
import { expect, test } from 'vitest'
import { rowCounts, testApp } from '../../test/fixtures/app.ts'
import { aTicket, aUser, type Person } from '../../test/fixtures/factories.ts'

const app = await testApp()
const { database, clock } = app
const HOUR = 3_600_000

const raised = (person: Person, key: string, title = 'Guasto') => ({
  params: person.here,
  headers: { 'idempotency-key': key },
  body: { title, taskTypeId: person.taskTypeId, description: 'Non parte' },
})

test('a repeated key gets the first answer and writes once', async () => {
  const person = await aUser(database)
  const mine = await app.as(person)
  const first = await mine(createTicket, raised(person, 'a'))
  const before = await rowCounts(app)
  const again = await mine(createTicket, raised(person, 'a'))
  expect([again.status, again.body]).toEqual([201, first.body])
  expect(await rowCounts(app)).toEqual(before)
})

test('the same key with another body or for another call is a conflict', async () => {
  const person = await aUser(database)
  const mine = await app.as(person)
  const { body } = await mine(createTicket, raised(person, 'a'))
  const headers = { 'idempotency-key': 'a' }
  const before = await rowCounts(app)
  expect((await mine(createTicket, raised(person, 'a', 'Altro'))).problem).toMatchObject({
    status: 409,
    code: 'conflict',
  })
  const comment = { params: person.here, headers, body: { taskId: body.id } }
  expect((await mine(createComment, comment)).problem.code).toBe('conflict')
  expect(await rowCounts(app)).toEqual(before)
})

test('simultaneous calls with the same key write one row and get the same answer', async () => {
  const person = await aUser(database)
  const mine = await app.as(person)
  const answers = await Promise.all(Array.from({ length: 5 }, () => mine(createTicket, raised(person, 'a'))))
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
})

test('the same key of two users is two keys', async () => {
  const person = await aUser(database)
  const colleague = await aUser(database, { contact: person })
  const [one, two] = [await app.as(person), await app.as(colleague)]
  const first = (await one(createTicket, raised(person, 'a'))).body.id
  expect((await two(createTicket, raised(person, 'a'))).body.id).not.toBe(first)
})

test('the key of a refused call can be used again', async () => {
  const person = await aUser(database)
  const mine = await app.as(person)
  expect((await mine(createTicket, raised(person, 'a', ''))).problem.status).toBe(422)
  expect((await mine(createTicket, raised(person, 'a'))).status).toBe(201)
})

test('a key can be used again after 24 hours', async () => {
  const person = await aUser(database)
  const mine = await app.as(person)
  const first = (await mine(createTicket, raised(person, 'a'))).body.id
  clock.pass(24 * HOUR + 1000)
  const tomorrow = await app.as(person)
  expect((await tomorrow(createTicket, raised(person, 'a', 'Altro'))).body.id).not.toBe(first)
})

test('a repeated closing gets the first answer, even if the ticket was reopened meanwhile', async () => {
  const person = await aUser(database)
  const mine = await app.as(person)
  const { id } = await aTicket(database, person)
  const close = () =>
    mine(closeTicket, { params: { ...person.here, ticketid: id }, headers: { 'idempotency-key': 'close' }, body: {} })
  const first = (await close()).body
  await mine(createComment, { params: person.here, body: { taskId: id } })
  expect((await close()).body).toEqual(first)
})

test.each(['x'.repeat(256), 'with blank', 'à'])('key %s is refused', async key => {
  const person = await aUser(database)
  const { problem } = await (await app.as(person))(createTicket, raised(person, key))
  expect(problem).toMatchObject({ status: 400, errors: [{ path: 'headers.idempotency-key' }] })
})
