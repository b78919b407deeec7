import { listActivityContracts } from '@portico/contract/contracts'
import {
  changeStaffTicket,
  closeStaffTicket,
  createStaffComment,
  createStaffNote,
  noteStaffTime,
  raiseStaffTicket,
  readStaffTicket,
  takeBackStaffComment,
  uploadStaffFile,
} from '@portico/contract/staff/tickets'
import { createComment, listTickets, readTicket } from '@portico/contract/tickets'
import { expect, test } from 'vitest'
import { pathOf, testApp } from '../../../test/fixtures/app.ts'
import { anActivityContract } from '../../../test/fixtures/contracts.ts'
import { aComment, aPortal, aStaffGroup, aTicket, aUser } from '../../../test/fixtures/factories.ts'
import { releaseAnswers } from '../../../test/fixtures/held-answers.ts'
import { anOperator } from '../../../test/fixtures/operator.ts'
import { aStaffAccount, asStaff, staffHeaders, uploadWith } from '../../../test/fixtures/staff.ts'
import { sql } from '../../kernel/database/db.ts'

const app = await testApp()
const { database } = app

/** A customer with a ticket, and a member of the staff who works on it. */
const aConversation = async () => {
  const person = await aUser(database)
  const account = await aStaffAccount(app, { serviceCompanyId: person.serviceCompanyId })
  const { id } = await aTicket(database, person, { title: 'Compressore fermo' })
  const [customer, staff] = [await app.as(person), await asStaff(app, account)]
  const seenByCustomer = async () =>
    (await customer(readTicket, { params: { ...person.here, ticketid: id } })).body.comments.map(
      ({ message }) => message,
    )
  return { person, account, id, customer, staff, seenByCustomer, ticket: { ticketid: id } }
}

type Session = Record<string, string>

const upload = (session: Session, contactId: number, filename: string, content: string) =>
  uploadWith(app, session, pathOf(uploadStaffFile.path, { contactid: contactId }), { filename, content })

const openWith = (session: Session, url: string) => app.http.inject({ url, headers: session })

const text = (word: string) => ({ message: `<p>${word}</p>` })

test('an answer is seen by nobody for ten seconds, then by the customer, who is mailed', async () => {
  const { person, staff, seenByCustomer, ticket } = await aConversation()
  const held = (await staff(createStaffComment, { params: ticket, body: { ...text('Arrivo'), seen: null } })).body
  expect(held).toMatchObject({ message: '<p>Arrivo</p>', crossed: false, releasesOn: '2026-03-02T08:30:10Z' })
  expect((await app.delivered()).mails).toEqual([])
  expect(await seenByCustomer()).toEqual([])
  expect((await staff(readStaffTicket, { params: ticket })).body).toMatchObject({
    comments: [],
    heldAnswers: [{ id: held.id }],
  })

  const { mails } = await releaseAnswers(app)
  expect(await seenByCustomer()).toEqual(['<p>Arrivo</p>'])
  expect(mails.map(({ to }) => to)).toEqual([[expect.objectContaining({ address: person.email })]])
  const after = (await staff(readStaffTicket, { params: ticket })).body
  expect(after).toMatchObject({ comments: [{ id: held.id }], heldAnswers: [] })
})

test('an answer that is taken back was seen by nobody and is never sent; one that was sent stays', async () => {
  const { staff, seenByCustomer, ticket } = await aConversation()
  const { id } = (await staff(createStaffComment, { params: ticket, body: { ...text('No'), seen: null } })).body
  expect((await staff(takeBackStaffComment, { params: { ...ticket, commentid: id } })).body).toMatchObject(text('No'))
  expect((await releaseAnswers(app)).mails).toEqual([])
  expect(await seenByCustomer()).toEqual([])

  const sent = (await staff(createStaffComment, { params: ticket, body: { ...text('Sì'), seen: null } })).body
  await releaseAnswers(app)
  const late = await staff(takeBackStaffComment, { params: { ...ticket, commentid: sent.id } })
  expect(late.problem).toMatchObject({ status: 409, code: 'too_late' })
  expect(await seenByCustomer()).toEqual(['<p>Sì</p>'])
})

