import { listStaffSecurityEvents } from '@portico/contract/security-log'
import {
  addStaffMailbox,
  changeStaffMailbox,
  listStaffMailboxes,
  readMailKeeping,
  removeStaffMailbox,
  setMailKeeping,
  tryMailbox,
} from '@portico/contract/staff/mail'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/fixtures/app.ts'
import { aContact, aPortal, aStaffGroup, aUser } from '../../../test/fixtures/factories.ts'
import { aMailbox, mailSender } from '../../../test/fixtures/inbound-mail.ts'
import { aStaffAccount, asStaff } from '../../../test/fixtures/staff.ts'
import { imapServer } from '../../../test/servers/imap.ts'
import { cleanUp } from '../../cleanup.ts'
import { sql } from '../../kernel/database/db.ts'
import { openFetcher } from '../fetching/fetch-mail.ts'

const app = await testApp({ webhookAllowPrivate: true })
const { database } = app
const server = await imapServer()
const other = await imapServer({ user: 'altro', folder: 'Posta' })

const aCompany = async () => {
  const person = await aUser(database, { contact: await aContact(database, await aPortal(database)) })
  const account = await aStaffAccount(app, { serviceCompanyId: person.serviceCompanyId })
  return { person, account, staff: await asStaff(app, account) }
}
const states = (trial: { steps: { step: string; state: string }[] }) =>
  trial.steps.map(({ step, state }) => `${step} ${state}`)

test('a trial says step by step how far it came, and keeps nothing', async () => {
  const { staff } = await aCompany()
  const { password } = server
  const good = (await staff(tryMailbox, { body: { imapUrl: server.url(), password } })).body
  expect(good).toMatchObject({ opens: true, problem: null, messages: 3, idle: true, folders: [] })
  expect(states(good)).toEqual(['reached done', 'secured skipped', 'signedIn done', 'opened done'])

  const refused = (await staff(tryMailbox, { body: { imapUrl: server.url(), password: 'wrong' } })).body
  expect(refused).toMatchObject({ opens: false, messages: null, idle: null })
  expect(states(refused)).toEqual(['reached done', 'secured skipped', 'signedIn failed', 'opened untried'])

  const elsewhere = (await staff(tryMailbox, { body: { imapUrl: server.url('uno', 'Niente'), password } })).body
  expect(states(elsewhere).at(-1)).toBe('opened failed')
  expect(elsewhere).toMatchObject({ folders: ['INBOX'], problem: expect.stringContaining('No such folder') })

  const closed = (await staff(tryMailbox, { body: { imapUrl: 'imap://uno@127.0.0.1:1/INBOX', password } })).body
  expect(states(closed)).toEqual(['reached failed', 'secured untried', 'signedIn untried', 'opened untried'])

  const unknown = (await staff(tryMailbox, { body: { imapUrl: 'imaps://uno@casella.invalid/INBOX', password } })).body
  expect(unknown).toMatchObject({ opens: false, fault: 'unknown_host' })

  // It speaks, but not TLS.
  const plain = (await staff(tryMailbox, { body: { imapUrl: server.url().replace('imap:', 'imaps:'), password } })).body
  expect(states(plain)).toEqual(['reached done', 'secured failed', 'signedIn untried', 'opened untried'])
  expect((await staff(listStaffMailboxes)).body).toEqual([])
})

