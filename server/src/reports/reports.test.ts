import type { Flags } from '@portico/contract/permissions'
import { listActivityReports } from '@portico/contract/reports'
import { expect, test } from 'vitest'
import { testApp } from '../../test/fixtures/app.ts'
import { aContact, aTicket, aUser, aWikiElement, every, type Person } from '../../test/fixtures/factories.ts'
import { aReport } from '../../test/fixtures/records.ts'

const app = await testApp()
const { database } = app

const ask = async (person: Person, query: Record<string, string | number> = {}) =>
  (await app.as(person))(listActivityReports, { params: person.here, query })
const namesOf = async (person: Person, query: Record<string, string | number> = {}) =>
  (await ask(person, query)).body.map(({ name }) => name)

test('a report answers name, time, document and ticket', async () => {
  const person = await aUser(database)
  const ticket = await aTicket(database, person, { title: 'Cella ferma' })
  const { id, fileId } = await aReport(database, person, {
    name: 'Rapporto 871',
    at: '2026-11-16T09:15:00Z',
    ticketId: ticket.id,
  })
  expect((await ask(person)).body).toEqual([
    {
      id,
      name: 'Rapporto 871',
      dateTime: '2026-11-16T09:15:00Z',
      documentUrl: expect.stringContaining(`/api/files/${fileId}/foto.png?m=${person.membershipId}&`),
      replacedOn: null,
      taskId: ticket.id,
      taskName: 'Cella ferma',
      ticketNumber: ticket.number,
    },
  ])
})

test.each<[string, Partial<Flags>, 'mine' | 'theirs', boolean]>([
  ['own ticket, as everybody', { administrator: false }, 'mine', true],
  ["a colleague's, without administrator", { administrator: false }, 'theirs', false],
  ["a colleague's, as administrator", {}, 'theirs', true],
  ["a colleague's, as administrator without manageTickets", { manageTickets: false }, 'theirs', false],
  ['own ticket, without manageTickets', { manageTickets: false }, 'mine', false],
])('a report shows its ticket only to readers who may see it: %s', async (_, without, whose, seen) => {
  const reader = await aUser(database, { flags: every(without) })
  const raiser = whose === 'mine' ? reader : await aUser(database, { contact: reader })
  const ticket = await aTicket(database, raiser)
  await aReport(database, reader, { ticketId: ticket.id })
  const [report] = (await ask(reader)).body
  expect([report?.taskId, report?.ticketNumber]).toEqual(seen ? [ticket.id, ticket.number] : [null, null])
  expect(report?.taskName === null).toBe(!seen)
  const ofTicket = await ask(reader, { taskId: ticket.id, count: 1 })
  if (seen) expect(ofTicket.body.map(({ id }) => id)).toEqual([report?.id])
  else {
    expect(ofTicket.problem).toMatchObject({ status: 404, code: 'not_found', errors: [{ path: 'query.taskId' }] })
    expect(ofTicket.headers['total-count']).toBeUndefined()
  }
})

test("reports of another contact are neither listed nor counted, nor found by that contact's ticket", async () => {
  const person = await aUser(database)
  await aReport(database, person, { name: 'ours' })
  const strangers = [await aUser(database, { contact: await aContact(database, person) }), await aUser(database)]
  for (const stranger of strangers) {
    const { id: ticketId } = await aTicket(database, stranger)
    await aReport(database, stranger, { name: 'theirs', ticketId })
    expect((await ask(person, { taskId: ticketId })).problem).toMatchObject({ status: 404 })
  }
  const { body, headers } = await ask(person, { count: 1 })
  expect(body.map(({ name }) => name)).toEqual(['ours'])
  expect(headers['total-count']).toBe('1')
})

