import { createStaffComment } from '@portico/contract/staff/tickets'
import { createComment } from '@portico/contract/tickets'
import { expect, test } from 'vitest'
import { testApp } from '../../test/fixtures/app.ts'
import { aContact, aPortal, aTicket, aUser, every, type Person, setFlags } from '../../test/fixtures/factories.ts'
import { releaseAnswers } from '../../test/fixtures/held-answers.ts'
import { aMailbox, authservId, mailSender } from '../../test/fixtures/inbound-mail.ts'
import { aStaffAccount, asStaff } from '../../test/fixtures/staff.ts'
import { sql } from '../kernel/database/db.ts'
import { tokenInAddress } from '../kernel/security/reply-token.ts'
import { isOurs } from './decide.ts'

// Whatever is forged, nothing gets into a ticket as a customer who is not that customer.

const app = await testApp({ replyAddress: { before: 'ticket+', after: '@in.service.example' } })
const { database } = app

/** A customer with a ticket, and what the customer's mails name: the address to answer to, and their ids. */
const aConversation = async (contact?: Person) => {
  const portal = contact ?? (await aContact(database, await aPortal(database)))
  const person = await aUser(database, { contact: portal })
  const { id } = await aTicket(database, person)
  const staff = await asStaff(app, await aStaffAccount(app, { serviceCompanyId: person.serviceCompanyId }))
  const body = { message: '<p>Ok</p>', cc: `copia-${id}@fornitore.example`, seen: null, sendAnyway: true }
  expect((await staff(createStaffComment, { params: { ticketid: id }, body })).status).toBe(201)
  const { mails } = await releaseAnswers(app)
  const to = (address: string) =>
    mails.find(({ recipients }) => recipients[0] === address) ?? expect.fail(`no mail to ${address}`)
  const mail = to(person.email)
  return {
    person,
    ticketId: id,
    replyTo: mail.replyTo ?? '',
    messageId: mail.messageId,
    copyReplyTo: to(`copia-${id}@fornitore.example`).replyTo ?? '',
    copyAddress: `copia-${id}@fornitore.example`,
  }
}

const ours = await aConversation()
const { person } = ours
const help = `help-${person.portalId}@service.example`
await aMailbox(app, person, { address: help })
const colleague = await aConversation(person)
const stranger = await aConversation()
const { send } = await mailSender(app, person)

/** Everything that the company has of customers: no forged mail may add to it. */
const said = () =>
  database.many(sql`select 'comment' as kind, id, sender_web_user_id as by, sender_address as address from comment
      where service_company_id in (${person.serviceCompanyId}, ${stranger.person.serviceCompanyId})
    union all select 'ticket', id, creator_web_user_id, null from ticket
      where service_company_id in (${person.serviceCompanyId}, ${stranger.person.serviceCompanyId}) order by 1, 2`)

const flipped = (address: string, at: number) => {
  const [local = '', domain] = address.split('@')
  const index = local.length - at
  return `${local.slice(0, index)}${local[index] === 'a' ? 'b' : 'a'}${local.slice(index + 1)}@${domain}`
}

const [companyToken, theirsToken] = [ours.replyTo, colleague.replyTo].map(one =>
  one.slice('ticket+'.length, one.indexOf('@')),
)
/** The ids of one token with the code of another. */
const swapped = `ticket+${(companyToken ?? '').slice(0, -26)}${(theirsToken ?? '').slice(-26)}@in.service.example`

