import { mergeStaffTicket, readStaffTicketContext } from '@portico/contract/staff/ticket-actions'
import {
  createStaffComment,
  createStaffNote,
  listStaffTickets,
  markStaffTicketRead,
  noteStaffTime,
  readStaffTicket,
} from '@portico/contract/staff/tickets'
import { closeTicket, createComment, listTickets, markTicketRead, readTicket } from '@portico/contract/tickets'
import { expect, test } from 'vitest'
import { testApp } from '../../../../test/fixtures/app.ts'
import { aComment, aContact, aTicket, aUser, only, type Person } from '../../../../test/fixtures/factories.ts'
import { releaseAnswers } from '../../../../test/fixtures/held-answers.ts'
import { anOperator } from '../../../../test/fixtures/operator.ts'
import { aStaffAccount, asStaff, staffHeaders } from '../../../../test/fixtures/staff.ts'
import { uploadAsStaff } from '../../../../test/fixtures/staff-files.ts'
import { sql } from '../../../kernel/database/db.ts'

const app = await testApp()
const { database } = app

type Merging = { person?: Person; raiser?: Person; into?: Parameters<typeof aTicket>[2] }

/** Two tickets of a customer, and a member of the staff who merges the first into the second. */
const twoTickets = async ({ person: given, raiser, into }: Merging = {}) => {
  const person = given ?? (await aUser(database))
  const account = await aStaffAccount(app, { serviceCompanyId: person.serviceCompanyId })
  const first = await aTicket(database, person, { title: 'Ferma <di nuovo>', createdOn: '2026-03-01T10:00:00Z' })
  const second = await aTicket(database, raiser ?? person, {
    title: 'Pompa ferma',
    createdOn: '2026-03-01T09:00:00Z',
    ...into,
  })
  const staff = await asStaff(app, account)
  const merge = (ticketid = first.id, into = second.id) =>
    staff(mergeStaffTicket, { params: { ticketid }, body: { into } })
  const customer = await app.as(person)
  const readAs = async (reader: typeof customer, id: number) =>
    (await reader(readTicket, { params: { ...person.here, ticketid: id } })).body
  return { person, account, first, second, staff, merge, customer, readAs }
}

const text = (word: string) => ({ message: `<p>${word}</p>` })

test('messages, notes, files and time come to the ticket that stays, in order; the customer is led there with one mail', async () => {
  const { person, account, first, second, staff, merge, customer, readAs } = await twoTickets()
  const session = await staffHeaders(app, account)
  await aComment(database, person, second.id, { message: 'uno', at: '2026-03-01T10:30:00Z' })
  await aComment(database, person, first.id, { message: 'due', at: '2026-03-01T11:00:00Z' })
  await aComment(database, person, second.id, { message: 'tre', at: '2026-03-01T12:00:00Z' })
  const file = await uploadAsStaff(app, session, person.contactId, { filename: 'misure.txt', content: 'le misure' })
  const answer = { ...text('vedi'), attachments: [file.id], seen: null, sendAnyway: true }
  await staff(createStaffComment, { params: { ticketid: first.id }, body: answer })
  await releaseAnswers(app)
  await staff(createStaffNote, { params: { ticketid: first.id }, body: text('nota') })
  await staff(noteStaffTime, { params: { ticketid: first.id }, body: { minutes: 20, activityTypeName: 'Telefonata' } })

  const merged = await merge()
  expect(merged.status).toBe(201)
  expect(merged.body).toMatchObject({ messages: 3, files: 1, notes: 1, minutes: 20, sameRaiser: true })
  const { ticket } = merged.body
  expect(ticket.id).toBe(second.id)
  expect(ticket.comments.map(({ message }) => message)).toEqual([
    `<p><strong>#${first.number} Ferma &lt;di nuovo&gt;</strong></p><p>Non parte.</p>`,
    'uno',
    'due',
    'tre',
    '<p>vedi</p>',
  ])
  expect(ticket.comments.at(-1)?.attachments).toMatchObject([{ id: file.id, name: 'misure.txt' }])
  expect(ticket).toMatchObject({ notes: [{ message: '<p>nota</p>' }], time: [{ minutes: 20 }] })
  expect(ticket.changes.map(({ field, after }) => [field, after])).toEqual([['merged', `#${first.number}`]])

  const old = await readAs(customer, first.id)
  expect(old.taskStatus.step.taskStatus).toBe(2)
  expect(old.comments.map(({ message }) => message).slice(0, 2)).toEqual(['due', '<p>vedi</p>'])
  const address = `/${person.company}/${person.contactId}/tickets/${second.id}`
  expect(old.comments.at(-1)).toMatchObject({
    event: 'closed',
    message: `<p>Questa richiesta prosegue nel ticket <a href="${address}">#${second.number}</a>.</p>`,
  })
  expect(old.comments[1]?.attachments).toHaveLength(1)
  const { mails } = await app.delivered()
  expect(mails.map(({ to }) => to)).toEqual([[expect.objectContaining({ address: person.email })]])
  expect(mails[0]?.html).toMatch(new RegExp(`href="https?://[^"]+${address}"`))

  const stays = await readAs(customer, second.id)
  expect(stays.comments).toHaveLength(5)
  const shown = stays.comments.at(-1)?.attachments[0]?.url ?? ''
  expect((await app.http.inject({ url: shown })).payload).toBe('le misure')
  const context = await staff(readStaffTicketContext, { params: { ticketid: first.id } })
  expect(context.body.links).toMatchObject([{ kind: 'mergedInto', ticket: { id: second.id } }])
})