test('only the writer takes an answer back', async () => {
  const { person, staff, ticket } = await aConversation()
  const colleague = await asStaff(app, await aStaffAccount(app, { serviceCompanyId: person.serviceCompanyId }))
  const { id } = (await staff(createStaffComment, { params: ticket, body: { ...text('Mio'), seen: null } })).body
  expect((await colleague(takeBackStaffComment, { params: { ...ticket, commentid: id } })).problem.status).toBe(404)
  expect((await colleague(readStaffTicket, { params: ticket })).body.heldAnswers).toEqual([])
})

test('an answer that crosses a message is stopped with it, unless its writer sends it anyway', async () => {
  const { person, id, customer, staff, seenByCustomer, ticket } = await aConversation()
  const { body: missed } = await customer(createComment, {
    params: person.here,
    body: { taskId: id, ...text('Aspetta') },
  })
  const crossed = await staff(createStaffComment, { params: ticket, body: { ...text('Fatto'), seen: null } })
  expect(crossed.problem).toMatchObject({
    status: 409,
    code: 'crossed',
    crossed: [{ id: missed.id, message: '<p>Aspetta</p>' }],
  })
  const anyway = await staff(createStaffComment, {
    params: ticket,
    body: { ...text('Fatto'), seen: null, sendAnyway: true },
  })
  expect(anyway.status).toBe(201)
  await releaseAnswers(app)
  expect(await seenByCustomer()).toEqual(['<p>Aspetta</p>', '<p>Fatto</p>'])
})

test('what is written in the ten seconds stops the answer, which waits for its writer', async () => {
  const { person, id, customer, staff, seenByCustomer, ticket } = await aConversation()
  const held = (await staff(createStaffComment, { params: ticket, body: { ...text('Fatto'), seen: null } })).body
  const { body: missed } = await customer(createComment, {
    params: person.here,
    body: { taskId: id, ...text('Aspetta') },
  })
  await releaseAnswers(app)
  expect(await seenByCustomer()).toEqual(['<p>Aspetta</p>'])
  expect((await staff(readStaffTicket, { params: ticket })).body.heldAnswers).toMatchObject([
    { id: held.id, crossed: true },
  ])
  await staff(takeBackStaffComment, { params: { ...ticket, commentid: held.id } })
  await staff(createStaffComment, { params: ticket, body: { ...text('Fatto'), seen: missed.id } })
  await releaseAnswers(app)
  expect(await seenByCustomer()).toEqual(['<p>Aspetta</p>', '<p>Fatto</p>'])
})

test('of two colleagues who answer at once, the second is stopped', async () => {
  const { person, staff, seenByCustomer, ticket } = await aConversation()
  const colleague = await asStaff(app, await aStaffAccount(app, { serviceCompanyId: person.serviceCompanyId }))
  await staff(createStaffComment, { params: ticket, body: { ...text('Uno'), seen: null } })
  await colleague(createStaffComment, { params: ticket, body: { ...text('Due'), seen: null } })
  await releaseAnswers(app)
  expect(await seenByCustomer()).toHaveLength(1)
  const held = [
    ...(await staff(readStaffTicket, { params: ticket })).body.heldAnswers,
    ...(await colleague(readStaffTicket, { params: ticket })).body.heldAnswers,
  ]
  expect(held).toMatchObject([{ crossed: true }])
})

test('an answer can close the ticket; what the customer writes opens it again', async () => {
  const { person, id, customer, staff, ticket } = await aConversation()
  await staff(createStaffComment, { params: ticket, body: { ...text('Fatto'), seen: null, close: true } })
  const { mails } = await releaseAnswers(app)
  expect(mails).toHaveLength(1)
  const closed = (await staff(readStaffTicket, { params: ticket })).body
  expect(closed).toMatchObject({ step: { taskStatus: 2 }, comments: [{ event: 'closed', message: '<p>Fatto</p>' }] })
  await customer(createComment, { params: person.here, body: { taskId: id, ...text('Ancora') } })
  expect((await staff(readStaffTicket, { params: ticket })).body.step.taskStatus).toBe(0)
})

