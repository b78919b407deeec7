import { changeStaffPassword } from '@portico/contract/staff/session'
import { changeStaffTickets } from '@portico/contract/staff/ticket-actions'
import { expect, test } from 'vitest'
import { raiseTicket } from '../../../test/fixtures/actions.ts'
import { testApp } from '../../../test/fixtures/app.ts'
import { aContact, aPortal, aStaffUser, aTicket, aUser } from '../../../test/fixtures/factories.ts'
import { anOperator } from '../../../test/fixtures/operator.ts'
import { aStaffAccount, asStaff, staffPassword } from '../../../test/fixtures/staff.ts'
import { sql } from '../../kernel/database/db.ts'

const app = await testApp({ replyAddress: { before: 'ticket+', after: '@in.service.example' } })
const { database } = app

test('whom a colleague assigns a ticket to is mailed it, with its link and an address to answer to; nobody else is', async () => {
  const person = await aUser(database, { contact: await aContact(database, await aPortal(database)) })
  const { serviceCompanyId } = person
  const account = await aStaffAccount(app, { serviceCompanyId })
  const staff = await asStaff(app, account)
  const { id } = await aTicket(database, person)
  const colleague = await aStaffUser(database, person, { email: 'anna@service.example' })
  const assign = async (assigneeId: number | null) => {
    const answer = await staff(changeStaffTickets, { body: { ticketIds: [id], change: { assigneeId } } })
    expect(answer.body.results).toMatchObject([{ changed: true, error: null }])
    return (await app.delivered()).mails
  }
  const [mail, ...others] = await assign(colleague)
  expect(others).toEqual([])
  expect(mail?.recipients).toEqual(['anna@service.example'])
  expect(mail?.replyTo).toMatch(/^ticket\+g/)
  expect(mail?.text).toContain(`https://portico.test/staff/tickets/${id}`)
  expect(mail?.text).toMatch(/ ti ha assegnato un ticket/)
  expect(mail?.subject).toMatch(/^Re: #/)
  expect(mail?.headers['List-Unsubscribe']).toBeUndefined()
  const own = await database.one<{ id: number }>(
    sql`select staff_user_id as id from staff_account where id = ${account.staffAccountId}`,
  )
  expect(await assign(own.id)).toEqual([])
  app.clock.pass(60_000)
  const [again] = await assign(colleague)
  expect(again?.messageId).not.toBe(mail?.messageId)
  expect(again?.references).toEqual(mail?.references)
  expect(await assign(null)).toEqual([])
})

test('an assignment that was changed before its mail was written is told to nobody', async () => {
  const person = await aUser(database, { contact: await aContact(database, await aPortal(database)) })
  const staff = await asStaff(app, await aStaffAccount(app, { serviceCompanyId: person.serviceCompanyId }))
  const { id } = await aTicket(database, person)
  const first = await aStaffUser(database, person, { email: 'anna@service.example' })
  const second = await aStaffUser(database, person, { email: 'bruno@service.example' })
  for (const assigneeId of [first, second])
    await staff(changeStaffTickets, { body: { ticketIds: [id], change: { assigneeId } } })
  const { mails } = await app.delivered()
  expect(mails.map(({ recipients }) => recipients)).toEqual([['bruno@service.example']])
})

test('what a program assigns is mailed to those who work in the staff room, while the ticket is open', async () => {
  const person = await aUser(database, { contact: await aContact(database, await aPortal(database)) })
  const { serviceCompanyId } = person
  const operator = await anOperator(app, { serviceCompanyId })
  const { contact } = await database.one<{ contact: string }>(
    sql`select external_id as contact from contact where id = ${person.contactId}`,
  )
  const aMember = async (name: string, hasAccount: boolean) => {
    const staffUserId = await aStaffUser(database, person, { email: `${name}@service.example` })
    if (hasAccount) await aStaffAccount(app, { serviceCompanyId, staffUserId })
    return (await database.one<{ id: string }>(sql`select external_id as id from staff_user where id = ${staffUserId}`))
      .id
  }
  const [anna, bruno, carla] = [
    await aMember('anna', true),
    await aMember('bruno', true),
    await aMember('carla', false),
  ] as const
  const put = async (externalId: string, more: object) => {
    const body = { contact, title: 'Caldaia', description: '<p>Perde</p>', createdOn: app.clock.now().toISOString() }
    expect((await operator('PUT', `/tickets/${externalId}`, { ...body, ...more })).status).toBeLessThan(300)
    return (await app.delivered()).mails
  }
  const [mail, ...others] = await put('one', { staff: anna })
  expect(others).toEqual([])
  expect(mail?.recipients).toEqual(['anna@service.example'])
  expect(mail?.text).toContain('Ti è stato assegnato un ticket')
  expect(await put('one', { staff: anna, title: 'Caldaia vecchia' })).toEqual([])
  expect((await put('one', { staff: bruno })).map(({ recipients }) => recipients)).toEqual([['bruno@service.example']])
  expect(await put('one', { staff: carla })).toEqual([])
  const longAgo = new Date(app.clock.now().getTime() - 3 * 86_400_000).toISOString()
  expect(await put('old', { staff: anna, createdOn: longAgo })).toEqual([])
  await database.run(
    sql`update ticket set task_status = 2, task_step_id = ${person.steps[2]} where external_id = 'old'`,
  )
  expect(await put('old', { staff: bruno, createdOn: longAgo })).toEqual([])
})

test('mails to the staff are in the language of their reader, else in that of the first administrator', async () => {
  const portal = await aPortal(database, { supportEmail: 'help@service.example' })
  const person = await aUser(database, { contact: await aContact(database, portal) })
  const { serviceCompanyId } = person
  const administrator = await aStaffAccount(app, { serviceCompanyId, hasPassword: true })
  const colleague = await aStaffAccount(app, { serviceCompanyId, role: 'technician' })
  const choose = (account: { staffAccountId: number }, language: string) =>
    database.run(sql`update staff_account set language = ${language} where id = ${account.staffAccountId}`)
  await choose(administrator, 'es-ES')
  await raiseTicket(app, person)
  expect(
    (await app.delivered()).mails.find(({ recipients }) => recipients[0] === 'help@service.example')?.text,
  ).toContain('Nuevo ticket de')
  const call = await asStaff(app, administrator)
  const newPassword = 'nebbia sul canale 7'
  await call(changeStaffPassword, { body: { currentPassword: staffPassword, newPassword } })
  const { mails } = await app.delivered()
  expect(mails[0]?.text).toMatch(/\d{1,2}\/\d{1,2}\/\d{2}, \d{1,2}:\d{2}/)
  await choose(colleague, 'en-EN')
  const { id } = await aTicket(database, person)
  await database.run(sql`update staff_user set email = 'tom@service.example' where id = ${colleague.staffUserId}`)
  await call(changeStaffTickets, { body: { ticketIds: [id], change: { assigneeId: colleague.staffUserId } } })
  expect((await app.delivered()).mails[0]?.text).toContain('has assigned a ticket to you')
})
