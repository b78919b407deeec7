import { connect } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { testApp } from '../../test/fixtures/app.ts'
import { aContact, aPortal, aTicket, aUser } from '../../test/fixtures/factories.ts'
import { aMailbox, authservId, mailSender, rawMail } from '../../test/fixtures/inbound-mail.ts'
import { sql } from '../kernel/database/db.ts'
import { formatReplyToken, replyTokenPurpose } from '../kernel/security/reply-token.ts'
import { openLmtp } from './lmtp.ts'

// A stranger keeps nobody else's mail out, and no program's mail passes for a person's.

const app = await testApp({ replyAddress: { before: 'ticket+', after: '@in.service.example' } })
const { database, deps } = app

/** A customer with a ticket, and the address to answer to. */
const aReader = async () => {
  const person = await aUser(database, { contact: await aContact(database, await aPortal(database)) })
  const address = `help-${person.portalId}@service.example`
  await aMailbox(app, person, { address })
  const { id } = await aTicket(database, person)
  const { serviceCompanyId, webUserId: readerId } = person
  const token = { kind: 'm' as const, serviceCompanyId, ticketId: id, readerId }
  const replyTo = `ticket+${formatReplyToken(deps.secrets.keyFor(replyTokenPurpose), token, 0)}@in.service.example`
  return { person, address, replyTo, ticketId: id, ...(await mailSender(app, person)) }
}

const unproven = `${authservId}; spf=none`

test('mails in the name of a customer that wait do not hold up the customer’s own', { timeout: 300_000 }, async () => {
  const { person, address, replyTo, send } = await aReader()
  for (let n = 0; n < 31; n += 1)
    expect(await send({ from: person.email, to: address, text: `Falso ${n}`, results: unproven })).toMatchObject({
      reason: 'unproven',
    })
  expect(await send({ from: person.email, to: replyTo, text: 'Vero' })).toMatchObject({ state: 'taken' })
  expect(await send({ from: person.email, to: address, text: 'Anche questo' })).toMatchObject({ state: 'taken' })
})

test('notes of a stranger are counted, and no messages of the customer in whose name they are', {
  timeout: 300_000,
}, async () => {
  const { person, replyTo, send, ticketId } = await aReader()
  const other = await aUser(database, { contact: person })
  const states = []
  for (let n = 0; n < 32; n += 1)
    states.push((await send({ from: other.email, to: replyTo, text: `Falso ${n}`, results: unproven })).state)
  expect(states).toEqual([...Array(30).fill('noted'), 'quarantined', 'quarantined'])
  const reader = { kind: 'm' as const, serviceCompanyId: person.serviceCompanyId, ticketId, readerId: other.webUserId }
  const own = `ticket+${formatReplyToken(deps.secrets.keyFor(replyTokenPurpose), reader, 0)}@in.service.example`
  expect(await send({ from: other.email, to: own, text: 'Vero' })).toMatchObject({ state: 'taken' })
})

test('a copy that is sent on in another name does not take the place of the original', async () => {
  const { person, replyTo, address, send } = await aReader()
  const mail = { to: replyTo, messageId: '<una@client.example>', text: 'Confermo l’ordine' }
  expect(await send({ ...mail, from: 'x@evil.example', to: address })).toMatchObject({ state: 'quarantined' })
  expect(await send({ ...mail, from: person.email })).toMatchObject({ state: 'taken', known: false })
  expect((await send({ ...mail, from: `Anna <${person.email.toUpperCase()}>` })).known).toBe(true)
})

test('groups, routes and what stands behind an address name no sender', async () => {
  const { person, replyTo, send } = await aReader()
  const { email } = person
  const kelvin = email.replace('u', '\u212a')
  await database.run(sql`update web_user set email = ${kelvin.toLowerCase()} where id = ${person.webUserId}`)
  expect(await send({ from: kelvin, to: replyTo, results: '' })).toMatchObject({ reason: 'no_sender' })
  await database.run(sql`update web_user set email = ${email} where id = ${person.webUserId}`)
  for (const from of [
    `Anna: ${email};`,
    `x@evil.example: ${email};`,
    `@evil.example:${email}`,
    `<${email}>x@evil.example`,
    `${email};`,
    `,${email}`,
    `"anna"${email}`,
    `${email}\u200b`,
    `x <${email}`,
    `<<${email}>>`,
  ])
    expect(await send({ from, to: replyTo, results: '' }), from).toMatchObject({ commentId: null, reason: 'no_sender' })
  for (const from of [
    `"Rossi, Anna" <${email}>`,
    `Rossi, Anna <${email}>`,
    `${email} <${email}>`,
    `=?utf-8?q?Anna:_l=27ufficio?= <${email}>`,
    `${email} (Anna: <sempre> io)`,
    ` <${email}> `,
  ])
    expect(await send({ from, to: replyTo, results: '' }), from).toMatchObject({ state: 'taken' })
})