test('taskId keeps the reports of one ticket; a malformed id is a bad request', async () => {
  const person = await aUser(database)
  const [one, two] = [await aTicket(database, person), await aTicket(database, person)]
  await aReport(database, person, { name: 'late', ticketId: one.id, at: '2026-03-02T10:00:00Z' })
  await aReport(database, person, { name: 'early', ticketId: one.id, at: '2026-03-01T10:00:00Z' })
  await aReport(database, person, { name: 'other', ticketId: two.id })
  await aReport(database, person, { name: 'none' })
  expect(await namesOf(person, { taskId: one.id })).toEqual(['late', 'early'])
  for (const taskId of ['x', '', '0', '-1', '1.5', '99999999999999999999'])
    expect((await ask(person, { taskId })).problem).toMatchObject({ status: 400, errors: [{ path: 'query.taskId' }] })
  expect((await ask(person, { taskId: 999_999 })).problem).toMatchObject({ status: 404 })
})

test("wikiFilter matches the report's own asset, else that of its ticket", async () => {
  const person = await aUser(database)
  const boiler = await aWikiElement(database, person, { folder: 'Unità 1', name: 'Caldaia' })
  const pump = await aWikiElement(database, person, { folder: 'Officina', name: 'Pompa' })
  const ofPump = (await aTicket(database, person, { wikiElementId: pump.id })).id
  await aReport(database, person, { name: 'a', wikiElementId: boiler.id, at: '2026-03-04T10:00:00Z' })
  await aReport(database, person, { name: 'b', wikiElementId: boiler.id, ticketId: ofPump, at: '2026-03-03T10:00:00Z' })
  await aReport(database, person, { name: 'c', ticketId: ofPump, at: '2026-03-02T10:00:00Z' })
  await aReport(database, person, { name: 'd' })
  expect(await namesOf(person, { wikiFilter: 'UNITA' })).toEqual(['a', 'b'])
  expect(await namesOf(person, { wikiFilter: 'pompa' })).toEqual(['c'])
  expect((await ask(person, { wikiFilter: 'pompa', count: 1 })).headers['total-count']).toBe('1')
  expect(await namesOf(person, { wikiFilter: '%' })).toEqual([])
  expect(await namesOf(person, { wikiFilter: ' ' })).toHaveLength(4)
})

test('wikiFilter needs the right to see assets', async () => {
  const person = await aUser(database, { flags: every({ viewContactWiki: false }) })
  expect((await ask(person, { wikiFilter: 'x' })).problem).toMatchObject({ status: 403, code: 'forbidden' })
  expect((await ask(person, { wikiFilter: '' })).status).toBe(200)
})

test('search, range and order hold across pages; each page takes one statement beside the session check', async () => {
  const person = await aUser(database)
  for (const [day, name] of ['Rapporto 10', 'Rapporto 9', 'Verifica è fatta', 'Rapporto 8'].entries())
    await aReport(database, person, { name, at: `2026-03-0${day + 1}T10:00:00Z` })
  expect(await namesOf(person, { q: 'E FATTA' })).toEqual(['Verifica è fatta'])
  expect(await namesOf(person, { from: '2026-03-02', to: '2026-03-03' })).toEqual(['Verifica è fatta', 'Rapporto 9'])
  for (const [sort, expected] of [
    ['name', ['Rapporto 8', 'Rapporto 9', 'Rapporto 10', 'Verifica è fatta']],
    ['-dateTime', ['Rapporto 8', 'Verifica è fatta', 'Rapporto 9', 'Rapporto 10']],
  ] as const) {
    const first = await ask(person, { sort, limit: 3 })
    const cursor = /cursor=([\w-]+)/.exec(String(first.headers.link))?.[1] ?? expect.fail('no next page')
    const second = await ask(person, { sort, limit: 3, cursor })
    expect([...first.body, ...second.body].map(({ name }) => name)).toEqual(expected)
  }
  const mine = await app.as(person)
  const { id: taskId } = await aTicket(database, person)
  const queries: Record<string, string | number>[] = [{}, { taskId, q: 'x', wikiFilter: 'x' }]
  for (const query of queries)
    expect(await app.statementsOf(() => mine(listActivityReports, { params: person.here, query }))).toHaveLength(2)
})
