import { listQuarantine } from '@portico/contract/staff/mail'
import { readTicket } from '@portico/contract/tickets'
import { expect, test } from 'vitest'
import { png, testApp } from '../../test/fixtures/app.ts'
import { aContact, aPortal, aUser } from '../../test/fixtures/factories.ts'
import { aMailbox, mailSender, rawMail } from '../../test/fixtures/inbound-mail.ts'
import { aStaffAccount, asStaff } from '../../test/fixtures/staff.ts'
import { losingCommits } from '../../test/servers/database.ts'
import { sql } from '../kernel/database/db.ts'
import type { RunningJob } from '../kernel/database/jobs.ts'
import { sortMailJob } from './sort-mail.ts'

// Whatever a mail has in it and whatever fails, somebody reads it.

const app = await testApp()
const { database, deps } = app

const aCompany = async () => {
  const person = await aUser(database, { contact: await aContact(database, await aPortal(database)) })
  const help = `help-${person.portalId}@service.example`
  await aMailbox(app, person, { address: help })
  const staff = await asStaff(app, await aStaffAccount(app, { serviceCompanyId: person.serviceCompanyId }))
  return { person, help, staff, ...(await mailSender(app, person)) }
}

const withPicture = `--b\r\nContent-Type: text/plain\r\n\r\nEcco la foto\r\n--b\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment; filename=foto.png\r\n\r\n${png.toString('base64')}\r\n--b--`
const declined = (attendee: string) =>
  `--b\r\nContent-Type: text/plain\r\n\r\nNon posso\r\n--b\r\nContent-Type: text/calendar; method=REPLY; charset=utf-8\r\n\r\nBEGIN:VCALENDAR\r\nMETHOD:REPLY\r\nBEGIN:VEVENT\r\nUID:x\r\nATTENDEE;PARTSTAT=DECLINED:mailto:${attendee}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n\r\n--b--`
const mixed = { headers: 'Content-Type: multipart/mixed; boundary=b\r\n' }

test.each<[string, object]>([
  ['its id', { messageId: '<a\0b@client.example>' }],
  ['the answer to an invitation', { ...mixed, body: declined('an\0na@client.example') }],
])('a mail with a NUL character in %s is sorted', async (_, given) => {
  const { person, help, send } = await aCompany()
  expect(await send({ from: person.email, to: help, subject: 'Caldaia ferma', ...given })).toMatchObject({
    state: 'taken',
  })
})

/** Takes a mail without sorting it; returns its job. */
const aWaitingMail = async ({ operator }: Pick<Awaited<ReturnType<typeof aCompany>>, 'operator'>, raw: string) => {
  const taken = await operator('POST', '/mail', Buffer.from(raw), { 'content-type': 'message/rfc822' })
  expect(taken.status).toBe(202)
  const job = await database.one<{ id: number; payload: string }>(
    sql`select id, payload from job where kind = 'inbound-mail' order by id desc limit 1`,
  )
  const finish: RunningJob['finish'] = async db => void (await db.run(sql`delete from job where id = ${job.id}`))
  return { ...job, finish }
}

test('the files of a mail stay where the reply to the commit that delivered them was lost', async () => {
  const company = await aCompany()
  const { person, help } = company
  const job = await aWaitingMail(company, rawMail({ from: person.email, to: help, ...mixed, body: withPicture }))
  const { run } = sortMailJob({ ...deps, database: losingCommits(database) })
  await expect(run({ ...job, tries: 1 }, new AbortController().signal)).rejects.toThrow('terminated unexpectedly')
  const { ticketId } = await database.one<{ ticketId: number }>(
    sql`select ticket_id as "ticketId" from received_mail where service_company_id = ${person.serviceCompanyId}`,
  )
  const ticket = await (await app.as(person))(readTicket, { params: { ...person.here, ticketid: ticketId } })
  const address = ticket.body.attachments[0]?.url ?? expect.fail('no file')
  expect((await app.http.inject({ url: address })).rawPayload).toEqual(png)
})

test('a mail that could not be sorted for days waits for the staff', async () => {
  const company = await aCompany()
  const { person, help, staff } = company
  const job = await aWaitingMail(company, rawMail({ from: person.email, to: help, subject: 'Caldaia ferma' }))
  const storage = { ...deps.storage, get: () => Promise.reject(new Error('the disk cannot be read')) }
  const { run, delays } = sortMailJob({ ...deps, storage })
  const attempt = (tries: number) => run({ ...job, tries }, new AbortController().signal)
  await expect(attempt(delays.length)).rejects.toThrow('the disk cannot be read')
  expect((await staff(listQuarantine)).body).toEqual([])
  await attempt(delays.length + 1)
  expect((await staff(listQuarantine)).body).toMatchObject([{ reason: 'unreadable' }])
  expect(await database.many(sql`select from job where id = ${job.id}`)).toEqual([])
})
