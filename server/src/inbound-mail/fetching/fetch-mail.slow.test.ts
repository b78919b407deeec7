import { describe, expect, test } from 'vitest'
import { testApp } from '../../../test/fixtures/app.ts'
import { aContact, aPortal, aUser } from '../../../test/fixtures/factories.ts'
import { authservId, rawMail } from '../../../test/fixtures/inbound-mail.ts'
import { dovecot, findDovecot } from '../../../test/servers/dovecot.ts'
import { sql } from '../../kernel/database/db.ts'
import { mailboxSecretPurpose } from '../imap.ts'
import { openFetcher } from './fetch-mail.ts'

// Against a real IMAP server, Debian's Dovecot.

describe.runIf(findDovecot())('mailboxes on Dovecot', async () => {
  const app = await testApp()
  const server = await dovecot()
  const { database } = app
  const person = await aUser(database, { contact: await aContact(database, await aPortal(database)) })
  const addMailbox = async (user: string, password = server.password) => {
    const { id } = await database.one<{
      id: number
    }>(sql`insert into mailbox (service_company_id, portal_id, address, imap_url,
        sealed_secret, authserv_id, allows_private)
      values (${person.serviceCompanyId}, ${person.portalId}, ${`${user}@service.example`}, ${server.url(user)},
        ${app.deps.secrets.encrypt(password, mailboxSecretPurpose)}, ${authservId}, true) returning id`)
    return id
  }
  const ticketsOf = async () => {
    await app.delivered()
    const rows = await database.many<{ title: string }>(sql`select title from ticket
      where service_company_id = ${person.serviceCompanyId} order by id`)
    return rows.map(({ title }) => title)
  }
  const mail = (subject: string) => rawMail({ from: person.email, to: 'uno@service.example', subject })
  const free = () => database.run(sql`update mailbox set leased_until = null, leased_by = null`)

  test('new mail is taken once: by two processes, after a fall of the server, and after it has renumbered all mail', async () => {
    await server.deliver('uno', mail('Da prima'))
    const id = await addMailbox('uno')
    const [one, two] = [openFetcher(app.deps), openFetcher(app.deps)]
    await one.runOnce()
    // What was there before the mailbox was added is nobody's ticket.
    expect(await ticketsOf()).toEqual([])
    const taken = [mail('Primo'), mail('Secondo')]
    for (const raw of taken) await server.deliver('uno', raw)
    await Promise.all([one.runOnce(), two.runOnce()])
    expect((await ticketsOf()).sort()).toEqual(['Primo', 'Secondo'])

    await server.stop()
    await one.runOnce()
    const state = () =>
      database.one(
        sql`select last_error is not null as fails, leased_until > now() as waits, uid_validity, last_uid from mailbox where id = ${id}`,
      )
    expect(await state()).toMatchObject({ fails: true, waits: true, last_uid: 3 })
    await server.start()
    await free()
    await server.deliver('uno', mail('Terzo'))
    await two.runOnce()
    expect((await ticketsOf()).sort()).toEqual(['Primo', 'Secondo', 'Terzo'])
    expect(await state()).toMatchObject({ fails: false, last_uid: 4 })

    const before = await state()
    await server.stop()
    await server.renumber('uno')
    await server.start()
    await server.deliver('uno', mail('Quarto'))
    await free()
    await one.runOnce()
    expect((await state()) as object).not.toMatchObject({
      uid_validity: (before as { uid_validity: number }).uid_validity,
    })
    // The mail from before the mailbox is read now, because its old number is lost; its date keeps it out where it is older than a day.
    expect((await ticketsOf()).filter(title => title !== 'Da prima').sort()).toEqual([
      'Primo',
      'Quarto',
      'Secondo',
      'Terzo',
    ])
  }, 60_000)

  test('a mailbox that does not open says why, and the others are fetched', async () => {
    const id = await addMailbox('due', 'wrong')
    await free()
    await server.deliver('uno', mail('Quinto'))
    await openFetcher(app.deps).runOnce()
    const { error } = await database.one<{ error: string }>(
      sql`select last_error as error from mailbox where id = ${id}`,
    )
    expect(error).toContain('refuses name or password')
    expect(await ticketsOf()).toContain('Quinto')
  }, 60_000)

  test('a running fetcher is told of new mail', async () => {
    await free()
    const fetcher = openFetcher(app.deps)
    fetcher.start()
    const title = 'Detto dal server'
    await expect
      .poll(
        async () =>
          (
            await database.one<{ by: string | null }>(
              sql`select leased_by as by from mailbox where address = 'uno@service.example'`,
            )
          ).by,
        { timeout: 20_000 },
      )
      .not.toBeNull()
    await server.deliver('uno', mail(title))
    await expect.poll(ticketsOf, { timeout: 60_000 }).toContain(title)
    await fetcher.stop()
  }, 60_000)
})
