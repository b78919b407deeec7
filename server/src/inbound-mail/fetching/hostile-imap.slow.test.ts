import { expect, test } from 'vitest'
import { testApp } from '../../../test/fixtures/app.ts'
import { aContact, aPortal, aUser, type Person } from '../../../test/fixtures/factories.ts'
import { authservId, rawMail } from '../../../test/fixtures/inbound-mail.ts'
import { losingCommits } from '../../../test/servers/database.ts'
import { hostileImap } from '../../../test/servers/hostile-imap.ts'
import { sql, Unavailable } from '../../kernel/database/db.ts'
import { StorageUnavailable } from '../../kernel/storage/storage.ts'
import { mailboxSecretPurpose } from '../imap.ts'
import { openFetcher } from './fetch-mail.ts'

// Whatever a server, the database or the disk does: each mail becomes one ticket, and none is lost.

const app = await testApp()
const { database } = app
const limits = { answerMs: 300, mailMs: 300 }

const aMailbox = async () => {
  const server = await hostileImap()
  const person = await aUser(database, { contact: await aContact(database, await aPortal(database)) })
  const { id } = await database.one<{
    id: number
  }>(sql`insert into mailbox (service_company_id, portal_id, address, imap_url,
      sealed_secret, authserv_id, allows_private, uid_validity, last_uid)
    values (${person.serviceCompanyId}, ${person.portalId}, ${`box-${person.portalId}@service.example`}, ${server.url('box')},
      ${app.deps.secrets.encrypt('x', mailboxSecretPurpose)}, ${authservId}, true, 1, 0) returning id`)
  const fetcher = openFetcher(app.deps, limits)
  const { mails } = server.state
  return {
    server,
    person,
    mailbox: () =>
      database.one<{ error: string | null; lastUid: number; waits: boolean; checked: boolean }>(
        sql`select last_error as error, last_uid as "lastUid", leased_until > now() as waits, checked_at is not null as checked
          from mailbox where id = ${id}`,
      ),
    put: (subject: string) => {
      const raw = rawMail({ from: person.email, subject })
      mails.push({ uid: (mails.at(-1)?.uid ?? 0) + 1, raw })
      return raw
    },
    /** Fetches, as after the minute that follows a failure. */
    run: async (with_ = fetcher) => {
      await database.run(sql`update mailbox set leased_until = null where id = ${id}`)
      await with_.runOnce()
    },
    titles: () => titlesOf(person),
    remove: () => database.run(sql`delete from mailbox where id = ${id}`),
  }
}

/** The titles of a company's tickets, by the alphabet: mails are sorted two at once. */
const titlesOf = async ({ serviceCompanyId }: Person) => {
  await app.delivered()
  const rows = await database.many<{ title: string }>(
    sql`select title from ticket where service_company_id = ${serviceCompanyId} order by title collate "C"`,
  )
  return rows.map(({ title }) => title)
}

test.each([
  ['says nothing when it is called', /greeting/, 'silent'],
  ['says nothing to the password', /^LOGIN/, 'silent'],
  ['refuses the folder', /^EXAMINE/, 'no'],
  ['refuses to search', /^UID SEARCH/, 'no'],
  ['stops in the middle of a mail', /BODY\.PEEK\[\]/, 'half'],
  ['hangs up in the middle of a mail', /BODY\.PEEK\[\]/, 'half and drop'],
  ['sends a mail byte by byte, without end', /BODY\.PEEK\[\]/, 'trickle'],
  ['hides a mail that it lists', /RFC822\.SIZE/, 'nothing'],
] as const)('a server that %s is said to fail, and its mail comes later, once', async (_, what, fault) => {
  const { server, put, run, titles, mailbox, remove } = await aMailbox()
  put('Primo')
  server.misbehave(what, fault)
  await run()
  expect(await titles()).toEqual([])
  expect(await mailbox()).toMatchObject({ error: expect.stringMatching(/\w/), lastUid: 0, waits: true, checked: false })
  await expect.poll(server.connections).toBe(0)
  server.behave()
  put('Secondo')
  await run()
  await run()
  expect(await titles()).toEqual(['Primo', 'Secondo'])
  expect(await mailbox()).toMatchObject({ error: null, lastUid: 2, checked: true })
  await remove()
})

