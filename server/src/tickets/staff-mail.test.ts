import {
  closeTicket,
  createComment,
  createTicket,
  uploadCommentAttachment,
  uploadTicketAttachment,
} from '@portico/contract/tickets'
import { expect, test } from 'vitest'
import { multipart, png, testApp } from '../../test/fixtures/app.ts'
import { aComment, aContact, aPortal, aStaffUser, aTicket, aUser, type Person } from '../../test/fixtures/factories.ts'
import { sql } from '../kernel/database/db.ts'
import { ticketMailTexts } from './texts.ts'

const app = await testApp({ staffTicketUrl: 'https://erp.example/{portal}/ticket/{ticketNumber}?id={externalId}' })
const { database } = app

const support = 'help@service.example'
const aPerson = async (options: Parameters<typeof aUser>[1] = {}) => {
  const portal = await aPortal(database, { supportEmail: support })
  return aUser(database, { contact: await aContact(database, portal), ...options })
}
const callable = async (person: Person) => {
  await database.run(sql`update web_user set phone = '+39 333 5550118' where id = ${person.webUserId}`)
  await database.run(sql`update contact set phone = '049 555 0161' where id = ${person.contactId}`)
}

/** The mail to the staff and the mail to the customer. */
const sent = async () => {
  const { mails } = await app.delivered()
  const isStaff = ({ recipients }: (typeof mails)[number]) => recipients[0]?.endsWith('@service.example')
  return { staff: mails.find(isStaff), customer: mails.find(mail => !isStaff(mail)) }
}

const raise = async (person: Person, body: object = {}) =>
  (
    await (
      await app.as(person)
    )(createTicket, {
      params: person.here,
      body: { title: 'Non stampa', description: '<p>La riga due</p>', taskTypeId: person.taskTypeId, ...body },
    })
  ).body

const write = async (person: Person, taskId: number, body: object = {}) =>
  (await app.as(person))(createComment, { params: person.here, body: { taskId, message: '<p>Ecco</p>', ...body } })

test('the mail about a new ticket shows how to reach the customer, attaches the files, and replies go to the customer', async () => {
  const person = await aPerson()
  await callable(person)
  const { body: file } = await (await app.as(person))(uploadTicketAttachment, {
    params: person.here,
    ...multipart({ filename: 'targhetta.png', content: png }),
  })
  await raise(person, { attachments: [file.id] })
  const { staff, customer } = await sent()
  expect(staff).toMatchObject({ recipients: [support], replyTo: person.email })
  expect(staff?.attachments).toEqual([{ name: 'targhetta.png', mediaType: 'image/png', content: png }])
  for (const part of [person.referentName, person.email, '+39 333 5550118', '049 555 0161', person.companyName])
    expect(staff?.text).toContain(part)
  expect(staff?.text).toContain(`scrivi a ${person.referentName} (${person.email})`)
  expect(staff?.text).toContain('non entra nel ticket')
  expect(staff?.text).not.toContain('Messaggi precedenti')
  // A reply by the customer goes to the portal's support address.
  expect(customer).toMatchObject({ recipients: [person.email], replyTo: support })
  expect(customer?.text).not.toContain('non entra nel ticket')
})

test('the staff get the configured link, filled in for the ticket; customers do not', async () => {
  const person = await aPerson()
  const { id, ticketNumber } = await raise(person)
  await database.run(sql`update ticket set external_id = 'A/1 ü' where id = ${id}`)
  const { staff, customer } = await sent()
  const link = `https://erp.example/${person.company}/ticket/${ticketNumber}?id=A%2F1%20%C3%BC`
  expect(staff?.text).toContain(link)
  expect(staff?.html).toContain(`href="${link}"`)
  expect(staff?.text).not.toContain('https://portico.test/')
  expect(customer?.text).not.toContain('erp.example')
})

