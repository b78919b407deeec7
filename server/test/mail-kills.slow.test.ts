import { execFileSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createTransport } from 'nodemailer'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../embedded-postgres/test/database-process.ts'
import { sql } from '../src/kernel/database/db.ts'
import { aContact, aPortal, aUser, type Person } from './fixtures/factories.ts'
import { aMailbox, authservId, rawMail } from './fixtures/inbound-mail.ts'
import { testDatabase, urlOf } from './servers/database.ts'
import { dovecot, findDovecot } from './servers/dovecot.ts'
import { freePort, type RunningServer, runServer } from './servers/running-server.ts'

// `kill -9` of one of two processes, again and again, while mail comes in by IMAP and by LMTP: each mail becomes one ticket.

const program = fileURLToPath(new URL('../bin/portico.js', import.meta.url))
const kills = 100
const mailsOfEach = 500

describe.runIf(findDovecot())('kills while mail comes in', async () => {
  const imap = await dovecot()
  const database = await testDatabase()

  test(`${kills} kills, ${2 * mailsOfEach} mails, each once`, { timeout: 2_700_000 }, async () => {
    const folder = await temporaryFolder()
    const portal = await aPortal(database)
    const people: Person[] = []
    // Thirty mails of an address are taken within an hour.
    for (let n = 0; n < 50; n += 1) people.push(await aUser(database, { contact: await aContact(database, portal) }))
    const settings = {
      DATABASE_URL: urlOf(database),
      DATA_DIR: folder,
      SECRET_KEY: 'a secret key for these tests alone, 32 or more',
      LOG_LEVEL: 'error',
    }
    await aMailbox({ database }, portal, { address: 'lmtp@service.example' })
    execFileSync(
      process.execPath,
      [
        ...[program, 'mailbox', 'add', '--portal', portal.company, '--address', 'imap@service.example'],
        ...['--imap', imap.url('box'), '--authserv-id', authservId],
      ],
      { env: { PATH: process.env.PATH, ...settings, MAILBOX_PASSWORD: imap.password } },
    )
    // What is there before is left alone.
    await imap.deliver('box', rawMail({ subject: 'Da prima' }))

    const ports = [await freePort(), await freePort()]
    const start = async (at: number) => {
      const server = runServer({ ...settings, PORT: '0', LMTP_PORT: String(ports[at]) })
      await server.said('Portico is ready: ')
      return server
    }
    const servers: RunningServer[] = [await start(0), await start(1)]
    const isRead = () => database.maybe(sql`select from mailbox where uid_validity is not null`)
    await expect.poll(isRead, { timeout: 60_000 }).toBeDefined()

    const mailOf = (n: number, way: string) =>
      rawMail({ from: people[n % people.length]?.email, to: `${way}@service.example`, subject: `${way} ${n}` })
    let done = 0
    /** Hands a mail over as a mail server does: again, until it is accepted. */
    const handOver = async (n: number) => {
      const raw = mailOf(n, 'lmtp')
      for (let tries = 0; ; tries += 1) {
        const transport = createTransport({
          host: '127.0.0.1',
          port: ports[(n + tries) % 2],
          lmtp: true,
          ignoreTLS: true,
        })
        try {
          const envelope = { from: 'mta@client.example', to: ['lmtp@service.example'] }
          if ((await transport.sendMail({ raw, envelope })).accepted.length === 1) break
        } catch {
          await sleep(50)
        } finally {
          transport.close()
        }
      }
    }
    const sending = (async () => {
      for (let n = 0; n < mailsOfEach; n += 1) {
        // All through the kills, and not faster.
        while (n >= ((done + 1) / kills) * mailsOfEach) await sleep(20)
        await Promise.all([handOver(n), imap.deliver('box', mailOf(n, 'imap'))])
      }
    })()

    for (; done < kills; done += 1) {
      const at = done % 2
      await sleep(200 + Math.random() * 1000)
      servers[at]?.child.kill('SIGKILL')
      await servers[at]?.ended
      // The half minute is over after which another process may read the mailbox.
      await database.run(sql`update mailbox set leased_until = null`)
      servers[at] = await start(at)
    }
    await sending

    const expected = ['imap', 'lmtp']
      .flatMap(way => Array.from({ length: mailsOfEach }, (_, n) => `${way} ${n}`))
      .sort()
    const titles = async () => {
      const rows = await database.many<{ title: string }>(
        sql`select title from ticket where service_company_id = ${portal.serviceCompanyId}`,
      )
      return rows.map(({ title }) => title).sort()
    }
    await expect.poll(async () => (await titles()).length, { timeout: 600_000, interval: 1000 }).toBe(expected.length)
    const waiting = () =>
      database.one<{ count: number }>(sql`select count(*)::int as count from received_mail where state = 'waiting'`)
    await expect.poll(waiting, { timeout: 120_000 }).toEqual({ count: 0 })
    expect(await titles()).toEqual(expected)
    const states = await database.many(
      sql`select way, state, count(*)::int as count from received_mail group by 1, 2 order by 1`,
    )
    expect(states).toEqual(['imap', 'lmtp'].map(way => ({ way, state: 'taken', count: mailsOfEach })))
  })
})
