import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { planVisit } from '@portico/contract/staff/planning/visits'
import { createStaffComment, readStaffTicket } from '@portico/contract/staff/tickets'
import { closeTicketByMail } from '@portico/contract/ticket-closings'
import { listAllTickets, readTicket } from '@portico/contract/tickets'
import { ImapFlow } from 'imapflow'
import PostalMime, { type Email } from 'postal-mime'
import { afterAll, describe, expect, test } from 'vitest'
import { openFetcher } from '../src/inbound-mail/fetching/fetch-mail.ts'
import { mailboxSecretPurpose } from '../src/inbound-mail/imap.ts'
import { openLmtp } from '../src/inbound-mail/lmtp.ts'
import { sql } from '../src/kernel/database/db.ts'
import { openSmtpTransport } from '../src/kernel/messages/mail-transport.ts'
import { testApp } from './fixtures/app.ts'
import { aContact, aPortal, aStaffUser, aUser } from './fixtures/factories.ts'
import { aMailbox, authservId } from './fixtures/inbound-mail.ts'
import { aStaffAccount, asStaff } from './fixtures/staff.ts'
import { dovecot } from './servers/dovecot.ts'
import { findMailServers, postfix } from './servers/postfix.ts'
import { freePort } from './servers/running-server.ts'

// A customer who never signs in, over Debian's Postfix, Dovecot and OpenDKIM: no step of the way is ours but Portico.

