import { updateMe } from '@portico/contract/auth'
import { createStaffComment } from '@portico/contract/staff/tickets'
import { createComment, createTicket, uploadCommentAttachment } from '@portico/contract/tickets'
import PostalMime, { type Email } from 'postal-mime'
import { expect, test } from 'vitest'
import { multipart, png, testApp } from '../../test/fixtures/app.ts'
import { aContact, aPortal, aUser, type Person } from '../../test/fixtures/factories.ts'
import { releaseAnswers } from '../../test/fixtures/held-answers.ts'
import { aStaffAccount, asStaff } from '../../test/fixtures/staff.ts'
import { sql } from '../kernel/database/db.ts'
import { openDevMailTransport, type Email as Sent } from '../kernel/messages/mail-transport.ts'

// What mail programs get: the messages as they leave, read by another library.

const app = await testApp({ replyAddress: { before: 'ticket+', after: '@in.service.example' } })
const { database } = app

const raw = async (mail: Sent): Promise<{ source: string; email: Email }> => {
  let source = ''
  const write = async (_: string, content: Buffer | string) => {
    source = content.toString('latin1')
  }
  await openDevMailTransport({ write }).send(mail)
  return { source, email: await PostalMime.parse(Buffer.from(source, 'latin1')) }
}

const header = ({ headers }: Email, name: string) => headers.find(({ key }) => key === name)?.value

const aConversation = async (support = 'help@service.example') => {
  const portal = await aPortal(database, { supportEmail: support })
  const person = await aUser(database, { contact: await aContact(database, portal) })
  const staff = await asStaff(app, await aStaffAccount(app, { serviceCompanyId: person.serviceCompanyId }))
  const raised = await (await app.as(person))(createTicket, {
    params: person.here,
    body: { title: 'Non stampa più – perché?', description: '<p>Aiuto</p>', taskTypeId: person.taskTypeId },
  })
  const first = await mailsOf((await app.delivered()).mails)
  return { person, staff, ticketId: raised.body.id, number: raised.body.ticketNumber, first }
}

const mailsOf = async (mails: Sent[]) => {
  const read = await Promise.all(mails.map(async mail => ({ to: mail.recipients[0] ?? '', ...(await raw(mail)) })))
  return (address: string) => read.find(({ to }) => to === address) ?? expect.fail(`no mail to ${address}`)
}

const upload = async (person: Person, content = png) =>
  (
    await (
      await app.as(person)
    )(uploadCommentAttachment, {
      params: person.here,
      ...multipart({ filename: 'schermo è.png', content }),
    })
  ).body.id

test('the pictures of a message are in the mail, in their places; other files are attached', async () => {
  const { person, ticketId } = await aConversation()
  const [picture, other] = [await upload(person), await upload(person)]
  const body = {
    taskId: ticketId,
    message: `<p>Ecco:</p><p><img src="attachment:${picture}" alt="Schermo"></p><p>Vedi <a href="https://docs.example/a?b=1&amp;c=2">qui</a>.</p><ul><li>uno</li><li>due</li></ul>`,
    attachments: [picture, other],
  }
  expect((await (await app.as(person))(createComment, { params: person.here, body })).status).toBe(201)
  const { email, source } = (await mailsOf((await app.delivered()).mails))('help@service.example')
  const inline = email.attachments.filter(({ disposition }) => disposition === 'inline')
  expect(inline).toHaveLength(1)
  const cid = inline[0]?.contentId?.replace(/[<>]/g, '')
  expect(email.html).toContain(`<img src="cid:${cid}" alt="Schermo" style="max-width:100%;height:auto;border:0" />`)
  expect(Buffer.from(inline[0]?.content as ArrayBuffer)).toEqual(png)
  expect(source).toContain('Content-Type: multipart/related')
  expect(email.attachments.filter(({ disposition }) => disposition === 'attachment').map(one => one.filename)).toEqual([
    'schermo è.png',
  ])
  expect(email.text).toContain('Ecco:\n\n[schermo è.png]\n\nVedi qui (https://docs.example/a?b=1&c=2).\n\n- uno\n- due')
})

