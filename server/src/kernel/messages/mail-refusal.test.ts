import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { type Email, MailRejected, openSmtpTransport } from './mail-transport.ts'

/**
 * A mail server with a fixed reply to each SMTP command; `greeting` and `end` are the replies before the first command and after the
 * content.
 */
const serverSaying = async (replies: Record<string, string>) => {
  const server = createServer(socket => {
    socket.on('error', () => {})
    const say = (reply: string) => socket.write(`${reply}\r\n`)
    let reading = false
    say(replies.greeting ?? '220 mail.example ESMTP')
    createInterface({ input: socket }).on('line', line => {
      if (reading) {
        if (line !== '.') return
        reading = false
        say(replies.end ?? '250 2.0.0 queued')
        return
      }
      const word = line.split(/[ :]/)[0]?.toUpperCase() ?? ''
      if (word === 'EHLO') say(replies.EHLO ?? '250-mail.example\r\n250 AUTH PLAIN')
      else if (word === 'AUTH') say(replies.AUTH ?? '235 2.7.0 welcome')
      else if (word === 'QUIT') socket.end('221 bye\r\n')
      else say(replies[word] ?? (word === 'DATA' ? '354 go on' : '250 2.1.0 well'))
      reading = word === 'DATA' && !replies.DATA
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

const email: Email = {
  messageId: '<1@portico.test>',
  date: new Date('2026-03-02T08:30:00Z'),
  from: { name: 'Portale', address: 'portal@portico.test' },
  to: [{ name: 'Anna', address: 'anna@client.example' }],
  cc: [],
  recipients: ['anna@client.example'],
  replyTo: undefined,
  subject: 'Prova',
  text: 'ciao',
  html: '<p>ciao</p>',
  inReplyTo: undefined,
  references: [],
  headers: {},
  attachments: [],
  calendar: undefined,
}

const fateOf = async (replies: Record<string, string>) => {
  const address = await serverSaying(replies)
  const error = await openSmtpTransport(`smtp://user:secret@${address}`)
    .send(email)
    .then(
      () => undefined,
      (error: Error) => error,
    )
  return error === undefined ? 'sent' : error instanceof MailRejected && error.final ? 'given up' : 'tried again'
}

test('a mail is sent if the server accepts every command', async () => {
  expect(await fateOf({})).toBe('sent')
})

test.each([
  ['our address is on a blocklist', { greeting: '554 5.7.1 blocked, see https://list.example' }],
  ['the server accepts no clients', { EHLO: '550 5.7.1 go away', HELO: '550 5.7.1 go away' }],
  ['the password is wrong', { AUTH: '535 5.7.8 authentication failed' }],
  ['authentication is required', { MAIL: '530 5.7.0 Authentication required' }],
  ['STARTTLS is required', { MAIL: '530 5.7.0 Must issue a STARTTLS command first' }],
  ['the sender is not allowed', { MAIL: '553 5.7.1 Sender address rejected: not owned by user' }],
  [
    'the sender is not allowed, told at the recipient',
    { RCPT: '553 5.7.1 Sender address rejected: not owned by user' },
  ],
  ['the sender does not exist', { RCPT: '550 5.1.8 Sender address rejected: Domain not found' }],
  ['relaying is denied', { RCPT: '554 5.7.1 <anna@client.example>: Relay access denied' }],
  ['relaying is denied, without a status', { RCPT: '550 relay not permitted' }],
  ['the mailbox is full', { RCPT: '552 5.2.2 over quota' }],
  ['the mailbox is full, without a status', { RCPT: '552 over quota' }],
  ['the mailbox is full at the end of the message', { end: '552 5.2.2 over quota' }],
  ['the recipient is temporarily refused', { RCPT: '450 4.2.0 greylisted' }],
  ['the server refuses DATA', { DATA: '554 5.5.1 no valid recipients' }],
  ['the message is temporarily refused', { end: '451 4.3.0 later' }],
])('%s: retried', async (_fault, replies) => {
  expect(await fateOf(replies)).toBe('tried again')
})

test.each([
  ['there is no such mailbox', { RCPT: '550 5.1.1 User unknown' }],
  ['there is no such mailbox, without an enhanced status', { RCPT: '550 no such user' }],
  ['the mailbox is disabled', { RCPT: '554 5.2.1 disabled' }],
  ['the message is refused', { end: '554 5.7.1 message content rejected' }],
  ['the message is too large', { end: '552 5.3.4 too big' }],
])('%s: given up', async (_fault, replies) => {
  expect(await fateOf(replies)).toBe('given up')
})
