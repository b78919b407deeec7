import {
  type CannedAnswer,
  changeCannedAnswer,
  createCannedAnswer,
  fillCannedAnswer,
  listCannedAnswers,
  removeCannedAnswer,
  uploadCannedAnswerFile,
} from '@portico/contract/staff/canned-answers'
import { createStaffComment, readStaffTicket } from '@portico/contract/staff/tickets'
import { readTicket } from '@portico/contract/tickets'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/fixtures/app.ts'
import { anActivity } from '../../../test/fixtures/appointments.ts'
import { aComment, aContact, aPortal, aStaffGroup, aTicket, aUser } from '../../../test/fixtures/factories.ts'
import { releaseAnswers } from '../../../test/fixtures/held-answers.ts'
import { aStaffAccount, asStaff, staffHeaders, uploadWith } from '../../../test/fixtures/staff.ts'
import { cleanUp } from '../../cleanup.ts'
import { sql } from '../../kernel/database/db.ts'

const app = await testApp()
const { database } = app

type Account = Awaited<ReturnType<typeof aStaffAccount>>

/** A company with a customer and its ticket, and a member of its office. */
const anOffice = async (referentName = 'Giulia Rossi') => {
  const person = await aUser(database, { referentName })
  const { serviceCompanyId } = person
  const account = await aStaffAccount(app, { serviceCompanyId, role: 'office' })
  const { id, number } = await aTicket(database, person, { title: 'Compressore fermo' })
  return { person, serviceCompanyId, account, id, number, office: await asStaff(app, account) }
}

const given = (more: object = {}) => ({
  name: 'Visita confermata',
  shortcut: 'visita-ok',
  texts: { 'it-IT': '<p>Buongiorno {{nome}}</p>' },
  ...more,
})

const upload = async (account: Account, content: string, filename = 'lista.txt') =>
  uploadWith(app, await staffHeaders(app, account), uploadCannedAnswerFile.path, { filename, content })

const open = async (account: Account, url: string) => {
  const headers = await staffHeaders(app, account)
  const { id } = await database.one<{ id: number }>(sql`select max(id) as id from staff_session`)
  return app.http.inject({ url: url.replace(/n=\d+/, `n=${id}`), headers })
}

test('a canned answer is made with its files, listed by name, changed in part, and removed with its files', async () => {
  const { account, office } = await anOffice()
  const before = await app.storedKeys()
  const [first, second] = [await upload(account, 'uno'), await upload(account, 'due')]
  const made = (
    await office(createCannedAnswer, {
      body: given({
        shortcut: ' /Visità-OK ',
        texts: { 'it-IT': '<p onclick="x()">Sì<script>1</script></p>', 'en-EN': '<p>Yes</p>', 'es-ES': ' ' },
        files: [second.id, first.id],
      }),
    })
  ).body
  expect(made).toMatchObject({
    shortcut: 'visita-ok',
    portalId: null,
    texts: { 'it-IT': '<p>Sì</p>', 'en-EN': '<p>Yes</p>', 'es-ES': null },
    files: [{ id: second.id, name: 'lista.txt' }, { id: first.id }],
    editable: true,
  })
  await office(createCannedAnswer, { body: given({ name: 'Armadio 10', shortcut: 'a10' }) })
  await office(createCannedAnswer, { body: given({ name: 'armadio 2', shortcut: 'a2' }) })
  const names = (await office(listCannedAnswers)).body.map(({ name }) => name)
  expect(names).toEqual(['armadio 2', 'Armadio 10', 'Visita confermata'])
  expect((await open(account, made.files[0]?.url ?? '')).payload).toBe('due')

  const params = { cannedanswerid: made.id }
  const changed = await office(changeCannedAnswer, {
    params,
    body: { texts: { 'es-ES': '<p>Sí</p>', 'en-EN': null }, files: [first.id] },
  })
  expect(changed.body).toMatchObject({
    name: 'Visita confermata',
    texts: { 'it-IT': '<p>Sì</p>', 'en-EN': null, 'es-ES': '<p>Sí</p>' },
    files: [{ id: first.id }],
  })
  expect(await app.storedKeys()).toHaveLength(before.length + 1)
  expect((await open(account, second.url)).statusCode).toBe(404)
  expect((await office(changeCannedAnswer, { params, body: { name: 'Confermata' } })).body).toMatchObject({
    name: 'Confermata',
    files: [{ id: first.id }],
  })

  expect((await office(removeCannedAnswer, { params })).status).toBe(204)
  expect(await app.storedKeys()).toEqual(before)
  expect((await office(listCannedAnswers)).body).toHaveLength(2)
})

