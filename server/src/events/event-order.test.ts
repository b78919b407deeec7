import { randomUUID } from 'node:crypto'
import { closeTicket, createComment, readTicket } from '@portico/contract/tickets'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { raiseTicket, waitForEvents } from '../../test/fixtures/actions.ts'
import { pathOf, testApp } from '../../test/fixtures/app.ts'
import { aTicket, aUser, type Person } from '../../test/fixtures/factories.ts'
import { anOperator } from '../../test/fixtures/operator.ts'
import { webhookReceiver } from '../../test/fixtures/webhook-receiver.ts'
import { testDatabase } from '../../test/servers/database.ts'
import { buildApp } from '../app.ts'
import { type Db, openDb, sql, tx } from '../kernel/database/db.ts'
import { openDispatcher } from '../webhooks/dispatcher.ts'
import type { Position } from './position.ts'
import { eventsAfter } from './queries.ts'

const app = await testApp({ webhookAllowPrivate: true })
const { database } = app
/** Stands for a second server process on the same database. */
const secondPool = openDb({ connection: database.connection, log: () => {} })
const second = await buildApp({ ...app.deps, database: secondPool })
afterAll(async () => {
  await second.close()
  await secondPool.close()
})
const elsewhere = await testDatabase()

type Told = { type: string; data: { ticket: string } }

/** Replays the events of a ticket: impossible transitions, and whether the ticket is closed at the end. */
const replay = (told: Told[]) => {
  const faults: string[] = []
  let closed = false
  for (const { type } of told) {
    if (type === 'ticket.closed' && closed) faults.push('closed while it is closed')
    if (type === 'ticket.reopened' && !closed) faults.push('reopened while it is open')
    if (type === 'ticket.closed') closed = true
    if (type === 'ticket.reopened') closed = false
  }
  return { faults, closed }
}

const insertEvent = (db: Db, person: Person, ticketId: number) =>
  db.run(sql`insert into event (service_company_id, portal_id, contact_id, type, ticket_id)
    values (${person.serviceCompanyId}, ${person.portalId}, ${person.contactId}, 'comment.created', ${ticketId})`)

/** Assigns the transaction its id, as the first write would. */
const takeNumber = (db: Db) => db.one(sql`select pg_current_xact_id()`)

const lockRow = (db: Db, ticketId: number) => db.run(sql`select from ticket where id = ${ticketId} for update`)

/** A promise and the function that resolves it. */
const signal = () => {
  let give = () => {}
  const given = new Promise<void>(resolve => {
    give = resolve
  })
  return { give, given }
}

/** Runs `first` in a transaction and keeps it open. The returned function runs `last` and commits. */
const holding = async (
  db: Db,
  first: (db: Db) => Promise<unknown>,
  last: (db: Db) => Promise<unknown> = async () => {},
) => {
  const [begun, released] = [signal(), signal()]
  const over = tx(db, async db => {
    await first(db)
    begun.give()
    await released.given
    await last(db)
  })
  await begun.given
  const end = async () => {
    released.give()
    await over
  }
  onTestFinished(end)
  return end
}

const ticketsOf = async (position: Position) =>
  (await eventsAfter(database, position, 500)).map(({ ticketId }) => ticketId)
const positionNow = async (): Promise<Position> => {
  const { transaction, id } = await database.one<{ transaction: string; id: number }>(
    sql`select event_transaction()::text as transaction, coalesce(max(id), 0) as id from event`,
  )
  return { transaction: BigInt(transaction), id }
}