test('a note reaches no call of the customer: not its text, its file, a mail, an event, a search or a count', async () => {
  const { person, account, id, customer, staff, ticket } = await aConversation()
  const before = await customer(readTicket, { params: { ...person.here, ticketid: id } })
  const session = await staffHeaders(app, account)
  const file = await upload(session, person.contactId, 'segreto.txt', 'perizia riservata')
  const note = (
    await staff(createStaffNote, {
      params: ticket,
      body: { message: '<p>perizia riservata</p>', attachments: [file.id] },
    })
  ).body
  expect(note.attachments).toMatchObject([{ name: 'segreto.txt' }])
  const url = (note.attachments[0]?.url ?? '').replace(/n=\d+/, file.url.slice(file.url.indexOf('n=')))
  expect((await openWith(session, url)).payload).toBe('perizia riservata')

  expect((await app.delivered()).mails).toEqual([])
  const after = await customer(readTicket, { params: { ...person.here, ticketid: id } })
  expect(after.body).toEqual(before.body)
  expect((await customer(listTickets, { params: person.here, query: { q: 'riservata' } })).body).toEqual([])
  const { count } = await database.one<{ count: number }>(
    sql`select count(*) as count from event where ticket_id = ${id} and not staff_only`,
  )
  expect(count).toBe(0)
  const address = await app.addressFor(person, file)
  expect((await app.http.inject({ url: address })).statusCode).toBe(404)
})

test('a note that is removed over the operator API takes its file along', async () => {
  const { person, account, staff, ticket } = await aConversation()
  const session = await staffHeaders(app, account)
  const before = await app.storedKeys()
  const file = await upload(session, person.contactId, 'nota.txt', 'una nota')
  const body = { message: '<p>vedi file</p>', attachments: [file.id] }
  const note = (await staff(createStaffNote, { params: ticket, body })).body
  expect(await app.storedKeys()).toHaveLength(before.length + 1)
  const { name } = await database.one<{ name: string }>(
    sql`select external_id as name from internal_note where id = ${note.id}`,
  )
  const operator = await anOperator(app, { serviceCompanyId: person.serviceCompanyId })
  expect((await operator('DELETE', `/internalNotes/${name}`)).status).toBe(204)
  expect(await app.storedKeys()).toEqual(before)
  expect((await openWith(session, file.url)).statusCode).toBe(404)
})

test('a ticket that is removed over the operator API takes the files of its held answer along', async () => {
  const { person, account, id, staff, ticket } = await aConversation()
  const session = await staffHeaders(app, account)
  const before = await app.storedKeys()
  const file = await upload(session, person.contactId, 'prova.txt', 'non ancora inviata')
  const body = { message: '<p>vedi file</p>', seen: null, attachments: [file.id] }
  expect((await staff(createStaffComment, { params: ticket, body })).status).toBe(201)
  const { name } = await database.one<{ name: string }>(sql`select external_id as name from ticket where id = ${id}`)
  const operator = await anOperator(app, { serviceCompanyId: person.serviceCompanyId })
  expect((await operator('DELETE', `/tickets/${name}`)).status).toBe(204)
  expect(await app.storedKeys()).toEqual(before)
  expect(await database.many(sql`select from file where id = ${file.id}`)).toEqual([])
  expect((await releaseAnswers(app)).mails).toEqual([])
})

