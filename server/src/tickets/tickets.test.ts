import { readFile } from '@portico/contract/files'
import {
  closeTicket,
  createComment,
  createTicket,
  listColleagues,
  listTickets,
  listTicketTypes,
  readTicket,
  type Ticket,
  uploadCommentAttachment,
  uploadTicketAttachment,
} from '@portico/contract/tickets'
import { expect, test } from 'vitest'
import { multipart, png, rowCounts, testApp } from '../../test/fixtures/app.ts'
import {
  aComment,
  aContact,
  aFile,
  aMembership,
  aPicture,
  aPortal,
  aStaffGroup,
  aStaffUser,
  aTaskType,
  aTicket,
  aUser,
  aWikiElement,
  every,
  only,
  type Person,
  setFlags,
} from '../../test/fixtures/factories.ts'
import { sql } from '../kernel/database/db.ts'

// A busy machine may be slow: these tests check that every answer is right, not how fast it comes.
const app = await testApp({}, { max: 20, acquireTimeout: 30_000 })
const { database, clock } = app
const HOUR = 3_600_000

const raised = (person: Person, more: object = {}) => ({
  params: person.here,
  body: { title: 'Caldaia ferma', taskTypeId: person.taskTypeId, description: '<p>Non parte</p>', ...more },
})
const said = (person: Person, taskId: number, more: object = {}) => ({
  params: person.here,
  body: { taskId, message: '<p>Ci siamo</p>', ...more },
})
const at = (person: Person, ticketid: number, body?: object) => ({ params: { ...person.here, ticketid }, body })

/** Expects that a call is refused with this problem document and writes nothing. */
const refused = async (work: () => Promise<{ problem: unknown }>, expected: object) => {
  const [before, stored] = [await rowCounts(app), await app.storedKeys()]
  expect((await work()).problem).toMatchObject(expected)
  expect(await rowCounts(app)).toEqual(before)
  expect(await app.storedKeys()).toEqual(stored)
}

const upload = async (person: Person, name = 'foto.png', purpose: 'ticket' | 'comment' = 'ticket') => {
  const mine = await app.as(person)
  const sent = { params: person.here, ...multipart({ filename: name, content: png }) }
  return (await (purpose === 'ticket' ? mine(uploadTicketAttachment, sent) : mine(uploadCommentAttachment, sent))).body
    .id
}

const scripts = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)><script>1</script></svg>',
  '<a href="java&#10;script:alert(1)">qui</a>',
  '<iframe srcdoc="<script>1</script>"></iframe>',
  '<p style="position:fixed" onclick="x()">ciao</p>',
  '<math><mi xlink:href="javascript:1">x</mi></math>',
]
const runsNothing = (html: string) =>
  expect(html).not.toMatch(/<script|<svg|<math|<iframe|<style|\son\w+=|style=|javascript:|srcdoc/i)

test('a raiser creates a ticket with every field and reads it back', async () => {
  const person = await aUser(database)
  const mine = await app.as(person)
  const wiki = await aWikiElement(database, person, { folder: 'Centrale', name: 'Caldaia 2' })
  const { body } = await mine(createTicket, raised(person, { title: '  Caldaia\r\nferma ', wikiElementId: wiki.id }))
  expect(body).toMatchObject({
    title: 'Caldaia ferma',
    description: '<p>Non parte</p>',
    ticketNumber: 1,
    internalAnnualProgressive: 0,
    taskType: { name: 'Guasto', color: '#c00' },
    taskStatus: { step: { name: 'New', taskStatus: 0 } },
    createdOn: '2026-03-02T08:30:00Z',
    nextPlannedActivityInfo: null,
    assignedGroup: null,
    assignedUser: null,
    creatorContactWebUser: {
      webUserId: person.webUserId,
      referentName: person.referentName,
      companyName: person.companyName,
    },
    wikiElement: { id: wiki.id, name: 'Caldaia 2', folderName: 'Centrale' },
    attachments: [],
    comments: [],
  })
  expect((await mine(readTicket, at(person, body.id))).body).toEqual(body)
})

