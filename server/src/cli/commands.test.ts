import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readPortalSettings } from '@portico/contract/portals'
import { createComment, readTicket, uploadCommentAttachment } from '@portico/contract/tickets'
import { afterAll, describe, expect, test } from 'vitest'
import { multipart, png, testApp } from '../../test/fixtures/app.ts'
import { aComment, aStaffUser, aTicket, aUser } from '../../test/fixtures/factories.ts'
import { messages, secrets } from '../../test/fixtures/messages.ts'
import { workers } from '../../test/servers/workers.ts'
import { importFile } from '../import/import.ts'
import { sql } from '../kernel/database/db.ts'
import { type Command, dispatch } from './command.ts'
import { companyCommand, companyUsage } from './company-command.ts'
import { portalCommand, portalUsage } from './portal-command.ts'
import { staffCommand, staffUsage } from './staff-command.ts'
import { ticketCommand, ticketUsage } from './ticket-command.ts'

const app = await testApp()
const { database, storage } = app
const folder = await mkdtemp(join(tmpdir(), 'portico-commands-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const file = async (name: string, content: string | Buffer) => {
  await writeFile(join(folder, name), content)
  return join(folder, name)
}

/** Answers typed at the terminal, one per question. Empty: standard input is not a terminal. */
let answers: string[] = []
const asked: string[] = []
const ask = async (question: string) => {
  asked.push(question)
  return answers.shift() ?? ''
}

/** Runs the program as `main` does, with these commands. */
const portico = async (...args: string[]) => {
  const said = { out: '', err: '' }
  const streams = {
    stdout: { write: (text: string) => (said.out += text) },
    stderr: { write: (text: string) => (said.err += text) },
  }
  const deps = {
    database,
    storage,
    security: app.deps.security,
    secrets,
    messages,
    seal: app.deps.seal,
    workers,
    log: () => {},
    origin: 'https://portal.example',
  }
  const commands: Record<string, Command> = {
    company: {
      usage: companyUsage,
      does: 'companies',
      run: args => companyCommand(args, { ...deps, storageQuota: 1024 ** 3 }, streams),
    },
    portal: {
      usage: portalUsage,
      does: 'portals',
      run: args => portalCommand(args, deps, { ...streams, ask: answers.length > 0 ? ask : undefined }),
    },
    ticket: { usage: ticketUsage, does: 'tickets', run: args => ticketCommand(args, deps, streams) },
    staff: { usage: staffUsage, does: 'staff', run: args => staffCommand(args, deps, streams) },
  }
  const code = await dispatch(commands, args, streams)
  return { code, ...said, json: () => JSON.parse(said.out) }
}

test('a company and its portals are added and listed, and the portal responds', async () => {
  const added = await portico('company', 'add', 'Impianti Però S.r.l.')
  expect(added).toMatchObject({ code: 0, err: '', out: expect.stringContaining('as impianti-pero-s-r-l.') })
  const logo = await file('logo.png', png)
  const css = await file('portal.css', '.login { color: red }')
  const brand = ['--color', '#0a5', '--logo', logo, '--css', css, '--support-email', 'aiuto@pero.example']
  const portal = ['portal', 'add', '--company', 'impianti-pero-s-r-l', '--key', 'pero', '--name', 'Però']
  const { code, out } = await portico(...portal, ...brand)
  expect([code, out]).toEqual([0, expect.stringContaining('https://portal.example/pero/login')])
  expect(out).toContain('portico invite --all --portal pero')
  const { body: settings } = await app.call(readPortalSettings, { params: { company: 'pero' } })
  expect(settings).toMatchObject({
    webPortalName: 'Però',
    supportEmail: 'aiuto@pero.example',
    customCss: expect.stringContaining('/custom.css'),
    logoUrl: expect.stringContaining('.png'),
  })
  expect((await portico('company', 'list', '--json')).json()).toContainEqual({
    externalId: 'impianti-pero-s-r-l',
    name: 'Impianti Però S.r.l.',
    portals: ['pero'],
  })
  expect((await portico('portal', 'list', '--company', 'impianti-pero-s-r-l')).out).toBe(
    'pero  Però  of impianti-pero-s-r-l, 0 contacts, https://portal.example/pero/login\n',
  )
})

test('the storage quota of a company is shown and set', async () => {
  await portico('company', 'add', 'Quotas', '--id', 'quotas')
  expect(await portico('company', 'quota', 'quotas')).toMatchObject({
    code: 0,
    out: 'quotas  0 B stored, of 1 GB (default)\n',
  })
  expect(await portico('company', 'quota', 'quotas', '1.5 tb')).toMatchObject({
    out: 'quotas  0 B stored, of 1.5 TB\n',
  })
  expect((await portico('company', 'quota', 'quotas', '0B', '--json')).json()).toEqual([
    { externalId: 'quotas', storedBytes: 0, quotaBytes: 0, isDefault: false },
  ])
  expect((await portico('company', 'quota', 'quotas', 'default', '--json')).json()).toMatchObject([
    { quotaBytes: 1024 ** 3, isDefault: true },
  ])
  expect((await portico('company', 'quota', '--json')).json().length).toBeGreaterThan(1)
  expect(await portico('company', 'quota', 'quotas', 'much')).toMatchObject({ code: 2 })
  await expect(portico('company', 'quota', 'nobody', '1GB')).rejects.toThrow('There is no service company "nobody".')
  await expect(portico('company', 'quota', 'nobody')).rejects.toThrow('There is no service company "nobody".')
})

const addPortal = (company: string, key: string, ...more: string[]) =>
  portico('portal', 'add', '--company', company, '--key', key, '--name', `Portal ${key}`, ...more)
const supportEmailOf = async (company: string) =>
  (await app.call(readPortalSettings, { params: { company } })).body.supportEmail

test('portal add asks for the address for new tickets until the answer is valid or empty', async () => {
  await portico('company', 'add', 'Asked')
  answers = ['nonsense', ' help@asked.example ']
  expect(await addPortal('asked', 'asked-one')).toMatchObject({ code: 0, err: '' })
  expect(asked.splice(0)).toEqual([
    expect.stringMatching(/^Address to which new tickets are mailed/),
    expect.stringMatching(/^nonsense is no e-mail address/),
  ])
  expect(await supportEmailOf('asked-one')).toBe('help@asked.example')
  answers = ['']
  const unmailed = await addPortal('asked', 'asked-two')
  expect(unmailed).toMatchObject({ code: 0, err: expect.stringMatching(/^Warning: nobody is mailed.*asked-two/) })
  expect(unmailed.err).toContain('portico portal brand asked-two --support-email ADDRESS')
  answers = ['unused']
  expect(await addPortal('asked', 'asked-three', '--support-email', 'a@asked.example')).toMatchObject({ err: '' })
  expect(answers.splice(0)).toEqual(['unused'])
  // A script is not asked, but warned.
  expect(await addPortal('asked', 'asked-four')).toMatchObject({ code: 0, err: unmailed.err.replaceAll('two', 'four') })
  expect(await portico('portal', 'brand', 'asked-four', '--support-email', 'b@asked.example')).toMatchObject({
    err: '',
  })
  expect((await portico('portal', 'brand', 'asked-four', '--support-email', '')).err).toMatch(/^Warning: nobody/)
})

test('a portal is switched and gets steps by commands', async () => {
  await portico('company', 'add', 'Switching')
  expect(await addPortal('switching', 'switched', '--support-email', 'help@switching.example')).toMatchObject({
    code: 0,
  })
  const settings = () =>
    database.one(sql`select enable_service_contracts as contracts, disable_html_editor as "plainText",
      confirm_bookings as confirm, answers_strangers as answers, time_zone as "timeZone" from portal where web_portal_key = 'switched'`)
  const brand = (...options: string[]) => portico('portal', 'brand', 'switched', ...options)
  const on = [
    '--service-contracts',
    'on',
    '--html-editor',
    'off',
    '--confirm-bookings',
    'on',
    '--answer-strangers',
    'on',
  ]
  expect((await brand(...on, '--time-zone', 'Europe/Madrid')).code).toBe(0)
  expect(await settings()).toEqual({
    ...{ contracts: true, plainText: true, confirm: true, answers: true },
    timeZone: 'Europe/Madrid',
  })
  expect((await brand('--html-editor', 'on')).code).toBe(0)
  expect(await settings()).toMatchObject({ contracts: true, plainText: false })
  expect(await brand('--service-contracts', 'yes')).toMatchObject({ code: 2 })

  const steps = async () =>
    ((await portico('portal', 'steps', 'switched', '--json')).json() as { name: string; state: string }[]).map(
      ({ name, state }) => `${name}=${state}`,
    )
  const before = await steps()
  const added = ['In attesa del cliente=pending', 'Annullato=closed']
  expect(await portico('portal', 'steps', 'switched', ...added)).toMatchObject({ code: 0, out: 'Added.\n' })
  expect(await steps()).toEqual([...before, ...added])
  for (const wrong of ['Nuovo', 'Nuovo=done', '=open'])
    expect(await portico('portal', 'steps', 'switched', wrong)).toMatchObject({ code: 2 })
  expect(await portico('portal', 'steps', 'nowhere')).toMatchObject({ code: 1 })
})

test('a new portal gets the default ticket types of its language, or those that are named', async () => {
  await portico('company', 'add', 'Typed')
  const typesOf = async (key: string) =>
    ((await portico('portal', 'types', key, '--json')).json() as { name: string }[]).map(({ name }) => name)
  const mailed = ['--support-email', 'help@typed.example']
  expect((await addPortal('typed', 'typed-it', ...mailed)).out).toContain(
    'Ticket types: Guasto, Richiesta di intervento, Informazioni\n',
  )
  await addPortal('typed', 'typed-es', ...mailed, '--language', 'es-ES')
  await addPortal('typed', 'typed-own', ...mailed, '--ticket-types', 'Caldaia, Altro')
  expect(await typesOf('typed-it')).toEqual(['Guasto', 'Informazioni', 'Richiesta di intervento'])
  expect(await typesOf('typed-es')).toEqual(['Avería', 'Consulta', 'Solicitud de servicio'])
  expect(await typesOf('typed-own')).toEqual(['Altro', 'Caldaia'])
  expect((await addPortal('typed', 'typed-none', ...mailed, '--ticket-types', '')).err).toMatch(/no ticket types/)
  expect(await portico('portal', 'types', 'typed-none', 'Guasto', 'Altro')).toMatchObject({ code: 0, out: 'Added.\n' })
  expect(await typesOf('typed-none')).toEqual(['Altro', 'Guasto'])
  expect((await portico('portal', 'types', 'typed-none', 'Guasto')).err).toMatch(/^Refused: .* is there already/)
  expect(await addPortal('typed', 'typed-x', '--language', 'de-DE')).toMatchObject({
    code: 2,
    err: expect.stringMatching(/--language is one of/),
  })
  // An existing portal keeps its types.
  expect(await addPortal('typed', 'typed-own', ...mailed)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/there already/),
  })
  expect(await typesOf('typed-own')).toEqual(['Altro', 'Caldaia'])
})

