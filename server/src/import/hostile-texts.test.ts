import { listTickets } from '@portico/contract/tickets'
import { expect, test, vi } from 'vitest'
import { png, testApp } from '../../test/fixtures/app.ts'
import { aUser } from '../../test/fixtures/factories.ts'
import { slowMessages } from '../../test/fixtures/hostile-html.ts'
import { anOperator, type Operator, openPortal } from '../../test/fixtures/operator.ts'
import { longestBlock } from '../../test/servers/event-loop.ts'
import { workers } from '../../test/servers/workers.ts'
import { cleanHtml } from '../kernel/html/html.ts'

// These inputs take seconds of CPU time, in worker processes of low priority.
vi.setConfig({ testTimeout: 120_000 })

const app = await testApp()
const { database, http } = app

/** Allows for a busy machine. On the event loop, each of these lines took up to a second. */
const BLOCK_MAX_MS = 500

const aSender = async (): Promise<Operator> => {
  const operator = await anOperator(app)
  await openPortal(app, operator)
  await operator('PUT', '/contacts/c', { portal: 'p', companyName: 'C' })
  return operator
}

const ticket = { contact: 'c', title: 'x', description: 'x', createdOn: '2026-02-01' }
// An internal note without text is refused.
const messages = Object.values(slowMessages(450_000)).map(message => `x${message}`)

/** Reads as a customer of another company while `work` runs; returns the longest time in milliseconds that the event loop was blocked. */
const meanwhile = async (work: () => Promise<unknown>): Promise<number> => {
  const person = await aUser(database)
  const reader = await app.as(person)
  const read = async () => {
    expect((await reader(listTickets, { params: person.here })).status).toBe(200)
    expect((await http.inject({ url: '/healthz' })).statusCode).toBe(200)
  }
  await read()
  return longestBlock(async () => {
    const working = work()
    for (let times = 0; times < 20; times += 1) await read()
    await working
  })
}

test('records with messages made to be slow are written without blocking readers', async () => {
  const send = await aSender()
  const few = messages.slice(0, 4)
  await send('PUT', '/tickets/t', { ...ticket, description: few[0] })
  const note = { ticket: 't', createdOn: '2026-02-02' }
  const before = workers.ended().done
  const block = await meanwhile(async () => {
    for (const [n, message] of few.entries())
      expect((await send('PUT', `/internalNotes/${n}`, { ...note, message })).status).toBe(201)
  })
  expect(block).toBeLessThan(BLOCK_MAX_MS)
  expect(workers.ended().done - before).toBe(few.length)
  for (const [n, message] of few.entries())
    expect((await send('GET', `/internalNotes/${n}`)).json.message).toBe(cleanHtml(message))
})

test('such messages are imported without blocking readers', async () => {
  const send = await aSender()
  await send('PUT', '/tickets/t', ticket)
  const line = (message: string, n: number) =>
    JSON.stringify({ type: 'comment', externalId: `c${n}`, ticket: 't', creationDate: '2026-02-02', message })
  const { id } = (
    await send('POST', '/import', messages.map(line).join('\n'), { 'content-type': 'application/x-ndjson' })
  ).json
  const block = await meanwhile(() => app.delivered())
  expect((await send('GET', `/imports/${id}`)).json).toMatchObject({
    state: 'done',
    created: messages.length,
    refused: 0,
  })
  expect(block).toBeLessThan(BLOCK_MAX_MS)
  for (const [n, message] of messages.entries())
    expect((await send('GET', `/comments/c${n}`)).json.message).toBe(cleanHtml(message))
})

test('a long message keeps the images of its attachments, by name and by number', async () => {
  const send = await aSender()
  const upload = async (name: string) => ({ path: (await send('POST', `/files?name=${name}`, png)).json.path })
  const attachments = [await upload('a.png'), await upload('b.png')]
  const long = '<li>Parole &egrave; altre.</li>'.repeat(200)
  const shown = (one: string, other: string) =>
    `${long}<img src="attachment:${one}"><img alt='x' src='attachment:${other}'>`
  expect(
    (await send('PUT', '/tickets/t', { ...ticket, attachments, description: shown('b.png', '1/a.png') })).status,
  ).toBe(201)
  const description = String((await send('GET', '/tickets/t')).json.description)
  expect(description).toContain('<img src="attachment:b.png" alt="" /><img src="attachment:a.png" alt="x" />')
  const refusal = await send('PUT', '/tickets/t', { ...ticket, description: shown('b.png', 'c.png') })
  expect(refusal.problem).toMatchObject({ status: 400, errors: [{ path: 'body.description' }] })
})
