import { lookAtMerge, mergeCustomers } from '@portico/contract/staff/customers/merge'
import { mergeStaffTicket } from '@portico/contract/staff/ticket-actions'
import { createStaffComment } from '@portico/contract/staff/tickets'
import { createComment } from '@portico/contract/tickets'
import { expect, test } from 'vitest'
import { testApp } from '../../test/fixtures/app.ts'
import { aContact, aPortal, aTicket, aUser, type Person } from '../../test/fixtures/factories.ts'
import { releaseAnswers } from '../../test/fixtures/held-answers.ts'
import { aMailbox, authservId, mailSender } from '../../test/fixtures/inbound-mail.ts'
import { seeAs } from '../../test/fixtures/see-as.ts'
import { aStaffAccount, asStaff } from '../../test/fixtures/staff.ts'
import { sql } from '../kernel/database/db.ts'

// Mail that others have passed on, and mail that crosses what the staff do: nothing gets into a ticket as a customer who is not that customer.

const app = await testApp({ replyAddress: { before: 'ticket+', after: '@in.service.example' } })
const { database } = app

const aCompany = async () => {
  const portal = await aPortal(database)
  const person = await aUser(database, { contact: await aContact(database, portal) })
  const account = await aStaffAccount(app, { serviceCompanyId: person.serviceCompanyId, role: 'administrator' })
  const staff = await asStaff(app, account)
  const help = `help-${person.portalId}@service.example`
  await aMailbox(app, person, { address: help })
  const { send } = await mailSender(app, person)
  /** A ticket of somebody, and the address to which its answer of the staff is answered. */
  const aConversation = async (raiser: Person = person, cc?: string) => {
    const { id } = await aTicket(database, raiser)
    const body = { message: '<p>Ok</p>', seen: null, sendAnyway: true, ...(cc && { cc }) }
    await staff(createStaffComment, { params: { ticketid: id }, body })
    const { mails } = await releaseAnswers(app)
    const to = (address: string) => mails.find(({ recipients }) => recipients[0] === address)?.replyTo ?? ''
    return { id, to }
  }
  const commentsBy = (ticketId: number | null) =>
    database.many<{
      by: number | null
      address: string | null
    }>(sql`select sender_web_user_id as by, sender_address as address
      from comment where ticket_id = ${ticketId} and staff_user_id is null order by id`)
  return { portal, person, account, staff, help, send, aConversation, commentsBy }
}

test('what forwarders and mailing lists say of a mail proves no customer', async () => {
  const { person, help, send } = await aCompany()
  const local = person.email.replace('@', '=')
  const results = {
    'the results of a chain, by a server that passed it on': `${authservId}; arc=pass (i=1 spf=pass dkim=pass dmarc=pass header.from=example.it); dmarc=fail (p=NONE) header.from=example.it`,
    'an envelope that a forwarder has rewritten': `${authservId}; spf=pass smtp.mailfrom=SRS0=ab12=cd=example.it=${local}@forwarder.example; dmarc=fail (p=NONE) header.from=example.it`,
    'an envelope of the customer behind a forwarder’s domain': `${authservId}; spf=pass smtp.mailfrom="${person.email}"@forwarder.example; dmarc=none header.from=example.it`,
    'the signature of a mailing list': `${authservId}; dkim=pass header.d=lists.example; dkim=fail header.d=example.it; dmarc=fail (p=NONE) header.from=example.it`,
  }
  for (const [name, given] of Object.entries(results))
    expect(await send({ from: person.email, to: help, results: given }), name).toMatchObject({
      state: 'quarantined',
      reason: 'unproven',
    })
  // Written by whoever sends it, below what our server has found.
  const chain =
    `ARC-Seal: i=1; a=rsa-sha256; cv=none; d=${authservId}; s=x; b=AAAA\r\n` +
    `ARC-Authentication-Results: i=1; ${authservId}; dmarc=pass header.from=example.it; spf=pass smtp.mailfrom=${person.email}\r\n`
  const forged = {
    from: person.email,
    to: help,
    headers: chain,
    results: `${authservId}; dmarc=none header.from=example.it`,
  }
  expect(await send(forged)).toMatchObject({ state: 'quarantined', reason: 'unproven' })
})