test("a portal whose name looks like that of another company's portal is added with a warning", async () => {
  await portico('company', 'add', 'First Likeness', '--id', 'like-1')
  await portico('company', 'add', 'Second Likeness', '--id', 'like-2')
  const named = (company: string, key: string, name: string) =>
    portico('portal', 'add', '--company', company, '--key', key, '--name', name, '--support-email', 'a@b.example')
  await named('like-1', 'valsugana', 'Valsugana Impianti')
  expect(await named('like-1', 'valsugana-due', 'Valsugana Impianti')).toMatchObject({ err: '' })
  expect(await named('like-2', 'other-key', 'VALSUGANA  lmpianti')).toMatchObject({
    code: 0,
    err: "Warning: webPortalName could pass for that of Valsugana Impianti (valsugana), another company's portal.\n",
  })
})

test('portal brand changes the named fields and keeps the others', async () => {
  await portico('company', 'add', 'Branded')
  const brand = ['--logo', await file('first.png', png), '--support-phone', '0471 1', '--color', '#123456']
  await portico('portal', 'add', '--company', 'branded', '--key', 'branded', '--name', 'Before', ...brand)
  const settings = async () => (await app.call(readPortalSettings, { params: { company: 'branded' } })).body
  const { logoUrl } = await settings()
  const footer = await file('footer.html', '<p>Sempre <b>aperti</b></p><script>no()</script>')
  expect(await portico('portal', 'brand', 'branded', '--name', 'After', '--footer', footer)).toMatchObject({
    code: 0,
    out: 'Changed: https://portal.example/branded/login\n',
  })
  expect(await settings()).toMatchObject({
    webPortalName: 'After',
    footerCustomHtml: '<p>Sempre <b>aperti</b></p>',
    supportPhone: '0471 1',
    baseColor: '#123456',
    logoUrl,
  })
  expect((await portico('portal', 'brand', 'branded', '--name', 'After')).out).toContain('Unchanged')
  await portico('portal', 'brand', 'branded', '--logo', '', '--support-phone', '')
  expect(await settings()).toMatchObject({ webPortalName: 'After', supportPhone: null, logoUrl: null })
  expect(await portico('portal', 'brand', 'branded', '--color', 'red;}')).toMatchObject({ code: 1 })
  expect(await portico('portal', 'brand', 'no-such', '--color', '#000')).toMatchObject({
    code: 1,
    err: 'Refused: there is no portal no-such.\n',
  })
})

