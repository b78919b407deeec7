import { expect, test } from 'vitest'
import { answerTicket, performEveryAction, raiseTicket, waitForEvents } from '../../test/fixtures/actions.ts'
import { testApp } from '../../test/fixtures/app.ts'
import { aContact, aPortal, aUser } from '../../test/fixtures/factories.ts'
import { anOperator, type Operator } from '../../test/fixtures/operator.ts'
import { cleanUp } from '../cleanup.ts'
import { sql, tx } from '../kernel/database/db.ts'

const app = await testApp()
const { database } = app

type Event = { id: string; type: string; contact: string | null; portal: string | null; data: Record<string, unknown> }
type Feed = { events: Event[]; next: string | null }

const readAtOnce = async (operator: Operator, query: Record<string, string | number> = {}) => {
  const given = Object.entries(query).map(([name, value]) => [name, String(value)] as [string, string])
  const text = new URLSearchParams(given)
  return (await operator('GET', `/events?${text}`)).json as Feed
}

const read = async (...asked: Parameters<typeof readAtOnce>) => {
  await waitForEvents(database)
  return readAtOnce(...asked)
}

const setUp = async () => {
  const person = await aUser(database)
  return { person, operator: await anOperator(app, person) }
}

test('every action of a customer is one event that names its records by externalId', async () => {
  const { person, operator } = await setUp()
  const expected = await performEveryAction(app, person)
  const { events } = await read(operator)
  expect(events.map(({ type, data }) => ({ type, data }))).toEqual(expected)
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length)
  const names = await database.one<
    Record<string, string>
  >(sql`select p.external_id as portal, c.external_id as contact, u.external_id as "webUser"
    from portal p, contact c, web_user u
    where p.id = ${person.portalId} and c.id = ${person.contactId} and u.id = ${person.webUserId}`)
  expect(events[0]).toMatchObject({
    id: expect.stringMatching(/^evt_\d+$/),
    createdAt: '2026-03-02T08:30:00Z',
    ...names,
  })
  // A booking from the public list has no user, a profile change has no portal.
  expect(events[8]).toMatchObject({ contact: null, webUser: null })
  expect(events[12]).toMatchObject({ ...names, portal: null, contact: null })
  expect(JSON.stringify(events)).not.toMatch(/una barca|argon2/)
}, 30_000)

test('a reader pages through the feed without duplicates', async () => {
  const { person, operator } = await setUp()
  expect(await read(operator)).toEqual({ events: [], next: null })
  const ticketId = await raiseTicket(app, person)
  for (let n = 0; n < 4; n++) await answerTicket(app, person, ticketId)
  const whole = await read(operator)
  const paged: Event[] = []
  let after = ''
  for (let page = await read(operator, { limit: 2 }); page.events.length > 0; ) {
    paged.push(...page.events)
    after = page.next ?? ''
    page = await read(operator, { limit: 2, after })
  }
  expect(paged).toEqual(whole.events)
  expect(paged).toHaveLength(5)
  const closed = await read(operator, { types: 'ticket.created, ticket.closed' })
  expect(closed.events.map(({ type }) => type)).toEqual(['ticket.created'])
  // A page below the limit reaches the end of the feed.
  expect(closed.next).toBe(whole.next)
})

test('an event that commits late with an earlier id is not missed', async () => {
  const { person, operator } = await setUp()
  const ticketId = await raiseTicket(app, person)
  const first = await read(operator)
  let commit = () => {}
  const committed = new Promise<void>(resolve => {
    void (async () => {
      let wrote = () => {}
      const written = new Promise<void>(done => {
        wrote = done
      })
      const open = tx(database, async db => {
        await db.run(sql`insert into event (service_company_id, portal_id, contact_id, type, by_customer, purpose)
          values (${person.serviceCompanyId}, ${person.portalId}, ${person.contactId}, 'document.created', true, 'document')`)
        wrote()
        await new Promise<void>(release => {
          commit = release
        })
      })
      await written
      resolve()
      await open
    })()
  })
  await committed
  await answerTicket(app, person, ticketId)
  const meanwhile = await readAtOnce(operator, { after: first.next ?? '' })
  expect(meanwhile).toEqual({ events: [], next: first.next })
  commit()
  await expect
    .poll(async () => (await read(operator, { after: meanwhile.next ?? '' })).events.map(({ type }) => type))
    .toEqual(['document.created', 'comment.created'])
})

