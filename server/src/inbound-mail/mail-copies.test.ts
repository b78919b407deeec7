import { createStaffComment } from '@portico/contract/staff/tickets'
import { createComment, readTicket } from '@portico/contract/tickets'
import { expect, test } from 'vitest'
import { testApp } from '../../test/fixtures/app.ts'
import { aContact, aPortal, aStaffUser, aUser, type Person } from '../../test/fixtures/factories.ts'
import { releaseAnswers } from '../../test/fixtures/held-answers.ts'
import { aMailbox, authservId, mailSender } from '../../test/fixtures/inbound-mail.ts'
import { aStaffAccount, asStaff } from '../../test/fixtures/staff.ts'
import { sql } from '../kernel/database/db.ts'

const app = await testApp({ replyAddress: { before: 'ticket+', after: '@in.service.example' } })
const { database } = app

/** A customer who has raised a ticket by mail, with these in copy. */
const aMailedTicket = async (cc?: string) => {
  const contact = await aContact(database, await aPortal(database, { supportEmail: 'desk@service.example' }))
  const person = await aUser(database, { contact })
  const help = `help-${person.portalId}@service.example`
  await aMailbox(app, person, { address: help })
  const staff = await asStaff(app, await aStaffAccount(app, { serviceCompanyId: person.serviceCompanyId }))
  const { send } = await mailSender(app, person)
  const sorted = await send({ from: person.email, to: help, ...(cc && { cc }) })
  expect(sorted.state).toBe('taken')
  const ticketId = sorted.ticketId ?? 0
  const answer = async () => {
    const body = { message: '<p>Ok</p>', seen: null, sendAnyway: true }
    await staff(createStaffComment, { params: { ticketid: ticketId }, body })
    const { mails } = await releaseAnswers(app)
    return {
      recipients: mails.flatMap(({ recipients }) => recipients).sort(),
      replyTo: mails.find(({ recipients }) => recipients[0] === person.email)?.replyTo ?? '',
    }
  }
  return { person, help, ticketId, send, answer, sorted, staff }
}

const listOf = async (person: Person, ticketId: number) => {
  const { body } = await (await app.as(person))(readTicket, { params: { ...person.here, ticketid: ticketId } })
  const last = body.comments.findLast(one => one.senderContactWebUser !== null)
  return { list: last?.ticketEmailReply_CCList, message: last?.message ?? '', description: body.description }
}

test('whoever is in copy of the mail that raises a ticket gets the answers, and the staff see it', async () => {
  const { person, sorted, answer } = await aMailedTicket('Socia <socia@client.example>, desk@service.example')
  expect(sorted.mails.find(({ recipients }) => recipients[0] === 'desk@service.example')?.text).toContain(
    'socia@client.example',
  )
  // They have the mail itself.
  expect(sorted.mails.flatMap(({ recipients }) => recipients)).not.toContain('socia@client.example')
  expect((await answer()).recipients).toEqual([person.email, 'socia@client.example'].sort())
})

test('an answer by mail keeps those in copy and adds others; whoever had the mail is not mailed it again', async () => {
  const { person, ticketId, send, answer } = await aMailedTicket('socia@client.example')
  const { replyTo } = await answer()
  const sorted = await send({ from: person.email, to: replyTo, cc: 'Nuovo <NUOVO@client.example>' })
  expect(sorted.state).toBe('taken')
  expect((await listOf(person, ticketId)).list).toBe('socia@client.example, nuovo@client.example')
  const recipients = sorted.mails.flatMap(one => one.recipients)
  expect(recipients).toContain('socia@client.example')
  expect(recipients).not.toContain('nuovo@client.example')
  expect((await answer()).recipients).toEqual([person.email, 'nuovo@client.example', 'socia@client.example'].sort())
  // In the portal the customer takes them out again.
  await (await app.as(person))(createComment, { params: person.here, body: { taskId: ticketId, message: 'Da soli' } })
  await app.delivered()
  expect((await answer()).recipients).toEqual([person.email])
  const after = await send({ from: person.email, to: replyTo, text: 'Ancora' })
  expect(after.state).toBe('taken')
  expect((await listOf(person, ticketId)).list).toBeNull()
})

