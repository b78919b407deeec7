import { createTicket } from '@portico/contract/tickets'
import { expect, test } from 'vitest'
import { testApp } from '../../test/fixtures/app.ts'
import { aContact, aPortal, aUser } from '../../test/fixtures/factories.ts'
import { mailSender } from '../../test/fixtures/inbound-mail.ts'
import { aStaffAccount } from '../../test/fixtures/staff.ts'
import { smtpServer } from '../../test/servers/smtp-server.ts'
import { jobKinds } from '../job-kinds.ts'
import { sql } from '../kernel/database/db.ts'
import { openJobs } from '../kernel/database/jobs.ts'
import { openSmtpTransport } from '../kernel/messages/mail-transport.ts'

const app = await testApp({ replyAddress: { before: 'ticket+', after: '@in.service.example' } })
const { database } = app
const smtp = await smtpServer()
const sendMails = () =>
  openJobs(app.deps, jobKinds({ ...app.deps, mailTransport: openSmtpTransport(smtp.url) })).runDue()

/** A customer whose copy of a new ticket waits to be sent. */
const aRaiser = async (language: string | null = null) => {
  const portal = await aPortal(database, { supportEmail: 'desk@service.example' })
  const person = await aUser(database, { contact: await aContact(database, portal) })
  if (language) {
    const { staffAccountId } = await aStaffAccount(app, { ...person, role: 'administrator' })
    await database.run(sql`update staff_account set language = ${language} where id = ${staffAccountId}`)
  }
  const raise = async () => {
    const { taskTypeId, here: params } = person
    const body = { title: 'Guasto', description: 'Guasto', taskTypeId }
    expect((await (await app.as(person))(createTicket, { params, body })).status).toBe(201)
    await sendMails()
    return smtp.arrived.splice(0).flatMap(({ recipients }) => recipients)
  }
  const marked = () =>
    database.many(sql`select address from mail_address
      where service_company_id = ${person.serviceCompanyId} and bounced_at is not null`)
  const notes = () =>
    database.many<{ message: string }>(
      sql`select message from internal_note where service_company_id = ${person.serviceCompanyId}`,
    )
  return { person, raise, marked, notes }
}

test('an address that a mail server refuses for good is marked as one that reports say do not arrive', async () => {
  const { person, raise, marked, notes } = await aRaiser('es-ES')
  smtp.behaviour.refuses.set(person.email, { code: 550, text: '5.1.1 No such user' })
  expect(await raise()).toEqual(['desk@service.example'])
  expect(await marked()).toEqual([{ address: person.email }])
  const [note] = await notes()
  expect(note?.message).toContain(`Los correos a ${person.email} vuelven`)
  expect(note?.message).toContain('No such user')
  // The server would take it by now, and gets no more.
  smtp.behaviour.refuses.clear()
  expect(await raise()).toEqual(['desk@service.example'])
  expect(await notes()).toHaveLength(1)
})

test('a mail server that refuses the mail, us, or an address for now marks nothing', async () => {
  const { person, raise, marked, notes } = await aRaiser()
  for (const [code, text] of [
    [451, '4.2.1 Try later'],
    [552, '5.2.2 Mailbox full'],
    [550, '5.7.1 Relaying denied'],
    [554, '5.7.1 Blocked for spam'],
  ] as const) {
    smtp.behaviour.refuses.set(person.email, { code, text })
    await raise()
  }
  expect(await marked()).toEqual([])
  expect(await notes()).toEqual([])
})

test('notes beside a ticket are in the language of the company, a notice to the customer in that of the customer', async () => {
  const { person } = await aRaiser('en-EN')
  const { send } = await mailSender(app, person)
  const { here: params, taskTypeId } = person
  await (await app.as(person))(createTicket, { params, body: { title: 'Due', description: 'Due', taskTypeId } })
  const { mails } = await app.delivered()
  const to = mails.find(({ recipients }) => recipients[0] === person.email)?.replyTo ?? ''
  const { noteId } = await send({ from: 'altro@elsewhere.example', to, text: 'Sono io' })
  const { message } = await database.one<{ message: string }>(
    sql`select message from internal_note where id = ${noteId}`,
  )
  expect(message).toContain('From an address that is not the reader’s: altro@elsewhere.example')
})