const forged: [string, Parameters<typeof send>[0], string][] = [
  ['a token of another reader', { from: person.email, to: colleague.replyTo }, 'noted'],
  [
    'a token of another company',
    { from: person.email, to: stranger.replyTo, results: `${authservId}; spf=none` },
    'quarantined',
  ],
  [
    'a token with a bit of its code changed',
    { from: person.email, to: flipped(ours.replyTo, 5), results: '' },
    'quarantined',
  ],
  [
    'a token with its kind changed',
    { from: person.email, to: ours.replyTo.replace('+m', '+c'), results: '' },
    'quarantined',
  ],
  ['the code of another token', { from: person.email, to: swapped, results: '' }, 'quarantined'],
  ['a token of somebody in copy', { from: person.email, to: ours.copyReplyTo }, 'noted'],
  ['somebody in copy with the token of the raiser', { from: ours.copyAddress, to: ours.replyTo }, 'noted'],
  ['a stranger with the right token', { from: 'x@evil.example', to: ours.replyTo }, 'noted'],
  [
    'a stranger whose Reply-To is the customer',
    { from: 'x@evil.example', to: ours.replyTo, headers: `Reply-To: ${person.email}\r\nSender: ${person.email}\r\n` },
    'noted',
  ],
  [
    'a stranger whose name is the address of the customer',
    { from: `"${person.email}" <x@evil.example>`, to: ours.replyTo },
    'noted',
  ],
  [
    'a From that the domain rejects',
    {
      from: person.email,
      to: ours.replyTo,
      results: `${authservId}; dmarc=fail (p=REJECT) header.from=${person.email.split('@')[1]}`,
    },
    'quarantined',
  ],
  [
    'a From without proof and without token',
    { from: person.email, to: help, results: `${authservId}; spf=softfail; dkim=none` },
    'quarantined',
  ],
  [
    'a proof of another domain',
    {
      from: person.email,
      to: help,
      results: `${authservId}; dkim=pass header.d=evil.example; spf=pass smtp.mailfrom=x@evil.example`,
    },
    'quarantined',
  ],
  [
    'a proof that another server claims',
    { from: person.email, to: help, results: 'mx.evil.example; dmarc=pass' },
    'quarantined',
  ],
  [
    'a proof below that of the own server',
    {
      from: person.email,
      to: help,
      results: `${authservId}; spf=none`,
      headers: `Authentication-Results: mx.evil.example; dmarc=pass\r\nAuthentication-Results: ${authservId}; dmarc=pass\r\n`,
    },
    'quarantined',
  ],
  [
    'a number in the subject',
    { from: 'x@evil.example', to: help, subject: `Re: #1 [ticket ${ours.ticketId}]` },
    'quarantined',
  ],
  [
    'an invented id of ours',
    { from: person.email, to: help, inReplyTo: `<ticket-${ours.ticketId}.0.portal@portico.test>`, results: '' },
    'quarantined',
  ],
  [
    'ids of the mails to another reader',
    { from: person.email, to: help, inReplyTo: colleague.messageId, references: colleague.messageId },
    'noted',
  ],
  ['ids of ours, from a stranger', { from: 'x@evil.example', to: help, references: ours.messageId }, 'noted'],
  ['our own mail', { from: person.email, to: ours.replyTo, messageId: ours.messageId }, 'ignored'],
  ['our own address as the sender', { from: help, to: ours.replyTo }, 'ignored'],
]

/** Ways to be taken for a customer by what the mail says in From; whether the token is the customer's or none. */
const otherSenders = [
  `${person.email}, x@evil.example`,
  `${person.email}\r\nFrom: x@evil.example`,
  `x@evil.example\r\nFrom: ${person.email}`,
  `<${person.email}> <x@evil.example>`,
  `<x@evil.example> <${person.email}>`,
  `"${person.email}"@evil.example`,
  `${person.email}\0@evil.example`,
  `${person.email}: x@evil.example;`,
  `(${person.email}) x@evil.example`,
  `=?utf-8?Q?a_<${person.email}>,?= <x@evil.example>`,
  `<@evil.example:${person.email}>`,
  `=?utf-8?b?${Buffer.from(person.email).toString('base64')}?= <x@evil.example>`,
  person.email.replace('e', '\u0435'),
  person.email.replace('@', '+x@'),
  `${person.email}.`,
  `${person.email}.evil.example`,
  `@${person.email}`,
  '<>',
]