test('an existing record is refused and stays unchanged', async () => {
  await portico('company', 'add', 'One', '--id', 'taken')
  const again = await portico('company', 'add', 'Other', '--id', 'taken')
  expect(again).toMatchObject({ code: 1, out: '', err: 'Refused: externalId "taken" is there already.\n' })
  await portico('portal', 'add', '--company', 'taken', '--key', 'taken-key', '--name', 'One')
  const twin = ['portal', 'add', '--company', 'taken', '--key', 'taken-key', '--name', 'Two', '--id', 'two', '--json']
  expect((await portico(...twin)).json()).toMatchObject({
    outcome: 'refused',
    refused: 'webPortalKey is that of another portal',
  })
  const { name } = await database.one<{ name: string }>(
    sql`select name from service_company where external_id = 'taken'`,
  )
  expect(name).toBe('One')
})

test('a staff member is added with a picture', async () => {
  await portico('company', 'add', 'Staffed')
  const picture = await file('ada.png', png)
  const person = ['--first-name', 'Ada', '--last-name', 'Neri', '--email', 'ada@staffed.example']
  const { code, json } = await portico(
    ...['staff', 'add', '--company', 'staffed', ...person, '--picture', picture, '--json'],
  )
  expect([code, json()]).toEqual([
    0,
    expect.objectContaining({ outcome: 'created', externalId: 'ada@staffed.example' }),
  ])
  const row = await database.one<{ name: string; pictured: boolean }>(sql`select display_name as name,
    picture_id is not null as pictured from staff_user where email = 'ada@staffed.example'`)
  expect(row).toEqual({ name: 'Ada Neri', pictured: true })
})

