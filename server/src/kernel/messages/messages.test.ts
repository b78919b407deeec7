import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import PostalMime from 'postal-mime'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { aPortal } from '../../../test/fixtures/factories.ts'
import { keepBusy } from '../../../test/fixtures/keep-busy.ts'
import { messages, secrets } from '../../../test/fixtures/messages.ts'
import { testDatabase } from '../../../test/servers/database.ts'
import { smtpServer } from '../../../test/servers/smtp-server.ts'
import { hostileWorkerEntry, workers } from '../../../test/servers/workers.ts'
import { sql } from '../database/db.ts'
import { openJobs } from '../database/jobs.ts'
import { openLocalStorage } from '../storage/local-storage.ts'
import { newStorageKey } from '../storage/storage.ts'
import { openWorkerPool, type WorkerPool } from '../workers/worker-pool.ts'
import { openDevMailbox } from './dev-mailbox.ts'
import { type MailTransport, openDevMailTransport, openSmtpTransport } from './mail-transport.ts'
import { type MailRequest, messageJobs } from './messages.ts'
import { chooseSmsPost, openDevSmsTransport, openSmsTransport, type SmsTransport } from './sms-transport.ts'

const database = await testDatabase()
const folder = await mkdtemp(join(tmpdir(), 'portico-messages-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const storage = await openLocalStorage(folder)
const smtp = await smtpServer()
const portal = await aPortal(database, { supportEmail: 'help@service.example' })
const log = pino({ level: 'silent' })

const mailbox = await openDevMailbox(join(folder, 'outbox'))
type Given = { mailTransport?: MailTransport; smsTransport?: SmsTransport; workers?: WorkerPool }
const open = (given: Given = {}) =>
  openJobs(
    { database, log },
    messageJobs({
      secrets,
      workers: given.workers ?? workers,
      storage,
      mailTransport: given.mailTransport ?? openSmtpTransport(smtp.url),
      smsTransport: given.smsTransport ?? openDevSmsTransport(mailbox),
    }),
  )
const run = (transports?: Parameters<typeof open>[0]) => open(transports).runDue()

type Row = { kind: string; tries: number; given_up: boolean; last_error: string | null }
const left = () =>
  database.many<Row>(sql`select kind, tries, given_up_at is not null as given_up, last_error from job order by id`)
const bringForward = () => database.run(sql`update job set due_at = now()`)

const mail = (more: Partial<MailRequest> = {}) =>
  messages.mail(database, {
    serviceCompanyId: portal.serviceCompanyId,
    portalId: portal.portalId,
    to: [{ name: 'Anna Čović', address: 'anna@client.example' }],
    subject: 'Perché è così',
    content: { title: 'Titolo', parts: [{ text: 'Più\nrighe' }, { button: 'Apri', path: '/brenta' }] },
    ...more,
  })

beforeEach(async () => {
  await database.run(sql`delete from job`)
  smtp.arrived.length = 0
  smtp.behaviour.refuses.clear()
  smtp.behaviour.holds = Promise.resolve()
})

test('a mail server gets both parts, the headers, the calendar and the files', async () => {
  const storageKey = newStorageKey()
  await storage.put(storageKey, Readable.from([Buffer.from('%PDF-1.7')]))
  const calendar = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nMETHOD:REQUEST\r\nEND:VCALENDAR\r\n'
  await mail({
    thread: { name: 'ticket-1.2', under: ['ticket-1'] },
    calendar: { method: 'REQUEST', content: calendar },
    attachments: [
      { name: 'è.txt', mediaType: 'text/plain', content: 'ciao' },
      { name: 'a.pdf', mediaType: 'application/pdf', storageKey },
    ],
  })
  await run()
  const [arrived] = smtp.arrived
  expect(smtp.arrived).toHaveLength(1)
  const read = arrived?.mail
  expect(arrived?.recipients).toEqual(['anna@client.example'])
  expect(read).toMatchObject({
    from: { name: `Portal ${portal.company}`, address: 'portal@portico.test' },
    to: [{ name: 'Anna Čović', address: 'anna@client.example' }],
    replyTo: [{ address: 'help@service.example' }],
    subject: 'Perché è così',
    messageId: `<ticket-1.2.${portal.company}@portico.test>`,
    inReplyTo: `<ticket-1.${portal.company}@portico.test>`,
    references: `<ticket-1.${portal.company}@portico.test>`,
  })
  expect(read?.text).toContain('Più\nrighe')
  expect(read?.text).toContain('https://portico.test/brenta')
  expect(read?.html).toContain('href="https://portico.test/brenta"')
  const part = (type: string) => read?.attachments.find(({ mimeType }) => mimeType === type)
  expect(part('text/calendar')).toMatchObject({ method: 'REQUEST' })
  expect(part('text/plain')?.filename).toBe('è.txt')
  expect(Buffer.from(part('application/pdf')?.content as ArrayBuffer).toString()).toBe('%PDF-1.7')
  expect(await left()).toEqual([])
})

test('what others wrote at length is rendered by a worker process, with its pictures and quotations', async () => {
  const before = workers.ended().done
  const message = `<p>${'Una riga lunga. '.repeat(400)}</p><img src="attachment:7" alt="x" />`
  const parts = [
    { message, pictures: new Map([[7, { name: 'foto.png', cid: 'picture-7@portico' }]]) },
    { quote: '<p>Prima</p>', by: 'Anna' },
  ]
  await mail({ content: { title: 'Titolo', parts: [{ text: 'Breve' }] } })
  await mail({ content: { title: 'Titolo', parts } })
  const [short, long] = await database.many<{ payload: string }>(sql`select payload from job order by id`)
  expect(JSON.parse(secrets.decrypt(short?.payload ?? '', 'mail'))).toHaveProperty('html')
  expect(JSON.parse(secrets.decrypt(long?.payload ?? '', 'mail'))).not.toHaveProperty('html')
  await run()
  expect(workers.ended().done).toBe(before + 1)
  const [, arrived] = smtp.arrived.toSorted((a, b) => (a.mail.html?.length ?? 0) - (b.mail.html?.length ?? 0))
  expect(arrived?.mail.html).toContain('src="cid:picture-7@portico"')
  expect(arrived?.mail.text).toContain('Una riga lunga. Una riga lunga.')
  expect(arrived?.mail.text).toContain('[foto.png]')
  expect(arrived?.mail.text).toContain('Anna:\n> Prima')
})

test('a mail whose text cannot be rendered within the limits is left to a person, and others arrive', async () => {
  const full = openWorkerPool({ entry: hostileWorkerEntry, log: () => undefined })
  await mail({ content: { title: 'Titolo', parts: [{ quote: 'x'.repeat(5000) }] } })
  await mail()
  await open({ workers: full }).runDue()
  await full.stop()
  expect(smtp.arrived).toHaveLength(1)
  expect(await left()).toMatchObject([
    { given_up: true, last_error: 'What it quotes takes too much time or memory to read' },
  ])
})

test('a mail is retried while the server is down, and arrives once', async () => {
  await mail()
  await run({ mailTransport: openSmtpTransport('smtp://127.0.0.1:1') })
  expect(await left()).toMatchObject([
    { tries: 1, given_up: false, last_error: expect.stringContaining('ECONNREFUSED') },
  ])
  await bringForward()
  await run()
  expect(smtp.arrived).toHaveLength(1)
  expect(await left()).toEqual([])
})

test('of two recipients, only the temporarily rejected one is retried', async () => {
  smtp.behaviour.refuses.set('later@client.example', { code: 451, text: 'try later' })
  await mail({ to: ['now@client.example', 'later@client.example'].map(address => ({ name: '', address })) })
  await run()
  expect(smtp.arrived.map(({ recipients }) => recipients)).toEqual([['now@client.example']])
  expect(await left()).toMatchObject([{ tries: 1, given_up: false }])
  smtp.behaviour.refuses.clear()
  await bringForward()
  await run()
  expect(smtp.arrived.map(({ recipients }) => recipients)).toEqual([['now@client.example'], ['later@client.example']])
  expect(smtp.arrived[0]?.mail.messageId).toBe(smtp.arrived[1]?.mail.messageId)
  expect(await left()).toEqual([])
})

test('a permanently rejected recipient is given up at once, and the job is kept', async () => {
  smtp.behaviour.refuses.set('gone@client.example', { code: 550, text: 'no such user' })
  await mail({ to: ['now@client.example', 'gone@client.example'].map(address => ({ name: '', address })) })
  await mail({ to: [{ name: '', address: 'gone@client.example' }] })
  await run()
  expect(smtp.arrived.map(({ recipients }) => recipients)).toEqual([['now@client.example']])
  expect(await left()).toMatchObject([
    { given_up: true, tries: 1, last_error: expect.stringContaining('no such user') },
    { given_up: true, tries: 1 },
  ])
})

test('a slow mail server does not delay text messages', async () => {
  let release = () => {}
  smtp.behaviour.holds = new Promise(resolve => {
    release = resolve
  })
  for (let n = 0; n < 6; n++) await mail()
  await messages.sms(database, { serviceCompanyId: portal.serviceCompanyId, to: '+39333', text: 'subito' })
  const texts: string[] = []
  const done = run({ smsTransport: { send: async ({ text }) => void texts.push(text) } })
  await expect.poll(() => texts).toEqual(['subito'])
  expect(smtp.arrived).toEqual([])
  release()
  await done
  expect(smtp.arrived).toHaveLength(6)
})

test('names, subjects and headers cannot start another header; invalid addresses are left out', async () => {
  const evil = 'x\r\nBcc: spy@example.com\r\n\r\nbody'
  await mail({
    to: [
      { name: evil, address: 'anna@client.example' },
      { name: '', address: 'a@b.example\r\nRCPT TO:<spy@example.com>' },
      { name: '', address: 'nobody' },
    ],
    subject: evil,
    headers: { 'X-Note': evil },
  })
  await mail({ to: [{ name: '', address: 'no address' }] })
  await run()
  expect(smtp.arrived).toHaveLength(1)
  expect(smtp.arrived[0]?.recipients).toEqual(['anna@client.example'])
  expect(smtp.arrived[0]?.mail.bcc).toBeUndefined()
  const head = smtp.arrived[0]?.raw.split('\r\n\r\n')[0] ?? ''
  expect(head).not.toMatch(/^bcc:/im)
})

test('stored messages cannot be read without the key', async () => {
  await mail({ content: { title: 'Titolo', parts: [{ text: 'segretissimo' }] } })
  const { payload } = await database.one<{ payload: string }>(sql`select payload from job`)
  expect(Buffer.from(payload, 'base64url').toString()).not.toContain('segretissimo')
})

test('without servers, messages are files in the outbox, named in the order of time', async () => {
  const own = join(folder, `outbox-${randomBytes(4).toString('hex')}`)
  const box = await openDevMailbox(own)
  expect((await stat(own)).mode & 0o077).toBe(0)
  const transports = { mailTransport: openDevMailTransport(box), smsTransport: openDevSmsTransport(box) }
  for (const subject of ['uno', 'due', 'tre']) {
    await mail({ subject })
    await run(transports)
  }
  await messages.sms(database, {
    serviceCompanyId: portal.serviceCompanyId,
    to: '+393335550118',
    text: 'codice 123456',
  })
  await run(transports)
  const names = (await readdir(own)).sort()
  expect(names.map(name => name.split('.').at(-1))).toEqual(['eml', 'eml', 'eml', 'json'])
  const subjects = await Promise.all(
    names.slice(0, 3).map(async name => (await PostalMime.parse(await readFile(join(own, name)))).subject),
  )
  expect(subjects).toEqual(['uno', 'due', 'tre'])
  expect(JSON.parse(await readFile(join(own, names[3] ?? ''), 'utf8'))).toEqual({
    to: '+393335550118',
    text: 'codice 123456',
    sentAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  })
})

/** An SMS provider that answers with these statuses in turn, and records what it receives. */
const provider = async (...statuses: number[]) => {
  const asked: { body: string; headers: Record<string, unknown> }[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', chunk => {
      body += chunk
    })
    request.on('end', () => {
      asked.push({ body, headers: request.headers })
      response.writeHead(statuses.shift() ?? 200, { location: '/elsewhere' }).end()
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => server.close())
  return { asked, url: `http://user:p%40ss@127.0.0.1:${(server.address() as AddressInfo).port}/send?x=1` }
}

const sms = () =>
  messages.sms(database, { serviceCompanyId: portal.serviceCompanyId, to: '+393335550118', text: 'Il codice è 123456' })

test('a 500 of an SMS provider is retried with the same id; a 400 is given up', async () => {
  const { asked, url } = await provider(500, 200, 400)
  const smsTransport = openSmsTransport(url, '39')
  await sms()
  await run({ smsTransport })
  expect(await left()).toMatchObject([
    { kind: 'sms', tries: 1, given_up: false, last_error: expect.stringContaining('500') },
  ])
  await bringForward()
  await run({ smsTransport })
  expect(await left()).toEqual([])
  const [first, second] = asked.map(({ body }) => JSON.parse(body))
  expect(first).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{32}$/),
    to: '+393335550118',
    text: 'Il codice è 123456',
  })
  expect(second).toEqual(first)
  expect(asked[0]?.headers).toMatchObject({
    authorization: `Basic ${Buffer.from('user:p@ss').toString('base64')}`,
    'idempotency-key': first.id,
  })
  await sms()
  await run({ smsTransport })
  expect(await left()).toMatchObject([{ tries: 1, given_up: true, last_error: expect.stringContaining('400') }])
})