/** Headers that other programs believe, and that say nothing here. */
const believedElsewhere = [
  `Reply-To: ${person.email}`,
  `Sender: ${person.email}`,
  `Return-Path: <${person.email}>`,
  `Resent-From: ${person.email}`,
  `X-Original-From: ${person.email}`,
  `X-Envelope-From: ${person.email}`,
  `X-Forwarded-For: ${person.email}`,
  `X-Zammad-Ticket-Id: ${ours.ticketId}`,
  `X-FreeScout-Mail-Type: customer.message`,
  `X-Portico-Ticket: ${ours.ticketId}`,
  `Thread-Index: AdoAAAAAAAAAAAAAAAAAAAAAAAAAAA==`,
  `Thread-Topic: Aiuto`,
].map(line => `${line}\r\n`)

/** Places in which other programs look for the ticket of a mail. */
const hints = [
  { subject: `Re: [Ticket#${ours.ticketId}] Aiuto` },
  { subject: ours.replyTo },
  { text: `Ticket#${ours.ticketId}\n\n${ours.messageId}\n${ours.replyTo}` },
  { text: `> Message-ID: ${ours.messageId}\n> Reply-To: ${ours.replyTo}\n> ciao` },
  {
    headers: 'Content-Type: multipart/mixed; boundary="b"\r\n',
    body: `--b\n\nEcco\n--b\nContent-Type: message/rfc822\n\nFrom: ${person.email}\nTo: ${ours.replyTo}\nMessage-ID: ${ours.messageId}\nIn-Reply-To: ${ours.messageId}\n\nCiao\n--b--`,
  },
  {
    headers: `X-Message-ID: ${ours.messageId}\r\nOriginal-Message-ID: ${ours.messageId}\r\nResent-Message-ID: ${ours.messageId}\r\n`,
  },
  { inReplyTo: `<${ours.ticketId}@portico.test>`, references: `<ticket-${ours.ticketId}@portico.test>` },
  { inReplyTo: ours.messageId.replace(/\.[^@]*@/, '.x@').replace(/.(?=\.)/, digit => (digit === 'q' ? 'a' : 'q')) },
  { to: help.replace('@', `+${ours.ticketId}@`) },
  { to: ours.replyTo.replace('@in.', '@out.') },
  { to: ours.replyTo.replace('ticket+', 'ticket+x') },
]

test.each(forged)('%s', async (_, mail, state) => {
  const before = await said()
  const sorted = await send(mail)
  expect(sorted).toMatchObject({ state, commentId: null })
  expect(await said()).toEqual(before)
})

const later = () => {
  // Thirty mails of an address are taken within an hour.
  app.clock.pass(2 * 3_600_000)
}

test('a sender who is another in any other way of writing it is not the customer, with the customer’s token and without', async () => {
  const before = await said()
  for (const from of otherSenders)
    for (const to of [ours.replyTo, help]) {
      // The server vouches for the sender that it has found, which is the stranger.
      const results = `${authservId}; dmarc=pass header.from=evil.example; dkim=pass header.d=evil.example`
      const sorted = await send({ from, to, results })
      expect(sorted.commentId, from).toBeNull()
      expect(['noted', 'quarantined', 'ignored'], from).toContain(sorted.state)
    }
  expect(await said()).toEqual(before)
})

test('what a stranger writes into other headers, subject, text, attachment or address opens no ticket', async () => {
  later()
  const before = await said()
  const evil = { from: 'x@evil.example', to: help }
  for (const headers of believedElsewhere)
    expect(await send({ ...evil, headers }), headers).toMatchObject({ commentId: null })
  for (const hint of hints) {
    expect(await send({ ...evil, ...hint }), JSON.stringify(hint)).toMatchObject({
      state: 'quarantined',
      ticketId: null,
    })
    // Nor does it for another customer whose domain vouches for the mail: it is a ticket of their own.
    later()
    const sorted = await send({ from: colleague.person.email, to: help, ...hint })
    expect(sorted.ticketId, JSON.stringify(hint)).not.toBe(ours.ticketId)
    expect(sorted.commentId).toBeNull()
  }
  const ofOurs = (rows: Awaited<ReturnType<typeof said>>) =>
    rows.filter(row => (row as { kind: string }).kind === 'comment')
  expect(ofOurs(await said())).toEqual(ofOurs(before))
})