test('events of a ticket are ordered by the locks on the ticket, not by the start of the transactions', async () => {
  const person = await aUser(database)
  const { id } = await aTicket(database, person)
  const order = async () =>
    (
      await database.many<{ by: string }>(
        sql`select e.detail->>'by' as by from event e where e.ticket_id = ${id} order by e.transaction, e.id`,
      )
    ).map(({ by }) => by)
  const write = (by: string) => async (db: Db) => {
    await lockRow(db, id)
    await db.run(sql`insert into event (service_company_id, portal_id, contact_id, type, ticket_id, detail)
      values (${person.serviceCompanyId}, ${person.portalId}, ${person.contactId}, 'comment.created', ${id},
        ${JSON.stringify({ by })})`)
  }
  const first = await holding(database, takeNumber, write('first to begin'))
  const middle = await holding(database, takeNumber, write('second to begin'))
  await tx(secondPool, write('last to begin'))
  await middle()
  await first()
  expect(await order()).toEqual(['last to begin', 'second to begin', 'first to begin'])
})

test('an event written by the statement that waited for the lock comes after earlier events', async () => {
  const person = await aUser(database)
  const { id } = await aTicket(database, person)
  // Like an import, one statement changes the row and writes the event; its snapshot is older than the wait.
  const imported = (db: Db) =>
    db.run(sql`with written as (update ticket set title = 'Nuovo' where id = ${id} returning *)
    insert into event (service_company_id, portal_id, contact_id, type, ticket_id)
    select service_company_id, portal_id, contact_id, 'ticket.changed', id from written`)
  const before = await holding(
    database,
    async db => {
      await takeNumber(db)
      await lockRow(db, id)
    },
    db => insertEvent(db, person, id),
  )
  const waiting = tx(secondPool, async db => {
    await takeNumber(db)
    await imported(db)
  })
  await expect
    .poll(() =>
      database.one(sql`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`),
    )
    .toEqual({ n: 1 })
  // These transactions have higher ids than the waiting one, and end before the first event is written.
  for (let n = 0; n < 3; n++) await takeNumber(database)
  await before()
  await waiting
  const rows = await database.many(sql`select type from event where ticket_id = ${id} order by transaction, id`)
  expect(rows).toEqual([{ type: 'comment.created' }, { type: 'ticket.changed' }])
})

test('feed, open screens and webhooks report concurrent closing and answering in the real order', {
  timeout: 300_000,
}, async () => {
  const [rounds, callers] = [12, 6]
  app.clock.set(new Date())
  const person = await aUser(database)
  const operator = await anOperator(app, person)
  const receiver = await webhookReceiver()
  await operator('POST', '/webhooks', { url: receiver.url })
  const { token } = await app.as(person)
  const post = async (server: typeof second, path: string, body: object) => {
    const { statusCode } = await server.inject({
      method: 'POST',
      url: path,
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
      payload: body,
    })
    expect(statusCode).toBeLessThan(300)
  }
  const tickets = new Map<string, boolean>()
  for (let round = 0; round < rounds; round++) {
    const id = await raiseTicket(app, person)
    await Promise.all(
      Array.from({ length: callers }, (_, n) => {
        const server = n % 2 === 0 ? app.http : second
        return n < callers / 2
          ? post(server, pathOf(closeTicket.path, { ...person.here, ticketid: id }), {})
          : post(server, pathOf(createComment.path, person.here), { taskId: id, message: 'Ancora' })
      }),
    )
    const { comments } = (await (await app.as(person))(readTicket, { params: { ...person.here, ticketid: id } })).body
    const { name, closed } = await database.one<{ name: string; closed: boolean }>(
      sql`select external_id as name, task_status = 2 as closed from ticket where id = ${id}`,
    )
    expect(comments.length).toBeGreaterThan(callers / 2)
    tickets.set(name, closed)
  }
  await waitForEvents(database)
  const feed: Told[] = []
  for (let after = ''; ; ) {
    const page = (await operator('GET', `/events?limit=500${after}`)).json as unknown as {
      events: Told[]
      next: string
    }
    feed.push(...page.events)
    after = `&after=${page.next}`
    if (page.events.length === 0) break
  }
  // On a busy machine one run may end early because an attempt takes too long.
  const dispatcher = openDispatcher(app.deps)
  const delivered = async () => {
    await dispatcher.runDue()
    return receiver.received.length
  }
  await expect.poll(delivered, { timeout: 60_000 }).toBe(feed.length)
  const sent = receiver.received.map(({ body }) => JSON.parse(body) as Told)
  for (const [name, closed] of tickets)
    for (const source of [feed, sent])
      expect(replay(source.filter(({ data }) => data.ticket === name))).toEqual({ faults: [], closed })
  const read = await eventsAfter(database, { transaction: 0n, id: 0 }, 5000)
  const mine = read.filter(({ contactId }) => contactId === person.contactId)
  expect(mine.map(({ type }) => type)).toEqual(feed.map(({ type }) => type))
})

