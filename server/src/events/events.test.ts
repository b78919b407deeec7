import { get } from 'node:http'
import { connect, type Socket } from 'node:net'
import { uploadDocument } from '@portico/contract/documents'
import { closeTicket, createComment, createTicket } from '@portico/contract/tickets'
import { afterEach, expect, test } from 'vitest'
import { performEveryAction, waitForEvents } from '../../test/fixtures/actions.ts'
import { multipart, png, testApp } from '../../test/fixtures/app.ts'
import { openStream } from '../../test/fixtures/event-stream.ts'
import { aContact, aTicket, aUser, every, only, type Person, setFlags } from '../../test/fixtures/factories.ts'
import { sql, tx } from '../kernel/database/db.ts'

const app = await testApp()
const { database } = app
const origin = await app.http.listen({ port: 0, host: '127.0.0.1' })

const open = new Set<{ close: () => void }>()
afterEach(() => {
  for (const stream of open) stream.close()
  open.clear()
})

const streamOf = async (person: Person, { lastEventId, token }: { lastEventId?: string; token?: string } = {}) => {
  const stream = await openStream(`${origin}/api/${person.company}/${person.contactId}/events`, {
    authorization: `Bearer ${token ?? (await app.as(person)).token}`,
    ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
  })
  open.add(stream)
  return stream
}

const say = async (person: Person, taskId: number) =>
  (await (await app.as(person))(createComment, { params: person.here, body: { taskId, message: 'Ecco' } })).body

test('ticket events reach the author of the ticket and the administrators of the contact, in order', async () => {
  const raiser = await aUser(database, { flags: every({ administrator: false }) })
  const admin = await aUser(database, { contact: raiser })
  const streams = [await streamOf(raiser), await streamOf(admin)]
  for (const stream of streams) expect(await stream.next()).toMatchObject({ event: 'ready', data: {} })

  const mine = await app.as(raiser)
  const body = { title: 'x', description: 'x', taskTypeId: raiser.taskTypeId }
  const { id: ticketId } = (await mine(createTicket, { params: raiser.here, body })).body
  await mine(closeTicket, { params: { ...raiser.here, ticketid: ticketId }, body: {} })
  await say(admin, ticketId)

  for (const stream of streams) {
    const types = ['ticket.created', 'ticket.changed', 'comment.created', 'ticket.changed']
    for (const type of types) expect(await stream.next()).toMatchObject({ event: type, data: { type, ticketId } })
  }
})

test('screens receive the customer actions that change what they show', async () => {
  const person = await aUser(database)
  // Another user watches: the stream of the acting user ends when the password changes.
  const stream = await streamOf(await aUser(database, { contact: person }))
  await stream.next()
  const actions = await performEveryAction(app, person)
  expect(actions.length).toBeGreaterThan(12)
  await say(person, (await aTicket(database, person)).id)
  const told = [
    'ticket.created',
    'comment.created',
    'ticket.changed',
    'comment.created',
    'ticket.changed',
    'document.created',
  ]
  const booking = ['ticket.changed', 'ticket.changed', 'ticket.changed']
  for (const type of [...told, ...booking, 'comment.created'])
    expect((await stream.next()).data).toMatchObject({ type })
}, 30_000)

test('a user receives no event that the user may not see', async () => {
  const raiser = await aUser(database)
  const colleague = await aUser(database, { contact: raiser, flags: every({ administrator: false }) })
  const without = await aUser(database, { contact: raiser, flags: every({ manageTickets: false }) })
  const neighbour = await aUser(database, { contact: await aContact(database, raiser) })
  const stranger = await aUser(database)
  const blind = await Promise.all([colleague, without, neighbour, stranger].map(person => streamOf(person)))
  const seeing = await streamOf(raiser)
  for (const stream of [...blind, seeing]) await stream.next()
  await say(raiser, (await aTicket(database, raiser)).id)
  expect((await seeing.next()).event).toBe('comment.created')
  // The next event of each stream is the user's own, so the one before was not sent to it.
  const own = await Promise.all([colleague, neighbour, stranger].map(person => aTicket(database, person)))
  for (const [i, person] of [colleague, neighbour, stranger].entries()) await say(person, own[i]?.id ?? 0)
  for (const [i, stream] of [blind[0], blind[2], blind[3]].entries())
    expect((await stream?.next())?.data).toEqual({
      type: 'comment.created',
      ticketId: own[i]?.id,
      commentId: expect.any(Number),
    })
})

