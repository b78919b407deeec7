import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { expect, onTestFinished, test } from 'vitest'
import { answerTicket, raiseTicket, waitForEvents } from '../../test/fixtures/actions.ts'
import { testApp } from '../../test/fixtures/app.ts'
import { aContact, aPortal, aUser } from '../../test/fixtures/factories.ts'
import { anOperator, type Operator } from '../../test/fixtures/operator.ts'
import { type Received, webhookReceiver } from '../../test/fixtures/webhook-receiver.ts'
import { sql } from '../kernel/database/db.ts'
import { makeSelfSigned } from '../signing/cms/self-signed.ts'
import { openDispatcher, toDeliveryResult } from './dispatcher.ts'

const app = await testApp({ webhookAllowPrivate: true })
const { database } = app
const dispatcher = openDispatcher(app.deps)

const runDue = async () => {
  await waitForEvents(database)
  await dispatcher.runDue()
}

type Made = { id: number; secret: string }
type Delivery = { id: number; state: string; tries: number; lastStatus: number; lastError: string; event: string }

const setUp = async (behaviour?: Parameters<typeof webhookReceiver>[0], wanted: object = {}) => {
  // The receiver compares the timestamp of a signature with the real time.
  app.clock.set(new Date())
  const person = await aUser(database)
  const operator = await anOperator(app, person)
  const receiver = await webhookReceiver(behaviour)
  const made = (await operator('POST', '/webhooks', { url: receiver.url, ...wanted })).json as unknown as Made
  const deliveries = async (query = '') =>
    (await operator('GET', `/webhooks/${made.id}/deliveries${query}`)).json as unknown as Delivery[]
  const webhook = async () => (await operator('GET', `/webhooks/${made.id}`)).json
  return { person, operator, receiver, made, deliveries, webhook }
}

/** Makes waiting deliveries due now, as if their delay had passed. */
const passTime = (webhookId: number) =>
  database.run(sql`update webhook_delivery set due_at = now() where webhook_id = ${webhookId} and due_at is not null`)

const typesOf = (received: Received[]) => received.map(({ body }) => (JSON.parse(body) as { type: string }).type)

test('an event is sent once, signed, with the body of the feed', async () => {
  const { person, operator, receiver, made, deliveries } = await setUp()
  const ticketId = await raiseTicket(app, person)
  await answerTicket(app, person, ticketId)
  await runDue()
  const { events } = (await operator('GET', '/events')).json as unknown as { events: { id: string }[] }
  expect(receiver.received).toHaveLength(2)
  for (const [n, { headers, body }] of receiver.received.entries()) {
    expect(new Webhook(made.secret).verify(body, headers)).toEqual(events[n])
    expect(headers).toMatchObject({ 'webhook-id': events[n]?.id, 'content-type': 'application/json' })
    expect(() => new Webhook(made.secret).verify(`${body} `, headers)).toThrow()
  }
  expect((await deliveries()).map(({ state, tries }) => [state, tries])).toEqual([
    ['delivered', 1],
    ['delivered', 1],
  ])
  await runDue()
  expect(receiver.received).toHaveLength(2)
  expect(JSON.stringify(await database.many(sql`select * from webhook`))).not.toContain(made.secret)
})

test('after a secret is replaced, both secrets sign for a day', async () => {
  const { person, operator, receiver, made } = await setUp()
  const { secret } = (await operator('POST', `/webhooks/${made.id}/rotate`)).json
  await raiseTicket(app, person)
  await runDue()
  await database.run(sql`update webhook set former_until = now() where id = ${made.id}`)
  await raiseTicket(app, person)
  await runDue()
  const [during, after] = receiver.received as [Received, Received]
  for (const one of [made.secret, String(secret)]) new Webhook(one).verify(during.body, during.headers)
  new Webhook(String(secret)).verify(after.body, after.headers)
  expect(() => new Webhook(made.secret).verify(after.body, after.headers)).toThrow()
})

