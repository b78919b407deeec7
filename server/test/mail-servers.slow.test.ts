import { createStaffComment, readStaffTicket } from '@portico/contract/staff/tickets'
import { createComment } from '@portico/contract/tickets'
import { afterAll, describe, expect, test } from 'vitest'
import { openLmtp } from '../src/inbound-mail/lmtp.ts'
import { sql } from '../src/kernel/database/db.ts'
import { openSmtpTransport } from '../src/kernel/messages/mail-transport.ts'
import { testApp } from './fixtures/app.ts'
import { aContact, aPortal, aTicket, aUser } from './fixtures/factories.ts'
import { aMailbox, authservId } from './fixtures/inbound-mail.ts'
import { aStaffAccount, asStaff } from './fixtures/staff.ts'
import { type DnsName, dnsServer } from './servers/dns-server.ts'
import { findMailServers, postfix } from './servers/postfix.ts'
import { findRspamd, rspamd, spamText } from './servers/rspamd.ts'
import { freePort } from './servers/running-server.ts'

// What Debian's Postfix says of mail that it cannot deliver, and what rspamd writes into mail that it has looked at.

describe.runIf(findMailServers() && findRspamd())('mail servers', async () => {
  const lmtpPort = await freePort()
  const names: Record<string, DnsName> = {
    '_dmarc.client.example': { txt: ['v=DMARC1; p=reject'] },
    'evil.example': { txt: ['v=spf1 ip4:127.0.0.1 -all'] },
  }
  const dns = await dnsServer(names)
  const filter = await rspamd({ nameServer: dns.address })
  const servers = await postfix({
    signs: 'client.example',
    authservId,
    filterPort: filter.port,
    routes: {
      'service.example': `lmtp:inet:127.0.0.1:${lmtpPort}`,
      'in.service.example': `lmtp:inet:127.0.0.1:${lmtpPort}`,
      'client.example': 'discard:',
      // Taken by Postfix, and refused by where it hands it over: no recipient of ours.
      'gone.example': `lmtp:inet:127.0.0.1:${lmtpPort}`,
    },
  })
  names[servers.dkimName] = { txt: [servers.dkimRecord] }
  const app = await testApp({
    replyAddress: { before: 'ticket+', after: '@in.service.example' },
    mailTransport: openSmtpTransport(`smtp://127.0.0.1:${servers.companyPort}`),
  })
  app.clock.set(new Date())
  const { database } = app
  const lmtp = await openLmtp(app.deps, { port: lmtpPort, host: '127.0.0.1' })
  afterAll(() => lmtp.stop())

  const aPerson = async (email: string) => {
    const portal = await aPortal(database, { supportEmail: 'desk@client.example' })
    const person = await aUser(database, { contact: await aContact(database, portal) })
    await database.run(sql`update web_user set email = ${email} where id = ${person.webUserId}`)
    const address = `help-${person.portalId}@service.example`
    await aMailbox(app, person, { address })
    const staff = await asStaff(app, await aStaffAccount(app, { serviceCompanyId: person.serviceCompanyId }))
    return { ...person, email, address, staff }
  }

  /** Lets Portico send and sort until something is so. */
  const until = (what: () => Promise<unknown>) =>
    expect
      .poll(
        async () => {
          app.clock.set(new Date())
          await database.run(sql`update job set due_at = now() where kind = 'held-answer'`)
          await app.delivered()
          return Boolean(await what())
        },
        { timeout: 60_000, interval: 250, message: 'see the log of the mail servers' },
      )
      .toBe(true)

  test('a report of Postfix marks the address, tells the staff, and ends the mails about tickets to it', {
    timeout: 180_000,
  }, async () => {
    const person = await aPerson('anna@gone.example')
    const { id: ticketid } = await aTicket(database, person)
    const answer = (message: string) =>
      person.staff(createStaffComment, {
        params: { ticketid },
        body: { message, seen: null, sendAnyway: true },
      })
    expect((await answer('<p>Arriviamo.</p>')).status).toBe(201)
    const marked = () =>
      database.maybe<{ address: string; diagnostic: string }>(sql`select address, diagnostic from mail_address
        where service_company_id = ${person.serviceCompanyId} and bounced_at is not null`)
    await until(marked)
    expect(await marked()).toMatchObject({
      address: person.email,
      diagnostic: expect.stringContaining('No such recipient'),
    })
    const notes = async () => (await person.staff(readStaffTicket, { params: { ticketid } })).body.notes
    expect((await notes()).map(({ message }) => message).join()).toContain(person.email)

    const sentTo = () => servers.log().split(`to=<${person.email}>`).length - 1
    const before = sentTo()
    await answer('<p>Ancora una volta.</p>')
    const colleague = await aUser(database, { contact: person })
    await database.run(sql`update web_user set email = 'bruno@client.example' where id = ${colleague.webUserId}`)
    await (await app.as(person))(createComment, {
      params: person.here,
      body: { taskId: ticketid, message: 'Ciao', ticketEmailReply_CCList: 'bruno@client.example' },
    })
    await until(async () => servers.log().includes('to=<bruno@client.example>'))
    expect(sentTo()).toBe(before)
    expect(await notes()).toHaveLength(1)
  })

  /** What became of the last mail of a company with this subject. */
  const sorted = async (subject: string) => {
    const row = () =>
      database.maybe<{ state: string; reason: string | null }>(
        sql`select state, reason from received_mail where subject = ${subject} and state <> 'waiting'`,
      )
    await until(row)
    return row()
  }

  test('what rspamd marks as spam waits for the staff; what it has proven is a ticket', {
    timeout: 180_000,
  }, async () => {
    const person = await aPerson('carla@client.example')
    const mail = { from: person.email, to: person.address }
    const headers = (Subject: string) => ({ From: `Carla <${person.email}>`, Subject })
    await servers.send({ ...mail, headers: headers('Sono io'), body: 'Buongiorno' })
    expect(await sorted('Sono io')).toEqual({ state: 'taken', reason: null })
    await servers.send({ ...mail, headers: headers('Offerta'), body: spamText })
    expect(await sorted('Offerta')).toEqual({ state: 'quarantined', reason: 'spam' })
  })

  test('nobody is proven by what they write into the envelope or into headers', { timeout: 300_000 }, async () => {
    const person = await aPerson('dora@client.example')
    // Without the policy of their domain, what is not proven is not rejected either.
    names['_dmarc.client.example'] = {}
    const forged = `${authservId}; dmarc=pass header.from=client.example; dkim=pass header.d=client.example`
    const attempts: { from?: string; headers?: Record<string, string> }[] = [
      { from: '=?utf-8?q?=3B_dmarc=3Dpass_header.from=3Dclient.example?=@evil.example' },
      { from: 'a=dmarc=pass/header.from=client.example@evil.example' },
      { headers: { 'Authentication-Results': forged } },
      { headers: { 'authentication-results': forged } },
      { headers: { 'Authentication-Results ': forged } },
      { headers: { 'X-Spam': 'No', 'Authentication-Results': `${forged}\n\t; spf=pass` } },
    ]
    for (const [n, { from = 'x@evil.example', headers = {} }] of attempts.entries()) {
      const subject = `Falso ${n} ${person.portalId}`
      await servers.send({
        port: servers.companyPort,
        from,
        to: person.address,
        headers: { ...headers, From: `Dora <${person.email}>`, Subject: subject },
      })
      expect(await sorted(subject), JSON.stringify(attempts[n])).toMatchObject({ state: 'quarantined' })
    }
  })
})
