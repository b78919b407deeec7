import { listStaffSecurityEvents } from '@portico/contract/security-log'
import {
  changeStaffWebhook,
  createStaffWebhook,
  listStaffDeliveries,
  listStaffWebhooks,
  readStaffDelivery,
  removeStaffWebhook,
  retryParkedDeliveries,
  retryStaffDelivery,
  rotateStaffWebhookSecret,
  testStaffWebhook,
} from '@portico/contract/staff/webhooks'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { answerTicket, raiseTicket, waitForEvents } from '../../../test/fixtures/actions.ts'
import { testApp } from '../../../test/fixtures/app.ts'
import { aPortal, aUser } from '../../../test/fixtures/factories.ts'
import { aStaffAccount, asStaff } from '../../../test/fixtures/staff.ts'
import { webhookReceiver } from '../../../test/fixtures/webhook-receiver.ts'
import { sql } from '../../kernel/database/db.ts'
import { openDispatcher } from '../dispatcher.ts'

const app = await testApp({ webhookAllowPrivate: true })
const { database, deps } = app
const dispatcher = openDispatcher(deps)

const runDue = async () => {
  await waitForEvents(database)
  await dispatcher.runDue()
}

const setUp = async (behaviour?: Parameters<typeof webhookReceiver>[0]) => {
  // The receiver compares the timestamp of a signature with the real time.
  app.clock.set(new Date())
  const person = await aUser(database)
  const { serviceCompanyId } = person
  const call = await asStaff(app, await aStaffAccount(app, { serviceCompanyId }))
  const receiver = await webhookReceiver(behaviour)
  const made = (await call(createStaffWebhook, { body: { url: receiver.url, types: [], portalIds: null } })).body
  const params = { webhookid: made.webhook.id }
  const webhook = async () => (await call(listStaffWebhooks)).body.find(({ id }) => id === made.webhook.id)
  const deliveries = async (query: Record<string, string | number> = {}) =>
    (await call(listStaffDeliveries, { params, query })).body
  return { person, call, receiver, made, params, webhook, deliveries }
}

/** Fails every delivery for a day. */
const parkAll = async (webhookId: number) => {
  for (let tries = 0; tries < 30; tries += 1) {
    await runDue()
    const due = await database.run(sql`update webhook_delivery set due_at = now() where webhook_id = ${webhookId}
      and state = 'waiting' and due_at is not null`)
    if (due === 0) return
  }
}

test('a webhook is made with its secret, signs with it, and with both after the secret is replaced', async () => {
  const { person, call, receiver, made, params, webhook } = await setUp()
  expect(made.webhook).toMatchObject({ types: null, portals: null, enabled: true, delivered: 0, lastError: null })
  await raiseTicket(app, person)
  await runDue()
  const rotated = (await call(rotateStaffWebhookSecret, { params })).body
  expect(rotated.webhook.formerSecretUntil).not.toBeNull()
  await raiseTicket(app, person)
  await runDue()
  const [before, after] = receiver.received
  if (!before || !after) return expect.fail('two events were expected')
  new Webhook(made.secret).verify(before.body, before.headers)
  expect(() => new Webhook(rotated.secret).verify(before.body, before.headers)).toThrow()
  for (const secret of [made.secret, rotated.secret]) new Webhook(secret).verify(after.body, after.headers)
  expect(await webhook()).toMatchObject({ delivered: 2, parked: 0, waiting: 0 })
  expect(JSON.stringify(await webhook())).not.toContain('whsec')
  await deps.security.flush()
  const logged = (await call(listStaffSecurityEvents)).body.map(({ what }) => what)
  expect(logged).toEqual(expect.arrayContaining(['staff.webhook.made', 'staff.webhook.secretReplaced']))
})

test('what fails is told, and parked deliveries are read and sent again, those of one object in their order', async () => {
  const { person, call, receiver, params, made, webhook, deliveries } = await setUp(() => 503)
  const ticketId = await raiseTicket(app, person)
  await runDue()
  expect(await webhook()).toMatchObject({ waiting: 1, failing: 1, lastStatus: 503, lastError: 'answered 503' })
  await answerTicket(app, person, ticketId)
  await raiseTicket(app, person)
  await parkAll(made.webhook.id)
  expect(await webhook()).toMatchObject({ waiting: 0, failing: 0, parked: 3, lastStatus: 503, nextTryAt: null })
  const [newest, , oldest] = await deliveries({ state: 'parked' })
  if (!newest || !oldest) return expect.fail('three deliveries were expected')
  const read = (await call(readStaffDelivery, { params: { ...params, deliveryid: oldest.id } })).body
  expect(read).toMatchObject({ state: 'parked', type: 'ticket.created', tries: 11 })
  expect(JSON.parse(read.body)).toMatchObject({ type: 'ticket.created', id: read.event })
  expect((await deliveries({ before: newest.id, limit: 1 })).map(({ id }) => id)).not.toContain(newest.id)

  receiver.behaviour = () => 204
  receiver.received.length = 0
  const one = await call(retryStaffDelivery, { params: { ...params, deliveryid: newest.id } })
  expect(one).toMatchObject({ status: 202, body: { state: 'waiting', tries: 0 } })
  await runDue()
  expect((await call(retryParkedDeliveries, { params })).body).toEqual({ retried: 2 })
  await runDue()
  await runDue()
  const sent = receiver.received.map(({ body }) => (JSON.parse(body) as { id: string; type: string }).type)
  expect(sent).toEqual(['ticket.created', 'ticket.created', 'comment.created'])
  expect(await webhook()).toMatchObject({ parked: 0, delivered: 3, lastStatus: null, lastError: null })
  expect((await call(retryParkedDeliveries, { params })).body).toEqual({ retried: 0 })
})

