import { changeStaffTickets } from '@portico/contract/staff/ticket-actions'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/fixtures/app.ts'
import { aContact, aPortal, aStaffUser, aTicket, aUser } from '../../../test/fixtures/factories.ts'
import { aStaffAccount, asStaff } from '../../../test/fixtures/staff.ts'
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
