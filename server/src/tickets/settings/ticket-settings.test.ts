import {
  changeTicketStep,
  changeTicketType,
  createTicketStep,
  createTicketType,
  listStaffTicketSteps,
  listStaffTicketTypes,
  orderTicketSteps,
  orderTicketTypes,
  removeTicketStep,
  removeTicketType,
} from '@portico/contract/staff/ticket-settings'
import { changeStaffTicket, raiseStaffTicket, readStaffChoices, readStaffTicket } from '@portico/contract/staff/tickets'
import { createTicket, listTicketTypes, readTicket } from '@portico/contract/tickets'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/fixtures/app.ts'
import { aPortal, aServiceCompany, aStaffGroup, aTicket, aUser } from '../../../test/fixtures/factories.ts'
import { anOperator, openPortal } from '../../../test/fixtures/operator.ts'
import { aStaffAccount, asStaff } from '../../../test/fixtures/staff.ts'
import { sql } from '../../kernel/database/db.ts'

const app = await testApp()
const { database } = app

/** A portal with a customer, whose only type is «Guasto», and an administrator. */
const anOffice = async () => {
  const person = await aUser(database)
  const { serviceCompanyId, portalId, company } = person
  const account = await aStaffAccount(app, { serviceCompanyId })
  const staff = await asStaff(app, account)
  const params = { portalid: portalId }
  const types = async () => (await staff(listStaffTicketTypes, { params })).body
  const steps = async () => (await staff(listStaffTicketSteps, { params })).body
  const customer = await app.as(person)
  const offered = async () => (await customer(listTicketTypes, { params: { company } })).body
  const raise = (taskTypeId: number) =>
    customer(createTicket, { params: person.here, body: { title: 'Fermo', taskTypeId, description: '<p>a</p>' } })
  const logged = async () => {
    await app.deps.security.flush()
    return database.many<{ what: string; reason: string | null }>(sql`select what, reason from security_event
      where service_company_id = ${serviceCompanyId} and what like 'staff.ticket%' order by id`)
  }
  return { person, account, staff, params, types, steps, offered, raise, logged }
}

test('a type is added behind the others, changed, put first and made the default, and the customers’ form shows it', async () => {
  const { person, staff, params, types, offered, logged } = await anOffice()
  const groupId = await aStaffGroup(database, person)
  const made = await staff(createTicketType, {
    params,
    body: { name: '  Preventivo\t', color: '#15577E', groupId, dueHours: 48, isDefault: true },
  })
  expect(made.status).toBe(201)
  const { id, version } = made.body
  expect(made.body).toEqual({
    ...{ id, version, name: 'Preventivo', color: '#15577E', groupId, dueHours: 48 },
    ...{ isOffered: true, isDefault: true, isArchived: false },
  })
  const [first] = await types()
  expect((await offered()).map(({ name, isDefault }) => [name, isDefault])).toEqual([
    ['Guasto', false],
    ['Preventivo', true],
  ])
  const ordered = await staff(orderTicketTypes, { params, body: { ids: [id, first?.id ?? 0] } })
  expect(ordered.body.map(({ name }) => name)).toEqual(['Preventivo', 'Guasto'])
  expect((await offered()).map(({ name }) => name)).toEqual(['Preventivo', 'Guasto'])
  const changed = await staff(changeTicketType, {
    params: { ...params, typeid: id },
    body: { name: 'Preventivi', color: null, groupId: null, dueHours: null, isDefault: false },
    headers: { 'if-match': `"${version}"` },
  })
  expect(changed.body).toMatchObject({
    name: 'Preventivi',
    color: null,
    groupId: null,
    dueHours: null,
    isDefault: false,
  })
  expect((await offered()).some(({ isDefault }) => isDefault)).toBe(false)
  expect(await logged()).toEqual([
    { what: 'staff.ticketType.changed', reason: 'made' },
    { what: 'staff.ticketType.changed', reason: 'order' },
    { what: 'staff.ticketType.changed', reason: null },
  ])
})

test('a type that is not offered is for the staff alone', async () => {
  const { person, staff, params, offered, raise } = await anOffice()
  const { id } = (await staff(createTicketType, { params, body: { name: 'Interno', isOffered: false } })).body
  expect((await offered()).map(({ name }) => name)).toEqual(['Guasto'])
  expect((await raise(id)).problem).toMatchObject({ status: 404, errors: [{ path: 'body.taskTypeId' }] })
  const choices = (await staff(readStaffChoices)).body.portals[0]
  expect(choices?.types.map(({ name }) => name)).toContain('Interno')
  const body = { contactId: person.contactId, title: 'Giro', taskTypeId: id, description: '<p>a</p>' }
  expect((await staff(raiseStaffTicket, { body })).status).toBe(201)
})