test('a key sees only its own company, and only its portals if it is limited to some', async () => {
  const { person, operator } = await setUp()
  const other = await aPortal(database, person)
  const neighbour = await aUser(database, { contact: await aContact(database, other) })
  await raiseTicket(app, person)
  await raiseTicket(app, neighbour)
  for (const one of [person, neighbour])
    await database.run(sql`insert into event (service_company_id, web_user_id, type, by_customer)
      values (${one.serviceCompanyId}, ${one.webUserId}, 'profile.changed', true)`)
  expect((await read(operator)).events).toHaveLength(4)
  const limited = await anOperator(app, { ...person, portalIds: [other.portalId] })
  const seen = (await read(limited)).events
  expect(seen.map(({ type }) => type)).toEqual(['ticket.created', 'profile.changed'])
  expect(seen[0]?.portal).not.toBe((await read(operator)).events[0]?.portal)
  expect((await read(await anOperator(app))).events).toEqual([])
  // Events written by the service company itself are not customer actions.
  await database.run(sql`insert into event (service_company_id, portal_id, contact_id, type, purpose)
    values (${person.serviceCompanyId}, ${person.portalId}, ${person.contactId}, 'document.created', 'invoice')`)
  expect((await read(operator)).events).toHaveLength(4)
})

test('deleting a record deletes its events, and a reader can continue', async () => {
  const { person, operator } = await setUp()
  const [first, second] = [await raiseTicket(app, person), await raiseTicket(app, person)]
  const { next } = await read(operator)
  await database.run(sql`delete from ticket where id = ${second}`)
  expect((await read(operator)).events).toHaveLength(1)
  await answerTicket(app, person, first)
  expect((await read(operator, { after: next ?? '' })).events.map(({ type }) => type)).toEqual(['comment.created'])
})

test('a cursor older than the retained events is refused; one at the last deleted event is not', async () => {
  const { person, operator } = await setUp()
  const [first, second] = [await raiseTicket(app, person), await raiseTicket(app, person)]
  const { next: before } = await read(operator, { limit: 1 })
  const { next: upToNow } = await read(operator)
  await database.run(sql`update event set created_at = ${new Date(app.clock.now().getTime() - 91 * 24 * 3_600_000)}
    where ticket_id in (${first}, ${second})`)
  await cleanUp(app.deps)
  const { problem } = await operator('GET', `/events?after=${before}`)
  expect(problem).toMatchObject({ code: 'invalid_request', errors: [{ path: 'query.after' }] })
  expect(problem.errors?.[0]?.message).toContain('read the lists anew')
  await answerTicket(app, person, second)
  expect((await read(operator, { after: upToNow ?? '' })).events).toHaveLength(1)
  expect((await read(operator)).events).toHaveLength(1)
})

test.each([
  ['after=x', 'query.after'],
  [`after=${Buffer.from('99999999999999999999-1').toString('base64url')}`, 'query.after'],
  [`after=${Buffer.from('4000000000000-1').toString('base64url')}`, 'query.after'],
  ['types=ticket.created,ticket.exploded', 'query.types'],
  ['limit=0', 'query.limit'],
  ['limit=501', 'query.limit'],
])('%s is refused', async (query, path) => {
  const { problem } = await (await anOperator(app))('GET', `/events?${query}`)
  expect(problem).toMatchObject({ code: 'invalid_request', errors: [{ path }] })
})

test('a page takes one statement, whatever its events', async () => {
  const { person, operator } = await setUp()
  await raiseTicket(app, person)
  await read(operator)
  const statements = await app.statementsOf(() => readAtOnce(operator))
  expect(statements.filter(text => text.includes(' event '))).toHaveLength(1)
  expect(statements).toHaveLength(2)
})
