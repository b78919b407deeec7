import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readSigningCode, sendSigningCode, signDocument } from '@portico/contract/signing'
import { afterAll, expect, test } from 'vitest'
import { waitForEvents } from '../../test/fixtures/actions.ts'
import { testApp } from '../../test/fixtures/app.ts'
import { aDocumentToSign } from '../../test/fixtures/documents-to-sign.ts'
import { aContact, aPortal } from '../../test/fixtures/factories.ts'
import { anOperator } from '../../test/fixtures/operator.ts'
import { jobKinds } from '../job-kinds.ts'
import { sql } from '../kernel/database/db.ts'
import { openJobs } from '../kernel/database/jobs.ts'
import type { Email } from '../kernel/messages/mail-transport.ts'
import { openSmsTransport, type Sms } from '../kernel/messages/sms-transport.ts'
import { evidenceOf } from './evidence/evidence.ts'

const app = await testApp()
const { call, clock, database } = app

/** An SMS provider that answers as it is told to; what it has taken. */
const answers = { status: 200 }
const taken: Sms[] = []
const provider = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', chunk => chunks.push(chunk))
  request.on('end', () => {
    if (answers.status === 200) taken.push(JSON.parse(Buffer.concat(chunks).toString()) as Sms)
    response.writeHead(answers.status).end()
  })
})
await new Promise<void>(resolve => provider.listen(0, '127.0.0.1', resolve))
afterAll(() => provider.close())

let mails: Email[] = []
const jobs = openJobs(
  app.deps,
  jobKinds({
    ...app.deps,
    mailTransport: { send: async email => void mails.push(email) },
    smsTransport: openSmsTransport(`http://127.0.0.1:${(provider.address() as AddressInfo).port}/`, '39'),
  }),
)

/** Does the jobs, those that wait for another try too. */
const runJobs = async () => {
  await database.run(sql`update job set due_at = now() where given_up_at is null`)
  await jobs.runDue()
}

const of = (documentkey: string) => ({ params: { documentkey } })
const person = { firstName: 'Giulia', lastName: 'Rossi', consent: true }
const send = (key: string) => call(sendSigningCode, { ...of(key), body: person })
const state = async (key: string) => (await call(readSigningCode, of(key))).body.delivery

const aDocument = async (options: Parameters<typeof aDocumentToSign>[1] = {}) => {
  const portal = await aPortal(database, { supportEmail: 'ufficio@example.it' })
  const document = await aDocumentToSign(app, { contact: await aContact(database, portal), ...options })
  const operator = await anOperator(app, document)
  const events = async () => {
    await waitForEvents(database)
    return (await operator('GET', '/events')).json.events as { type: string; data: object }[]
  }
  const steps = async () => (await evidenceOf(database, document)).map(({ step }) => step)
  return { ...document, events, steps }
}

test('a message that the provider rejects is shown to the signer, mailed to the company, and added to the evidence', {
  timeout: 300_000,
}, async () => {
  const { key, events, steps } = await aDocument()
  expect((await call(readSigningCode, of(key))).problem).toMatchObject({ code: 'not_found', status: 404 })
  answers.status = 400
  const { phone, expiresAt } = (await send(key)).body
  expect((await call(readSigningCode, of(key))).body).toEqual({
    delivery: 'waiting',
    phone,
    sentAt: '2026-03-02T08:30:00Z',
    expiresAt,
  })
  mails = []
  await runJobs()
  expect(await state(key)).toBe('failed')
  expect(await steps()).toEqual(['created', 'code_sent', 'code_failed'])
  expect(await events()).toMatchObject([
    { type: 'document.codeFailed', data: { phone: '*******118', reason: 'the SMS provider answered 400' } },
  ])
  expect(mails).toMatchObject([
    { to: [{ address: 'ufficio@example.it' }], text: expect.stringContaining('*******118') },
  ])
  expect(app.logged()).toContain('a job was given up')

  // The next one fails too: it is told again, but not mailed again on the same day.
  clock.pass(30_000)
  mails = []
  await send(key)
  expect(await state(key)).toBe('waiting')
  await runJobs()
  expect(await state(key)).toBe('failed')
  expect(await events()).toHaveLength(2)
  expect(mails).toEqual([])

  // Those that failed count against the signer no more than by the wait between two.
  for (let n = 0; n < 6; n += 1) {
    clock.pass(30_000)
    expect((await send(key)).status).toBe(200)
    await runJobs()
  }
  answers.status = 200
  clock.pass(30_000)
  expect((await send(key)).status).toBe(200)
  await runJobs()
  expect(await state(key)).toBe('accepted')
  const code = /(?<!\d)\d{6}(?!\d)/.exec(taken.at(-1)?.text ?? '')?.[0] ?? ''
  expect((await call(signDocument, { ...of(key), body: { code } })).status).toBe(200)
  expect(await state(key)).toBe('accepted')
})

test('a failed message is retried, with its state shown, until it is given up', async () => {
  const { key, events, steps } = await aDocument()
  answers.status = 500
  await send(key)
  await runJobs()
  expect(await state(key)).toBe('delayed')
  expect(await steps()).toEqual(['created', 'code_sent'])
  for (let tries = 2; tries <= 6; tries += 1) await runJobs()
  expect(await state(key)).toBe('delayed')
  expect(await events()).toEqual([])
  await runJobs()
  expect(await state(key)).toBe('failed')
  expect(await events()).toHaveLength(1)

  clock.pass(30_000)
  await send(key)
  await runJobs()
  expect(await state(key)).toBe('delayed')
  answers.status = 200
  await runJobs()
  expect(await state(key)).toBe('accepted')
})

test('a failed message that nobody waits for any more is not reported', { timeout: 300_000 }, async () => {
  const { key, events, steps } = await aDocument()
  answers.status = 500
  await send(key)
  await runJobs()
  clock.pass(30_000)
  answers.status = 200
  await send(key)
  const waiting = sql`select id from job where kind = 'sms' and given_up_at is null and last_error is not null`
  const { id } = await database.one<{ id: number }>(waiting)
  await database.run(sql`update job set due_at = now() + interval '1 hour' where id = ${id}`)
  await jobs.runDue()
  // The first one is refused after the second has arrived.
  answers.status = 400
  await runJobs()
  expect(await state(key)).toBe('accepted')
  expect(await events()).toEqual([])
  expect(await steps()).toEqual(['created', 'code_sent', 'code_sent', 'code_failed'])
  answers.status = 200
  const code = /(?<!\d)\d{6}(?!\d)/.exec(taken.at(-1)?.text ?? '')?.[0] ?? ''
  expect((await call(signDocument, { ...of(key), body: { code } })).status).toBe(200)
})

test.each(['declined', 'withdrawn'])('the codes of a %s document are not shown', async status => {
  const { key } = await aDocument({ status })
  expect((await call(readSigningCode, of(key))).problem).toMatchObject({ status: 410, detail: status })
})
