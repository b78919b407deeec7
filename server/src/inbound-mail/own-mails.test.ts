import { readStaffTicket } from '@portico/contract/staff/tickets'
import { expect, test } from 'vitest'
import { testApp } from '../../test/fixtures/app.ts'
import { aUser, every } from '../../test/fixtures/factories.ts'
import { aMailbox, authservId, mailSender, rawMail } from '../../test/fixtures/inbound-mail.ts'
import { aStaffAccount, asStaff } from '../../test/fixtures/staff.ts'

const app = await testApp({ replyAddress: { before: 'ticket+', after: '@in.service.example' } })
const { database } = app

/** A customer with a colleague who may raise tickets, the mailbox of their portal, and the customer's first mail to it. */
const aFirstMail = async ({ cc }: { cc?: string } = {}) => {
  const person = await aUser(database, { flags: every() })
  const colleague = await aUser(database, { contact: person })
  const address = `help-${person.portalId}@service.example`
  await aMailbox(app, person, { address })
  const { send } = await mailSender(app, person)
  const id = `<own-${person.webUserId}@client.example>`
  const first = { from: person.email, to: address, cc, subject: 'Caldaia', messageId: id, text: 'La caldaia perde.' }
  const { ticketId } = await send(first)
  const staff = await asStaff(app, await aStaffAccount(app, { serviceCompanyId: person.serviceCompanyId }))
  const read = async () =>
    (await staff(readStaffTicket, { params: { ticketid: ticketId ?? expect.fail('no ticket') } })).body
  return { person, colleague, address, send, id, first, ticketId, read }
}

test('who answers their own first mail writes into its ticket, and so does who is in its copy', async () => {
  const cc = 'capo@fornitore.example'
  const { person, address, send, id, ticketId, read } = await aFirstMail({ cc })
  const more = { to: address, subject: 'Re: Caldaia', inReplyTo: id }
  const own = await send({ ...more, from: person.email, text: 'Aggiungo: serve entro le 15.' })
  expect(own).toMatchObject({ state: 'taken', ticketId, commentId: expect.any(Number) })
  // The answer to the answer names all ids before it.
  const others = { to: address, subject: 'R: Caldaia', references: `<other@client.example> ${id}` }
  expect(await send({ ...others, from: cc, text: 'Confermo.' })).toMatchObject({ state: 'taken', ticketId })
  expect((await read()).comments.map(({ message }) => message)).toEqual(['Aggiungo: serve entro le 15.', 'Confermo.'])
})

test('the id of a mail opens its ticket to nobody else, and to nobody whose domain does not vouch for the mail', async () => {
  const { person, colleague, address, send, id, ticketId, read } = await aFirstMail()
  const more = { to: address, subject: 'Re: Caldaia', inReplyTo: id, text: 'Aggiungo una cosa.' }
  const results = `${authservId}; dmarc=none`
  expect(await send({ ...more, from: person.email, results })).toMatchObject({
    state: 'quarantined',
    reason: 'unproven',
  })
  expect(await send({ ...more, from: 'altro@elsewhere.example' })).toMatchObject({ state: 'quarantined' })
  const theirs = await send({ ...more, from: colleague.email })
  expect(theirs.state).toBe('taken')
  expect(theirs.ticketId).not.toBe(ticketId)
  // What its sender forwards is a matter of its own, whatever ids the program keeps.
  const forwarded = await send({ ...more, from: person.email, subject: 'I: Caldaia' })
  expect(forwarded.state).toBe('taken')
  expect(forwarded.ticketId).not.toBe(ticketId)
  expect((await read()).comments).toEqual([])
})

test('a copy of a mail to a second mailbox, with the footer of a gateway, is a note in its ticket', async () => {
  const { person, colleague, address, send, id, first, ticketId, read } = await aFirstMail()
  const footer = `${first.text}\n\n[Email esterna: attenzione agli allegati]`
  expect(await send({ ...first, text: footer })).toMatchObject({ state: 'noted', reason: 'copy', ticketId })
  expect((await read()).notes[0]?.message).toContain(`copia della stessa e-mail di ${person.email}`)
  // Nobody takes the place of a mail by guessing its id.
  const other = await send({ from: colleague.email, to: address, messageId: id, text: 'Altro' })
  expect(other).toMatchObject({ state: 'taken' })
  expect(other.ticketId).not.toBe(ticketId)
  const unproven = rawMail({ ...first, text: 'Senza prova', results: `${authservId}; dmarc=none` })
  expect(await send(unproven)).toMatchObject({ state: 'quarantined' })
})