test('a type without tickets is removed, one with tickets is archived: they keep it, and no other can have it', async () => {
  const { person, staff, params, types, raise, offered } = await anOffice()
  const free = (await staff(createTicketType, { params, body: { name: 'Libero' } })).body
  const used = (await staff(createTicketType, { params, body: { name: 'Usato', isDefault: true } })).body
  const { id } = (await raise(used.id)).body
  const remove = (typeid: number) => staff(removeTicketType, { params: { ...params, typeid } })
  expect((await remove(free.id)).body).toEqual({ outcome: 'removed' })
  expect((await remove(free.id)).status).toBe(404)
  expect((await remove(used.id)).body).toEqual({ outcome: 'archived' })
  expect((await types()).map(({ name, isArchived, isDefault }) => [name, isArchived, isDefault])).toEqual([
    ['Guasto', false, false],
    ['Usato', true, false],
  ])
  expect((await offered()).map(({ name }) => name)).toEqual(['Guasto'])
  const ticket = await (await app.as(person))(readTicket, { params: { ...person.here, ticketid: id } })
  expect(ticket.body.taskType?.name).toBe('Usato')
  expect((await raise(used.id)).status).toBe(404)
  const other = await aTicket(database, person)
  const change = await staff(changeStaffTicket, { params: { ticketid: other.id }, body: { taskTypeId: used.id } })
  expect(change.problem).toMatchObject({ status: 404, errors: [{ path: 'body.taskTypeId' }] })
  const back = await staff(changeTicketType, { params: { ...params, typeid: used.id }, body: { isArchived: false } })
  expect(back.body.isArchived).toBe(false)
  expect((await raise(used.id)).status).toBe(201)
})

test.each([
  ['without a name', { name: ' \t ' }, 422, 'body.name'],
  ['with a name of control characters', { name: '\u0007\u0001' }, 422, 'body.name'],
  ['with the name of another in other case', { name: 'GUASTO' }, 409, 'body.name'],
  ['with a name that is too long', { name: 'x'.repeat(201) }, 400, 'body.name'],
  ['with a colour that is none', { name: 'A', color: 'red; } body { display: none' }, 400, 'body.color'],
  ['with a group that is not there', { name: 'A', groupId: 999_999_999 }, 404, 'body.groupId'],
  ['with a term of nothing', { name: 'A', dueHours: 0 }, 400, 'body.dueHours'],
  ['with a term of years', { name: 'A', dueHours: 8761 }, 400, 'body.dueHours'],
  ['that is the default and not offered', { name: 'A', isOffered: false, isDefault: true }, 400, 'body.isDefault'],
  ['with a field that is none', { name: 'A', archived: true }, 400, 'body.archived'],
])('a type %s is refused', async (_, body, status, path) => {
  const { staff, params, types } = await anOffice()
  const { problem } = await staff(createTicketType, { params, body })
  expect(problem).toMatchObject({ status, errors: [{ path }] })
  expect(await types()).toHaveLength(1)
})

test('a group of another company is no group of a type', async () => {
  const { staff, params } = await anOffice()
  const groupId = await aStaffGroup(database, await aPortal(database))
  const { problem } = await staff(createTicketType, { params, body: { name: 'A', groupId } })
  expect(problem).toMatchObject({ status: 404, errors: [{ path: 'body.groupId' }] })
})

test('of two administrators who change a type at once the second is told', async () => {
  const { person, staff, params, types } = await anOffice()
  const colleague = await asStaff(app, await aStaffAccount(app, { serviceCompanyId: person.serviceCompanyId }))
  const [{ id = 0, version = '' } = {}] = await types()
  const at = { params: { ...params, typeid: id }, headers: { 'if-match': `"${version}"` } }
  expect((await staff(changeTicketType, { ...at, body: { name: 'Guasti' } })).body.name).toBe('Guasti')
  const { problem } = await colleague(changeTicketType, { ...at, body: { name: 'Avarie' } })
  expect(problem).toMatchObject({ status: 409, code: 'conflict' })
  expect(problem.errors).toBeUndefined()
  expect((await types())[0]?.name).toBe('Guasti')
})

