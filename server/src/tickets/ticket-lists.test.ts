import { createComment, createTicket, listAllTickets, listTickets } from '@portico/contract/tickets'
import { expect, test } from 'vitest'
import { testApp } from '../../test/fixtures/app.ts'
import {
  aComment,
  aContact,
  aMembership,
  aPortal,
  aTicket,
  aUser,
  aWikiElement,
  every,
  type Person,
} from '../../test/fixtures/factories.ts'
import type { Actor } from '../kernel/access/see-as.ts'
import { sql } from '../kernel/database/db.ts'
import { readPage } from '../kernel/database/pagination.ts'
import { isFoundAtOnce, ticketSort } from './list-queries.ts'

const app = await testApp()
const { database } = app

const listOf = async (person: Person, query: Record<string, string | number> = {}) =>
  (await (await app.as(person))(listTickets, { params: person.here, query })).body
const titlesOf = async (person: Person, query: Record<string, string | number> = {}) =>
  (await listOf(person, query)).map(({ title }) => title)

const nextOf = (link: unknown): string | undefined => /^<([^>]+)>; rel="next"$/.exec(String(link ?? ''))?.[1]

test('a list leaves out description, comments and attachments', async () => {
  const person = await aUser(database)
  const { id } = await aTicket(database, person)
  const [ticket] = await listOf(person)
  expect(Object.keys(ticket ?? {}).sort()).toEqual(
    [
      ...['assignedGroup', 'assignedUser', 'createdOn', 'creatorContactWebUser', 'id', 'internalAnnualProgressive'],
      ...[
        'lastCommentOn',
        'nextPlannedActivityInfo',
        'taskStatus',
        'taskType',
        'ticketNumber',
        'title',
        'unreadComments',
      ],
      'wikiElement',
    ].sort(),
  )
  expect(ticket?.id).toBe(id)
})

test("my tickets are the caller's for this contact; all tickets are everybody's for the contact", async () => {
  const person = await aUser(database)
  const colleague = await aUser(database, { contact: person })
  const elsewhere = await aContact(database, person)
  await aMembership(database, elsewhere, person.webUserId)
  await aTicket(database, person, { title: 'mine' })
  await aTicket(database, colleague, { title: 'theirs' })
  await aTicket(database, person, { title: 'nobody', by: null })
  await aTicket(database, { ...person, ...elsewhere }, { title: 'elsewhere' })
  expect(await titlesOf(person)).toEqual(['mine'])
  const { body } = await (await app.as(person))(listAllTickets, { params: person.here })
  expect(body.map(({ title }) => title).sort()).toEqual(['mine', 'nobody', 'theirs'])
})

test.each([
  ['-createdOn', 7],
  ['createdOn', 7],
  ['-ticketNumber', 5],
  ['ticketNumber', 1],
  ['title', 3],
  ['-title', 100],
])('pages sorted by %s contain each row once, even with equal times and titles', async (sort, limit) => {
  const person = await aUser(database)
  for (let i = 0; i < 20; i += 1) {
    const title = ['Zebra', 'àncora', 'Ancora', 'con "virgolette" e \\ barre', '漢字'.repeat(120)][i % 5] ?? ''
    await aTicket(database, person, {
      title,
      createdOn: i % 3 === 0 ? '2026-01-01T10:00:00.123456Z' : `2026-01-0${(i % 3) + 1}`,
    })
  }
  const mine = await app.as(person)
  const whole = (await mine(listTickets, { params: person.here, query: { sort, limit: 500 } })).body.map(({ id }) => id)
  expect(new Set(whole).size).toBe(20)
  const seen: number[] = []
  let query: Record<string, string | number> = { sort, limit }
  for (let pages = 0; pages < 25; pages += 1) {
    const { body, headers } = await mine(listTickets, { params: person.here, query })
    expect(body.length).toBeLessThanOrEqual(limit)
    seen.push(...body.map(({ id }) => id))
    const next = nextOf(headers.link)
    if (!next) break
    query = Object.fromEntries(new URL(next, 'http://portal').searchParams)
  }
  expect(seen).toEqual(whole)
})