describe('a reply to a ticket', async () => {
  const person = await aUser(database)
  const { serviceCompanyId } = person
  const company = 'replying'
  await database.run(sql`update service_company set external_id = ${company} where id = ${serviceCompanyId}`)
  const staffUserId = await aStaffUser(database, person, { email: 'anna@replying.example' })
  const mine = await app.as(person)
  const read = async ({ id }: { id: number }) =>
    (await mine(readTicket, { params: { ...person.here, ticketid: id } })).body
  const raised = async (options: Parameters<typeof aTicket>[2] = {}) => {
    const ticket = await aTicket(database, person, { staffUserId, ...options })
    return { ...ticket, reply: ['ticket', 'reply', String(ticket.number), '--company', company] }
  }

  test('is shown under the name of the staff member, sent to open screens and mailed', async () => {
    const ticket = await raised()
    const file = join(folder, 'risposta.txt')
    await writeFile(file, 'Arriviamo alle 9.\nSaluti <Anna>')
    expect(await portico(...ticket.reply, '--staff', 'Anna@replying.example', '--file', file)).toEqual(
      expect.objectContaining({ code: 0, out: 'Answered.\n', err: '' }),
    )
    const { comments: [comment] = [], taskStatus } = await read(ticket)
    expect(comment?.message).toBe('<p>Arriviamo alle 9.<br />Saluti &lt;Anna&gt;</p>')
    expect(comment?.senderUser?.displayName).toBe('Anna Tecnica')
    expect(taskStatus.step.taskStatus).toBe(0)
    const { mails } = await app.delivered()
    expect(mails.map(({ recipients }) => recipients)).toEqual([[person.email]])
    const events = await database.many<{ type: string }>(sql`select type from event where ticket_id = ${ticket.id}`)
    expect(events.map(({ type }) => type)).toEqual(['comment.created'])
  })

  test('closes the ticket and changes nothing else, including its files', async () => {
    const line = {
      ...{ type: 'ticket', externalId: 'with-file', contact: 'replying-contact', title: 'Con foto', creator: 'raiser' },
      ...{ description: '<p>Ecco</p>', createdOn: '2026-03-02 09:30', attachments: [{ path: 'foto.png' }] },
    }
    await writeFile(join(folder, 'foto.png'), png)
    await writeFile(join(folder, 'lines.jsonl'), JSON.stringify(line))
    await database.run(sql`update contact set external_id = 'replying-contact' where id = ${person.contactId}`)
    await database.run(sql`update web_user set external_id = 'raiser' where id = ${person.webUserId}`)
    const deps = { database, storage, secrets, seal: app.deps.seal, workers, log: () => {} }
    expect(await importFile(deps, join(folder, 'lines.jsonl'))).toMatchObject({ created: 1 })
    const ticket = await database.one<{ id: number; number: number }>(
      sql`select id, ticket_number as number from ticket where external_id = 'with-file'`,
    )
    const before = await read(ticket)
    const args = ['ticket', 'reply', String(ticket.number), '--company', company, '--staff', 'anna@replying.example']
    expect(await portico(...args, '--text', 'Fatto', '--close')).toMatchObject({
      code: 0,
      out: 'Answered and closed.\n',
    })
    const { comments: [comment] = [], taskStatus, attachments, title } = await read(ticket)
    expect([comment?.event, comment?.message]).toEqual(['closed', '<p>Fatto</p>'])
    expect(taskStatus.step).toEqual({ name: 'Done', taskStatus: 2 })
    expect([title, attachments]).toEqual([before.title, before.attachments])
    expect(await portico(...args, '--text', 'Ancora', '--close')).toMatchObject({
      code: 1,
      err: `Refused: the ticket ${ticket.number} is closed already.\n`,
    })
    await app.delivered()
  })

  test('creates a missing closed step of the portal only when it closes a ticket', async () => {
    const here = await aUser(database)
    const number = String((await aTicket(database, here)).number)
    await aStaffUser(database, here, { email: 'ugo@stepless.example' })
    await database.run(sql`update service_company set external_id = 'stepless' where id = ${here.serviceCompanyId}`)
    await database.run(sql`delete from task_step where portal_id = ${here.portalId} and task_status = 2`)
    const closedSteps = () =>
      database.many(sql`select from task_step where portal_id = ${here.portalId} and task_status = 2`)
    const args = ['ticket', 'reply', number, '--company', 'stepless', '--staff', 'ugo@stepless.example', '--text', 'x']
    expect(await portico(...args)).toMatchObject({ code: 0 })
    expect(await closedSteps()).toHaveLength(0)
    expect(await portico(...args, '--close')).toMatchObject({ code: 0 })
    expect(await closedSteps()).toHaveLength(1)
    await app.delivered()
  })

  test('attaches files from any folder', async () => {
    const ticket = await raised()
    const elsewhere = await mkdtemp(join(tmpdir(), 'portico-commands-attached-'))
    await writeFile(join(elsewhere, 'schema.txt'), 'uno')
    await writeFile(join(folder, 'foto.png'), png)
    const attached = ['--attach', join(elsewhere, 'schema.txt'), '--attach', join(folder, 'foto.png')]
    const args = [...ticket.reply, '--staff', 'anna@replying.example', '--text', 'Ecco lo schema']
    expect(await portico(...args, ...attached)).toMatchObject({ code: 0, out: 'Answered.\n', err: '' })
    const { comments: [comment] = [] } = await read(ticket)
    expect(comment?.attachments.map(({ name }) => name)).toEqual(['schema.txt', 'foto.png'])
    const { mails } = await app.delivered()
    expect(mails[0]?.attachments.map(({ name }) => name)).toEqual(['schema.txt', 'foto.png'])
    for (const wrong of [
      ['--attach', elsewhere],
      ['--attach', join(elsewhere, 'none')],
      [...attached, '--note'],
    ])
      expect(await portico(...args, ...wrong)).toMatchObject({ code: 2 })
    await rm(elsewhere, { recursive: true })
  })

  test('as a note is not visible to the customer', async () => {
    const ticket = await raised()
    const args = [...ticket.reply, '--staff', 'anna@replying.example', '--text', 'Cliente difficile', '--note']
    expect(await portico(...args)).toMatchObject({ code: 0, out: 'Noted.\n' })
    expect((await read(ticket)).comments).toEqual([])
    expect((await app.delivered()).mails).toEqual([])
  })

  test.each([
    ['999999', 'anna@replying.example', 'there is no ticket 999999'],
    ['', 'stranger@other.example', 'nobody of the staff is stranger@other.example'],
  ])('to %j by %s is refused', async (number, staff, sentence) => {
    await aStaffUser(database, { serviceCompanyId: (await aUser(database)).serviceCompanyId }, { email: staff })
    const ticket = await raised()
    const args = ['ticket', 'reply', number || String(ticket.number), '--company', company]
    expect(await portico(...args, '--staff', staff, '--text', 'x')).toMatchObject({
      code: 1,
      err: `Refused: ${sentence}.\n`,
    })
    expect((await read(ticket)).comments).toEqual([])
  })

  test('needs the company if two companies have a ticket of that number', async () => {
    const other = await aTicket(database, await aUser(database))
    const args = ['ticket', 'reply', String(other.number), '--staff', 'anna@replying.example', '--text', 'x']
    expect(await portico(...args)).toMatchObject({ code: 2, err: expect.stringContaining('add --company') })
  })
})