test('a mailbox is added, changed, paused and removed; each is logged, and its password is never shown', async () => {
  const { person, staff } = await aCompany()
  const groupId = await aStaffGroup(database, person)
  const body = { portalId: person.portalId, address: 'Help@service.example', imapUrl: server.url() }
  expect((await staff(addStaffMailbox, { body: { ...body, password: 'wrong' } })).problem).toMatchObject({
    status: 400,
    errors: [{ path: 'body.imapUrl' }],
  })
  const added = (await staff(addStaffMailbox, { body: { ...body, password: server.password } })).body
  expect(added).toMatchObject({ address: 'help@service.example', isPaused: false, failingSince: null, waiting: 0 })
  expect(JSON.stringify(added)).not.toMatch(/segreto|sealed/)
  expect((await staff(addStaffMailbox, { body: { ...body, password: server.password } })).status).toBe(409)

  const params = { mailboxid: added.id }
  const change = async (body: Record<string, unknown>) => staff(changeStaffMailbox, { params, body })
  expect((await change({ groupId, authservId: 'MX.Service.example' })).body).toMatchObject({
    group: { id: groupId },
    authservId: 'mx.service.example',
    imapUrl: server.url(),
  })
  expect((await change({ groupId: null })).body).toMatchObject({ group: null })

  // What is fetched shows that the password that was not sent has stayed; a paused mailbox is fetched by nobody.
  const fetcher = openFetcher(app.deps)
  expect((await change({ isPaused: true })).body.isPaused).toBe(true)
  await fetcher.runOnce()
  expect((await staff(listStaffMailboxes)).body).toMatchObject([{ checkedOn: null, failingSince: null }])
  expect((await change({ isPaused: false })).body.isPaused).toBe(false)
  await fetcher.runOnce()
  expect((await staff(listStaffMailboxes)).body).toMatchObject([{ checkedOn: expect.any(String), failedStep: null }])

  expect((await staff(removeStaffMailbox, { params })).status).toBe(204)
  expect((await change({})).status).toBe(404)
  await app.deps.security.flush()
  const acts = (await staff(listStaffSecurityEvents)).body.map(({ what }) => what)
  for (const act of ['made', 'changed', 'removed']) expect(acts).toContain(`staff.mailbox.${act}`)
})

test('an address to which mail of another company is delivered cannot be taken', async () => {
  const [one, two] = [await aCompany(), await aCompany()]
  const address = `posta-${one.person.portalId}@service.example`
  await aMailbox(app, one.person, { address })
  const mailboxid = await aMailbox(app, two.person, { address: `altra-${address}` })
  expect((await two.staff(changeStaffMailbox, { params: { mailboxid }, body: { address } })).problem).toMatchObject({
    status: 409,
    errors: [{ path: 'body.address' }],
  })
})

test.each([
  'imap://u@127.0.0.1%00.example.com/INBOX',
  'imap://u@a%20b/INBOX',
  'imap://u%E0@mail.example/INBOX',
  'imap://u%0D%0Ax@mail.example/INBOX',
  'imap://u@mail.example/IN%00BOX',
])('%s is no address of a mailbox', async imapUrl => {
  const { person, staff } = await aCompany()
  const wrong = { status: 400, code: 'invalid_request', errors: [{ path: 'body.imapUrl' }] }
  expect((await staff(tryMailbox, { body: { imapUrl, password: 'x' } })).problem).toMatchObject(wrong)
  const body = { portalId: person.portalId, address: 'falsa@service.example', imapUrl, password: 'x' }
  expect((await staff(addStaffMailbox, { body })).problem).toMatchObject(wrong)
})

test('a stored password goes to its own server and user alone', async () => {
  const { person, staff } = await aCompany()
  const { password } = server
  const body = { portalId: person.portalId, address: 'solo@service.example', imapUrl: server.url(), password }
  const { id } = (await staff(addStaffMailbox, { body })).body
  const params = { mailboxid: id }
  const position = () =>
    database.one(sql`select uid_validity as validity, last_uid as last from mailbox where id = ${id}`)

  await database.run(sql`update mailbox set uid_validity = 5, last_uid = 70 where id = ${id}`)
  expect((await staff(tryMailbox, { body: { imapUrl: server.url(), mailboxId: id } })).body.opens).toBe(true)
  const needsPassword = { status: 400, errors: [{ path: 'body.password' }] }
  for (const imapUrl of [other.url('uno'), server.url('altro'), 'imap://uno@localhost/INBOX']) {
    expect((await staff(tryMailbox, { body: { imapUrl, mailboxId: id } })).problem).toMatchObject(needsPassword)
    expect((await staff(changeStaffMailbox, { params, body: { imapUrl } })).problem).toMatchObject(needsPassword)
  }
  expect(await position()).toEqual({ validity: 5, last: 70 })
  const moved = { imapUrl: other.url(), password: other.password }
  expect((await staff(changeStaffMailbox, { params, body: moved })).body.imapUrl).toBe(other.url())
  // The other mailbox has a numbering of its own, and its mail from the change on is fetched.
  expect(await position()).toEqual({ validity: 7, last: 3 })
  expect((await staff(changeStaffMailbox, { params, body: { ...moved, password: 'x' } })).problem).toMatchObject({
    errors: [{ path: 'body.imapUrl' }],
  })
})

