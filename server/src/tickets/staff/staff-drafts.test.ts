import {
  createStaffComment,
  createStaffNote,
  listStaffTickets,
  readStaffTicket,
  removeStaffDraft,
  type StaffDraftMode,
  saveStaffDraft,
  takeBackStaffComment,
  uploadStaffFile,
} from '@portico/contract/staff/tickets'
import { createComment } from '@portico/contract/tickets'
import { expect, test } from 'vitest'
import { pathOf, testApp } from '../../../test/fixtures/app.ts'
import { aStaffGroup, aTicket, aUser } from '../../../test/fixtures/factories.ts'
import { releaseAnswers } from '../../../test/fixtures/held-answers.ts'
import { aStaffAccount, asStaff, staffHeaders, uploadWith } from '../../../test/fixtures/staff.ts'
import { cleanUp } from '../../cleanup.ts'
import { sql } from '../../kernel/database/db.ts'

const app = await testApp()
const { database } = app
const DAY = 24 * 3_600_000

const aDesk = async () => {
  const person = await aUser(database)
  const account = await aStaffAccount(app, { serviceCompanyId: person.serviceCompanyId })
  const { id } = await aTicket(database, person)
  const ticket = { ticketid: id }
  const staff = await asStaff(app, account)
  const draftsOf = async (call = staff) => (await call(readStaffTicket, { params: ticket })).body.drafts
  const save = (mode: StaffDraftMode, message: string, more: object = {}) =>
    staff(saveStaffDraft, { params: ticket, body: { mode, message, ...more } })
  const upload = async (content: string) =>
    uploadWith(app, await staffHeaders(app, account), pathOf(uploadStaffFile.path, { contactid: person.contactId }), {
      filename: 'foto.txt',
      content,
    })
  return { person, account, id, ticket, staff, draftsOf, save, upload }
}

test('a draft of each mode is kept for its writer alone, cleaned, until it is removed', async () => {
  const { person, ticket, staff, draftsOf, save } = await aDesk()
  expect((await save('answer', '<p onclick="x()">Arrivo</p>', { cc: 'anna@, ' })).status).toBe(204)
  await save('note', '<p>Porta il radiatore</p>')
  await save('answer', '<p>Arrivo alle<script>x</script> nove</p>', { cc: 'anna@, ' })
  expect(await draftsOf()).toEqual([
    {
      mode: 'answer',
      message: '<p>Arrivo alle nove</p>',
      cc: 'anna@, ',
      attachments: [],
      changedOn: '2026-03-02T08:30:00Z',
    },
    {
      mode: 'note',
      message: '<p>Porta il radiatore</p>',
      cc: null,
      attachments: [],
      changedOn: '2026-03-02T08:30:00Z',
    },
  ])
  expect((await staff(listStaffTickets)).body).toMatchObject([{ hasDraft: true }])

  const colleague = await asStaff(app, await aStaffAccount(app, { serviceCompanyId: person.serviceCompanyId }))
  expect(await draftsOf(colleague)).toEqual([])
  expect((await colleague(listStaffTickets)).body).toMatchObject([{ hasDraft: false }])
  await colleague(removeStaffDraft, { params: ticket })

  await staff(removeStaffDraft, { params: ticket, query: { mode: 'note' } })
  expect(await draftsOf()).toMatchObject([{ mode: 'answer' }])
  await save('answer', '<p> </p>')
  expect(await draftsOf()).toEqual([])
  expect((await staff(listStaffTickets)).body).toMatchObject([{ hasDraft: false }])
})

test('what is sent removes its draft, and only that; what is refused leaves it', async () => {
  const { person, id, ticket, staff, draftsOf, save } = await aDesk()
  await save('answer', '<p>Arrivo</p>')
  await save('note', '<p>Nota</p>')
  await (await app.as(person))(createComment, { params: person.here, body: { taskId: id, message: '<p>Aspetta</p>' } })
  const body = { message: '<p>Arrivo</p>', seen: null }
  expect((await staff(createStaffComment, { params: ticket, body })).problem.code).toBe('crossed')
  expect(await draftsOf()).toHaveLength(2)
  await staff(createStaffComment, { params: ticket, body: { ...body, sendAnyway: true } })
  expect(await draftsOf()).toMatchObject([{ mode: 'note' }])
  await staff(createStaffNote, { params: ticket, body: { message: '<p>Nota</p>' } })
  expect(await draftsOf()).toEqual([])
})

