import { copyStaffTicket, readStaffTicketContext } from '@portico/contract/staff/ticket-actions'
import { createStaffComment, createStaffNote, readStaffTicket } from '@portico/contract/staff/tickets'
import { listTickets, readTicket } from '@portico/contract/tickets'
import { expect, test } from 'vitest'
import { testApp } from '../../../../test/fixtures/app.ts'
import { aComment, aContact, aPortal, aStaffGroup, aTicket, aUser } from '../../../../test/fixtures/factories.ts'
import { releaseAnswers } from '../../../../test/fixtures/held-answers.ts'
import { aStaffAccount, asStaff, staffHeaders } from '../../../../test/fixtures/staff.ts'
import { uploadAsStaff } from '../../../../test/fixtures/staff-files.ts'
import { sql } from '../../../kernel/database/db.ts'

const app = await testApp()
const { database } = app

/** A conversation of one customer with a secret in every corner, and another customer of another portal who gets a part of it. */
const aConversation = async () => {
  const old = await aUser(database, { referentName: 'Vecchio Segreto' })
  const portal = await aPortal(database, { serviceCompanyId: old.serviceCompanyId })
  const other = await aUser(database, { contact: await aContact(database, portal), referentName: 'Nuova Riservata' })
  const account = await aStaffAccount(app, { serviceCompanyId: old.serviceCompanyId })
  const staff = await asStaff(app, account)
  const session = await staffHeaders(app, account)
  const { id, number } = await aTicket(database, old, {
    title: 'Titolo segreto',
    description: '<p>descrizione segreta</p>',
  })
  const ticket = { ticketid: id }
  const file = await uploadAsStaff(app, session, old.contactId, { filename: 'scelto.txt', content: 'contenuto scelto' })
  const hidden = await uploadAsStaff(app, session, old.contactId, {
    filename: 'segreto.txt',
    content: 'contenuto segreto',
  })
  const noted = await uploadAsStaff(app, session, old.contactId, { filename: 'nota.txt', content: 'nota segreta' })
  await aComment(database, old, id, { message: '<p>messaggio segreto</p>', at: '2026-03-01T10:30:00Z' })
  const picked = await aComment(database, old, id, {
    message: '<p>La pompa <b>perde</b>.</p>',
    at: '2026-03-01T11:00:00Z',
  })
  await database.run(sql`update comment set cc_list = 'copia.segreta@example.it' where id = ${picked}`)
  const answer = {
    message: `<p>vedi <img src="attachment:${file.id}" alt="misure"><img src="attachment:${hidden.id}" alt="foto segreta"></p>`,
    attachments: [file.id, hidden.id],
    cc: 'altra.segreta@example.it',
    seen: null,
    sendAnyway: true,
  }
  const answered = (await staff(createStaffComment, { params: ticket, body: answer })).body.id
  await releaseAnswers(app)
  await staff(createStaffNote, { params: ticket, body: { message: '<p>nota segreta</p>', attachments: [noted.id] } })
  const body = {
    contactId: other.contactId,
    webUserId: other.webUserId,
    title: 'Perdita della pompa',
    taskTypeId: other.taskTypeId,
    commentIds: [answered, picked],
    attachments: [file.id],
    close: true,
  }
  const copy = (changes: object = {}) => staff(copyStaffTicket, { params: ticket, body: { ...body, ...changes } })
  return { old, other, account, staff, session, id, number, ticket, file, hidden, noted, picked, copy }
}

test('the other customer gets the text and files that were picked, and nothing else of the first', async () => {
  const { old, other, id, number, file, hidden, copy, staff } = await aConversation()
  const copied = await copy()
  expect(copied.status).toBe(201)
  const customer = await app.as(other)
  const seen = (await customer(readTicket, { params: { ...other.here, ticketid: copied.body.id } })).body
  expect(seen).toMatchObject({ title: 'Perdita della pompa', comments: [], attachments: [{ name: 'scelto.txt' }] })
  const url = seen.attachments[0]?.url ?? ''
  expect(seen.description).toBe(
    `<p>La pompa <b>perde</b>.</p><hr /><p>vedi <img src="${url.replaceAll('&', '&amp;')}" alt="misure" /></p>`,
  )
  expect((await app.http.inject({ url })).payload).toBe('contenuto scelto')
  expect(seen.attachments[0]?.id).not.toBe(file.id)
  for (const one of [file, hidden])
    expect((await app.http.inject({ url: await app.addressFor(other, one) })).statusCode).toBe(404)

  const { mails } = await app.delivered()
  const toOther = mails.filter(({ to }) => to.some(({ address }) => address === other.email))
  expect(toOther).toHaveLength(1)
  const events = await database.many(sql`select * from event where contact_id = ${other.contactId}`)
  const rows = await database.many(sql`select t.* from ticket t where t.id = ${copied.body.id}`)
  const files = await database.many(
    sql`select name, uploader_web_user_id from file where contact_id = ${other.contactId}`,
  )
  const reached = JSON.stringify([seen, toOther, events, rows, files], (_, value) =>
    typeof value === 'bigint' ? String(value) : value,
  )
  expect(reached).not.toMatch(/segret/i)
  for (const word of [old.companyName, old.company, old.email, old.userName]) expect(reached).not.toContain(word)
  expect(reached).not.toContain(`#${number} `)
  expect((await customer(listTickets, { params: other.here, query: { q: 'segreto' } })).body).toEqual([])

  const first = (await (await app.as(old))(readTicket, { params: { ...old.here, ticketid: id } })).body
  expect(first.comments.at(-1)).toMatchObject({ event: 'closed', message: '' })
  const toOld = mails.filter(({ to }) => to.some(({ address }) => address === old.email))
  for (const told of [first, toOld]) {
    expect(JSON.stringify(told)).not.toMatch(/Riservata|Perdita della pompa/)
    expect(JSON.stringify(told)).not.toContain(other.companyName)
  }
  const links = async (ticketid: number) => (await staff(readStaffTicketContext, { params: { ticketid } })).body.links
  expect(await links(id)).toMatchObject([{ kind: 'copiedTo', ticket: { id: copied.body.id } }])
  expect(await links(copied.body.id)).toMatchObject([{ kind: 'copiedFrom', ticket: { id } }])
})

