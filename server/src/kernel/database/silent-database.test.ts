import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { testDatabase } from '../../../test/servers/database.ts'
import { silentProxy } from '../../../test/servers/silent-proxy.ts'
import { type DatabaseOptions, openDb, sql, tx, Unavailable } from './db.ts'

const direct = await testDatabase()
await direct.run(sql`create table counter (id int primary key, value int not null)`)
await direct.run(sql`insert into counter values (1, 0)`)
const count = sql`update counter set value = value + 1 where id = 1`

afterEach(() => vi.restoreAllMocks())

/** A pool behind a proxy that can become silent. */
const behindProxy = async (options: Partial<DatabaseOptions> = {}) => {
  const proxy = await silentProxy(direct.connection)
  const database = openDb({ connection: proxy.connection, log: () => {}, ...options })
  return { proxy, database }
}

/** How each of these calls ended, and how many milliseconds the last one took. */
const outcomesOf = async (calls: Promise<unknown>[]) => {
  const since = performance.now()
  const outcomes = await Promise.all(
    calls.map(call =>
      call.then(
        () => 'done',
        error => (error instanceof Unavailable ? 'unavailable' : `${error}`),
      ),
    ),
  )
  return { outcomes, took: performance.now() - since }
}

const openEvery = (database: ReturnType<typeof openDb>, connections: number) =>
  Promise.all(Array.from({ length: connections }, () => database.one(sql`select pg_sleep(0.1)`)))

test('locks of a client whose machine was lost are released within the limit', async () => {
  const { proxy, database } = await behindProxy({ idleTransactionTimeout: 1000 })
  let lost = () => {}
  const locked = new Promise<void>(resolve => {
    lost = resolve
  })
  void tx(database, async db => {
    await db.run(count)
    proxy.freeze()
    lost()
    await new Promise(() => {})
  })
  await locked
  const { outcomes, took } = await outcomesOf([direct.run(count)])
  expect(outcomes).toEqual(['done'])
  expect(took).toBeLessThan(5000)
  expect(await direct.one(sql`select value from counter`)).toEqual({ value: 1 })
})

test('a transaction may set a longer idle timeout', async () => {
  const database = openDb({ connection: direct.connection, idleTransactionTimeout: 100, log: () => {} })
  onTestFinished(() => database.close())
  const idle = (options: { idleTimeout?: number }) =>
    tx(
      database,
      async db => {
        await db.one(sql`select 1`)
        await direct.one(sql`select pg_sleep(0.5)`)
        await db.one(sql`select 1`)
      },
      options,
    )
  const { outcomes } = await outcomesOf([idle({}), idle({ idleTimeout: 0 })])
  expect(outcomes).toEqual(['unavailable', 'done'])
})

test("statements are never JIT compiled, whatever the server's settings are", async () => {
  expect(await direct.many(sql`select setting from pg_settings where name = 'jit'`)).toEqual([{ setting: 'off' }])
})

test('each session makes the server check whether its client is still there', async () => {
  const rows = await direct.many<{ name: string; value: string }>(sql`select name, reset_val as value from pg_settings
    where name like 'tcp_%' or name = 'idle_in_transaction_session_timeout' order by name`)
  expect(Object.fromEntries(rows.map(({ name, value }) => [name, Number(value)]))).toEqual({
    idle_in_transaction_session_timeout: 60_000,
    tcp_keepalives_count: 3,
    tcp_keepalives_idle: 10,
    tcp_keepalives_interval: 5,
    tcp_user_timeout: 20_000,
  })
})

test('calls on connections that died silently end within a limit, and the pool recovers', async () => {
  const { proxy, database } = await behindProxy({ max: 10, statementTimeout: 500 })
  await openEvery(database, 10)
  proxy.freeze()
  const { outcomes, took } = await outcomesOf(Array.from({ length: 30 }, () => tx(database, db => db.run(count))))
  expect(outcomes.filter(outcome => outcome !== 'done' && outcome !== 'unavailable')).toEqual([])
  expect(took).toBeLessThan(12_000)
  // Each call needs a connection of its own.
  expect((await outcomesOf(Array.from({ length: 10 }, () => tx(database, db => db.run(count))))).outcomes).toEqual(
    Array(10).fill('done'),
  )
  expect(database.connections().open).toBe(database.connections().idle)
  await database.close()
})

test('the first statement of a transaction is sent without waiting for the answer to its begin', async () => {
  const { proxy, database } = await behindProxy({ max: 1, statementTimeout: 500 })
  await openEvery(database, 1)
  proxy.holdAnswers()
  const call = tx(database, db => db.run(sql`select 'sent with begin' as marker`))
  const arrived = () =>
    direct.many(sql`select from pg_stat_activity where query like '%sent with begin%' and pid <> pg_backend_pid()`)
  await expect.poll(arrived).toHaveLength(1)
  expect((await outcomesOf([call])).outcomes).toEqual(['unavailable'])
  await database.close()
})

test('idle connections that died are found before a call uses them', async () => {
  const { proxy, database } = await behindProxy({ max: 10 })
  await openEvery(database, 10)
  proxy.freeze()
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + 10_000)
  const { outcomes, took } = await outcomesOf(Array.from({ length: 30 }, () => tx(database, db => db.run(count))))
  expect(outcomes).toEqual(Array(30).fill('done'))
  expect(took).toBeLessThan(5000)
  await database.close()
})

test('a pool closes while the database is silent', async () => {
  const { proxy, database } = await behindProxy({ max: 3, statementTimeout: 500 })
  await openEvery(database, 3)
  proxy.freezeAll()
  const sent = database.statements()
  const calls = outcomesOf([tx(database, db => db.run(count)), database.run(count)])
  await expect.poll(() => database.statements()).toBe(sent + 3)
  const { outcomes, took } = await outcomesOf([database.close()])
  expect(outcomes).toEqual(['done'])
  expect(took).toBeLessThan(8000)
  expect((await calls).outcomes).toEqual(['unavailable', 'unavailable'])
})