test('a failed delivery is retried with the same id; the next of its object waits, those of other objects do not', async () => {
  const { person, receiver, made, deliveries } = await setUp((_, nth) => (nth === 1 ? 500 : 204))
  const ticketId = await raiseTicket(app, person)
  await runDue()
  await answerTicket(app, person, ticketId)
  const other = await raiseTicket(app, person)
  await runDue()
  const sent = receiver.received.map(({ body }) => JSON.parse(body) as { id: string; type: string })
  expect(sent.map(({ type }) => type)).toEqual(['ticket.created', 'ticket.created'])
  expect(sent[1]?.id).not.toBe(sent[0]?.id)
  const [, waiting, failed] = await deliveries()
  expect(failed).toMatchObject({ state: 'waiting', tries: 1, lastStatus: 500, lastError: 'answered 500' })
  expect(waiting).toMatchObject({ state: 'waiting', tries: 0, nextTryAt: null })

  await passTime(made.id)
  await runDue()
  expect(typesOf(receiver.received.slice(2))).toEqual(['ticket.created', 'comment.created'])
  expect(receiver.received[2]?.headers['webhook-id']).toBe(sent[0]?.id)
  expect(receiver.received[2]?.body).toBe(receiver.received[0]?.body)
  expect(other).toBeGreaterThan(ticketId)
})

test('after a day a delivery is parked and listed, the next is sent, and it can be retried', {
  timeout: 300_000,
}, async () => {
  const { person, operator, receiver, made, deliveries, webhook } = await setUp((_, nth) => (nth <= 11 ? 503 : 200))
  const ticketId = await raiseTicket(app, person)
  await answerTicket(app, person, ticketId)
  for (let n = 0; n < 10; n++) {
    await runDue()
    await passTime(made.id)
  }
  expect(await webhook()).toMatchObject({ waiting: 2, parked: 0 })
  await runDue()
  expect(receiver.received).toHaveLength(12)
  expect(await webhook()).toMatchObject({ waiting: 0, parked: 1 })
  const [parked] = await deliveries('?state=parked')
  expect(parked).toMatchObject({ state: 'parked', tries: 11, lastStatus: 503 })
  const again = await operator('POST', `/webhooks/${made.id}/deliveries/${parked?.id}/retry`)
  expect([again.status, again.json]).toMatchObject([202, { state: 'waiting', tries: 0 }])
  await runDue()
  expect(receiver.received[12]?.headers['webhook-id']).toBe(parked?.event)
  expect(await webhook()).toMatchObject({ waiting: 0, parked: 0 })
})

test('the retry delays grow and add up to a day', () => {
  const due = { id: 1, key: '', body: '', url: '', encryptedSecret: '', encryptedFormerSecret: null }
  const delays = Array.from(
    { length: 10 },
    (_, tries) => toDeliveryResult({ ...due, tries }, { status: 500, error: 'x' }).delay,
  )
  const day = delays.reduce((sum, delay) => sum + delay, 0) / 3600
  expect(day).toBeGreaterThan(23)
  expect(day).toBeLessThan(27)
  for (const [n, delay] of delays.slice(1, 9).entries()) expect(delay).toBeGreaterThan(delays[n] ?? 0)
})

test('410 disables a webhook; enabled again, it continues where it stopped', async () => {
  const { person, operator, receiver, made, webhook } = await setUp((_, nth) => (nth === 1 ? 410 : 204))
  const ticketId = await raiseTicket(app, person)
  await runDue()
  expect(await webhook()).toMatchObject({ enabled: false, disabledReason: expect.stringContaining('410') })
  await answerTicket(app, person, ticketId)
  await runDue()
  expect(receiver.received).toHaveLength(1)
  expect((await operator('POST', `/webhooks/${made.id}/test`)).problem.status).toBe(409)
  const on = await operator('PATCH', `/webhooks/${made.id}`, { enabled: true })
  expect(on.json).toMatchObject({ enabled: true, disabledReason: null })
  await runDue()
  expect(typesOf(receiver.received.slice(1))).toEqual(['ticket.created', 'comment.created'])
})

