import { createComment, createTicket, listTickets } from '@portico/contract/tickets'
import { expect, test, vi } from 'vitest'
import { testApp } from '../../test/fixtures/app.ts'
import { aTicket, aUser } from '../../test/fixtures/factories.ts'
import { slowMessages } from '../../test/fixtures/hostile-html.ts'
import { longestBlock } from '../../test/servers/event-loop.ts'
import { hostileWorkerEntry, workers } from '../../test/servers/workers.ts'
import { buildApp } from '../app.ts'
import { cleanHtml } from '../kernel/html/html.ts'
import { openWorkerPool } from '../kernel/workers/worker-pool.ts'

// Hostile input takes seconds of CPU time, in processes of low priority.
vi.setConfig({ testTimeout: 120_000 })

const app = await testApp()
const { database, http } = app

/** Leaves room for a busy machine. On the event loop, the worst of these messages took more than half a second. */
const BLOCK_MAX_MS = 250

test('messages that are slow to sanitise do not block other requests, and are stored sanitised like any other', async () => {
  const [sender, other] = [await aUser(database), await aUser(database)]
  const [mine, reader] = [await app.as(sender), await app.as(other)]
  const { id } = await aTicket(database, sender)
  const messages = Object.values(slowMessages())
  const before = workers.ended().done
  const sent: Awaited<ReturnType<typeof send>>[] = []
  const send = (message: string) => mine(createComment, { params: sender.here, body: { taskId: id, message } })
  // Warm up the session, the statements and the worker process.
  await send(messages[0] ?? '')
  const block = await longestBlock(async () => {
    const sending = Promise.all(messages.map(send)).then(all => sent.push(...all))
    for (let times = 0; times < 20; times += 1) {
      expect((await reader(listTickets, { params: other.here })).status).toBe(200)
      expect((await http.inject({ url: '/healthz' })).statusCode).toBe(200)
    }
    await sending
  })
  expect(block).toBeLessThan(BLOCK_MAX_MS)
  expect(workers.ended().done - before).toBeGreaterThanOrEqual(messages.length)
  expect(sent.map(({ body }) => body.message)).toEqual(messages.map(message => cleanHtml(message)))
})

test('short messages, and long ones without markup, use no worker process', async () => {
  const person = await aUser(database)
  const mine = await app.as(person)
  const { id } = await aTicket(database, person)
  const before = workers.ended().done
  for (const message of [
    '<p>Buongiorno</p><script>no()</script>',
    `<p>${'Buongiorno &amp; grazie. '.repeat(2000)}</p>`,
  ])
    expect((await mine(createComment, { params: person.here, body: { taskId: id, message } })).status).toBe(201)
  expect(workers.ended().done).toBe(before)
})

test('while all worker processes are busy, a long message is refused with Retry-After and nothing is stored', async () => {
  const full = openWorkerPool({
    entry: hostileWorkerEntry,
    log: () => undefined,
    waitingMax: { total: 0, perCaller: 1, strangers: 0 },
  })
  const person = await aUser(database)
  const { token } = await app.as(person)
  const shut = await buildApp({ ...app.deps, workers: full })
  const send = (description: string) =>
    shut.inject({
      method: 'POST',
      url: createTicket.path
        .replace(':company', person.here.company)
        .replace(':contactid', String(person.here.contactid)),
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': 'a' },
      payload: { title: 'Caldaia', taskTypeId: person.taskTypeId, description },
    })
  const [long = ''] = Object.values(slowMessages())
  const refused = await send(long)
  expect(refused.statusCode).toBe(503)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  // The idempotency key of the refused call can be used again.
  expect((await send('<p>Non parte.</p><br>')).statusCode).toBe(201)
  await shut.close()
  await full.stop()
})
