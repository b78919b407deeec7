import { isDeepStrictEqual } from 'node:util'
import {
  cancelStaffVisit,
  changeStaffVisit,
  listTicketsToPlan,
  planVisit,
  readStaffVisit,
  readVisitBoard,
} from '@portico/contract/staff/planning/visits'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/fixtures/app.ts'
import { anActivity } from '../../../test/fixtures/appointments.ts'
import { openStream } from '../../../test/fixtures/event-stream.ts'
import { aContact, aPortal, aStaffGroup, aTicket, aUser } from '../../../test/fixtures/factories.ts'
import { aStaffAccount, asStaff, staffHeaders } from '../../../test/fixtures/staff.ts'
import { sql } from '../../kernel/database/db.ts'
import { hashToken } from '../../kernel/security/secrets.ts'

// Who of the staff sees and does what on the board.

const app = await testApp()
const { database } = app
const origin = await app.http.listen({ port: 0, host: '127.0.0.1' })

const start = '2026-03-10T09:00:00Z'
const end = '2026-03-10T10:00:00Z'
const query = { from: '2026-03-10' }

const idOf = async (key: string) =>
  (await database.one<{ id: number }>(sql`select id from planned_activity where key_hash = ${hashToken(key)}`)).id

/** A company with two portals and two groups: a visit for a ticket of the first group in the first portal. */
const aWorld = async () => {
  const portal = await aPortal(database)
  const { serviceCompanyId } = portal
  const second = await aPortal(database, { serviceCompanyId })
  const [own, other] = [await aStaffGroup(database, portal), await aStaffGroup(database, portal, { name: 'Altro' })]
  const person = await aUser(database, { contact: await aContact(database, portal) })
  const ticket = await aTicket(database, person, { staffGroupId: own })
  const account = (given: object) => aStaffAccount(app, { serviceCompanyId, ...given })
  const worker = await account({ role: 'technician', groupIds: [own] })
  const visitid = await idOf(
    await anActivity(database, person, { ticketId: ticket.id, staffUserId: worker.staffUserId, start }),
  )
  return { serviceCompanyId, portal, second, own, other, person, ticket, account, worker, visitid }
}

test('who may not see a visit sees that its technician is busy, and nothing else of it', async () => {
  const world = await aWorld()
  const foreign = await aStaffAccount(app)
  const accounts = {
    office: [await world.account({ role: 'office' }), 'visit'],
    colleague: [await world.account({ role: 'technician', groupIds: [world.own] }), 'visit'],
    otherGroup: [await world.account({ role: 'technician', groupIds: [world.other] }), 'busy'],
    otherPortal: [await world.account({ role: 'office', portalIds: [world.second.portalId] }), 'busy'],
  } as const
  for (const [account, kind] of Object.values(accounts)) {
    const call = await asStaff(app, account)
    // The technician works for all portals, and so is on the board of each.
    const { entries } = (await call(readVisitBoard, { query })).body
    expect(entries).toHaveLength(1)
    expect(entries[0]).toMatchObject({ kind, staffId: world.worker.staffUserId, startsOn: start, endsOn: end })
    const answer = await call(readStaffVisit, { params: { visitid: world.visitid } })
    expect(answer.status).toBe(kind === 'visit' ? 200 : 404)
    if (kind === 'busy')
      expect(entries[0]).toMatchObject({
        id: null,
        title: null,
        customer: null,
        ticket: null,
        address: null,
        phone: null,
        activityTypeName: null,
        mayChange: false,
      })
  }
  const theirs = (await (await asStaff(app, foreign))(readVisitBoard, { query })).body
  expect(theirs.entries).toEqual([])
  expect(theirs.technicians.map(({ id }) => id)).toEqual([foreign.staffUserId])
})

test('a technician sees an own visit for a ticket of another group, without the ticket', async () => {
  const world = await aWorld()
  await database.run(sql`update ticket set staff_group_id = ${world.other} where id = ${world.ticket.id}`)
  const call = await asStaff(app, world.worker)
  const { body } = await call(readStaffVisit, { params: { visitid: world.visitid } })
  expect(body).toMatchObject({ ticket: null, mayChange: true, customer: { companyName: world.person.companyName } })
})

