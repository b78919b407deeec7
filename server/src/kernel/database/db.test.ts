import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/servers/database.ts'
import {
  type Db,
  isForeignKeyViolation,
  isUniqueViolation,
  lock,
  openDb,
  raw,
  script,
  sql,
  tx,
  Unavailable,
} from './db.ts'

const statements: string[] = []
const db = await testDatabase({ max: 3, acquireTimeout: 300, onStatement: text => statements.push(text) })
await script(
  db,
  `create table box (id bigint primary key, name text constraint box_name unique);
   create table thing (box_id bigint constraint thing_box references box);`,
)

const idsOfBoxes = async (at: Db = db) =>
  (await at.many<{ id: number }>(sql`select id from box order by id`)).map(({ id }) => id)
const putBox = (id: number, name = `box ${id}`) => sql`insert into box (id, name) values (${id}, ${name})`
const gate = () => {
  let open = () => {}
  const opened = new Promise<void>(resolve => {
    open = resolve
  })
  return { open, opened }
}
const caught = (promise: Promise<unknown>): Promise<unknown> => promise.then(() => undefined).catch(error => error)

test('each statement is prepared once per connection and reused', async () => {
  await tx(db, async db => {
    for (let id = 0; id < 3; id++) await db.one(sql`select ${id}::int as prepared_once`)
    const prepared = await db.many(
      sql`select statement, generic_plans + custom_plans as uses from pg_prepared_statements where statement like '%prepared_once'`,
    )
    expect(prepared).toEqual([{ statement: 'select $1::int as prepared_once', uses: 3 }])
  })
})

test('every call is a named statement, inside and outside a transaction', async () => {
  const single = openDb({ connection: db.connection, max: 1, log: () => {} })
  await single.many(sql`select 1 as many`)
  await single.one(sql`select 1 as one`)
  await single.maybe(sql`select 1 as maybe`)
  await single.run(sql`select 1 as run`)
  await tx(single, db => db.list(sql`select 1 as list`))
  const own = await single.many<{ text: string }>(sql`select statement as text from pg_prepared_statements`)
  for (const word of ['many', 'one', 'maybe', 'run', 'list'])
    expect(own.filter(({ text }) => text.includes(`select 1 as ${word}`))).toHaveLength(1)
  await single.close()
})

test('numbers are parsed as numbers, instants as Date, days as text', async () => {
  const row =
    await db.one(sql`select 9007199254740991::bigint as big, 12.50::numeric as amount, array[1, null]::bigint[] as ids,
    '2026-03-02 08:30:00+00'::timestamptz as at, '2026-03-02'::date as day, current_setting('timezone') as zone,
    current_setting('application_name') as application`)
  expect(row).toEqual({
    big: Number.MAX_SAFE_INTEGER,
    amount: 12.5,
    ids: [1, null],
    at: new Date('2026-03-02T08:30:00Z'),
    day: '2026-03-02',
    zone: 'UTC',
    application: 'portico',
  })
  await expect(db.one(sql`select 9007199254740993::bigint as big`)).rejects.toThrow('beyond 2^53')
})

test('one requires exactly one row, maybe at most one, run returns the number of changed rows', async () => {
  await expect(db.one(sql`select 1 where false`)).rejects.toThrow('got none')
  await expect(db.one(sql`select generate_series(1, 2)`)).rejects.toThrow('got 2')
  await expect(db.maybe(sql`select generate_series(1, 2)`)).rejects.toThrow('got 2')
  expect(await db.maybe(sql`select 1 where false`)).toBeUndefined()
  expect(await db.run(sql`insert into box (id) select generate_series(900, 902)`)).toBe(3)
  expect(await db.run(sql`delete from box where id >= 900`)).toBe(3)
})

test('list returns the same as many, in one statement, and an empty array for no rows', async () => {
  const statement = sql`select g as id, json_build_object('name', 'n' || g) as nested from generate_series(${1}::int, 3) g`
  const sent = statements.length
  const rows = await db.list(statement)
  expect(statements.length - sent).toBe(1)
  expect(rows).toEqual(await db.many(statement))
  expect(await db.list(sql`select 1 where false`)).toEqual([])
})