test('a ticket shows its people, its next planned activity and its conversation', async () => {
  const person = await aUser(database)
  const picture = await aPicture(database, person)
  const staff = await aStaffUser(database, person, { pictureId: picture.id })
  // So that the ids of the group and of the person differ.
  await aStaffGroup(database, person)
  const group = await aStaffGroup(database, person)
  const { id } = await aTicket(database, person, { staffUserId: staff, staffGroupId: group })
  await aComment(database, person, id, { message: '<p>secondo</p>', at: '2026-03-01T12:00:00Z' })
  await aComment(database, person, id, { message: '<p>primo</p>', at: '2026-03-01T11:00:00Z', staffUserId: staff })
  for (const [start, end] of [
    ['2026-03-01', '2026-03-01T01:00:00Z'],
    ['2026-03-09', '2026-03-09T02:00:00Z'],
    ['2026-03-05', '2026-03-05T02:00:00Z'],
  ]) {
    await database.run(sql`insert into planned_activity (service_company_id, portal_id, contact_id, ticket_id, activity_type_name,
        starts_at, ends_at, staff_user_id)
      values (${person.serviceCompanyId}, ${person.portalId}, ${person.contactId}, ${id}, 'Sopralluogo', ${new Date(start ?? '')},
        ${new Date(end ?? '')}, ${staff})`)
  }
  const mine = await app.as(person)
  const { body } = await mine(readTicket, at(person, id))
  const [listed] = (await mine(listTickets, { params: person.here })).body
  expect(listed).toBeDefined()
  expect(body).toMatchObject(listed ?? {})
  const anna = { firstName: 'Anna', lastName: 'Tecnica', profileImage: `/api/pictures/${picture.name}` }
  expect(body).toMatchObject({
    assignedGroup: { name: 'Assistenza' },
    assignedUser: anna,
    nextPlannedActivityInfo: {
      start: '2026-03-05T00:00:00Z',
      end: '2026-03-05T02:00:00Z',
      activityTypeName: 'Sopralluogo',
      assignedUser: anna,
    },
  })
  expect(body.comments).toMatchObject([
    {
      message: '<p>primo</p>',
      creationDate: '2026-03-01T11:00:00Z',
      event: null,
      attachments: [],
      senderContactWebUser: null,
      senderUser: { displayName: 'Anna Tecnica', hasProfileImage: true, profileImage: anna.profileImage },
      ticketEmailReply_CCList: null,
    },
    {
      message: '<p>secondo</p>',
      senderContactWebUser: {
        referentName: person.referentName,
        webUser: { id: person.webUserId, userName: person.userName },
      },
      senderUser: null,
    },
  ])
})

test('the asset of a ticket is shown only to readers who may see assets', async () => {
  const person = await aUser(database)
  const wiki = await aWikiElement(database, person)
  const { id } = await aTicket(database, person, { wikiElementId: wiki.id })
  const mine = await app.as(person)
  expect((await mine(readTicket, at(person, id))).body.wikiElement?.id).toBe(wiki.id)
  await setFlags(database, person, { viewContactWiki: false })
  expect((await mine(readTicket, at(person, id))).body.wikiElement).toBeNull()
})

test('a portal without steps gets an open and a closed step when the first tickets need them', async () => {
  const person = await aUser(database)
  const steps = () =>
    database.many<{ name: string; taskStatus: number }>(sql`select name, task_status as "taskStatus" from task_step
      where portal_id = ${person.portalId} order by task_status`)
  await database.run(sql`delete from task_step where portal_id = ${person.portalId}`)
  const mine = await app.as(person)
  const [one, two] = await Promise.all([mine(createTicket, raised(person)), mine(createTicket, raised(person))])
  expect([one.status, two.status]).toEqual([201, 201])
  expect((await mine(closeTicket, at(person, one.body.id, {}))).status).toBe(200)
  expect((await mine(closeTicket, at(person, two.body.id, {}))).status).toBe(200)
  expect((await mine(createComment, said(person, one.body.id))).status).toBe(201)
  expect((await mine(readTicket, at(person, one.body.id))).body.taskStatus.step).toEqual({
    name: 'Aperto',
    taskStatus: 0,
  })
  expect((await mine(readTicket, at(person, two.body.id))).body.taskStatus.step).toEqual({
    name: 'Chiuso',
    taskStatus: 2,
  })
  expect(await steps()).toEqual([
    { name: 'Aperto', taskStatus: 0 },
    { name: 'Chiuso', taskStatus: 2 },
  ])
  // A step of the service company's own replaces the created one for new tickets.
  await database.run(sql`insert into task_step (service_company_id, portal_id, name, task_status, position)
    values (${person.serviceCompanyId}, ${person.portalId}, 'Preso in carico', 0, 7)`)
  const { body } = await mine(createTicket, raised(person))
  expect(body.taskStatus.step.name).toBe('Preso in carico')
})