test('a shortcut is that of one canned answer of the company, however it is written', async () => {
  const { office } = await anOffice()
  const { office: stranger } = await anOffice()
  const { id } = (await office(createCannedAnswer, { body: given() })).body
  const same = await office(createCannedAnswer, { body: given({ shortcut: '/VISITA-OK' }) })
  expect(same.problem).toMatchObject({ status: 409, code: 'conflict', errors: [{ path: 'body.shortcut' }] })
  expect((await stranger(createCannedAnswer, { body: given() })).status).toBe(201)
  const other = (await office(createCannedAnswer, { body: given({ shortcut: 'altra' }) })).body
  const taken = { params: { cannedanswerid: other.id }, body: { shortcut: 'visita-ok' } }
  expect((await office(changeCannedAnswer, taken)).problem.code).toBe('conflict')
  const own = { params: { cannedanswerid: id }, body: { shortcut: 'Visita-Ok', name: 'Ancora' } }
  expect((await office(changeCannedAnswer, own)).body).toMatchObject({ shortcut: 'visita-ok', name: 'Ancora' })

  const made = await Promise.all([1, 2].map(() => office(createCannedAnswer, { body: given({ shortcut: 'insieme' }) })))
  expect(made.map(({ status }) => status).sort()).toEqual([201, 409])
})

test('what cannot be used is refused', async () => {
  const { office } = await anOffice()
  const refused: [object, string, string][] = [
    [given({ name: ' \n' }), 'fill_all_required_fields', 'body.name'],
    [given({ shortcut: '/' }), 'fill_all_required_fields', 'body.shortcut'],
    [given({ shortcut: 'due parole' }), 'invalid_request', 'body.shortcut'],
    [given({ texts: {} }), 'fill_all_required_fields', 'body.texts'],
    [given({ texts: { 'it-IT': '<p> </p>' } }), 'fill_all_required_fields', 'body.texts'],
    [given({ texts: { 'it-IT': 'x'.repeat(20_001) } }), 'invalid_request', 'body.texts.it-IT'],
    [given({ files: [999_999] }), 'not_found', 'body.files'],
    [given({ portalId: 999_999 }), 'not_found', 'body.portalId'],
    [given({ colour: 'red' }), 'invalid_request', 'body.colour'],
  ]
  for (const [body, code, path] of refused)
    expect((await office(createCannedAnswer, { body })).problem).toMatchObject({ code, errors: [{ path }] })
  expect((await office(listCannedAnswers)).body).toEqual([])
  const { id } = (await office(createCannedAnswer, { body: given() })).body
  const emptied = { params: { cannedanswerid: id }, body: { texts: { 'it-IT': null } } }
  expect((await office(changeCannedAnswer, emptied)).problem.code).toBe('fill_all_required_fields')
})

