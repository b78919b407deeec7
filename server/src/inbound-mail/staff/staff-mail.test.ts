import {
  acceptMail,
  addStaffMailbox,
  dropMail,
  listBouncedAddresses,
  listQuarantine,
  listStaffMailboxes,
  readRawMail,
  readWaitingMail,
  removeStaffMailbox,
  restoreMail,
  resumeAddress,
  tryMailbox,
} from '@portico/contract/staff/mail'
import { countStaffTickets } from '@portico/contract/staff/tickets'
import { readTicket } from '@portico/contract/tickets'
import { expect, test } from 'vitest'
import { png, testApp } from '../../../test/fixtures/app.ts'
import { aContact, aPortal, aTicket, aUser, every } from '../../../test/fixtures/factories.ts'
import { aMailbox, mailSender } from '../../../test/fixtures/inbound-mail.ts'
import { aStaffAccount, asStaff, staffHeaders } from '../../../test/fixtures/staff.ts'
import { sql } from '../../kernel/database/db.ts'

const app = await testApp()
const { database } = app

const aCompany = async () => {
  const person = await aUser(database, { contact: await aContact(database, await aPortal(database)) })
  const address = `help-${person.portalId}@service.example`
  await aMailbox(app, person, { address })
  const account = await aStaffAccount(app, { serviceCompanyId: person.serviceCompanyId })
  return { person, address, account, staff: await asStaff(app, account), ...(await mailSender(app, person)) }
}

const theirs = await aCompany()

test('a certified mail offers the customer in whose name its provider has sent it', async () => {
  const { person, address, staff, send } = await aCompany()
  const provider = 'posta-certificata@pec.example'
  await send({ from: `"Per conto di: ${person.email.toUpperCase()}" <${provider}>`, to: address, subject: 'Disdetta' })
  await send({ from: `"In nome di ${person.email}" <altri@pec.example>`, to: address, subject: 'Altro' })
  const found = (await staff(listQuarantine)).body
  expect(found.map(({ subject, from }) => ({ subject, from }))).toEqual([
    { subject: 'Altro', from: 'altri@pec.example' },
    { subject: 'Disdetta', from: provider },
  ])
  expect(found.map(({ people }) => people.map(({ webUserId }) => webUserId))).toEqual([[], [person.webUserId]])
})

test('a mail in quarantine becomes a ticket of the customer whom the staff name, once', async () => {
  const { person, address, staff, send, account } = await aCompany()
  await send({ from: 'Anna <anna@privata.example>', to: address, subject: 'Dal telefono', text: 'Non parte.' })
  const [mail = expect.fail('none waits'), ...others] = (await staff(listQuarantine)).body
  expect(others).toEqual([])
  expect(mail).toMatchObject({
    state: 'quarantined',
    reason: 'unknown_sender',
    from: 'anna@privata.example',
    fromName: 'Anna',
  })
  expect(mail.preview).toContain('Non parte.')
  const params = { mailid: mail.id }
  const body = { contactId: person.contactId, webUserId: person.webUserId, ticketId: null }
  expect((await theirs.staff(listQuarantine)).body).toEqual([])
  expect((await theirs.staff(acceptMail, { params, body })).status).toBe(404)
  expect((await theirs.staff(dropMail, { params })).status).toBe(404)
  const stranger = theirs.person
  for (const [wrong, path] of [
    [{ contactId: stranger.contactId }, 'body.contactId'],
    [{ webUserId: stranger.webUserId }, 'body.webUserId'],
  ] as const)
    expect((await staff(acceptMail, { params, body: { ...body, ...wrong } })).problem).toMatchObject({
      status: 404,
      errors: [{ path }],
    })
  const other = await aUser(database, { contact: await aContact(database, person) })
  const { id: ofOther } = await aTicket(database, other)
  expect((await staff(acceptMail, { params, body: { ...body, ticketId: ofOther } })).status).toBe(404)
  const { ticketId } = (await staff(acceptMail, { params, body })).body
  const ticket = (await (await app.as(person))(readTicket, { params: { ...person.here, ticketid: ticketId } })).body
  expect(ticket).toMatchObject({ title: 'Dal telefono', creatorContactWebUser: { webUserId: person.webUserId } })
  expect((await staff(listQuarantine)).body).toEqual([])
  // Nothing is wrong with what was chosen: somebody else was faster.
  const { problem } = await staff(acceptMail, { params, body })
  expect(problem).toMatchObject({ status: 409 })
  expect(problem).not.toHaveProperty('errors')

  const headers = await staffHeaders(app, account)
  const raw = await app.http.inject({ url: `/api/staff/mail/${mail.id}/raw`, headers })
  expect(raw.headers['content-type']).toBe('message/rfc822')
  expect(raw.payload).toContain('Subject: Dal telefono')
  expect((await theirs.staff(readRawMail, { params })).status).toBe(404)
})