test('files of the staff open for the session that their address names, and for no other', async () => {
  const { person, account } = await aConversation()
  const session = await staffHeaders(app, account)
  const file = await upload(session, person.contactId, 'foto.txt', 'una foto')
  expect((await openWith(session, file.url)).payload).toBe('una foto')
  const again = await staffHeaders(app, account)
  expect((await openWith(again, file.url)).statusCode).toBe(404)
  expect((await openWith({}, file.url)).statusCode).toBe(401)
  const colleague = await staffHeaders(app, await aStaffAccount(app, { serviceCompanyId: person.serviceCompanyId }))
  const { id } = await database.one<{ id: number }>(sql`select max(id) as id from staff_session`)
  expect((await openWith(colleague, file.url.replace(/n=\d+/, `n=${id}`))).statusCode).toBe(404)
})

test('properties change together with their history; who has read an older state is told', async () => {
  const { person, account, staff, ticket } = await aConversation()
  const group = await aStaffGroup(database, person, { name: 'Impianti' })
  const read = await staff(readStaffTicket, { params: ticket })
  const etag = String(read.headers.etag)
  const body = { assigneeId: account.staffUserId, groupId: group, dueAt: '2026-03-03T09:00:00Z' }
  const changed = await staff(changeStaffTicket, { params: ticket, body, headers: { 'if-match': etag } })
  expect(changed.body).toMatchObject({
    assignee: { id: account.staffUserId },
    group: { name: 'Impianti' },
    dueAt: '2026-03-03T09:00:00Z',
    changes: [
      { field: 'dueAt', before: null },
      { field: 'assigneeId', before: null, after: 'Anna Tecnica' },
      { field: 'groupId', before: null, after: 'Impianti' },
    ],
  })
  const stale = await staff(changeStaffTicket, {
    params: ticket,
    body: { groupId: null },
    headers: { 'if-match': etag },
  })
  expect(stale.problem).toMatchObject({ status: 409, code: 'conflict' })
  const same = await staff(changeStaffTicket, { params: ticket, body })
  expect(same.body.changes).toHaveLength(3)
  const leapSecond = await staff(changeStaffTicket, { params: ticket, body: { dueAt: '2026-06-30T23:59:60Z' } })
  expect(leapSecond.problem).toMatchObject({ status: 400, errors: [{ path: 'body.dueAt' }] })
})

test('what another portal or company has cannot be given to a ticket', async () => {
  const { person, staff, ticket } = await aConversation()
  const elsewhere = await aPortal(database, { serviceCompanyId: person.serviceCompanyId })
  const stranger = await aPortal(database)
  const foreign = await aStaffAccount(app, { serviceCompanyId: stranger.serviceCompanyId })
  const bodies = [
    { stepId: elsewhere.steps[0] },
    { taskTypeId: elsewhere.taskTypeId },
    { assigneeId: foreign.staffUserId },
    { groupId: await aStaffGroup(database, stranger) },
  ]
  for (const body of bodies) {
    const answer = await staff(changeStaffTicket, { params: ticket, body })
    expect(answer.problem).toMatchObject({ status: 404, errors: [{ path: `body.${Object.keys(body)[0]}` }] })
  }
  expect((await staff(readStaffTicket, { params: ticket })).body.changes).toEqual([])
})

test('closing by step or by call writes one message that the customer is mailed about', async () => {
  const { person, staff, seenByCustomer, ticket } = await aConversation()
  await staff(changeStaffTicket, { params: ticket, body: { stepId: person.steps[2] } })
  await staff(closeStaffTicket, { params: ticket })
  expect((await app.delivered()).mails).toHaveLength(1)
  expect(await seenByCustomer()).toEqual([''])
  const reopened = await staff(changeStaffTicket, { params: ticket, body: { stepId: person.steps[0] } })
  expect(reopened.body.comments.map(({ event }) => event)).toEqual(['closed', 'reopened'])
})

