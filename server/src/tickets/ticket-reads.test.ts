import {
  closeTicket,
  createComment,
  listAllTickets,
  listTickets,
  markTicketRead,
  readTicket,
} from '@portico/contract/tickets'
import { expect, test } from 'vitest'
import { testApp } from '../../test/fixtures/app.ts'
import {
  aComment,
  aStaffUser,
  aTicket,
  aUser,
  every,
  only,
  type Person,
  setFlags,
} from '../../test/fixtures/factories.ts'
import { sql } from '../kernel/database/db.ts'

const app = await testApp()
const { database } = app

/** A user who joined the contact before the messages of these tests were written. */
const aReader = async (options: Parameters<typeof aUser>[1] = {}): Promise<Person> => {
  const person = await aUser(database, options)
  await database.run(sql`update membership set unread_since = '2026-02-01' where id = ${person.membershipId}`)
  return person
}

const ticketOf = async (person: Person, ticketid: number) =>
  (await (await app.as(person))(readTicket, { params: { ...person.here, ticketid } })).body
const unreadOf = async (person: Person, ticketid: number) => {
  const { unreadComments, firstUnreadCommentId } = await ticketOf(person, ticketid)
  return [unreadComments, firstUnreadCommentId]
}
const mark = async (person: Person, ticketid: number, commentId: number) =>
  (await app.as(person))(markTicketRead, { params: { ...person.here, ticketid }, body: { commentId } })
/** Titles of the user's tickets with unread messages, and their total by `count=1`. */
const unreadTickets = async (person: Person) => {
  const { body, headers } = await (await app.as(person))(listTickets, {
    params: person.here,
    query: { unread: '1', count: '1' },
  })
  return [body.map(({ title }) => title), Number(headers['total-count'])]
}

test('messages of staff and colleagues are unread until they are marked; own messages never are', async () => {
  const person = await aReader()
  const colleague = await aReader({ contact: person })
  const staffUserId = await aStaffUser(database, person)
  const { id } = await aTicket(database, person, { title: 'answered' })
  await aTicket(database, person, { title: 'not answered' })
  await aComment(database, person, id, { at: '2026-03-01T11:00:00Z' })
  const first = await aComment(database, colleague, id, { at: '2026-03-01T12:00:00Z' })
  const second = await aComment(database, person, id, { at: '2026-03-01T13:00:00Z', staffUserId })
  const third = await aComment(database, person, id, { at: '2026-03-01T13:00:00Z', staffUserId })
  expect(await unreadOf(person, id)).toEqual([3, first])
  expect(await unreadTickets(person)).toEqual([['answered'], 1])

  expect((await mark(person, id, second)).status).toBe(204)
  expect(await unreadOf(person, id), 'one of the same instant that arrived meanwhile').toEqual([1, third])
  await mark(person, id, third)
  await mark(person, id, first)
  expect(await unreadOf(person, id), 'a mark does not go back').toEqual([0, null])
  expect(await unreadTickets(person)).toEqual([[], 0])
  expect(await unreadOf(colleague, id), 'everybody reads for himself').toEqual([3, expect.any(Number)])

  app.clock.set('2026-03-02T09:00:00Z')
  await (await app.as(person))(createComment, { params: person.here, body: { taskId: id, message: 'Grazie' } })
  expect(await unreadOf(person, id)).toEqual([0, null])
})

test('messages from before a user joined the contact count as read', async () => {
  const person = await aUser(database)
  const staffUserId = await aStaffUser(database, person)
  const { id } = await aTicket(database, person)
  await aComment(database, person, id, { staffUserId, at: '2026-03-01T11:00:00Z' })
  expect(await unreadOf(person, id)).toEqual([0, null])
  const later = await aComment(database, person, id, { staffUserId, at: new Date(Date.now() + 60_000) })
  expect(await unreadOf(person, id)).toEqual([1, later])
})

test('a closing counts as unread; a reopening counts only by its message', async () => {
  app.clock.set('2026-03-02T09:00:00Z')
  const person = await aReader()
  const colleague = await aReader({ contact: person })
  const { id } = await aTicket(database, person)
  const theirs = await app.as(colleague)
  await theirs(closeTicket, { params: { ...person.here, ticketid: id }, body: {} })
  expect((await unreadOf(person, id))[0]).toBe(1)
  app.clock.pass(60_000)
  await theirs(createComment, { params: person.here, body: { taskId: id, message: 'Non ancora' } })
  expect((await unreadOf(person, id))[0]).toBe(2)
})

