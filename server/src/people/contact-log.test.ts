import { login, logout, readMe } from '@portico/contract/auth'
import type { Language } from '@portico/contract/language'
import { type Flag, flags } from '@portico/contract/permissions'
import {
  type ContactLogEntry,
  changeSignInRule,
  exportContactLog,
  listContactLog,
} from '@portico/contract/sign-in/people'
import { beginSeeAs } from '@portico/contract/staff/customers/see-as'
import { changeCustomerSignInRule } from '@portico/contract/staff/customers/sign-in-rule'
import { createStaffComment, takeBackStaffComment, uploadStaffFile } from '@portico/contract/staff/tickets'
import { listTickets } from '@portico/contract/tickets'
import { expect, test } from 'vitest'
import { anAddress, pathOf, png, type TestApp, testApp } from '../../test/fixtures/app.ts'
import {
  aContact,
  aFile,
  aMembership,
  aPortal,
  aTicket,
  aUser,
  only,
  type Person,
  password,
  setFlags,
} from '../../test/fixtures/factories.ts'
import { releaseAnswers } from '../../test/fixtures/held-answers.ts'
import { seeAs } from '../../test/fixtures/see-as.ts'
import { sessionIn } from '../../test/fixtures/sign-in.ts'
import { aStaffAccount, asStaff, staffHeaders, uploadWith } from '../../test/fixtures/staff.ts'
import { cleanUp } from '../cleanup.ts'
import { sql } from '../kernel/database/db.ts'
import type { StaffAccount } from '../staff/account-queries.ts'

const app = await testApp()
const { database, clock, deps } = app

const device = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'

type Call = TestApp['call']

/** Signs in as a browser does; nothing of a contact is read yet. */
const enter = async ({ userName }: Person): Promise<Call> => {
  const headers = { 'user-agent': device }
  const answer = await app.call(login, { body: { userName, password }, headers, address: anAddress() })
  const { token } = sessionIn(answer.body)
  return ((endpoint, sent = {}) =>
    app.call(endpoint, { ...sent, headers: { authorization: `Bearer ${token}` } } as never)) as Call
}

/** The log as an administrator of the contact reads it, but for the own sign-in. */
const logOf = async (person: Person, query = {}): Promise<ContactLogEntry[]> => {
  const reader = await app.as(await aUser(database, { contact: person, flags: only('administrator') }))
  const entries = (await reader(listContactLog, { params: person.here, query })).body
  const isReader = ({ person, what }: ContactLogEntry) =>
    what === 'signIn' && person?.referentName.startsWith('Referente')
  return entries.filter(entry => !isReader(entry))
}

const named = (contact?: Parameters<typeof aUser>[1]) =>
  aUser(database, { ...contact, referentName: `Ada ${Math.random()}` })

/** Opens a file of the person by its address. */
const open = async (url: string, range?: string) => {
  const answer = await app.http.inject({ url, headers: { ...(range && { range }), 'user-agent': device } })
  return answer.statusCode
}

/** Opens a file with a new session of an employee. */
const openAsStaff = async (account: StaffAccount, fileId: number, range?: string) => {
  const { cookie } = await staffHeaders(app, account)
  const { id } = await database.one<{ id: number }>(
    sql`select max(id) as id from staff_session where staff_account_id = ${account.staffAccountId}`,
  )
  const url = `/api/staff/files/${fileId}/foto.png?n=${id}`
  await app.http.inject({ url, headers: { cookie, ...(range && { range }) } })
}

test('a sign-in is there once, from the first call that concerns the contact, with its way and place', async () => {
  const person = await named()
  const call = await enter(person)
  await call(readMe)
  expect(await logOf(person)).toEqual([])
  for (let times = 0; times < 3; times += 1) await call(listTickets, { params: person.here })
  const [entry, ...more] = await logOf(person)
  expect(more).toEqual([])
  expect(entry).toEqual({
    id: expect.any(Number),
    at: '2026-03-02T08:30:00Z',
    what: 'signIn',
    person: { webUserId: person.webUserId, referentName: person.referentName },
    staff: null,
    fileName: null,
    method: 'password',
    secondFactor: null,
    address: expect.stringMatching(/^10\./),
    device,
  })
  await call(logout)
  expect(await logOf(person)).toHaveLength(1)
})

