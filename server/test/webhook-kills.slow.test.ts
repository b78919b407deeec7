import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { operatorRoot } from '@portico/contract/endpoint'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../embedded-postgres/test/database-process.ts'
import { signIn } from './fixtures/customer.ts'
import { demoApiKey } from './fixtures/demo-api-key.ts'
import { webhookReceiver } from './fixtures/webhook-receiver.ts'
import { freePort, runServer } from './servers/running-server.ts'

// `kill -9` in the middle of deliveries: each event arrives, those that were under way with the same id once more, in order.

const rounds = 3
/** Deliveries of a webhook that are under way at once. */
const atOnce = 16

type Event = { id: string; type: string; data: { ticket: string } }

test('a server that is killed while it delivers loses nothing', { timeout: 400_000 }, async () => {
  const dataDir = await temporaryFolder()
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const start = async () => {
    const server = runServer({ DATA_DIR: dataDir, PORT: String(port), WEBHOOK_ALLOW_PRIVATE: '1' })
    await server.said('Portico is ready: ')
    return server
  }
  let server = await start()
  const headers = { authorization: `Bearer ${await demoApiKey(dataDir)}`, 'content-type': 'application/json' }
  const operator = async (path: string, init: RequestInit = {}) =>
    (await (await fetch(`${base}${operatorRoot}${path}`, { ...init, headers })).json()) as Record<string, unknown>

  // Slow enough that some are always under way.
  const arrivals: { event: Event; at: number; body: string }[] = []
  const receiver = await webhookReceiver((received, _, reply) => {
    arrivals.push({ event: JSON.parse(received.body) as Event, at: performance.now(), body: received.body })
    setTimeout(() => reply.writeHead(204).end(), 100 + Math.random() * 400)
    return undefined
  })
  const { id } = await operator('/webhooks', { method: 'POST', body: JSON.stringify({ url: receiver.url }) })
  const customer = await signIn({ base }, 'giulia.rossi')

  const kills: number[] = []
  for (let round = 0; round < rounds; round++) {
    const tickets = []
    for (let n = 0; n < 10; n++) tickets.push((await customer.raise(`Guasto ${randomUUID()}`, [], randomUUID())).id)
    for (let n = 0; n < 3; n++)
      for (const ticket of tickets) await customer.comment(ticket, `Risposta ${randomUUID()}`, [], randomUUID())
    const before = arrivals.length
    await expect.poll(() => arrivals.length, { timeout: 60_000 }).toBeGreaterThan(before)
    await sleep(Math.random() * 500)
    server.child.kill('SIGKILL')
    await server.ended
    kills.push(performance.now())
    server = await start()
  }
  // The lease of the one that was killed has to end first.
  const arrived = () => new Set(arrivals.map(({ event }) => event.id)).size
  await expect.poll(arrived, { timeout: 120_000 }).toBe(rounds * 40)
  await expect.poll(async () => (await operator(`/webhooks/${id}`)).waiting, { timeout: 60_000 }).toBe(0)

  const { events } = (await operator('/events?limit=500')) as unknown as { events: Event[] }
  expect(events).toHaveLength(rounds * 40)
  expect(new Set(arrivals.map(({ event }) => event.id))).toEqual(new Set(events.map(({ id }) => id)))
  for (const event of events) {
    const [first, ...again] = arrivals.filter(arrival => arrival.event.id === event.id)
    for (const repeated of again) {
      expect(repeated.body).toBe(first?.body)
      expect(kills.some(kill => (first?.at ?? 0) < kill && kill < repeated.at)).toBe(true)
    }
  }
  expect(arrivals.length - events.length).toBeLessThanOrEqual(rounds * atOnce)
  const firsts = arrivals.filter(({ event }, n) => arrivals.findIndex(other => other.event.id === event.id) === n)
  for (const ticket of new Set(events.map(({ data }) => data.ticket)))
    expect(firsts.map(({ event }) => event).filter(({ data }) => data.ticket === ticket)).toEqual(
      events.filter(({ data }) => data.ticket === ticket),
    )
  server.child.kill('SIGTERM')
  expect(await server.ended).toEqual({ code: 0, signal: null })
})
