import { acceptMail, readQuotedMail, readRawMail } from '@portico/contract/staff/mail'
import { mergeStaffTicket } from '@portico/contract/staff/ticket-actions'
import { createStaffComment, readStaffTicket } from '@portico/contract/staff/tickets'
import { readQuotedText, readTicket } from '@portico/contract/tickets'
import { expect, test } from 'vitest'
import { testApp } from '../../test/fixtures/app.ts'
import { aTicket, aUser, every, type Person } from '../../test/fixtures/factories.ts'
import { releaseAnswers } from '../../test/fixtures/held-answers.ts'
import { aMailbox, authservId, mailSender } from '../../test/fixtures/inbound-mail.ts'
import { aStaffAccount, asStaff } from '../../test/fixtures/staff.ts'

const app = await testApp({ replyAddress: { before: 'ticket+', after: '@in.service.example' } })
const { database } = app

const quoting = (text: string, quoted: string) => `${text}\n\nIl 2/3 Service ha scritto:\n> ${quoted}`

/** A customer, an administrator of the same customer, and a ticket of the customer's that a person outside is in copy of. */
const aConversation = async () => {
  const person = await aUser(database, { flags: every({ administrator: false }) })
  const colleague = await aUser(database, { contact: person })
  const address = `help-${person.portalId}@service.example`
  await aMailbox(app, person, { address })
  const staff = await asStaff(app, await aStaffAccount(app, { serviceCompanyId: person.serviceCompanyId }))
  const { send } = await mailSender(app, person)
  const ticketid =
    (
      await send({
        from: person.email,
        to: address,
        subject: 'Re: Aiuto',
        text: quoting('Non stampa.', 'Solo tra noi'),
      })
    ).ticketId ?? expect.fail('no ticket')
  const answer = { message: '<p>Ok</p>', cc: 'capo@fornitore.example', seen: null, sendAnyway: true }
  await staff(createStaffComment, { params: { ticketid }, body: answer })
  const { mails } = await releaseAnswers(app)
  const addressOf = (reader: string) =>
    mails.find(({ recipients }) => recipients[0] === reader)?.replyTo ?? expect.fail('no mail')
  const seenBy = async (reader: Person, id = ticketid) => {
    const read = await app.as(reader)
    const quoted = async (mailid: number | null) =>
      read(readQuotedText, { params: { ...reader.here, ticketid: id, mailid: mailid ?? 0 } })
    return { ticket: (await read(readTicket, { params: { ...reader.here, ticketid: id } })).body, quoted }
  }
  /** The text of our mail to a reader, as programs quote it: wrapped, and with marks. */
  const quotedMailTo = (reader: string) => {
    const { text = '' } = mails.find(({ recipients }) => recipients[0] === reader) ?? expect.fail('no mail')
    return text
      .trim()
      .replace(/(.{40,70}) /g, '$1\n')
      .replace(/^/gm, '> ')
  }
  return { person, colleague, staff, send, ticketid, addressOf, quotedMailTo, seenBy }
}

test('what a mail has quoted is shown to the customer who sent it, and to no other one', async () => {
  const { person, colleague, staff, send, ticketid, addressOf, seenBy } = await aConversation()
  await send({ from: person.email, to: addressOf(person.email), text: quoting('Fatto.', 'Provi a riavviare') })
  const mine = await seenBy(person)
  expect(mine.ticket.description).not.toContain('Solo tra noi')
  expect((await mine.quoted(mine.ticket.quotedMailId)).body.html).toContain('Solo tra noi')
  const own = mine.ticket.comments.at(-1)
  expect(own?.message).toContain('Fatto.')
  expect((await mine.quoted(own?.quotedMailId ?? 0)).body.html).toContain('Provi a riavviare')
  expect(mine.ticket.comments[0]).toMatchObject({ quotedMailId: null })

  const theirs = await seenBy(colleague)
  expect(theirs.ticket.quotedMailId).toBe(null)
  expect(theirs.ticket.comments.map(({ quotedMailId }) => quotedMailId)).toEqual([null, null])
  expect((await theirs.quoted(mine.ticket.quotedMailId)).status).toBe(404)
  expect((await theirs.quoted(own?.quotedMailId ?? 0)).status).toBe(404)
  // Neither by way of a ticket of their own.
  const { id: elsewhere } = await aTicket(database, person)
  expect((await (await seenBy(person, elsewhere)).quoted(mine.ticket.quotedMailId)).status).toBe(404)

  // What somebody in copy has quoted is not the raiser's, and what was accepted as the raiser's word came from another address.
  await send({
    from: 'capo@fornitore.example',
    to: addressOf('capo@fornitore.example'),
    text: quoting('Sì.', 'Riservato'),
  })
  await send({ from: 'altro@privata.example', to: addressOf(person.email), text: quoting('Anche io.', 'Riservato') })
  const { body: seen } = await staff(readStaffTicket, { params: { ticketid } })
  const mailid = seen.notes[0]?.mail?.id ?? 0
  const word = { contactId: person.contactId, webUserId: person.webUserId, ticketId: ticketid }
  expect((await staff(acceptMail, { params: { mailid }, body: word })).status).toBe(200)
  const after = await seenBy(person)
  expect(after.ticket.comments.slice(-2).map(({ message, quotedMailId }) => [message, quotedMailId])).toEqual([
    [expect.stringContaining('Sì.'), null],
    [expect.stringContaining('Anche io.'), null],
  ])
  for (const id of [mailid, mailid - 1]) expect((await after.quoted(id)).status).toBe(404)
})

