import { listAllTickets, readTicket } from '@portico/contract/tickets'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/fixtures/app.ts'
import {
  aComment,
  aPicture,
  aStaffGroup,
  aStaffUser,
  aTicket,
  aUser,
  type Person,
} from '../../../test/fixtures/factories.ts'
import { raw, sql, tx } from '../../kernel/database/db.ts'

const app = await testApp()
const { database } = app

const aNamedTicket = async () => {
  const person = await aUser(database)
  const staffUserId = await aStaffUser(database, person)
  const groupId = await aStaffGroup(database, person)
  const { id } = await aTicket(database, person)
  await aComment(database, person, id, { staffUserId })
  await aComment(database, person, id)
  await database.run(
    sql`update ticket set staff_user_id = ${staffUserId}, staff_group_id = ${groupId} where id = ${id}`,
  )
  return { person, staffUserId, groupId, id }
}

const textOf = async (person: Person, ticketid: number): Promise<string> => {
  const mine = await app.as(person)
  const list = await mine(listAllTickets, { params: person.here })
  const ticket = await mine(readTicket, { params: { ...person.here, ticketid } })
  return list.text + ticket.text
}

const versionOf = async ({ serviceCompanyId }: Person): Promise<number> =>
  (
    await database.one<{ v: number }>(
      sql`select names_version as v from service_company where id = ${serviceCompanyId}`,
    )
  ).v

test.each([
  ['task_type', 'name', 'task_type_id'],
  ['task_step', 'name', 'task_step_id'],
  ['staff_group', 'name', 'staff_group_id'],
  ['staff_user', 'first_name', 'staff_user_id'],
  ['staff_user', 'last_name', 'staff_user_id'],
  ['staff_user', 'display_name', 'staff_user_id'],
  ['web_user', 'user_name', 'creator_web_user_id'],
  ['contact', 'company_name', 'contact_id'],
])('the next answer has the new name after a change of %s.%s', async (table, column, reference) => {
  const { person, id } = await aNamedTicket()
  const name = `renamed-${id}`
  expect(await textOf(person, id)).not.toContain(name)
  await database.run(sql`update ${raw(table)} set ${raw(column)} = ${name}
    where id = (select ${raw(reference)} from ticket where id = ${id})`)
  expect(await textOf(person, id)).toContain(name)
})

test('the next answer has the new name of a person, also of one who was removed and let in again', async () => {
  const { person, id } = await aNamedTicket()
  await textOf(person, id)
  await database.run(sql`update membership set referent_name = 'Nome Nuovo' where id = ${person.membershipId}`)
  expect(await textOf(person, id)).toContain('Nome Nuovo')

  const before = await versionOf(person)
  const other = await aUser(database, { contact: person })
  await database.run(sql`delete from membership where id = ${other.membershipId}`)
  expect(await versionOf(person)).toBe(before + 1)
})

test('the next answer has the new picture of a member of the staff', async () => {
  const { person, id, staffUserId } = await aNamedTicket()
  await textOf(person, id)
  const picture = await aPicture(database, person)
  await database.run(sql`update staff_user set picture_id = ${picture.id} where id = ${staffUserId}`)
  expect(await textOf(person, id)).toContain(picture.name)
})

test('a transaction that changes many names counts once; one that changes none does not count', async () => {
  const { person, staffUserId } = await aNamedTicket()
  await aStaffUser(database, person)
  const before = await versionOf(person)
  await tx(database, async db => {
    await db.run(
      sql`update staff_user set last_name = last_name || '!' where service_company_id = ${person.serviceCompanyId}`,
    )
    await db.run(sql`update task_type set color = '#123456' where service_company_id = ${person.serviceCompanyId}`)
  })
  expect(await versionOf(person)).toBe(before + 1)
  await database.run(
    sql`update staff_user set email = 'new@example.com', last_name = last_name where id = ${staffUserId}`,
  )
  expect(await versionOf(person)).toBe(before + 1)
})

test('names of another contact, portal or company never appear, although all have been read', async () => {
  const one = await aNamedTicket()
  const two = await aNamedTicket()
  await database.run(sql`update staff_user set display_name = 'Only Of The Other' where id = ${two.staffUserId}`)
  expect(await textOf(two.person, two.id)).toContain('Only Of The Other')
  expect(await textOf(one.person, one.id)).not.toContain('Only Of The Other')
})

test('a name that is not known yet costs one statement, once', async () => {
  const { person, id } = await aNamedTicket()
  const mine = await app.as(person)
  const read = () => mine(readTicket, { params: { ...person.here, ticketid: id } })
  expect(await app.statementsOf(read)).toHaveLength(3)
  expect(await app.statementsOf(read)).toHaveLength(2)
  await database.run(sql`update task_type set name = 'Altro' where id = ${person.taskTypeId}`)
  expect(await app.statementsOf(read)).toHaveLength(3)
  expect(await app.statementsOf(read)).toHaveLength(2)
})
