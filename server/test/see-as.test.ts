import type { Endpoint } from '@portico/contract/endpoint'
import { describe, expect, test } from 'vitest'
import { portalApi } from '../src/apis.ts'
import { join, raw, sql } from '../src/kernel/database/db.ts'
import { anAddress, pathOf, testApp } from './fixtures/app.ts'
import { aComment, aMembership, aStaffUser, aTicket, aUser } from './fixtures/factories.ts'
import { portalSamples } from './fixtures/portal-samples.ts'
import { seeAs } from './fixtures/see-as.ts'
import { aStaffAccount } from './fixtures/staff.ts'
import { foreignMarks, importTenantIsolationData } from './fixtures/tenant-isolation-data.ts'

// Every call of the customers with the token of an employee who sees as one of them (specification/staff-see-as.md#reads-only).

const app = await testApp()
const { database } = app
const samples = portalSamples(app)

const tables = await database.many<{ name: string }>(sql`select c.oid::regclass::text as name from pg_class c
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname not in ('see_as', 'security_event', 'contact_log')`)

/** What every table holds. */
const snapshot = async () => {
  await app.deps.openings.flush()
  const rows = await database.many<{ name: string; rows: string | null }>(
    join(
      tables.map(
        ({ name }) =>
          sql`select ${name} as name, md5(string_agg(t::text, ',' order by t::text)) as rows from ${raw(name)} t`,
      ),
      ' union all ',
    ),
  )
  return Object.fromEntries(rows.map(({ name, rows }) => [name, rows]))
}

test('the snapshot has every table that a customer could change, and sees a change', async () => {
  const names = tables.map(({ name }) => name)
  expect(names).toEqual(
    expect.arrayContaining(['session', 'ticket_read', 'ticket', 'comment', 'event', 'idempotency', 'web_user', 'job']),
  )
  const person = await aUser(database)
  await app.as(person)
  const before = await snapshot()
  await database.run(sql`update session set last_seen_at = now() where web_user_id = ${person.webUserId}`)
  expect(await snapshot()).not.toEqual(before)
})

/** Beside what the rule says, reads of which others are told, and the log of the contact. */
const closed = ['readDocumentToSign', 'listContactLog', 'exportContactLog']

const isRefused = ({ method, access, path, name }: Endpoint) =>
  method !== 'GET' || closed.includes(name) || (access === 'user' && name !== 'readMe') || path.startsWith('/api/auth/')

/** A person whose session is old enough to be extended by the next call, an unread answer, and an employee who sees as the person. */
const aSeenPerson = async () => {
  const person = await aUser(database)
  const { serviceCompanyId } = person
  const { id } = await aTicket(database, person)
  await aComment(database, person, id, { staffUserId: await aStaffUser(database, { serviceCompanyId }) })
  await app.as(person)
  app.clock.pass(6 * 60_000)
  return { person, eye: await seeAs(app, await aStaffAccount(app, { serviceCompanyId, role: 'office' }), person) }
}

describe.each(portalApi.endpoints.map(endpoint => [endpoint.name, endpoint] as const))('%s', (_, endpoint) => {
  test(isRefused(endpoint) ? 'is refused' : 'reads and changes nothing', async () => {
    const { person, eye } = await aSeenPerson()
    const sample = await (samples[endpoint.name] ?? expect.fail(`${endpoint.name} has no sample`))(person)
    const [before, stored] = [await snapshot(), await app.storedKeys()]
    if (isRefused(endpoint)) {
      const keyed = { ...sample.headers, 'idempotency-key': 'once' }
      const nowhere = {
        ...sample,
        params: Object.fromEntries(Object.keys(sample.params ?? {}).map(name => [name, 'x'])),
      }
      for (const sent of [sample, { ...sample, headers: keyed }, nowhere])
        expect((await eye.call(endpoint, sent as typeof sample)).problem).toMatchObject({
          status: 403,
          code: 'read_only',
        })
    } else if (endpoint.raw === 'text/event-stream') {
      // Its own test reads it; a HEAD passes the same gate.
      const { statusCode } = await app.http.inject({
        method: 'HEAD',
        url: pathOf(endpoint.path, sample.params as unknown as Record<string, string>),
        headers: eye.headers,
        remoteAddress: anAddress(),
      })
      expect(statusCode).toBe(200)
    } else {
      const answer = await eye.call(endpoint, sample)
      expect(answer.status, answer.text).toBe(sample.status)
    }
    expect(await snapshot()).toEqual(before)
    expect(await app.storedKeys()).toEqual(stored)
  })
})

test('no call tells of another contact or portal, even of those that the person belongs to', async () => {
  const everybody = await importTenantIsolationData(app)
  const person = everybody.get('zC1P1K1') ?? expect.fail()
  for (const mark of ['zC1P1K2', 'zC1P2K1'])
    await aMembership(database, everybody.get(mark) ?? expect.fail(), person.webUserId, { referentName: 'Altrove' })
  const { serviceCompanyId } = person
  const eye = await seeAs(app, await aStaffAccount(app, { serviceCompanyId }), person)
  const own = await app.as(person)
  const readable = portalApi.endpoints.filter(
    endpoint => !isRefused(endpoint) && endpoint.access !== 'open' && endpoint.raw !== 'text/event-stream',
  )
  expect(readable.length).toBeGreaterThan(15)
  for (const endpoint of readable) {
    const sample = await (samples[endpoint.name] ?? expect.fail())(person)
    const answer = await eye.call(endpoint, sample)
    expect(answer.status, `${endpoint.name} ${answer.text}`).toBe(sample.status)
    expect(foreignMarks(answer.text, person), endpoint.name).toEqual([])
  }
  // The person has both.
  const me = portalApi.endpoints.find(({ name }) => name === 'readMe') ?? expect.fail()
  expect(foreignMarks((await own(me)).text, person).length).toBeGreaterThan(0)
})
