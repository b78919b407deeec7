import { mergeStaffTicket } from '@portico/contract/staff/ticket-actions'
import { closeTicketByMail, readTicketClosing } from '@portico/contract/ticket-closings'
import { createTicket } from '@portico/contract/tickets'
import { expect, test } from 'vitest'
import { rowCounts, testApp } from '../../../test/fixtures/app.ts'
import {
  aContact,
  aPortal,
  aStaffUser,
  aTicket,
  aUser,
  every,
  type Person,
  setFlags,
} from '../../../test/fixtures/factories.ts'
import { aStaffAccount, asStaff } from '../../../test/fixtures/staff.ts'
import { sql } from '../../kernel/database/db.ts'

const app = await testApp({ replyAddress: { before: 'ticket+', after: '@in.service.example' } })
const { database } = app

const DAY = 24 * 3_600_000

/** A customer with a ticket, and the key in the mail about it. */
const aMailedTicket = async (options: Parameters<typeof aUser>[1] = {}) => {
  const person = await aUser(database, { contact: await aContact(database, await aPortal(database)), ...options })
  const raised = await (await app.as(person))(createTicket, {
    params: person.here,
    body: { title: 'Non stampa', description: '<p>Aiuto</p>', taskTypeId: person.taskTypeId },
  })
  const { mails } = await app.delivered()
  const mail = mails.find(({ recipients }) => recipients[0] === person.email) ?? expect.fail('no mail')
  const link = new RegExp(`https://portico\\.test/${person.company}/notifications/(x[a-z0-7]+\\.\\d{5})`)
  const key = link.exec(mail.text)?.[1] ?? expect.fail('no link in the text')
  expect(mail.html).toContain(`/notifications/${key}"`)
  return { person, ticketId: raised.body.id, number: raised.body.ticketNumber, key }
}

const read = (key: string) => app.call(readTicketClosing, { params: { key } })
const close = (key: string) => app.call(closeTicketByMail, { params: { key } })

const statusOf = async ({ serviceCompanyId }: Person, ticketId: number) =>
  (
    await database.one<{ status: number }>(
      sql`select task_status as status from ticket where service_company_id = ${serviceCompanyId} and id = ${ticketId}`,
    )
  ).status

test('opening the link changes nothing; its button closes the ticket, once, and tells the staff', async () => {
  const { person, ticketId, number, key } = await aMailedTicket()
  const staffUserId = await aStaffUser(database, person, { email: 'anna@service.example' })
  await database.run(sql`update ticket set staff_user_id = ${staffUserId} where id = ${ticketId}`)
  const before = await rowCounts(app)
  const shown = {
    ticketNumber: number,
    title: 'Non stampa',
    mergedInto: null,
    answersByMail: true,
    page: { contactid: person.contactId, ticketid: ticketId },
  }
  expect((await read(key)).body).toEqual({ ...shown, state: 'open' })
  const head = await app.http.inject({ method: 'HEAD', url: `/api/tickets/closings/${key}/close` })
  expect(head.statusCode).toBe(404)
  expect(await rowCounts(app)).toEqual(before)
  expect((await close(key)).body).toEqual({ ...shown, state: 'closed' })
  const [event] = await database.many(sql`select type, web_user_id as by from event where ticket_id = ${ticketId}
    order by id desc limit 1`)
  expect(event).toEqual({ type: 'ticket.closed', by: person.webUserId })
  const { mails } = await app.delivered()
  expect(mails.map(({ recipients }) => recipients)).toEqual([['anna@service.example']])
  const closed = await rowCounts(app)
  expect((await close(key)).body.state).toBe('closed')
  expect((await read(key)).body.state).toBe('closed')
  expect(await rowCounts(app)).toEqual(closed)
  expect(app.logged()).not.toContain(key)
})