describe('tickets', async () => {
  const person = await aUser(database, { referentName: 'Rita Rossi' })
  const company = 'reading'
  await database.run(sql`update service_company set external_id = ${company} where id = ${person.serviceCompanyId}`)
  await database.run(sql`update web_user set phone = '+39 333 5550118' where id = ${person.webUserId}`)
  const staffUserId = await aStaffUser(database, person)
  const at = (hour: number) => `2026-03-01T${hour}:00:00Z`
  const [answered, waiting, closed] = [
    await aTicket(database, person, { title: 'Risposto', createdOn: at(10), staffUserId }),
    await aTicket(database, person, { title: 'In attesa', createdOn: at(11) }),
    await aTicket(database, person, { title: 'Chiuso', createdOn: at(12), status: 2 }),
  ]
  await aComment(database, person, answered.id, { message: '<p>Quando <b>venite</b>?</p>', at: at(13) })
  await aComment(database, person, answered.id, { message: '<p>Domani</p>', at: at(14), staffUserId })
  const list = async (...args: string[]) =>
    (
      (await portico('ticket', 'list', '--company', company, ...args, '--json')).json() as {
        number: number
        waits: boolean
      }[]
    ).map(({ number, waits }) => [number, waits])

  test('are listed newest first, filtered by portal, company and state', async () => {
    expect(await list()).toEqual([
      [closed.number, false],
      [waiting.number, true],
      [answered.number, false],
    ])
    expect(await list('--open', '--portal', person.company)).toEqual([
      [waiting.number, true],
      [answered.number, false],
    ])
    expect(await list('--portal', (await aUser(database)).company)).toEqual([])
    const { out } = await portico('ticket', 'list', '--company', company, '--limit', '2')
    expect(out).toContain('In attesa')
    expect(out).toContain('The last 2 are shown')
    expect(out).not.toContain('Risposto')
    expect(await portico('ticket', 'list', '--limit', '0')).toMatchObject({ code: 2 })
  })

  test('are shown with the conversation, the notes and contact details', async () => {
    await database.run(sql`insert into internal_note (service_company_id, portal_id, contact_id, ticket_id, staff_user_id, message, created_on, words)
      values (${person.serviceCompanyId}, ${person.portalId}, ${person.contactId}, ${answered.id}, ${staffUserId}, '<p>Urgente</p>', ${new Date(at(15))}, '')`)
    const { out } = await portico('ticket', 'show', String(answered.number), '--company', company)
    const parts = [
      'Risposto',
      'Rita Rossi (',
      '+39 333 5550118',
      'Non parte.',
      'Quando venite?',
      'Anna Tecnica:',
      'Domani',
      'no customer sees',
      'Urgente',
    ]
    const places = parts.map(part => out.indexOf(part))
    expect(places).not.toContain(-1)
    expect(places).toEqual([...places].sort((a, b) => a - b))
    expect(await portico('ticket', 'show', '99999999', '--company', company)).toMatchObject({
      code: 1,
      err: 'There is no ticket 99999999.\n',
    })
  })

  test('are shown with their files, which can be saved in a folder', async () => {
    const { body: file } = await (await app.as(person))(uploadCommentAttachment, {
      params: person.here,
      ...multipart({ filename: 'targhetta.png', content: png }),
    })
    const body = { taskId: waiting.id, message: 'Ecco', attachments: [file.id] }
    await (await app.as(person))(createComment, { params: person.here, body })
    const { out } = await portico(
      'ticket',
      'show',
      String(waiting.number),
      '--company',
      company,
      '--files',
      join(folder, 'saved'),
    )
    expect(out).toContain('Files: targhetta.png')
    expect(await readFile(join(folder, 'saved', '1-targhetta.png'))).toEqual(png)
    await app.delivered()
  })

  test('of two companies with the same number are distinguished by company', async () => {
    const other = await aUser(database)
    const { number } = await aTicket(database, other)
    await database.run(
      sql`update ticket set ticket_number = ${number + 4_000_000} where service_company_id = ${other.serviceCompanyId}`,
    )
    await database.run(sql`update ticket set ticket_number = ${number + 4_000_000} where id = ${closed.id}`)
    const args = ['ticket', 'show', String(number + 4_000_000)]
    expect(await portico(...args)).toMatchObject({ code: 2, err: expect.stringContaining('add --company') })
    expect((await portico(...args, '--company', company)).out).toContain('Chiuso')
  })
})