test('while the process is busy, mails are sent one by one, and one that somebody waits for beside them', async () => {
  for (let n = 0; n < 8; n++) await mail({ subject: `notice ${n}` })
  await mail({ subject: 'link', isAwaited: true })
  const sent: string[] = []
  let sending = 0
  let most = 0
  const send = async ({ subject }: { subject: string }) => {
    if (subject !== 'link') most = Math.max(most, ++sending)
    await sleep(50)
    if (subject !== 'link') sending--
    sent.push(subject)
  }
  const rest = keepBusy()
  try {
    const jobs = open({ mailTransport: { send } })
    await sleep(400)
    await jobs.runDue()
  } finally {
    rest()
  }
  expect(sent).toHaveLength(9)
  expect(most).toBe(1)
  expect(sent.indexOf('link')).toBeLessThan(4)
})

test('a provider that disconnects or redirects is a failed attempt', async () => {
  const broken = createTcpServer(socket => void socket.destroy()).listen(0, '127.0.0.1')
  afterAll(() => void broken.close())
  await sms()
  await run({ smsTransport: openSmsTransport(`http://127.0.0.1:${(broken.address() as AddressInfo).port}`, '39') })
  const { url } = await provider(302)
  await bringForward()
  await run({ smsTransport: openSmsTransport(url, '39') })
  expect(await left()).toMatchObject([{ tries: 2, given_up: false }])
})

