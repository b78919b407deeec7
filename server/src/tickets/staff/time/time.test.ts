import {
  exportCustomerMonth,
  exportTeamWeek,
  exportTimeWeek,
  readCustomerMonth,
  readTeamWeek,
  readTimeWeek,
} from '@portico/contract/staff/planning/time'
import { noteStaffTime } from '@portico/contract/staff/tickets'
import { expect, test } from 'vitest'
import { testApp } from '../../../../test/fixtures/app.ts'
import { anActivity, anActivityContract } from '../../../../test/fixtures/contracts.ts'
import { aContact, aPortal, aTicket, aUser } from '../../../../test/fixtures/factories.ts'
import { anOperator } from '../../../../test/fixtures/operator.ts'
import { aStaffAccount, asStaff } from '../../../../test/fixtures/staff.ts'
import { sql } from '../../../kernel/database/db.ts'

// Monday 2 March 2026, 09:30 in Rome.
const app = await testApp()
const { database } = app

const aTeam = async (given: object = {}) => {
  const portal = await aPortal(database, given)
  const { serviceCompanyId } = portal
  const person = await aUser(database, { contact: await aContact(database, portal) })
  const { id: ticketid } = await aTicket(database, person, { title: 'Stampante ferma' })
  const account = await aStaffAccount(app, { serviceCompanyId, role: 'technician' })
  const technician = await asStaff(app, account)
  const as = async (more: object) => asStaff(app, await aStaffAccount(app, { serviceCompanyId, ...more }))
  const contractId = await anActivityContract(database, person, { name: 'Assistenza' })
  const note = (minutes: number, more: object = {}) =>
    technician(noteStaffTime, { params: { ticketid }, body: { minutes, activityTypeName: 'Assistenza', ...more } })
  const { staffUserId } = account
  return {
    portal,
    person,
    ticketid,
    technician,
    staffUserId,
    contractId,
    note,
    as,
    office: await as({ role: 'office' }),
  }
}

test('a technician reads the own week by day, on contracts and unassigned', async () => {
  const { technician, note, contractId, person, ticketid } = await aTeam()
  await note(90, { activityContractId: contractId })
  await note(20)
  const { body } = await technician(readTimeWeek)
  expect(body).toMatchObject({ from: '2026-03-02', to: '2026-03-08', minutes: 110, unassignedMinutes: 20 })
  expect(body.days.map(({ minutes }) => minutes)).toEqual([110, 0, 0, 0, 0, 0, 0])
  // The one on a contract is counted once.
  expect(body.entries).toHaveLength(2)
  expect(body.entries.find(({ minutes }) => minutes === 90)).toMatchObject({
    kind: 'time',
    day: '2026-03-02',
    contract: 'Assistenza',
    customer: { id: person.contactId },
    ticket: { id: ticketid, title: 'Stampante ferma' },
  })
  expect((await technician(readTimeWeek, { query: { day: '2026-03-01' } })).body).toMatchObject({
    from: '2026-02-23',
    minutes: 0,
  })
  expect((await technician(readTimeWeek, { query: { day: 'ieri' } })).problem.code).toBe('invalid_request')
})

test('the office reads the team’s week and a customer’s month', async () => {
  const { office, note, contractId, person, staffUserId } = await aTeam()
  await note(90, { activityContractId: contractId })
  await note(20)
  await anActivity(database, person, { contractId }, { minutes: 45, start: '2026-03-20T08:00:00Z' })
  const team = (await office(readTeamWeek)).body
  expect(team).toMatchObject({ minutes: 110, unassignedMinutes: 20 })
  expect(team.people.find(({ staffUser }) => staffUser.id === staffUserId)).toMatchObject({
    minutes: 110,
    unassignedMinutes: 20,
    days: [110, 0, 0, 0, 0, 0, 0],
  })
  // Who noted nothing is there as well.
  expect(team.people).toHaveLength(2)
  const params = { contactid: person.contactId }
  const month = (await office(readCustomerMonth, { params })).body
  expect(month).toMatchObject({
    month: '2026-03',
    minutes: 155,
    unassignedMinutes: 20,
    contracts: [{ name: 'Assistenza', minutes: 135 }],
  })
  expect(month.entries.at(-1)).toMatchObject({ kind: 'activity', staffUser: null, ticket: null, day: '2026-03-20' })
  expect((await office(readCustomerMonth, { params, query: { month: '2026-02' } })).body.minutes).toBe(0)
  expect((await office(readCustomerMonth, { params, query: { month: '2026-13' } })).problem.code).toBe(
    'invalid_request',
  )
})

test('CSV is what spreadsheets in Italy read, and no cell is a formula', async () => {
  const { office, technician, note, contractId, person, portal } = await aTeam()
  await note(95, { activityContractId: contractId, activityTypeName: '=1+1' })
  await database.run(sql`update contact set company_name = '@Bar "Da Gino"; Trento' where id = ${person.contactId}`)
  const params = { contactid: person.contactId }
  const { number } = await database.one<{ number: number }>(
    sql`select ticket_number as number from ticket where service_company_id = ${portal.serviceCompanyId}`,
  )
  const [week, team, month] = [
    await technician(exportTimeWeek),
    await office(exportTeamWeek),
    await office(exportCustomerMonth, { params }),
  ]
  for (const { text, headers } of [week, team, month]) {
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    const [titles, row] = text.split('\r\n')
    expect(titles).toBe('\uFEFF"Giorno";"Persona";"Cliente";"Ticket";"Oggetto";"Attività";"Contratto";"Minuti";"Ore"')
    expect(row).toContain(`;"'@Bar ""Da Gino""; Trento";"${number}";"Stampante ferma";"'=1+1";"Assistenza";"95";"1,58"`)
    expect(row?.startsWith('"02/03/2026";')).toBe(true)
  }
  expect(week.headers['content-disposition']).toContain('settimana-2026-03-02.csv')
  expect((await technician(exportTimeWeek, { query: { language: 'en-EN' } })).text).toContain('"Hours"')
})