test('the mail about a comment quotes the earlier conversation, newest first, and replies go to its writer', async () => {
  const person = await aPerson()
  const colleague = await aUser(database, { contact: person })
  const staffUserId = await aStaffUser(database, person, { email: 'anna@service.example' })
  const { id } = await aTicket(database, person, { staffUserId, description: '<p>Il primo guasto</p>' })
  await aComment(database, person, id, { message: '<p>Domanda</p>', at: '2026-03-01T11:00:00Z' })
  await aComment(database, person, id, { message: '<p>Risposta</p>', at: '2026-03-01T12:30:00Z', staffUserId })
  await database.run(sql`insert into internal_note (service_company_id, portal_id, contact_id, ticket_id, staff_user_id, message, created_on, words)
    values (${person.serviceCompanyId}, ${person.portalId}, ${person.contactId}, ${id}, ${staffUserId}, 'Segreto', now(), '')`)
  await write(colleague, id, { message: '<p>Nuova</p>' })
  const { staff } = await sent()
  expect(staff).toMatchObject({ recipients: ['anna@service.example'], replyTo: colleague.email })
  const places = ['Nuova', 'Messaggi precedenti:', 'Risposta', 'Domanda', 'Il primo guasto'].map(part =>
    staff?.text.indexOf(part),
  )
  expect(places).toEqual([...places].sort((a = 0, b = 0) => a - b))
  expect(places).not.toContain(-1)
  expect(staff?.text).toContain('Anna Tecnica, 01/03/26, 13:30:\n> Risposta')
  expect(staff?.text).not.toContain('Segreto')
})

test('a mail quotes the newest ten messages of a long conversation', async () => {
  const person = await aPerson()
  const { id } = await aTicket(database, person, { description: '<p>Primissimo</p>' })
  for (let n = 10; n < 22; n += 1)
    await aComment(database, person, id, { message: `<p>Passo ${n}</p>`, at: `2026-03-01T${n}:00:00Z` })
  await write(person, id)
  const { staff } = await sent()
  expect(staff?.text.match(/Passo \d+/g)).toEqual(Array.from({ length: 10 }, (_, n) => `Passo ${21 - n}`))
  expect(staff?.text).toContain('I messaggi più vecchi non sono riportati.')
  expect(staff?.text).not.toContain('Primissimo')
})

test('a mail says so if the customer has no address for replies', async () => {
  const person = await aPerson()
  await database.run(sql`update web_user set email = null where id = ${person.webUserId}`)
  await raise(person)
  const { staff } = await sent()
  expect(staff?.replyTo).toBe(support)
  expect(staff?.text).toContain('una risposta a questa e-mail non gli arriva')
})

test('when a colleague closes the ticket, replies go to the colleague and not to a raiser without access', async () => {
  const person = await aPerson()
  const colleague = await aUser(database, { contact: person })
  const staffUserId = await aStaffUser(database, person, { email: 'anna@service.example' })
  const { id } = await aTicket(database, person, { staffUserId })
  await database.run(sql`update membership set active = false where id = ${person.membershipId}`)
  await (await app.as(colleague))(closeTicket, { params: { ...person.here, ticketid: id }, body: {} })
  const { staff } = await sent()
  expect(staff?.replyTo).toBe(colleague.email)
  expect(staff?.text).not.toContain(person.email)
})

test('a mail attaches the files that fit and says where the others are', async () => {
  const person = await aPerson()
  const { id } = await aTicket(database, person)
  const upload = async (filename: string) =>
    (
      await (
        await app.as(person)
      )(uploadCommentAttachment, {
        params: person.here,
        ...multipart({ filename, content: png }),
      })
    ).body.id
  const files = [await upload('uno.png'), await upload('enorme.png'), await upload('due.png')]
  await database.run(sql`update file set size = 11000000 where id = ${files[1]}`)
  await write(person, id, { attachments: files, ticketEmailReply_CCList: 'boss@client.example' })
  const { staff, customer } = await sent()
  for (const mail of [staff, customer])
    expect(mail?.attachments.map(({ name }) => name)).toEqual(['uno.png', 'due.png'])
  expect(staff?.text).toContain('Troppo grande per un’e-mail: enorme.png. Si trova nel ticket.')
  expect(customer?.text).toContain('Troppo grande per un’e-mail: enorme.png. Si trova nel portale.')
})

test.each([
  ['it-IT', 'Troppo grande', 'Troppo grandi'],
  ['en-EN', 'find it', 'find them'],
  ['es-ES', 'Demasiado grande ', 'Demasiado grandes'],
] as const)(
  '%s speaks of one file that is too large in the singular, of several in the plural',
  (language, one, several) => {
    const { filesTooLarge, filesTooLargeForStaff } = ticketMailTexts[language]
    for (const text of [filesTooLarge, filesTooLargeForStaff]) {
      expect(text('a.pdf', 1)).toContain(one)
      expect(text('a.pdf, b.pdf', 2)).toContain(several)
    }
  },
)
