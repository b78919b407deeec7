import { mergeStaffTicket } from '@portico/contract/staff/ticket-actions'
import { createStaffComment, listStaffTickets, takeBackStaffComment } from '@portico/contract/staff/tickets'
import {
  closeTicket,
  createComment,
  listAllTickets,
  listTickets,
  readTicket,
  TicketListed,
} from '@portico/contract/tickets'
import { expect, test } from 'vitest'
import { testApp } from '../../test/fixtures/app.ts'
import { aComment, aTicket, aUser, aWikiElement, type Person } from '../../test/fixtures/factories.ts'
import { releaseAnswers } from '../../test/fixtures/held-answers.ts'
import { anOperator } from '../../test/fixtures/operator.ts'
import { aStaffAccount, asStaff } from '../../test/fixtures/staff.ts'
import { raw, sql } from '../kernel/database/db.ts'

const app = await testApp()
const { database } = app

/** The tickets of this file's database whose time of the last message is not that of their newest message. */
const wrongTickets = () =>
  database.many(
    raw(`select t.id, t.last_comment_on, k.last from ticket t
      left join (select ticket_id, max(creation_date) as last from comment group by 1) k on k.ticket_id = t.id
      where t.last_comment_on is distinct from k.last`),
  )

const lastMessageOf = async (id: number) =>
  (await database.one<{ last: Date | null }>(sql`select last_comment_on as last from ticket where id = ${id}`)).last

const withOperator = async () => {
  const person = await aUser(database)
  const ticket = await aTicket(database, person, { createdOn: '2026-03-01T09:00:00Z' })
  return { person, ticket, operator: await anOperator(app, { serviceCompanyId: person.serviceCompanyId }) }
}

const nameOf = async (table: string, id: number) =>
  (await database.one<{ name: string }>(sql`select external_id as name from ${raw(table)} where id = ${id}`)).name

test('the last message of a ticket is that of its conversation after every way to write, change and remove messages', async () => {
  const { person, ticket, operator } = await withOperator()
  const other = await aTicket(database, person, { createdOn: '2026-03-01T08:00:00Z' })
  expect(await lastMessageOf(ticket.id)).toBeNull()
  const customer = await app.as(person)
  const staff = await asStaff(app, await aStaffAccount(app, { serviceCompanyId: person.serviceCompanyId }))
  const answer = { message: '<p>Veniamo.</p>', seen: null, sendAnyway: true }

  await customer(createComment, { params: person.here, body: { taskId: ticket.id, message: '<p>Ancora.</p>' } })
  expect(await wrongTickets()).toEqual([])
  const held = await staff(createStaffComment, { params: { ticketid: other.id }, body: answer })
  await staff(takeBackStaffComment, { params: { ticketid: other.id, commentid: held.body.id } })
  expect(await lastMessageOf(other.id)).toBeNull()
  await staff(createStaffComment, { params: { ticketid: other.id }, body: answer })
  await releaseAnswers(app)
  expect(await lastMessageOf(other.id)).not.toBeNull()
  await customer(closeTicket, { params: { ...person.here, ticketid: other.id }, body: {} })
  expect(await wrongTickets()).toEqual([])

  // Over the operator API: a later message, which then moves to the other ticket, is dated back, and is removed.
  const names = [await nameOf('ticket', ticket.id), await nameOf('ticket', other.id)]
  const put = (at: string, of = names[0]) =>
    operator('PUT', '/comments/late', { ticket: of, message: '<p>Dopo.</p>', creationDate: at })
  for (const write of [
    () => put('2027-01-01T10:00:00Z'),
    () => put('2027-01-01T10:00:00Z', names[1]),
    () => put('2026-01-01T10:00:00Z', names[1]),
    () => put('2027-02-01T10:00:00Z'),
    () => operator('DELETE', '/comments/late'),
  ]) {
    expect([200, 201, 204]).toContain((await write()).status)
    expect(await wrongTickets()).toEqual([])
  }

  await staff(mergeStaffTicket, { params: { ticketid: other.id }, body: { into: ticket.id } })
  expect(await wrongTickets()).toEqual([])
  await database.run(sql`delete from comment where ticket_id = ${other.id}`)
  expect(await wrongTickets()).toEqual([])
  expect(await lastMessageOf(other.id)).toBeNull()
})