test('the id and the subject of a customer’s own mail lead nobody else into its ticket', async () => {
  later()
  const first = { from: person.email, to: help, subject: 'La pompa', messageId: '<prima@client.example>' }
  const { ticketId } = await send({ ...first, text: 'Perde.' })
  expect(ticketId).not.toBeNull()
  const also = { to: help, subject: 'Re: La pompa', inReplyTo: first.messageId, references: first.messageId }
  expect(await send({ ...also, from: 'x@evil.example' })).toMatchObject({ state: 'quarantined', ticketId: null })
  const theirs = await send({ ...also, from: colleague.person.email, text: 'Anche la nostra.' })
  expect(theirs).toMatchObject({ state: 'taken', commentId: null })
  expect(theirs.ticketId).not.toBe(ticketId)
})

test('every bit of a token counts, and the company, ticket and reader that it names', async () => {
  later()
  const before = await said()
  const local = ours.replyTo.slice('ticket+'.length, ours.replyTo.indexOf('@'))
  const digits = 'abcdefghijklmnopqrstuvwxyz234567'
  const changed = [...local].flatMap((digit, at) => {
    const place = digits.indexOf(digit)
    const others = place < 0 ? ['0'] : [digits[place ^ 1], digits[place ^ 16]]
    return others.map(other => `${local.slice(0, at)}${other}${local.slice(at + 1)}`).filter(token => token !== local)
  })
  expect(changed.length).toBeGreaterThan(50)
  const places = await Promise.all(
    changed.map(async token => {
      const claimed = tokenInAddress(
        { before: 'ticket+', after: '@in.service.example' },
        `ticket+${token}@in.service.example`,
      )
      return claimed !== undefined && (await isOurs(database, app.deps.secrets, claimed))
    }),
  )
  expect(places.filter(Boolean)).toEqual([])
  expect(
    await send({ from: person.email, to: `ticket+${changed.at(-1)}@in.service.example`, results: '' }),
  ).toMatchObject({
    state: 'quarantined',
  })
  expect(await said()).toEqual(before)
})

test('with an own token and another’s, a mail goes into the own ticket alone', async () => {
  later()
  const otherWays: Parameters<typeof send>[0][] = [
    { from: person.email, to: `${colleague.replyTo}, ${ours.replyTo}` },
    { from: person.email, to: ours.replyTo, inReplyTo: colleague.messageId, references: colleague.messageId },
    { from: person.email, to: ours.replyTo, cc: `${colleague.replyTo}, ${colleague.copyReplyTo}, ${stranger.replyTo}` },
    { from: person.email, to: help, inReplyTo: colleague.messageId, references: ours.messageId },
  ]
  for (const [n, mail] of otherWays.entries())
    expect(await send({ ...(mail as object), text: `Messaggio ${n}` }), JSON.stringify(mail)).toMatchObject({
      state: 'taken',
      ticketId: ours.ticketId,
    })
  const into = await database.many(
    sql`select id from comment where ticket_id = ${colleague.ticketId} and sender_web_user_id = ${person.webUserId}`,
  )
  expect(into).toEqual([])
  // The address that a program names is a recipient like any other.
  const named = await send({ from: person.email, to: help, text: 'Nominato' }, { recipient: colleague.replyTo })
  expect(named).toMatchObject({ state: 'noted', commentId: null })
})

test('a token serves its reader in its ticket, whatever the subject says, and another case', async () => {
  later()
  const before = await said()
  const sorted = await send({
    from: person.email.toUpperCase(),
    to: ours.replyTo.toUpperCase(),
    subject: `Re: #${stranger.ticketId}`,
  })
  expect(sorted).toMatchObject({ state: 'taken', ticketId: ours.ticketId })
  expect(await said()).toHaveLength(before.length + 1)
})

test('an answer without plus addressing finds its ticket by the ids of our mails', async () => {
  const sorted = await send({ from: person.email, to: help, references: `<a@b.example> ${ours.messageId}` })
  expect(sorted).toMatchObject({ state: 'taken', ticketId: ours.ticketId })
})