test('a transaction is committed completely or not at all', async () => {
  const failure = new Error('changed my mind')
  const failing = tx(db, async db => {
    await db.run(putBox(1))
    throw failure
  })
  await expect(failing).rejects.toBe(failure)
  expect(await idsOfBoxes()).toEqual([])
  expect(
    await tx(db, async db => {
      await db.run(putBox(1))
      return 'kept'
    }),
  ).toBe('kept')
  expect(await idsOfBoxes()).toEqual([1])
  await db.run(sql`delete from box`)
})

test('a nested transaction is rolled back alone', async () => {
  await tx(db, async db => {
    await db.run(putBox(1))
    await expect(
      tx(db, async db => {
        await db.run(putBox(2))
        await tx(db, db => db.run(putBox(3)))
        await db.run(putBox(1))
      }),
    ).rejects.toThrow('duplicate key')
    await tx(db, db => db.run(putBox(4)))
  })
  expect(await idsOfBoxes()).toEqual([1, 4])
  await db.run(sql`delete from box`)
})

test('a transaction with a failed statement whose error was ignored does not count as committed', async () => {
  const swallowing = tx(db, async db => {
    await db.run(putBox(1))
    await db.run(putBox(1)).catch(() => {})
  })
  await expect(swallowing).rejects.toThrow('one of its statements had failed')
  expect(await idsOfBoxes()).toEqual([])
})

test('of two transactions with the same lock, the second sees what the first wrote', async () => {
  const seen: number[] = []
  const write = async (db: Db, id: number) => {
    seen.push((await idsOfBoxes(db)).length)
    await db.run(putBox(id))
  }
  await Promise.all([
    tx(db, db => write(db, 1), { lock: 'boxes' }),
    tx(db, async db => {
      await lock(db, 'boxes')
      await write(db, 2)
    }),
    tx(db, db => write(db, 3), { lock: 'boxes' }),
  ])
  expect(seen).toEqual([0, 1, 2])
  await db.run(sql`delete from box`)
})

test('a transaction whose lock could not be taken does nothing', async () => {
  const { open, opened } = gate()
  const taken = gate()
  const holder = tx(
    db,
    async () => {
      taken.open()
      await opened
    },
    { lock: 'held' },
  )
  await taken.opened
  let hasBegun = false
  const work = async (db: Db) => {
    hasBegun = true
    await db.run(putBox(1))
  }
  const waiting = await caught(tx(db, work, { lock: 'held', statementTimeout: 200 }))
  expect(hasBegun).toBe(false)
  expect(waiting).toBeInstanceOf(Unavailable)
  expect(`${waiting}`).toContain('statement timeout')
  open()
  await holder
  expect(await idsOfBoxes()).toEqual([])
})

test('statements of a transaction keep their order, and none is sent after its end', async () => {
  const late = await tx(db, async db => {
    await Promise.all([db.run(putBox(1)), db.run(sql`update box set name = 'second' where id = 1`)])
    return db
  })
  expect(await db.one(sql`select name from box`)).toEqual({ name: 'second' })
  await expect(late.run(putBox(2))).rejects.toThrow('after the end of its transaction')
  await db.run(sql`delete from box`)
})

test('what goes on in parallel to a failure writes nothing after the rollback', async () => {
  const { open, opened } = gate()
  const onStatement = (text: string) => {
    if (text === 'rollback') open()
  }
  const single = openDb({ connection: db.connection, max: 1, log: () => {}, onStatement })
  const late: unknown[] = []
  const failing = tx(single, db =>
    Promise.all([
      db.run(putBox(1)).then(() => Promise.reject(new Error('no'))),
      opened.then(async () => late.push(await caught(db.run(putBox(2))))),
    ]),
  )
  expect(await caught(failing)).toEqual(new Error('no'))
  await expect.poll(() => late.length).toBe(1)
  expect(`${late}`).toContain('after the end of its transaction')
  await single.close()
  expect(await idsOfBoxes()).toEqual([])
})

test('deferred statements travel with the next one, and are visible to it', async () => {
  await tx(db, async db => {
    await db.defer(putBox(1))
    await db.defer(sql`update box set name = 'second' where id = 1`)
    expect(await db.one(sql`select name from box`)).toEqual({ name: 'second' })
    await db.defer(putBox(2))
  })
  await db.defer(putBox(3))
  expect(await idsOfBoxes()).toEqual([1, 2, 3])
  await db.run(sql`delete from box`)
})