test('what a person of two contacts does is in the log of the contact that it concerns', async () => {
  const person = await named()
  const second = await aContact(database, await aPortal(database, { serviceCompanyId: person.serviceCompanyId }))
  const neighbour = await aContact(database, person)
  for (const contact of [second, neighbour])
    await aMembership(database, contact, person.webUserId, { referentName: 'Altra persona' })
  const call = await enter(person)
  await call(listTickets, { params: person.here })
  const url = await app.addressFor(person, { id: await aFile(database, person), name: 'foto.png' })
  await open(url)
  expect((await logOf(person)).map(({ what }) => what).sort()).toEqual(['fileOpened', 'signIn'])
  for (const contact of [second, neighbour])
    expect(await logOf({ ...person, ...contact, here: contact.here })).toEqual([])
  // The session reaches the second one later.
  await call(listTickets, { params: second.here })
  expect((await logOf({ ...person, ...second })).map(({ what, person }) => [what, person?.referentName])).toEqual([
    ['signIn', 'Altra persona'],
  ])
  expect(await logOf(person)).toHaveLength(2)
})

test('a file that is opened is one entry, however many ranges its viewer asks for, and again after ten minutes', async () => {
  const person = await named()
  const url = await app.addressFor(person, { id: await aFile(database, person), name: 'foto.png' })
  for (const range of [undefined, 'bytes=0-', 'bytes=5-9', 'bytes=10-']) await open(url, range)
  await open(url)
  const opened = async () => (await logOf(person, { what: 'fileOpened' })).map(({ fileName }) => fileName)
  expect(await opened()).toEqual(['foto.png'])
  clock.pass(10 * 60_000)
  await open(url)
  expect(await opened()).toEqual(['foto.png', 'foto.png'])
})

test.each(['bytes=-99999999', 'bytes=x', 'bytes=1-', 'bytes=-1'])(
  '%s is an opening, for customers and staff',
  async range => {
    const person = await named()
    await open(await app.addressFor(person, { id: await aFile(database, person), name: 'foto.png' }), range)
    const opened = () => logOf(person, { what: 'fileOpened' })
    expect(await opened()).toHaveLength(1)
    const { serviceCompanyId } = person
    const account = await aStaffAccount(app, { serviceCompanyId, role: 'office' })
    const { id: ticketId } = await aTicket(database, person)
    const fileId = await aFile(database, person, { claimed: true })
    await database.run(sql`insert into ticket_file (service_company_id, portal_id, contact_id, ticket_id, file_id, position)
    values (${serviceCompanyId}, ${person.portalId}, ${person.contactId}, ${ticketId}, ${fileId}, 0)`)
    await openAsStaff(account, fileId, range)
    expect((await opened()).filter(({ staff }) => staff !== null)).toHaveLength(1)
  },
)

test('an opening adds no statement to the answer, and neither does a list', async () => {
  const person = await named()
  const call = await app.as(person)
  const url = await app.addressFor(person, { id: await aFile(database, person), name: 'foto.png' })
  const statements = [
    ...(await app.statementsOf(async () => void (await call(listTickets, { params: person.here })))),
    ...(await app.statementsOf(async () => void (await open(url)))),
  ]
  expect(statements.filter(text => text.includes('contact_log'))).toEqual([])
  const later = await app.statementsOf(() => deps.contactLog.flush())
  expect(later.filter(text => text.includes('contact_log'))).toHaveLength(2)
})

test('what the service company looks at is there, by the name of who did', async () => {
  const person = await named()
  const { serviceCompanyId, contactId, webUserId } = person
  const account = await aStaffAccount(app, { serviceCompanyId, role: 'office' })
  await database.run(sql`update staff_user set display_name = 'Elena Conti' where id = ${account.staffUserId}`)
  const eye = await seeAs(app, account, person)
  await eye.call(listTickets, { params: person.here })
  const office = await asStaff(app, account)
  await office(changeCustomerSignInRule, { params: { contactid: contactId }, body: { secondFactorRequired: true } })
  await office(changeCustomerSignInRule, { params: { contactid: contactId }, body: { secondFactorRequired: false } })
  const entries = await logOf(person, { staff: '1' })
  expect(entries.map(({ what, staff, person }) => [what, staff, person?.webUserId ?? null])).toEqual([
    ['secondFactorOptional', 'Elena Conti', null],
    ['secondFactorRequired', 'Elena Conti', null],
    ['seenAs', 'Elena Conti', webUserId],
  ])
  expect(await logOf(person, { webUserIds: webUserId })).toEqual([])
})

