import { createServer } from 'node:net'
import {
  addGrantedMailbox,
  askMailGrant,
  readMailGrant,
  renewMailboxConsent,
  returnMailGrant,
} from '@portico/contract/staff/mail'
import { afterAll, expect, test } from 'vitest'
import { testApp } from '../../../test/fixtures/app.ts'
import { aContact, aPortal, aUser } from '../../../test/fixtures/factories.ts'
import { aStaffAccount, asStaff } from '../../../test/fixtures/staff.ts'
import { oauthServer } from '../../../test/servers/oauth-server.ts'
import { mailboxCommand } from '../../cli/mailbox-command.ts'
import { sql } from '../../kernel/database/db.ts'
import { readSettings } from '../../kernel/settings/settings.ts'
import { openFetcher } from '../fetching/fetch-mail.ts'
import { insertMailbox } from '../mailbox-queries.ts'

// Whoever has an access token of a mailbox reads all of it: no other server than the provider's is even connected to.

const provider = await oauthServer({ clientId: 'portico', clientSecret: 'of portico' })
let connections = 0
const stranger = createServer(socket => {
  connections += 1
  socket.destroy()
})
await new Promise<void>(resolve => stranger.listen(0, '127.0.0.1', resolve))
afterAll(() => void stranger.close())
const address = stranger.address()
const imapUrl = `imap://x@127.0.0.1:${typeof address === 'object' ? address?.port : 0}/INBOX`
const publicUrl = 'https://portico.test'
const settings = readSettings({
  ...{ DATA_DIR: '/nowhere', PUBLIC_URL: publicUrl },
  ...{ MAIL_GOOGLE_CLIENT_ID: 'portico', MAIL_GOOGLE_CLIENT_SECRET: 'of portico', MAIL_GOOGLE_ISSUER: provider.url },
  MAIL_MICROSOFT_CLIENT_ID: 'portico',
})
const app = await testApp({
  ...{ webhookAllowPrivate: true, publicUrl },
  home: { settings, dataDir: '/nowhere' },
})
const { database } = app
const person = await aUser(database, { contact: await aContact(database, await aPortal(database)) })
const { serviceCompanyId, portalId } = person
const staff = await asStaff(app, await aStaffAccount(app, { serviceCompanyId }))

const aGrant = async () => {
  const { id, address } = (await staff(askMailGrant, { body: { provider: 'google' } })).body
  const back = provider.sayYes(address, 'help@service.example')
  await app.call(returnMailGrant, { query: Object.fromEntries(back.searchParams) as { state: string } })
  expect((await staff(readMailGrant, { params: { grantid: id } })).body.state).toBe('granted')
  return id
}
const aStored = async (name: string, oauthProvider?: 'google') =>
  (await insertMailbox(database, {
    ...{ serviceCompanyId, portalId, staffGroupId: null, address: name, imapUrl, authservId: null },
    ...{ sealedSecret: app.deps.secrets.encrypt('x', 'mailbox'), allowsPrivate: true, oauthProvider },
  })) ?? expect.fail('not added')
const refused = { code: 'invalid_request', errors: [{ path: 'body.imapUrl' }] }

test('the usual servers are those of the providers', () => {
  expect(settings.mailClients).toMatchObject({
    microsoft: { imapHosts: ['outlook.office365.com'] },
    google: { imapHosts: ['imap.gmail.com'] },
  })
})

test('a consent opens no mailbox on another server than the provider has, new or stored', async () => {
  const grantid = await aGrant()
  const used = provider.state.refreshed
  const hosts = [
    imapUrl,
    'imaps://x@evil.example',
    'imaps://x@imap.gmail.com.evil.example',
    'imaps://x@imap.gmail.com%2eevil.example',
  ]
  for (const imapUrl of hosts) {
    const body = { portalId, address: 'help@service.example', imapUrl }
    expect((await staff(addGrantedMailbox, { params: { grantid }, body })).problem).toMatchObject(refused)
  }
  const params = { mailboxid: await aStored('password@service.example') }
  expect((await staff(renewMailboxConsent, { params, body: { grantId: grantid } })).problem).toMatchObject(refused)
  expect(provider.state.refreshed).toBe(used)
  expect(connections).toBe(0)
  await database.run(sql`delete from mailbox where id = ${params.mailboxid}`)
})

test('a stored mailbox with a consent is not fetched from another server', async () => {
  const id = await aStored('stored@service.example', 'google')
  await openFetcher(app.deps).runOnce()
  const { error } = await database.one<{ error: string }>(sql`select last_error as error from mailbox where id = ${id}`)
  expect(error).toContain('imap.gmail.com alone')
  expect(connections).toBe(0)
})

test('nor is one added on the command line, and its owner is not asked', async () => {
  const deps = {
    ...{ database, secrets: app.deps.secrets, mailClients: settings.mailClients, origin: publicUrl },
    ...{ ask: undefined, password: undefined },
  }
  const add = [
    'add',
    '--portal',
    person.company,
    '--address',
    'a@service.example',
    '--imap',
    imapUrl,
    '--oauth',
    'google',
  ]
  await expect(mailboxCommand(add, deps)).rejects.toThrow('imap.gmail.com alone')
  expect(connections).toBe(0)
})