test("only administrators can read, answer and close a colleague's ticket", async () => {
  const raiser = await aUser(database)
  const { id } = await aTicket(database, raiser)
  const colleague = await aUser(database, { contact: raiser, flags: every({ administrator: false }) })
  const theirs = await app.as(colleague)
  await refused(() => theirs(readTicket, at(colleague, id)), { status: 404 })
  await refused(() => theirs(closeTicket, at(colleague, id, {})), { status: 404 })
  await refused(() => theirs(createComment, said(colleague, id)), { status: 404, errors: [{ path: 'body.taskId' }] })
  await setFlags(database, colleague, { administrator: true })
  expect((await theirs(readTicket, at(colleague, id))).status).toBe(200)
  expect((await theirs(createComment, said(colleague, id))).status).toBe(201)
  expect((await theirs(closeTicket, at(colleague, id, {}))).status).toBe(200)
})

test('a call that takes JSON refuses a multipart form', async () => {
  const person = await aUser(database)
  const { id } = await aTicket(database, person)
  const form = multipart({ name: 'message', content: 'Ciao' })
  const mine = await app.as(person)
  const close = () => mine(closeTicket, { ...at(person, id), ...form })
  await refused(close, { status: 400, code: 'invalid_request' })
  expect((await mine(readTicket, at(person, id))).body.taskStatus.step.taskStatus).toBe(0)
})

test.each([
  ['title', { title: undefined }],
  ['title', { title: null }],
  ['title', { title: ' \t\n ' }],
  ['taskTypeId', { taskTypeId: undefined }],
  ['taskTypeId', { taskTypeId: null }],
  ['description', { description: undefined }],
  ['description', { description: null }],
  ['description', { description: '' }],
  ['description', { description: ' <p>&nbsp;</p><br><ul><li></li></ul>' }],
  ['description', { description: '<script>only this</script>' }],
  ['description', { description: '<img src="https://example.com/a.png">' }],
])('a ticket without %s is refused with fill_all_required_fields', async (field, body) => {
  const person = await aUser(database)
  const mine = await app.as(person)
  await refused(() => mine(createTicket, raised(person, body)), {
    status: 422,
    code: 'fill_all_required_fields',
    errors: [{ path: `body.${field}` }],
  })
})

test.each([
  ['title', 'x'.repeat(301)],
  ['title', 'x'.repeat(100_000)],
  ['title', 'a\u0000b'],
  ['title', ['x']],
  ['description', 'x'.repeat(100_001)],
  ['description', 'a\u0000b'],
  ['description', { html: 'x' }],
  ['taskTypeId', '1'],
  ['taskTypeId', 1.5],
  ['taskTypeId', 0],
  ['taskTypeId', 2 ** 53],
  ['wikiElementId', 'x'],
  ['attachments', 'x'],
  ['attachments', Array.from({ length: 11 }, (_, i) => i + 1)],
  ['attachments', [1, 1]],
])('a ticket with a wrong %s is refused', async (field, value) => {
  const person = await aUser(database)
  const mine = await app.as(person)
  await refused(() => mine(createTicket, raised(person, { [field]: value })), {
    status: 400,
    code: 'invalid_request',
    errors: [{ path: `body.${field}` }],
  })
})