test('a transaction that has written no event does not delay the feed, in this database or another', async () => {
  const person = await aUser(database)
  const [one, two, three] = [
    await aTicket(database, person),
    await aTicket(database, person),
    await aTicket(database, person),
  ]
  const position = await positionNow()
  await holding(secondPool, db => db.run(sql`insert into service_company (name) values ('Qui')`))
  // A write to a table of the same name and OID in another database of the server must not count.
  await holding(elsewhere, async db => {
    await takeNumber(db)
    await db.run(sql`delete from event`)
  })
  await insertEvent(database, person, one.id)
  expect(await ticketsOf(position)).toEqual([one.id])

  const hold = await holding(secondPool, db => insertEvent(db, person, two.id))
  await insertEvent(database, person, three.id)
  expect(await ticketsOf(position)).toEqual([one.id])
  await hold()
  expect(await ticketsOf(position)).toEqual([one.id, two.id, three.id])
})

test('a reader of the feed misses nothing during many writes and sees the events of each ticket in order', {
  timeout: 300_000,
}, async () => {
  const person = await aUser(database)
  const tickets = await Promise.all(Array.from({ length: 4 }, () => aTicket(database, person)))
  const [writers, each, readers] = [8, 50, 3]
  const pools = [database, secondPool]
  const start = await positionNow()
  let over = false
  const follow = async () => {
    let position = start
    const seen: { id: number; ticketId: number | null }[] = []
    // After the last write, an empty page is the end.
    for (let last = false, events = []; !last || events.length > 0; ) {
      last = over
      events = await eventsAfter(database, position, 20)
      for (const { transaction, id, ticketId } of events) {
        position = { transaction: BigInt(transaction), id }
        seen.push({ id, ticketId })
      }
    }
    return seen
  }
  const reading = Promise.all(Array.from({ length: readers }, follow))
  const write = async (writer: number) => {
    for (let n = 0; n < each; n++) {
      const ticket = tickets[Math.floor(Math.random() * tickets.length)] ?? { id: 0 }
      await tx(pools[writer % 2] ?? database, async db => {
        // A transaction may get its id early and commit late.
        if (n % 3 === 0) await takeNumber(db)
        await db.one(sql`select pg_sleep(random() * 0.004)`)
        await lockRow(db, ticket.id)
        await insertEvent(db, person, ticket.id)
        if (n % 5 === 0) await tx(db, db => insertEvent(db, person, ticket.id))
        if (n % 7 === 0)
          await tx(db, async db => {
            await insertEvent(db, person, ticket.id)
            throw new Error('undone')
          }).catch(() => {})
        if (n % 4 === 0) await db.one(sql`select pg_sleep(random() * 0.008)`)
      })
    }
  }
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
  await waitForEvents(database)
  over = true
  const there = await database.many<{ id: number }>(
    sql`select id from event where contact_id = ${person.contactId} order by id`,
  )
  for (const seen of await reading) {
    expect(seen.map(({ id }) => id).sort((a, b) => a - b)).toEqual(there.map(({ id }) => id))
    for (const { id } of tickets) {
      const ids = seen.filter(({ ticketId }) => ticketId === id).map(event => event.id)
      expect(ids).toEqual(ids.toSorted((a, b) => a - b))
    }
  }
})