test('sorting by title ignores case and accents, and sorts numbers by value', async () => {
  const numbered = await aUser(database)
  for (const title of ['Armadio 10', 'armadio 2']) await aTicket(database, numbered, { title })
  expect(await titlesOf(numbered, { sort: 'title' })).toEqual(['armadio 2', 'Armadio 10'])
  const person = await aUser(database)
  for (const title of ['b', 'Ç', 'a', 'À', 'd']) await aTicket(database, person, { title })
  expect((await titlesOf(person, { sort: 'title' })).map(title => title.normalize('NFD')[0]?.toLowerCase())).toEqual([
    ...['a', 'a', 'b', 'c', 'd'],
  ])
})

test('the link to the next page keeps the filter', async () => {
  const person = await aUser(database)
  for (let i = 0; i < 3; i += 1) await aTicket(database, person, { title: `Pompa ${i}` })
  await aTicket(database, person, { title: 'Altro' })
  const mine = await app.as(person)
  const query = { q: 'pompa', status: 'open', limit: 2, from: '2026-01-01' }
  const next = nextOf((await mine(listTickets, { params: person.here, query })).headers.link) ?? expect.fail()
  const answer = await app.http.inject({ url: next, headers: { authorization: `Bearer ${mine.token}` } })
  expect(answer.json()).toMatchObject([{ title: 'Pompa 0' }])
  expect(answer.headers.link).toBeUndefined()
})

const cursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const sort = '-createdOn'

test.each([
  ['x'],
  [''],
  ['%00'],
  [cursor(null)],
  [cursor([])],
  [cursor({})],
  [cursor({ sort: 'title', key: 'a', id: 1 })],
  [cursor({ sort, key: 'now', id: 1 })],
  [cursor({ sort, key: "'; drop table ticket; --", id: 1 })],
  [cursor({ sort, key: '2026-02-30 10:00:00+00', id: 1 })],
  [cursor({ sort, key: '9999-99-99 99:99:99+00', id: 1 })],
  [cursor({ sort, key: '0000-01-01 00:00:00+00', id: 1 })],
  [cursor({ sort, key: '2026-01-01 10:00:00+00', id: '1' })],
  [cursor({ sort, key: '2026-01-01 10:00:00+00', id: 1.5 })],
  [cursor({ sort, key: 7, id: 1 })],
])('cursor %s is refused', async given => {
  const person = await aUser(database)
  const { problem } = await (await app.as(person))(listTickets, { params: person.here, query: { cursor: given } })
  expect(problem).toMatchObject({ status: 400, code: 'invalid_request', errors: [{ path: 'query.cursor' }] })
})

test('a cursor with a tampered text or id never returns rows of somebody else', async () => {
  const person = await aUser(database)
  await aTicket(database, await aUser(database), { title: 'theirs' })
  for (const key of ['', '\ud800', "'", '%', 'z'.repeat(3000)]) {
    const given = cursor({ sort: 'title', key, id: -5 })
    expect(await listOf(person, { sort: 'title', cursor: given })).toEqual([])
  }
  const given = cursor({ sort: 'title', key: 'a\0', id: 1 })
  const { problem } = await (await app.as(person))(listTickets, {
    params: person.here,
    query: { sort: 'title', cursor: given },
  })
  expect(problem.status).toBe(400)
})

