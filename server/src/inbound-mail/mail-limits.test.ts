import { connect } from 'node:net'
import { readRawMail } from '@portico/contract/staff/mail'
import { afterAll, expect, test } from 'vitest'
import { testApp } from '../../test/fixtures/app.ts'
import { aContact, aPortal, aUser } from '../../test/fixtures/factories.ts'
import { aMailbox, mailSender, rawMail } from '../../test/fixtures/inbound-mail.ts'
import { aStaffAccount, asStaff } from '../../test/fixtures/staff.ts'
import { sql } from '../kernel/database/db.ts'
import { WorkerLimitExceeded } from '../kernel/workers/worker-errors.ts'
import { openLmtp } from './lmtp.ts'
import { MAIL_MAX } from './reading/read-mail.ts'

const app = await testApp()
const { database, deps } = app

const aCompany = async () => {
  const person = await aUser(database, { contact: await aContact(database, await aPortal(database)) })
  const address = `help-${person.portalId}@service.example`
  await aMailbox(app, person, { address })
  const staff = await asStaff(app, await aStaffAccount(app, { serviceCompanyId: person.serviceCompanyId }))
  const count = () =>
    database.one(
      sql`select count(*)::int as mails from received_mail where service_company_id = ${person.serviceCompanyId}`,
    )
  const idOf = async () =>
    (
      await database.one<{ id: number }>(sql`select max(id) as id from received_mail
      where service_company_id = ${person.serviceCompanyId}`)
    ).id
  return { person, address, staff, count, idOf, ...(await mailSender(app, person)) }
}

test('a mail that no program can read waits for the staff, who can download it', async () => {
  const { person, address, staff, idOf, send } = await aCompany()
  const nested = Array.from(
    { length: 60 },
    (_, at) => `--b${at}\r\nContent-Type: multipart/mixed; boundary=b${at + 1}\r\n`,
  )
  const headers = 'Content-Type: multipart/mixed; boundary=b0\r\n'
  const unreadable = { state: 'quarantined', reason: 'unreadable', ticketId: null, mails: [] }
  expect(await send({ from: person.email, to: address, headers, body: nested.join('\r\n') })).toMatchObject(unreadable)
  const whole = await staff(readRawMail, { params: { mailid: await idOf() } })
  expect(whole.text).toContain('boundary=b60')

  // The reader ran out of time or memory.
  const { run } = deps.workers
  deps.workers.run = async () => {
    throw new WorkerLimitExceeded('time')
  }
  expect(await send({ from: person.email, to: address })).toMatchObject(unreadable)
  deps.workers.run = run
  expect(await send({ from: person.email, to: address, subject: 'Di nuovo' })).toMatchObject({ state: 'taken' })
})

test('a mail beyond 50 MB is refused by each way in', { timeout: 300_000 }, async () => {
  const { person, address, operator, count } = await aCompany()
  const large = Buffer.concat([Buffer.from(rawMail({ from: person.email, to: address })), Buffer.alloc(MAIL_MAX, 'a')])
  const answer = await operator('POST', '/mail', large, { 'content-type': 'message/rfc822' })
  expect(answer.problem).toMatchObject({ status: 413, code: 'file_too_large' })

  const lmtp = await openLmtp(deps, { port: 0, host: '127.0.0.1' })
  afterAll(() => lmtp.stop())
  const last = await new Promise<string>((resolve, reject) => {
    const lines = ['LHLO mx.client.example', `MAIL FROM:<${person.email}>`, `RCPT TO:<${address}>`, 'DATA']
    const socket = connect(lmtp.port, '127.0.0.1')
    socket.on('error', reject)
    socket.on('data', data => {
      if (!/^\d{3} /m.test(String(data))) return
      const line = lines.shift()
      if (line) return socket.write(`${line}\r\n`)
      if (String(data).startsWith('354')) return socket.write(Buffer.concat([large, Buffer.from('\r\n.\r\n')]))
      socket.destroy()
      resolve(String(data))
    })
  })
  expect(last).toMatch(/^552/)
  expect(await count()).toEqual({ mails: 0 })
})