test('an answer that is taken back is the draft again, with its files, before what was written since', async () => {
  const { ticket, staff, draftsOf, save, upload } = await aDesk()
  const [first, second] = [await upload('uno'), await upload('due')]
  const answer = { message: '<p>Uno</p>', seen: null, attachments: [first.id], cc: 'capo@cliente.example' }
  const held = (await staff(createStaffComment, { params: ticket, body: answer })).body
  await save('answer', '<p>Due</p>', { attachments: [second.id] })
  const back = await staff(takeBackStaffComment, { params: { ...ticket, commentid: held.id } })
  expect(back.body).toMatchObject({
    mode: 'answer',
    message: '<p>Uno</p><p>Due</p>',
    cc: 'capo@cliente.example',
    attachments: [{ id: first.id }, { id: second.id }],
  })
  expect(await draftsOf()).toMatchObject([{ message: '<p>Uno</p><p>Due</p>' }])

  const attachments = [first.id, second.id]
  const again = await staff(createStaffComment, { params: ticket, body: { ...answer, attachments } })
  expect(again.status).toBe(201)
  await releaseAnswers(app)
  expect((await staff(readStaffTicket, { params: ticket })).body.comments).toMatchObject([
    { message: '<p>Uno</p>', attachments: [{ id: first.id }, { id: second.id }] },
  ])
})

test('an answer that was stopped in its ten seconds can be taken back and edited', async () => {
  const { person, id, ticket, staff, draftsOf } = await aDesk()
  const held = (await staff(createStaffComment, { params: ticket, body: { message: '<p>Fatto</p>', seen: null } })).body
  await (await app.as(person))(createComment, { params: person.here, body: { taskId: id, message: '<p>No</p>' } })
  await releaseAnswers(app)
  const back = await staff(takeBackStaffComment, { params: { ...ticket, commentid: held.id } })
  expect(back.body.message).toBe('<p>Fatto</p>')
  expect((await staff(readStaffTicket, { params: ticket })).body.heldAnswers).toEqual([])
  expect(await draftsOf()).toHaveLength(1)
})

test('pictures that a draft shows come back with it and can be sent', async () => {
  const { ticket, staff, draftsOf, save, upload } = await aDesk()
  const file = await upload('una foto')
  await save('answer', `<p>Ecco <img src="${file.url}" alt="foto"></p>`, { attachments: [file.id] })
  const [draft] = await draftsOf()
  expect(draft?.message).toMatch(new RegExp(`<img src="/api/staff/files/${file.id}/foto.txt\\?n=\\d+" alt="foto" />`))
  const body = { message: draft?.message, seen: null, attachments: [file.id] }
  expect((await staff(createStaffComment, { params: ticket, body })).body.message).toContain(`/files/${file.id}/`)
})

test('uploads that a draft names are kept for 30 days after its last change, and can be sent', async () => {
  const { account, ticket, save, upload } = await aDesk()
  const start = app.clock.now()
  const [named, sent, unnamed] = [await upload('nominato'), await upload('inviato'), await upload('nessuno')]
  await save('answer', '<p>Vedi</p>', { attachments: [named.id, sent.id] })
  const stillThere = async () => {
    await cleanUp(app.deps)
    const ids = [named.id, sent.id, unnamed.id]
    const rows = await database.many<{ id: number }>(sql`select id from file where id = any(${ids}::bigint[])`)
    return ids.map(id => rows.some(row => row.id === id))
  }
  app.clock.pass(29 * DAY)
  expect(await stillThere()).toEqual([true, true, false])

  const later = await asStaff(app, account)
  const draft = { mode: 'answer', message: '<p>Vedi</p>', attachments: [named.id, sent.id] }
  expect((await later(saveStaffDraft, { params: ticket, body: draft })).status).toBe(204)
  app.clock.pass(29 * DAY)
  const again = await asStaff(app, account)
  await again(saveStaffDraft, { params: ticket, body: { ...draft, mode: 'note', attachments: [named.id] } })
  const body = { message: '<p>Vedi</p>', seen: null, attachments: [sent.id] }
  expect((await again(createStaffComment, { params: ticket, body })).status).toBe(201)
  expect(await stillThere()).toEqual([true, true, false])
  app.clock.pass(31 * DAY)
  expect(await stillThere()).toEqual([false, true, false])
  const last = await asStaff(app, account)
  expect((await last(readStaffTicket, { params: ticket })).body.drafts).toMatchObject([
    { mode: 'note', message: '<p>Vedi</p>', attachments: [] },
  ])
  app.clock.set(start)
})