test.each([
  ['limit', '0'],
  ['limit', '501'],
  ['limit', '-1'],
  ['limit', '1.5'],
  ['limit', 'ten'],
  ['limit', ''],
  ['sort', 'description'],
  ['sort', '--title'],
  ['sort', 'constructor'],
  ['status', 'closed'],
  ['count', '2'],
  ['q', 'x'.repeat(201)],
  ['from', '2026-13-01'],
  ['from', '2026-02-30'],
  ['from', '2026-02-29'],
  ['from', '2026-02-30T10:00:00Z'],
  ['from', '0000-01-01'],
  ['from', '0050-01-01'],
  ['from', '2026-03-02 24:00'],
  ['from', '2026-03-02 10:60'],
  ['from', '02/03/2026'],
  ['from', 'yesterday'],
  ['from', '1e9'],
  ['to', '2026-03-02T10:00:00'],
  ['to', "2026-03-02'"],
])('%s=%s is refused', async (name, value) => {
  const person = await aUser(database)
  const { problem } = await (await app.as(person))(listTickets, { params: person.here, query: { [name]: value } })
  expect(problem).toMatchObject({ status: 400, code: 'invalid_request', errors: [{ path: `query.${name}` }] })
})

test('a range that ends before it begins is refused; one day, one minute and one instant are valid', async () => {
  const person = await aUser(database)
  const mine = await app.as(person)
  const status = async (from: string, to: string) =>
    (await mine(listTickets, { params: person.here, query: { from, to } })).status
  expect(await status('2026-03-02', '2026-03-01')).toBe(400)
  expect(await status('2026-03-02 10:01', '2026-03-02 10:00')).toBe(400)
  expect(await status('2026-03-02', '2026-03-02')).toBe(200)
  expect(await status('2026-03-02 10:00', '2026-03-02 10:00')).toBe(200)
  expect(await status('2026-03-02T10:00:00Z', '2026-03-02T10:00:00Z')).toBe(200)
  expect(await status('1000-01-01', '9999-12-31')).toBe(200)
  expect(await status('1900-01-01T00:00:00Z', '9999-12-31T23:59:59Z')).toBe(200)
})

test.each([
  // Rome is an hour ahead in winter, two in summer; on 29 March and 25 October 2026 the clocks change.
  ['2026-03-02', '2026-03-02', ['2026-03-01T23:00:00Z', '2026-03-02T22:59:59.999Z']],
  ['2026-03-29', '2026-03-29', ['2026-03-28T23:00:00Z', '2026-03-29T21:59:59.999Z']],
  ['2026-10-25', '2026-10-25', ['2026-10-24T22:00:00Z', '2026-10-25T22:59:59.999Z']],
  ['2026-03-02 08:30', '2026-03-02 08:30', ['2026-03-02T07:30:00Z', '2026-03-02T07:30:59.999Z']],
  ['2026-07-02T08:30', '2026-07-02 08:31', ['2026-07-02T06:30:00Z', '2026-07-02T06:31:59.999Z']],
  ['2026-03-02T08:30:00Z', '2026-03-02T10:30:00+01:00', ['2026-03-02T08:30:00Z', '2026-03-02T09:30:00Z']],
])('from %s to %s is read in the time zone of the portal', async (from, to, [first = '', last = '']) => {
  const person = await aUser(database)
  const at = (text: string, ms: number) => new Date(Date.parse(text) + ms)
  for (const [title, createdOn] of [
    ['before', at(first, -1)],
    ['first', at(first, 0)],
    ['last', at(last, 0)],
    ['after', at(last, 1)],
  ] as const)
    await aTicket(database, person, { title, createdOn })
  expect(await titlesOf(person, { from, to, sort: 'createdOn' })).toEqual(['first', 'last'])
})

test('each portal has its own time zone', async () => {
  const portal = await aPortal(database, { timeZone: 'America/New_York' })
  const person = await aUser(database, { contact: await aContact(database, portal) })
  await aTicket(database, person, { title: 'evening', createdOn: '2026-03-03T03:00:00Z' })
  expect(await titlesOf(person, { from: '2026-03-02', to: '2026-03-02' })).toEqual(['evening'])
})

