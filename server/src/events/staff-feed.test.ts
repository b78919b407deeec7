import { staffActTypes } from '@portico/contract/sections'
import { endStaffAccount, inviteStaff, restoreStaffAccount } from '@portico/contract/staff/accounts'
import {
  changeStaffTickets,
  copyStaffTicket,
  linkStaffTicket,
  mergeStaffTicket,
  unlinkStaffTicket,
} from '@portico/contract/staff/ticket-actions'
import {
  changeStaffTicket,
  closeStaffTicket,
  createStaffComment,
  createStaffNote,
  noteStaffTime,
  raiseStaffTicket,
  type StaffTicket,
} from '@portico/contract/staff/tickets'
import { expect, test } from 'vitest'
import { raiseTicket, waitForEvents } from '../../test/fixtures/actions.ts'
import { testApp } from '../../test/fixtures/app.ts'
import { aContact, aPortal, aUser } from '../../test/fixtures/factories.ts'
import { anOperator, type Operator } from '../../test/fixtures/operator.ts'
import { aStaffAccount, asStaff } from '../../test/fixtures/staff.ts'
import { webhookReceiver } from '../../test/fixtures/webhook-receiver.ts'
import { sql } from '../kernel/database/db.ts'
import { openDispatcher } from '../webhooks/dispatcher.ts'
import { contactEventsAfter, eventsAfter } from './queries.ts'

const app = await testApp({ webhookAllowPrivate: true })
const { database, clock } = app

const start = { transaction: 0n, id: 0 }
const SECRET = 'nessuno deve leggerlo'

type Event = {
  type: string
  staff: string | null
  webUser: string | null
  contact: string | null
  data: Record<string, unknown>
}

const read = async (operator: Operator, types?: string) => {
  await waitForEvents(database)
  const { events } = (await operator('GET', `/events${types ? `?types=${types}` : ''}`)).json
  return events as Event[]
}

/** Does everything that staff do with tickets. */
const actOnTickets = async () => {
  const person = await aUser(database)
  const { serviceCompanyId } = person
  const account = await aStaffAccount(app, { serviceCompanyId })
  const call = await asStaff(app, account)
  const ticketid = await raiseTicket(app, person)
  const params = { ticketid }
  const at = { params }
  const message = `<p>${SECRET}</p>`
  const assigned = { assigneeId: account.staffUserId, dueAt: '2026-03-09T08:00:00Z', stepId: person.steps[1] }
  const ticket = (await call(changeStaffTicket, { ...at, body: assigned })).body as StaffTicket
  await call(createStaffNote, { ...at, body: { message } })
  await call(noteStaffTime, { ...at, body: { minutes: 15, activityTypeName: SECRET } })
  const seen = ticket.comments.at(-1)?.id ?? null
  expect((await call(createStaffComment, { ...at, body: { message, seen, close: true } })).status).toBe(201)
  clock.pass(11_000)
  await database.run(sql`update job set due_at = now() where kind = 'held-answer'`)
  await app.delivered()
  await call(changeStaffTicket, { ...at, body: { stepId: person.steps[0], assigneeId: null } })
  await call(closeStaffTicket, at)
  const raised = { contactId: person.contactId, title: SECRET, description: message, taskTypeId: person.taskTypeId }
  await call(raiseStaffTicket, { body: raised })
  return { person, account, operator: await anOperator(app, { serviceCompanyId }) }
}

test('what the staff do is in the feed for those who ask, without a text', async () => {
  const { person, account, operator } = await actOnTickets()
  const events = await read(operator, staffActTypes.join(','))
  const { staff } = await database.one<{ staff: string }>(
    sql`select external_id as staff from staff_user where id = ${account.staffUserId}`,
  )
  expect(events.map(({ type }) => type)).toEqual([
    'staff.ticket.assigned',
    'staff.ticket.changed',
    'staff.note.created',
    'staff.time.noted',
    'staff.comment.created',
    'staff.ticket.closed',
    'staff.ticket.assigned',
    'staff.ticket.changed',
    'staff.ticket.reopened',
    'staff.ticket.closed',
    'staff.ticket.raised',
  ])
  const of = (type: string) => events.find(event => event.type === type)?.data
  expect(of('staff.ticket.assigned')).toMatchObject({ assignee: staff })
  expect(of('staff.ticket.changed')).toMatchObject({ fields: expect.arrayContaining(['dueAt', 'step']) })
  expect(of('staff.note.created')).toEqual({ ticket: expect.any(String), note: expect.any(String) })
  expect(of('staff.time.noted')).toMatchObject({ minutes: 15 })
  expect(of('staff.comment.created')).toEqual({ ticket: expect.any(String), comment: expect.any(String) })
  expect(events[6]?.data.assignee).toBeNull()
  const tickets = await database.many<{ id: string }>(
    sql`select external_id as id from ticket where contact_id = ${person.contactId} order by id`,
  )
  expect([...new Set(events.map(({ data }) => data.ticket))]).toEqual(tickets.map(({ id }) => id))
  for (const event of events) expect(event).toMatchObject({ staff, webUser: null, contact: expect.any(String) })
  expect(JSON.stringify(events)).not.toContain(SECRET)
})