test('a draft names unused uploads of its writer for that customer, and nothing else', async () => {
  const { person, ticket, staff, save, upload } = await aDesk()
  const used = await upload('usato')
  await staff(createStaffNote, { params: ticket, body: { message: '<p>x</p>', attachments: [used.id] } })
  const colleague = await aStaffAccount(app, { serviceCompanyId: person.serviceCompanyId })
  const foreign = await uploadWith(
    app,
    await staffHeaders(app, colleague),
    pathOf(uploadStaffFile.path, { contactid: person.contactId }),
    { filename: 'a.txt', content: 'a' },
  )
  for (const id of [used.id, foreign.id, 999_999]) {
    const answer = await save('answer', '<p>x</p>', { attachments: [id] })
    expect(answer.problem).toMatchObject({ status: 404, errors: [{ path: 'body.attachments' }] })
  }
  for (const body of [{ mode: 'mail', message: 'x' }, { mode: 'note' }, { mode: 'note', message: 'x'.repeat(100_001) }])
    expect((await staff(saveStaffDraft, { params: ticket, body })).problem.code).toBe('invalid_request')
})

test('a technician has no draft on a ticket of another group', async () => {
  const person = await aUser(database)
  const { serviceCompanyId } = person
  const own = await aStaffGroup(database, person)
  const other = await aStaffGroup(database, person)
  const technician = await asStaff(
    app,
    await aStaffAccount(app, { serviceCompanyId, role: 'technician', groupIds: [own] }),
  )
  const [mine, theirs] = [
    await aTicket(database, person, { staffGroupId: own }),
    await aTicket(database, person, { staffGroupId: other }),
  ]
  const save = (id: number) =>
    technician(saveStaffDraft, { params: { ticketid: id }, body: { mode: 'note', message: '<p>x</p>' } })
  expect((await save(mine.id)).status).toBe(204)
  expect((await save(theirs.id)).problem.code).toBe('not_found')
})

test('the newest 500 drafts of an account are kept', async () => {
  const { person, account, ticket, draftsOf, save } = await aDesk()
  await database.run(sql`insert into ticket (service_company_id, portal_id, contact_id, ticket_number, title, title_order, description,
      task_step_id, task_status, created_on, words)
    select service_company_id, portal_id, contact_id, ticket_number + n, title, title_order, description, task_step_id, task_status,
      created_on, words from ticket, generate_series(1, 500) n where id = ${ticket.ticketid}`)
  await database.run(sql`insert into staff_draft (service_company_id, portal_id, contact_id, ticket_id, staff_account_id, mode, message,
      file_ids, changed_at)
    select service_company_id, portal_id, contact_id, id, ${account.staffAccountId}, 'note', '<p>x</p>', '{}',
      ${app.clock.now()}::timestamptz - make_interval(mins => ticket_number::int)
    from ticket where contact_id = ${person.contactId} and id <> ${ticket.ticketid}`)
  await save('answer', '<p>Nuova</p>')
  const { count, oldest } = await database.one<{ count: number; oldest: number }>(sql`select count(*) as count,
      (extract(epoch from ${app.clock.now()}::timestamptz - min(changed_at)) / 60)::int as oldest
    from staff_draft where staff_account_id = ${account.staffAccountId}`)
  expect({ count, oldest }).toEqual({ count: 500, oldest: 500 })
  expect(await draftsOf()).toMatchObject([{ message: '<p>Nuova</p>' }])
})