test('two presses of the button at the same moment close it once', async () => {
  const { person, ticketId, key } = await aMailedTicket()
  const answers = await Promise.all([close(key), close(key), close(key)])
  expect(answers.map(({ body }) => body.state)).toEqual(['closed', 'closed', 'closed'])
  const rows = await database.many(sql`select from comment where service_company_id = ${person.serviceCompanyId}
    and ticket_id = ${ticketId} and event = 'closed'`)
  expect(rows).toHaveLength(1)
})

test('a key with anything changed is none, whoever sends it', async () => {
  const ours = await aMailedTicket()
  const sibling = await aTicket(database, ours.person)
  const theirs = await aMailedTicket()
  const [token = '', lastDay = ''] = ours.key.split('.')
  const [otherToken = ''] = theirs.key.split('.')
  const encode = (id: number) =>
    [...id.toString(32)].map(c => 'abcdefghijklmnopqrstuvwxyz234567'[Number.parseInt(c, 32)])
  const withId = (place: number, id: number) => {
    const parts = token.slice(1).split('0')
    parts[place] = encode(id).join('')
    return `x${parts.join('0')}.${lastDay}`
  }
  // The encoding of this test is that of the keys.
  expect(withId(1, ours.ticketId)).toBe(ours.key)
  const flip = (at: number) => `${token.slice(0, at)}${token[at] === 'a' ? 'b' : 'a'}${token.slice(at + 1)}.${lastDay}`
  const forged = [
    withId(1, sibling.id),
    withId(0, theirs.person.serviceCompanyId),
    withId(2, theirs.person.webUserId),
    `${token.slice(0, -26)}${otherToken.slice(-26)}.${lastDay}`,
    ...Array.from({ length: 26 }, (_, back) => flip(token.length - 1 - back)),
    `${token}.${Number(lastDay) + 1}`,
    `${token}.${Number(lastDay) - 1}`,
    `m${token.slice(1)}.${lastDay}`,
    token,
    `${token}.`,
    `${token}.999999`,
    'x',
    'x'.repeat(299),
  ]
  const before = await rowCounts(app)
  for (const key of forged) {
    expect((await read(key)).problem).toMatchObject({ status: 404, code: 'invalid_code' })
    expect((await close(key)).problem).toMatchObject({ status: 404, code: 'invalid_code' })
  }
  expect(await rowCounts(app)).toEqual(before)
  for (const { person, ticketId } of [ours, theirs]) expect(await statusOf(person, ticketId)).toBe(0)
  // Mail programs change the case of what they take for an address.
  expect((await close(ours.key.toUpperCase())).body.state).toBe('closed')
  expect(await statusOf(theirs.person, theirs.ticketId)).toBe(0)
})

test('a key does not answer by mail, and an address to answer to closes nothing', async () => {
  const { key, person } = await aMailedTicket()
  const [token = '', lastDay = ''] = key.split('.')
  const { mails } = await app.delivered()
  expect(mails).toEqual([])
  const answer = `m${token.slice(1)}`
  expect((await close(`${answer}.${lastDay}`)).problem.status).toBe(404)
  expect((await app.http.inject(`/api/tickets/closings/ticket+${token}@in.service.example`)).statusCode).toBe(404)
  expect(person.email).not.toBe('')
})