test('status=open leaves out closed tickets; status=all and no status include them', async () => {
  const person = await aUser(database)
  for (const status of [0, 1, 2] as const) await aTicket(database, person, { title: String(status), status })
  expect((await titlesOf(person, { status: 'open' })).sort()).toEqual(['0', '1'])
  expect((await titlesOf(person, { status: 'all' })).sort()).toEqual(['0', '1', '2'])
  expect((await titlesOf(person)).sort()).toEqual(['0', '1', '2'])
})

test('search matches number, title, description and messages, ignoring case and accents', async () => {
  const person = await aUser(database)
  const mine = await app.as(person)
  const { body: ticket } = await mine(createTicket, {
    params: person.here,
    body: {
      title: 'Perché è fermo?',
      taskTypeId: person.taskTypeId,
      description: '<p>La <b>centralina</b> lampeggia</p>',
    },
  })
  await mine(createComment, {
    params: person.here,
    body: { taskId: ticket.id, message: '<p>Ora un ronzìo&amp;fumo</p>' },
  })
  await aTicket(database, person, { title: 'Altro' })
  for (const q of ['PERCHE', 'è', 'central', 'lampeggia fermo', 'ronzio', 'fumo', String(ticket.ticketNumber)]) {
    expect(await titlesOf(person, { q }), q).toContain('Perché è fermo?')
  }
  for (const q of ['b', 'amp', 'strong', 'assente', '!!', "'", ':*', '\\', "perche' | altro", '<b>', 'fermo assente']) {
    expect(await titlesOf(person, { q }), q).not.toContain('Perché è fermo?')
  }
  expect(await titlesOf(person, { q: '  ' })).toHaveLength(2)
})

test('search finds nothing outside the contact, and no ticket that the caller may not see', async () => {
  const person = await aUser(database)
  const colleague = await aUser(database, { contact: person })
  const { id } = await aTicket(database, colleague, { title: 'turbina' })
  await aComment(database, colleague, id, { message: 'turbina' })
  await aTicket(database, await aUser(database, { contact: await aContact(database, person) }), { title: 'turbina' })
  await aTicket(database, await aUser(database), { title: 'turbina' })
  expect(await titlesOf(person, { q: 'turbina' })).toEqual([])
  const { body } = await (await app.as(person))(listAllTickets, { params: person.here, query: { q: 'turbina' } })
  expect(body.map(ticket => ticket.id)).toEqual([id])
})

test('wikiFilter matches folder and name of the asset, ignores case and accents, takes wildcards literally', async () => {
  const person = await aUser(database)
  const boiler = await aWikiElement(database, person, { folder: 'Unità 1', name: 'Caldaia 50% A_B' })
  const pump = await aWikiElement(database, person, { folder: 'Officina', name: 'Pompa' })
  await aTicket(database, person, { title: 'boiler', wikiElementId: boiler.id })
  await aTicket(database, person, { title: 'pump', wikiElementId: pump.id })
  await aTicket(database, person, { title: 'none' })
  for (const wikiFilter of ['UNITA', 'caldàia', '50%', 'a_b'])
    expect(await titlesOf(person, { wikiFilter })).toEqual(['boiler'])
  for (const wikiFilter of ['_', '%', 'a%b', 'x'])
    expect(await titlesOf(person, { wikiFilter }), wikiFilter).not.toContain('pump')
  expect(await titlesOf(person, { wikiFilter: ' ' })).toHaveLength(3)
})

test('wikiFilter needs the right to see assets', async () => {
  const person = await aUser(database, { flags: every({ viewContactWiki: false }) })
  const { problem } = await (await app.as(person))(listTickets, { params: person.here, query: { wikiFilter: 'x' } })
  expect(problem).toMatchObject({ status: 403, code: 'forbidden' })
})

