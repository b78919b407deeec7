import { readMe } from '@portico/contract/auth'
import { uploadDocument } from '@portico/contract/documents'
import { readDocumentToSign, readSigningCode, sendSigningCode, signDocument } from '@portico/contract/signing'
import { lookAtMerge, mergeCustomers } from '@portico/contract/staff/customers/merge'
import { beginSeeAs } from '@portico/contract/staff/customers/see-as'
import { createStaffComment, readStaffTicket } from '@portico/contract/staff/tickets'
import { createComment, createTicket, listTickets, readTicket } from '@portico/contract/tickets'
import { expect, test } from 'vitest'
import { raiseTicket, waitForEvents } from '../../../test/fixtures/actions.ts'
import { multipart, png, testApp } from '../../../test/fixtures/app.ts'
import { aDocumentToSign } from '../../../test/fixtures/documents-to-sign.ts'
import { openStream } from '../../../test/fixtures/event-stream.ts'
import { aContact, aMembership, aPortal, aTicket, aUser, only, type Person } from '../../../test/fixtures/factories.ts'
import { releaseAnswers } from '../../../test/fixtures/held-answers.ts'
import { anOperator } from '../../../test/fixtures/operator.ts'
import { aStaffAccount, asStaff } from '../../../test/fixtures/staff.ts'
import { importTenantIsolationData } from '../../../test/fixtures/tenant-isolation-data.ts'
import { raw, sql, tx } from '../../kernel/database/db.ts'
import { listContactTables } from './merge-queries.ts'

const app = await testApp()
const { database } = app

type Staff = Awaited<ReturnType<typeof asStaff>>

const anAdministrator = async ({ serviceCompanyId }: Pick<Person, 'serviceCompanyId'>): Promise<Staff> =>
  asStaff(app, await aStaffAccount(app, { serviceCompanyId, role: 'administrator' }))

const look = async (staff: Staff, from: number, into: number) =>
  (await staff(lookAtMerge, { params: { contactid: from }, query: { into } })).body

const merge = async (staff: Staff, from: number, into: number, flags: 'united' | 'kept' = 'united') => {
  const { version } = await look(staff, from, into)
  return staff(mergeCustomers, { params: { contactid: from }, body: { into, version, flags } })
}

/** Two contacts of a portal with a person each, and an administrator. */
const twoCustomers = async () => {
  const loser = await aUser(database)
  const winner = await aUser(database, { contact: await aContact(database, loser) })
  return { loser, winner, staff: await anAdministrator(loser) }
}