const report = (type: string) => ({
  headers: `Content-Type: ${type}; boundary="b"\r\n`,
  body: '--b\nContent-Type: text/plain\n\nGuardate qui.\n--b\nContent-Type: message/delivery-status\n\nFinal-Recipient: rfc822; a@b.example\nAction: failed\nStatus: 5.1.1\n--b--',
})

test('a person who attaches a report of a server is heard; receipts and reports of servers are programs', async () => {
  const { person, address, send } = await aReader()
  const from = person.email
  expect(await send({ from, to: address, ...report('multipart/mixed') })).toMatchObject({ state: 'taken' })
  const receipt = report('multipart/report; report-type=disposition-notification')
  receipt.body = receipt.body.replace('delivery-status', 'disposition-notification')
  expect(await send({ from, to: address, ...receipt })).toMatchObject({ state: 'quarantined', reason: 'automatic' })
  await database.run(sql`update web_user set email = 'postmaster@client.example' where id = ${person.webUserId}`)
  const server = { from: 'postmaster@client.example', to: address }
  expect(await send({ ...server, headers: 'Return-Path: <>\r\n' })).toMatchObject({ state: 'ignored' })
  expect(await send({ ...server, text: 'Uno' })).toMatchObject({ state: 'quarantined', reason: 'automatic' })
  const headers = 'Return-Path: <postmaster@client.example>\r\nReturn-Path: <>\r\n'
  expect(await send({ ...server, headers })).toMatchObject({ state: 'taken' })
})

test('by LMTP an empty return path is a program, whatever the mail says', async () => {
  const { person, address } = await aReader()
  const lmtp = await openLmtp(deps, { port: 0, host: '127.0.0.1' })
  afterAll(() => lmtp.stop())
  /** Hands a mail over whose envelope has this sender; the last answer. */
  const deliver = (sender: string, raw: string) =>
    new Promise<string>((resolve, reject) => {
      const lines = ['LHLO mx.client.example', `MAIL FROM:<${sender}>`, `RCPT TO:<${address}>`, 'DATA', `${raw}\r\n.`]
      const socket = connect(lmtp.port, '127.0.0.1')
      socket.on('error', reject)
      socket.on('data', data => {
        if (!/^\d{3} /m.test(String(data))) return
        const line = lines.shift()
        if (line) return socket.write(`${line}\r\n`)
        socket.destroy()
        resolve(String(data))
      })
    })
  const mail = (text: string) =>
    rawMail({ from: person.email, to: address, text, headers: `Return-Path: <${person.email}>\r\n` })
  expect(await deliver('', mail('Sono in ferie'))).toMatch(/^250/)
  expect(await deliver(person.email, mail('Sono io'))).toMatch(/^250/)
  await app.delivered()
  const states = await database.many(sql`select state, reason from received_mail
    where service_company_id = ${person.serviceCompanyId} order by id`)
  expect(states).toEqual([
    { state: 'quarantined', reason: 'automatic' },
    { state: 'taken', reason: null },
  ])
})

test('while DNS cannot be asked a mail is tried again, and then goes without', async () => {
  const { person, address, send } = await aReader()
  const { resolveDns } = deps
  deps.resolveDns = async () => {
    throw Object.assign(new Error('SERVFAIL'), { code: 'ESERVFAIL' })
  }
  const results = ''
  expect(await send({ from: person.email, to: address, results })).toMatchObject({ state: 'waiting' })
  const stateNow = () =>
    database.one(sql`select state from received_mail where service_company_id = ${person.serviceCompanyId}`)
  for (let again = 1; again <= 5; again += 1) {
    expect(await stateNow()).toEqual({ state: 'waiting' })
    await database.run(sql`update job set due_at = now() where kind = 'inbound-mail'`)
    await app.delivered()
  }
  deps.resolveDns = resolveDns
  const states = await database.many(sql`select state, reason from received_mail
    where service_company_id = ${person.serviceCompanyId}`)
  expect(states).toEqual([{ state: 'quarantined', reason: 'unproven' }])
})