test('a number without a country is one of the country that is set', async () => {
  const { asked, url } = await provider(200, 200)
  const smsTransport = openSmsTransport(url, '34')
  for (const to of ['612345678', '+393335550118']) await smsTransport.send({ id: to, to, text: 'Il codice è 123456' })
  expect(asked.map(({ body }) => JSON.parse(body).to)).toEqual(['+34612345678', '+393335550118'])
})

test('the request formats of two providers', () => {
  const message = { id: '1', to: '+39333', text: 'è' }
  expect(chooseSmsPost('twilio://AC1:tok%2Fen@api.twilio.com?from=%2B1555')(message)).toEqual({
    url: 'https://api.twilio.com/2010-04-01/Accounts/AC1/Messages.json',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${Buffer.from('AC1:tok/en').toString('base64')}`,
    },
    body: 'To=%2B39333&Body=%C3%A8&From=%2B1555',
  })
  expect(chooseSmsPost('twilio://AC1:t@api.twilio.com?service=MG7')(message).body).toBe(
    'To=%2B39333&Body=%C3%A8&MessagingServiceSid=MG7',
  )
  const skebby = chooseSmsPost('skebby://user:token@api.skebby.it?sender=Brenta')(message)
  expect(skebby).toMatchObject({
    url: 'https://api.skebby.it/API/v1.0/REST/sms',
    headers: { user_key: 'user', Access_token: 'token' },
  })
  expect(JSON.parse(skebby.body)).toEqual({ message_type: 'GP', recipient: ['+39333'], message: 'è', sender: 'Brenta' })
})