test('a picture too large for a mail is a link for those who may open the ticket, and a name for the others', async () => {
  const { person, staff, ticketId } = await aConversation()
  const { id: fileId } = await database.one<{ id: number }>(sql`select ${await upload(person)}::bigint as id`)
  await database.run(sql`update file set size = 11000000 where id = ${fileId}`)
  const body = {
    taskId: ticketId,
    message: `<p><img src="attachment:${fileId}"></p>`,
    attachments: [fileId],
    ticketEmailReply_CCList: 'copia@client.example',
  }
  await (await app.as(person))(createComment, { params: person.here, body })
  const mails = await mailsOf((await app.delivered()).mails)
  const toStaff = mails('help@service.example')
  expect(toStaff.email.attachments).toEqual([])
  expect(toStaff.email.html).toMatch(
    new RegExp(
      `<a class="p-link"[^>]*href="https://portico\\.test/staff/tickets/${ticketId}">\\[schermo è\\.png\\]</a>`,
    ),
  )
  const copy = mails('copia@client.example').email
  expect(copy.html).toContain('[schermo è.png]')
  expect(copy.html).not.toMatch(/<a[^>]*>\[schermo/)
  expect(staff).toBeDefined()
})

test('the mails of a ticket are one conversation in Gmail, Apple Mail and Outlook', async () => {
  const { person, staff, ticketId, number, first } = await aConversation()
  const root = first(person.email).email
  const topic = `#${number} Non stampa più – perché?`
  expect(root.subject).toBe(topic)
  expect(root.inReplyTo).toBeUndefined()
  const answers: Email[] = []
  for (const message of ['<p>Uno</p>', '<p>Due</p>']) {
    app.clock.pass(60_000)
    await staff(createStaffComment, { params: { ticketid: ticketId }, body: { message, seen: null, sendAnyway: true } })
    answers.push((await mailsOf((await releaseAnswers(app)).mails))(person.email).email)
  }
  expect(new Set(answers.map(({ messageId }) => messageId)).size).toBe(2)
  for (const answer of answers) {
    expect(answer.inReplyTo).toBe(root.messageId)
    expect(answer.references).toBe(root.messageId)
    expect(answer.subject).toBe(`Re: ${topic}`)
    expect(decodeURIComponent(header(answer, 'thread-topic') ?? '')).toBeTruthy()
  }
  const index = (email: Email) => Buffer.from(header(email, 'thread-index') ?? '', 'base64')
  // A header of 22 bytes, and one block of 5 for each answer, after what it answers (MS-OXOMSG, section 2.2.1.3).
  expect(index(root)).toHaveLength(22)
  const ticks = index(root).readBigUInt64BE(0) >> 16n
  expect(ticks >> 40n).toBe(1n)
  const begun = Number((((index(root).readBigUInt64BE(1) >> 24n) << 24n) - 116_444_736_000_000_000n) / 10_000n)
  expect(Math.abs(begun - app.clock.now().getTime())).toBeLessThan(10 * 60_000)
  for (const answer of answers) {
    expect(index(answer)).toHaveLength(27)
    expect(index(answer).subarray(0, 22)).toEqual(index(root))
  }
  const [one, two] = answers.map(answer => index(answer).readUInt32BE(22))
  expect(two).toBeGreaterThan(one ?? 0)
})

test('only mails that a reader may stop say how, as one POST', async () => {
  const { person, first } = await aConversation()
  const customer = first(person.email).email
  expect(header(customer, 'list-unsubscribe')).toMatch(
    /^<https:\/\/portico\.test\/api\/notifications\/[\w-]{43}\/stop>$/,
  )
  expect(header(customer, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  const staff = first('help@service.example').email
  expect(header(staff, 'list-unsubscribe')).toBeUndefined()
  expect(header(staff, 'list-unsubscribe-post')).toBeUndefined()
})

test("each mail begins with the line above which an answer stands, in the reader's language, and knows a dark scheme", async () => {
  const { person, staff, ticketId, first } = await aConversation()
  expect(first(person.email).email.text?.split('\n')[0]).toBe('— Rispondi sopra questa riga —')
  for (const [language, line] of [
    ['en-EN', '— Reply above this line —'],
    ['es-ES', '— Responde por encima de esta línea —'],
  ] as const) {
    await (await app.as(person))(updateMe, { body: { language } })
    const body = { message: '<p>Ok</p>', seen: null, sendAnyway: true }
    await staff(createStaffComment, { params: { ticketid: ticketId }, body })
    const { email } = (await mailsOf((await releaseAnswers(app)).mails))(person.email)
    expect(email.text?.split('\n')[0]).toBe(line)
    expect(email.html).toContain(line)
    expect(email.html).toContain('<meta name="color-scheme" content="light dark">')
    expect(email.html).toContain('@media (prefers-color-scheme:dark)')
    expect(email.html).toContain('[data-ogsc] .p-card{')
  }
})
