import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { aPortal } from '../../../test/fixtures/factories.ts'
import { messages, secrets } from '../../../test/fixtures/messages.ts'
import { testDatabase } from '../../../test/servers/database.ts'
import { workers } from '../../../test/servers/workers.ts'
import { sql } from '../database/db.ts'
import { openJobs } from '../database/jobs.ts'
import { openLocalStorage } from '../storage/local-storage.ts'
import { openSmtpTransport } from './mail-transport.ts'
import { messageJobs } from './messages.ts'
import { openSmsTransport } from './sms-transport.ts'

/** A port that accepts connections and never answers. */
const silence = async () => {
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket.on('error', () => {}))
  }).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  afterAll(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

test('a mail server and an SMS provider that accept connections but never answer are failed attempts within a limit', {
  timeout: 300_000,
}, async () => {
  const database = await testDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'portico-hanging-'))
  afterAll(() => rm(folder, { recursive: true, force: true }))
  const { serviceCompanyId, portalId } = await aPortal(database)
  const to = [{ name: 'Anna', address: 'anna@client.example' }]
  await messages.mail(database, { serviceCompanyId, portalId, to, subject: 'x', content: { title: 'x', parts: [] } })
  await messages.sms(database, { serviceCompanyId, to: '+393335550118', text: 'x' })
  const doors = {
    mailTransport: openSmtpTransport(`smtp://127.0.0.1:${await silence()}`),
    smsTransport: openSmsTransport(`http://127.0.0.1:${await silence()}/send`, '39'),
  }
  const storage = await openLocalStorage(folder)
  const jobs = openJobs(
    { database, log: pino({ level: 'silent' }) },
    messageJobs({ secrets, workers, storage, ...doors }),
  )
  const start = performance.now()
  await jobs.runDue()
  expect(performance.now() - start).toBeLessThan(45_000)
  const left = await database.many<{ kind: string; tries: number; kept: boolean }>(
    sql`select kind, tries, given_up_at is null and last_error is not null and due_at > now() as kept from job order by kind`,
  )
  expect(left).toEqual([
    { kind: 'mail', tries: 1, kept: true },
    { kind: 'sms', tries: 1, kept: true },
  ])
})