test('a post of a mailing list whose address is a customer’s is nobody’s word', async () => {
  const { person, help, send, aConversation, commentsBy } = await aCompany()
  const { id, to } = await aConversation()
  const list = {
    from: `"Strano via Elenco" <${person.email}>`,
    headers: 'List-Id: <elenco.example.it>\r\nPrecedence: list\r\n',
  }
  expect(await send({ ...list, to: help })).toMatchObject({ state: 'quarantined', reason: 'automatic', mails: [] })
  expect(await send({ ...list, to: to(person.email) })).toMatchObject({
    state: 'noted',
    reason: 'automatic',
    commentId: null,
  })
  // Some lists name themselves by these alone.
  for (const header of ['List-Unsubscribe: <mailto:off@example.it>', 'List-Post: <mailto:elenco@example.it>'])
    expect(await send({ ...list, headers: `${header}\r\n`, to: help })).toMatchObject({ state: 'quarantined' })
  expect(await commentsBy(id)).toEqual([])
})

test('a token of a ticket that was merged stays one of its reader in that ticket', async () => {
  const { person, portal, staff, send, aConversation, commentsBy } = await aCompany()
  const colleague = await aUser(database, { contact: { ...portal, contactId: person.contactId } as Person })
  const one = await aConversation(person, 'socia@client.example')
  const two = await aConversation(colleague)
  expect((await staff(mergeStaffTicket, { params: { ticketid: one.id }, body: { into: two.id } })).status).toBe(201)
  await app.delivered()
  const before = await commentsBy(two.id)
  const own = await send({ from: person.email, to: one.to(person.email), results: '', text: 'Ancora rotto' })
  expect(own).toMatchObject({ state: 'taken', ticketId: one.id })
  const other = await send({ from: colleague.email, to: one.to(person.email), results: '', text: 'Io' })
  expect(other).toMatchObject({ state: 'noted', ticketId: one.id })
  expect(await commentsBy(two.id)).toEqual(before)
})

test('merged customers: a token goes with its ticket, and serves nobody of the other side', async () => {
  const { person, portal, staff, send, aConversation, commentsBy } = await aCompany()
  const other = await aUser(database, { contact: await aContact(database, portal) })
  const { id, to } = await aConversation(person, 'socia@client.example')
  const theirs = await aConversation(other)
  const params = { contactid: person.contactId }
  const look = (await staff(lookAtMerge, { params, query: { into: other.contactId } })).body
  const merged = await staff(mergeCustomers, {
    params,
    body: { into: other.contactId, version: look.version, flags: 'united' },
  })
  expect(merged.status).toBe(200)
  await app.delivered()
  const at = (
    await database.one<{ contactId: number }>(sql`select contact_id as "contactId" from ticket where id = ${id}`)
  ).contactId
  expect(at).toBe(other.contactId)
  const own = await send({ from: person.email, to: to(person.email), results: '', text: 'Sono io' })
  expect(own).toMatchObject({ state: 'taken', ticketId: id })
  const copy = await send({ from: 'socia@client.example', to: to('socia@client.example'), results: '', text: 'E io' })
  expect(copy).toMatchObject({ state: 'taken', ticketId: id })
  for (const [from, address] of [
    [other.email, to(person.email)],
    [person.email, theirs.to(other.email)],
    ['socia@client.example', to(person.email)],
    [person.email, to('socia@client.example')],
  ] as const)
    expect(await send({ from, to: address, results: '', text: `Da ${from}` })).toMatchObject({
      state: 'noted',
      commentId: null,
    })
  expect(await commentsBy(id)).toEqual([
    { by: person.webUserId, address: null },
    { by: null, address: 'socia@client.example' },
  ])
})

test('who sees as a customer mails nothing in the customer’s name', async () => {
  const { person, account, aConversation, commentsBy } = await aCompany()
  const { id } = await aConversation()
  const { call } = await seeAs(app, account, person)
  const written = await call(createComment, { params: person.here, body: { taskId: id, message: 'Sono io' } })
  expect(written.problem.code).toBe('read_only')
  expect((await app.delivered()).mails).toEqual([])
  expect(await commentsBy(id)).toEqual([])
})

test('a mail with tokens of two readers is the word of the one who sent it, and only where it is a reader’s', async () => {
  const { person, portal, send, aConversation, commentsBy } = await aCompany()
  const other = await aUser(database, { contact: await aContact(database, portal) })
  const [mine, theirs] = [await aConversation(person), await aConversation(other)]
  const both = [theirs.to(other.email), mine.to(person.email)].join(', ')
  const sorted = await send({ from: person.email, to: both, results: '', text: 'A tutti e due' })
  expect(sorted).toMatchObject({ state: 'taken', ticketId: mine.id })
  expect(await commentsBy(theirs.id)).toEqual([])
  expect(await commentsBy(mine.id)).toEqual([{ by: person.webUserId, address: null }])
})