test('the fields are filled in with what the ticket has, as text', async () => {
  const { person, id, number, office } = await anOffice('<img src=x onerror=alert(1)> & "Figli"')
  await anActivity(database, person, { start: '2026-03-05T14:30:00Z', ticketId: id })
  const text =
    '<p>{{nome}} · {{ Cliente }} · {{ticket}} · {{titolo}} · {{tecnico}} · {{visita}}</p><p>{{sconto}} {{constructor}} ' +
    '<a href="https://x.example/{{nome}}">qui</a></p>'
  const { id: answer } = (await office(createCannedAnswer, { body: given({ texts: { 'it-IT': text } }) })).body
  const params = { ticketid: id, cannedanswerid: answer }
  const filled = (await office(fillCannedAnswer, { params, body: {} })).body
  expect(filled.message).toBe(
    `<p>&lt;img src=x onerror=alert(1)&gt; &amp; "Figli" · ${person.companyName} · ${number} · Compressore fermo · Anna Tecnica · ` +
      'giovedì 5 marzo alle 15:30</p><p>{{sconto}} {{constructor}} ' +
      '<a href="https://x.example/{{nome}}" target="_blank" rel="noopener noreferrer nofollow">qui</a></p>',
  )
  expect(filled).toMatchObject({ language: 'it-IT', unresolved: ['sconto', 'constructor'], attachments: [] })

  const held = await office(createStaffComment, {
    params: { ticketid: id },
    body: { message: filled.message, seen: null },
  })
  expect(held.body.message).toBe(filled.message)
})

test('a ticket without person or visit leaves their fields as they are', async () => {
  const { person, office } = await anOffice()
  const nobody = await aTicket(database, person, { by: null })
  const text = '<p>{{nome}} {{visita}}</p>'
  const { id } = (await office(createCannedAnswer, { body: given({ texts: { 'it-IT': text } }) })).body
  const fill = () => office(fillCannedAnswer, { params: { ticketid: nobody.id, cannedanswerid: id }, body: {} })
  expect((await fill()).body).toMatchObject({ message: text, unresolved: ['nome', 'visita'] })
  await aComment(database, person, nobody.id)
  await anActivity(database, person, { start: '2026-03-01T14:30:00Z' })
  await anActivity(database, person, { start: '2026-03-03T09:00:00Z', status: 'cancelled' })
  await anActivity(database, person, { start: '2026-03-04T09:00:00Z' })
  expect((await fill()).body.message).toBe('<p>Giulia Rossi mercoledì 4 marzo alle 10:00</p>')
})

test('the language is that of the person, another on request, and else whichever there is', async () => {
  const { person, id, office } = await anOffice()
  await database.run(sql`update web_user set language = 'es-ES' where id = ${person.webUserId}`)
  await anActivity(database, person, { start: '2026-03-05T14:30:00Z', ticketId: id })
  const texts = { 'it-IT': 'Il {{visita}}', 'en-EN': 'On {{visita}}', 'es-ES': 'El {{visita}}' }
  const make = async (shortcut: string, texts: object) =>
    (await office(createCannedAnswer, { body: given({ shortcut, texts }) })).body.id
  const fill = async (cannedanswerid: number, body = {}) =>
    (await office(fillCannedAnswer, { params: { ticketid: id, cannedanswerid }, body })).body
  const all = await make('tutte', texts)
  expect(await fill(all)).toMatchObject({ language: 'es-ES', message: 'El jueves, 5 de marzo a las 15:30' })
  expect(await fill(all, { language: 'en-EN' })).toMatchObject({ message: 'On Thursday 5 March at 15:30' })
  expect(await fill(await make('una', { 'en-EN': 'On {{visita}}' }))).toMatchObject({ language: 'en-EN' })
  await database.run(sql`update web_user set language = null where id = ${person.webUserId}`)
  expect(await fill(all)).toMatchObject({ language: 'it-IT' })
})

test('each use gives copies of the files, which the answer sends with its pictures', async () => {
  const { person, account, id, office } = await anOffice()
  const file = await upload(account, 'cosa preparare')
  const texts = { 'it-IT': `<p>Vedi <img src="${file.url}" alt="lista"></p>` }
  const made = (await office(createCannedAnswer, { body: given({ texts, files: [file.id] }) })).body
  expect(made.texts['it-IT']).toContain(`/api/staff/files/${file.id}/lista.txt`)
  const params = { ticketid: id, cannedanswerid: made.id }
  const [first, second] = [
    (await office(fillCannedAnswer, { params, body: {} })).body,
    (await office(fillCannedAnswer, { params, body: {} })).body,
  ]
  const [one, two] = [first.attachments[0], second.attachments[0]]
  expect(one).toMatchObject({ name: 'lista.txt', size: 14 })
  expect(new Set([file.id, one?.id, two?.id]).size).toBe(3)
  expect(first.message).toContain(`/api/staff/files/${one?.id}/lista.txt`)

  const body = { message: first.message, seen: null, attachments: [one?.id] }
  expect((await office(createStaffComment, { params: { ticketid: id }, body })).status).toBe(201)
  await office(removeCannedAnswer, { params: { cannedanswerid: made.id } })
  await releaseAnswers(app)
  const customer = await app.as(person)
  const seen = (await customer(readTicket, { params: { ...person.here, ticketid: id } })).body.comments[0]
  const url = seen?.attachments[0]?.url ?? ''
  expect(seen?.message).toContain(`<img src="/api/files/${one?.id}/`)
  expect((await app.http.inject({ url })).payload).toBe('cosa preparare')
})

