import { updateMe } from '@portico/contract/auth'
import { readNotification, stopNotification } from '@portico/contract/notifications'
import { closeTicket, createComment, createTicket, uploadCommentAttachment } from '@portico/contract/tickets'
import { expect, test } from 'vitest'
import { multipart, png, testApp } from '../../test/fixtures/app.ts'
import {
  aComment,
  aContact,
  aPortal,
  aStaffGroup,
  aStaffUser,
  aTaskType,
  aTicket,
  aUser,
  every,
  type Person,
} from '../../test/fixtures/factories.ts'
import { sql } from '../kernel/database/db.ts'
import { enqueueTicketMails } from './mails.ts'

const app = await testApp()
const { database } = app

const support = 'help@service.example'
const aPerson = async (options: Parameters<typeof aUser>[1] = {}) => {
  const portal = await aPortal(database, { supportEmail: support })
  return aUser(database, { contact: await aContact(database, portal), ...options })
}

/** The mails sent, sorted by recipient. */
const sent = async () => {
  const { mails } = await app.delivered()
  return mails.sort((a, b) => (a.recipients[0] ?? '').localeCompare(b.recipients[0] ?? ''))
}
const recipientsOf = async () => (await sent()).flatMap(({ recipients }) => recipients)

const raise = async (person: Person, body: object = {}) => {
  const answer = await (await app.as(person))(createTicket, {
    params: person.here,
    body: { title: 'Non stampa', description: '<p>La <b>riga</b> due</p>', taskTypeId: person.taskTypeId, ...body },
  })
  return answer.body
}

const answerBy = async (person: Person, ticketId: number, body: object = {}) =>
  (await app.as(person))(createComment, {
    params: person.here,
    body: { taskId: ticketId, message: '<p>Ecco</p>', ...body },
  })

/** Writes a message of the staff, as an import does. */
const staffAnswer = async (
  person: Person,
  ticketId: number,
  { cc = null as string | null, event = null as string | null } = {},
) => {
  const staffUserId = await aStaffUser(database, person, { email: 'anna@service.example' })
  const commentId = await aComment(database, person, ticketId, { message: '<p>Fatto</p>', staffUserId })
  await database.run(sql`update comment set cc_list = ${cc}, event = ${event} where id = ${commentId}`)
  await enqueueTicketMails(database, { at: { ...person, ticketId }, commentId })
  return commentId
}

test('a new ticket is mailed to the group of its type and to its raiser', async () => {
  const person = await aPerson()
  const group = await aStaffGroup(database, person, { name: 'Stampanti', email: 'print@service.example' })
  const taskTypeId = await aTaskType(database, person, { name: 'Stampa', staffGroupId: group })
  const ticket = await raise(person, { taskTypeId })
  const [desk, copy] = (await sent()).sort(({ to }) => (to[0]?.address === 'print@service.example' ? -1 : 1))
  expect(desk).toMatchObject({
    recipients: ['print@service.example'],
    from: { name: `Portal ${person.company}`, address: 'portal@portico.test' },
    replyTo: person.email,
    subject: `#${ticket.ticketNumber} Non stampa`,
  })
  expect(desk?.inReplyTo).toBeUndefined()
  for (const part of [person.referentName, person.companyName, 'Stampa', 'La riga due'])
    expect(desk?.text).toContain(part)
  expect(desk?.html).toContain('La <b>riga</b> due')
  expect(desk?.headers['List-Unsubscribe']).toBeUndefined()
  expect(copy?.recipients).toEqual([person.email])
  expect(copy?.text).toContain(`https://portico.test/${person.company}/${person.contactId}/tickets/${ticket.id}`)
  expect(copy?.messageId).not.toBe(desk?.messageId)
})

test('without a group that has an address, a new ticket is mailed to the support address; without that, only to its raiser', async () => {
  const person = await aPerson()
  await raise(person)
  expect(await recipientsOf()).toEqual([support, person.email].sort())
  const group = await aStaffGroup(database, person)
  await raise(person, { taskTypeId: await aTaskType(database, person, { staffGroupId: group }) })
  expect(await recipientsOf()).toEqual([support, person.email].sort())
  const nobody = await aUser(database)
  await raise(nobody)
  expect(await recipientsOf()).toEqual([nobody.email])
})