test('a technician plans and changes own visits; the office those of all', async () => {
  const world = await aWorld()
  const { worker, visitid, ticket } = world
  const colleague = await world.account({ role: 'technician', groupIds: [world.own] })
  const [own, theirs, office] = await Promise.all(
    [worker, colleague, await world.account({ role: 'office' })].map(account => asStaff(app, account)),
  )
  const params = { visitid }
  const body = { ticketId: ticket.id, startsOn: end, endsOn: '2026-03-10T11:00:00Z', activityTypeName: 'Intervento' }
  const planFor = (call: typeof own, staffId: number | null) => call?.(planVisit, { body: { ...body, staffId } })
  const forbidden = { status: 403, code: 'forbidden' }
  expect(
    (await theirs?.(changeStaffVisit, { params, body: { startsOn: '2026-03-10T09:30:00Z' } }))?.problem,
  ).toMatchObject(forbidden)
  expect((await theirs?.(cancelStaffVisit, { params }))?.problem).toMatchObject(forbidden)
  expect((await planFor(theirs, worker.staffUserId))?.problem).toMatchObject(forbidden)
  expect((await planFor(theirs, null))?.problem).toMatchObject(forbidden)
  expect((await own?.(changeStaffVisit, { params, body: { staffId: colleague.staffUserId } }))?.problem).toMatchObject(
    forbidden,
  )
  expect((await own?.(changeStaffVisit, { params, body: { notes: 'Porto la scala' } }))?.status).toBe(200)
  expect((await planFor(theirs, colleague.staffUserId))?.status).toBe(201)
  expect((await office?.(changeStaffVisit, { params, body: { staffId: colleague.staffUserId } }))?.status).toBe(200)
  const { entries } = (await own?.(readVisitBoard, { query }))?.body ?? {}
  expect(entries?.map(({ mayChange }) => mayChange)).toEqual([false, false])
})

test('nobody is sent on visits of a portal that the account does not work for, or after it has ended', async () => {
  const world = await aWorld()
  const office = await asStaff(app, await world.account({ role: 'office' }))
  const elsewhere = await world.account({ role: 'technician', portalIds: [world.second.portalId] })
  const ended = await world.account({ role: 'technician' })
  await database.run(sql`update staff_account set ended_at = now() where id = ${ended.staffAccountId}`)
  for (const { staffUserId } of [elsewhere, ended]) {
    const body = {
      staffId: staffUserId,
      startsOn: start,
      endsOn: end,
      activityTypeName: 'x',
      ticketId: world.ticket.id,
    }
    expect((await office(planVisit, { body })).problem).toMatchObject({
      code: 'not_found',
      errors: [{ path: 'body.staffId' }],
    })
  }
})

test('everybody sees that somebody is away and cannot be sent, only the office and the person why', async () => {
  const world = await aWorld()
  const { worker, serviceCompanyId } = world
  await database.run(sql`insert into staff_absence (service_company_id, staff_user_id, starts_at, ends_at, all_day, kind)
    values (${serviceCompanyId}, ${worker.staffUserId}, ${end}, '2026-03-10T12:00:00Z', false, 'sick')`)
  const whyFor = async (account: typeof worker) => {
    const { entries } = (await (await asStaff(app, account))(readVisitBoard, { query })).body
    return entries.filter(({ kind }) => kind === 'absence').map(({ absence }) => absence)
  }
  const office = await world.account({ role: 'office' })
  expect(await whyFor(office)).toEqual(['sick'])
  expect(await whyFor(worker)).toEqual(['sick'])
  expect(await whyFor(await world.account({ role: 'technician' }))).toEqual([null])
  const call = await asStaff(app, office)
  const body = { startsOn: '2026-03-10T11:00:00Z', endsOn: '2026-03-10T13:00:00Z', activityTypeName: 'x' }
  const refused = await call(planVisit, { body: { ...body, ticketId: world.ticket.id, staffId: worker.staffUserId } })
  expect(refused.problem).toMatchObject({ code: 'conflict', collisions: [{ kind: 'absence', startsOn: end }] })
})

