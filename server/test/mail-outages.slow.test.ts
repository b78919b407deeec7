import { setTimeout as sleep } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import { expect, test } from 'vitest'
import { openFetcher } from '../src/inbound-mail/fetching/fetch-mail.ts'
import { mailboxSecretPurpose } from '../src/inbound-mail/imap.ts'
import { openLmtp } from '../src/inbound-mail/lmtp.ts'
import { jobKinds } from '../src/job-kinds.ts'
import { openDb, sql } from '../src/kernel/database/db.ts'
import { openJobs } from '../src/kernel/database/jobs.ts'
import { type Storage, StorageUnavailable } from '../src/kernel/storage/storage.ts'
import { testApp } from './fixtures/app.ts'
import { aContact, aPortal, aUser, type Person } from './fixtures/factories.ts'
import { aMailbox, authservId, rawMail } from './fixtures/inbound-mail.ts'
import { hostileImap } from './servers/hostile-imap.ts'
import { silentProxy } from './servers/silent-proxy.ts'

// Disk full, storage away, and the database cut off in the middle, again and again, while mail comes in by IMAP and by LMTP and is sorted: each
// mail becomes one ticket, and none is lost.

const app = await testApp()
const mailsOfEach = 60
const outages = 40

test(`${outages} outages of disk and database, ${2 * mailsOfEach} mails, each once`, { timeout: 300_000 }, async () => {
  const proxy = await silentProxy(app.database.connection)
  const database = openDb({ connection: proxy.connection, log: () => {} })
  const { storage } = app.deps
  let isAway = false
  const away = () => {
    if (isAway) throw new StorageUnavailable('the disk is full')
  }
  const failing: Storage = {
    ...storage,
    // What was written before the disk was full is left there.
    put: async (key, body) => {
      await storage.put(key, body)
      away()
    },
    get: async (key, range) => {
      away()
      return storage.get(key, range)
    },
    remove: async keys => {
      away()
      await storage.remove(keys)
    },
  }
  const deps = { ...app.deps, database, storage: failing }

  const portal = await aPortal(app.database)
  const people: Person[] = []
  // Thirty mails of an address are taken within an hour.
  for (let n = 0; n < 6; n += 1)
    people.push(await aUser(app.database, { contact: await aContact(app.database, portal) }))
  const { serviceCompanyId, portalId } = portal
  await aMailbox(app, { serviceCompanyId, portalId }, { address: 'lmtp@service.example' })
  const server = await hostileImap()
  await app.database.run(sql`insert into mailbox (service_company_id, portal_id, address, imap_url, sealed_secret, authserv_id,
      allows_private, uid_validity, last_uid)
    values (${serviceCompanyId}, ${portalId}, 'imap@service.example', ${server.url('box')},
      ${app.deps.secrets.encrypt('x', mailboxSecretPurpose)}, ${authservId}, true, 1, 0)`)
  const mailOf = (n: number, way: string) =>
    rawMail({
      ...{ from: people[n % people.length]?.email, to: `${way}@service.example`, subject: `${way} ${n}` },
      headers: 'Content-Type: multipart/mixed; boundary="b"\r\n',
      body: `--b\n\nIn allegato il registro.\n--b\nContent-Disposition: attachment; filename="a.txt"\n\nRiga ${n}\n--b--`,
    })

  let isOver = false
  const untilOver = async (work: () => Promise<unknown>) => {
    while (!isOver) {
      await work().catch(() => undefined)
      await sleep(5)
    }
  }
  const { port, stop } = await openLmtp(deps, { port: 0, host: '127.0.0.1' })
  const fetcher = openFetcher(deps, { answerMs: 2000, mailMs: 2000 })
  const jobs = openJobs(deps, jobKinds(deps))
  const makeDue = () => app.database.run(sql`update job set due_at = now() where due_at > now()`)
  const working = [
    untilOver(async () => {
      await app.database.run(sql`update mailbox set leased_until = null where imap_url is not null`)
      await fetcher.runOnce()
    }),
    untilOver(async () => {
      await makeDue()
      await jobs.runDue()
    }),
  ]

  let refused = 0
  /** Hands a mail over as a mail server does: again, until it is accepted. */
  const handOver = async (n: number) => {
    const raw = mailOf(n, 'lmtp')
    for (;;) {
      const transport = createTransport({ host: '127.0.0.1', port, lmtp: true, ignoreTLS: true })
      try {
        const envelope = { from: 'mta@client.example', to: ['lmtp@service.example'] }
        if ((await transport.sendMail({ raw, envelope })).accepted.length === 1) return
      } catch {
        refused += 1
        await sleep(20)
      } finally {
        transport.close()
      }
    }
  }
  let handedOver = 0
  const sending = (async () => {
    for (; handedOver < mailsOfEach; handedOver += 1) {
      server.state.mails.push({ uid: handedOver + 1, raw: mailOf(handedOver, 'imap') })
      await handOver(handedOver)
    }
  })()
  for (let n = 0; n < outages || handedOver < mailsOfEach; n += 1) {
    await sleep(30 + Math.random() * 250)
    if (n % 2 === 0) isAway = true
    else proxy.refuse()
    await sleep(30 + Math.random() * 150)
    isAway = false
    proxy.accept()
  }
  await sending
  expect(refused).toBeGreaterThan(0)

  const titles = async () =>
    (
      await app.database.many<{ title: string }>(
        sql`select title from ticket where service_company_id = ${serviceCompanyId}`,
      )
    ).map(({ title }) => title)
  const states = () =>
    app.database.many(
      sql`select way, state, count(*)::int as count from received_mail where service_company_id = ${serviceCompanyId} group by 1, 2 order by 1`,
    )
  const expected = ['imap', 'lmtp'].flatMap(way => Array.from({ length: mailsOfEach }, (_, n) => `${way} ${n}`))
  const allTaken = ['imap', 'lmtp'].map(way => ({ way, state: 'taken', count: mailsOfEach }))
  await expect.poll(states, { timeout: 120_000, interval: 200 }).toEqual(allTaken)
  isOver = true
  await Promise.all(working)
  await stop()
  await database.close()
  expect((await titles()).sort()).toEqual(expected.sort())
  // Each has its file, once.
  const files = await app.database.one(sql`select count(*)::int as count, count(distinct storage_key)::int as stored
    from file where service_company_id = ${serviceCompanyId} and name = 'a.txt' and claimed`)
  expect(files).toEqual({ count: 2 * mailsOfEach, stored: 2 * mailsOfEach })
})