test('a deferred statement that fails is the error of its transaction, also where another one comes after it', async () => {
  const atTheEnd = await caught(tx(db, db => db.defer(sql`insert into thing (box_id) values (77)`)))
  expect(isForeignKeyViolation(atTheEnd, 'thing_box')).toBe(true)
  const before = await caught(
    tx(db, async db => {
      await db.defer(sql`insert into thing (box_id) values (77)`)
      await db.run(putBox(1))
    }),
  )
  expect(isForeignKeyViolation(before, 'thing_box')).toBe(true)
  expect(await idsOfBoxes()).toEqual([])
})

test('deferred statements belong to the savepoint in which they were deferred', async () => {
  await tx(db, async db => {
    await db.defer(putBox(1))
    const refused = await caught(tx(db, db => db.defer(putBox(1, 'twin'))))
    expect(isUniqueViolation(refused, 'box_pkey')).toBe(true)
    const given = new Error('given up')
    const dropped = tx(db, async db => {
      await db.defer(putBox(2))
      throw given
    })
    expect(await caught(dropped)).toBe(given)
    await tx(db, db => db.defer(putBox(3)))
  })
  expect(await idsOfBoxes()).toEqual([1, 3])
  await db.run(sql`delete from box`)
})

test('a transaction that a deferred statement has put into conflict is tried again', async () => {
  let runs = 0
  await tx(db, async db => {
    runs++
    await db.run(putBox(runs))
    await db.defer(sql`do $$ begin if ${raw(String(runs))} = 1 then raise sqlstate '40001'; end if; end $$`)
  })
  expect(runs).toBe(2)
  expect(await idsOfBoxes()).toEqual([2])
  await db.run(sql`delete from box`)
})

test('nothing is deferred after the end of a transaction', async () => {
  const late = await tx(db, async db => db)
  await expect(late.defer(putBox(1))).rejects.toThrow('after the end of its transaction')
  expect(await idsOfBoxes()).toEqual([])
})

test('of two transactions in a deadlock, the loser is retried and both are committed', async () => {
  await db.run(sql`insert into box (id, name) values (1, 'x'), (2, 'y')`)
  const bothHoldOne = gate()
  let holding = 0
  let runs = 0
  const addTo = (first: number, second: number, mark: string) =>
    tx(db, async db => {
      runs++
      await db.run(sql`update box set name = name || ${mark} where id = ${first}`)
      if (++holding === 2) bothHoldOne.open()
      await bothHoldOne.opened
      await db.run(sql`update box set name = name || ${mark} where id = ${second}`)
    })
  await Promise.all([addTo(1, 2, 'a'), addTo(2, 1, 'b')])
  // The loser loses again if it is back before the winner has woken up, which happens on a busy machine.
  expect(runs).toBeGreaterThanOrEqual(3)
  const names = await db.many<{ name: string }>(sql`select name from box`)
  for (const { name } of names) expect(name).toMatch(/^[xy](ab|ba)$/)
  await db.run(sql`delete from box`)
})

test('violations name the constraint that refused the row', async () => {
  await db.run(putBox(1))
  const twin = await caught(db.run(putBox(2, 'box 1')))
  expect([isUniqueViolation(twin), isUniqueViolation(twin, 'box_name'), isUniqueViolation(twin, 'box_pkey')]).toEqual([
    true,
    true,
    false,
  ])
  const orphan = await caught(db.run(sql`insert into thing (box_id) values (77)`))
  expect([isForeignKeyViolation(orphan, 'thing_box'), isUniqueViolation(orphan)]).toEqual([true, false])
  expect(orphan).not.toBeInstanceOf(Unavailable)
  await db.run(sql`delete from box`)
})

test('a refused statement does not cost its connection', async () => {
  const pid = sql`select pg_backend_pid() as pid`
  const single = openDb({ connection: db.connection, max: 1, log: () => {} })
  const before = await single.one(pid)
  await caught(single.run(sql`select 1 / ${0}::int`))
  expect(await single.one(pid)).toEqual(before)
  await single.close()
})

