import { createStaffComment, readStaffTicket } from '@portico/contract/staff/tickets'
import { expect, test } from 'vitest'
import { testApp } from '../../test/fixtures/app.ts'
import { aContact, aPortal, aTicket, aUser, type Person } from '../../test/fixtures/factories.ts'
import { releaseAnswers } from '../../test/fixtures/held-answers.ts'
import { aMailbox, authservId, mailSender } from '../../test/fixtures/inbound-mail.ts'
import { aStaffAccount, asStaff } from '../../test/fixtures/staff.ts'
import { sql } from '../kernel/database/db.ts'

// Nobody answers customers in the name of the staff, neither by what is forged nor by what is forwarded.

const app = await testApp({ replyAddress: { before: 'ticket+', after: '@in.service.example' } })
const { database } = app

/** A ticket of somebody, and the mails about it to its technician and to its raiser. */
const aTicketOfStaff = async (portal = aPortal(database)) => {
  const person = await aUser(database, { contact: await aContact(database, await portal) })
  const account = await aStaffAccount(app, { serviceCompanyId: person.serviceCompanyId })
  await database.run(sql`update staff_user set email = ${account.email} where id = ${account.staffUserId}`)
  const help = `help-${person.portalId}@service.example`
  await aMailbox(app, person, { address: help })
  const { id } = await aTicket(database, person, { staffUserId: account.staffUserId })
  const staff = await asStaff(app, account)
  const { send } = await mailSender(app, person)
  const body = { message: '<p>Ok</p>', seen: null, sendAnyway: true }
  await staff(createStaffComment, { params: { ticketid: id }, body })
  const toRaiser = (await releaseAnswers(app)).mails.find(({ recipients }) => recipients[0] === person.email)
  const asked = await send({ from: person.email, to: toRaiser?.replyTo ?? '', text: 'E adesso?' })
  const toStaff = asked.mails.find(({ recipients }) => recipients[0] === account.email)
  if (!toRaiser || !toStaff) return expect.fail('no mails')
  return { id, person, account, staff, help, send, toRaiser, toStaff }
}

const ours = await aTicketOfStaff()
const { person, account, help, send, toRaiser, toStaff } = ours
const colleague = await aStaffAccount(app, { serviceCompanyId: person.serviceCompanyId })
const other = await aTicketOfStaff()
const none = `${authservId}; spf=none`
const token = toStaff.replyTo ?? ''
const ofRaiser = toRaiser.replyTo ?? ''

const answers = ({ serviceCompanyId }: Person) =>
  database.one(sql`select (select count(*)::int from comment where service_company_id = ${serviceCompanyId}) as comments,
    (select count(*)::int from held_answer where service_company_id = ${serviceCompanyId}) as held`)

test.each<[string, Parameters<typeof send>[0], string]>([
  ['a colleague’s address with the customer’s own token', { from: account.email, to: ofRaiser }, 'noted'],
  ['the customer with the token of the staff', { from: person.email, to: token }, 'noted'],
  ['a stranger with the token of the staff', { from: 'x@evil.example', to: token }, 'noted'],
  ['another colleague with the token of the one', { from: colleague.email, to: token }, 'noted'],
  [
    'the customer’s token with its kind changed to the staff’s',
    { from: account.email, to: ofRaiser.replace('+m', '+s'), results: none },
    'quarantined',
  ],
  [
    'the staff’s token with its kind changed to the mailbox’s',
    { from: account.email, to: token.replace('+s', '+g'), results: none },
    'quarantined',
  ],
  [
    'an id like that of our mail, without its code',
    {
      from: account.email,
      to: help,
      inReplyTo: toStaff.messageId.replace(/[a-z2-7]{26}(?=\.)/, 'a'.repeat(26)),
    },
    'quarantined',
  ],
  [
    'the id of a mail to the staff of another company',
    { from: account.email, to: help, inReplyTo: other.toStaff.messageId },
    'quarantined',
  ],
  [
    'a domain that rejects it',
    {
      from: account.email,
      to: token,
      results: `${authservId}; dmarc=fail (p=REJECT) header.from=${account.email.split('@')[1]}`,
    },
    'quarantined',
  ],
])('%s is no answer of the staff', async (_, mail, state) => {
  const before = await answers(person)
  expect(await send({ ...(mail as object), text: 'Bonificate qui' })).toMatchObject({ state, commentId: null })
  expect((await releaseAnswers(app)).mails.map(({ recipients }) => recipients[0])).not.toContain(person.email)
  expect(await answers(person)).toEqual(before)
})

test('a mail that a colleague forwards waits, also where its program keeps the ids; an answer to its address is one', async () => {
  const ids = { inReplyTo: toStaff.messageId, references: toStaff.messageId }
  for (const prefix of ['Fwd: ', 'FW: ', 'I: ', 'RV: ', 'WG: ', 'TR: ', 'Inoltro: ']) {
    const forwarded = { from: account.email, to: help, subject: `${prefix}${toStaff.subject}`, ...ids }
    expect(await send({ ...forwarded, text: `${prefix} Che ne dite?` }), prefix).toMatchObject({
      state: 'quarantined',
      reason: 'staff_without_token',
    })
  }
  const answered = { from: account.email, subject: `R: ${toStaff.subject}`, ...ids }
  expect(await send({ ...answered, to: help, text: 'Arrivo.' })).toMatchObject({ state: 'taken', ticketId: ours.id })
  const subject = 'I: per il cliente'
  expect(await send({ ...answered, subject, to: token, text: 'Ecco.' })).toMatchObject({ state: 'taken' })
  const sent = (await releaseAnswers(app)).mails.filter(({ recipients }) => recipients[0] === person.email)
  expect(sent.map(({ text }) => /Arrivo\.|Ecco\./.exec(text)?.[0]).sort()).toEqual(['Arrivo.', 'Ecco.'])
})

test('what a mail brings with it is inert in the mails that tell of it, and in the staff room', async () => {
  const body = [
    '<p onclick="alert(1)">Aiuto</p><script>alert(1)</script><img src=x onerror="alert(1)">',
    '<a href="javascript:alert(1)">qui</a><svg onload="alert(1)"></svg><iframe src="https://evil.example"></iframe>',
    '<img src="https://evil.example/pixel.gif"><form action="https://evil.example"><input name="p"></form>',
    '<style>body{display:none}</style><div style="position:fixed">sopra</div>{!! $body !!} {{7*7}}',
  ].join('\n')
  const headers = 'Content-Type: text/html; charset=utf-8\r\n'
  const { mails, commentId } = await send({ from: person.email, to: ofRaiser, headers, body })
  expect(commentId).not.toBeNull()
  const shown = (await ours.staff(readStaffTicket, { params: { ticketid: ours.id } })).body.comments.at(-1)?.message
  for (const html of [...mails.map(mail => mail.html.replace(/<style>[\s\S]*?<\/style>/, '')), shown ?? '']) {
    expect(html).toContain('Aiuto')
    expect(html).not.toMatch(
      /<(?:script|svg|iframe|form|input|style)\b|\son\w+=|javascript:|evil\.example|position:fixed/i,
    )
    expect(html).toContain('{{7*7}}')
  }
})