test.each([
  // The week of the spring change has an hour less: Sunday, 22:30 in Rome belongs to it, 00:30 on Monday does not.
  ['Europe/Rome', '2026-03-29T20:30:00Z', '2026-03-29T22:30:00Z'],
  ['America/New_York', '2026-03-30T03:30:00Z', '2026-03-30T04:30:00Z'],
])('days and weeks are those of the company’s clock: %s', async (timeZone, inside, outside) => {
  const { technician, note } = await aTeam({ timeZone })
  const first = (await note(10)).body
  const second = (await note(20)).body
  const move = (id: number, at: string) =>
    database.run(sql`update ticket_time set worked_on = ${new Date(at)} where id = ${id}`)
  await move(first.id, inside)
  await move(second.id, outside)
  const { body } = await technician(readTimeWeek, { query: { day: '2026-03-25' } })
  expect([body.to, body.minutes, body.days.at(-1)?.minutes]).toEqual(['2026-03-29', 10, 10])
})

test('noted time is a record: one on a contract counts once, and open tickets are told', async () => {
  const { technician, portal, person, ticketid, contractId, staffUserId } = await aTeam()
  const operator = await anOperator(app, portal)
  const activityId = await anActivity(database, person, { contractId }, { minutes: 45, start: '2026-03-03T08:00:00Z' })
  const names = await database.one<{ ticket: string; staff: string; contractActivity: string }>(sql`select
      (select external_id from ticket where id = ${ticketid}) as ticket,
      (select external_id from staff_user where id = ${staffUserId}) as staff,
      (select external_id from contract_activity where id = ${activityId}) as "contractActivity"`)
  const body = { ...names, minutes: 45, activityTypeName: 'Assistenza', workedOn: '2026-03-03T08:00:00.000Z' }
  expect((await operator('PUT', '/notedTimes/uno', body)).json).toMatchObject(body)
  expect((await technician(readTimeWeek)).body).toMatchObject({ minutes: 45, unassignedMinutes: 0 })
  await operator('PATCH', '/notedTimes/uno', { contractActivity: null, minutes: 30 })
  expect((await technician(readTimeWeek)).body).toMatchObject({ minutes: 30, unassignedMinutes: 30 })
  const told = await database.many(sql`select from event
    where ticket_id = ${ticketid} and type = 'time.noted' and staff_only`)
  expect(told).toHaveLength(2)
  const other = await aTeam()
  const strangers = await database.one<{ contractActivity: string }>(sql`select external_id as "contractActivity"
    from contract_activity where id = ${await anActivity(database, other.person, other, { minutes: 5 })}`)
  expect((await operator('PATCH', '/notedTimes/uno', strangers)).problem.status).toBe(404)
  expect((await operator('PATCH', '/notedTimes/uno', { minutes: 0 })).problem.status).toBe(400)
  expect((await operator('PATCH', '/notedTimes/uno', { ticket: null })).problem.status).toBe(400)
  expect((await operator('DELETE', '/notedTimes/uno')).status).toBe(204)
  expect((await technician(readTimeWeek)).body.minutes).toBe(0)
})

test('roles, other portals and another company', async () => {
  const { portal, technician, office, note, person, staffUserId, as } = await aTeam()
  await note(30)
  const { serviceCompanyId } = portal
  const params = { contactid: person.contactId }
  const query = { staffUser: staffUserId }
  const second = await aPortal(database, { serviceCompanyId })
  const colleague = await as({ role: 'technician' })
  expect((await colleague(readTimeWeek, { query })).status).toBe(404)
  expect((await colleague(exportTimeWeek, { query })).status).toBe(404)
  expect((await office(readTimeWeek, { query })).body.minutes).toBe(30)
  expect((await technician(readTeamWeek)).status).toBe(403)
  expect((await technician(readCustomerMonth, { params })).status).toBe(403)
  expect((await technician(exportTeamWeek)).status).toBe(403)
  expect((await technician(exportCustomerMonth, { params })).status).toBe(403)
  const limited = await as({ role: 'office', portalIds: [second.portalId] })
  expect((await limited(readTimeWeek, { query })).body.minutes).toBe(0)
  expect((await limited(readTeamWeek)).body.minutes).toBe(0)
  expect((await limited(readCustomerMonth, { params })).status).toBe(404)
  expect((await limited(exportCustomerMonth, { params })).status).toBe(404)
  const stranger = await asStaff(app, await aStaffAccount(app))
  expect((await stranger(readTimeWeek, { query })).status).toBe(404)
  expect((await stranger(readTeamWeek)).body.people).toHaveLength(1)
  expect((await stranger(readCustomerMonth, { params })).status).toBe(404)
})