test('a key ends with time, membership, right, archive, and when the keys of its reader are revoked', async () => {
  const { person, ticketId, key } = await aMailedTicket()
  const expectEnd = async (status: number, detail?: string) => {
    expect((await read(key)).problem).toMatchObject({ status, code: 'invalid_code', ...(detail && { detail }) })
    expect((await close(key)).problem).toMatchObject({ status, code: 'invalid_code' })
    expect(await statusOf(person, ticketId)).toBe(0)
  }
  const { membershipId, contactId, webUserId } = person
  await database.run(sql`update membership set active = false where id = ${membershipId}`)
  await expectEnd(410, 'withdrawn')
  await database.run(sql`update membership set active = true where id = ${membershipId}`)
  await setFlags(database, person, { manageTickets: false })
  await expectEnd(410, 'withdrawn')
  await setFlags(database, person, { manageTickets: true })
  await database.run(sql`update contact set archived_at = now() where id = ${contactId}`)
  await expectEnd(410, 'withdrawn')
  await database.run(sql`update contact set archived_at = null where id = ${contactId}`)
  await database.run(sql`update web_user set reply_version = reply_version + 1 where id = ${webUserId}`)
  await expectEnd(404)
  await database.run(sql`update web_user set reply_version = reply_version - 1 where id = ${webUserId}`)
  const now = app.clock.now()
  app.clock.pass(31 * DAY)
  await expectEnd(410, 'expired')
  app.clock.set(new Date(now.getTime() + 30 * DAY))
  expect((await close(key)).body.state).toBe('closed')
  app.clock.set(now)
})

test('a raiser who is no administrator and whose ticket was given to somebody else cannot close it', async () => {
  const { person, ticketId, key } = await aMailedTicket({ flags: every({ administrator: false }) })
  const other = await aUser(database, { contact: person })
  await database.run(sql`update ticket set creator_web_user_id = ${other.webUserId} where id = ${ticketId}`)
  expect((await close(key)).problem).toMatchObject({ status: 410, code: 'invalid_code', detail: 'withdrawn' })
  expect(await statusOf(person, ticketId)).toBe(0)
})

test('the link of a merged ticket says where it goes on, and closes neither', async () => {
  const { person, ticketId, key } = await aMailedTicket({ flags: every({ administrator: false }) })
  const colleague = await aUser(database, { contact: person })
  const [own, colleagues] = [await aTicket(database, person), await aTicket(database, colleague)]
  const staff = await asStaff(app, await aStaffAccount(app, { serviceCompanyId: person.serviceCompanyId }))
  const merge = async (into: number) =>
    expect((await staff(mergeStaffTicket, { params: { ticketid: ticketId }, body: { into } })).status).toBe(201)
  await merge(own.id)
  const numberOf = (id: number) =>
    database.one<{ n: number }>(sql`select ticket_number as n from ticket where id = ${id}`)
  expect((await close(key)).body).toMatchObject({
    state: 'merged',
    mergedInto: (await numberOf(own.id)).n,
    page: { ticketid: own.id },
  })
  expect(await statusOf(person, own.id)).toBe(0)
  await merge(colleagues.id)
  // The page of a colleague's ticket is not the reader's.
  expect((await read(key)).body).toMatchObject({ mergedInto: (await numberOf(colleagues.id)).n, page: null })
  expect(await statusOf(person, colleagues.id)).toBe(0)
})

test('only those who may close the ticket get the link, while it is open', async () => {
  const { person, ticketId } = await aMailedTicket()
  const { enqueueTicketMails } = await import('../mails.ts')
  const staffUserId = await aStaffUser(database, person, { email: 'anna@service.example' })
  const answer = async () => {
    const { id } = await database.one<{
      id: number
    }>(sql`insert into comment (service_company_id, portal_id, contact_id, ticket_id,
        message, staff_user_id, creation_date, cc_list, words)
      values (${person.serviceCompanyId}, ${person.portalId}, ${person.contactId}, ${ticketId}, '<p>Fatto</p>', ${staffUserId},
        ${app.clock.now()}, 'copia@client.example', '') returning id`)
    await enqueueTicketMails(database, { at: { ...person, ticketId }, commentId: id })
    const { mails } = await app.delivered()
    return mails
      .filter(({ text }) => /notifications\/x[a-z0-7]+\.\d{5}/.test(text))
      .flatMap(({ recipients }) => recipients)
  }
  expect(await answer()).toEqual([person.email])
  await database.run(sql`update ticket set task_step_id = ${person.steps[2]}, task_status = 2 where id = ${ticketId}`)
  expect(await answer()).toEqual([])
})