test('an order that is not all of them is refused', async () => {
  const { staff, params, types } = await anOffice()
  const { id } = (await staff(createTicketType, { params, body: { name: 'Varie' } })).body
  const [first] = await types()
  for (const ids of [[id], [id, first?.id ?? 0, 4711], []])
    expect((await staff(orderTicketTypes, { params, body: { ids } })).problem.status).toBe(409)
  expect((await staff(orderTicketTypes, { params, body: { ids: [id, id] } })).problem.status).toBe(400)
})

test('a portal has 200 types at most', async () => {
  const { person, staff, params } = await anOffice()
  await database.run(sql`insert into task_type (service_company_id, portal_id, name)
    select ${person.serviceCompanyId}, ${person.portalId}, 'Tipo ' || n from generate_series(2, 200) n`)
  expect((await staff(createTicketType, { params, body: { name: 'Uno di troppo' } })).problem).toMatchObject({
    status: 409,
  })
})

test('steps are added, renamed and put in order; tickets begin in the first open one and end in the first closed one', async () => {
  const { person, staff, params, steps, raise, types } = await anOffice()
  const made = (await staff(createTicketStep, { params, body: { name: 'Preso in carico', taskStatus: 0 } })).body
  expect(made).toMatchObject({ name: 'Preso in carico', taskStatus: 0, isFirst: false, isArchived: false })
  const before = await steps()
  expect(before.at(-1)?.id).toBe(made.id)
  expect(before.filter(({ isFirst }) => isFirst).map(({ name }) => name)).toEqual(['New', 'Waiting', 'Done'])
  const ids = [made.id, ...before.map(({ id }) => id).filter(id => id !== made.id)]
  const ordered = (await staff(orderTicketSteps, { params, body: { ids } })).body
  expect(ordered[0]).toMatchObject({ id: made.id, isFirst: true })
  const [type] = await types()
  const { id } = (await raise(type?.id ?? 0)).body
  expect((await staff(readStaffTicket, { params: { ticketid: id } })).body.step.name).toBe('Preso in carico')
  const renamed = await staff(changeTicketStep, {
    params: { ...params, stepid: made.id },
    body: { name: 'In mano a noi' },
    headers: { 'if-match': `"${made.version}"` },
  })
  expect(renamed.body.name).toBe('In mano a noi')
  const ticket = await (await app.as(person))(readTicket, { params: { ...person.here, ticketid: id } })
  expect(ticket.body.taskStatus.step.name).toBe('In mano a noi')
})

test('the state of a step that tickets are in stays; one that is removed is archived, and no ticket comes into it', async () => {
  const { person, staff, params, steps, raise, types } = await anOffice()
  await aTicket(database, person)
  const [first] = (await steps()).filter(({ isFirst, taskStatus }) => isFirst && taskStatus === 0)
  const at = { params: { ...params, stepid: first?.id ?? 0 } }
  const { problem } = await staff(changeTicketStep, { ...at, body: { taskStatus: 2 } })
  expect(problem).toMatchObject({ status: 409, errors: [{ path: 'body.taskStatus' }] })
  expect((await staff(removeTicketStep, at)).body).toEqual({ outcome: 'archived' })
  const [type] = await types()
  const { id } = (await raise(type?.id ?? 0)).body
  expect((await staff(readStaffTicket, { params: { ticketid: id } })).body.step.name).toBe('Later')
  const change = await staff(changeStaffTicket, { params: { ticketid: id }, body: { stepId: first?.id } })
  expect(change.problem).toMatchObject({ status: 404, errors: [{ path: 'body.stepId' }] })
  const choices = (await staff(readStaffChoices)).body.portals[0]
  expect(choices?.steps.map(({ name }) => name)).not.toContain('New')
  expect((await staff(changeTicketStep, { ...at, body: { isArchived: false } })).body.isFirst).toBe(true)
})

test('the last open and the last closed step stay', async () => {
  const { staff, params, steps } = await anOffice()
  const remove = (stepid: number) => staff(removeTicketStep, { params: { ...params, stepid } })
  for (const status of [0, 2]) {
    const [one, other] = (await steps()).filter(({ taskStatus }) => taskStatus === status)
    expect((await remove(one?.id ?? 0)).body).toEqual({ outcome: 'removed' })
    expect((await remove(other?.id ?? 0)).problem).toMatchObject({ status: 409, errors: [{ path: 'params.stepid' }] })
    const change = { params: { ...params, stepid: other?.id ?? 0 }, body: { taskStatus: 1 } }
    expect((await staff(changeTicketStep, change)).problem).toMatchObject({ errors: [{ path: 'body.taskStatus' }] })
  }
  const waiting = (await steps()).find(({ taskStatus }) => taskStatus === 1)
  expect((await remove(waiting?.id ?? 0)).body).toEqual({ outcome: 'removed' })
})

