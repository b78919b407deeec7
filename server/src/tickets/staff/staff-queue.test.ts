import {
  countStaffTickets,
  createStaffComment,
  listStaffTickets,
  markStaffTicketRead,
  readStaffTicket,
} from '@portico/contract/staff/tickets'
import { createComment } from '@portico/contract/tickets'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/fixtures/app.ts'
import { aComment, aContact, aPortal, aStaffGroup, aTicket, aUser } from '../../../test/fixtures/factories.ts'
import { releaseAnswers } from '../../../test/fixtures/held-answers.ts'
import { aStaffAccount, asStaff } from '../../../test/fixtures/staff.ts'
import { sql } from '../../kernel/database/db.ts'

const app = await testApp()
const { database } = app

const titles = async (caller: Awaited<ReturnType<typeof asStaff>>, query: Record<string, string | number> = {}) =>
  (await caller(listStaffTickets, { query })).body.map(({ title }) => title)

const setDue = (ticketId: number, dueAt: string) =>
  database.run(sql`update ticket set due_at = ${new Date(dueAt)} where id = ${ticketId}`)

test('each view has its tickets, what is due first at the top, and the counts agree with the lists', async () => {
  const person = await aUser(database)
  const account = await aStaffAccount(app, { serviceCompanyId: person.serviceCompanyId })
  const other = await aStaffAccount(app, { serviceCompanyId: person.serviceCompanyId })
  const mine = await aTicket(database, person, { title: 'mine', staffUserId: account.staffUserId })
  const waiting = await aTicket(database, person, { title: 'waiting', status: 1, staffUserId: other.staffUserId })
  await aTicket(database, person, { title: 'nobody' })
  await aTicket(database, person, { title: 'closed', status: 2, staffUserId: account.staffUserId })
  await aComment(database, person, waiting.id, { staffUserId: other.staffUserId })
  // The clock of the tests stands at 09:30 in Rome on 2 March 2026.
  await setDue(mine.id, '2026-03-02T22:59:00Z')
  await setDue(waiting.id, '2026-03-02T23:00:00Z')

  const staff = await asStaff(app, account)
  expect(await titles(staff, { view: 'mine' })).toEqual(['mine'])
  expect(await titles(staff, { view: 'unassigned' })).toEqual(['nobody'])
  expect(await titles(staff, { view: 'toAnswer' })).toEqual(['mine', 'nobody'])
  expect(await titles(staff, { view: 'waiting' })).toEqual(['waiting'])
  expect(await titles(staff, { view: 'dueToday' })).toEqual(['mine'])
  expect(await titles(staff, { view: 'closed' })).toEqual(['closed'])
  expect((await titles(staff, { view: 'all' })).length).toBe(4)
  expect((await titles(staff, { view: 'open' })).sort()).toEqual(['mine', 'nobody', 'waiting'])
  expect((await staff(countStaffTickets)).body).toMatchObject({
    mine: 1,
    unassigned: 1,
    toAnswer: 2,
    waiting: 1,
    dueToday: 1,
  })

  const first = await staff(listStaffTickets, { query: { view: 'toAnswer', limit: 1, count: '1' } })
  expect(Number(first.headers['total-count'])).toBe(2)
  const next = /<([^>]*)>/.exec(String(first.headers.link))?.[1]
  const cursor = new URL(next ?? '', 'http://x').searchParams.get('cursor') ?? ''
  expect(await titles(staff, { view: 'toAnswer', limit: 1, cursor })).toEqual(['nobody'])
})

test('a ticket leaves "to answer" with an answer and comes back with what the customer writes', async () => {
  const person = await aUser(database)
  const account = await aStaffAccount(app, { serviceCompanyId: person.serviceCompanyId })
  const { id } = await aTicket(database, person, { title: 'compressor' })
  const staff = await asStaff(app, account)
  await staff(createStaffComment, { params: { ticketid: id }, body: { message: '<p>Arrivo.</p>', seen: null } })
  expect(await titles(staff, { view: 'toAnswer' })).toEqual(['compressor'])
  await releaseAnswers(app)
  expect(await titles(staff, { view: 'toAnswer' })).toEqual([])
  app.clock.pass(60_000)
  await (await app.as(person))(createComment, { params: person.here, body: { taskId: id, message: '<p>Grazie</p>' } })
  expect(await titles(staff, { view: 'toAnswer' })).toEqual(['compressor'])
})

test('old messages that are imported later do not change whose the last word is', async () => {
  const person = await aUser(database)
  const account = await aStaffAccount(app, { serviceCompanyId: person.serviceCompanyId })
  const { id } = await aTicket(database, person, { title: 'history' })
  await aComment(database, person, id, { staffUserId: account.staffUserId, at: '2026-03-01T15:00:00Z' })
  await aComment(database, person, id, { at: '2026-03-01T12:00:00Z' })
  expect(await titles(await asStaff(app, account), { view: 'toAnswer' })).toEqual([])
})