test('a megabyte of wrong array elements, tags or addresses is answered quickly', async () => {
  const person = await aUser(database)
  const { id } = await aTicket(database, person)
  const mine = await app.as(person)
  const since = performance.now()
  const attachments = Array.from({ length: 200_000 }, () => 'x')
  await refused(() => mine(createTicket, raised(person, { attachments })), { status: 400 })
  const same = Array.from({ length: 400_000 }, () => 1)
  await refused(() => mine(createTicket, raised(person, { attachments: same })), { status: 400 })
  for (const list of ['a@'.repeat(4000), `x@${'a-'.repeat(3900)}`, `x@${'a.'.repeat(3900)}`, ';'.repeat(8000)])
    await mine(createComment, said(person, id, { ticketEmailReply_CCList: list }))
  for (const html of ['<b>'.repeat(33_000), '<'.repeat(100_000), '<a href="x" '.repeat(8000), '&#'.repeat(50_000)])
    await mine(createComment, said(person, id, { message: html }))
  expect(performance.now() - since).toBeLessThan(15_000)
})

test('ids of another portal, contact or company in a body are not found', async () => {
  const person = await aUser(database)
  const sister = await aUser(database, {
    contact: await aContact(database, await aPortal(database, { serviceCompanyId: person.serviceCompanyId })),
  })
  const neighbour = await aUser(database, { contact: await aContact(database, person) })
  const stranger = await aUser(database)
  const mine = await app.as(person)
  const missing = (path: string) => ({ status: 404, code: 'not_found', errors: [{ path }] })
  for (const other of [sister, stranger]) {
    await refused(
      () => mine(createTicket, raised(person, { taskTypeId: other.taskTypeId })),
      missing('body.taskTypeId'),
    )
  }
  for (const other of [sister, stranger, neighbour]) {
    const wiki = await aWikiElement(database, other)
    await refused(() => mine(createTicket, raised(person, { wikiElementId: wiki.id })), missing('body.wikiElementId'))
    const file = await aFile(database, other)
    await refused(() => mine(createTicket, raised(person, { attachments: [file] })), missing('body.attachments'))
    const { id } = await aTicket(database, other)
    await refused(() => mine(createComment, said(person, id)), missing('body.taskId'))
  }
})

test('choosing an asset needs the right to see assets', async () => {
  const person = await aUser(database, { flags: every({ viewContactWiki: false }) })
  const wiki = await aWikiElement(database, person)
  const mine = await app.as(person)
  await refused(() => mine(createTicket, raised(person, { wikiElementId: wiki.id })), {
    status: 403,
    code: 'forbidden',
  })
})

test('a new ticket is assigned to the group of its type', async () => {
  const person = await aUser(database)
  const group = await aStaffGroup(database, person, { name: 'Termica' })
  const taskTypeId = await aTaskType(database, person, { staffGroupId: group })
  const { body } = await (await app.as(person))(createTicket, raised(person, { taskTypeId }))
  expect(body.assignedGroup).toEqual({ name: 'Termica' })
})

test('ticket numbers are consecutive within a service company, even if 200 tickets are created at once', async () => {
  const person = await aUser(database)
  const sister = await aUser(database, {
    contact: await aContact(database, await aPortal(database, { serviceCompanyId: person.serviceCompanyId })),
  })
  const [mine, theirs] = [await app.as(person), await app.as(sister)]
  const raisers = [() => mine(createTicket, raised(person)), () => theirs(createTicket, raised(sister))]
  const answers = await Promise.all(Array.from({ length: 200 }, (_, i) => raisers[i % 2]?.()))
  const numbers = answers.map(answer => answer?.body.ticketNumber ?? 0).sort((a, b) => a - b)
  expect(numbers).toEqual(Array.from({ length: 200 }, (_, i) => i + 1))
  const stranger = await aUser(database)
  expect((await (await app.as(stranger))(createTicket, raised(stranger))).body.ticketNumber).toBe(1)
})