test('files of the staff’s notes are not told', async () => {
  const person = await named()
  const fileId = await aFile(database, person, { purpose: 'note' })
  const { storageKey } = await database.one<{ storageKey: string }>(
    sql`select storage_key as "storageKey" from file where id = ${fileId}`,
  )
  const { serviceCompanyId } = person
  const nobody = { sessionId: 1, membershipId: null, webUserId: null, staffUserId: null }
  deps.contactLog.note({ ...nobody, serviceCompanyId, what: 'fileOpened', storageKey, origin: {} })
  expect(await logOf(person)).toEqual([])
})

test('the name of a file is told to who has the flag of its section', async () => {
  const person = await named()
  const invoice = await aFile(database, person, { purpose: 'invoice', claimed: true })
  const ticket = await aFile(database, person)
  const opened = async (...flags: Flag[]) => {
    const reader = await app.as(await aUser(database, { contact: person, flags: only('administrator', ...flags) }))
    const query = { what: 'fileOpened' as const }
    const csv = (await reader(exportContactLog, { params: person.here, query })).text
    const names = (await reader(listContactLog, { params: person.here, query })).body.map(({ fileName }) => fileName)
    expect(csv.split('"foto.png"')).toHaveLength(names.filter(name => name !== null).length + 1)
    return names
  }
  await open(await app.addressFor(person, { id: ticket, name: 'foto.png' }))
  clock.pass(1000)
  await open(await app.addressFor(person, { id: invoice, name: 'foto.png' }))
  expect(await opened()).toEqual([null, 'foto.png'])
  expect(await opened('viewEstimates')).toEqual([null, 'foto.png'])
  expect(await opened('viewContactInvoices')).toEqual(['foto.png', 'foto.png'])
  // Of a file that is gone it is not known what it was.
  await database.run(sql`delete from file where id = ${invoice}`)
  expect(await opened('viewContactInvoices')).toEqual([null, 'foto.png'])
  expect(await opened(...flags)).toEqual(['foto.png', 'foto.png'])
})

test('what an employee opens of an own draft, or of an answer that is held back, is not told', async () => {
  const person = await named()
  const { serviceCompanyId, contactId } = person
  const account = await aStaffAccount(app, { serviceCompanyId, role: 'office' })
  const headers = await staffHeaders(app, account)
  const { id } = await aTicket(database, person)
  const upload = pathOf(uploadStaffFile.path, { contactid: contactId })
  const { id: fileId } = await uploadWith(app, headers, upload, { filename: 'foto.png', content: png })
  const opened = async () => {
    await openAsStaff(account, fileId)
    return (await logOf(person, { what: 'fileOpened' })).map(({ staff }) => staff !== null)
  }
  expect(await opened()).toEqual([])
  const office = await asStaff(app, account)
  const answer = () =>
    office(createStaffComment, {
      params: { ticketid: id },
      body: { message: '<p>Ecco</p>', attachments: [fileId], seen: null },
    })
  const { id: commentid } = (await answer()).body
  expect(await opened()).toEqual([])
  await office(takeBackStaffComment, { params: { ticketid: id, commentid } })
  expect(await opened()).toEqual([])
  await answer()
  expect(await opened()).toEqual([])
  await releaseAnswers(app)
  expect(await opened()).toEqual([true])
})

