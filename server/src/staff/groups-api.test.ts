import { listStaffAccounts } from '@portico/contract/staff/accounts'
import { changeStaffGroup, createStaffGroup, listStaffGroups, removeStaffGroup } from '@portico/contract/staff/groups'
import { listStaffTickets } from '@portico/contract/staff/tickets'
import { expect, test } from 'vitest'
import { testApp } from '../../test/fixtures/app.ts'
import { aPortal, aServiceCompany, aStaffGroup, aTaskType, aTicket, aUser } from '../../test/fixtures/factories.ts'
import { aStaffAccount, asStaff } from '../../test/fixtures/staff.ts'
import { sql } from '../kernel/database/db.ts'

const app = await testApp()
const { database } = app

const anOffice = async () => {
  const serviceCompanyId = await aServiceCompany(database)
  const account = await aStaffAccount(app, { serviceCompanyId, hasPassword: true })
  const staff = await asStaff(app, account)
  const groups = async () => (await staff(listStaffGroups)).body
  return { serviceCompanyId, account, staff, groups }
}

test('a group is made with who belongs to it, changed, and a technician’s queue follows', async () => {
  const { serviceCompanyId, staff, groups } = await anOffice()
  const technician = await aStaffAccount(app, { serviceCompanyId, role: 'technician' })
  const made = await staff(createStaffGroup, {
    body: { name: ' Impianti ', email: 'impianti@brenta.example', memberIds: [technician.staffAccountId] },
  })
  expect(made.status).toBe(201)
  expect(made.body).toMatchObject({ name: 'Impianti', email: 'impianti@brenta.example', types: [] })
  expect(made.body.members.map(({ id, role }) => [id, role])).toEqual([[technician.staffAccountId, 'technician']])
  const { id, version } = made.body
  const portal = await aPortal(database, { serviceCompanyId })
  await aTaskType(database, portal, { name: 'Caldaia', staffGroupId: id })
  const changed = await staff(changeStaffGroup, {
    params: { groupid: id },
    body: { email: null, memberIds: [] },
    headers: { 'if-match': `"${version}"` },
  })
  expect(changed.body).toMatchObject({ name: 'Impianti', email: null, members: [], types: ['Caldaia'] })
  expect((await groups()).map(({ name }) => name)).toEqual(['Impianti'])
  await app.deps.security.flush()
  const logged = await database.many<{
    what: string
    reason: string | null
  }>(sql`select what, reason from security_event
    where service_company_id = ${serviceCompanyId} order by id`)
  expect(logged).toEqual([
    { what: 'staff.group.changed', reason: 'made' },
    { what: 'staff.account.changed', reason: 'access' },
    { what: 'staff.group.changed', reason: null },
    { what: 'staff.account.changed', reason: 'access' },
  ])
})

test('who is taken out of a group no longer sees its tickets', async () => {
  const person = await aUser(database)
  const { serviceCompanyId } = person
  const staff = await asStaff(app, await aStaffAccount(app, { serviceCompanyId, hasPassword: true }))
  const groupId = await aStaffGroup(database, person)
  const technician = await aStaffAccount(app, { serviceCompanyId, role: 'technician', groupIds: [groupId] })
  await aTicket(database, person, { staffGroupId: groupId })
  const queue = await asStaff(app, technician)
  const seen = async () => (await queue(listStaffTickets, { query: { view: 'all' } })).body.length
  expect(await seen()).toBe(1)
  await staff(changeStaffGroup, { params: { groupid: groupId }, body: { memberIds: [] } })
  expect(await seen()).toBe(0)
  await staff(changeStaffGroup, { params: { groupid: groupId }, body: { memberIds: [technician.staffAccountId] } })
  expect(await seen()).toBe(1)
})

test('a group is removed with its memberships, unless a ticket or a type names it', async () => {
  const person = await aUser(database)
  const { serviceCompanyId } = person
  const account = await aStaffAccount(app, { serviceCompanyId, hasPassword: true })
  const staff = await asStaff(app, account)
  const [free, used] = [await aStaffGroup(database, person), await aStaffGroup(database, person)]
  const technician = await aStaffAccount(app, { serviceCompanyId, role: 'technician', groupIds: [free, used] })
  await aTicket(database, person, { staffGroupId: used })
  expect((await staff(removeStaffGroup, { params: { groupid: used } })).problem).toMatchObject({ status: 409 })
  expect((await staff(removeStaffGroup, { params: { groupid: free } })).status).toBe(204)
  const accounts = (await staff(listStaffAccounts)).body
  expect(accounts.find(({ id }) => id === technician.staffAccountId)?.groups.map(({ id }) => id)).toEqual([used])
})