test('a ticket awaits an answer again when the last message of the staff is removed or turns out to be the customer’s', async () => {
  const person = await aUser(database)
  const account = await aStaffAccount(app, { serviceCompanyId: person.serviceCompanyId })
  const [removed, changed] = [
    await aTicket(database, person, { title: 'removed' }),
    await aTicket(database, person, { title: 'changed' }),
  ]
  const at = { staffUserId: account.staffUserId }
  const [first, second] = [
    await aComment(database, person, removed.id, at),
    await aComment(database, person, changed.id, at),
  ]
  const staff = await asStaff(app, account)
  expect(await titles(staff, { view: 'toAnswer' })).toEqual([])
  await database.run(sql`delete from comment where id = ${first}`)
  expect(await titles(staff, { view: 'toAnswer' })).toEqual(['removed'])
  await database.run(
    sql`update comment set staff_user_id = null, sender_web_user_id = ${person.webUserId} where id = ${second}`,
  )
  expect(await titles(staff, { view: 'toAnswer' })).toEqual(['removed', 'changed'])
})

test('technicians see the tickets of their groups, of none and their own; the office sees all of its portals', async () => {
  const portal = await aPortal(database)
  const { serviceCompanyId } = portal
  const elsewhere = await aPortal(database, { serviceCompanyId })
  const person = await aUser(database, { contact: await aContact(database, portal) })
  const far = await aUser(database, { contact: await aContact(database, elsewhere) })
  const stranger = await aUser(database)
  const [group, foreign] = [await aStaffGroup(database, portal), await aStaffGroup(database, portal)]
  const technician = await aStaffAccount(app, {
    serviceCompanyId,
    role: 'technician',
    portalIds: [portal.portalId],
    groupIds: [group],
  })
  const office = await aStaffAccount(app, { serviceCompanyId, role: 'office', portalIds: [portal.portalId] })
  const administrator = await aStaffAccount(app, { serviceCompanyId })
  await aTicket(database, person, { title: 'group', staffGroupId: group })
  await aTicket(database, person, { title: 'none' })
  const hidden = await aTicket(database, person, { title: 'foreign', staffGroupId: foreign })
  await aTicket(database, person, { title: 'assigned', staffGroupId: foreign, staffUserId: technician.staffUserId })
  const there = await aTicket(database, far, { title: 'far' })
  const beyond = await aTicket(database, stranger, { title: 'stranger' })

  const [asTechnician, asOffice, asAdministrator] = [
    await asStaff(app, technician),
    await asStaff(app, office),
    await asStaff(app, administrator),
  ]
  expect((await titles(asTechnician)).sort()).toEqual(['assigned', 'group', 'none'])
  expect((await titles(asOffice)).sort()).toEqual(['assigned', 'foreign', 'group', 'none'])
  expect((await titles(asAdministrator)).sort()).toEqual(['assigned', 'far', 'foreign', 'group', 'none'])
  expect((await asTechnician(readStaffTicket, { params: { ticketid: hidden.id } })).problem.status).toBe(404)
  expect((await asOffice(readStaffTicket, { params: { ticketid: there.id } })).problem.status).toBe(404)
  expect((await asAdministrator(readStaffTicket, { params: { ticketid: beyond.id } })).problem.status).toBe(404)
})

test('the search finds numbers, words of the title and customers, and nothing of another company', async () => {
  const person = await aUser(database)
  const stranger = await aUser(database)
  const account = await aStaffAccount(app, { serviceCompanyId: person.serviceCompanyId })
  const { number } = await aTicket(database, person, { title: 'Perdita d’acqua sulla linea 2' })
  await aTicket(database, person, { title: 'Altro' })
  await aTicket(database, stranger, { title: 'Perdita sulla linea' })
  const staff = await asStaff(app, account)
  expect(await titles(staff, { q: 'PERDIT lin' })).toEqual(['Perdita d’acqua sulla linea 2'])
  expect(await titles(staff, { q: `#${number}` })).toContain('Perdita d’acqua sulla linea 2')
  expect((await titles(staff, { q: person.companyName.toUpperCase() })).length).toBe(2)
  expect(await titles(staff, { q: stranger.companyName })).toEqual([])
  expect(await titles(staff, { q: `'%_\\ & | !` })).toEqual([])
})

test('a ticket is unread until its customer’s messages are marked; the mark never goes back', async () => {
  const person = await aUser(database)
  const account = await aStaffAccount(app, { serviceCompanyId: person.serviceCompanyId })
  const { id } = await aTicket(database, person)
  const [first, second] = [
    await aComment(database, person, id, { at: '2026-03-01T11:00:00Z' }),
    await aComment(database, person, id, { at: '2026-03-01T12:00:00Z' }),
  ]
  const staff = await asStaff(app, account)
  const isUnread = async () => (await staff(listStaffTickets)).body[0]?.unread
  const mark = (commentId: number | null) =>
    staff(markStaffTicketRead, { params: { ticketid: id }, body: { commentId } })
  expect(await isUnread()).toBe(true)
  await mark(first)
  expect(await isUnread()).toBe(true)
  await mark(second)
  await mark(null)
  expect(await isUnread()).toBe(false)
  const other = await aUser(database)
  const foreign = await aTicket(database, other)
  const foreignComment = await aComment(database, other, foreign.id)
  expect((await mark(foreignComment)).problem.errors?.[0]?.path).toBe('body.commentId')
})