test('deliveries of different objects run in parallel, those of one object in order', async () => {
  const { person, receiver } = await setUp()
  const tickets = []
  for (let n = 0; n < 6; n++) tickets.push(await raiseTicket(app, person))
  for (const ticketId of tickets) for (let n = 0; n < 3; n++) await answerTicket(app, person, ticketId)
  // Each response waits until a second request has arrived, except for the last ones.
  let left = 24
  const waiting: (() => void)[] = []
  receiver.behaviour = (_, __, reply) => {
    left -= 1
    waiting.push(() => reply.writeHead(204).end())
    if (waiting.length >= 2 || left < 6) for (const go of waiting.splice(0)) go()
    return undefined
  }
  await runDue()
  expect(receiver.received).toHaveLength(24)
  expect(receiver.mostAtOnce).toBeGreaterThan(1)
  expect(receiver.mostAtOnce).toBeLessThanOrEqual(16)
  const sent = receiver.received.map(({ body }) => JSON.parse(body) as { id: string; data: { ticket: string } })
  const objects = new Set(sent.map(({ data }) => data.ticket))
  expect(objects.size).toBe(6)
  for (const object of objects) {
    const ids = sent.filter(({ data }) => data.ticket === object).map(({ id }) => Number(id.slice(4)))
    expect(ids).toEqual([...ids].sort((a, b) => a - b))
  }
})

test('two dispatchers send each event once', { timeout: 300_000 }, async () => {
  const { person, receiver } = await setUp()
  const another = openDispatcher(app.deps)
  const ticketId = await raiseTicket(app, person)
  for (let n = 0; n < 5; n++) {
    await answerTicket(app, person, ticketId)
    await waitForEvents(database)
    await Promise.all([dispatcher.runDue(), another.runDue()])
  }
  await runDue()
  const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
  expect(ids).toHaveLength(6)
  expect(new Set(ids).size).toBe(6)
})

test('a webhook receives only the types and portals that it asks for', async () => {
  const { person, operator, receiver, made } = await setUp(undefined, { types: ['comment.created'] })
  const other = await aPortal(database, person)
  const neighbour = await aUser(database, { contact: await aContact(database, other) })
  const { id } = await database.one<{ id: string }>(
    sql`select external_id as id from portal where id = ${other.portalId}`,
  )
  const of = async () => {
    for (const one of [person, neighbour]) await answerTicket(app, one, await raiseTicket(app, one))
    await runDue()
    return receiver.received.splice(0).map(({ body }) => JSON.parse(body) as { type: string; portal: string })
  }
  expect((await of()).map(({ type }) => type)).toEqual(['comment.created', 'comment.created'])
  const changed = (await operator('PATCH', `/webhooks/${made.id}`, { types: null, portals: [id] })).json
  expect(changed).toMatchObject({ types: null, portals: [id] })
  expect((await of()).map(({ type, portal }) => [type, portal])).toEqual([
    ['ticket.created', id],
    ['comment.created', id],
  ])
})

test.each([
  ['never responds', () => undefined, null, 'did not answer within 10 seconds'],
  [
    'closes the connection',
    (_: Received, __: number, reply: { destroy: () => void }) => void reply.destroy(),
    null,
    'closed the connection',
  ],
  ['redirects', () => 302, 302, 'answered 302'],
] as const)('a receiver that %s fails the attempt', { timeout: 300_000 }, async (_, behaviour, status, reason) => {
  const { person, receiver, deliveries } = await setUp(behaviour)
  if (status === 302)
    receiver.behaviour = (_, __, reply) => {
      reply.setHeader('location', receiver.url.replace('/hook', '/elsewhere'))
      return 302
    }
  await raiseTicket(app, person)
  await runDue()
  expect((await deliveries())[0]).toMatchObject({ state: 'waiting', tries: 1, lastStatus: status, lastError: reason })
  expect(receiver.received.map(({ path }) => path)).toEqual(['/hook'])
})

test('a self-signed certificate is not trusted', async () => {
  const { certificate, privateKey } = await makeSelfSigned(new Date())
  const pem = (name: string, der: Buffer) =>
    `-----BEGIN ${name}-----\n${der.toString('base64')}\n-----END ${name}-----\n`
  let requests = 0
  const secured = { cert: pem('CERTIFICATE', certificate), key: pem('PRIVATE KEY', privateKey) }
  const server = createServer(secured, (_, reply) => {
    requests += 1
    reply.end()
  })
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  const { person, operator, made, deliveries } = await setUp()
  const url = `https://localhost:${(server.address() as AddressInfo).port}/`
  expect((await operator('PATCH', `/webhooks/${made.id}`, { url })).json.url).toBe(url)
  await raiseTicket(app, person)
  await runDue()
  expect((await deliveries())[0]).toMatchObject({ state: 'waiting', lastStatus: null })
  expect((await deliveries())[0]?.lastError).toContain('self-signed certificate')
  expect(requests).toBe(0)
})