test('mail is fetched from the moment on at which its mailbox was added, not from its first opening', async () => {
  const { person, staff } = await aCompany()
  const body = { portalId: person.portalId, address: 'subito@service.example', imapUrl: server.url() }
  const { id } = (await staff(addStaffMailbox, { body: { ...body, password: server.password } })).body
  expect(
    await database.one(sql`select uid_validity as validity, last_uid as last from mailbox where id = ${id}`),
  ).toEqual({ validity: 7, last: 3 })
})

test('a failing mailbox says where it fails', async () => {
  const { person, staff } = await aCompany()
  const body = { portalId: person.portalId, address: 'rotta@service.example', imapUrl: server.url() }
  const { id } = (await staff(addStaffMailbox, { body: { ...body, password: server.password } })).body
  const wrong = app.deps.secrets.encrypt('wrong', 'mailbox')
  await database.run(sql`update mailbox set sealed_secret = ${wrong} where id = ${id}`)
  await openFetcher(app.deps).runOnce()
  expect((await staff(listStaffMailboxes)).body).toMatchObject([
    { failedStep: 'signedIn', lastError: expect.stringContaining('refuses'), failingSince: expect.any(String) },
  ])
})

test('how long mail is kept holds for the mail that is there; what is deleted is logged with its number', async () => {
  const { person, staff, account } = await aCompany()
  const address = `keep-${person.portalId}@service.example`
  await aMailbox(app, person, { address })
  const { send } = await mailSender(app, person)
  await send({ from: person.email, to: address, subject: 'Resta' })
  await send({ from: 'x@nowhere.example', to: address, subject: 'Se ne va' })
  expect((await staff(readMailKeeping)).body).toEqual({ months: 24, quarantineDays: 30 })
  expect((await staff(setMailKeeping, { body: { months: 0, quarantineDays: 30 } })).status).toBe(400)
  const limited = await asStaff(
    app,
    await aStaffAccount(app, { serviceCompanyId: person.serviceCompanyId, portalIds: [person.portalId] }),
  )
  expect((await limited(setMailKeeping, { body: { months: 1, quarantineDays: 1 } })).status).toBe(403)
  expect((await staff(setMailKeeping, { body: { months: 1, quarantineDays: 2 } })).status).toBe(200)
  const kept = () =>
    database.many(sql`select state, storage_key is not null as kept, round(extract(epoch from keep_until - received_at) / 86400)::int as days
      from received_mail where service_company_id = ${account.serviceCompanyId} order by id`)
  expect(await kept()).toEqual([
    { state: 'taken', kept: true, days: 30 },
    { state: 'quarantined', kept: true, days: 2 },
  ])
  app.clock.pass(3 * 24 * 3_600_000)
  await cleanUp(app.deps)
  expect(await kept()).toMatchObject([
    { state: 'taken', kept: true },
    { state: 'dropped', kept: false },
  ])
  await app.deps.security.flush()
  const staffLater = await asStaff(app, account)
  const log = (await staffLater(listStaffSecurityEvents, { query: { what: 'mail.deleted' } })).body
  expect(log).toMatchObject([{ what: 'mail.deleted', count: 1 }])
})