test('descriptions, comments and closing messages never return HTML that runs scripts', async () => {
  const person = await aUser(database)
  const mine = await app.as(person)
  for (const html of scripts) {
    const ticket = (await mine(createTicket, raised(person, { description: `<p>vero</p>${html}` }))).body
    await mine(createComment, said(person, ticket.id, { message: html }))
    const { body } = await mine(closeTicket, at(person, ticket.id, { message: html }))
    for (const text of [body.description, ...body.comments.map(({ message }) => message)]) runsNothing(text)
  }
})

test('a portal without the editor takes plain text: it is escaped and keeps its line breaks', async () => {
  const person = await aUser(database, {
    contact: await aContact(database, await aPortal(database, { disableHtmlEditor: true })),
  })
  const mine = await app.as(person)
  const text = 'Riga <b>uno</b> & due\nriga tre'
  const html = 'Riga &lt;b&gt;uno&lt;/b&gt; &amp; due<br />riga tre'
  const { body } = await mine(createTicket, raised(person, { description: text }))
  expect(body.description).toBe(html)
  expect((await mine(createComment, said(person, body.id, { message: text }))).body.message).toBe(html)
})

test('an image is stored as a reference to its attachment and answered with a fresh URL', async () => {
  const person = await aUser(database)
  const mine = await app.as(person)
  const file = (
    await mine(uploadTicketAttachment, { params: person.here, ...multipart({ filename: 'foto.png', content: png }) })
  ).body
  const description = `<p>Qui:</p><img src="${file.url}" alt="foto"><img src="https://evil.example/x.png"><img src="/api/files/999999/x.png">`
  const { body } = await mine(createTicket, raised(person, { description, attachments: [file.id] }))
  const { stored } = await database.one<{ stored: string }>(
    sql`select description as stored from ticket where id = ${body.id}`,
  )
  expect(stored).toBe(`<p>Qui:</p><img src="attachment:${file.id}" alt="foto" />`)
  expect(body.description.match(/<img /g)).toHaveLength(1)
  expect(body.attachments).toEqual([{ id: file.id, name: 'foto.png', url: file.url }])
  clock.pass(2 * HOUR)
  const later: Ticket = (await (await app.as(person))(readTicket, at(person, body.id))).body
  const src = /src="([^"]+)"/.exec(later.description)?.[1]?.replaceAll('&amp;', '&') ?? ''
  expect(src).not.toBe(file.url)
  expect(src).toBe(later.attachments[0]?.url)
  expect((await app.http.inject({ url: src })).rawPayload.equals(png)).toBe(true)
  expect((await app.http.inject({ url: file.url })).statusCode).toBe(404)
})

test('a description with only an image is not empty', async () => {
  const person = await aUser(database)
  const id = await upload(person)
  const description = `<img src="/api/files/${id}/foto.png">`
  const mine = await app.as(person)
  expect((await mine(createTicket, raised(person, { description, attachments: [id] }))).status).toBe(201)
})

test('an upload can be used only once', async () => {
  const person = await aUser(database)
  const mine = await app.as(person)
  const id = await upload(person)
  const both = await Promise.all([1, 2].map(() => mine(createTicket, raised(person, { attachments: [id] }))))
  expect(both.map(({ status }) => status).sort()).toEqual([201, 404])
  await refused(() => mine(createTicket, raised(person, { attachments: [id] })), {
    status: 404,
    errors: [{ path: 'body.attachments' }],
  })
})

test('refuses uploads of somebody else, for another purpose, expired, used or unknown', async () => {
  const person = await aUser(database)
  const colleague = await aUser(database, { contact: person })
  const mine = await app.as(person)
  const { id: ticketId } = await aTicket(database, person)
  const ids = [
    await upload(colleague),
    await aFile(database, person, { purpose: 'comment' }),
    await aFile(database, person, { at: new Date(clock.now().getTime() - 24 * HOUR) }),
    await aFile(database, person, { claimed: true }),
    999_999,
  ]
  const good = await upload(person)
  for (const id of ids) {
    const missing = { status: 404, code: 'not_found', errors: [{ path: 'body.attachments' }] }
    await refused(() => mine(createTicket, raised(person, { attachments: [good, id] })), missing)
  }
  const forTicket = await upload(person)
  await refused(() => mine(createComment, said(person, ticketId, { attachments: [forTicket] })), { status: 404 })
  expect((await mine(createTicket, raised(person, { attachments: [good] }))).status).toBe(201)
})