test('an endless response is read only up to the limit', async () => {
  let sent = 0
  const { person, deliveries } = await setUp((_, __, reply) => {
    reply.writeHead(200)
    const more = () => {
      while (!reply.destroyed && reply.write(Buffer.alloc(16_384))) sent += 16_384
      if (!reply.destroyed) reply.once('drain', more)
    }
    more()
    return undefined
  })
  await raiseTicket(app, person)
  await runDue()
  expect((await deliveries())[0]).toMatchObject({ state: 'delivered', lastStatus: 200, lastError: null })
  expect(sent).toBeLessThan(32 * 1024 * 1024)
})

test('a response with status 101 is a failed attempt', async () => {
  const { person, deliveries } = await setUp((_, __, reply) => {
    reply.socket?.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n')
    return undefined
  })
  await raiseTicket(app, person)
  await runDue()
  expect(await deliveries()).toMatchObject([{ state: 'waiting', tries: 1, lastStatus: null }])
})

test('only the status of a response is shown, not its body', async () => {
  const { person, deliveries } = await setUp((_, __, reply) => {
    reply.writeHead(500).end('220 mail.internal.example ESMTP')
    return undefined
  })
  await raiseTicket(app, person)
  await runDue()
  expect(await deliveries()).toMatchObject([{ state: 'waiting', tries: 1, lastError: 'answered 500' }])
})

test('a test delivery is sent outside the feed', async () => {
  const { operator, receiver, made, deliveries } = await setUp()
  const { status, json } = await operator('POST', `/webhooks/${made.id}/test`)
  expect([status, json.state, json.type]).toEqual([202, 'waiting', 'webhook.test'])
  await runDue()
  const [{ body, headers }] = receiver.received as [Received]
  expect(new Webhook(made.secret).verify(body, headers)).toMatchObject({
    id: json.event,
    type: 'webhook.test',
    data: {},
  })
  expect((await deliveries())[0]).toMatchObject({ id: json.id, state: 'delivered' })
})

test('five tests wait at most, so that nobody is flooded in the name of the installation', async () => {
  const { operator, made, receiver } = await setUp()
  const send = async () => (await operator('POST', `/webhooks/${made.id}/test`)).status
  const answers = await Promise.all(Array.from({ length: 12 }, send))
  expect(answers.filter(status => status === 202)).toHaveLength(5)
  expect(new Set(answers)).toEqual(new Set([202, 429]))
  await runDue()
  expect(receiver.received).toHaveLength(5)
  expect(await send()).toBe(202)
})

test('webhooks are listed, changed and deleted, and returned without their secret', async () => {
  const { person, operator, made, webhook } = await setUp()
  expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  const { secret: _, ...shown } = made
  expect((await operator('GET', '/webhooks')).json).toEqual([shown])
  expect(await webhook()).toEqual(shown)
  await raiseTicket(app, person)
  await runDue()
  expect((await operator('DELETE', `/webhooks/${made.id}`)).status).toBe(204)
  expect((await operator('GET', `/webhooks/${made.id}`)).problem.status).toBe(404)
  expect((await operator('GET', '/webhooks')).json).toEqual([])
})