test('links, merges, copies and changes of several tickets are events of their own', async () => {
  const person = await aUser(database)
  const { serviceCompanyId } = person
  const portal = await aPortal(database, { serviceCompanyId })
  const other = await aUser(database, { contact: await aContact(database, portal) })
  const call = await asStaff(app, await aStaffAccount(app, { serviceCompanyId }))
  const [one, two] = [await raiseTicket(app, person), await raiseTicket(app, person)]
  const elsewhere = await raiseTicket(app, other)
  const names = new Map<number, string>()
  for (const { id, name } of await database.many<{ id: number; name: string }>(
    sql`select id, external_id as name from ticket where service_company_id = ${serviceCompanyId}`,
  ))
    names.set(id, name)
  const at = { params: { ticketid: one } }
  await call(linkStaffTicket, { ...at, body: { ticketId: two } })
  await call(unlinkStaffTicket, { params: { ticketid: one, otherid: two } })
  await call(linkStaffTicket, { ...at, body: { ticketId: elsewhere } })
  const change = { groupId: null, close: true }
  expect((await call(changeStaffTickets, { body: { ticketIds: [two, elsewhere, one], change } })).status).toBe(200)
  // One that is changed alone has its own event, and no other.
  await call(changeStaffTickets, { body: { ticketIds: [one], change: { stepId: person.steps[0] } } })
  expect((await call(mergeStaffTicket, { params: { ticketid: two }, body: { into: one } })).status).toBe(201)
  const copy = { contactId: other.contactId, title: SECRET, taskTypeId: other.taskTypeId, description: true }
  const copied = { ...copy, commentIds: [], attachments: [], close: false }
  expect((await call(copyStaffTicket, { ...at, body: copied })).status).toBe(201)

  const operator = await anOperator(app, { serviceCompanyId })
  const types = ['linked', 'unlinked', 'merged', 'copied'].map(act => `staff.ticket.${act}`)
  const events = await read(operator, [...types, 'staff.tickets.changed'].join(','))
  const [first, second] = [names.get(one), names.get(two)]
  expect(events.map(({ type, data }) => [type.replace('staff.', ''), data])).toEqual([
    ['ticket.linked', { ticket: first, other: second }],
    ['ticket.linked', { ticket: second, other: first }],
    ['ticket.unlinked', { ticket: first, other: second }],
    ['ticket.unlinked', { ticket: second, other: first }],
    ['ticket.linked', { ticket: first, other: null }],
    ['ticket.linked', { ticket: names.get(elsewhere), other: null }],
    ['tickets.changed', { tickets: [second, first], fields: ['group', 'step'] }],
    ['tickets.changed', { tickets: [names.get(elsewhere)], fields: ['group', 'step'] }],
    ['ticket.merged', { ticket: first, merged: second }],
    ['ticket.copied', { ticket: first, copy: null }],
  ])
  const ofOther = await read(await anOperator(app, { serviceCompanyId, portalIds: [other.portalId] }), types.join(','))
  expect(ofOther.map(({ data }) => data)).toEqual([{ ticket: names.get(elsewhere), other: null }])
  expect(JSON.stringify(events)).not.toContain(SECRET)
})

test('who does not ask for it gets what customers do alone, and no open screen is told twice', async () => {
  const { person, operator } = await actOnTickets()
  expect((await read(operator)).map(({ type, staff }) => [type, staff])).toEqual([['ticket.created', null]])
  expect(await read(operator, 'ticket.created,staff.note.created')).toHaveLength(2)
  expect((await operator('GET', '/events?types=staff.everything')).problem.code).toBe('invalid_request')
  const scope = { serviceCompanyId: person.serviceCompanyId, portalId: person.portalId, contactId: person.contactId }
  const rows = [
    ...(await eventsAfter(database, start, 1000)),
    ...(await contactEventsAfter(database, scope as never, start, 1000)),
  ]
  expect(rows.length).toBeGreaterThan(3)
  expect(rows.filter(({ type }) => type.startsWith('staff.'))).toEqual([])
})

test('accounts of the staff are events without their addresses', async () => {
  const { serviceCompanyId, portalId } = await aPortal(database)
  const call = await asStaff(app, await aStaffAccount(app, { serviceCompanyId }))
  const body = { firstName: 'Ada', lastName: 'Moro', email: 'ada@hidden.example', role: 'office', portalIds: null }
  const { id } = (await call(inviteStaff, { body })).body.account
  await call(endStaffAccount, { params: { accountid: id } })
  await call(restoreStaffAccount, { params: { accountid: id }, body: {} })
  const operator = await anOperator(app, { serviceCompanyId })
  const types = staffActTypes.join(',')
  const events = await read(operator, types)
  expect(events.map(({ type }) => type)).toEqual(['made', 'ended', 'restored'].map(act => `staff.account.${act}`))
  expect(events[0]?.data).toEqual({ account: expect.any(String), role: 'office' })
  expect(JSON.stringify(events)).not.toMatch(/hidden\.example|Moro/)
  expect(await read(await anOperator(app, { serviceCompanyId, portalIds: [portalId] }), types)).toEqual([])
  expect(await read(await anOperator(app), types)).toEqual([])
})

test('a webhook gets what the staff do only if its types name it', async () => {
  const person = await aUser(database)
  const operator = await anOperator(app, person)
  const [all, some] = [await webhookReceiver(), await webhookReceiver()]
  await operator('POST', '/webhooks', { url: all.url })
  await operator('POST', '/webhooks', { url: some.url, types: ['staff.note.created'] })
  const ticketid = await raiseTicket(app, person)
  const call = await asStaff(app, await aStaffAccount(app, person))
  await call(createStaffNote, { params: { ticketid }, body: { message: `<p>${SECRET}</p>` } })
  await waitForEvents(database)
  await openDispatcher(app.deps).runDue()
  const typesOf = (received: { body: string }[]) => received.map(({ body }) => JSON.parse(body).type)
  expect(typesOf(all.received)).toEqual(['ticket.created'])
  expect(typesOf(some.received)).toEqual(['staff.note.created'])
  expect(some.received[0]?.body).not.toContain(SECRET)
})