test('attachments keep the order of the request', async () => {
  const person = await aUser(database)
  const { id } = await aTicket(database, person)
  const files = [await upload(person, 'b.png', 'comment'), await upload(person, 'a.png', 'comment')]
  const mine = await app.as(person)
  const { body } = await mine(createComment, said(person, id, { attachments: files.toReversed() }))
  expect(body.attachments.map(({ name }) => name)).toEqual(['a.png', 'b.png'])
})

test('a comment may be empty and needs only its ticket', async () => {
  const person = await aUser(database)
  const { id } = await aTicket(database, person)
  const mine = await app.as(person)
  for (const body of [{ taskId: id }, { taskId: id, message: '', commentType: 0, ticketEmailReply_CCList: '' }]) {
    expect((await mine(createComment, { params: person.here, body })).body).toMatchObject({
      message: '',
      creationDate: expect.any(String),
      event: null,
      attachments: [],
      senderContactWebUser: { webUser: { id: person.webUserId, userName: person.userName } },
      senderUser: null,
    })
  }
})

test.each([
  ['taskId', { taskId: undefined }],
  ['taskId', { taskId: 'x' }],
  ['commentType', { commentType: 1 }],
  ['message', { message: 'x'.repeat(100_001) }],
  ['message', { message: 'a\u0000' }],
  ['ticketEmailReply_CCList', { ticketEmailReply_CCList: ['a@b.it'] }],
  ['ticketEmailReply_CCList', { ticketEmailReply_CCList: 'no address' }],
  ['ticketEmailReply_CCList', { ticketEmailReply_CCList: 'a@b.it\r\nBcc: all@c.it' }],
  ['ticketEmailReply_CCList', { ticketEmailReply_CCList: 'a@b.it\nx@c.it' }],
  ['ticketEmailReply_CCList', { ticketEmailReply_CCList: 'Anna <a@b.it>' }],
  ['ticketEmailReply_CCList', { ticketEmailReply_CCList: Array.from({ length: 21 }, (_, i) => `p${i}@b.it`).join() }],
  ['ticketEmailReply_Recipient', { ticketEmailReply_Recipient: 'boss@elsewhere.it' }],
  ['ticketEmailReply_Recipient', { ticketEmailReply_Recipient: 'x\r\ny' }],
])('a comment with a wrong %s is refused', async (field, more) => {
  const person = await aUser(database)
  const { id } = await aTicket(database, person)
  const mine = await app.as(person)
  await refused(() => mine(createComment, said(person, id, more)), {
    status: 400,
    code: 'invalid_request',
    errors: [{ path: `body.${field}` }],
  })
})

test('the recipient of a reply is the assigned user, the group or the support address', async () => {
  const person = await aUser(database, {
    contact: await aContact(database, await aPortal(database, { supportEmail: 'Aiuto@servizi.it' })),
  })
  const staff = await aStaffUser(database, person, { email: 'anna@servizi.it' })
  const group = await aStaffGroup(database, person, { email: 'termica@servizi.it' })
  await aStaffUser(database, person, { email: 'altro@servizi.it' })
  const { id } = await aTicket(database, person, { staffUserId: staff, staffGroupId: group })
  const mine = await app.as(person)
  for (const to of ['anna@servizi.it', 'TERMICA@servizi.it; aiuto@servizi.it', null, '']) {
    expect((await mine(createComment, said(person, id, { ticketEmailReply_Recipient: to }))).status).toBe(201)
  }
  await refused(() => mine(createComment, said(person, id, { ticketEmailReply_Recipient: 'altro@servizi.it' })), {
    status: 400,
  })
})

