import { inviteStaff, listStaffAccounts } from '@portico/contract/staff/accounts'
import { readStaffChoices } from '@portico/contract/staff/tickets'
import { addStaffUser, listStaffUsers } from '@portico/contract/staff/users'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/fixtures/app.ts'
import { aPortal, aStaffUser } from '../../../test/fixtures/factories.ts'
import { aStaffAccount, asStaff } from '../../../test/fixtures/staff.ts'

const app = await testApp()
const { database } = app

const aCompany = async () => {
  const { serviceCompanyId, portalId } = await aPortal(database)
  const call = await asStaff(app, await aStaffAccount(app, { serviceCompanyId }))
  return { serviceCompanyId, portalId, call }
}

const ugo = { firstName: 'Ugo', lastName: 'Prati', email: 'ugo@company.example' }

test('an employee without an account is added, listed and can be assigned; an invitation gives the same person an account', async () => {
  const { call } = await aCompany()
  const added = await call(addStaffUser, { body: { ...ugo, firstName: ' Ugo ' } })
  expect(added.status).toBe(201)
  expect(added.body).toMatchObject({ ...ugo, displayName: 'Ugo Prati' })
  expect((await call(listStaffUsers)).body).toEqual([added.body])
  const { staff } = (await call(readStaffChoices)).body
  expect(staff.map(({ id }) => id)).toContain(added.body.id)
  await call(inviteStaff, { body: { ...ugo, role: 'technician', portalIds: null } })
  expect((await call(listStaffUsers)).body).toEqual([])
  expect((await call(listStaffAccounts)).body.map(({ staffUserId }) => staffUserId)).toContain(added.body.id)
})

test('an address may be left out, and belongs to one employee, whatever its case', async () => {
  const { call } = await aCompany()
  expect((await call(addStaffUser, { body: { firstName: 'Ivo', lastName: 'Sala' } })).body.email).toBeNull()
  await call(addStaffUser, { body: ugo })
  const again = await call(addStaffUser, { body: { ...ugo, email: 'UGO@company.example' } })
  expect(again.problem).toMatchObject({ code: 'conflict', errors: [{ path: 'body.email' }] })
  expect((await call(listStaffUsers)).body).toHaveLength(2)
})

test.each([
  [{ ...ugo, firstName: ' ' }, 'fill_required_fields'],
  [{ ...ugo, email: 'nobody' }, 'invalid_request'],
])('%j is refused', async (body, code) => {
  const { call } = await aCompany()
  expect((await call(addStaffUser, { body })).problem.code).toBe(code)
})

test('is for administrators of all portals, and shows no other company', async () => {
  const other = await aCompany()
  await aStaffUser(database, other)
  const { call, serviceCompanyId, portalId } = await aCompany()
  expect((await call(listStaffUsers)).body).toEqual([])
  expect((await app.http.inject({ method: 'GET', url: listStaffUsers.path })).statusCode).toBe(401)
  for (const given of [{ role: 'office' as const }, { portalIds: [portalId] }]) {
    const refused = await asStaff(app, await aStaffAccount(app, { serviceCompanyId, ...given }))
    expect((await refused(listStaffUsers)).problem.code).toBe('forbidden')
    expect((await refused(addStaffUser, { body: ugo })).problem.code).toBe('forbidden')
  }
})