test('a mail that the server never hands over holds up no other: its headers become the ticket, or a placeholder waits for the staff', async () => {
  const { server, person, put, run, titles, mailbox, remove } = await aMailbox()
  put('Trattenuto')
  put('Dopo')
  server.misbehave(/UID FETCH 1 .*BODY\.PEEK\[\]/, 'no')
  for (let n = 0; n < 3; n += 1) await run()
  expect(await titles()).toEqual([])
  await run()
  expect(await titles()).toEqual(['Dopo', 'Trattenuto'])
  const { text } = await database.one<{ text: string }>(
    sql`select description as text from ticket where title = 'Trattenuto' and service_company_id = ${person.serviceCompanyId}`,
  )
  expect(text).toContain('il server di posta non la consegna')

  put('Del tutto trattenuto')
  put('Ancora dopo')
  server.misbehave(/UID FETCH 3 /, 'no')
  for (let n = 0; n < 7; n += 1) await run()
  expect(await titles()).toEqual(['Ancora dopo', 'Dopo', 'Trattenuto'])
  expect(await mailbox()).toMatchObject({ error: null, lastUid: 4 })
  const waiting = await database.many(
    sql`select state, reason, subject, preview from received_mail where service_company_id = ${person.serviceCompanyId} and state <> 'taken'`,
  )
  expect(waiting).toEqual([
    {
      state: 'quarantined',
      reason: 'no_sender',
      subject: 'UID 3',
      preview: expect.stringContaining('casella di posta'),
    },
  ])
  await remove()
})

test('a server that renumbers its mail, or has one twice, brings each once; one that does not number it is refused', async () => {
  const { server, put, run, titles, mailbox, remove } = await aMailbox()
  const { state } = server
  put('Primo')
  const second = put('Secondo')
  await run()
  state.mails.push({ uid: 3, raw: second })
  state.mails.push({ uid: 4, raw: `Received: by another server\r\n${second}` })
  await run()
  expect(await mailbox()).toMatchObject({ lastUid: 4 })
  state.uidValidity = 7
  for (const mail of state.mails) mail.uid += 100
  put('Terzo')
  server.misbehave(/BODY\.PEEK\[\]/, 'drop', 1)
  await run()
  await run()
  expect(await titles()).toEqual(['Primo', 'Secondo', 'Terzo'])
  expect(await mailbox()).toMatchObject({ error: null, lastUid: 105 })
  state.uidValidity = null
  await run()
  expect(await mailbox()).toMatchObject({ error: expect.stringContaining('UIDVALIDITY') })
  await remove()
})

test('with disk or database away in the middle nothing is taken by half', async () => {
  const { server, put, run, titles, mailbox, remove } = await aMailbox()
  put('Primo')
  const away = async () => {
    throw new StorageUnavailable('the disk is away')
  }
  await run(openFetcher({ ...app.deps, storage: { ...app.deps.storage, put: away } }, limits))
  expect(await mailbox()).toMatchObject({ error: expect.stringContaining('the disk is away'), lastUid: 0 })
  // Committed, and nobody knows.
  await run(openFetcher({ ...app.deps, database: losingCommits(database) }, limits))
  expect(await mailbox()).toMatchObject({ lastUid: 1 })
  await run()
  expect(await titles()).toEqual(['Primo'])

  put('Secondo')
  const [inside] = Object.getOwnPropertySymbols(database) as (keyof typeof database)[]
  if (!inside) throw new Error('A database has no executor')
  const transaction = async () => {
    throw new Unavailable('the database is away')
  }
  const gone = { ...database, [inside]: { ...(database[inside] as object), transaction } } as typeof database
  await run(openFetcher({ ...app.deps, database: gone }, limits))
  expect(await mailbox()).toMatchObject({ lastUid: 1 })
  server.state.commands.length = 0
  await run()
  expect(await titles()).toEqual(['Primo', 'Secondo'])
  await remove()
})

test('a mailbox that is removed or given to another process while it is read is left at once', async () => {
  const { server, put, run, titles, person } = await aMailbox()
  put('Primo')
  server.state.fault = command => {
    if (/BODY\.PEEK\[\]/.test(command))
      void database.run(sql`delete from mailbox where service_company_id = ${person.serviceCompanyId}`)
    return /BODY\.PEEK\[\]/.test(command) ? 'half' : undefined
  }
  await run()
  expect(await titles()).toEqual([])
  expect(server.connections()).toBe(0)
})
