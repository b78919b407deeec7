import {
  addGrantedMailbox,
  askMailGrant,
  listMailProviders,
  listStaffMailboxes,
  readMailGrant,
  renewMailboxConsent,
  returnMailGrant,
} from '@portico/contract/staff/mail'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../../test/fixtures/app.ts'
import { aContact, aPortal, aUser } from '../../../test/fixtures/factories.ts'
import { authservId, rawMail } from '../../../test/fixtures/inbound-mail.ts'
import { aStaffAccount, asStaff } from '../../../test/fixtures/staff.ts'
import { dovecot, findDovecot } from '../../../test/servers/dovecot.ts'
import { oauthServer } from '../../../test/servers/oauth-server.ts'
import { sql } from '../../kernel/database/db.ts'
import { readSettings } from '../../kernel/settings/settings.ts'
import { openFetcher } from '../fetching/fetch-mail.ts'

// Consents at an OAuth server on this machine, and a Dovecot that asks it whose a token is.

describe.runIf(findDovecot())('mailboxes that open by OAuth 2', async () => {
  const provider = await oauthServer({ clientId: 'portico', clientSecret: 'of portico' })
  const imap = await dovecot({ tokensAt: `${provider.url}/whose?access_token=` })
  const { hostname } = new URL(imap.url('uno'))
  const settings = readSettings({
    ...{ DATA_DIR: '/nowhere', PUBLIC_URL: 'https://portico.test' },
    ...{ MAIL_MICROSOFT_CLIENT_ID: 'portico', MAIL_MICROSOFT_ISSUER: provider.url },
    ...{ MAIL_GOOGLE_CLIENT_ID: 'portico', MAIL_GOOGLE_CLIENT_SECRET: 'of portico', MAIL_GOOGLE_ISSUER: provider.url },
    ...{ MAIL_MICROSOFT_IMAP_HOSTS: hostname, MAIL_GOOGLE_IMAP_HOSTS: hostname },
  })
  const app = await testApp({
    ...{ webhookAllowPrivate: true, publicUrl: 'https://portico.test' },
    home: { settings, dataDir: '/nowhere' },
  })
  const { database } = app
  const person = await aUser(database, { contact: await aContact(database, await aPortal(database)) })
  const { serviceCompanyId, portalId } = person
  const staff = await asStaff(app, await aStaffAccount(app, { serviceCompanyId }))
  const colleague = await asStaff(app, await aStaffAccount(app, { serviceCompanyId }))
  const stranger = await asStaff(app, await aStaffAccount(app))
  const fetcher = openFetcher(app.deps)

  const ask = async (name: 'microsoft' | 'google') => (await staff(askMailGrant, { body: { provider: name } })).body
  const stateOf = async (grantid: number) => {
    app.clock.pass(60_000)
    return (await staff(readMailGrant, { params: { grantid } })).body
  }
  const bodyFor = (user: string) => ({
    ...{ portalId, address: user, authservId, imapUrl: imap.url(encodeURIComponent(user)) },
  })
  const titles = async () => {
    await database.run(sql`update mailbox set leased_until = null`)
    await fetcher.runOnce()
    await app.delivered()
    const rows = await database.many<{ title: string }>(
      sql`select title from ticket where service_company_id = ${serviceCompanyId} order by id`,
    )
    return rows.map(({ title }) => title)
  }
  const stored = async (address: string) => {
    const { sealed, error } = await database.one<{ sealed: string; error: string | null }>(
      sql`select sealed_secret as sealed, last_error as error from mailbox where address = ${address}`,
    )
    return { refresh: app.deps.secrets.decrypt(sealed, 'mailbox'), error }
  }

  test('by device code at Microsoft: asked, waited for, granted; tokens are renewed, sealed and replaced', async () => {
    expect((await staff(listMailProviders)).body).toEqual(['microsoft', 'google'])
    const user = 'help@service.example'
    const grant = await ask('microsoft')
    expect(grant).toMatchObject({ address: `${provider.url}/code`, code: expect.stringMatching(/\w/), interval: 1 })
    expect(await stateOf(grant.id)).toEqual({ state: 'waiting', problem: null })
    const add = (as = staff) => as(addGrantedMailbox, { params: { grantid: grant.id }, body: bodyFor(user) })
    expect((await add()).status).toBe(409)
    provider.state.tooSoon = 1
    provider.typeCode(grant.code, user)
    expect((await stateOf(grant.id)).state).toBe('waiting')
    expect((await stateOf(grant.id)).state).toBe('granted')
    // A consent is of whoever has asked for it.
    for (const other of [colleague, stranger]) {
      expect((await other(readMailGrant, { params: { grantid: grant.id } })).status).toBe(404)
      expect((await add(other)).status).toBe(404)
    }
    expect((await add()).status).toBe(201)
    expect((await add()).status).toBe(404)

    expect(await titles()).toEqual([])
    await imap.deliver(user, rawMail({ from: person.email, to: user, subject: 'Per OAuth' }))
    expect(await titles()).toEqual(['Per OAuth'])
    const before = await stored(user)
    const used = provider.state.refreshed
    expect(await titles()).toHaveLength(1)
    expect(provider.state.refreshed).toBe(used)

    // The token has ended before its time: another one is asked for at once.
    provider.state.access.clear()
    await imap.deliver(user, rawMail({ from: person.email, to: user, subject: 'Rinnovato' }))
    expect(await titles()).toEqual(['Per OAuth', 'Rinnovato'])
    const after = await stored(user)
    expect(after.refresh).not.toBe(before.refresh)
    expect([...provider.state.refresh.keys()]).toContain(after.refresh)
    expect(app.logged()).not.toContain(after.refresh)

    provider.state.access.clear()
    provider.state.refresh.clear()
    expect(await titles()).toHaveLength(2)
    expect((await stored(user)).error).toContain('The consent was withdrawn.')
    const [failing = expect.fail('no mailbox')] = (await staff(listStaffMailboxes)).body
    expect(failing).toMatchObject({ provider: 'microsoft', failedStep: 'signedIn' })

    // It opens again by another consent, of who has asked for it and for the user that it is of; what came meanwhile is read.
    const params = { mailboxid: failing.id }
    const consent = async (owner: string) => {
      const { id, code } = await ask('microsoft')
      provider.typeCode(code, owner)
      await stateOf(id)
      return id
    }
    const waiting = { grantId: (await ask('microsoft')).id }
    expect((await staff(renewMailboxConsent, { params, body: waiting })).status).toBe(409)
    const others = { grantId: await consent('somebody@service.example') }
    expect((await staff(renewMailboxConsent, { params, body: others })).problem).toMatchObject({ status: 400 })
    const body = { grantId: await consent(user) }
    for (const other of [colleague, stranger])
      expect((await other(renewMailboxConsent, { params, body })).status).toBe(404)
    await imap.deliver(user, rawMail({ from: person.email, to: user, subject: 'Di nuovo' }))
    expect((await staff(renewMailboxConsent, { params, body })).body).toMatchObject({ failingSince: null })
    expect(await titles()).toEqual(['Per OAuth', 'Rinnovato', 'Di nuovo'])
  }, 60_000)

  test('by authorization code with PKCE at Google: the browser comes back once, and to nobody else', async () => {
    const user = 'assistenza@service.example'
    const grant = await ask('google')
    expect(grant.code).toBeNull()
    const back = provider.sayYes(grant.address, user)
    expect(`${back.origin}${back.pathname}`).toBe('https://portico.test/api/staff/mail/oauth/return')
    const query = Object.fromEntries(back.searchParams) as { state: string; code: string }
    const forged = await app.call(returnMailGrant, { query: { ...query, state: 'x'.repeat(43) } })
    expect(forged.text).toContain('scaduta')
    const page = await app.call(returnMailGrant, { query })
    expect(page.text).toContain('concesso')
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'$/)
    expect((await app.call(returnMailGrant, { query })).text).toContain('scaduta')
    expect(await stateOf(grant.id)).toEqual({ state: 'granted', problem: null })
    const added = await staff(addGrantedMailbox, { params: { grantid: grant.id }, body: bodyFor(user) })
    expect(added.status, added.text).toBe(201)
    await titles()
    await imap.deliver(user, rawMail({ from: person.email, to: user, subject: 'Da Google' }))
    expect(await titles()).toContain('Da Google')
  }, 60_000)

  test('a refusal says why, the mailbox of somebody else does not open, and an old question is over', async () => {
    const denied = await ask('microsoft')
    provider.typeCode(denied.code, null)
    expect(await stateOf(denied.id)).toEqual({ state: 'refused', problem: 'access_denied: The owner has said no.' })

    const grant = await ask('google')
    const back = provider.sayYes(grant.address, 'io@service.example')
    await app.call(returnMailGrant, { query: Object.fromEntries(back.searchParams) as { state: string } })
    const other = await staff(addGrantedMailbox, {
      params: { grantid: grant.id },
      body: bodyFor('capo@service.example'),
    })
    expect(other.problem).toMatchObject({ code: 'invalid_request' })
    expect(await database.maybe(sql`select from mailbox where address = 'capo@service.example'`)).toBeUndefined()

    const late = await ask('google')
    const returned = provider.sayYes(late.address, 'io@service.example')
    app.clock.pass(16 * 60_000)
    const query = Object.fromEntries(returned.searchParams) as { state: string }
    expect((await app.call(returnMailGrant, { query })).text).toContain('scaduta')
    expect((await stateOf(late.id)).state).toBe('expired')

    const no = await ask('google')
    const state = new URL(no.address).searchParams.get('state') ?? ''
    const answer = { state, error: 'access_denied', error_description: '<script>alert(1)</script>' }
    const page = await app.call(returnMailGrant, { query: answer })
    expect(page.text).not.toContain('<script>')
    expect(await stateOf(no.id)).toMatchObject({ state: 'refused' })
  }, 60_000)
})