test('time is taken from a contract of the customer, whose remaining hours fall, or from none', async () => {
  const { person, customer, staff, ticket } = await aConversation()
  const contract = await anActivityContract(database, person, { amount: 600 })
  const noted = await staff(noteStaffTime, {
    params: ticket,
    body: { minutes: 35, activityTypeName: 'Assistenza remota', activityContractId: contract },
  })
  expect(noted.body).toMatchObject({ minutes: 35, contract: expect.any(String) })
  const contracts = (await customer(listActivityContracts, { params: person.here })).body
  expect(contracts[0]?.residualMinutes).toBe(565)
  const none = await staff(noteStaffTime, { params: ticket, body: { minutes: 5, activityTypeName: 'Telefonata' } })
  expect(none.body.contract).toBeNull()

  const stranger = await aUser(database)
  const foreign = await anActivityContract(database, stranger, { amount: 600 })
  const refused = await staff(noteStaffTime, {
    params: ticket,
    body: { minutes: 5, activityTypeName: 'x', activityContractId: foreign },
  })
  expect(refused.problem).toMatchObject({ status: 404, errors: [{ path: 'body.activityContractId' }] })
})

test('a ticket is raised for somebody who phones, and that person sees it', async () => {
  const person = await aUser(database)
  const staff = await asStaff(app, await aStaffAccount(app, { serviceCompanyId: person.serviceCompanyId }))
  const body = {
    contactId: person.contactId,
    webUserId: person.webUserId,
    title: 'Ha telefonato',
    taskTypeId: person.taskTypeId,
    description: '<p>La pompa perde.</p>',
  }
  const raised = await staff(raiseStaffTicket, { body })
  expect(raised.body).toMatchObject({ title: 'Ha telefonato', raiser: { webUserId: person.webUserId } })
  const seen = (await (await app.as(person))(listTickets, { params: person.here })).body
  expect(seen.map(({ title }) => title)).toEqual(['Ha telefonato'])

  const stranger = await aUser(database)
  const foreign = await staff(raiseStaffTicket, { body: { ...body, contactId: stranger.contactId } })
  expect(foreign.problem).toMatchObject({ status: 404, errors: [{ path: 'body.contactId' }] })
  const nobody = await staff(raiseStaffTicket, { body: { ...body, webUserId: stranger.webUserId } })
  expect(nobody.problem).toMatchObject({ status: 404, errors: [{ path: 'body.webUserId' }] })
})

test('a message of the staff is cleaned like any other', async () => {
  const { person, staff, id, ticket } = await aConversation()
  await aComment(database, person, id)
  const html = '<p onclick="x()">Ciao<script>alert(1)</script></p>'
  const note = await staff(createStaffNote, { params: ticket, body: { message: html } })
  expect(note.body.message).toBe('<p>Ciao</p>')
  const empty = await staff(createStaffNote, { params: ticket, body: { message: '<p> </p>' } })
  expect(empty.problem.code).toBe('fill_all_required_fields')
})

test('a technician hands a ticket over to another group, and raises one for it', async () => {
  const { person, id, ticket } = await aConversation()
  const [own, other] = [await aStaffGroup(database, person), await aStaffGroup(database, person)]
  await database.run(sql`update ticket set staff_group_id = ${own} where id = ${id}`)
  const { serviceCompanyId, contactId, taskTypeId } = person
  const technician = await asStaff(
    app,
    await aStaffAccount(app, { serviceCompanyId, role: 'technician', groupIds: [own] }),
  )
  const moved = await technician(changeStaffTicket, { params: ticket, body: { groupId: other } })
  expect(moved.body).toMatchObject({ id, group: { id: other }, changes: [{ field: 'groupId' }] })
  expect((await technician(readStaffTicket, { params: ticket })).problem.code).toBe('not_found')
  expect((await technician(changeStaffTicket, { params: ticket, body: { groupId: own } })).problem.code).toBe(
    'not_found',
  )
  await database.run(sql`update task_type set staff_group_id = ${other} where id = ${taskTypeId}`)
  const body = { contactId, title: 'Porta bloccata', taskTypeId, description: '<p>Chiamano dal cancello.</p>' }
  const raised = (await technician(raiseStaffTicket, { body })).body
  expect(raised).toMatchObject({ title: 'Porta bloccata', group: { id: other } })
  expect((await technician(readStaffTicket, { params: { ticketid: raised.id } })).problem.code).toBe('not_found')
})
