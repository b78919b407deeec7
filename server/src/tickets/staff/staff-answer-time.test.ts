import { listActivityContracts } from '@portico/contract/contracts'
import {
  createStaffComment,
  markStaffTicketRead,
  readStaffTicket,
  takeBackStaffComment,
} from '@portico/contract/staff/tickets'
import { createComment } from '@portico/contract/tickets'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/fixtures/app.ts'
import { anActivityContract } from '../../../test/fixtures/contracts.ts'
import { aTicket, aUser } from '../../../test/fixtures/factories.ts'
import { releaseAnswers } from '../../../test/fixtures/held-answers.ts'
import { aStaffAccount, asStaff } from '../../../test/fixtures/staff.ts'
import { sql } from '../../kernel/database/db.ts'

const app = await testApp()
const { database } = app

/** A ticket of a customer with ten hours, and a member of the staff who answers it. */
const aTicketWithHours = async () => {
  const person = await aUser(database)
  const account = await aStaffAccount(app, { serviceCompanyId: person.serviceCompanyId })
  const { id } = await aTicket(database, person)
  const contract = await anActivityContract(database, person, { amount: 600 })
  const [customer, staff] = [await app.as(person), await asStaff(app, account)]
  const params = { ticketid: id }
  const time = { minutes: 35, activityTypeName: 'Assistenza remota', activityContractId: contract }
  return {
    person,
    customer,
    staff,
    params,
    contract,
    time,
    answer: (body: object) =>
      staff(createStaffComment, { params, body: { message: '<p>Fatto</p>', seen: null, ...body } }),
    write: (message: string) => customer(createComment, { params: person.here, body: { taskId: id, message } }),
    left: async () => (await customer(listActivityContracts, { params: person.here })).body[0]?.residualMinutes,
    read: async () => (await staff(readStaffTicket, { params })).body,
  }
}

test('the time of an answer is noted when the answer is sent, once', async () => {
  const { answer, time, left, read } = await aTicketWithHours()
  expect((await answer({ time })).status).toBe(201)
  expect(await left()).toBe(600)
  expect((await read()).time).toEqual([])
  await releaseAnswers(app)
  await releaseAnswers(app)
  expect(await left()).toBe(565)
  expect((await read()).time).toMatchObject([{ minutes: 35, activityTypeName: 'Assistenza remota' }])
})

test('an answer that is taken back or stopped notes no time', async () => {
  const { answer, time, left, read, write, staff, params } = await aTicketWithHours()
  const { id } = (await answer({ time })).body
  await staff(takeBackStaffComment, { params: { ...params, commentid: id } })
  await answer({ time })
  await write('<p>Aspetta</p>')
  await releaseAnswers(app)
  expect((await read()).heldAnswers).toMatchObject([{ crossed: true }])
  expect((await answer({ time })).problem.code).toBe('crossed')
  expect(await left()).toBe(600)
})

test('time that cannot be noted refuses the answer; a contract that is gone meanwhile leaves it unassigned', async () => {
  const { answer, time, contract, read } = await aTicketWithHours()
  const stranger = await aUser(database)
  const foreign = await anActivityContract(database, stranger, { amount: 600 })
  const refused = await answer({ time: { ...time, activityContractId: foreign } })
  expect(refused.problem).toMatchObject({ status: 404, errors: [{ path: 'body.time.activityContractId' }] })
  expect((await answer({ time: { ...time, activityTypeName: ' ' } })).problem.code).toBe('fill_all_required_fields')
  expect((await answer({ time: { ...time, minutes: 0 } })).status).toBe(400)
  expect((await read()).heldAnswers).toEqual([])

  await answer({ time })
  await database.run(sql`delete from activity_contract where id = ${contract}`)
  await releaseAnswers(app)
  expect((await read()).time).toMatchObject([{ minutes: 35, contract: null }])
})

test('a ticket says which message of the customer the reader has not read', async () => {
  const { staff, params, read, write } = await aTicketWithHours()
  expect((await read()).firstUnreadCommentId).toBeNull()
  const first = (await write('<p>Uno</p>')).body
  await staff(markStaffTicketRead, { params, body: { commentId: first.id } })
  expect((await read()).firstUnreadCommentId).toBeNull()
  const second = (await write('<p>Due</p>')).body
  await write('<p>Tre</p>')
  expect((await read()).firstUnreadCommentId).toBe(second.id)
})