test('the files of a canned answer are opened by staff who see it, and by no customer', async () => {
  const { person, serviceCompanyId, account, office } = await anOffice()
  const elsewhere = await aPortal(database, { serviceCompanyId })
  const file = await upload(account, 'riservato')
  const colleague = await aStaffAccount(app, { serviceCompanyId, role: 'technician', portalIds: [person.portalId] })
  expect((await open(account, file.url)).payload).toBe('riservato')
  expect((await open(colleague, file.url)).statusCode).toBe(404)
  const made = (await office(createCannedAnswer, { body: given({ portalId: person.portalId, files: [file.id] }) })).body
  expect((await open(colleague, file.url)).payload).toBe('riservato')
  const limited = await aStaffAccount(app, { serviceCompanyId, role: 'office', portalIds: [elsewhere.portalId] })
  for (const stranger of [limited, await aStaffAccount(app)])
    expect((await open(stranger, file.url)).statusCode).toBe(404)
  expect((await app.http.inject({ url: await app.addressFor(person, file) })).statusCode).toBe(404)

  const second = await aStaffAccount(app, { serviceCompanyId, role: 'office' })
  const [taken, theirs] = [await upload(account, 'mio'), await upload(second, 'suo')]
  for (const files of [[theirs.id], [file.id, theirs.id]]) {
    const answer = await office(changeCannedAnswer, { params: { cannedanswerid: made.id }, body: { files } })
    expect(answer.problem).toMatchObject({ status: 404, errors: [{ path: 'body.files' }] })
  }
  const other = await office(createCannedAnswer, { body: given({ shortcut: 'altra', files: [file.id] }) })
  expect(other.problem.status).toBe(404)
  expect((await open(account, taken.url)).statusCode).toBe(200)
})

test('uploads that no canned answer uses are removed after a day', async () => {
  const { account, office } = await anOffice()
  const [used, unused] = [await upload(account, 'usato'), await upload(account, 'mai usato')]
  await office(createCannedAnswer, { body: given({ files: [used.id] }) })
  const before = await app.storedKeys()
  app.clock.pass(25 * 3_600_000)
  await cleanUp(app.deps)
  app.clock.pass(-25 * 3_600_000)
  const there = await database.many<{ id: number }>(
    sql`select id from canned_answer_file where id in (${used.id}, ${unused.id})`,
  )
  expect(there).toEqual([{ id: used.id }])
  expect((await app.storedKeys()).length).toBeLessThan(before.length)
})