test('two administrators who remove the last two open steps at once leave one', async () => {
  const { person, staff, params, steps } = await anOffice()
  const colleague = await asStaff(app, await aStaffAccount(app, { serviceCompanyId: person.serviceCompanyId }))
  const [one, other] = (await steps()).filter(({ taskStatus }) => taskStatus === 0)
  const answers = await Promise.all([
    staff(removeTicketStep, { params: { ...params, stepid: one?.id ?? 0 } }),
    colleague(removeTicketStep, { params: { ...params, stepid: other?.id ?? 0 } }),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await steps()).filter(({ taskStatus }) => taskStatus === 0)).toHaveLength(1)
})

test('what administrators have set of a type stays when a program writes it without saying so', async () => {
  const serviceCompanyId = await aServiceCompany(database)
  const operator = await anOperator(app, { serviceCompanyId })
  const portalid = await openPortal(app, operator)
  await operator('PUT', '/ticketTypes/guasto', { portal: 'p', name: 'Guasto' })
  await operator('PUT', '/ticketSteps/nuovo', { portal: 'p', name: 'Nuovo', taskStatus: 0, position: 10 })
  const staff = await asStaff(app, await aStaffAccount(app, { serviceCompanyId }))
  const types = async () => (await staff(listStaffTicketTypes, { params: { portalid } })).body
  const [{ id = 0 } = {}] = await types()
  await staff(changeTicketType, { params: { portalid, typeid: id }, body: { isOffered: false, dueHours: 8 } })
  await operator('PUT', '/ticketTypes/guasto', { portal: 'p', name: 'Guasti' })
  expect((await types())[0]).toMatchObject({ name: 'Guasti', isOffered: false, dueHours: 8 })
  expect((await operator('GET', '/ticketTypes/guasto')).json).toMatchObject({ offered: false, dueHours: 8 })
  await operator('PATCH', '/ticketTypes/guasto', { offered: true, preselected: true })
  expect((await types())[0]).toMatchObject({ isOffered: true, isDefault: true })
})

const calls = [
  [listStaffTicketTypes, undefined],
  [createTicketType, { name: 'A' }],
  [changeTicketType, { name: 'A' }],
  [removeTicketType, undefined],
  [orderTicketTypes, { ids: [] }],
  [listStaffTicketSteps, undefined],
  [createTicketStep, { name: 'A', taskStatus: 0 }],
  [changeTicketStep, { name: 'A' }],
  [removeTicketStep, undefined],
  [orderTicketSteps, { ids: [] }],
] as const

test.each(calls.map(([endpoint, body]) => [endpoint.name, endpoint, body] as const))(
  '%s is for administrators of the portal alone',
  async (_, endpoint, body) => {
    const { person, params, types, steps } = await anOffice()
    const { serviceCompanyId } = person
    const elsewhere = await aPortal(database, { serviceCompanyId })
    const [type, step] = [(await types())[0]?.id ?? 0, (await steps())[0]?.id ?? 0]
    const sent = { params: { ...params, typeid: type, stepid: step }, ...(body && { body }) }
    const statusFor = async (given: Parameters<typeof aStaffAccount>[1]) =>
      (await (await asStaff(app, await aStaffAccount(app, given)))(endpoint as never, sent)).status
    expect(await statusFor({})).toBe(404)
    expect(await statusFor({ serviceCompanyId, portalIds: [elsewhere.portalId] })).toBe(404)
    expect(await statusFor({ serviceCompanyId, role: 'office' })).toBe(403)
    expect(await statusFor({ serviceCompanyId, role: 'technician' })).toBe(403)
  },
)

test('a type and a step of another portal are not found', async () => {
  const { person, staff, params } = await anOffice()
  const elsewhere = await aPortal(database, { serviceCompanyId: person.serviceCompanyId })
  const type = { ...params, typeid: elsewhere.taskTypeId }
  expect((await staff(changeTicketType, { params: type, body: { name: 'A' } })).status).toBe(404)
  expect((await staff(removeTicketType, { params: type })).status).toBe(404)
  expect((await staff(removeTicketStep, { params: { ...params, stepid: elsewhere.steps[0] } })).status).toBe(404)
})