test.each([
  [['company', 'add', ' ', '--id', 'blank'], 'name '],
  [['portal', 'add', '--company', 'nobody', '--key', 'some-key', '--name', 'Some'], 'serviceCompany names "nobody"'],
  [['portal', 'add', '--company', 'taken', '--key', 'login', '--name', 'Some'], 'webPortalKey is a reserved word'],
  [
    ['portal', 'add', '--company', 'taken', '--key', 'some-key', '--name', 'Some', '--color', 'red;}'],
    'baseColor is not',
  ],
  [
    ['staff', 'add', '--company', 'taken', '--first-name', 'A', '--last-name', 'B', '--email', 'nobody'],
    'email must match',
  ],
])('%j is refused with a message and exit code 1', async (args, sentence) => {
  const { code, out, err } = await portico(...args)
  expect([code, out]).toEqual([1, ''])
  expect(err).toContain(`Refused: ${sentence}`)
})

test.each([
  [['company'], 'Say what to do: list, add, quota.\nportico company list'],
  [['company', 'toString'], 'Say what to do'],
  [['company', 'add'], 'Name one service company'],
  [['company', 'add', 'Two', 'names'], 'Name one service company'],
  [['company', 'add', '***'], 'add --id'],
  [['company', 'list', '--wet'], '--wet'],
  [['portal', 'add', '--company', 'taken'], '--key is missing'],
  [['portal', 'add', '--company', 'taken', '--key', 'k2', '--name', 'X', '--css', '/nowhere.css'], '/nowhere.css'],
  [['portal', 'brand'], 'Name one portal'],
  [['ticket', 'reply', '1', '--staff', 'a'], 'Give --text or --file'],
  [['ticket', 'reply', 'one', '--staff', 'a', '--text', 'x'], 'one is not the number'],
  [['ticket', 'reply', '1', '--staff', 'a', '--text', ' '], 'empty'],
  [['ticket', 'reply', '1', '--staff', 'a', '--text', 'x', '--note', '--close'], 'does not close'],
  [['portal', 'brand', 'taken-key'], 'Say what to change'],
  [['portal', 'add', '--logo', '/nowhere/logo.png'], '/nowhere/logo.png cannot be read'],
  [['staff', 'add', '--company', 'taken'], '--email is missing.\nportico staff add'],
  [['nonsense'], 'There is no command nonsense.\nportico <command>'],
  [['__proto__'], 'There is no command'],
  [[], 'portico <command>'],
])('invalid arguments %j exit with 2 and print the usage', async (args, sentence) => {
  const { code, out, err } = await portico(...args)
  expect([code, out]).toEqual([2, ''])
  expect(err).toContain(sentence)
})

test.each([[['--help']], [['company', '--help']], [['portal', 'add', '-h']]])('%j shows help', async args => {
  const { code, out, err } = await portico(...args)
  expect([code, err]).toEqual([0, ''])
  expect(out).toMatch(args.length === 1 ? / {2}company {2,}companies/ : new RegExp(`portico ${args[0]} list`))
})