test('neither side reads from where the other works', async () => {
  const person = await named()
  const account = await aStaffAccount(app, { serviceCompanyId: person.serviceCompanyId, role: 'office' })
  const eye = await seeAs(app, account, person)
  clock.pass(1000)
  await open(await app.addressFor(person, { id: await aFile(database, person), name: 'foto.png' }))
  for (const endpoint of [listContactLog, exportContactLog])
    expect((await eye.call(endpoint, { params: person.here })).problem).toMatchObject({
      status: 403,
      code: 'read_only',
    })
  await deps.contactLog.flush()
  await database.run(
    sql`update contact_log set address = '192.0.2.77', device = ${device} where contact_id = ${person.contactId}`,
  )
  expect((await logOf(person)).map(({ what, staff, address }) => [what, staff !== null, address])).toEqual([
    ['fileOpened', false, '192.0.2.77'],
    ['seenAs', true, null],
  ])
  expect((await logOf(person, { staff: '1' })).map(({ device }) => device)).toEqual([null])
  const csv = (await (await app.as(person))(exportContactLog, { params: person.here, query: { staff: '1' } })).text
  expect(csv).not.toMatch(/192\.0\.2\.77|Mozilla/)
})

test('it is paged, counted and filtered, and goes out as CSV', async () => {
  const person = await named()
  const reader = await app.as(person)
  await reader(changeSignInRule, { params: person.here, body: { secondFactorRequired: false } })
  for (let file = 0; file < 3; file += 1) {
    await open(await app.addressFor(person, { id: await aFile(database, person), name: 'foto.png' }))
    clock.pass(60_000)
  }
  const list = async (query: Record<string, string | number>) => reader(listContactLog, { params: person.here, query })
  const all = await list({ count: '1' })
  expect(all.headers['total-count']).toBe(String(all.body.length))
  const first = await list({ limit: 2 })
  const cursor = /cursor=([^&>]*)/.exec(String(first.headers.link))?.[1]
  const second = await list({ limit: 2, cursor: cursor ?? '' })
  expect([...first.body, ...second.body]).toEqual(all.body.slice(0, 4))
  expect((await list({ what: 'fileOpened', webUserIds: String(person.webUserId) })).body).toHaveLength(3)
  expect((await list({ to: '1999-01-01' })).body).toEqual([])
  expect((await list({ webUserIds: '1' })).problem).toMatchObject({ status: 404, code: 'not_found' })
  const csv = await reader(exportContactLog, { params: person.here, query: { what: 'fileOpened' } })
  expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(csv.text.trimEnd().split('\r\n')).toHaveLength(4)
  const [newest] = (await list({ what: 'fileOpened' })).body
  const inRome = new Date(Date.parse(newest?.at ?? '') + 3_600_000).toISOString().replace('T', ' ').slice(0, 19)
  expect(csv.text).toContain(`"${inRome}";"File aperto";"${person.referentName}"`)
  const titlesIn = async (language?: Language) =>
    (await reader(exportContactLog, { params: person.here, query: language ? { language } : {} })).text.split('\r\n')[0]
  expect(await titlesIn()).toMatch(/"Quando \(Europe\/Rome\)";"Azione";"Persona";"Chi gestisce il portale";"File"/)
  expect(await titlesIn('en-EN')).toMatch(/"When \(Europe\/Rome\)";"Action";"Person";"Service company";"File"/)
  expect(await titlesIn('es-ES')).toMatch(
    /"Cuándo \(Europe\/Rome\)";"Acción";"Persona";"Quien gestiona el portal";"Archivo"/,
  )
})

test('it is for administrators of the contact, and kept for twelve months', async () => {
  const person = await named()
  await open(await app.addressFor(person, { id: await aFile(database, person), name: 'foto.png' }))
  expect(await logOf(person)).toHaveLength(1)
  clock.pass(370 * 24 * 3_600_000)
  await cleanUp(deps)
  expect(await logOf(person)).toEqual([])
  await setFlags(database, person, { administrator: false })
  for (const [call, status] of [
    [await app.as(person), 403],
    [await app.as(await aUser(database)), 404],
  ] as const) {
    expect((await call(listContactLog, { params: person.here })).status).toBe(status)
    expect((await call(exportContactLog, { params: person.here })).status).toBe(status)
  }
  const foreign = await asStaff(app, await aStaffAccount(app, { role: 'administrator' }))
  const { contactId, webUserId } = person
  expect((await foreign(beginSeeAs, { body: { contactId, webUserId } })).status).toBe(404)
})