test('both lists answer the number of unread messages and the time of the last message', async () => {
  const person = await aReader()
  const staffUserId = await aStaffUser(database, person)
  const { id } = await aTicket(database, person)
  await aComment(database, person, id, { staffUserId, at: '2026-03-01T12:30:00Z' })
  const quiet = await aTicket(database, person)
  for (const list of [listTickets, listAllTickets]) {
    const { body } = await (await app.as(person))(list, { params: person.here })
    expect(body.find(one => one.id === id)).toMatchObject({ unreadComments: 1, lastCommentOn: '2026-03-01T12:30:00Z' })
    expect(body.find(one => one.id === quiet.id)).toMatchObject({ unreadComments: 0, lastCommentOn: null })
  }
})

test('a list sorts by last message, tickets without one by their creation, across pages', async () => {
  const person = await aReader()
  const raised = async (title: string, createdOn: string, answeredOn?: string) => {
    const { id } = await aTicket(database, person, { title, createdOn })
    if (answeredOn) await aComment(database, person, id, { at: answeredOn })
  }
  await raised('old, just answered', '2026-01-01T10:00:00Z', '2026-03-05T10:00:00Z')
  await raised('new', '2026-03-04T10:00:00Z')
  await raised('answered before', '2026-03-01T10:00:00Z', '2026-03-03T10:00:00Z')
  await raised('oldest', '2025-01-01T10:00:00Z')
  const mine = await app.as(person)
  const listed = (query: Record<string, string | number>) => mine(listTickets, { params: person.here, query })
  const titles: string[] = []
  let query: Record<string, string | number> | undefined = { sort: '-lastCommentOn', limit: 1 }
  while (query) {
    const answer: Awaited<ReturnType<typeof listed>> = await listed(query)
    titles.push(...answer.body.map(({ title }) => title))
    const next: string | undefined = /^<([^>]+)>/.exec(String(answer.headers.link ?? ''))?.[1]
    query = next ? Object.fromEntries(new URL(next, 'http://portal').searchParams) : undefined
  }
  expect(titles).toEqual(['old, just answered', 'new', 'answered before', 'oldest'])
  const { body } = await listed({ sort: 'lastCommentOn' })
  expect(body.map(({ title }) => title)).toEqual([...titles].reverse())
})

test('only messages that the caller may see can be marked', async () => {
  const person = await aReader()
  const colleague = await aReader({ contact: person, flags: only('manageTickets') })
  const stranger = await aReader()
  const { id } = await aTicket(database, person)
  const other = await aTicket(database, person)
  const commentId = await aComment(database, person, id)
  const elsewhere = await aComment(database, person, other.id)
  const notFound = async (by: Person, ticketid: number, comment: number, paths: string[]) => {
    const { problem } = await mark(by, ticketid, comment)
    expect(problem.code).toBe('not_found')
    expect((problem.errors ?? []).map(({ path }) => path)).toEqual(paths)
  }
  await notFound(colleague, id, commentId, [])
  await notFound(stranger, id, commentId, [])
  await notFound(person, id, elsewhere, ['body.commentId'])
  await notFound(person, id, 9_000_000, ['body.commentId'])
  const bad = await (await app.as(person))(markTicketRead, { params: { ...person.here, ticketid: id }, body: {} })
  expect(bad.status).toBe(400)
  expect(
    (await app.call(markTicketRead, { params: { ...person.here, ticketid: id }, body: { commentId } })).status,
  ).toBe(401)
  await setFlags(database, person, every({ manageTickets: false }))
  expect((await mark(person, id, commentId)).status).toBe(403)
})

test('marks are deleted with their ticket and with the membership', async () => {
  const person = await aReader()
  const colleague = await aReader({ contact: person })
  const { id } = await aTicket(database, person)
  const commentId = await aComment(database, person, id)
  await mark(person, id, commentId)
  await mark(colleague, id, commentId)
  const marks = async () =>
    (
      await database.one<{ n: number }>(
        sql`select count(*) as n from ticket_read where contact_id = ${person.contactId}`,
      )
    ).n
  expect(await marks()).toBe(2)
  await database.run(sql`delete from membership where id = ${colleague.membershipId}`)
  expect(await marks()).toBe(1)
  await database.run(sql`delete from comment where id = ${commentId}`)
  await database.run(sql`delete from ticket where id = ${id}`)
  expect(await marks()).toBe(0)
})