describe.runIf(findMailServers())('by mail alone', async () => {
  const lmtpPort = await freePort()
  const imap = await dovecot({ lmtp: true })
  const servers = await postfix({
    signs: 'client.example',
    authservId,
    routes: {
      'client.example': `lmtp:inet:127.0.0.1:${imap.lmtpPort}`,
      'service.example': `lmtp:inet:127.0.0.1:${imap.lmtpPort}`,
      'in.service.example': `lmtp:inet:127.0.0.1:${lmtpPort}`,
    },
  })
  const app = await testApp({
    replyAddress: { before: 'ticket+', after: '@in.service.example' },
    mailTransport: openSmtpTransport(`smtp://127.0.0.1:${servers.companyPort}`),
    webhookAllowPrivate: true,
  })
  app.clock.set(new Date())
  const { database } = app
  const lmtp = await openLmtp(app.deps, { port: lmtpPort, host: '127.0.0.1' })
  const fetcher = openFetcher(app.deps)
  afterAll(async () => {
    await fetcher.stop()
    await lmtp.stop()
  })

  const portal = await aPortal(database, { supportEmail: 'desk@service.example' })
  const aPerson = async (email: string) => {
    const person = await aUser(database, { contact: await aContact(database, portal) })
    await database.run(sql`update web_user set email = ${email} where id = ${person.webUserId}`)
    return { ...person, email }
  }
  const anna = await aPerson('anna@client.example')
  const { serviceCompanyId, portalId } = portal
  await database.run(sql`insert into mailbox (service_company_id, portal_id, address, imap_url, sealed_secret, authserv_id,
      allows_private, uid_validity, last_uid)
    values (${serviceCompanyId}, ${portalId}, 'help@service.example', ${imap.url('help%40service.example')},
      ${app.deps.secrets.encrypt(imap.password, mailboxSecretPurpose)}, ${authservId}, true, null, null)`)
  await aMailbox(app, portal, { address: 'portal@in.service.example' })
  const technician = await aStaffUser(database, portal, { email: 'tecnico@service.example' })
  const staff = await asStaff(app, await aStaffAccount(app, { serviceCompanyId, staffUserId: technician }))

  /** Lets Portico work until something is so: it fetches, sorts, and sends. */
  const until = <T>(what: () => Promise<T | undefined>) =>
    expect
      .poll(
        async () => {
          app.clock.set(new Date())
          await database.run(sql`update mailbox set leased_until = null`)
          await database.run(sql`update job set due_at = now() where kind = 'held-answer'`)
          await fetcher.runOnce()
          await app.delivered()
          return (await what()) !== undefined
        },
        { timeout: 60_000, interval: 250, message: servers.log() },
      )
      .toBe(true)

  /** The mails in a mailbox, as its owner's mail program gets them. */
  const inbox = async (user: string): Promise<Email[]> => {
    const client = new ImapFlow({
      ...{ host: '127.0.0.1', port: imap.port, secure: false, doSTARTTLS: false, logger: false },
      auth: { user, pass: imap.password },
    })
    await client.connect()
    try {
      const { exists } = await client.mailboxOpen('INBOX')
      if (exists === 0) return []
      const mails: Email[] = []
      for (const { source } of await client.fetchAll('1:*', { source: true }))
        mails.push(await PostalMime.parse(source ?? ''))
      return mails
    } finally {
      await client.logout()
    }
  }
  /** Waits for a mail to Anna with this text. */
  const arrives = async (words: string | RegExp, user = anna.email): Promise<Email> => {
    let found: Email | undefined
    await until(async () => {
      found = (await inbox(user)).find(({ text, subject }) => `${subject}\n${text}`.match(words))
      return found
    })
    return found ?? expect.fail()
  }
  const replyTo = (mail: Email) => mail.replyTo?.[0]?.address ?? expect.fail('no Reply-To')
  const answerHeaders = (mail: Email) => ({
    Subject: `R: ${mail.subject}`,
    'In-Reply-To': mail.messageId ?? '',
    References: `${mail.references ?? ''} ${mail.messageId}`.trim(),
  })
  const ticketOf = async () => {
    const [row] = await database.many<{ id: number }>(
      sql`select id from ticket where service_company_id = ${serviceCompanyId} and title = 'La caldaia perde'`,
    )
    return row?.id
  }
  const conversation = async (ticketid: number) =>
    (await (await app.as(anna))(readTicket, { params: { ...anna.here, ticketid } })).body

  test('a ticket is raised, answered, answered again, visited and shown in the portal', {
    timeout: 240_000,
  }, async () => {
    await fetcher.runOnce()
    await servers.send({
      from: anna.email,
      to: 'help@service.example',
      headers: { From: 'Anna Rossi <anna@client.example>', Subject: 'La caldaia perde' },
      body: 'Gocciola da ieri.\\n\\n-- \\nAnna Rossi',
    })
    await until(ticketOf)
    const ticketid = (await ticketOf()) ?? expect.fail()
    const acknowledged = await arrives('Gocciola')
    expect(replyTo(acknowledged)).toMatch(/^ticket\+m.*@in\.service\.example$/)

    const written = await staff(createStaffComment, {
      params: { ticketid },
      body: { message: '<p>Chiuda il rubinetto.</p>', seen: null, sendAnyway: true },
    })
    expect(written.status).toBe(201)
    const answer = await arrives('Chiuda il rubinetto')
    expect(answer.references).toContain(acknowledged.messageId)

    await servers.send({
      from: anna.email,
      to: replyTo(answer),
      headers: answerHeaders(answer),
      body: `Fatto, grazie.\\n\\nIl giorno lun 2 mar 2026 alle ore 10:12 Brenta ha scritto:\\n> Chiuda il rubinetto.`,
    })
    await until(async () => ((await conversation(ticketid)).comments.length === 2 ? true : undefined))

    const start = new Date(Math.ceil(Date.now() / 86_400_000 + 2) * 86_400_000 + 9 * 3_600_000)
    const planned = await staff(planVisit, {
      body: {
        ticketId: ticketid,
        staffId: technician,
        activityTypeName: 'Intervento in sede',
        startsOn: start.toISOString(),
        endsOn: new Date(start.getTime() + 3_600_000).toISOString(),
        email: anna.email,
      },
    })
    expect(planned.status, planned.text).toBe(201)
    let entry = ''
    await until(async () => {
      const parts = (await inbox(anna.email)).flatMap(({ attachments }) => attachments)
      const found = parts.find(({ mimeType }) => mimeType === 'text/calendar')
      entry = found ? new TextDecoder().decode(found.content as ArrayBuffer) : ''
      return found
    })
    expect(entry).toContain('BEGIN:VEVENT')
    const uid = /^UID:(.*)$/m.exec(entry)?.[1]?.trim() ?? expect.fail('no UID')

    // The mail program of the customer accepts the entry.
    const file = join(tmpdir(), `portico-reply-${process.pid}.ics`)
    afterAll(() => rm(file, { force: true }))
    await writeFile(
      file,
      `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nMETHOD:REPLY\r\nBEGIN:VEVENT\r\nUID:${uid}\r\nATTENDEE;PARTSTAT=ACCEPTED:mailto:${anna.email}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`,
    )
    await servers.send({
      from: anna.email,
      to: replyTo(answer),
      headers: { ...answerHeaders(answer), Subject: 'Accettato: visita' },
      body: 'A domani.',
      attach: [[file, 'text/calendar; method=REPLY']],
    })
    await until(async () => ((await conversation(ticketid)).comments.length === 3 ? true : undefined))

    // The link of the mail opens a page, whose button closes the ticket.
    const key = new RegExp(`/${anna.company}/notifications/(x[a-z0-7]+\\.\\d{5})`).exec(answer.text ?? '')?.[1]
    expect(key).toBeDefined()
    expect((await app.call(closeTicketByMail, { params: { key: key ?? '' } })).status).toBeLessThan(300)
    expect((await conversation(ticketid)).taskStatus.step.taskStatus).toBe(2)

    const shown = await conversation(ticketid)
    expect(shown.description).toContain('Gocciola da ieri.')
    expect(shown.description).not.toContain('Anna Rossi')
    expect(
      shown.comments
        .filter(({ event }) => event !== 'closed')
        .map(({ message, senderUser, senderContactWebUser }) => [
          message.replace(/<[^>]*>/g, ''),
          senderUser ? 'staff' : senderContactWebUser?.webUser.id,
        ]),
    ).toEqual([
      ['Chiuda il rubinetto.', 'staff'],
      ['Fatto, grazie.', anna.webUserId],
      [`${anna.email} ha accettato l’invito.A domani.`, anna.webUserId],
    ])
    const seen = (await staff(readStaffTicket, { params: { ticketid } })).body
    expect(seen.comments.length).toBe(shown.comments.length)
    const list = await (await app.as(anna))(listAllTickets, { params: anna.here, query: {} })
    expect(JSON.stringify(list.body)).toContain('La caldaia perde')
  })

  test('a stranger who writes as the customer gets nothing in, and a token that is none is refused by the mail server', {
    timeout: 120_000,
  }, async () => {
    const before = await database.one(sql`select count(*)::int as count from ticket`)
    // Past the server of the customer's domain, which alone can sign for it.
    await servers.send({
      from: 'x@evil.example',
      to: 'help@service.example',
      port: servers.companyPort,
      headers: {
        From: 'Anna <anna@client.example>',
        Subject: 'Cambiate il mio IBAN',
        'Authentication-Results': `${authservId}; dkim=pass header.d=client.example`,
      },
    })
    const quarantined = () =>
      database.maybe(
        sql`select from received_mail where subject = 'Cambiate il mio IBAN' and state = 'quarantined' and reason = 'unproven'`,
      )
    await until(quarantined)
    expect(await database.one(sql`select count(*)::int as count from ticket`)).toEqual(before)

    await servers.send({
      from: anna.email,
      to: `ticket+ma0a0a0${'a'.repeat(26)}@in.service.example`,
      headers: { Subject: 'A nessuno' },
    })
    await arrives(/Undelivered[\s\S]*No such recipient/)
  })
})