test('with all connections in use, a call fails within the timeout, and works once one is free', async () => {
  const release = gate()
  const taken = Array.from({ length: 3 }, () =>
    tx(db, async db => {
      await db.one(sql`select 1`)
      await release.opened
    }),
  )
  await expect.poll(() => db.connections()).toMatchObject({ open: 3, idle: 0 })
  const since = performance.now()
  expect(await caught(db.one(sql`select 1`))).toBeInstanceOf(Unavailable)
  // Without its limit of 300 ms it waits for ever.
  expect(performance.now() - since).toBeLessThan(30_000)
  release.open()
  await Promise.all(taken)
  expect(await db.one(sql`select 1 as back`)).toEqual({ back: 1 })
})

test('after all connections were closed by the server, the next call works', async () => {
  await Promise.all([1, 2, 3].map(() => db.one(sql`select pg_sleep(0.05)`)))
  expect(db.connections().open).toBe(3)
  const other = openDb({ connection: db.connection, max: 1, log: () => {} })
  await other.many(sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`)
  await other.close()
  await expect.poll(() => db.connections().open).toBe(0)
  expect(await db.one(sql`select 1 as back`)).toEqual({ back: 1 })
})

test('a connection closed within a transaction is Unavailable, and nothing is committed', async () => {
  const cut = tx(db, async inner => {
    await inner.run(putBox(1))
    const { pid } = await inner.one<{ pid: number }>(sql`select pg_backend_pid() as pid`)
    await db.one(sql`select pg_terminate_backend(${pid}, 1000)`)
    await inner.run(putBox(2))
  })
  expect(await caught(cut)).toBeInstanceOf(Unavailable)
  expect(await idsOfBoxes()).toEqual([])
})

test('a statement over its time limit is Unavailable, unless its transaction allows more', async () => {
  const hasty = openDb({ connection: db.connection, max: 1, statementTimeout: 50, log: () => {} })
  expect(await caught(hasty.one(sql`select pg_sleep(5)`))).toBeInstanceOf(Unavailable)
  await tx(hasty, db => db.one(sql`select pg_sleep(0.1)`), { statementTimeout: 0 })
  await hasty.close()
})

test('a server that cannot be reached, or that hangs up, is Unavailable', async () => {
  const missing = openDb({ connection: { host: '/nonexistent', user: 'portico', database: 'portico' }, log: () => {} })
  expect(await caught(missing.check())).toBeInstanceOf(Unavailable)
  const rude = createServer(socket => socket.destroy()).listen(0, '127.0.0.1')
  await new Promise(resolve => rude.once('listening', resolve))
  const address = rude.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const url = `postgres://portico@127.0.0.1:${port}/portico`
  const cut = openDb({ connection: url, log: () => {} })
  expect(await caught(cut.check())).toBeInstanceOf(Unavailable)
  rude.close()
  const refused = openDb({ connection: url, log: () => {} })
  expect(await caught(refused.check())).toBeInstanceOf(Unavailable)
})

test('statements are prepared again after a column changed', async () => {
  await db.run(sql`create table changing (a int)`)
  await db.run(sql`insert into changing values (1)`)
  const all = sql`select * from changing`
  // On every connection of the pool.
  await Promise.all(
    [1, 2, 3].map(() => tx(db, async db => [await db.many(all), await db.one(sql`select pg_sleep(0.05)`)])),
  )
  await db.run(sql`alter table changing add b int default 2`)
  expect(await db.many(all)).toEqual([{ a: 1, b: 2 }])
  expect(await tx(db, db => db.many(all))).toEqual([{ a: 1, b: 2 }])
  expect(await Promise.all([1, 2, 3].map(() => db.many(all)))).toEqual(Array(3).fill([{ a: 1, b: 2 }]))
})

test('a statement without a table fails with its own error', async () => {
  expect(await caught(db.run(raw('select * from no_such_table')))).toMatchObject({ code: '42P01' })
})

test('an unlimited number of different statements does not fill the connections', async () => {
  const messages: string[] = []
  const single = openDb({ connection: db.connection, max: 1, log: (_level, message) => messages.push(message) })
  await tx(single, async db => {
    for (let number = 0; number < 2100; number++) await db.run(raw(`select ${number}`))
    expect(await db.one(sql`select count(*) between 1900 and 2000 as bounded from pg_prepared_statements`)).toEqual({
      bounded: true,
    })
  })
  expect(messages).toEqual(['Too many different statements: further ones are not prepared'])
  await single.close()
})