test('staff who work for the new portal alone learn no more than that it comes from another ticket', async () => {
  const { other, old, copy } = await aConversation()
  const { id } = (await copy()).body
  const office = await aStaffAccount(app, {
    serviceCompanyId: other.serviceCompanyId,
    role: 'office',
    portalIds: [other.portalId],
  })
  const elsewhere = await asStaff(app, office)
  const answers = [
    (await elsewhere(readStaffTicket, { params: { ticketid: id } })).body,
    (await elsewhere(readStaffTicketContext, { params: { ticketid: id } })).body,
  ]
  expect(answers[1]).toMatchObject({ links: [], earlierTickets: [], copyAddresses: [] })
  expect(JSON.stringify(answers)).not.toMatch(/segret/i)
  expect(JSON.stringify(answers)).not.toContain(old.companyName)
})

test('the description is copied if it was picked, and the first ticket stays open if it was not closed', async () => {
  const { id, copy, staff } = await aConversation()
  const { body } = await copy({ description: true, commentIds: [], attachments: [], close: false })
  expect(body.description).toBe('<p>descrizione segreta</p>')
  const first = (await staff(readStaffTicket, { params: { ticketid: id } })).body
  expect(first.step.taskStatus).toBe(0)
  expect(first.changes.map(({ field, after }) => [field, after])).toEqual([['copiedTo', `#${body.ticketNumber}`]])
})

test('what is not of the ticket is not copied: messages and files of others, files of notes, customers beyond reach', async () => {
  const { old, other, noted, session, copy } = await aConversation()
  const another = await aTicket(database, old)
  const foreignComment = await aComment(database, old, another.id)
  const unused = await uploadAsStaff(app, session, old.contactId, { filename: 'x.txt', content: 'x' })
  const stranger = await aUser(database)
  const stored = (await app.storedKeys()).length
  const refused: [object, string][] = [
    [{ commentIds: [foreignComment] }, 'body.commentIds'],
    [{ attachments: [noted.id] }, 'body.attachments'],
    [{ attachments: [unused.id] }, 'body.attachments'],
    [{ contactId: stranger.contactId }, 'body.contactId'],
    [{ webUserId: old.webUserId }, 'body.webUserId'],
    [{ taskTypeId: old.taskTypeId }, 'body.taskTypeId'],
    [{ commentIds: [], attachments: [] }, 'body.commentIds'],
    [{ title: ' ' }, 'body.title'],
  ]
  for (const [changes, path] of refused) {
    const { problem } = await copy({ attachments: [], ...changes })
    expect([problem.status, problem.errors?.[0]?.path]).toEqual([
      path.endsWith('title') || problem.status === 422 ? 422 : 404,
      path,
    ])
  }
  expect((await app.storedKeys()).length).toBe(stored)
  const { count } = await database.one<{ count: number }>(
    sql`select count(*) as count from ticket where contact_id = ${other.contactId}`,
  )
  expect(count).toBe(0)

  const technician = await asStaff(
    app,
    await aStaffAccount(app, {
      serviceCompanyId: old.serviceCompanyId,
      role: 'technician',
      portalIds: [other.portalId],
      groupIds: [await aStaffGroup(database, old)],
    }),
  )
  const { id } = await aTicket(database, old)
  const body = {
    contactId: other.contactId,
    title: 'x',
    taskTypeId: other.taskTypeId,
    description: true,
    commentIds: [],
    attachments: [],
    close: false,
  }
  expect((await technician(copyStaffTicket, { params: { ticketid: id }, body })).problem.status).toBe(404)
})

test('a call that is repeated with its key makes one ticket', async () => {
  const { old, other, id, account } = await aConversation()
  const staff = await asStaff(app, account)
  const body = {
    contactId: other.contactId,
    title: 'x',
    taskTypeId: other.taskTypeId,
    description: true,
    commentIds: [],
    attachments: [],
    close: true,
  }
  const send = () =>
    staff(copyStaffTicket, { params: { ticketid: id }, body, headers: { 'idempotency-key': `copy-${old.company}` } })
  const [first, second] = [await send(), await send()]
  expect(second.body.id).toBe(first.body.id)
})

test('a copy that is refused leaves no contents in the storage', async () => {
  const { copy } = await aConversation()
  const before = await app.storedKeys()
  expect((await copy({ taskTypeId: 999_999_999 })).problem.code).toBe('not_found')
  expect(await app.storedKeys()).toEqual(before)
})
