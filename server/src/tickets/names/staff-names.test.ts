import { listStaffTickets, readStaffTicket } from '@portico/contract/staff/tickets'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/fixtures/app.ts'
import { aComment, aPicture, aStaffGroup, aTicket, aUser } from '../../../test/fixtures/factories.ts'
import { aStaffAccount, asStaff } from '../../../test/fixtures/staff.ts'
import { raw, sql } from '../../kernel/database/db.ts'

const app = await testApp()
const { database } = app

/** A ticket that names all there is to name, and its company's staff. */
const aNamedTicket = async () => {
  const person = await aUser(database)
  const account = await aStaffAccount(app, { serviceCompanyId: person.serviceCompanyId })
  const { staffUserId } = account
  const { id } = await aTicket(database, person, { staffUserId, staffGroupId: await aStaffGroup(database, person) })
  await aComment(database, person, id, { staffUserId })
  const staff = await asStaff(app, account)
  const read = () => staff(readStaffTicket, { params: { ticketid: id } })
  const list = () => staff(listStaffTickets, { query: { view: 'all' } })
  const texts = async () => [(await list()).text, (await read()).text]
  return { person, id, staffUserId, read, texts }
}

test.each([
  ['portal', 'web_portal_name', 'portal_id'],
  ['portal', 'web_portal_key', 'portal_id'],
  ['task_type', 'name', 'task_type_id'],
  ['task_step', 'name', 'task_step_id'],
  ['staff_group', 'name', 'staff_group_id'],
  ['staff_user', 'display_name', 'staff_user_id'],
  ['contact', 'company_name', 'contact_id'],
])('queue and ticket have the new name after a change of %s.%s', async (table, column, reference) => {
  const { id, texts } = await aNamedTicket()
  const name = `renamed-${id}`
  for (const text of await texts()) expect(text).not.toContain(name)
  await database.run(sql`update ${raw(table)} set ${raw(column)} = ${name}
    where id = (select ${raw(reference)} from ticket where id = ${id})`)
  for (const text of await texts()) expect(text).toContain(name)
})

test('queue and ticket have the new colours and pictures', async () => {
  const { person, staffUserId, texts } = await aNamedTicket()
  await texts()
  const picture = await aPicture(database, person)
  await database.run(sql`update portal set base_color = '#123abc' where id = ${person.portalId}`)
  await database.run(sql`update task_type set color = '#abc123' where id = ${person.taskTypeId}`)
  await database.run(sql`update staff_user set picture_id = ${picture.id} where id = ${staffUserId}`)
  for (const text of await texts())
    for (const part of ['#123abc', '#abc123', picture.name]) expect(text).toContain(part)
})

test('names of another company never appear, although all have been read', async () => {
  const one = await aNamedTicket()
  const two = await aNamedTicket()
  await database.run(sql`update staff_user set display_name = 'Only Of The Other' where id = ${two.staffUserId}`)
  for (const text of await two.texts()) expect(text).toContain('Only Of The Other')
  for (const text of await one.texts()) expect(text).not.toContain('Only Of The Other')
})

test('a name that is not known yet costs one statement, once', async () => {
  const { person, read } = await aNamedTicket()
  expect(await app.statementsOf(read)).toHaveLength(3)
  expect(await app.statementsOf(read)).toHaveLength(2)
  await database.run(sql`update portal set web_portal_name = 'Altro' where id = ${person.portalId}`)
  expect(await app.statementsOf(read)).toHaveLength(3)
  expect(await app.statementsOf(read)).toHaveLength(2)
})