test('the sender, our own addresses and what is no address are put in copy of nothing', async () => {
  const { person, ticketId, send, answer, help } = await aMailedTicket()
  const { replyTo } = await answer()
  await aStaffUser(database, person, { email: 'anna@service.example' })
  const cc = [
    person.email,
    help,
    replyTo,
    'portal@portico.test',
    'anna@service.example',
    'x@localhost',
    '"a b"@c.example',
  ]
  await send({ from: person.email, to: replyTo, cc: cc.join(', ') })
  expect((await listOf(person, ticketId)).list).toBeNull()
})

test('a mail whose sender is not proven adds nobody, and says so', async () => {
  const { person, ticketId, send, answer } = await aMailedTicket()
  const { replyTo } = await answer()
  const results = `${authservId}; spf=none; dkim=none`
  const sorted = await send({ from: person.email, to: replyTo, cc: 'ladro@evil.example', results })
  expect(sorted.state).toBe('taken')
  expect(await listOf(person, ticketId)).toMatchObject({
    list: null,
    message: expect.stringContaining('Non messi in copia: ladro@evil.example'),
  })
  expect((await answer()).recipients).toEqual([person.email])
})

test('twenty at most, and fifty outside a day; the others are named', async () => {
  const { person, help, ticketId, send } = await aMailedTicket()
  const many = (count: number, from = 0) => Array.from({ length: count }, (_, n) => `p${n + from}@client.example`)
  const first = await send({ from: person.email, to: help, cc: many(22).join(', '), subject: 'Uno' })
  const { description } = await listOf(person, first.ticketId ?? 0)
  expect(description).toContain('Non messi in copia: p20@client.example, p21@client.example')
  await send({ from: person.email, to: help, cc: many(20, 100).join(', '), subject: 'Due' })
  const third = await send({ from: person.email, to: help, cc: many(20, 200).join(', '), subject: 'Tre' })
  expect((await listOf(person, third.ticketId ?? 0)).description).toContain('Non messi in copia: p200@client.example')
  const rows =
    await database.many(sql`select outside_addresses as n from ticket where id = any(${[first.ticketId, third.ticketId]}::bigint[])
    order by id`)
  expect(rows).toEqual([{ n: 20 }, { n: 0 }])
  expect(ticketId).toBeGreaterThan(0)
})

test('somebody in copy who answers adds nobody', async () => {
  const { person, ticketId, send, answer } = await aMailedTicket('socia@client.example')
  await answer()
  const copy = await database.one<{ id: number }>(sql`select id from ticket_copy where ticket_id = ${ticketId}`)
  expect(copy.id).toBeGreaterThan(0)
  const { replyTo } = await answer()
  const sorted = await send({ from: 'socia@client.example', to: replyTo, cc: 'terzo@evil.example' })
  expect(sorted.state).toBe('noted')
  expect((await answer()).recipients).toEqual([person.email, 'socia@client.example'].sort())
})

test('whoever is taken out of copy answers into the ticket no more; whom the staff have added stays in', async () => {
  const { person, ticketId, send, answer, staff } = await aMailedTicket('socia@client.example')
  await answer()
  const tokenOf = async (address: string, cc?: string) => {
    const body = { message: '<p>Ok</p>', seen: null, sendAnyway: true, ...(cc && { cc }) }
    await staff(createStaffComment, { params: { ticketid: ticketId }, body })
    const { mails } = await releaseAnswers(app)
    return mails.find(({ recipients }) => recipients[0] === address)?.replyTo ?? ''
  }
  const partner = await tokenOf('socia@client.example')
  const supplier = await tokenOf('fornitore@parts.example', 'fornitore@parts.example, socia@client.example')
  const write = async (from: string, to: string) => (await send({ from, to, text: `Da ${from}` })).state
  expect(await write('socia@client.example', partner)).toBe('taken')
  await (await app.as(person))(createComment, { params: person.here, body: { taskId: ticketId, message: 'Da soli' } })
  await app.delivered()
  expect(await write('socia@client.example', partner)).toBe('quarantined')
  expect(await write('fornitore@parts.example', supplier)).toBe('taken')
  await tokenOf('altra@parts.example', 'altra@parts.example')
  expect(await write('fornitore@parts.example', supplier)).toBe('quarantined')
  // Back in copy, the same address is theirs again.
  const body = { taskId: ticketId, message: 'Di nuovo', ticketEmailReply_CCList: 'socia@client.example' }
  await (await app.as(person))(createComment, { params: person.here, body })
  await app.delivered()
  expect(await write('socia@client.example', partner)).toBe('taken')
})