test('a copy list takes commas and semicolons, drops duplicates and is shown with the message', async () => {
  const person = await aUser(database)
  const { id } = await aTicket(database, person)
  const mine = await app.as(person)
  const list = `${person.email} ; Uno@fuori.it, uno@fuori.it,, due@fuori.it;`
  const { body } = await mine(createComment, said(person, id, { ticketEmailReply_CCList: list }))
  expect(body.ticketEmailReply_CCList).toBe(`${person.email}, uno@fuori.it, due@fuori.it`)
})

const outside = (count: number, word: string) => Array.from({ length: count }, (_, i) => `${word}${i}@fuori.it`).join()

test('a user can put 50 outside addresses a day in copy, even with messages sent at once', async () => {
  const person = await aUser(database)
  const colleague = await aUser(database, { contact: person })
  const tickets = await Promise.all(Array.from({ length: 4 }, () => aTicket(database, person)))
  const mine = await app.as(person)
  const answers = await Promise.all(
    tickets.map(({ id }, i) =>
      mine(createComment, said(person, id, { ticketEmailReply_CCList: outside(20, `n${i}-`) })),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 429, 429])
  const say = (list: string) =>
    mine(createComment, said(person, tickets[0]?.id ?? 0, { ticketEmailReply_CCList: list }))
  await refused(() => say(outside(11, 'x')), { status: 429, code: 'too_many_requests' })
  expect((await say(outside(10, 'x'))).status).toBe(201)
  expect((await say(colleague.email)).status).toBe(201)
  await refused(() => say('another@fuori.it'), { status: 429 })
  clock.pass(24 * HOUR + 1000)
  const tomorrow = await app.as(person)
  const body = said(person, tickets[0]?.id ?? 0, { ticketEmailReply_CCList: outside(20, 'y') })
  expect((await tomorrow(createComment, body)).status).toBe(201)
})

test('closing and reopening are shown in the conversation and change the status', async () => {
  const person = await aUser(database)
  const mine = await app.as(person)
  const { id } = await aTicket(database, person, { status: 1 })
  const closed = (await mine(closeTicket, at(person, id, { message: '<b>Risolto</b>' }))).body
  expect(closed.taskStatus.step).toEqual({ name: 'Done', taskStatus: 2 })
  expect(closed.comments).toMatchObject([{ event: 'closed', message: '<b>Risolto</b>' }])
  expect((await mine(closeTicket, at(person, id, {}))).body.comments).toHaveLength(1)
  clock.pass(1000)
  await mine(createComment, said(person, id, { message: 'Di nuovo' }))
  const open = (await mine(readTicket, at(person, id))).body
  expect(open.taskStatus.step).toEqual({ name: 'New', taskStatus: 0 })
  expect(open.comments.map(({ event, message }) => [event, message])).toEqual([
    ['closed', '<b>Risolto</b>'],
    [null, 'Di nuovo'],
    ['reopened', ''],
  ])
})

test('two people who close a ticket at once leave one closing, and two who answer it then one reopening', async () => {
  const raiser = await aUser(database)
  const admin = await aUser(database, { contact: raiser })
  const people = [await app.as(raiser), await app.as(admin)]
  const { id } = await aTicket(database, raiser)
  const closings = await Promise.all(people.map(one => one(closeTicket, at(raiser, id, {}))))
  expect(closings.map(({ status }) => status)).toEqual([200, 200])
  await Promise.all(people.map(one => one(createComment, said(raiser, id))))
  const { comments, taskStatus } = (await people[0]?.(readTicket, at(raiser, id)))?.body ?? expect.fail()
  expect(taskStatus.step.taskStatus).toBe(0)
  expect(comments.filter(({ event }) => event === 'closed')).toHaveLength(1)
  expect(comments.filter(({ event }) => event === 'reopened')).toHaveLength(1)
  expect(comments).toHaveLength(4)
})

