import { expect, test } from 'vitest'
import { temporaryFolder } from '../../embedded-postgres/test/database-process.ts'
import { type Customer, signIn, Unanswered } from './fixtures/customer.ts'
import { testDatabase } from './servers/database.ts'
import { startedServer } from './servers/running-server.ts'
import { silentProxy } from './servers/silent-proxy.ts'

// Whole processes whose database, or whose way to it, falls silent: nothing is refused, nothing is closed, nothing is answered.

const database = await testDatabase()

const start = async (url: string) =>
  startedServer({
    DATABASE_URL: url,
    DATA_DIR: await temporaryFolder(),
    SECRET_KEY: 'a key for these tests alone, so long',
    DEMO: '1',
  })

/** How a call ended, and after how many milliseconds. */
const timed = async (work: Promise<unknown>) => {
  const since = performance.now()
  const status = await work.then(
    () => 200,
    error => (error instanceof Unanswered ? error.status : Promise.reject(error)),
  )
  return { status, took: performance.now() - since }
}

const raise = (customer: Customer) => timed(customer.raise('Guasto', [], crypto.randomUUID()))

test('a machine that is lost amid a write holds up the others for a minute at most', { timeout: 300_000 }, async () => {
  const [away, here] = [await silentProxy(database.connection), await silentProxy(database.connection)]
  const others = await start(here.url)
  const lost = await start(away.url)
  const colleague = await signIn({ base: others.url }, 'marco.bianchi')
  const customer = await signIn({ base: lost.url }, 'giulia.rossi')
  expect((await raise(colleague)).status).toBe(200)

  const inserted = away.freezeAfter('insert into ticket ')
  const unanswered = raise(customer)
  await inserted
  const since = performance.now()
  lost.child.kill('SIGKILL')
  expect((await unanswered).status).toBe(0)
  const statuses: number[] = []
  while (statuses.at(-1) !== 200) {
    statuses.push((await raise(colleague)).status)
    expect(performance.now() - since).toBeLessThan(70_000)
  }
  // Not the first one: it would not have been held up at all.
  expect(statuses.slice(0, -1)).toContain(503)
})

test('connections that die in silence are neither waited for nor lost', { timeout: 300_000 }, async () => {
  const proxy = await silentProxy(database.connection)
  const server = await start(proxy.url)
  const customer = await signIn({ base: server.url }, 'giulia.rossi')
  const metrics = async () => {
    const text = await (await fetch(`${server.url}/metrics`)).text()
    return (name: string) => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1])
  }
  const many = (calls: number) => Promise.all(Array.from({ length: calls }, () => raise(customer)))

  expect((await many(30)).map(({ status }) => status)).toEqual(Array(30).fill(200))
  proxy.freeze()
  const outcomes = await many(30)
  expect(outcomes.map(({ status }) => status).filter(status => status !== 200 && status !== 503)).toEqual([])
  expect(Math.max(...outcomes.map(({ took }) => took))).toBeLessThan(30_000)
  expect((await many(30)).map(({ status }) => status)).toEqual(Array(30).fill(200))
  // The mails of the tickets are still being sent.
  const inUse = async () => {
    const figures = await metrics()
    return figures('portico_database_connections{state="open"}') - figures('portico_database_connections{state="idle"}')
  }
  await expect.poll(inUse, { timeout: 60_000 }).toBe(0)

  proxy.freezeAll()
  const blocked = many(5)
  const asked = performance.now()
  expect((await metrics())('portico_database_connections{state="open"}')).toBeGreaterThan(0)
  expect(performance.now() - asked).toBeLessThan(4000)
  server.child.kill('SIGTERM')
  expect(await server.ended).toEqual({ code: 0, signal: null })
  expect((await blocked).map(({ status }) => status)).toEqual(Array(5).fill(503))
})