test('webUserIds keeps the tickets of some colleagues, even of one who has left', async () => {
  const person = await aUser(database)
  const [one, two] = [await aUser(database, { contact: person }), await aUser(database, { contact: person })]
  for (const [title, by] of [
    ['mine', person],
    ['one', one],
    ['two', two],
  ] as const)
    await aTicket(database, by, { title })
  await database.run(sql`update membership set active = false where id = ${two.membershipId}`)
  const mine = await app.as(person)
  const titles = async (webUserIds: string) => {
    const { body, headers } = await mine(listAllTickets, {
      params: person.here,
      query: { webUserIds, count: 1, sort: 'title' },
    })
    expect(headers['total-count']).toBe(String(body.length))
    return body.map(({ title }) => title)
  }
  expect(await titles(`${one.webUserId}`)).toEqual(['one'])
  expect(await titles(`${one.webUserId}, ${two.webUserId},${two.webUserId},`)).toEqual(['one', 'two'])
  expect(await titles('')).toHaveLength(3)
  const sent = await app.statementsOf(() => titles(`${one.webUserId}`))
  expect(sent).toHaveLength(3)
})

test("webUserIds of another contact's people are not found", async () => {
  const person = await aUser(database)
  const neighbour = await aUser(database, { contact: await aContact(database, person) })
  const stranger = await aUser(database)
  const mine = await app.as(person)
  for (const id of [neighbour.webUserId, stranger.webUserId, 999_999]) {
    const query = { webUserIds: `${person.webUserId},${id}` }
    const { problem } = await mine(listAllTickets, { params: person.here, query })
    expect(problem).toMatchObject({ status: 404, code: 'not_found', errors: [{ path: 'query.webUserIds' }] })
  }
  for (const webUserIds of ['x', '1;2', '0', '-1', '1.5', '99999999999999999999', '1,x']) {
    const { problem } = await mine(listAllTickets, { params: person.here, query: { webUserIds } })
    expect(problem).toMatchObject({ status: 400, errors: [{ path: 'query.webUserIds' }] })
  }
})

test('count=1 answers the total of the whole filter with one more statement', async () => {
  const person = await aUser(database)
  for (let i = 0; i < 5; i += 1) await aTicket(database, person, { status: i < 2 ? 2 : 0 })
  const mine = await app.as(person)
  const ask = (query: Record<string, string | number>) => mine(listTickets, { params: person.here, query })
  expect((await ask({ limit: 2 })).headers['total-count']).toBeUndefined()
  expect((await ask({ limit: 2, count: 0 })).headers['total-count']).toBeUndefined()
  expect((await ask({ limit: 2, count: 1, status: 'open' })).headers['total-count']).toBe('3')
  // The first call finds the names of all steps; from then on they are in memory.
  await ask({})
  expect(await app.statementsOf(() => ask({}))).toHaveLength(2)
  expect(await app.statementsOf(() => ask({ count: 1, q: 'x', status: 'open' }))).toHaveLength(3)
})

test('only what an index leads to is read in front of other requests', () => {
  const filter = { range: { from: undefined, to: undefined }, open: true }
  const technician = { role: 'technician', groupIds: [], staffUserId: 1 } as unknown as Actor
  const isQuick = (sort: string, changed = {}, actor: Actor | null = null) =>
    isFoundAtOnce(
      { actor },
      { ...filter, ...changed },
      readPage({ sort }, ticketSort, { defaultSort: '-createdOn', id: 't.id' }),
    )
  expect(['-createdOn', 'createdOn'].map(sort => isQuick(sort))).toEqual([true, true])
  expect(['title', '-lastCommentOn', 'ticketNumber'].map(sort => isQuick(sort))).toEqual([false, false, false])
  expect(isQuick('-createdOn', { raisedBy: [1] })).toBe(true)
  expect(isQuick('-createdOn', { raisedBy: [1, 2] })).toBe(false)
  expect(isQuick('-createdOn', { q: 'printer' })).toBe(false)
  expect(isQuick('-createdOn', {}, technician)).toBe(false)
})