test('a collision with what the caller may not see tells its times and nothing else', async () => {
  const world = await aWorld()
  const call = await asStaff(app, await world.account({ role: 'office', portalIds: [world.second.portalId] }))
  const { contactId } = await aContact(database, world.second)
  const body = { contactId, staffId: world.worker.staffUserId, startsOn: start, endsOn: end, activityTypeName: 'x' }
  const { problem } = await call(planVisit, { body })
  expect(problem).toMatchObject({
    code: 'conflict',
    collisions: [{ kind: 'busy', id: null, startsOn: start, endsOn: end, companyName: null, title: null }],
  })
  expect(JSON.stringify(problem)).not.toContain(world.person.companyName)
})

test('tickets to be planned are those of the caller’s portals, and for a technician of the own groups', async () => {
  const world = await aWorld()
  const free = await aTicket(database, world.person, { staffGroupId: world.own })
  const foreign = await asStaff(app, await aStaffAccount(app))
  const seenBy = async (given: object) => {
    const call = await asStaff(app, await world.account(given))
    return (await call(listTicketsToPlan)).body.tickets.map(({ id }) => id)
  }
  expect(await seenBy({ role: 'office' })).toEqual([free.id])
  expect(await seenBy({ role: 'technician', groupIds: [world.own] })).toEqual([free.id])
  expect(await seenBy({ role: 'technician', groupIds: [world.other] })).toEqual([])
  expect(await seenBy({ role: 'office', portalIds: [world.second.portalId] })).toEqual([])
  expect((await foreign(listTicketsToPlan)).body).toEqual({ tickets: [], count: 0 })
})

test('open boards of the company are told which days to read again, those of others nothing', async () => {
  const world = await aWorld()
  const office = await world.account({ role: 'office' })
  const streamOf = async (account: typeof office) => {
    const stream = await openStream(`${origin}/api/staff/events`, await staffHeaders(app, account))
    expect((await stream.next()).event).toBe('ready')
    return stream
  }
  const stranger = await aUser(database)
  const theirs = await aStaffAccount(app, { serviceCompanyId: stranger.serviceCompanyId })
  const [own, foreign] = [await streamOf(office), await streamOf(theirs)]
  const call = await asStaff(app, office)
  await call(cancelStaffVisit, { params: { visitid: world.visitid } })
  const told = [(await own.next()).data, (await own.next()).data]
  expect(told).toContainEqual({ type: 'board', from: start, to: end })
  // Visits that nobody makes yet are on the board, too.
  const unassigned = { contactId: world.person.contactId, staffId: null, activityTypeName: 'Sopralluogo' }
  const { body: planned } = await call(planVisit, {
    body: { ...unassigned, startsOn: '2026-05-04T07:00:00Z', endsOn: '2026-05-04T08:00:00Z' },
  })
  const boardOf = (day: string) => ({ type: 'board', from: `${day}T07:00:00Z`, to: `${day}T08:00:00Z` })
  const hears = async (expected: object) => {
    for (;;) if (isDeepStrictEqual((await own.next()).data, expected)) return
  }
  await hears(boardOf('2026-05-04'))
  await call(changeStaffVisit, {
    params: { visitid: planned.id },
    body: { title: 'Sopralluogo in cantina' },
    headers: { 'if-match': `"${planned.version}"` },
  })
  await hears(boardOf('2026-05-04'))
  // What the others hear first is of their own company.
  await anActivity(database, stranger, { staffUserId: theirs.staffUserId, start: '2026-04-01T07:00:00Z' })
  expect((await foreign.next()).data).toEqual({
    type: 'board',
    from: '2026-04-01T07:00:00Z',
    to: '2026-04-01T08:00:00Z',
  })
  own.close()
  foreign.close()
})
