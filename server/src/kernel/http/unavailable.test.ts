import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { readMe } from '@portico/contract/auth'
import { closeTicket } from '@portico/contract/tickets'
import { expect, inject, onTestFinished, test } from 'vitest'
import { pathOf, type TestApp, testApp } from '../../../test/fixtures/app.ts'
import { aTicket, aUser } from '../../../test/fixtures/factories.ts'
import { asAdmin } from '../../../test/servers/database.ts'
import { openDb, raw, sql, tx, Unavailable } from '../database/db.ts'

/** Holds a lock, and with it a connection, until the returned function is called. */
const holding = async (database: Parameters<typeof tx>[0], statement = sql`select 1`) => {
  let release = () => {}
  let work: Promise<void> = Promise.resolve()
  await new Promise<void>(held => {
    work = tx(database, async db => {
      await db.run(statement)
      held()
      await new Promise<void>(resolve => {
        release = resolve
      })
    })
  })
  return async () => {
    release()
    await work
  }
}

test('an exhausted pool answers 503 with Retry-After, and recovers', async () => {
  const app = await testApp({}, { max: 2, acquireTimeout: 200 })
  const mine = await app.as(await aUser(app.database))
  const held = [await holding(app.database), await holding(app.database)]
  const { problem, headers } = await mine(readMe)
  expect(problem).toMatchObject({ status: 503, code: 'unavailable' })
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  expect((await app.http.inject({ url: '/readyz' })).statusCode).toBe(503)
  expect((await app.http.inject({ url: '/healthz' })).statusCode).toBe(200)
  for (const release of held) await release()
  expect((await mine(readMe)).status).toBe(200)
  expect((await app.http.inject({ url: '/readyz' })).statusCode).toBe(200)
})

test('connections that the database has closed are opened again', async () => {
  const app = await testApp()
  const person = await aUser(app.database)
  const mine = await app.as(person)
  await Promise.all(Array.from({ length: 5 }, () => mine(readMe)))
  await app.database
    .run(
      sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    )
    .catch(() => undefined)
  const statuses = await Promise.all(Array.from({ length: 5 }, async () => (await mine(readMe)).status))
  expect(statuses.every(status => status === 200 || status === 503)).toBe(true)
  expect((await mine(readMe)).status).toBe(200)
})

const nameOf = async ({ database }: TestApp) =>
  (await database.one<{ name: string }>(sql`select current_database()::text as name`)).name

/** Ends the connections of a database, so that the next call has to log in again. */
const cut = async ({ database }: TestApp, name: string) => {
  await asAdmin(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
  await expect.poll(() => database.connections().open).toBe(0)
}

const readiness = async ({ http }: TestApp) => (await http.inject({ url: '/readyz' })).statusCode

test.each([
  [
    'has another name',
    (name: string) => `alter database ${name} rename to ${name}_away`,
    (name: string) => `alter database ${name}_away rename to ${name}`,
  ],
  [
    'accepts no connections',
    (name: string) => `alter database ${name} allow_connections false`,
    (name: string) => `alter database ${name} allow_connections true`,
  ],
])('while the database %s, as in a failover, the answer is 503 with Retry-After', async (_, shut, open) => {
  const app = await testApp()
  const mine = await app.as(await aUser(app.database))
  const name = await nameOf(app)
  await cut(app, name)
  await asAdmin(shut(name))
  try {
    const { problem, headers } = await mine(readMe)
    expect(problem).toMatchObject({ status: 503, code: 'unavailable' })
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(await readiness(app)).toBe(503)
  } finally {
    await asAdmin(open(name))
  }
  expect((await mine(readMe)).status).toBe(200)
  expect(await readiness(app)).toBe(200)
})

test('a database that refuses the login of its user is Unavailable', async () => {
  const role = `portico_test_${randomBytes(6).toString('hex')}`
  await asAdmin(`create role ${role} nologin`)
  onTestFinished(() => asAdmin(`drop role ${role}`))
  const server = inject('server')
  const connection = typeof server === 'string' ? new URL(server) : { ...server, user: role }
  if (connection instanceof URL) connection.username = role
  const shut = openDb({ connection: connection instanceof URL ? connection.href : connection, log: () => {} })
  await expect(shut.one(sql`select 1`)).rejects.toBeInstanceOf(Unavailable)
})

test('a process on a read-only database, such as a standby, is not ready', async () => {
  const app = await testApp()
  const name = await nameOf(app)
  expect(await readiness(app)).toBe(200)
  await asAdmin(`alter database ${name} set default_transaction_read_only = on`)
  await cut(app, name)
  expect(await readiness(app)).toBe(503)
  expect((await app.http.inject({ url: '/healthz' })).statusCode).toBe(200)
  await asAdmin(`alter database ${name} reset default_transaction_read_only`)
  await cut(app, name)
  expect(await readiness(app)).toBe(200)
})

test('a statement that fails halfway leaves no changes and reveals nothing about itself', async () => {
  const app = await testApp()
  const person = await aUser(app.database)
  const { id } = await aTicket(app.database, person)
  await app.database.run(raw('alter table event add constraint never check (false) not valid'))
  const { problem } = await (await app.as(person))(closeTicket, { params: { ...person.here, ticketid: id }, body: {} })
  expect(problem).toMatchObject({ status: 500, code: 'internal', detail: 'Something went wrong on our side.' })
  const { untouched } = await app.database.one<{ untouched: boolean }>(
    sql`select task_status = 0 and not exists (select from comment) as untouched from ticket where id = ${id}`,
  )
  expect(untouched).toBe(true)
})

test('a stopping server finishes running requests, accepts no new ones, and does not wait for idle connections', async () => {
  const app = await testApp()
  const origin = await app.http.listen({ port: 0, host: '127.0.0.1' })
  const person = await aUser(app.database)
  const { token } = await app.as(person)
  const { id } = await aTicket(app.database, person)
  const agent = new Agent({ keepAlive: true })
  const send = (method: string, path: string, body = '') =>
    new Promise<{ status: number | undefined; connection: string | undefined; text: string }>((resolve, reject) => {
      const sent = request(origin + path, {
        method,
        agent,
        headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      })
      sent.on('response', async answer =>
        resolve({ status: answer.statusCode, connection: answer.headers.connection, text: await text(answer) }),
      )
      sent.on('error', reject)
      sent.end(body)
    })
  await send('GET', '/api/users/me')
  const accepted = once(app.http.server, 'connection')
  const ahead = connect(Number(new URL(origin).port), '127.0.0.1')
  await accepted

  const release = await holding(app.database, sql`select from ticket where id = ${id} for update`)
  const slow = send('POST', pathOf(closeTicket.path, { ...person.here, ticketid: id }), '{}')
  await expect
    .poll(async () => {
      const waiting = sql`select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      return (await app.database.one<{ n: number }>(waiting)).n
    })
    .toBe(1)
  const since = performance.now()
  const closed = app.http.close()
  await release()
  expect(await slow).toMatchObject({
    status: 200,
    connection: 'close',
    text: expect.stringContaining('"event":"closed"'),
  })
  await closed
  expect(performance.now() - since).toBeLessThan(5000)
  await expect(send('GET', '/healthz')).rejects.toThrow(/ECONNREFUSED/)
  agent.destroy()
  ahead.destroy()
})