test('a comment is mailed to the assigned person, else to the group, and to everybody in copy, never to its writer', async () => {
  const person = await aPerson()
  const staffUserId = await aStaffUser(database, person, { email: 'anna@service.example' })
  const staffGroupId = await aStaffGroup(database, person, { email: 'group@service.example' })
  const assigned = await aTicket(database, person, { staffUserId, staffGroupId })
  const cc = `boss@client.example; ${person.email}`
  await answerBy(person, assigned.id, { ticketEmailReply_CCList: cc })
  const mails = await sent()
  expect(mails.flatMap(({ recipients }) => recipients)).toEqual(['anna@service.example', 'boss@client.example'])
  expect(mails.map(({ to }) => to.map(({ address }) => address))).toEqual([
    ['anna@service.example'],
    ['boss@client.example'],
  ])
  expect(mails[1]?.text).toContain('boss@client.example')
  expect(mails[1]?.text).not.toContain('/tickets/')
  await answerBy(person, (await aTicket(database, person, { staffGroupId })).id)
  expect(await recipientsOf()).toEqual(['group@service.example'])
  await answerBy(person, assigned.id, { ticketEmailReply_Recipient: support })
  expect(await recipientsOf()).toEqual([support])
})

test('a message of the staff is mailed to the raiser and the copy list, in the thread of the first mail', async () => {
  const person = await aPerson()
  const ticket = await raise(person)
  const first = (await sent()).find(({ recipients }) => recipients[0] === person.email)
  await answerBy(person, ticket.id, { ticketEmailReply_CCList: 'boss@client.example' })
  await app.delivered()
  const commentId = await staffAnswer(person, ticket.id)
  const mails = await sent()
  expect(mails.flatMap(({ recipients }) => recipients)).toEqual(['boss@client.example', person.email].sort())
  const mail = mails.find(({ recipients }) => recipients[0] === person.email)
  expect(mail).toMatchObject({
    subject: `Re: #${ticket.ticketNumber} Non stampa`,
    inReplyTo: first?.messageId,
    references: [first?.messageId],
  })
  expect(mail?.messageId).toContain(`.${commentId}.`)
  expect(mail?.text).toContain('Anna Tecnica')
  await staffAnswer(person, ticket.id, { cc: 'other@client.example' })
  expect(await recipientsOf()).toEqual(['other@client.example', person.email].sort())
})

test('a closing is mailed to the other side, and to the raiser if somebody else closed the ticket', async () => {
  const person = await aPerson()
  const colleague = await aUser(database, { contact: person, flags: every() })
  const staffUserId = await aStaffUser(database, person, { email: 'anna@service.example' })
  const close = async (by: Person, body: object = {}) => {
    const { id } = await aTicket(database, person, { staffUserId })
    await (await app.as(by))(closeTicket, { params: { ...person.here, ticketid: id }, body })
    return recipientsOf()
  }
  expect(await close(person)).toEqual(['anna@service.example'])
  expect(await close(colleague, { message: '<p>Risolto</p>' })).toEqual(['anna@service.example', person.email].sort())
  const { id } = await aTicket(database, person)
  await staffAnswer(person, id, { event: 'closed' })
  expect(await recipientsOf()).toEqual([person.email])
})

test('a second closing is mailed only if it has a message, and as a message', async () => {
  const person = await aPerson()
  const colleague = await aUser(database, { contact: person, flags: every() })
  const staffUserId = await aStaffUser(database, person, { email: 'anna@service.example' })
  const { id } = await aTicket(database, person, { staffUserId, status: 2 })
  const close = async (message?: string) => {
    const body = message === undefined ? {} : { message }
    await (await app.as(colleague))(closeTicket, { params: { ...person.here, ticketid: id }, body })
    return sent()
  }
  expect(await close()).toEqual([])
  const [mail, ...others] = await close('<p>Era il cavo</p>')
  expect(others).toEqual([])
  expect(mail?.recipients).toEqual(['anna@service.example'])
  expect(mail?.text).toContain('Era il cavo')
  expect(mail?.text).not.toMatch(/chius|riaperto/)
})

test('a message that reopens the ticket is one mail, which says so', async () => {
  const person = await aPerson()
  const { id } = await aTicket(database, person, { status: 2 })
  await answerBy(person, id)
  const mails = await sent()
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).toContain('riaperto')
})

test("mails are in the recipient's language", async () => {
  const person = await aPerson()
  for (const [language, title] of [
    ['es-ES', 'Hemos recibido tu ticket'],
    ['en-EN', 'We have received your ticket'],
    ['it-IT', 'Abbiamo ricevuto il tuo ticket'],
  ] as const) {
    await (await app.as(person))(updateMe, { body: { language } })
    await raise(person)
    const copy = (await sent()).find(({ recipients }) => recipients[0] === person.email)
    expect(copy?.text.split('\n')[0]).toBe(title)
    expect(copy?.html).toContain(`<html lang="${language.slice(0, 2)}">`)
  }
})