test('a merge that is repeated copies nothing twice; what came after it is copied by the next', async () => {
  const { person, first, second, merge, customer } = await twoTickets()
  await aComment(database, person, first.id)
  const once = (await merge()).body
  expect(once.messages).toBe(2)
  await app.delivered()
  expect((await merge()).body).toMatchObject({ messages: 0, notes: 0 })
  expect((await app.delivered()).mails).toEqual([])

  await customer(createComment, { params: person.here, body: { taskId: first.id, ...text('ancora') } })
  const again = (await merge()).body
  expect(again.messages).toBe(1)
  expect(again.ticket.comments).toHaveLength(3)
  const back = (await merge(second.id, first.id)).body
  expect(back.messages).toBe(1)
  expect(back.ticket.comments.filter(({ message }) => message.includes(`#${second.number} Pompa`))).toHaveLength(1)
})

test('while an answer is held back nothing is merged; one that has crossed goes along', async () => {
  const { person, first, second, staff, merge, customer } = await twoTickets()
  const held = await staff(createStaffComment, {
    params: { ticketid: first.id },
    body: { ...text('ecco'), seen: null },
  })
  expect((await merge()).problem).toMatchObject({ status: 409, code: 'answer_held' })
  expect((await merge(second.id, first.id)).problem.code).toBe('answer_held')
  expect((await staff(readStaffTicket, { params: { ticketid: second.id } })).body.comments).toEqual([])

  await customer(createComment, { params: person.here, body: { taskId: first.id, ...text('aspetta') } })
  await releaseAnswers(app)
  const { ticket } = (await merge()).body
  expect(ticket.heldAnswers).toMatchObject([{ id: held.body.id, crossed: true, message: '<p>ecco</p>' }])
})

test('an open ticket opens the one that it goes into, which is due when the first was', async () => {
  const { first, second, staff, merge } = await twoTickets({ into: { status: 2 } })
  await database.run(sql`update ticket set due_at = '2026-03-02T12:00:00Z' where id = ${first.id}`)
  await app.delivered()
  expect((await merge()).body.ticket).toMatchObject({ step: { taskStatus: 0 }, dueAt: '2026-03-02T12:00:00Z' })
  expect((await app.delivered()).mails).toHaveLength(1)
  const open = (await staff(listStaffTickets, { query: { view: 'toAnswer' } })).body
  expect(open.map(({ id }) => id)).toEqual([second.id])
})

test('whoever has read both has nothing unread; staff who have not read one find the other unread', async () => {
  const { person, account, first, second, staff, merge, customer } = await twoTickets()
  const colleague = await asStaff(app, await aStaffAccount(app, { serviceCompanyId: person.serviceCompanyId }))
  await database.run(sql`update membership set unread_since = '2026-02-01' where id = ${person.membershipId}`)
  const at = { staffUserId: account.staffUserId }
  const older = await aComment(database, person, second.id, { ...at, at: '2026-03-01T11:00:00Z' })
  const newer = await aComment(database, person, first.id, { ...at, at: '2026-03-01T12:00:00Z' })
  for (const [ticketid, commentId] of [
    [first.id, newer],
    [second.id, older],
  ] as const)
    await customer(markTicketRead, { params: { ...person.here, ticketid }, body: { commentId } })
  await aComment(database, person, first.id, { at: '2026-03-01T10:30:00Z' })
  const mark = (caller: typeof staff, ticketid: number, commentId: number) =>
    caller(markStaffTicketRead, { params: { ticketid }, body: { commentId } })
  await mark(staff, first.id, newer)
  await mark(staff, second.id, older)
  await mark(colleague, second.id, older)

  await merge()
  const unreadOf = async (caller: typeof staff) =>
    (await caller(readStaffTicket, { params: { ticketid: second.id } })).body.unread
  expect(await unreadOf(staff)).toBe(false)
  expect(await unreadOf(colleague)).toBe(true)
  const seen = (await customer(listTickets, { params: person.here })).body
  expect(Object.fromEntries(seen.map(({ id, unreadComments }) => [id, unreadComments]))).toEqual({
    [second.id]: 0,
    [first.id]: 1,
  })
})