test('a merge keeps the mark "by mail", what was quoted, and the whole mail', async () => {
  const { person, colleague, staff, send, ticketid, addressOf, seenBy } = await aConversation()
  await send({ from: person.email, to: addressOf(person.email), text: quoting('Fatto.', 'Provi a riavviare') })
  await send({
    from: 'altro@privata.example',
    to: addressOf(person.email),
    text: quoting('Una nota.', 'Per la nota'),
    results: `${authservId}; dmarc=none`,
  })
  const { id: second } = await aTicket(database, colleague)
  const { id: third } = await aTicket(database, person)
  for (const [from, into] of [[ticketid, second] as const, [second, third] as const])
    expect((await staff(mergeStaffTicket, { params: { ticketid: from }, body: { into } })).status).toBe(201)

  const { body: merged } = await staff(readStaffTicket, { params: { ticketid: third } })
  const marked = [...merged.comments, ...merged.notes].filter(({ mail }) => mail !== null)
  expect(marked.map(({ message }) => message)).toEqual([
    expect.stringContaining('Non stampa.'),
    expect.stringContaining('Fatto.'),
    expect.stringContaining('Una nota.'),
  ])
  const quoted = ['Solo tra noi', 'Provi a riavviare', 'Per la nota']
  for (const [n, { mail }] of marked.entries()) {
    expect(mail).toMatchObject({ hasQuoted: true, isKept: true })
    const params = { ticketid: third, mailid: mail?.id ?? 0 }
    expect((await staff(readQuotedMail, { params })).body.html).toContain(quoted[n])
    expect((await staff(readRawMail, { params })).status).toBe(200)
  }
  const mine = await seenBy(person, third)
  const own = mine.ticket.comments.flatMap(({ quotedMailId }) => quotedMailId ?? [])
  expect(own).toHaveLength(2)
  expect((await mine.quoted(own[0] ?? 0)).body.html).toContain('Solo tra noi')
  const theirs = await seenBy(colleague, third)
  expect(theirs.ticket.comments.every(({ quotedMailId }) => quotedMailId === null)).toBe(true)
  expect((await theirs.quoted(own[0] ?? 0)).status).toBe(404)
})

test('both sides see how many lines are folded, and open those that nobody has sent before under a short text', async () => {
  const { person, staff, send, ticketid, addressOf, quotedMailTo, seenBy } = await aConversation()
  const to = addressOf(person.email)
  const ours = quotedMailTo(person.email)
  const attribution = 'Il giorno lun 2 mar 2026 alle ore 10:15 Service <x@in.service.example> ha scritto:'
  const long = 'La pompa della linea 2 si ferma ancora ogni ora, anche dopo il riavvio.'
  const answers = [
    // Our own mail is known, whatever else it says around its message.
    { text: `Va bene.\n\n${attribution}\n${ours}`, shown: 'Va bene.', opens: false },
    // Lines that stand in the ticket are a quotation, also without an attribution; others are the writer's own.
    {
      text: `Questo lo avevo già scritto:\n\n> Non stampa.`,
      shown: 'Questo lo avevo già scritto:',
      opens: false,
      lines: 1,
    },
    { text: `Il cliente mi ha scritto:\n\n> Venite subito!`, shown: 'Venite subito!', opens: false, lines: 0 },
    { text: `${long}\n\n${attribution}\n> Provi a\n> riavviare`, shown: long, opens: false, lines: 3 },
    { text: `Vedi sotto.\n\n${attribution}\n> La targa dice GA15`, shown: 'Vedi sotto.', opens: true, lines: 2 },
  ]
  for (const { text } of answers) await send({ from: person.email, to, text })
  const { ticket } = await seenBy(person)
  const mine = ticket.comments.filter(({ senderContactWebUser }) => senderContactWebUser !== null)
  const { body: staffTicket } = await staff(readStaffTicket, { params: { ticketid } })
  const theirs = staffTicket.comments.filter(({ mail }) => mail !== null)
  expect(mine).toHaveLength(answers.length)
  for (const [
    n,
    { shown, opens, lines = ours.split('\n').filter(line => /[^\s>]/.test(line)).length + 1 },
  ] of answers.entries()) {
    expect(mine[n]?.message).toContain(shown)
    expect(mine[n]).toMatchObject({ quotedLines: lines, opensQuoted: opens })
    expect(mine[n]?.quotedMailId === null).toBe(lines === 0)
    expect(theirs[n]?.mail).toMatchObject({ hasQuoted: lines > 0, quotedLines: lines, opensQuoted: opens })
  }
})

test('an answer to a reply address is one whatever its subject and its ids say', async () => {
  const { person, send, addressOf, seenBy } = await aConversation()
  await send({
    from: person.email,
    to: addressOf(person.email),
    subject: 'Stampante',
    text: quoting('Fatto.', 'Riavvii'),
  })
  expect((await seenBy(person)).ticket.comments.at(-1)).toMatchObject({ message: 'Fatto.', quotedLines: 2 })
})

test('a thumb is an answer', async () => {
  const { person, send, addressOf, seenBy } = await aConversation()
  for (const said of ['👍', '?', '+']) {
    const { state } = await send({ from: person.email, to: addressOf(person.email), text: quoting(said, 'Riavvii') })
    expect(state).toBe('taken')
    expect((await seenBy(person)).ticket.comments.at(-1)?.message).toBe(said)
  }
})
