import { verifySignedFile } from '@portico/contract/signing'
import { listTickets } from '@portico/contract/tickets'
import { expect, test, vi } from 'vitest'
import { multipart, testApp } from '../../test/fixtures/app.ts'
import { aPdf } from '../../test/fixtures/documents-to-sign.ts'
import { aUser } from '../../test/fixtures/factories.ts'
import { aBomb, endlessReferences, manySmallObjects } from '../../test/fixtures/hostile-pdfs.ts'
import { anOperator, openPortal } from '../../test/fixtures/operator.ts'
import { longestBlock } from '../../test/servers/event-loop.ts'

// Hostile work takes seconds of a processor, in processes that give way to others.
vi.setConfig({ testTimeout: 120_000 })

const app = await testApp()
const { call, database, http } = app

/** Far above what a busy machine adds, far below the seconds that these files took on the event loop. */
const BLOCK_MAX_MS = 500

/** A service company that sends documents to sign. */
const aSender = async () => {
  const operator = await anOperator(app)
  await openPortal(app, operator)
  await operator('PUT', '/contacts/c', { portal: 'p', companyName: 'C' })
  return async (name: string, pdf: Buffer) => {
    const { path } = (await operator('POST', '/files?name=a.pdf', pdf)).json
    const body = { contact: 'c', file: { path }, firstName: 'Anna', lastName: 'Bassi', sentOn: '2026-02-01' }
    return operator('PUT', `/documentsToSign/${name}`, body)
  }
}

const aReader = async () => {
  const person = await aUser(database)
  const reader = await app.as(person)
  return async () => {
    expect((await reader(listTickets, { params: person.here })).status).toBe(200)
    expect((await http.inject({ url: '/healthz' })).statusCode).toBe(200)
  }
}

test('a file that inflates to 300 MB is rejected with a reason, without delaying other requests', async () => {
  const [sendBomb, sendFile, read] = [await aSender(), await aSender(), await aReader()]
  const [bomb, pdf] = [aBomb({ megabytes: 300 }), await aPdf()]
  const before = process.memoryUsage.rss()
  const block = await longestBlock(async () => {
    const bombs = [1, 2, 3].map(one => sendBomb(`bomb-${one}`, bomb))
    expect((await sendFile('contract', pdf)).status).toBe(201)
    for (let times = 0; times < 20; times += 1) await read()
    for (const { problem } of await Promise.all(bombs))
      expect(problem).toMatchObject({
        status: 400,
        errors: [{ path: 'body.file', message: 'is too large when it is unpacked' }],
      })
  })
  expect(block).toBeLessThan(BLOCK_MAX_MS)
  expect(process.memoryUsage.rss() - before).toBeLessThan(100 * 1024 * 1024)
})

test.runIf(process.env.FULL === '1')('the limit applies to the sum of all streams of a file', async () => {
  const send = await aSender()
  expect((await send('one', aBomb({ megabytes: 40 }))).status).toBe(201)
  expect((await send('three', aBomb({ megabytes: 40, streams: 3 }))).problem.status).toBe(400)
})

test.runIf(process.env.FULL === '1')(
  'a file that exhausts the memory of the worker is rejected, and the next one is read',
  async () => {
    const send = await aSender()
    expect((await send('endless', endlessReferences())).problem).toMatchObject({
      status: 400,
      errors: [{ path: 'body.file', message: 'takes too much time or memory to read' }],
    })
    expect((await send('contract', await aPdf())).status).toBe(201)
  },
)

test('deliberately slow signatures are checked in a worker, without delaying other requests', async () => {
  const read = await aReader()
  const body = multipart({ filename: 'a.pdf', content: manySmallObjects() })
  const block = await longestBlock(async () => {
    const checks = [1, 2, 3, 4].map(() => call(verifySignedFile, { ...body, address: '192.0.2.7' }))
    for (let times = 0; times < 20; times += 1) await read()
    for (const { status } of await Promise.all(checks)) expect([200, 415]).toContain(status)
  })
  expect(block).toBeLessThan(BLOCK_MAX_MS)
})