test('a raiser who may not open the other ticket keeps the own one, without a link or a title of it', async () => {
  const contact = await aContact(database)
  const person = await aUser(database, { contact, flags: only('manageTickets') })
  const raiser = await aUser(database, { contact, flags: only('manageTickets') })
  const { first, second, merge, customer, readAs } = await twoTickets({ person, raiser })
  expect((await merge()).body.sameRaiser).toBe(false)
  const message = (await readAs(customer, first.id)).comments.at(-1)?.message
  expect(message).toBe(`<p>Questa richiesta prosegue nel ticket #${second.number}.</p>`)
  const answer = await customer(readTicket, { params: { ...person.here, ticketid: second.id } })
  expect(answer.problem.status).toBe(404)
})

test('a closed ticket is merged as well, with one mail', async () => {
  const { person, first, merge, customer, readAs } = await twoTickets()
  await customer(closeTicket, { params: { ...person.here, ticketid: first.id }, body: {} })
  await app.delivered()
  expect((await merge()).status).toBe(201)
  expect((await app.delivered()).mails).toHaveLength(1)
  expect((await readAs(customer, first.id)).taskStatus.step.taskStatus).toBe(2)
})

test('a copied message may be removed over the operator API without its file, which the first still has', async () => {
  const { person, account, first, second, staff, merge } = await twoTickets()
  const session = await staffHeaders(app, account)
  const file = await uploadAsStaff(app, session, person.contactId, { filename: 'a.txt', content: 'contenuto' })
  const answer = { ...text('vedi'), attachments: [file.id], seen: null }
  const { id } = (await staff(createStaffComment, { params: { ticketid: first.id }, body: answer })).body
  await releaseAnswers(app)
  await merge()
  const names = await database.many<{
    name: string
    ticketId: number
  }>(sql`select external_id as name, ticket_id as "ticketId"
    from comment where id = ${id} or origin = ${`comment ${id}`} order by id desc`)
  expect(names.map(({ ticketId }) => ticketId)).toEqual([second.id, first.id])
  const operator = await anOperator(app, { serviceCompanyId: person.serviceCompanyId })
  const open = () => app.http.inject({ url: file.url, headers: session })
  expect((await operator('DELETE', `/comments/${names[0]?.name}`)).status).toBe(204)
  expect((await open()).payload).toBe('contenuto')
  expect((await operator('DELETE', `/comments/${names[1]?.name}`)).status).toBe(204)
  expect((await open()).statusCode).toBe(404)
})

test('tickets of two customers are not merged, nor one with itself, nor with one that is not there', async () => {
  const { person, first, second, merge } = await twoTickets()
  const other = await aUser(database, { contact: await aContact(database, person) })
  const foreign = await aUser(database)
  const path = [{ path: 'body.into' }]
  const [elsewhere, far] = [await aTicket(database, other), await aTicket(database, foreign)]
  expect((await merge(first.id, elsewhere.id)).problem).toMatchObject({ code: 'invalid_request', errors: path })
  expect((await merge(first.id, first.id)).problem).toMatchObject({ code: 'invalid_request', errors: path })
  expect((await merge(first.id, far.id)).problem).toMatchObject({ code: 'not_found', errors: path })
  expect((await merge(far.id, second.id)).problem).toMatchObject({ code: 'not_found' })
  const { count } = await database.one<{ count: number }>(sql`select count(*) as count from ticket_link
    where service_company_id = ${person.serviceCompanyId}`)
  expect(count).toBe(0)
})

test('two calls that merge each into the other do not lock each other out', async () => {
  const { first, second, merge } = await twoTickets()
  const both = await Promise.all([merge(), merge(second.id, first.id)])
  expect(both.map(({ status }) => status)).toEqual([201, 201])
})
