import { expect, test } from 'vitest'
import { raiseTicket } from '../../test/fixtures/actions.ts'
import { testApp } from '../../test/fixtures/app.ts'
import { aUser } from '../../test/fixtures/factories.ts'
import { anOperator } from '../../test/fixtures/operator.ts'
import { webhookReceiver } from '../../test/fixtures/webhook-receiver.ts'
import { sql } from '../kernel/database/db.ts'
import { openDispatcher } from './dispatcher.ts'

const app = await testApp()
const { database } = app

test.each([
  'http://127.0.0.1:9/',
  'http://localhost:9/',
  'http://[::1]:9/',
  'http://[::ffff:127.0.0.1]:9/',
  'http://2130706433:9/',
  'http://0x7f.1:9/',
  'http://017700000001/',
  'http://169.254.169.254/latest/meta-data/',
  'http://①②⑦.0.0.1/',
])('a webhook to %s is refused', async url => {
  const { problem } = await (await anOperator(app))('POST', '/webhooks', { url })
  expect(problem).toMatchObject({ code: 'invalid_request', errors: [{ path: 'body.url' }] })
  expect(problem.errors?.[0]?.message).toContain('private network')
})

test('a webhook may use the allowed ports, and any other that WEBHOOK_PORTS allows', async () => {
  const guarded = await anOperator(app)
  const port = (problem: { errors?: { path: string; message: string }[] }) => problem.errors?.[0]
  for (const url of ['http://8.8.8.8:22/', 'https://8.8.8.8:25/', 'https://[2606:4700::1111]:6379/x']) {
    const { problem } = await guarded('POST', '/webhooks', { url })
    expect(problem.code).toBe('invalid_request')
    expect(port(problem)).toEqual({ path: 'body.url', message: expect.stringContaining('WEBHOOK_PORTS') })
  }
  for (const url of ['http://8.8.8.8/', 'https://8.8.8.8/', 'https://8.8.8.8:8443/', 'http://8.8.8.8:8080/'])
    expect((await guarded('POST', '/webhooks', { url })).status).toBe(201)
  const { id } = (await guarded('GET', '/webhooks')).json[0] as unknown as { id: number }
  expect((await guarded('PATCH', `/webhooks/${id}`, { url: 'http://8.8.8.8:22/' })).status).toBe(400)

  const any = await anOperator(await testApp({ webhookPorts: undefined }))
  expect((await any('POST', '/webhooks', { url: 'http://8.8.8.8:9443/' })).status).toBe(201)
})

test('a host that resolves to a private address at the time of the delivery is refused', async () => {
  const person = await aUser(database)
  const receiver = await webhookReceiver()
  const allowing = openDispatcher({ ...app.deps, webhookAllowPrivate: true })
  const dispatcher = openDispatcher(app.deps)
  for (const host of ['localhost', '127.0.0.1'])
    await database.run(sql`insert into webhook (service_company_id, url, sealed_secret, transaction, event_id)
      values (${person.serviceCompanyId}, ${receiver.url.replace('127.0.0.1', host)},
        ${app.deps.secrets.encrypt('whsec_AAAA', 'webhook secret')}, '0', 0)`)
  await raiseTicket(app, person)
  const deliveries = async () => {
    await dispatcher.runDue()
    return database.many(sql`select state, last_status as status, last_error as error from webhook_delivery
      where service_company_id = ${person.serviceCompanyId}`)
  }
  const refused = { state: 'waiting', status: null, error: expect.stringContaining('private network') }
  // A transaction of another test holds back newer events.
  await expect.poll(deliveries).toEqual([refused, refused])
  expect(receiver.received).toEqual([])
  await database.run(sql`update webhook_delivery set due_at = now()`)
  await allowing.runDue()
  expect(receiver.received).toHaveLength(2)
})