test('webhooks of another company, or of portals that the key does not cover, are not found', async () => {
  const { person, made, operator } = await setUp()
  await raiseTicket(app, person)
  await runDue()
  const [{ id: deliveryId }] = (await operator('GET', `/webhooks/${made.id}/deliveries`)).json as unknown as [Delivery]
  const stranger = await anOperator(app)
  const limited = await anOperator(app, { ...person, portalIds: [person.portalId] })
  const calls: [Parameters<Operator>[0], string, object?][] = [
    ['GET', `/webhooks/${made.id}`],
    ['PATCH', `/webhooks/${made.id}`, { enabled: false }],
    ['POST', `/webhooks/${made.id}/rotate`],
    ['POST', `/webhooks/${made.id}/test`],
    ['GET', `/webhooks/${made.id}/deliveries`],
    ['POST', `/webhooks/${made.id}/deliveries/${deliveryId}/retry`],
    ['DELETE', `/webhooks/${made.id}`],
  ]
  const before = await database.many(sql`select * from webhook`)
  for (const who of [stranger, limited]) {
    for (const [method, path, body] of calls)
      expect((await who(method, path, body)).problem, `${method} ${path}`).toMatchObject({ code: 'not_found' })
    expect((await who('GET', '/webhooks')).json).toEqual([])
  }
  expect(await database.many(sql`select * from webhook`)).toEqual(before)

  const receiver = await webhookReceiver()
  const url = receiver.url
  const own = (await limited('POST', '/webhooks', { url })).json as unknown as Made & { portals: string[] }
  expect(own.portals).toHaveLength(1)
  const other = await aPortal(database, person)
  const { id } = await database.one<{ id: string }>(
    sql`select external_id as id from portal where id = ${other.portalId}`,
  )
  for (const [who, portals] of [
    [limited, [id]],
    [stranger, [id]],
    [operator, ['nowhere']],
  ] as const)
    expect((await who('POST', '/webhooks', { url, portals })).problem).toMatchObject({ code: 'not_found' })
  expect((await limited('PATCH', `/webhooks/${own.id}`, { portals: [] })).json.portals).toEqual(own.portals)
})

test.each([
  [{}, 'body.url'],
  [{ url: 'gestionale' }, 'body.url'],
  [{ url: 'ftp://example.org/' }, 'body.url'],
  [{ url: 'file:///etc/passwd' }, 'body.url'],
  [{ url: 'http://user:secret@example.org/' }, 'body.url'],
  [{ url: 'http://nobody.invalid/' }, 'body.url'],
  [{ url: 'http://127.0.0.1/', types: ['ticket.exploded'] }, 'body.types.0'],
  [{ url: 'http://127.0.0.1/', colour: 'red' }, 'body.colour'],
])('%j is refused', async (body, path) => {
  const { problem } = await (await anOperator(app))('POST', '/webhooks', body)
  expect(problem).toMatchObject({ code: 'invalid_request', errors: [{ path }] })
})

test('a company has at most twenty webhooks', async () => {
  const operator = await anOperator(app)
  const url = 'http://127.0.0.1:1/'
  const made = await Promise.all(Array.from({ length: 22 }, () => operator('POST', '/webhooks', { url })))
  expect(made.filter(({ status }) => status === 201)).toHaveLength(20)
  expect(made.find(({ status }) => status !== 201)?.problem).toMatchObject({ code: 'conflict' })
})

test('waiting and parked deliveries are counted in the metrics', async () => {
  const { person } = await setUp(() => 500)
  await raiseTicket(app, person)
  await runDue()
  const read = async () => (await app.http.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })).payload
  const counted = await database.one<{ waiting: number; parked: number }>(sql`select
    count(*) filter (where state = 'waiting') as waiting, count(*) filter (where state = 'parked') as parked
    from webhook_delivery`)
  expect(counted.waiting).toBeGreaterThan(0)
  for (const [state, count] of Object.entries(counted))
    expect(await read()).toContain(`portico_webhook_deliveries{state="${state}"} ${count}\n`)
})

test('positions from before a restore do not block deliveries', async () => {
  const { person, operator, receiver, made } = await setUp()
  const { serviceCompanyId } = person
  await database.run(sql`update webhook set transaction = '4000000000000' where id = ${made.id}`)
  await database.run(sql`insert into event_floor values (${serviceCompanyId}, '4000000000000', 1)`)
  await raiseTicket(app, person)
  await runDue()
  expect(receiver.received).toEqual([])
  const restarted = openDispatcher(app.deps)
  restarted.start()
  await expect.poll(() => typesOf(receiver.received), { timeout: 60_000 }).toEqual(['ticket.created'])
  await restarted.stop()
  const { next } = (await operator('GET', '/events')).json
  expect((await operator('GET', `/events?after=${next}`)).json).toEqual({ events: [], next })
})
