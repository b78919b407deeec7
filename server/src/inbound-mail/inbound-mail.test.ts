import { endStaffAccount, restoreStaffAccount, revokeStaffReplyAddresses } from '@portico/contract/staff/accounts'
import {
  acceptMail,
  dropMail,
  readQuotedMail,
  restoreMail,
  revokeCopyReplyAddress,
  revokeReplyAddresses,
} from '@portico/contract/staff/mail'
import { createStaffComment, readStaffTicket } from '@portico/contract/staff/tickets'
import { createTicket, readTicket } from '@portico/contract/tickets'
import { expect, test } from 'vitest'
import { png, testApp } from '../../test/fixtures/app.ts'
import { aContact, aMembership, aPortal, aTicket, aUser, every, type Person } from '../../test/fixtures/factories.ts'
import { releaseAnswers } from '../../test/fixtures/held-answers.ts'
import { aMailbox, authservId, mailSender, rawMail } from '../../test/fixtures/inbound-mail.ts'
import { aStaffAccount, asStaff } from '../../test/fixtures/staff.ts'
import { hashPassword } from '../auth/passwords/password-hash.ts'
import { sql } from '../kernel/database/db.ts'
import { setPassword } from '../staff/account-queries.ts'

const app = await testApp({ replyAddress: { before: 'ticket+', after: '@in.service.example' } })
const { database } = app

const aCustomer = async () => {
  const portal = await aPortal(database, {
    supportEmail: `desk-${Math.random().toString(36).slice(2)}@service.example`,
  })
  const person = await aUser(database, { contact: await aContact(database, portal) })
  const address = `help-${person.portalId}@service.example`
  await aMailbox(app, person, { address })
  return { person, address, ...(await mailSender(app, person)) }
}

const ticketOf = async (person: Person, ticketid: number) =>
  (await (await app.as(person))(readTicket, { params: { ...person.here, ticketid } })).body

const rowsOf = ({ serviceCompanyId }: Person) =>
  database.one(sql`select (select count(*)::int from ticket where service_company_id = ${serviceCompanyId}) as tickets,
    (select count(*)::int from comment where service_company_id = ${serviceCompanyId}) as comments`)

