import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../../../test/servers/database.ts'
import { silentProxy } from '../../../test/servers/silent-proxy.ts'
import { type DatabaseOptions, openDb, raw, sql, tx, Unavailable } from './db.ts'
import { mostShared } from './shared-connections.ts'

const direct = await testDatabase({ max: 10 })

const open = (options: Partial<DatabaseOptions> = {}) => {
  const database = openDb({ connection: direct.connection, max: 10, log: () => {}, ...options })
  onTestFinished(() => database.close())
  return database
}
const pid = sql`select pg_backend_pid() as pid`
const pidOf = ({ pid }: { pid: number }) => pid
const times = <T>(count: number, make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n))
const caught = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    error => error,
  )

test('quick statements share connections, each with its own answer, and give them back', async () => {
  const database = open()
  const rows = await Promise.all(
    times(40, n => database.quick.one<{ pid: number; n: number }>(sql`select pg_backend_pid() as pid, ${n}::int as n`)),
  )
  expect(rows.map(({ n }) => n)).toEqual(times(40, n => n))
  // A busy machine may give one of them a connection of its own.
  expect(new Set(rows.map(pidOf)).size).toBeLessThan(10)
  const { open: opened, idle, waiting } = database.connections()
  expect([idle, waiting]).toEqual([opened, 0])
})

test('other statements and transactions get connections of their own beside them', async () => {
  const database = open()
  const [quick, own, ofTransaction] = await Promise.all([
    database.quick.one<{ pid: number }>(sql`select pg_backend_pid() as pid, pg_sleep(0.05)`),
    database.one<{ pid: number }>(pid),
    tx(database, db => db.one<{ pid: number }>(pid)),
  ])
  expect(new Set([quick, own, ofTransaction].map(pidOf)).size).toBe(3)
})

test('statements that stand behind others are counted as waiting', async () => {
  const database = open({ max: 2 })
  const calls = times(5, () => database.quick.one(sql`select pg_sleep(0.01)`))
  expect(database.connections().waiting).toBe(4)
  await Promise.all(calls)
  expect(database.connections().waiting).toBe(0)
})

test('in a transaction a quick statement sees what the transaction wrote', async () => {
  const database = open()
  await database.run(sql`create table draft (word text)`)
  await tx(database, async db => {
    await db.run(sql`insert into draft values ('written')`)
    expect(await db.quick.list(sql`select word from draft`)).toEqual([{ word: 'written' }])
    expect(await database.quick.many(sql`select word from draft`)).toEqual([])
  })
})

test('a refused statement fails alone', async () => {
  const database = open()
  const outcomes = await Promise.all(
    times(9, n => {
      const call = database.quick.one<{ share: number }>(sql`select 12 / ${n - 4}::int as share`)
      return call.then(
        ({ share }) => share,
        error => error.code,
      )
    }),
  )
  expect(outcomes).toEqual([-3, -4, -6, -12, '22012', 12, 6, 4, 3])
  expect(database.connections().open).toBe(mostShared(10))
})

test('one that takes long holds up no statement that comes later', async () => {
  const database = open()
  const slow = times(3, () => database.quick.one(sql`select pg_sleep(4)`))
  await sleep(60)
  const since = performance.now()
  await Promise.all(times(20, n => database.quick.one(sql`select ${n}::int`)))
  expect(performance.now() - since).toBeLessThan(3500)
  await Promise.all(slow)
  expect(database.connections()).toMatchObject({ waiting: 0 })
})

test('half of a pool is not shared, however many processors there are', () => {
  const shared = (processors: number) => mostShared(Math.min(20, 4 + processors), processors)
  expect([1, 2, 4, 8, 64].map(shared)).toEqual([1, 1, 3, 6, 10])
})

test('connections that were added while the database did not answer go back to the pool', async () => {
  const database = open({ max: 4 })
  await database.run(sql`create table locked (a int)`)
  let going = true
  const readOnAndOn = async () => {
    while (going) await database.quick.one(sql`select pg_sleep(0.002), (select count(*) from locked)`)
  }
  const readers: Promise<void>[] = []
  await tx(direct, async db => {
    await db.run(sql`lock table locked`)
    await expect
      .poll(
        () => {
          readers.push(...times(10, readOnAndOn))
          return database.connections().open
        },
        { interval: 30 },
      )
      .toBe(4)
  })
  const written = await caught(tx(database, db => db.run(sql`insert into locked values (1)`)))
  going = false
  await Promise.all(readers)
  expect(written).toBeUndefined()
})

test('with all connections in use by others, quick statements wait for one or share the one that they have', async () => {
  const database = open({ max: 2, acquireTimeout: 300 })
  let release = () => {}
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  const holding = tx(database, async db => {
    await db.one(sql`select 1`)
    await released
  })
  await expect.poll(() => database.connections()).toMatchObject({ open: 1, idle: 0 })
  const rows = await Promise.all(times(20, () => database.quick.one<{ pid: number }>(pid)))
  expect(new Set(rows.map(pidOf)).size).toBe(1)
  const second = tx(database, () => released)
  expect(await caught(database.quick.one(pid))).toBeInstanceOf(Unavailable)
  release()
  await Promise.all([holding, second])
  expect(await database.quick.one(sql`select 1 as back`)).toEqual({ back: 1 })
})

test('a lost connection fails the statements on it, and the next one gets another connection', async () => {
  const database = open()
  const { pid: lost } = await database.quick.one<{ pid: number }>(pid)
  const calls = times(8, () => caught(database.quick.one(sql`select pg_sleep(0.2)`)))
  await direct.one(sql`select pg_sleep(0.05)`)
  await direct.one(sql`select pg_terminate_backend(${lost}, 1000)`)
  const errors = await Promise.all(calls)
  expect(errors.filter(error => error !== undefined && !(error instanceof Unavailable))).toEqual([])
  expect(errors.filter(error => error instanceof Unavailable).length).toBeGreaterThan(0)
  expect(await database.quick.one<{ pid: number }>(pid)).not.toEqual({ pid: lost })
  expect(database.connections()).toMatchObject({ waiting: 0 })
})

test('a silent database fails them within the limit', async () => {
  const proxy = await silentProxy(direct.connection)
  const database = openDb({ connection: proxy.connection, log: () => {}, statementTimeout: 500 })
  await database.quick.one(pid)
  proxy.freezeAll()
  const since = performance.now()
  const errors = await Promise.all(times(10, n => caught(database.quick.one(sql`select ${n}::int`))))
  expect(errors.filter(error => !(error instanceof Unavailable))).toEqual([])
  expect(performance.now() - since).toBeLessThan(8000)
  await database.close()
})

test('a statement is prepared again after a column changed', async () => {
  const database = open()
  await database.run(sql`create table turning (a int)`)
  await database.run(sql`insert into turning values (1)`)
  const all = raw('select * from turning')
  await database.quick.many(all)
  await database.run(sql`alter table turning add b int default 2`)
  const answers = await Promise.all(times(6, () => database.quick.many(all)))
  expect(answers).toEqual(times(6, () => [{ a: 1, b: 2 }]))
})
