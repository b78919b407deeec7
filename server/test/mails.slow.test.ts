import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../embedded-postgres/test/database-process.ts'
import { signIn } from './fixtures/customer.ts'
import { freePort, startedServer } from './servers/running-server.ts'
import { smtpServer } from './servers/smtp-server.ts'

const smtp = await smtpServer()
const tickets = 250
const kills = [60, 200, 350]
/** Mails that one process sends at once. */
const atOnce = 4

test('kill -9 while 500 mails are being sent: all arrive, and only those in flight twice, as the same mail', {
  timeout: 400_000,
}, async () => {
  const port = await freePort()
  const settings = {
    DATA_DIR: await temporaryFolder(),
    PORT: String(port),
    SMTP_URL: smtp.url,
    MAIL_FROM: 'portale@prova.example',
  }
  let server = await startedServer(settings)
  const people = ['giulia.rossi', 'marco.bianchi', 'elena.verdi', 'paolo.costa']
  const customers = await Promise.all(people.map(name => signIn({ base: `http://127.0.0.1:${port}` }, name)))

  // The mail server keeps the first ones waiting until all are on their way.
  let release = () => {}
  smtp.behaviour.holds = new Promise(resolve => {
    release = resolve
  })
  const titles = Array.from({ length: tickets }, (_, number) => `Guasto ${number} ${randomUUID()}`)
  await Promise.all(
    customers.map(async ({ raise }, at) => {
      for (const title of titles.filter((_, number) => number % customers.length === at))
        await raise(title, [], randomUUID())
    }),
  )
  release()
  const arrivals = (count: number, timeout: number) =>
    expect.poll(() => smtp.arrived.length, { timeout, interval: 5 }).toBeGreaterThanOrEqual(count)
  for (const count of kills) {
    await arrivals(count, 120_000)
    server.child.kill('SIGKILL')
    await server.ended
    server = await startedServer(settings)
  }

  // Each ticket is told to its desk and, in copy, to who raised it. The mails of a dead process wait for its lease to end.
  const mails = () =>
    smtp.arrived.map(({ mail, recipients }) => ({ id: mail.messageId, to: `${recipients} ${mail.subject}` }))
  const distinct = (of: 'id' | 'to') => new Set(mails().map(mail => mail[of])).size
  await expect.poll(() => distinct('to'), { timeout: 120_000, interval: 200 }).toBe(tickets * 2)
  expect(distinct('id')).toBe(tickets * 2)
  for (const title of titles) expect(mails().some(({ to }) => to.includes(title))).toBe(true)
  expect(smtp.arrived.length - tickets * 2).toBeLessThanOrEqual(kills.length * atOnce)
  server.child.kill('SIGTERM')
  expect(await server.ended).toEqual({ code: 0, signal: null })
})