test('an accepted mail says whom it named in copy, and puts nobody there', async () => {
  const { person, address, staff, send } = await aCompany()
  const cc = 'capo@privata.example'
  await send({ from: 'Anna <anna@privata.example>', to: address, cc, subject: 'La tecnica 👩‍🔧', text: 'Non parte.' })
  const [mail = expect.fail('none waits')] = (await staff(listQuarantine)).body
  const body = { contactId: person.contactId, webUserId: person.webUserId, ticketId: null }
  const { ticketId } = (await staff(acceptMail, { params: { mailid: mail.id }, body })).body
  const ticket = (await (await app.as(person))(readTicket, { params: { ...person.here, ticketid: ticketId } })).body
  expect(ticket.description).toContain('Non messi in copia: capo@privata.example')
  await app.delivered()
  const { ccList } = await database.one<{ ccList: string | null }>(
    sql`select cc_list as "ccList" from ticket where id = ${ticketId}`,
  )
  expect(ccList).toBeNull()
  // The joiner that makes one sign of two stays.
  expect(ticket.title).toBe('La tecnica 👩‍🔧')
})

test('a mail is not accepted as the word of a person who may not write', async () => {
  const { person, address, staff, send } = await aCompany()
  const silent = await aUser(database, { contact: person, flags: every({ manageTickets: false }) })
  await send({ from: 'x@nowhere.example', to: address })
  const [mail = expect.fail('none waits')] = (await staff(listQuarantine)).body
  const body = { contactId: silent.contactId, webUserId: silent.webUserId, ticketId: null }
  expect((await staff(acceptMail, { params: { mailid: mail.id }, body })).problem).toMatchObject({
    status: 409,
    errors: [{ path: 'body.webUserId' }],
  })
})

test('a mail is dropped, and an account of other portals does not see it', async () => {
  const { person, address, staff, send } = await aCompany()
  await send({ from: 'x@nowhere.example', to: address })
  const elsewhere = await aPortal(database, { serviceCompanyId: person.serviceCompanyId })
  const limited = await asStaff(
    app,
    await aStaffAccount(app, { serviceCompanyId: person.serviceCompanyId, portalIds: [elsewhere.portalId] }),
  )
  expect((await limited(listQuarantine)).body).toEqual([])
  expect((await limited(listStaffMailboxes)).body).toEqual([])
  const [mail = expect.fail('none waits')] = (await staff(listQuarantine)).body
  expect((await limited(dropMail, { params: { mailid: mail.id } })).status).toBe(404)
  expect((await staff(dropMail, { params: { mailid: mail.id } })).status).toBe(204)
  expect((await staff(listQuarantine)).body).toEqual([])
  expect((await staff(dropMail, { params: { mailid: mail.id } })).status).toBe(404)
})

test('a mailbox into a private network is refused, and one of another company is not removed', async () => {
  const { person, staff } = await aCompany()
  const imapUrl = 'imap://user@127.0.0.1/INBOX'
  expect((await staff(tryMailbox, { body: { imapUrl, password: 'x' } })).body).toMatchObject({
    opens: false,
    problem: expect.stringContaining('private network'),
  })
  const body = { portalId: person.portalId, address: 'neu@service.example', imapUrl, password: 'x' }
  expect((await staff(addStaffMailbox, { body })).problem).toMatchObject({
    status: 400,
    errors: [{ path: 'body.imapUrl' }],
  })
  expect((await staff(addStaffMailbox, { body: { ...body, portalId: theirs.person.portalId } })).status).toBe(404)
  expect((await staff(addStaffMailbox, { body: { ...body, imapUrl: 'http://x' } })).status).toBe(400)
  const [mailbox = expect.fail('no mailbox')] = (await staff(listStaffMailboxes)).body
  expect(JSON.stringify(mailbox)).not.toMatch(/secret|password/)
  const params = { mailboxid: mailbox.id }
  expect((await theirs.staff(removeStaffMailbox, { params })).status).toBe(404)
  expect((await staff(removeStaffMailbox, { params })).status).toBe(204)
  expect((await staff(listStaffMailboxes)).body).toEqual([])
})