test('a token ends with the membership, with the right to tickets, with the archive of the customer, and when it is revoked', async () => {
  const ended = await aConversation()
  const mailer = await mailSender(app, ended.person)
  const attempt = () => mailer.send({ from: ended.person.email, to: ended.replyTo, results: '' })
  const { serviceCompanyId, contactId, membershipId, webUserId } = ended.person
  const commentsOf = () =>
    database.one(sql`select count(*)::int as count from comment where service_company_id = ${serviceCompanyId}`)
  const before = await commentsOf()
  await database.run(sql`update membership set active = false where id = ${membershipId}`)
  expect(await attempt()).toMatchObject({ state: 'quarantined', reason: 'may_not_raise' })
  await database.run(sql`update membership set active = true where id = ${membershipId}`)
  await setFlags(database, ended.person, { manageTickets: false })
  expect(await attempt()).toMatchObject({ state: 'quarantined', reason: 'may_not_raise' })
  await setFlags(database, ended.person, { manageTickets: true })
  await database.run(sql`update contact set archived_at = now() where id = ${contactId}`)
  expect(await attempt()).toMatchObject({ state: 'quarantined' })
  await database.run(sql`update contact set archived_at = null where id = ${contactId}`)
  await database.run(sql`update web_user set reply_version = reply_version + 1 where id = ${webUserId}`)
  expect(await attempt()).toMatchObject({ state: 'quarantined', reason: 'unproven' })
  await database.run(
    sql`update web_user set reply_version = reply_version - 1, email = 'new@elsewhere.example' where id = ${webUserId}`,
  )
  expect(await attempt()).toMatchObject({ state: 'noted' })
  expect(await commentsOf()).toEqual(before)
  await database.run(sql`update web_user set email = ${ended.person.email} where id = ${webUserId}`)
  expect(await attempt()).toMatchObject({ state: 'taken' })
})

test('a token of a ticket that its reader may no longer see does not open it', async () => {
  const reader = await aUser(database, { contact: person, flags: every({ administrator: false }) })
  const { id } = await aTicket(database, person)
  await (await app.as(person))(createComment, {
    params: person.here,
    body: { taskId: id, message: 'x', ticketEmailReply_CCList: reader.email },
  })
  const copy = (await app.delivered()).mails.find(({ recipients }) => recipients[0] === reader.email)
  // In copy a colleague is the address in copy, not the member, who may not open the ticket.
  expect(copy?.replyTo).toMatch(/^ticket\+c/)
  const answered = await send({ from: reader.email, to: copy?.replyTo ?? '' })
  const rows = await database.many(
    sql`select sender_web_user_id as by, sender_address as address from comment where id = ${answered.commentId}`,
  )
  expect(rows).toEqual([{ by: null, address: reader.email }])
})

test('headers of a mail get into none of ours', async () => {
  later()
  const evil = '=?utf-8?q?Ciao=0D=0ABcc:_spy@evil.example?='
  const sorted = await send({
    from: `${evil} <${person.email}>`,
    to: help,
    subject: evil,
    results: `${authservId}; dmarc=pass`,
    messageId: '<a\tb@client.example>',
  })
  expect(sorted.state).toBe('taken')
  for (const mail of sorted.mails) {
    expect(mail.recipients.join()).not.toContain('spy@')
    const heads = [mail.subject, mail.inReplyTo ?? '', ...mail.references, ...Object.values(mail.headers)]
    expect(heads.join('')).not.toMatch(/[\r\n\t]/)
  }
})

test('a key of some portals writes to no ticket of another', async () => {
  const other = await aUser(database, { contact: await aContact(database, await aPortal(database, person)) })
  const operator = await mailSender(app, person)
  await database.run(
    sql`update api_key set portal_ids = ${[other.portalId]}::bigint[] where id = ${operator.operator.apiKeyId}`,
  )
  const sorted = await operator.send({ from: person.email, to: ours.replyTo, text: 'Da un altro portale' })
  expect(sorted).toMatchObject({ state: 'quarantined', commentId: null })
})