test('new records of a section reach users who may see it, also on a resumed stream', async () => {
  const person = await aUser(database, { flags: only('viewContactDocuments', 'uploadContactDocuments') })
  const without = await aUser(database, { contact: person, flags: every({ viewContactDocuments: false }) })
  const neighbour = await aUser(database, { contact: await aContact(database, person) })
  const upload = async (by: Person) =>
    (await app.as(by))(uploadDocument, { params: by.here, ...multipart({ filename: 'a.png', content: png }) })
  const [seeing, ...blind] = await Promise.all([person, without, neighbour].map(one => streamOf(one)))
  for (const stream of [seeing, ...blind]) await stream?.next()
  await upload(person)
  const data = { type: 'document.created', purpose: 'document' }
  expect(await seeing?.next()).toMatchObject({ event: 'document.created', data })
  // The next event of the other streams is their own.
  await say(without, (await aTicket(database, without)).id)
  await upload(neighbour)
  expect((await blind[0]?.next())?.event).toBe('comment.created')
  expect((await blind[1]?.next())?.data).toEqual(data)
  const resumed = [await streamOf(person, { lastEventId: '1-1' }), await streamOf(without, { lastEventId: '1-1' })]
  for (const stream of resumed) await stream.next()
  expect((await resumed[0]?.next())?.data).toEqual(data)
  expect((await resumed[1]?.next())?.event).toBe('comment.created')
})

test('the first stream of a process misses no event right after it is opened', async () => {
  for (let round = 0; round < 3; round += 1) {
    const person = await aUser(database)
    const { id } = await aTicket(database, person)
    const stream = await streamOf(person)
    expect((await stream.next()).event).toBe('ready')
    await say(person, id)
    expect((await stream.next()).data).toMatchObject({ ticketId: id })
    stream.close()
    await stream.ended()
  }
})

test('a stream opened right after an event sends that event', async () => {
  const person = await aUser(database)
  const { id } = await aTicket(database, person)
  await say(person, id)
  const stream = await streamOf(person)
  await stream.next()
  expect((await stream.next()).data).toMatchObject({ ticketId: id })
})

test('a stream resumes where the connection was lost, also after a transaction that was open meanwhile', async () => {
  const person = await aUser(database)
  const [slow, fast] = [await aTicket(database, person), await aTicket(database, person)]
  const first = await streamOf(person)
  await first.next()

  let commit = () => {}
  const written = new Promise<void>(resolve => {
    void tx(database, async db => {
      await db.run(sql`insert into event (service_company_id, portal_id, contact_id, type, ticket_id, created_at)
        values (${person.serviceCompanyId}, ${person.portalId}, ${person.contactId}, 'comment.created', ${slow.id}, ${app.clock.now()})`)
      const released = new Promise<void>(release => {
        commit = release
      })
      resolve()
      await released
    })
  })
  await written
  await say(person, fast.id)
  const late = await streamOf(person)
  const { id: lastEventId } = await late.next()
  late.close()
  commit()

  const seen = async (stream: Awaited<ReturnType<typeof streamOf>>) => [
    (await stream.next()).data,
    (await stream.next()).data,
  ]
  const all = [slow.id, fast.id].map(ticketId => ({ type: 'comment.created', ticketId }))
  expect(await seen(first)).toMatchObject(all)
  const resumed = await streamOf(person, { lastEventId })
  await resumed.next()
  expect(await seen(resumed)).toMatchObject(all)
})

test('resuming after the last event sends only newer events', async () => {
  const person = await aUser(database)
  const [one, two] = [await aTicket(database, person), await aTicket(database, person)]
  const stream = await streamOf(person)
  await stream.next()
  await say(person, one.id)
  const { id } = await stream.next()
  stream.close()
  await say(person, two.id)
  const resumed = await streamOf(person, { lastEventId: id })
  expect(await resumed.next()).toMatchObject({ event: 'ready', id })
  expect((await resumed.next()).data).toMatchObject({ ticketId: two.id })
})

test.each([
  'x',
  '',
  '9-x',
  '99999999999999999999-1',
  '18446744073709551615-9007199254740991',
  '-1--1',
  '1-9999999999999999',
])('position %s does not cause an error', async lastEventId => {
  const person = await aUser(database)
  const stream = await streamOf(person, { lastEventId })
  expect(['reset', 'ready']).toContain((await stream.next()).event)
  await say(person, (await aTicket(database, person)).id)
  expect((await stream.next()).event).toBe('comment.created')
})

test('transaction ids are compared as numbers', async () => {
  const person = await aUser(database)
  const { id } = await aTicket(database, person)
  const stream = await streamOf(person)
  await stream.next()
  await say(person, id)
  const { id: lastEventId } = await stream.next()
  await database.run(sql`insert into event (transaction, service_company_id, portal_id, contact_id, type, ticket_id)
    values ('9', ${person.serviceCompanyId}, ${person.portalId}, ${person.contactId}, 'comment.created', ${id})`)
  expect((await (await streamOf(person, { lastEventId })).next()).event).toBe('ready')
})

test('a position that this database did not issue causes a reset', async () => {
  const stream = await streamOf(await aUser(database), { lastEventId: '4000000000000-1' })
  expect((await stream.next()).event).toBe('reset')
})