test('a waiting mail is read as it would be shown: safe, with its own pictures and files, counted, and told to screens', async () => {
  const { person, address, account, staff, send } = await aCompany()
  const technician = await asStaff(
    app,
    await aStaffAccount(app, { serviceCompanyId: person.serviceCompanyId, role: 'technician' }),
  )
  const picture = png.toString('base64')
  await send({
    from: 'Eva <eva@privata.example>',
    to: address,
    subject: 'Foto',
    headers: 'Content-Type: multipart/related; boundary=b\r\n',
    body: [
      '--b\r\nContent-Type: text/html\r\n',
      '<p onclick="x()">Ecco<script>alert(1)</script> <img src="https://spia.example/p.png"><img src="cid:uno" alt="foto"></p>',
      '<blockquote type="cite">Il testo di prima</blockquote>',
      `--b\r\nContent-Type: image/png\r\nContent-ID: <uno>\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: inline; filename=foto.png\r\n\r\n${picture}`,
      '--b\r\nContent-Type: text/html\r\nContent-Disposition: attachment; filename=pagina.html\r\n\r\n<script>alert(1)</script>',
      '--b--',
    ].join('\r\n'),
  })
  const [{ id } = expect.fail('none waits')] = (await staff(listQuarantine)).body
  const params = { mailid: id }
  const mail = (await staff(readWaitingMail, { params })).body
  expect(mail).toMatchObject({ subject: 'Foto', to: [address], files: [{ name: 'pagina.html' }] })
  expect(mail.html).not.toMatch(/script|onclick|spia/)
  const headers = await staffHeaders(app, account)
  const page = await app.http.inject({ url: mail.files[0]?.url ?? '', headers })
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'application/octet-stream'])
  expect(page.headers['content-disposition']).toContain('attachment')
  expect(page.headers['content-security-policy']).toContain('sandbox')
  expect((await theirs.staff(readWaitingMail, { params })).status).toBe(404)
  expect((await technician(readWaitingMail, { params })).status).toBe(403)

  const waiting = async (call = staff) => (await call(countStaffTickets)).body.waitingMail
  expect([await waiting(), await waiting(technician)]).toEqual([1, 0])
  expect((await staff(dropMail, { params })).status).toBe(204)
  expect(await waiting()).toBe(0)
  expect((await staff(listQuarantine, { query: { state: 'dropped' } })).body).toMatchObject([{ id, state: 'dropped' }])
  expect((await theirs.staff(restoreMail, { params })).status).toBe(404)
  expect((await staff(restoreMail, { params })).status).toBe(204)
  expect((await staff(restoreMail, { params })).status).toBe(404)
  expect((await staff(listQuarantine)).body).toMatchObject([{ id, state: 'quarantined' }])
  const told = await database.many(sql`select portal_id as "portalId", contact_id as "contactId" from event
    where service_company_id = ${person.serviceCompanyId} and type = 'mail.waiting' and staff_only`)
  // Come, dropped, put back.
  expect(told).toHaveLength(3)
  expect(told[0]).toEqual({ portalId: person.portalId, contactId: null })
})

test('an address that bounced gets mails again when somebody of its company says so', async () => {
  const { person, staff } = await aCompany()
  await database.run(sql`insert into mail_address (service_company_id, address, bounced_at, diagnostic)
    values (${person.serviceCompanyId}, 'via@client.example', now(), '550 no such user')`)
  const [bounced = expect.fail('none')] = (await staff(listBouncedAddresses)).body
  expect(bounced).toMatchObject({ address: 'via@client.example', diagnostic: '550 no such user' })
  const params = { addressid: bounced.id }
  expect((await theirs.staff(resumeAddress, { params })).status).toBe(404)
  expect((await staff(resumeAddress, { params })).status).toBe(204)
  expect((await staff(listBouncedAddresses)).body).toEqual([])
})