test('paused it sends nothing, and goes on where it stopped', async () => {
  const { person, call, receiver, params } = await setUp()
  expect((await call(changeStaffWebhook, { params, body: { enabled: false } })).body.enabled).toBe(false)
  await raiseTicket(app, person)
  await runDue()
  expect(receiver.received).toHaveLength(0)
  expect((await call(testStaffWebhook, { params })).problem.code).toBe('conflict')
  await call(changeStaffWebhook, { params, body: { enabled: true, types: ['ticket.created', 'staff.ticket.closed'] } })
  await runDue()
  expect(receiver.received).toHaveLength(1)
  expect(await call(testStaffWebhook, { params })).toMatchObject({ status: 202, body: { type: 'webhook.test' } })
  await runDue()
  expect(receiver.received).toHaveLength(2)
  expect((await call(removeStaffWebhook, { params })).status).toBe(204)
  expect((await call(listStaffWebhooks)).body).toEqual([])
  expect((await call(removeStaffWebhook, { params })).problem.code).toBe('not_found')
})

test('no webhook leads to an address that the installation does not send to', async () => {
  const closed = await testApp({ webhookAllowPrivate: false, webhookPorts: [443] })
  const { serviceCompanyId } = await aPortal(closed.database)
  const call = await asStaff(closed, await aStaffAccount(closed, { serviceCompanyId }))
  for (const url of [
    'http://127.0.0.1/hook',
    'https://10.0.0.8/',
    'https://[::1]/',
    'https://169.254.169.254/latest/meta-data',
    'https://user:secret@93.184.216.34/',
    'https://93.184.216.34:22/',
    'ftp://93.184.216.34/',
    'javascript:alert(1)',
    '',
  ])
    expect((await call(createStaffWebhook, { body: { url, types: [], portalIds: null } })).problem, url).toMatchObject({
      code: 'invalid_request',
      errors: [{ path: 'body.url' }],
    })
  const made = await call(createStaffWebhook, { body: { url: 'https://93.184.216.34/x', types: [], portalIds: null } })
  expect(made.status).toBe(201)
  const params = { webhookid: made.body.webhook.id }
  expect((await call(changeStaffWebhook, { params, body: { url: 'https://192.168.1.1/' } })).problem.code).toBe(
    'invalid_request',
  )
  expect((await call(listStaffWebhooks)).body).toMatchObject([{ url: 'https://93.184.216.34/x' }])
})

test('another company, and an administrator of other portals, find no webhook of theirs', async () => {
  const { person, call, params, made } = await setUp(() => 500)
  const { serviceCompanyId } = person
  await raiseTicket(app, person)
  await runDue()
  const [delivery] = (await call(listStaffDeliveries, { params })).body
  const { portalId } = await aPortal(database, { serviceCompanyId })
  const limited = await asStaff(app, await aStaffAccount(app, { serviceCompanyId, portalIds: [portalId] }))
  const stranger = await asStaff(app, await aStaffAccount(app))
  for (const other of [limited, stranger]) {
    expect((await other(listStaffWebhooks)).body).toEqual([])
    const ofDelivery = { params: { ...params, deliveryid: delivery?.id ?? 0 } }
    for (const answer of [
      await other(changeStaffWebhook, { params, body: { enabled: false } }),
      await other(removeStaffWebhook, { params }),
      await other(rotateStaffWebhookSecret, { params }),
      await other(testStaffWebhook, { params }),
      await other(listStaffDeliveries, { params }),
      await other(readStaffDelivery, ofDelivery),
      await other(retryStaffDelivery, ofDelivery),
      await other(retryParkedDeliveries, { params }),
    ])
      expect(answer.problem).toMatchObject({ status: 404, code: 'not_found' })
  }
  expect((await call(listStaffWebhooks)).body).toMatchObject([{ id: made.webhook.id, enabled: true }])
  for (const portalIds of [null, [person.portalId]])
    expect(
      (await limited(createStaffWebhook, { body: { url: 'https://93.184.216.34/', types: [], portalIds } })).problem
        .code,
    ).toBe('not_found')
  expect(
    (await call(createStaffWebhook, { body: { url: made.webhook.url, types: ['x'], portalIds: null } })).problem.code,
  ).toBe('invalid_request')
})