test('a client that missed too many events receives a reset', async () => {
  const person = await aUser(database)
  const { id } = await aTicket(database, person)
  await database.run(sql`insert into event (service_company_id, portal_id, contact_id, type, ticket_id, created_at)
    select ${person.serviceCompanyId}, ${person.portalId}, ${person.contactId}, 'comment.created', ${id}, ${app.clock.now()}
    from generate_series(1, 250)`)
  await waitForEvents(database)
  const stream = await streamOf(person, { lastEventId: '1-1' })
  expect([(await stream.next()).event, (await stream.next()).event]).toEqual(['ready', 'reset'])
})

test.each([
  ['the session ends', (_: Person) => database.run(sql`delete from session`)],
  [
    'the membership ends',
    (p: Person) => database.run(sql`update membership set active = false where id = ${p.membershipId}`),
  ],
  ['a flag is taken', (p: Person) => setFlags(database, p, { viewContactDocuments: false })],
])('a stream is closed within a second when %s', async (_, revoke) => {
  const person = await aUser(database)
  const stream = await streamOf(person)
  await stream.next()
  const since = performance.now()
  await revoke(person)
  await stream.ended()
  expect(performance.now() - since).toBeLessThan(1000)
})

test('a stream has the headers of every response', async () => {
  const { headers } = await streamOf(await aUser(database))
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
})

test('a session has at most twenty streams, and can open another when one has ended', async () => {
  const person = await aUser(database)
  const { token } = await app.as(person)
  const streams = []
  for (let i = 0; i < 20; i += 1) streams.push(await streamOf(person, { token }))
  for (const stream of streams) await stream.next()
  const ask = () =>
    fetch(`${origin}/api/${person.company}/${person.contactId}/events`, {
      headers: { authorization: `Bearer ${token}` },
    })
  const refused = await ask()
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([429, 'too_many_requests'])
  streams[0]?.close()
  await streams[0]?.ended()
  await expect
    .poll(async () => {
      const answer = await ask()
      await answer.body?.cancel()
      return answer.status
    })
    .toBe(200)
})

test('a client that disconnects before its stream starts leaves none open', async () => {
  const person = await aUser(database)
  const { token } = await app.as(person)
  const url = `${origin}/api/${person.company}/${person.contactId}/events`
  const headers = { authorization: `Bearer ${token}` }
  const reached: Socket[] = []
  app.http.server.on('connection', socket => reached.push(socket))
  await tx(database, async db => {
    await db.run(sql`lock table event in access exclusive mode`)
    const asked = Array.from({ length: 20 }, () => get(url, { headers, agent: false }).on('error', () => {}))
    await expect.poll(() => database.connections().waiting).toBe(11)
    for (const request of asked) request.destroy()
    await expect.poll(() => reached.filter(socket => socket.destroyed)).toHaveLength(20)
  })
  await expect.poll(() => database.connections().waiting).toBe(0)
  const answer = await fetch(url, { headers })
  await answer.body?.cancel()
  expect(answer.status).toBe(200)
})

test('a stream whose client reads nothing is ended before what it is sent fills the memory', async () => {
  const person = await aUser(database)
  const task = await aTicket(database, person)
  await say(person, task.id)
  const { token } = await app.as(person)
  const reached = new Promise<Socket>(resolve => app.http.server.once('connection', resolve))
  const path = `/api/${person.company}/${person.contactId}/events`
  const client = connect(Number(new URL(origin).port), '127.0.0.1')
    .pause()
    .on('error', () => {})
  try {
    client.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n\r\n`)
    const socket = await reached
    await expect.poll(() => socket.bytesWritten).toBeGreaterThan(0)
    // What the two ends of the connection hold has to be filled first.
    await database.run(sql`insert into event (service_company_id, portal_id, contact_id, web_user_id, type, by_customer, ticket_id, comment_id)
      select service_company_id, portal_id, contact_id, web_user_id, type, by_customer, ticket_id, comment_id
      from event, generate_series(1, 80000) where ticket_id = ${task.id} and type = 'comment.created'`)
    let most = 0
    await expect
      .poll(
        () => {
          most = Math.max(most, socket.writableLength)
          return socket.destroyed
        },
        { timeout: 60_000, interval: 5 },
      )
      .toBe(true)
    expect(most).toBeLessThan(8 * 1024 * 1024)
  } finally {
    client.destroy()
    await database.run(sql`delete from event where ticket_id = ${task.id}`)
  }
}, 60_000)

test('HEAD of a stream ends at once', async () => {
  const person = await aUser(database)
  const answer = await fetch(`${origin}/api/${person.company}/${person.contactId}/events`, {
    method: 'HEAD',
    headers: { authorization: `Bearer ${(await app.as(person)).token}` },
    signal: AbortSignal.timeout(3000),
  })
  await answer.text()
  expect([200, 404]).toContain(answer.status)
})