test('an answer whose hold ends while its customer is merged is sent', async () => {
  const { loser, winner, staff } = await twoCustomers()
  const { id } = await aTicket(database, loser)
  const params = { ticketid: id }
  const body = { message: '<p>Arriviamo alle nove</p>', seen: null, sendAnyway: true }
  expect((await staff(createStaffComment, { params, body })).status).toBeLessThan(300)
  const waitsForTicket = () =>
    database.many(sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`)
  const work: Promise<unknown>[] = []
  await tx(database, async db => {
    // Somebody writes into the ticket for a moment: first the merge waits for it, then the answer.
    await db.run(sql`select from ticket where id = ${id} for no key update`)
    work.push(merge(staff, loser.contactId, winner.contactId))
    await expect.poll(waitsForTicket).toHaveLength(1)
    work.push(releaseAnswers(app))
    await expect.poll(waitsForTicket).toHaveLength(2)
  })
  const [merged] = await Promise.all(work)
  expect((merged as { status: number }).status).toBeLessThan(300)
  await releaseAnswers(app)
  const { comments, heldAnswers } = (await staff(readStaffTicket, { params })).body
  expect(comments.map(({ message }) => message)).toEqual([body.message])
  expect(heldAnswers).toEqual([])
})

const externalIdOf = async (contactId: number) =>
  (await database.one<{ id: string }>(sql`select external_id as id from contact where id = ${contactId}`)).id

test('the catalogue names every table that has rows of a contact', async () => {
  const tables = await listContactTables(database)
  const withColumn = await database.many<{ name: string }>(sql`select c.relname as name from pg_attribute a
    join pg_class c on c.oid = a.attrelid where a.attname = 'contact_id' and c.relkind in ('r', 'p')
      and c.relnamespace = current_schema()::regnamespace order by 1`)
  // A table that names contacts by another column, or without a foreign key, needs a thought of its own: the log outlives its customers.
  expect(['security_event', ...tables.map(({ table }) => table)].sort()).toEqual(
    withColumn.map(({ name }) => name).sort(),
  )
  expect(new Set(tables.map(({ column }) => column))).toEqual(new Set(['contact_id']))
  for (const { table } of tables) {
    const key = await database.many<{ name: string }>(sql`select a.attname as name from pg_attribute a
      where a.attrelid = ${table}::regclass and a.attname in ('service_company_id', 'portal_id')`)
    expect([table, key.length]).toEqual([table, 2])
  }
})

test('a row of every type moves; nothing is left, and customers find it all', { timeout: 300_000 }, async () => {
  const people = await importTenantIsolationData(app)
  const [loser, winner] = ['zC1P1K1', 'zC1P1K2'].map(name => people.get(name) ?? expect.fail(name))
  if (!loser || !winner) return
  const staff = await anAdministrator(loser)
  const tables = await listContactTables(database)
  const count = async (contactId: number) =>
    Object.fromEntries(
      await Promise.all(
        tables.map(async ({ table }) => {
          const { n } = await database.one<{ n: number }>(
            sql`select count(*)::int as n from ${raw(table)} where contact_id = ${contactId}`,
          )
          return [table, n] as const
        }),
      ),
    )
  const [ours, theirs] = [await count(loser.contactId), await count(winner.contactId)]
  const { moves } = await look(staff, loser.contactId, winner.contactId)
  expect(moves.map(({ kind }) => kind)).toEqual([
    'people',
    'tickets',
    'contracts',
    'subscriptions',
    'invoices',
    'estimates',
    'reports',
    'documents',
    'assets',
    'documentsToSign',
    'bookings',
    'files',
  ])
  expect((await merge(staff, loser.contactId, winner.contactId)).status).toBe(200)

  expect(Object.values(await count(loser.contactId)).every(n => n === 0)).toBe(true)
  const now = await count(winner.contactId)
  for (const { table } of tables) {
    const sum = (ours[table] ?? 0) + (theirs[table] ?? 0)
    if (table === 'event' || table === 'merged_contact') expect([table, now[table]]).toEqual([table, sum + 1])
    else expect([table, now[table]]).toEqual([table, sum])
  }
  const person = await app.as(loser)
  const found = (await person(listTickets, { params: loser.here, query: { q: loser.companyName } })).body
  expect(found.map(({ title }) => title)).toEqual([loser.companyName])
  const words = await database.many(sql`select from ticket where contact_id = ${winner.contactId}
    and words::text like ${`%${loser.contactId}:%`}`)
  expect(words).toEqual([])
})

test('addresses of before lead to the customer that stays, for its people alone', async () => {
  const { loser, winner, staff } = await twoCustomers()
  const stranger = await aUser(database, { contact: await aContact(database, loser) })
  const ticket = await aTicket(database, loser)
  const mine = await app.as(loser)
  const params = { ...loser.here, ticketid: ticket.id }
  expect((await mine(readTicket, { params })).status).toBe(200)
  expect((await merge(staff, loser.contactId, winner.contactId)).status).toBe(200)
  expect((await mine(readTicket, { params })).body.id).toBe(ticket.id)
  expect((await (await app.as(stranger))(readTicket, { params })).problem.code).toBe('not_found')
  const { contacts } = (await mine(readMe)).body
  expect(contacts).toMatchObject([{ contactId: winner.contactId, formerIds: [loser.contactId] }])
  const raised = await raiseTicket(app, loser)
  const { contactId } = await database.one<{ contactId: number }>(
    sql`select contact_id as "contactId" from ticket where id = ${raised}`,
  )
  expect(contactId).toBe(winner.contactId)

  // Merged again, all former addresses lead to the last one.
  const last = await aContact(database, loser)
  expect((await merge(staff, winner.contactId, last.contactId)).status).toBe(200)
  expect((await mine(readTicket, { params })).body.id).toBe(ticket.id)
  expect((await mine(readMe)).body.contacts[0]?.formerIds).toEqual([loser.contactId, winner.contactId])
})

test('a page that is open hears of its customer again after it', async () => {
  const { loser, winner, staff } = await twoCustomers()
  const origin = await app.http.listen({ port: 0, host: '127.0.0.1' })
  const url = `${origin}/api/${loser.company}/${loser.contactId}/events`
  const headers = { authorization: `Bearer ${(await app.as(loser)).token}` }
  const stream = await openStream(url, headers)
  const ready = await stream.next()
  expect((await merge(staff, loser.contactId, winner.contactId)).status).toBe(200)
  // It asks again where the customer is now.
  await stream.ended()
  const again = await openStream(url, { ...headers, 'last-event-id': ready.id })
  expect((await again.next()).event).toBe('ready')
  const ticketId = await raiseTicket(app, loser)
  expect(await again.next()).toMatchObject({ event: 'ticket.created', data: { ticketId } })
  again.close()
})

test('a person of both is one, with the flags of both or those of the customer that stays', async () => {
  for (const flags of ['united', 'kept'] as const) {
    const { loser, winner, staff } = await twoCustomers()
    const both = await aUser(database, { contact: loser, flags: only('viewContactInvoices', 'manageTickets') })
    await aMembership(database, winner, both.webUserId, { flags: only('viewEstimates'), referentName: 'Resta' })
    const ticket = await aTicket(database, both)
    const { people } = await look(staff, loser.contactId, winner.contactId)
    expect(people.find(({ webUserId }) => webUserId === both.webUserId)).toMatchObject({
      flags: ['manageTickets', 'viewContactInvoices'],
      into: { referentName: 'Resta', flags: ['viewEstimates'] },
    })
    expect((await merge(staff, loser.contactId, winner.contactId, flags)).status).toBe(200)
    const mine = await app.as(both)
    const [contact, ...more] = (await mine(readMe)).body.contacts
    expect(more).toEqual([])
    const may = flags === 'united'
    expect(contact).toMatchObject({
      referentName: 'Resta',
      manageTickets: may,
      viewContactInvoices: may,
      viewEstimates: true,
    })
    const { raiser } = await database.one<{ raiser: number }>(
      sql`select creator_web_user_id as raiser from ticket where id = ${ticket.id}`,
    )
    expect(raiser).toBe(both.webUserId)
  }
})

test.each([
  [true, false],
  [false, true],
  [false, false],
])('a second factor is required if either customer required it: %s and %s', async (from, into) => {
  const { loser, winner, staff } = await twoCustomers()
  const set = ({ contactId }: Person, on: boolean) =>
    database.run(sql`update contact set second_factor_required = ${on} where id = ${contactId}`)
  await set(loser, from)
  await set(winner, into)
  const mine = await app.as(loser)
  expect((await mine(listTickets, { params: loser.here })).status).toBe(from ? 401 : 200)
  expect(await look(staff, loser.contactId, winner.contactId)).toMatchObject({
    customer: { secondFactorRequired: from },
    into: { secondFactorRequired: into },
  })
  expect((await merge(staff, loser.contactId, winner.contactId)).status).toBe(200)
  for (const person of [loser, winner]) {
    const { status } = await (await app.as(person))(listTickets, { params: winner.here })
    expect(status).toBe(from || into ? 401 : 200)
  }
})

test('who has opened the same public file for both has opened it once, with the count of both', async () => {
  const { loser, winner, staff } = await twoCustomers()
  const both = await aUser(database, { contact: loser })
  await aMembership(database, winner, both.webUserId)
  const opened = (contact: Person, webUserId: number, count: number, day: string) =>
    database.run(sql`insert into opening (service_company_id, portal_id, contact_id, web_user_id, kind, record_id, first_at, last_at, count)
      values (${contact.serviceCompanyId}, ${contact.portalId}, ${contact.contactId}, ${webUserId}, 'publicFile', 77, ${day}, ${day},
        ${count})`)
  await opened(loser, both.webUserId, 2, '2026-01-01')
  await opened({ ...winner, ...both, contactId: winner.contactId }, both.webUserId, 3, '2026-02-01')
  await opened(loser, loser.webUserId, 1, '2026-01-05')
  expect((await merge(staff, loser.contactId, winner.contactId)).status).toBe(200)
  const rows = await database.many(sql`select web_user_id as "webUserId", contact_id as "contactId", count::int,
    first_at::date::text as first, last_at::date::text as last from opening where service_company_id = ${loser.serviceCompanyId} order by count`)
  expect(rows).toEqual([
    { webUserId: loser.webUserId, contactId: winner.contactId, count: 1, first: '2026-01-05', last: '2026-01-05' },
    { webUserId: both.webUserId, contactId: winner.contactId, count: 5, first: '2026-01-01', last: '2026-02-01' },
  ])
})

test('a file that waits to be published stays with its customer, who stays confirmed', async () => {
  const { loser, winner, staff } = await twoCustomers()
  const { staffAccountId } = await aStaffAccount(app, loser)
  const waiting = (matches: number[]) =>
    database.run(sql`insert into publish_item (service_company_id, staff_account_id, state, file_name, portal_id, contact_id,
        customer_confirmed, matches, created_at, changed_at)
      values (${loser.serviceCompanyId}, ${staffAccountId}, 'open', 'a.pdf', ${loser.portalId}, ${loser.contactId}, true,
        ${matches}::bigint[], now(), now())`)
  await waiting([loser.contactId])
  await waiting([winner.contactId, loser.contactId])
  expect((await merge(staff, loser.contactId, winner.contactId)).status).toBe(200)
  const kept = { contactId: winner.contactId, confirmed: true, matches: [winner.contactId] }
  expect(
    await database.many(sql`select contact_id as "contactId", customer_confirmed as confirmed, matches from publish_item
      where service_company_id = ${loser.serviceCompanyId}`),
  ).toEqual([kept, kept])
})

test('the log of who looked as whom names the customer that stays', async () => {
  const { loser, winner, staff } = await twoCustomers()
  await staff(beginSeeAs, { body: { contactId: loser.contactId, webUserId: loser.webUserId } })
  await app.deps.security.flush()
  expect((await merge(staff, loser.contactId, winner.contactId)).status).toBe(200)
  const logged = await database.many(sql`select contact_id as "contactId" from security_event
    where service_company_id = ${loser.serviceCompanyId} and what = 'staff.seeAs'`)
  expect(logged).toEqual([{ contactId: winner.contactId }])
})

test('no unique index but these could refuse a row that moves', async () => {
  // Rows of both customers that such an index would call the same: each needs a thought of its own.
  const indexes = await database.many<{ name: string }>(sql`select i.relname::text as name from pg_index x
    join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
    where x.indisunique and t.relnamespace = current_schema()::regnamespace
      and exists (select from pg_attribute a where a.attrelid = t.oid and a.attname = 'contact_id' and a.attnum = any(x.indkey))
      and not exists (select from pg_attribute a where a.attrelid = t.oid and a.attnum = any(x.indkey)
        and (a.attname = 'id' or a.attname like '%\\_id' and a.attname not in ('service_company_id', 'portal_id', 'contact_id',
          'web_user_id', 'record_id')))
    order by 1`)
  expect(indexes.map(({ name }) => name)).toEqual(['membership_pkey', 'opening_same'])
})

test('evidence moves unchanged, and a document that waits can still be opened by its link', async () => {
  const { loser, winner, staff } = await twoCustomers()
  const document = await aDocumentToSign(app, { contact: loser })
  await expect(
    database.run(sql`update signing_evidence set contact_id = ${winner.contactId}
    where contact_id = ${loser.contactId}`),
  ).rejects.toThrow('append-only')
  const read = () =>
    database.many(sql`select position, body, encode(hash, 'hex') as hash from signing_evidence
    where signing_document_id = ${document.id} order by position`)
  const before = await read()
  expect(before.length).toBeGreaterThan(0)
  expect((await merge(staff, loser.contactId, winner.contactId)).status).toBe(200)
  expect(await read()).toEqual(before)
  expect((await app.call(readDocumentToSign, { params: { documentkey: document.key } })).status).toBe(200)
})

test('a code that was sent before signs after', async () => {
  const { loser, winner, staff } = await twoCustomers()
  const { key } = await aDocumentToSign(app, { contact: loser })
  const of = { params: { documentkey: key } }
  const body = { firstName: 'Giulia', lastName: 'Rossi', consent: true }
  expect((await app.call(sendSigningCode, { ...of, body })).status).toBe(200)
  expect((await merge(staff, loser.contactId, winner.contactId)).status).toBe(200)
  const { texts } = await app.delivered()
  const code = /\d{6}/.exec(texts.at(-1)?.text ?? '')?.[0] ?? ''
  expect((await app.call(readSigningCode, of)).body.delivery).toBe('accepted')
  expect((await app.call(signDocument, { ...of, body: { code } })).status).toBe(200)
})

test('records of programs that name it go to the customer that stays; the record itself is gone', async () => {
  const { loser, winner, staff } = await twoCustomers()
  await database.run(
    sql`update contact set vat_number = 'IT01234567890', phone = '049 1', address = 'Padova', address_parts = '{"town":"Padova"}'
      where id = ${loser.contactId}`,
  )
  const [former, stays] = [await externalIdOf(loser.contactId), await externalIdOf(winner.contactId)]
  const operator = await anOperator(app, loser)
  expect((await merge(staff, loser.contactId, winner.contactId)).status).toBe(200)
  const gone = (await operator('GET', `/contacts/${former}`)).problem
  expect(gone).toMatchObject({ status: 410, code: 'not_found', detail: `It was merged into "${stays}".` })
  expect((await operator('PATCH', `/contacts/${former}`, { phone: '1' })).problem.status).toBe(410)
  expect((await operator('DELETE', `/contacts/${former}`)).problem.status).toBe(410)
  const elsewhere = await anOperator(app, { ...loser, portalIds: [(await aPortal(database, loser)).portalId] })
  for (const method of ['GET', 'PATCH', 'DELETE'] as const) {
    const { problem } = await elsewhere(method, `/contacts/${former}`, method === 'PATCH' ? { phone: '1' } : undefined)
    expect([problem.status, problem.detail]).toEqual([404, undefined])
  }
  const { json: portal } = await operator('GET', `/contacts/${stays}`)
  const again = await operator('PUT', `/contacts/${former}`, { portal: portal.portal, companyName: 'Di nuovo' })
  expect(again.problem).toMatchObject({ status: 409, code: 'conflict' })
  expect(portal).toMatchObject({ vatNumber: 'IT01234567890', phone: '049 1' })
  expect(portal).toMatchObject({ address: 'Padova', addressParts: { town: 'Padova' } })
  const folder = await operator('PUT', '/wikiFolders/later', { contact: former, name: 'Dopo' })
  expect(folder.json).toMatchObject({ contact: stays })
  await waitForEvents(database)
  const feed = await operator('GET', '/events?types=staff.contact.merged')
  expect(feed.text).toContain(former)
})

test('not itself, not across portals, companies or roles, not into the archive, not after others changed what was seen', async () => {
  const { loser, winner, staff } = await twoCustomers()
  const get = (call: Staff, from: number, into: number) =>
    call(lookAtMerge, { params: { contactid: from }, query: { into } })
  expect((await get(staff, loser.contactId, loser.contactId)).problem.code).toBe('invalid_request')
  const portal = await aPortal(database, loser)
  const abroad = await aContact(database, portal)
  expect((await get(staff, loser.contactId, abroad.contactId)).problem.code).toBe('invalid_request')
  const foreign = await aContact(database)
  expect((await get(staff, loser.contactId, foreign.contactId)).problem.code).toBe('not_found')
  expect((await get(staff, foreign.contactId, loser.contactId)).problem.code).toBe('not_found')
  const { serviceCompanyId } = loser
  const office = await asStaff(app, await aStaffAccount(app, { serviceCompanyId, role: 'office' }))
  const { version } = await look(staff, loser.contactId, winner.contactId)
  const params = { contactid: loser.contactId }
  const body = { into: winner.contactId, version, flags: 'united' }
  expect((await office(mergeCustomers, { params, body })).problem.code).toBe('forbidden')
  const elsewhere = await asStaff(app, await aStaffAccount(app, { serviceCompanyId, portalIds: [portal.portalId] }))
  expect((await elsewhere(mergeCustomers, { params, body })).problem.code).toBe('not_found')
  expect((await staff(mergeCustomers, { params, body: { ...body, version: 'x' } })).problem.code).toBe('conflict')
  await aUser(database, { contact: loser })
  expect((await staff(mergeCustomers, { params, body })).problem.code).toBe('conflict')
  await database.run(sql`update contact set archived_at = now() where id = ${winner.contactId}`)
  expect((await get(staff, loser.contactId, winner.contactId)).problem.code).toBe('conflict')
  // An archived one can be taken in by another: that is how a duplicate goes.
  expect((await merge(staff, winner.contactId, loser.contactId)).status).toBe(200)
})

test('both ways at once: one of the merges wins', async () => {
  const { loser, winner, staff } = await twoCustomers()
  const [a, b] = [loser.contactId, winner.contactId]
  const versions = [(await look(staff, a, b)).version, (await look(staff, b, a)).version]
  const answers = await Promise.all([
    staff(mergeCustomers, { params: { contactid: a }, body: { into: b, version: versions[0], flags: 'united' } }),
    staff(mergeCustomers, { params: { contactid: b }, body: { into: a, version: versions[1], flags: 'united' } }),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
  expect(await database.many(sql`select from contact where id = any(${[a, b]}::bigint[])`)).toHaveLength(1)
})

test('what customers write while their customer is merged is there once, with the customer that stays', async () => {
  const { loser, winner, staff } = await twoCustomers()
  const mine = await app.as(loser)
  const open = await aTicket(database, loser)
  let isOver = false
  let writes = 0
  const titles: string[] = []
  const raise = async (worker: number) => {
    for (let n = 0; !isOver || n < 3; n += 1) {
      const title = `lavoro ${worker} ${n}`
      const body = { title, description: 'Non parte.', taskTypeId: loser.taskTypeId }
      const answer = await mine(createTicket, { params: loser.here, body })
      expect([title, answer.status, answer.text]).toEqual([title, 201, answer.text])
      titles.push(title)
      writes += 1
    }
  }
  let messages = 0
  const reply = async () => {
    for (let n = 0; !isOver || n < 3; n += 1) {
      const body = { taskId: open.id, message: `Ecco ${n}` }
      expect((await mine(createComment, { params: loser.here, body })).status).toBe(201)
      messages += 1
    }
  }
  const files: number[] = []
  const upload = async () => {
    for (let n = 0; !isOver || n < 3; n += 1) {
      const send = () =>
        mine(uploadDocument, { params: loser.here, ...multipart({ filename: `${n}.png`, content: png }) })
      let answer = await send()
      // What was streamed cannot be sent again by the server: the client is told, and repeats it.
      if (answer.status === 409) answer = await send()
      files.push(answer.body.id)
    }
  }
  const work = [raise(1), raise(2), reply(), upload()]
  await expect.poll(() => writes, { timeout: 60_000 }).toBeGreaterThan(4)
  const merged = await merge(staff, loser.contactId, winner.contactId)
  expect([merged.status, merged.text]).toEqual([200, merged.text])
  isOver = true
  await Promise.all(work)
  const found = await database.many<{
    title: string
    contact: number
  }>(sql`select title, contact_id as contact from ticket
    where service_company_id = ${loser.serviceCompanyId} and title like 'lavoro %'`)
  expect(found.map(({ title }) => title).sort()).toEqual([...titles].sort())
  expect(new Set(found.map(({ contact }) => contact))).toEqual(new Set([winner.contactId]))
  const { n } = await database.one<{ n: number }>(
    sql`select count(*)::int as n from comment where contact_id = ${winner.contactId} and ticket_id = ${open.id}`,
  )
  expect(n).toBe(messages)
  const kept = await database.many(sql`select from document where contact_id = ${winner.contactId}`)
  expect(kept).toHaveLength(files.length)
}, 60_000)

test('jobs that wait find what has moved', async () => {
  const { loser, winner, staff } = await twoCustomers()
  await app.delivered()
  await raiseTicket(app, loser)
  expect((await merge(staff, loser.contactId, winner.contactId)).status).toBe(200)
  expect((await app.delivered()).mails.length).toBeGreaterThan(0)
  expect(await database.many(sql`select from job where payload like ${`%"contactId":${loser.contactId}%`}`)).toEqual([])
})
