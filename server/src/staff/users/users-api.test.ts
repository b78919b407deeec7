import { inviteStaff, listStaffAccounts } from '@portico/contract/staff/accounts'
import { readStaffChoices } from '@portico/contract/staff/tickets'
import { addStaffUser, changeStaffUser, listStaffUsers, staffPhotoMax } from '@portico/contract/staff/users'
import { expect, test } from 'vitest'
import { png, testApp } from '../../../test/fixtures/app.ts'
import { aPortal, aStaffUser } from '../../../test/fixtures/factories.ts'
import { aStaffAccount, asStaff } from '../../../test/fixtures/staff.ts'
import { sql } from '../../kernel/database/db.ts'

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

/** A picture that says it measures this much. */
const pngOf = (side: number) => {
  const content = Buffer.from(png)
  content.writeUInt32BE(side, 16)
  return content.toString('base64')
}

test('name, address and photo are changed, with or without an account, and customers see them', async () => {
  const { call, serviceCompanyId } = await aCompany()
  const { id } = (await call(addStaffUser, { body: ugo })).body
  const params = { userid: id }
  const picture = { name: 'ugo.png', content: png.toString('base64') }
  const changed = (await call(changeStaffUser, { params, body: { lastName: ' Monti ', picture } })).body
  expect(changed).toMatchObject({ ...ugo, lastName: 'Monti', displayName: 'Ugo Monti' })
  const address = changed.profileImage ?? expect.fail()
  expect((await app.http.inject(address)).rawPayload).toEqual(png)
  const { staff } = (await call(readStaffChoices)).body
  expect(staff.find(one => one.id === id)).toMatchObject({ displayName: 'Ugo Monti', profileImage: address })

  await call(inviteStaff, { body: { ...ugo, role: 'technician', portalIds: null } })
  const accountOf = async () =>
    (await call(listStaffAccounts)).body.find(({ staffUserId }) => staffUserId === id) ?? expect.fail()
  expect(await accountOf()).toMatchObject({ displayName: 'Ugo Monti', profileImage: address, noticeEmail: ugo.email })
  const body = { email: 'avvisi@company.example', firstName: 'Ugo', picture: null }
  expect((await call(changeStaffUser, { params, body })).body).toMatchObject({ email: body.email, profileImage: null })
  expect(await accountOf()).toMatchObject({ email: ugo.email, noticeEmail: body.email, profileImage: null })
  expect((await app.http.inject(address)).statusCode).toBe(404)
  await app.deps.security.flush()
  const logged = await database.many<{ reason: string; isWhole: boolean }>(sql`select reason,
      staff_account_id is not null and by_staff_account_id is not null as "isWhole" from security_event
    where service_company_id = ${serviceCompanyId} and what = 'staff.account.changed' order by id`)
  expect(logged.filter(({ isWhole }) => isWhole).map(({ reason }) => reason)).toEqual(['address', 'photo'])
})

test('a name that customers read apart from the others stays', async () => {
  const { call } = await aCompany()
  const { id } = (await call(addStaffUser, { body: ugo })).body
  await database.run(sql`update staff_user set display_name = 'Ugo, caldaie' where id = ${id}`)
  const { body } = await call(changeStaffUser, { params: { userid: id }, body: { lastName: 'Monti' } })
  expect(body).toMatchObject({ lastName: 'Monti', displayName: 'Ugo, caldaie' })
})

test('a changed address for notices is told to the address that signs in, where the account is used', async () => {
  const { call, serviceCompanyId } = await aCompany()
  const used = await aStaffAccount(app, { serviceCompanyId, hasPassword: true })
  const invited = await aStaffAccount(app, { serviceCompanyId })
  const { id } = (await call(addStaffUser, { body: ugo })).body
  const users = await database.many<{ id: number; email: string }>(
    sql`select u.id, u.email from staff_account a join staff_user u on u.id = a.staff_user_id
      where a.id in (${used.staffAccountId}, ${invited.staffAccountId}) order by a.id`,
  )
  await app.delivered()
  for (const [userid, email] of [...users.map(user => [user.id, `notices${user.id}@company.example`]), [id, null]])
    for (const body of [{ email, firstName: 'Eva' }, { email }] as object[])
      expect((await call(changeStaffUser, { params: { userid: Number(userid) }, body })).status).toBe(200)
  const { mails } = await app.delivered()
  expect(mails.map(({ to, subject }) => [to[0]?.address, subject])).toEqual([
    [used.email, expect.stringMatching(/^Gli avvisi del banco di .+ arrivano a un altro indirizzo$/)],
  ])
})

test.each<[string, object, object]>([
  ['an empty name', { firstName: ' ' }, { code: 'fill_required_fields', errors: [{ path: 'body.firstName' }] }],
  ['no address', { email: 'nobody' }, { code: 'invalid_request', errors: [{ path: 'body.email' }] }],
  ['the address of another', { email: 'PIA@company.example' }, { code: 'conflict', errors: [{ path: 'body.email' }] }],
  ['no base64', { picture: { name: 'a.png', content: '¡' } }, { code: 'invalid_request' }],
  [
    'what is no picture',
    { picture: { name: 'a.png', content: Buffer.from('<svg/>').toString('base64') } },
    { code: 'invalid_request', errors: [{ path: 'body.picture' }] },
  ],
  [
    'a picture under the name of a program',
    { picture: { name: 'a.exe', content: png.toString('base64') } },
    { errors: [{ path: 'body.picture' }] },
  ],
  [
    'a picture of too many pixels',
    { picture: { name: 'a.png', content: pngOf(8000) } },
    { code: 'invalid_request', errors: [{ path: 'body.picture' }] },
  ],
  [
    'a picture of too many bytes',
    { picture: { name: 'a.png', content: Buffer.alloc(staffPhotoMax + 1).toString('base64') } },
    { code: 'file_too_large', errors: [{ path: 'body.picture' }] },
  ],
])('%s is refused of a change, and nothing is changed', async (_, body, refusal) => {
  const { call } = await aCompany()
  const { id } = (await call(addStaffUser, { body: ugo })).body
  await call(addStaffUser, { body: { ...ugo, firstName: 'Pia', email: 'pia@company.example' } })
  const before = (await call(listStaffUsers)).body
  expect((await call(changeStaffUser, { params: { userid: id }, body })).problem).toMatchObject(refusal)
  expect((await call(listStaffUsers)).body).toEqual(before)
})

test('who looks after the installation is changed by operators alone', async () => {
  const { call, serviceCompanyId } = await aCompany()
  const operator = await aStaffAccount(app, { serviceCompanyId, isInstallationOperator: true })
  const { staffUserId } = await database.one<{ staffUserId: number }>(
    sql`select staff_user_id as "staffUserId" from staff_account where id = ${operator.staffAccountId}`,
  )
  const change = { params: { userid: staffUserId }, body: { firstName: 'Eva' } }
  expect((await call(changeStaffUser, change)).problem.code).toBe('forbidden')
  expect((await (await asStaff(app, operator))(changeStaffUser, change)).body.firstName).toBe('Eva')
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
    const change = { params: { userid: 1 }, body: { firstName: 'A' } }
    expect((await refused(changeStaffUser, change)).problem.code).toBe('forbidden')
  }
})