test('a customer who never signs in raises a ticket by mail, is answered, answers and is answered again, in one thread', async () => {
  const { person, address, send } = await aCustomer()
  const account = await aStaffAccount(app, { serviceCompanyId: person.serviceCompanyId })
  const staff = await asStaff(app, account)
  const first = await send({
    from: `Anna <${person.email.toUpperCase()}>`,
    to: address,
    subject: 'Re: Non stampa',
    messageId: '<first@client.example>',
    text: 'La riga due non stampa.\n\n-- \nAnna Rossi\nOfficine',
  })
  expect(first).toMatchObject({ state: 'taken', known: false })
  const ticketid = first.ticketId ?? expect.fail('no ticket')
  const raised = await ticketOf(person, ticketid)
  expect(raised).toMatchObject({ title: 'Non stampa', creatorContactWebUser: { webUserId: person.webUserId } })
  expect(raised.description).toContain('La riga due non stampa.')
  expect(raised.description).not.toContain('Officine')
  const copy = first.mails.find(({ recipients }) => recipients[0] === person.email) ?? expect.fail('no acknowledgement')
  expect(copy.replyTo).toMatch(/^ticket\+m[a-z2-7]{1,8}0[a-z2-7]{1,8}0[a-z2-7]{1,8}0[a-z2-7]{26}@in\.service\.example$/)
  expect((copy.replyTo ?? '').indexOf('@')).toBeLessThanOrEqual(64)
  expect(copy.returnPath).toMatch(/^ticket\+b.*@in\.service\.example$/)
  expect(copy).toMatchObject({ inReplyTo: '<first@client.example>', references: ['<first@client.example>'] })
  expect(copy.headers).toMatchObject({ 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' })
  expect(copy.text.split('\n')[0]).toBe('— Rispondi sopra questa riga —')

  await staff(createStaffComment, {
    params: { ticketid },
    body: { message: '<p>Provi a riavviare</p>', seen: null, sendAnyway: true },
  })
  const [answer] = (await releaseAnswers(app)).mails.filter(({ recipients }) => recipients[0] === person.email)
  expect(answer?.references).toEqual([copy.messageId, '<first@client.example>'])
  expect(answer?.text).toContain('Provi a riavviare')

  const reply = {
    from: person.email,
    to: (answer?.replyTo ?? '').toUpperCase(),
    subject: 'R: qualcosa di diverso',
    messageId: '<second@client.example>',
    text: `Fatto, grazie.\n\nIl giorno 2 mar 2026, alle ore 09:30, Brenta ha scritto:\n> Provi a riavviare`,
  }
  const second = await send(reply)
  expect(second).toMatchObject({ state: 'taken', ticketId: ticketid })
  const { comments } = await ticketOf(person, ticketid)
  expect(comments.at(-1)).toMatchObject({
    id: second.commentId,
    senderContactWebUser: { webUser: { id: person.webUserId } },
  })
  expect(comments.at(-1)?.message).toContain('Fatto, grazie.')
  expect(comments.at(-1)?.message).not.toContain('riavviare')
  expect((await send(rawMail(reply).replace(/Received:.*\r\n/, ''))).known).toBe(true)
  expect((await ticketOf(person, ticketid)).comments).toHaveLength(comments.length)
})

test('files and pictures of a mail are those of the message; what uploads refuse is named', async () => {
  const { person, address, send } = await aCustomer()
  const { ticketId } = await send({
    from: person.email,
    to: address,
    headers: 'Content-Type: multipart/mixed; boundary="b"\r\n',
    body: [
      '--b',
      'Content-Type: multipart/related; boundary="r"',
      '',
      '--r',
      'Content-Type: text/html; charset=utf-8',
      '',
      '<p>Ecco <img src="cid:foto" alt="la targa"> <script>alert(1)</script></p>',
      '--r',
      'Content-Type: image/png; name="targa.png"',
      'Content-Disposition: inline; filename="targa.png"',
      'Content-Transfer-Encoding: base64',
      'Content-ID: <foto>',
      '',
      Buffer.concat([png, Buffer.alloc(4000)]).toString('base64'),
      '--r--',
      '--b',
      'Content-Type: application/octet-stream; name="setup.exe"',
      'Content-Disposition: attachment; filename="setup.exe"',
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from('MZ\x90\x00\x03\x00\x00\x00\x04\x00\x00\x00\xff\xff').toString('base64'),
      '--b--',
    ].join('\n'),
  })
  const ticket = await ticketOf(person, ticketId ?? expect.fail('no ticket'))
  expect(ticket.attachments.map(({ name }) => name)).toEqual(['targa.png'])
  expect(ticket.description).toContain(
    `<img src="${ticket.attachments[0]?.url.replaceAll('&', '&amp;')}" alt="la targa"`,
  )
  expect(ticket.description).not.toContain('script')
  expect(ticket.description).toContain('Allegati non acquisiti: setup.exe')
})

test('a message by mail reopens a closed ticket, three times an hour at most', async () => {
  const { person, send } = await aCustomer()
  const { id } = await aTicket(database, person, { status: 2 })
  const replyTo = await replyAddressOf(person, id)
  for (const expected of [0, 0, 0, 2]) {
    await send({ from: person.email, to: replyTo })
    expect((await ticketOf(person, id)).taskStatus.step.taskStatus).toBe(expected)
    await database.run(sql`update ticket set task_status = 2, task_step_id = first_step(service_company_id, portal_id, 2::smallint)
      where id = ${id}`)
  }
})

/** The address that the raiser of a ticket answers to, from a mail. */
const replyAddressOf = async (person: Person, ticketId: number): Promise<string> => {
  const account = await aStaffAccount(app, { serviceCompanyId: person.serviceCompanyId })
  const staff = await asStaff(app, account)
  await staff(createStaffComment, {
    params: { ticketid: ticketId },
    body: { message: '<p>Ok</p>', seen: null, sendAnyway: true },
  })
  const mail = (await releaseAnswers(app)).mails.find(({ recipients }) => recipients[0] === person.email)
  return mail?.replyTo ?? expect.fail('no mail to the raiser')
}

test('a member of the staff answers by mail with the token of their own account: the answer is held and goes to the customer', async () => {
  const { person, address, send } = await aCustomer()
  const account = await aStaffAccount(app, { serviceCompanyId: person.serviceCompanyId })
  const { email } = account
  await database.run(sql`update staff_user set email = ${email} where id = ${account.staffUserId}`)
  const { id } = await aTicket(database, person, { staffUserId: account.staffUserId })
  const customer = await replyAddressOf(person, id)
  const { mails } = await send({ from: person.email, to: customer, text: 'E adesso?' })
  const toStaff = mails.find(({ recipients }) => recipients[0] === email) ?? expect.fail('no mail to the staff')
  expect(toStaff.replyTo).toMatch(/^ticket\+s/)
  expect(toStaff.text).toContain('entra nel ticket e arriva al cliente')
  expect(await send({ from: email, to: toStaff.replyTo ?? '', text: 'Arrivo domani.' })).toMatchObject({
    state: 'taken',
  })
  expect((await ticketOf(person, id)).comments.at(-1)?.message).toContain('E adesso')
  const sent = (await releaseAnswers(app)).mails.find(({ recipients }) => recipients[0] === person.email)
  expect(sent?.text).toContain('Arrivo domani.')
  expect((await ticketOf(person, id)).comments.at(-1)).toMatchObject({ senderUser: { displayName: 'Anna Tecnica' } })
  // Without the token it is not the staff's word.
  expect(await send({ from: email, to: address })).toMatchObject({
    state: 'quarantined',
    reason: 'staff_without_token',
  })
})

test('whoever of the staff reads the mailbox of the portal answers from it, if their domain vouches for the mail', async () => {
  const { person, send } = await aCustomer()
  const account = await aStaffAccount(app, { serviceCompanyId: person.serviceCompanyId })
  const { id } = await aTicket(database, person)
  const { mails } = await send({ from: person.email, to: await replyAddressOf(person, id) })
  const [toDesk = expect.fail('no mail to the staff')] = mails
  expect(toDesk.replyTo).toMatch(/^ticket\+g/)
  const answer = { from: account.email, to: toDesk.replyTo ?? '' }
  expect(await send({ ...answer, results: `${authservId}; spf=none` })).toMatchObject({ state: 'noted' })
  expect(await send(answer)).toMatchObject({ state: 'taken', ticketId: id })
})

test('somebody in copy answers, and counts as a customer who waits', async () => {
  const { person, send } = await aCustomer()
  const account = await aStaffAccount(app, { serviceCompanyId: person.serviceCompanyId })
  const staff = await asStaff(app, account)
  const { id } = await aTicket(database, person)
  await staff(createStaffComment, {
    params: { ticketid: id },
    body: { message: '<p>Ok</p>', cc: 'capo@fornitore.example', seen: null, sendAnyway: true },
  })
  const copy = (await releaseAnswers(app)).mails.find(({ recipients }) => recipients[0] === 'capo@fornitore.example')
  expect(copy?.replyTo).toMatch(/^ticket\+c/)
  const answered = await send({
    from: 'Il Capo <Capo@fornitore.example>',
    to: copy?.replyTo ?? '',
    text: 'Va bene così.',
  })
  expect(answered).toMatchObject({ state: 'taken', ticketId: id })
  const { comments } = await ticketOf(person, id)
  expect(comments.at(-1)).toMatchObject({
    senderContactWebUser: null,
    senderUser: null,
    senderInCopy: { address: 'capo@fornitore.example', name: 'Il Capo' },
  })
  expect(answered.mails.map(({ recipients }) => recipients[0])).toContain(person.email)
  const seen = (await staff(readStaffTicket, { params: { ticketid: id } })).body
  expect(seen).toMatchObject({ awaitsAnswer: true })
  expect(seen.comments.at(-1)).toMatchObject({ inCopy: { address: 'capo@fornitore.example' } })
})

test('a sender of several customers is asked once, a sender who may not raise tickets and a stranger wait for the staff', async () => {
  const { person, address, send } = await aCustomer()
  const other = await aContact(database, person)
  await aMembership(database, other, person.webUserId, { flags: every() })
  const asked = await send({ from: person.email, to: address })
  expect(asked).toMatchObject({ state: 'quarantined', reason: 'several_customers' })
  expect(asked.mails).toHaveLength(1)
  expect(asked.mails[0]).toMatchObject({ recipients: [person.email], returnPath: '' })
  expect(asked.mails[0]?.headers).toMatchObject({ 'Auto-Submitted': 'auto-replied' })
  expect(asked.mails[0]?.text).toContain(`/${person.company}/${other.contactId}/tickets/new`)
  expect((await send({ from: person.email, to: address })).mails).toEqual([])

  const reader = await aUser(database, { contact: person, flags: every({ manageTickets: false }) })
  expect(await send({ from: reader.email, to: address })).toMatchObject({ reason: 'may_not_raise', mails: [] })
  expect(await send({ from: 'x@nowhere.example', to: address })).toMatchObject({ reason: 'unknown_sender', mails: [] })
  await database.run(sql`update portal set answers_strangers = true where id = ${person.portalId}`)
  const greeted = await send({ from: 'y@nowhere.example', to: address })
  expect(greeted.mails.map(({ recipients }) => recipients[0])).toEqual(['y@nowhere.example'])
  app.clock.pass(2 * 3_600_000)
  expect((await send({ from: 'y@nowhere.example', to: address })).mails).toEqual([])
})

test('what somebody unknown has answered becomes a message when the staff accept it, and its note says so', async () => {
  const { person, send } = await aCustomer()
  const account = await aStaffAccount(app, { serviceCompanyId: person.serviceCompanyId })
  const staff = await asStaff(app, account)
  const { id: ticketid } = await aTicket(database, person)
  const to = await replyAddressOf(person, ticketid)
  const text = 'Anche noi.\n\nIl 2/3 Service ha scritto:\n> Provate a riavviare'
  const noted = await send({ from: 'collega@privata.example', to, text })
  expect(noted).toMatchObject({ state: 'noted', reason: 'other_sender' })
  const read = async () => (await staff(readStaffTicket, { params: { ticketid } })).body
  const [note = expect.fail('no note')] = (await read()).notes
  expect(note.mail).toMatchObject({ state: 'waits', from: 'collega@privata.example', hasQuoted: true, isKept: true })
  const mailid = note.mail?.id ?? 0
  const quoted = await staff(readQuotedMail, { params: { ticketid, mailid } })
  expect(quoted.body.html).toContain('Provate a riavviare')

  // Left as a note, and taken back.
  expect((await staff(dropMail, { params: { mailid } })).status).toBe(204)
  expect((await read()).notes[0]?.mail?.state).toBe('left')
  expect((await staff(restoreMail, { params: { mailid } })).status).toBe(204)
  const body = { contactId: person.contactId, webUserId: person.webUserId, ticketId: ticketid }
  expect((await staff(acceptMail, { params: { mailid }, body })).status).toBe(200)
  const after = await read()
  expect(after.notes[0]?.mail).toMatchObject({ state: 'accepted' })
  expect(after.comments.at(-1)).toMatchObject({
    message: expect.stringContaining('Anche noi.'),
    customer: { webUserId: person.webUserId },
    mail: { id: mailid, hasQuoted: true },
  })
  expect((await staff(acceptMail, { params: { mailid }, body })).status).toBe(409)
})

test('revoked reply addresses are nobody’s, and the next mails bring new ones', async () => {
  const { person, send } = await aCustomer()
  const staff = await asStaff(app, await aStaffAccount(app, { serviceCompanyId: person.serviceCompanyId }))
  const { id } = await aTicket(database, person)
  const to = await replyAddressOf(person, id)
  expect(await send({ from: person.email, to, text: 'Prima' })).toMatchObject({ state: 'taken' })
  const params = { contactid: person.contactId, personid: person.membershipId }
  expect((await staff(revokeReplyAddresses, { params })).status).toBe(204)
  expect(await send({ from: person.email, to, text: 'Dopo', results: `${authservId}; dmarc=none` })).toMatchObject({
    state: 'quarantined',
  })
  expect(await send({ from: person.email, to: await replyAddressOf(person, id), text: 'Di nuovo' })).toMatchObject({
    state: 'taken',
    ticketId: id,
  })
})

test('reply addresses of the staff and of people in copy are revoked; a new password and the end of an account revoke those of the staff', async () => {
  const { person, send } = await aCustomer()
  const { serviceCompanyId } = person
  const account = await aStaffAccount(app, { serviceCompanyId })
  const office = await asStaff(app, await aStaffAccount(app, { serviceCompanyId, hasPassword: true }))
  const stranger = await asStaff(app, await aStaffAccount(app))
  await database.run(sql`update staff_user set email = ${account.email} where id = ${account.staffUserId}`)
  const { id: ticketid } = await aTicket(database, person, { staffUserId: account.staffUserId })
  const copy = 'capo@fornitore.example'
  /** The addresses that the two answer at, from new mails. */
  const addressesOf = async () => {
    const answer = { message: '<p>Ok</p>', cc: copy, seen: null, sendAnyway: true }
    await office(createStaffComment, { params: { ticketid }, body: answer })
    const toCopy = (await releaseAnswers(app)).mails.find(({ recipients }) => recipients[0] === copy)?.replyTo ?? ''
    const { mails } = await send({ from: copy, to: toCopy, text: 'E poi?' })
    const toStaff = mails.find(({ recipients }) => recipients[0] === account.email)?.replyTo ?? ''
    return { toCopy, toStaff }
  }
  const asCopy = (to: string) => send({ from: copy, to, text: 'Ancora' })
  const asStaffMember = (to: string) => send({ from: account.email, to, text: 'Arrivo' })
  const taken = { state: 'taken', ticketId: ticketid }
  const refused = { state: 'quarantined' }
  const ofAccount = { params: { accountid: account.staffAccountId } }
  const ofCopy = { params: { ticketid }, query: { address: copy.toUpperCase() } }

  const first = await addressesOf()
  expect((await stranger(revokeStaffReplyAddresses, ofAccount)).status).toBe(404)
  expect((await stranger(revokeCopyReplyAddress, ofCopy)).status).toBe(404)
  expect(await asStaffMember(first.toStaff)).toMatchObject(taken)
  expect(await asCopy(first.toCopy)).toMatchObject(taken)
  expect((await office(revokeStaffReplyAddresses, ofAccount)).status).toBe(204)
  expect((await office(revokeCopyReplyAddress, ofCopy)).status).toBe(204)
  expect(await asStaffMember(first.toStaff)).toMatchObject(refused)
  expect(await asCopy(first.toCopy)).toMatchObject(refused)

  const second = await addressesOf()
  expect(await asCopy(second.toCopy)).toMatchObject(taken)
  await setPassword(database, account, await hashPassword('nebbia sul canale 7'))
  expect(await asStaffMember(second.toStaff)).toMatchObject(refused)
  const third = await addressesOf()
  expect(await asStaffMember(third.toStaff)).toMatchObject(taken)
  expect((await office(endStaffAccount, ofAccount)).status).toBe(200)
  expect((await office(restoreStaffAccount, { ...ofAccount, body: {} })).status).toBe(200)
  expect(await asStaffMember(third.toStaff)).toMatchObject(refused)
}, 60_000)

test('programs are never answered, raise no ticket and reopen none', async () => {
  const { person, address, send } = await aCustomer()
  const { id } = await aTicket(database, person)
  const replyTo = await replyAddressOf(person, id)
  await database.run(
    sql`update ticket set task_status = 2, task_step_id = first_step(service_company_id, portal_id, 2::smallint) where id = ${id}`,
  )
  await app.delivered()
  const before = await rowsOf(person)
  for (const headers of [
    'Auto-Submitted: auto-replied\r\n',
    'Auto-Submitted: auto-generated\r\n',
    'Precedence: bulk\r\n',
    'List-Id: <news.client.example>\r\n',
    'X-Auto-Response-Suppress: All\r\n',
  ]) {
    expect(await send({ from: person.email, to: replyTo, headers }), headers).toMatchObject({
      state: 'noted',
      reason: 'automatic',
      mails: [],
    })
    expect(await send({ from: person.email, to: address, headers }), headers).toMatchObject({
      state: 'quarantined',
      reason: 'automatic',
      mails: [],
    })
  }
  expect(await rowsOf(person)).toEqual(before)
  expect((await ticketOf(person, id)).taskStatus.step.taskStatus).toBe(2)
})

test('a bounce counts only with our return path: it stops the mails of tickets to the address, and the staff read of it', async () => {
  const { person, address, send } = await aCustomer()
  const raised = await send({ from: person.email, to: address })
  const mail = raised.mails.find(({ recipients }) => recipients[0] === person.email) ?? expect.fail('no mail')
  const report = (action: string, status: string) => ({
    from: 'MAILER-DAEMON@mx.client.example',
    headers:
      'Return-Path: <>\r\nAuto-Submitted: auto-replied\r\nContent-Type: multipart/report; report-type=delivery-status; boundary="b"\r\n',
    body: `--b\nContent-Type: text/plain\n\nUndelivered.\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.client.example\n\nFinal-Recipient: rfc822; ${person.email}\nAction: ${action}\nStatus: ${status}\nDiagnostic-Code: smtp; 550 5.1.1 no such user\n--b--`,
  })
  expect(await send({ ...report('failed', '5.1.1'), to: address })).toMatchObject({
    state: 'ignored',
    reason: 'bounce',
  })
  const forged = (mail.returnPath ?? '').replace(/.@in/, one => (one[0] === 'a' ? 'b@in' : 'a@in'))
  expect(await send({ ...report('failed', '5.1.1'), to: forged })).toMatchObject({ state: 'ignored' })
  expect(await send({ ...report('delayed', '4.4.1'), to: mail.returnPath ?? '' })).toMatchObject({ state: 'ignored' })
  // A full mailbox is emptied one day.
  expect(await send({ ...report('failed', '5.2.2'), to: mail.returnPath ?? '' })).toMatchObject({ state: 'ignored' })
  const bounced = () =>
    database.many(
      sql`select address from mail_address where bounced_at is not null and service_company_id = ${person.serviceCompanyId}`,
    )
  expect(await bounced()).toEqual([])
  expect(await send({ ...report('failed', '5.1.1'), to: mail.returnPath ?? '' })).toMatchObject({
    state: 'taken',
    reason: 'bounce',
    noteId: expect.any(Number),
  })
  expect(await bounced()).toEqual([{ address: person.email }])
  const again = await (await app.as(person))(createTicket, {
    params: person.here,
    body: { title: 'Due', description: 'Due', taskTypeId: person.taskTypeId },
  })
  expect(again.status).toBe(201)
  expect((await app.delivered()).mails.map(({ recipients }) => recipients[0])).not.toContain(person.email)
})

test('more than thirty mails of an address in an hour wait for the staff, and one of ten tickets is acknowledged', async () => {
  const { person, address, send } = await aCustomer()
  const results = []
  for (let n = 0; n < 32; n += 1) results.push(await send({ from: person.email, to: address, subject: `Uno ${n}` }))
  expect(results.map(({ state }) => state)).toEqual([...Array(30).fill('taken'), 'quarantined', 'quarantined'])
  const acknowledged = results.flatMap(({ mails }) => mails).filter(({ recipients }) => recipients[0] === person.email)
  expect(acknowledged).toHaveLength(1)
}, 30_000)

test('a logo is left out from the third mail of a sender on; a picture of another sender, or a first one, stays', async () => {
  const { person, address, send } = await aCustomer()
  const other = await aUser(database, { contact: person })
  const logo = Buffer.concat([png, Buffer.alloc(4000, 1)])
  const withPicture = (from: string, picture: Buffer, subject: string) => ({
    ...{ from, to: address, subject },
    headers: 'Content-Type: multipart/related; boundary="r"\r\n',
    body: [
      '--r\nContent-Type: text/html\n\n<p>Ecco</p><img src="cid:logo">',
      '--r\nContent-Type: image/png; name="logo.png"\nContent-Transfer-Encoding: base64\nContent-ID: <logo>\n',
      `${picture.toString('base64')}\n--r--`,
    ].join('\n'),
  })
  const shown = async (mail: ReturnType<typeof withPicture>) => {
    const { ticketId } = await send(mail)
    const { description, attachments } = await ticketOf(person, ticketId ?? expect.fail('no ticket'))
    expect(description).toContain('Ecco')
    return [description.includes('<img'), attachments.length]
  }
  expect(await shown(withPicture(person.email, logo, 'Uno'))).toEqual([true, 1])
  expect(await shown(withPicture(person.email, logo, 'Due'))).toEqual([true, 1])
  expect(await shown(withPicture(person.email, logo, 'Tre'))).toEqual([false, 0])
  expect(await shown(withPicture(other.email, logo, 'Quattro'))).toEqual([true, 1])
  expect(await shown(withPicture(person.email, Buffer.concat([logo, png]), 'Cinque'))).toEqual([true, 1])
})

test('an answer to an invitation is said in words; spam waits for the staff, unless it comes with the token of its sender', async () => {
  const { person, address, send } = await aCustomer()
  const { id } = await aTicket(database, person)
  const replyTo = await replyAddressOf(person, id)
  const accepted = await send({
    from: person.email,
    to: replyTo,
    headers: 'Content-Type: multipart/alternative; boundary="b"\r\n',
    body: [
      '--b\nContent-Type: text/plain\n\n',
      `--b\nContent-Type: text/calendar; method=REPLY\n\nBEGIN:VCALENDAR\nMETHOD:REPLY\nBEGIN:VEVENT\nUID:visit-1@portico\nATTENDEE;PARTSTAT=ACCEPTED:mailto:${person.email}\nEND:VEVENT\nEND:VCALENDAR\n--b--`,
    ].join('\n'),
  })
  expect(accepted).toMatchObject({ state: 'taken', ticketId: id })
  const { comments } = await ticketOf(person, id)
  expect(comments.at(-1)).toMatchObject({ message: `<p>${person.email} ha accettato l’invito.</p>`, attachments: [] })

  const headers = 'X-Spam-Flag: YES\r\n'
  expect(await send({ from: person.email, to: address, headers })).toMatchObject({
    state: 'quarantined',
    reason: 'spam',
  })
  expect(await send({ from: 'x@evil.example', to: replyTo, headers })).toMatchObject({
    state: 'quarantined',
    reason: 'spam',
  })
  expect(await send({ from: person.email, to: replyTo, headers, text: 'Vinci!' })).toMatchObject({ state: 'taken' })
})