test.each([
  ['without a name', { name: ' ' }, 422, 'body.name'],
  ['with a name that is taken', { name: 'impianti' }, 409, 'body.name'],
  ['with an address that is none', { name: 'A', email: 'no' }, 400, 'body.email'],
  ['with a line break in the address', { name: 'A', email: 'a@b.it\r\nBcc: c@d.it' }, 400, 'body.email'],
  ['with an account that is not there', { name: 'A', memberIds: [999_999_999] }, 404, 'body.memberIds'],
  ['with an account twice', { name: 'A', memberIds: [1, 1] }, 400, 'body.memberIds'],
])('a group %s is refused', async (_, body, status, path) => {
  const { staff, groups } = await anOffice()
  await staff(createStaffGroup, { body: { name: 'Impianti' } })
  expect((await staff(createStaffGroup, { body })).problem).toMatchObject({ status, errors: [{ path }] })
  expect(await groups()).toHaveLength(1)
})

test('accounts of another company, and ended ones, do not come into a group', async () => {
  const { serviceCompanyId, staff } = await anOffice()
  const stranger = await aStaffAccount(app)
  const ended = await aStaffAccount(app, { serviceCompanyId })
  await database.run(
    sql`update staff_account set ended_at = now() where service_company_id = ${serviceCompanyId} and id = ${ended.staffAccountId}`,
  )
  for (const { staffAccountId } of [stranger, ended])
    expect((await staff(createStaffGroup, { body: { name: 'A', memberIds: [staffAccountId] } })).problem.status).toBe(
      404,
    )
})

test('of two administrators who change a group at once the second is told', async () => {
  const { serviceCompanyId, staff } = await anOffice()
  const colleague = await asStaff(app, await aStaffAccount(app, { serviceCompanyId, hasPassword: true }))
  const { id, version } = (await staff(createStaffGroup, { body: { name: 'Impianti' } })).body
  const at = { params: { groupid: id }, headers: { 'if-match': `"${version}"` } }
  expect((await staff(changeStaffGroup, { ...at, body: { email: 'a@b.example' } })).status).toBe(200)
  expect((await colleague(changeStaffGroup, { ...at, body: { email: 'c@d.example' } })).problem.status).toBe(409)
})

test('groups belong to the company: an administrator of some portals reads them, and changes none', async () => {
  const person = await aUser(database)
  const { serviceCompanyId, portalId } = person
  const groupid = await aStaffGroup(database, person)
  const some = await asStaff(app, await aStaffAccount(app, { serviceCompanyId, portalIds: [portalId] }))
  expect((await some(listStaffGroups)).body.map(({ id }) => id)).toEqual([groupid])
  expect((await some(createStaffGroup, { body: { name: 'A' } })).status).toBe(403)
  expect((await some(changeStaffGroup, { params: { groupid }, body: { name: 'A' } })).status).toBe(403)
  expect((await some(removeStaffGroup, { params: { groupid } })).status).toBe(403)
})

test('groups of another company are not found, and other roles may not even read them', async () => {
  const person = await aUser(database)
  const groupid = await aStaffGroup(database, person)
  const stranger = await asStaff(app, await aStaffAccount(app, { hasPassword: true }))
  expect((await stranger(listStaffGroups)).body).toEqual([])
  expect((await stranger(changeStaffGroup, { params: { groupid }, body: { name: 'A' } })).status).toBe(404)
  expect((await stranger(removeStaffGroup, { params: { groupid } })).status).toBe(404)
  const { serviceCompanyId } = person
  const office = await asStaff(app, await aStaffAccount(app, { serviceCompanyId, role: 'office' }))
  expect((await office(listStaffGroups)).status).toBe(403)
  expect((await office(changeStaffGroup, { params: { groupid }, body: { name: 'A' } })).status).toBe(403)
})