test('a canned answer of another company or portal is not there', async () => {
  const { person, serviceCompanyId, id, office } = await anOffice()
  const elsewhere = await aPortal(database, { serviceCompanyId })
  const otherPerson = await aUser(database, { contact: await aContact(database, elsewhere) })
  const otherTicket = await aTicket(database, otherPerson)
  const make = async (shortcut: string, portalId: number | null) =>
    (await office(createCannedAnswer, { body: given({ shortcut, portalId }) })).body.id
  const [everywhere, here, there] = [
    await make('ovunque', null),
    await make('qui', person.portalId),
    await make('altrove', elsewhere.portalId),
  ]
  const fill = async (call: typeof office, ticketid: number, cannedanswerid: number) =>
    (await call(fillCannedAnswer, { params: { ticketid, cannedanswerid }, body: {} })).status
  expect([await fill(office, id, there), await fill(office, otherTicket.id, there)]).toEqual([404, 200])

  const limited = await asStaff(
    app,
    await aStaffAccount(app, { serviceCompanyId, role: 'office', portalIds: [person.portalId] }),
  )
  const seen = (await limited(listCannedAnswers)).body
  expect(seen.map(({ shortcut, editable }: CannedAnswer) => [shortcut, editable]).sort()).toEqual([
    ['ovunque', false],
    ['qui', true],
  ])
  expect([await fill(limited, id, everywhere), await fill(limited, id, here)]).toEqual([200, 200])
  expect(await fill(limited, otherTicket.id, everywhere)).toBe(404)

  const { office: stranger } = await anOffice()
  const statuses = async (call: typeof office, cannedanswerid: number) => [
    (await call(changeCannedAnswer, { params: { cannedanswerid }, body: { name: 'x' } })).status,
    (await call(removeCannedAnswer, { params: { cannedanswerid } })).status,
  ]
  expect(await statuses(limited, there)).toEqual([404, 404])
  expect(await statuses(limited, everywhere)).toEqual([403, 403])
  expect(await statuses(stranger, everywhere)).toEqual([404, 404])
  expect((await limited(createCannedAnswer, { body: given() })).problem.code).toBe('forbidden')
  const moved = { params: { cannedanswerid: here }, body: { portalId: null } }
  expect((await limited(changeCannedAnswer, moved)).problem.code).toBe('forbidden')
  const away = { params: { cannedanswerid: here }, body: { portalId: elsewhere.portalId } }
  expect((await limited(changeCannedAnswer, away)).problem).toMatchObject({ status: 404 })
  const { person: foreign } = await anOffice()
  expect((await office(createCannedAnswer, { body: given({ portalId: foreign.portalId }) })).problem.status).toBe(404)
  expect((await office(listCannedAnswers)).body).toHaveLength(3)
})

test('technicians use canned answers on the tickets that they see, and change none', async () => {
  const { person, serviceCompanyId, id, office } = await anOffice()
  const { id: answer } = (await office(createCannedAnswer, { body: given() })).body
  const group = await aStaffGroup(database, person)
  const beyond = await aTicket(database, person, { staffGroupId: group })
  const technician = await asStaff(app, await aStaffAccount(app, { serviceCompanyId, role: 'technician' }))
  const fill = (ticketid: number) =>
    technician(fillCannedAnswer, { params: { ticketid, cannedanswerid: answer }, body: {} })
  expect((await fill(id)).body.message).toBe('<p>Buongiorno Giulia Rossi</p>')
  expect((await fill(beyond.id)).problem.code).toBe('not_found')
  expect((await technician(listCannedAnswers)).body).toMatchObject([{ id: answer, editable: false }])
  const params = { cannedanswerid: answer }
  expect((await technician(changeCannedAnswer, { params, body: { name: 'x' } })).problem.code).toBe('forbidden')
  expect((await technician(readStaffTicket, { params: { ticketid: beyond.id } })).problem.code).toBe('not_found')
})

test('a change that names an older state is refused: of its texts, its files and everything else', async () => {
  const { account, office } = await anOffice()
  const made = (await office(createCannedAnswer, { body: given() })).body
  const params = { cannedanswerid: made.id }
  const change = (body: object, version: string) =>
    office(changeCannedAnswer, { params, body, headers: { 'if-match': `"${version}"` } })
  const renamed = (await change({ name: 'Confermata' }, made.version)).body
  expect((await change({ texts: { 'it-IT': '<p>Sì</p>' } }, made.version)).problem.code).toBe('conflict')
  const { id } = await upload(account, 'uno')
  const withFile = (await change({ files: [id] }, renamed.version)).body
  expect((await change({ files: [] }, renamed.version)).problem.code).toBe('conflict')
  expect((await office(listCannedAnswers)).body).toMatchObject([
    { name: 'Confermata', texts: made.texts, files: [{ id }], version: withFile.version },
  ])
  expect((await change({ name: 'Confermata' }, withFile.version)).body.version).toBe(withFile.version)
})