test('files are attached; those that are too large are only named', async () => {
  const person = await aPerson()
  const { id } = await aTicket(database, person)
  const as = await app.as(person)
  const upload = async () =>
    (await as(uploadCommentAttachment, { params: person.here, ...multipart({ filename: 'foto.png', content: png }) }))
      .body.id
  await answerBy(person, id, { attachments: [await upload()] })
  const [mail] = await sent()
  expect(mail?.attachments).toEqual([{ name: 'foto.png', mediaType: 'image/png', content: png }])
  const large = await upload()
  await database.run(sql`update file set size = 11000000 where id = ${large}`)
  await answerBy(person, id, { attachments: [large] })
  const [without] = await sent()
  expect(without?.attachments).toEqual([])
  expect(without?.text).toContain('foto.png')
})

test('each recipient can stop mails, on the account page or with the link in a mail', async () => {
  const person = await aPerson()
  const as = await app.as(person)
  const changed = await as(updateMe, { body: { notifications: { ticketCreated: false } } })
  expect(changed.body.notifications).toEqual({
    ticketCreated: false,
    ticketReply: true,
    ticketClosed: true,
    filePublished: true,
  })
  const ticket = await raise(person)
  expect(await recipientsOf()).toEqual([support])

  await staffAnswer(person, ticket.id, { cc: 'boss@client.example' })
  const mails = await sent()
  const keys = mails.map(({ headers, text, html }) => {
    const link = headers['List-Unsubscribe'] ?? ''
    expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
    const key = /^<https:\/\/portico\.test\/api\/notifications\/([\w-]{43})\/stop>$/.exec(link)?.[1] ?? ''
    const page = `https://portico.test/${person.company}/notifications/${key}`
    expect(text).toContain(page)
    expect(html).toContain(page)
    return key
  })
  expect(new Set(keys).size).toBe(2)
  for (const key of keys) {
    expect((await app.call(readNotification, { params: { key } })).body.stopped).toBe(false)
    const oneClick = {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    }
    expect((await app.call(stopNotification, { params: { key }, ...oneClick })).status).toBe(204)
    expect((await app.call(stopNotification, { params: { key } })).status).toBe(204)
    expect((await app.call(readNotification, { params: { key } })).body.stopped).toBe(true)
  }
  await staffAnswer(person, ticket.id, { cc: 'boss@client.example' })
  expect(await recipientsOf()).toEqual([])
  await staffAnswer(person, ticket.id, { cc: 'third@client.example', event: 'closed' })
  expect(await recipientsOf()).toEqual([person.email, 'third@client.example'].sort())

  const back = await as(updateMe, { body: { notifications: { ticketReply: true } } })
  expect(back.body.notifications).toEqual({
    ticketCreated: false,
    ticketReply: true,
    ticketClosed: true,
    filePublished: true,
  })
  await staffAnswer(person, ticket.id)
  expect(await recipientsOf()).toContain(person.email)
  expect(app.logged()).not.toContain(keys[0])
})

test('a raiser who may no longer see tickets gets no mail', async () => {
  const person = await aPerson()
  const { id } = await aTicket(database, person)
  await database.run(sql`update membership set manage_tickets = false where id = ${person.membershipId}`)
  await staffAnswer(person, id)
  expect(await recipientsOf()).toEqual([])
})

test('text that people write cannot add mail headers or HTML tags', async () => {
  const portal = await aPortal(database, { supportEmail: support })
  await database.run(
    sql`update portal set web_portal_name = ${'Brenta\r\nBcc: spy@example.com'} where id = ${portal.portalId}`,
  )
  const contact = await aContact(database, portal)
  const person = await aUser(database, { contact, referentName: 'Zoë "<b>"\r\nX-Evil: 1' })
  await raise(person, { title: 'Ciao\r\nBcc: spy@example.com <script>x</script>' })
  const mails = await sent()
  expect(mails).toHaveLength(2)
  for (const mail of mails) {
    const heads = [mail.subject, mail.from.name, ...mail.to.map(({ name }) => name), ...Object.values(mail.headers)]
    expect(heads.join('')).not.toMatch(/[\r\n]/)
    expect(mail.recipients).not.toContain('spy@example.com')
    expect(mail.html).not.toContain('<script')
    expect(mail.html).not.toContain('"<b>"')
  }
})

test('mails of a ticket to one reader are sent in their order, also where many are sent at once', async () => {
  const person = await aPerson()
  const { id } = await aTicket(database, person)
  const answers: number[] = []
  for (let n = 0; n < 6; n += 1) {
    const staffUserId = await aStaffUser(database, person, { email: 'anna@service.example' })
    const commentId = await aComment(database, person, id, { message: `<p>Risposta ${n}</p>`, staffUserId })
    await enqueueTicketMails(database, { at: { ...person, ticketId: id }, commentId })
    answers.push(commentId)
  }
  const { mails } = await app.delivered()
  expect(mails.map(({ messageId }) => Number(/\.(\d+)\.[^.@]+@/.exec(messageId)?.[1]))).toEqual(answers)
  const rows = await database.many<{ key: string }>(sql`select ordering_key as key from job`)
  expect(rows).toEqual([])
})