test('of two messages at once, the later one counts, whichever is written first', async () => {
  const { person, ticket } = await withOperator()
  const at = (minute: number) => `2026-03-01T10:${String(minute).padStart(2, '0')}:00Z`
  await Promise.all(
    Array.from({ length: 20 }, (_, n) => aComment(database, person, ticket.id, { at: at((n * 7) % 20) })),
  )
  expect(await lastMessageOf(ticket.id)).toEqual(new Date(at(19)))
})

test('a message is no change of its ticket, a step is', async () => {
  const { person, ticket } = await withOperator()
  await aComment(database, person, ticket.id, { at: '2026-03-01T10:00:00Z' })
  const changedAt = async () =>
    (await database.one<{ at: Date }>(sql`select changed_at as at from ticket where id = ${ticket.id}`)).at
  const before = await changedAt()
  await aComment(database, person, ticket.id, { at: '2026-03-01T11:00:00Z' })
  expect(await changedAt()).toEqual(before)
  await database.run(sql`update ticket set title = 'Altro' where id = ${ticket.id}`)
  expect(await changedAt()).not.toEqual(before)
})

const planned = (person: Person, ticketId: number) =>
  database.run(sql`insert into planned_activity (service_company_id, portal_id, contact_id, ticket_id, activity_type_name, starts_at, ends_at)
    values (${person.serviceCompanyId}, ${person.portalId}, ${person.contactId}, ${ticketId}, 'Sopralluogo "urgente"',
      now() + interval '1 day', now() + interval '25 hours')`)

test('lists answer the fields of the contract in its order, with and without names, and escape what they say', async () => {
  const person = await aUser(database)
  const full = await aTicket(database, person, { title: 'Scala "B" \\ \u2028 <b>città</b> \u{1F600}' })
  await database.run(
    sql`update ticket set wiki_element_id = ${(await aWikiElement(database, person)).id} where id = ${full.id}`,
  )
  await planned(person, full.id)
  await aComment(database, person, full.id)
  const bare = await aTicket(database, person)
  await database.run(sql`update ticket set task_type_id = null, creator_web_user_id = null where id = ${bare.id}`)
  const customer = await app.as(person)
  const { body, headers } = await customer(listAllTickets, { params: person.here })
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  expect(body.map(({ id }) => id).sort()).toEqual([full.id, bare.id].sort())
  for (const ticket of body) {
    expect(Object.keys(ticket)).toEqual(Object.keys(TicketListed.properties))
    const params = { ...person.here, ticketid: ticket.id }
    expect((await customer(readTicket, { params })).body).toMatchObject(ticket)
  }
  const shown = body.find(({ id }) => id === full.id)
  expect(shown).toMatchObject({
    title: 'Scala "B" \\ \u2028 <b>città</b> \u{1F600}',
    nextPlannedActivityInfo: { activityTypeName: 'Sopralluogo "urgente"', assignedUser: null },
    creatorContactWebUser: { webUserId: person.webUserId, referentName: person.referentName },
    lastCommentOn: '2026-03-01T11:00:00Z',
    unreadComments: 0,
  })
  expect(Object.keys(shown?.nextPlannedActivityInfo ?? {})).toEqual([
    'start',
    'end',
    'activityTypeName',
    'assignedUser',
  ])
  expect(Object.keys(shown?.wikiElement ?? {})).toEqual(['id', 'name', 'folderName'])
  expect(body.find(({ id }) => id === bare.id)).toMatchObject({ taskType: null, creatorContactWebUser: null })
  expect((await customer(listTickets, { params: person.here, query: { status: 'open' } })).body).toHaveLength(1)

  const staff = await asStaff(app, await aStaffAccount(app, { serviceCompanyId: person.serviceCompanyId }))
  const queue = (await staff(listStaffTickets, { query: { view: 'all' } })).body
  expect(queue.find(({ id }) => id === full.id)?.lastMessageOn).toBe('2026-03-01T11:00:00Z')
})