test('two people who close a ticket at once with a message keep both messages, and it is closed once', async () => {
  const raiser = await aUser(database)
  const admin = await aUser(database, { contact: raiser })
  const people = [await app.as(raiser), await app.as(admin)]
  const { id } = await aTicket(database, raiser)
  const words = ['Risolto da solo', '<b>Abbiamo</b> cambiato il cavo']
  const closings = await Promise.all(
    people.map((one, n) => one(closeTicket, at(raiser, id, { message: words[n] ?? '' }))),
  )
  expect(closings.map(({ status }) => status)).toEqual([200, 200])
  const { comments, taskStatus } = (await people[0]?.(readTicket, at(raiser, id)))?.body ?? expect.fail()
  expect(taskStatus.step.taskStatus).toBe(2)
  expect(comments.map(({ message }) => message).sort()).toEqual([...words].sort())
  expect(comments.map(({ event }) => event)).toEqual(['closed', null])
  // A closing without text leaves no comment.
  for (const message of ['', '<p> </p>']) await people[0]?.(closeTicket, at(raiser, id, { message }))
  expect((await people[0]?.(readTicket, at(raiser, id)))?.body.comments).toHaveLength(2)
  const events = await database.many<{ type: string }>(sql`select type from event where ticket_id = ${id} order by id`)
  expect(events.map(({ type }) => type)).toEqual(['ticket.closed', 'comment.created'])
})

test('ticket types are those of the portal, sorted by name', async () => {
  const person = await aUser(database, { flags: only() })
  for (const name of ['zeta', 'Élite', 'Amministrazione']) await aTaskType(database, person, { name })
  const { body } = await (await app.as(person))(listTicketTypes, { params: { company: person.company } })
  expect(body).toMatchObject([
    { name: 'Amministrazione', color: '#c00' },
    { name: 'Élite' },
    { id: person.taskTypeId, name: 'Guasto' },
    { name: 'zeta' },
  ])
})

test('colleagues are the active members of the contact, including the caller, sorted by name', async () => {
  const person = await aUser(database, { referentName: 'Zeno Zeni' })
  const colleague = await aUser(database, { contact: person, referentName: 'Ada Adami' })
  const others = [
    await aUser(database, { contact: person, referentName: 'Élodie Blanc' }),
    await aUser(database, { contact: person, referentName: 'de Luca' }),
  ]
  await aUser(database, { contact: await aContact(database, person) })
  const left = await aUser(database)
  await aMembership(database, person, (await aUser(database, { contact: person })).webUserId).catch(() => undefined)
  await database.run(sql`update membership set active = false where web_user_id <> all(${[person, colleague, ...others].map(({ webUserId }) => webUserId)})
    and contact_id = ${person.contactId}`)
  const { body } = await (await app.as(person))(listColleagues, { params: { contactid: person.contactId } })
  expect(body).toEqual([
    { webUserId: colleague.webUserId, referentName: 'Ada Adami' },
    { webUserId: others[1]?.webUserId, referentName: 'de Luca' },
    { webUserId: others[0]?.webUserId, referentName: 'Élodie Blanc' },
    { webUserId: person.webUserId, referentName: 'Zeno Zeni' },
  ])
  expect(body.map(({ webUserId }) => webUserId)).not.toContain(left.webUserId)
})

test('a file URL of a conversation works until its reader loses the permission', async () => {
  const person = await aUser(database)
  const { id } = await aTicket(database, person)
  const file = await upload(person, 'foto.png', 'comment')
  const mine = await app.as(person)
  const { body } = await mine(createComment, said(person, id, { attachments: [file] }))
  const url = new URL(body.attachments[0]?.url ?? '', 'http://portal')
  const opened = { params: { fileid: file, name: 'foto.png' }, query: Object.fromEntries(url.searchParams) }
  expect((await app.call(readFile, opened)).status).toBe(200)
  await setFlags(database, person, { manageTickets: false })
  expect((await app.call(readFile, opened)).problem.status).toBe(404)
})

test('nothing that people write is logged', async () => {
  const person = await aUser(database)
  const mine = await app.as(person)
  const { body } = await mine(createTicket, raised(person, { title: 'segreto-uno', description: 'segreto-due' }))
  await mine(
    createComment,
    said(person, body.id, { message: 'segreto-tre', ticketEmailReply_CCList: 'segreto@fuori.it' }),
  )
  await mine(createComment, said(person, body.id, { message: 7, commentType: 'segreto-quattro' }))
  expect(app.logged()).not.toContain('segreto')
})
