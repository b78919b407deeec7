import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { secrets } from '../../test/fixtures/messages.ts'
import { testSeal } from '../../test/fixtures/seal.ts'
import { testDatabase } from '../../test/servers/database.ts'
import { workers } from '../../test/servers/workers.ts'
import { hashPassword, verifyPassword } from '../auth/passwords/password-hash.ts'
import { sql } from '../kernel/database/db.ts'
import { hashToken } from '../kernel/security/secrets.ts'
import { openLocalStorage } from '../kernel/storage/local-storage.ts'
import { folderFiles } from '../records/files/file-source.ts'
import { type ImportOptions, importFile, importFrom } from './import.ts'

const root = await mkdtemp(join(tmpdir(), 'portico-import-'))
afterAll(() => rm(root, { recursive: true, force: true }))

const database = await testDatabase()
const storage = await openLocalStorage(join(root, 'storage'))
const deps = { database, storage, secrets, seal: await testSeal(database, secrets), workers, log: () => {} }

const folder = join(root, 'import')
await mkdir(join(folder, 'files'), { recursive: true })
const put = (name: string, content: string | Buffer) => writeFile(join(folder, name), content)
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
await put('files/foto.png', PNG)
await put('files/altra foto.png', Buffer.concat([PNG, Buffer.from('x')]))
await put('files/nota.txt', 'una nota')
await put('files/vuoto.txt', '')
await put('files/finta.png', 'not a picture')
await put('files/setup.exe', 'MZ')
await writeFile(join(root, 'segreto.txt'), 'outside')
await symlink(join(root, 'segreto.txt'), join(folder, 'files/link.txt'))

type Fields = Record<string, unknown>
const company = { type: 'serviceCompany', externalId: 'sc', name: 'Company' }
const base: Fields[] = [
  company,
  { type: 'portal', externalId: 'p', serviceCompany: 'sc', webPortalKey: 'one', webPortalName: 'One' },
  { type: 'portal', externalId: 'p2', serviceCompany: 'sc', webPortalKey: 'two', webPortalName: 'Two' },
  { type: 'group', externalId: 'g', serviceCompany: 'sc', name: 'Group' },
  {
    type: 'staff',
    externalId: 's',
    serviceCompany: 'sc',
    firstName: 'Ada',
    lastName: 'Neri',
    picture: { path: 'files/foto.png' },
  },
  { type: 'ticketType', externalId: 'y', portal: 'p', name: 'Fault' },
  { type: 'ticketType', externalId: 'y2', portal: 'p2', name: 'Fault' },
  { type: 'ticketStep', externalId: 'open', portal: 'p', name: 'New', taskStatus: 0, position: 1 },
  { type: 'ticketStep', externalId: 'done', portal: 'p', name: 'Done', taskStatus: 2, position: 2 },
  { type: 'contact', externalId: 'c', portal: 'p', companyName: 'Client' },
  { type: 'contact', externalId: 'd', portal: 'p', companyName: 'Another client' },
  { type: 'contact', externalId: 'c2', portal: 'p2', companyName: 'Client' },
  {
    type: 'webUser',
    externalId: 'u',
    serviceCompany: 'sc',
    userName: 'user',
    email: 'user@client.example',
    password: 'una frase lunga e mia',
  },
  { type: 'webUser', externalId: 'v', serviceCompany: 'sc', userName: 'visitor' },
  {
    type: 'membership',
    externalId: 'm',
    contact: 'c',
    webUser: 'u',
    referentName: 'User',
    flags: ['manageTickets', 'viewContactWiki'],
  },
  { type: 'wikiFolder', externalId: 'f', contact: 'c', name: 'Làb' },
  { type: 'wikiFolder', externalId: 'fd', contact: 'd', name: 'Lab' },
  { type: 'wikiElement', externalId: 'e', folder: 'f', name: 'Prèss' },
  { type: 'wikiElement', externalId: 'ed', folder: 'fd', name: 'Press' },
  {
    type: 'ticket',
    externalId: 't',
    contact: 'c',
    ticketType: 'y',
    title: 'Title',
    description: '<p>Text</p>',
    createdOn: '2026-03-02 09:30',
    creator: 'u',
  },
  { type: 'comment', externalId: 'k', ticket: 't', message: 'Hello', creationDate: '2026-03-02T10:00:00Z', staff: 's' },
  // Another service company, where the same external ids belong to other records.
  { type: 'serviceCompany', externalId: 'sc9', name: 'Stranger' },
  { type: 'portal', externalId: 'p9', serviceCompany: 'sc9', webPortalKey: 'nine', webPortalName: 'Nine' },
  { type: 'group', externalId: 'g9', serviceCompany: 'sc9', name: 'Group' },
  { type: 'webUser', externalId: 'u9', serviceCompany: 'sc9', userName: 'user' },
  { type: 'contact', externalId: 'twin', portal: 'p', companyName: 'Twin' },
  { type: 'contact', externalId: 'twin', portal: 'p9', companyName: 'Twin' },
]

const ticket = (fields: Fields): Fields => ({
  type: 'ticket',
  externalId: 'x',
  contact: 'c',
  title: 'Title',
  description: '<p>Text</p>',
  createdOn: '2026-03-02 09:30',
  ...fields,
})

const importText = async (text: string | Buffer, options?: ImportOptions) => {
  await put('lines.jsonl', text)
  return importFile(deps, join(folder, 'lines.jsonl'), options)
}
const importLines = (lines: Fields[], options?: ImportOptions) =>
  importText(lines.map(line => JSON.stringify(line)).join('\n'), options)

const first = await importLines(base)

const stored = async () => {
  const keys: string[] = []
  for await (const { key } of storage.list()) keys.push(key)
  return keys.sort()
}
const rowOf = (externalId: string) =>
  database.one<{
    id: number
    ticketNumber: number
    taskStatus: number
    title: string
    description: string
    createdOn: Date
    words: string
    files: string[]
  }>(sql`select t.id, ticket_number as "ticketNumber", task_status as "taskStatus", title, description, created_on as "createdOn", words::text,
      array(select f.name from ticket_file tf join file f on f.id = tf.file_id where tf.ticket_id = t.id and tf.comment_id is null order by tf.position) as files
    from ticket t where t.external_id = ${externalId}`)

test('a file is imported completely, and a second import changes nothing', async () => {
  expect(first).toEqual({
    lines: base.length,
    created: base.length,
    changed: 0,
    unchanged: 0,
    refused: [],
    warnings: [],
  })
  const users = () => database.many(sql`select external_id, password_hash from web_user order by id`)
  const [before, keys] = [await users(), await stored()]
  expect(await importLines(base)).toEqual({
    lines: base.length,
    created: 0,
    changed: 0,
    unchanged: base.length,
    refused: [],
    warnings: [],
  })
  expect(await users()).toEqual(before)
  expect(await stored()).toEqual(keys)
})

test("a local time is in the portal's time zone, and a new ticket takes the first open step", async () => {
  expect(await rowOf('t')).toMatchObject({ createdOn: new Date('2026-03-02T08:30:00Z'), taskStatus: 0 })
})

test('the first ticket of a portal without steps creates an open one', async () => {
  const line = { ...ticket({ externalId: 'stepless', contact: 'c2' }) }
  expect(await importLines([line], { dryRun: true })).toMatchObject({ created: 1, refused: [] })
  expect(await importLines([line])).toMatchObject({ created: 1, refused: [] })
  expect(await rowOf('stepless')).toMatchObject({ taskStatus: 0 })
})

test('an edited line changes only its record', async () => {
  const edited = base.map(line => (line.externalId === 't' ? { ...line, title: 'Another title', step: 'done' } : line))
  expect(await importLines(edited)).toMatchObject({ created: 0, changed: 1, unchanged: base.length - 1 })
  const row = await rowOf('t')
  expect(row).toMatchObject({ title: 'Another title', taskStatus: 2 })
  expect(row.words).toContain(':another')
  expect(await importLines(base.filter(line => line.externalId === 't'))).toMatchObject({ changed: 1 })
  // A line without a step leaves the ticket's step as it is.
  expect(await rowOf('t')).toMatchObject({ title: 'Title', taskStatus: 2 })
})

test('a password is hashed, left alone while it is the same, and changed with its line', async () => {
  const hash = async (externalId: string) =>
    (
      await database.one<{ hash: string | null }>(
        sql`select password_hash as hash from web_user where external_id = ${externalId}`,
      )
    ).hash ?? ''
  expect(await verifyPassword(await hash('u'), 'una frase lunga e mia')).toBe(true)
  expect(await hash('v')).toBe('')
  const line = { type: 'webUser', externalId: 'v', serviceCompany: 'sc', userName: 'visitor' }
  const passwordHash = await hashPassword('portata da fuori')
  expect(await importLines([{ ...line, passwordHash }])).toMatchObject({ changed: 1 })
  expect(await hash('v')).toBe(passwordHash)
  // A password that was set in the portal stays if the line has none.
  expect(await importLines([line])).toMatchObject({ unchanged: 1 })
  expect(await importLines([{ ...line, password: 'un altra ancora' }])).toMatchObject({ changed: 1 })
  expect(await verifyPassword(await hash('v'), 'un altra ancora')).toBe(true)
})

describe('ticket numbers', () => {
  const counter = async () =>
    (
      await database.one<{ n: number }>(
        sql`select last_ticket_number as n from service_company where external_id = 'sc'`,
      )
    ).n

  test('continue the sequence, and an explicit one raises the counter', async () => {
    const from = await counter()
    await importLines([
      ticket({ externalId: 'n1' }),
      ticket({ externalId: 'n2', ticketNumber: from + 50 }),
      ticket({ externalId: 'n3' }),
      ticket({ externalId: 'n4', ticketNumber: from + 20 }),
    ])
    expect((await rowOf('n1')).ticketNumber).toBe(from + 1)
    expect((await rowOf('n3')).ticketNumber).toBe(from + 51)
    expect((await rowOf('n4')).ticketNumber).toBe(from + 20)
    expect(await counter()).toBe(from + 51)
    // The next import does not number the same tickets again.
    expect(await importLines([ticket({ externalId: 'n1' })])).toMatchObject({ unchanged: 1 })
    expect(await counter()).toBe(from + 51)
  })

  test('of another ticket are refused, the valid lines around are imported', async () => {
    const taken = (await rowOf('n1')).ticketNumber
    const report = await importLines([
      ticket({ externalId: 'n5' }),
      ticket({ externalId: 'n6', ticketNumber: taken }),
      ticket({ externalId: 'n7' }),
    ])
    expect(report).toMatchObject({
      created: 2,
      refused: [{ line: 2, externalId: 'n6', field: 'ticketNumber', reason: 'is that of another ticket' }],
    })
  })
})

describe('attachments', () => {
  const image =
    '<p>See</p><img src="attachment:altra%20foto.png" alt="A"><img src="https://elsewhere.example/x.png"><script>alert(1)</script>'
  const line = ticket({
    externalId: 'a',
    description: image,
    attachments: [{ path: 'files/nota.txt' }, { path: 'files/altra foto.png' }],
  })

  test('are stored in their order, images reference their ids, HTML is cleaned', async () => {
    expect(await importLines([line])).toMatchObject({ created: 1, refused: [] })
    const { description, files } = await rowOf('a')
    expect(files).toEqual(['nota.txt', 'altra foto.png'])
    expect(description).toMatch(/^<p>See<\/p><img src="attachment:\d+" alt="A" \/>$/)
  })

  test('stay while they are the same; a dropped one is removed from the storage', async () => {
    const before = await stored()
    expect(await importLines([line])).toMatchObject({ unchanged: 1 })
    expect(await stored()).toEqual(before)
    expect(await importLines([{ ...line, attachments: [{ path: 'files/altra foto.png' }] }])).toMatchObject({
      changed: 1,
    })
    expect(await rowOf('a')).toMatchObject({ files: ['altra foto.png'] })
    expect(await stored()).toHaveLength(before.length - 1)
    await put('files/nota.txt', 'una nota, riscritta')
    expect(await importLines([line])).toMatchObject({ changed: 1 })
    expect(await rowOf('a')).toMatchObject({ files: ['nota.txt', 'altra foto.png'] })
    expect(await stored()).toHaveLength(before.length)
  })

  test('of a comment belong to it', async () => {
    const comment = {
      type: 'comment',
      externalId: 'ka',
      ticket: 't',
      message: '<img src="attachment:Bild.png">',
      creationDate: '2026-03-03',
      sender: 'u',
      attachments: [{ path: 'files/foto.png', name: 'Bild.png' }],
    }
    expect(await importLines([comment])).toMatchObject({ created: 1 })
    const row = await database.one<{
      message: string
      name: string
      uploader: boolean
      claimed: boolean
    }>(sql`select k.message, f.name, f.claimed,
        f.uploader_web_user_id = k.sender_web_user_id as uploader
      from comment k join ticket_file tf on tf.comment_id = k.id join file f on f.id = tf.file_id where k.external_id = 'ka'`)
    expect(row).toMatchObject({
      name: 'Bild.png',
      uploader: true,
      claimed: true,
      message: expect.stringContaining('<img src="attachment:'),
    })
  })

  test('of a refused line leave nothing behind', async () => {
    const before = await stored()
    const rows = () => database.one(sql`select count(*) as n from file`)
    const count = await rows()
    const lost = ticket({
      externalId: 'b',
      description: '<img src="attachment:lost.png">',
      attachments: [{ path: 'files/nota.txt' }],
    })
    expect(await importLines([lost])).toMatchObject({ created: 0, refused: [{ field: 'description' }] })
    expect(await rows()).toEqual(count)
    const taken = (await rowOf('n1')).ticketNumber
    await importLines([ticket({ externalId: 'b', ticketNumber: taken, attachments: [{ path: 'files/nota.txt' }] })])
    expect(await stored()).toEqual(before)
  })
})

test('a picture is replaced and the old one removed', async () => {
  const line = { type: 'staff', externalId: 's', serviceCompany: 'sc', firstName: 'Ada', lastName: 'Neri' }
  const before = await stored()
  expect(await importLines([{ ...line, picture: { path: 'files/altra foto.png' } }])).toMatchObject({ changed: 1 })
  const after = await stored()
  expect(after).toHaveLength(before.length)
  expect(after).not.toEqual(before)
})

test('a renamed wiki folder is found by its new name', async () => {
  await importLines([{ type: 'wikiFolder', externalId: 'f', contact: 'c', name: 'Òfficina' }])
  const element = await database.one(
    sql`select folder_order as folder, name_order as name, search_text as text from wiki_element where external_id = 'e'`,
  )
  expect(element).toEqual({ folder: 'officina', name: 'press', text: 'officina press' })
})

test('a dry run reports the same and stores nothing', async () => {
  const keys = await stored()
  const lines = [
    { type: 'contact', externalId: 'dry', portal: 'p', companyName: 'Dry' },
    ticket({ externalId: 'dry-t', contact: 'dry', attachments: [{ path: 'files/nota.txt' }] }),
    ticket({ externalId: 'dry-x', contact: 'nobody' }),
  ]
  expect(await importLines(lines, { dryRun: true })).toMatchObject({
    created: 2,
    refused: [{ line: 3, field: 'contact' }],
  })
  expect(await stored()).toEqual(keys)
  expect(await importLines(lines, { dryRun: true })).toMatchObject({ created: 2 })
})

describe('dates', () => {
  test('are shifted by the days since the file was written, keeping the time of day', async () => {
    const lines = [
      { type: 'import', asOf: '2026-03-01' },
      ticket({ externalId: 'shifted', createdOn: '2026-02-27 09:00' }),
    ]
    // Across the start of daylight saving time.
    expect(await importLines(lines, { shiftDates: '2026-04-01' })).toEqual({
      lines: 1,
      created: 1,
      changed: 0,
      unchanged: 0,
      refused: [],
      warnings: [],
    })
    expect((await rowOf('shifted')).createdOn).toEqual(new Date('2026-03-30T07:00:00Z'))
    expect(await importLines(lines)).toMatchObject({ changed: 1 })
    expect((await rowOf('shifted')).createdOn).toEqual(new Date('2026-02-27T08:00:00Z'))
  })

  test('cannot be shifted if the header line has no valid day', async () => {
    const report = await importLines([{ type: 'import', asOf: 'yesterday' }], { shiftDates: true })
    expect(report.refused).toEqual([{ line: 1, field: 'asOf', reason: 'is not a date: YYYY-MM-DD' }])
  })
})

describe('an invalid line is reported with number, field and reason', () => {
  const comment = { type: 'comment', externalId: 'x', ticket: 't', message: 'Hello', creationDate: '2026-03-02' }
  const activity = {
    type: 'plannedActivity',
    externalId: 'x',
    ticket: 't',
    activityTypeName: 'Visit',
    start: '2026-03-02 09:00',
    end: '2026-03-02 10:00',
  }
  const portal = {
    type: 'portal',
    externalId: 'x',
    serviceCompany: 'sc',
    webPortalKey: 'three',
    webPortalName: 'Three',
  }
  const user = { type: 'webUser', externalId: 'x', serviceCompany: 'sc', userName: 'third' }
  const staff = { type: 'staff', externalId: 'x', serviceCompany: 'sc', firstName: 'A', lastName: 'B' }
  const invitation = { type: 'invitation', externalId: 'x', contact: 'c', webUser: 'u' }
  const membership = { type: 'membership', externalId: 'x', contact: 'c', webUser: 'v', referentName: 'V', flags: [] }
  const type = { type: 'ticketType', externalId: 'x', portal: 'p', name: 'X' }

  test.each<[string, Fields, string | undefined, RegExp]>([
    ['no type', { externalId: 'x' }, 'type', /missing/],
    ['an unknown type', { type: 'spaceship', externalId: 'x' }, 'type', /unknown/],
    ['no externalId', { type: 'contact', portal: 'p', companyName: 'X' }, 'externalId', /missing/],
    ['a missing field', ticket({ title: undefined }), 'title', /missing/],
    ['null where something is required', ticket({ title: null }), 'title', /missing/],
    ['a field of the wrong type', ticket({ title: 7 }), 'title', /string/],
    ['an unknown field', ticket({ titel: 'x' }), 'titel', /no field/],
    [
      'an invalid nested field',
      ticket({ attachments: [{ path: 'files/nota.txt' }, { path: 7 }] }),
      'attachments.1.path',
      /string/,
    ],
    ['a blank title', ticket({ title: '   ' }), 'title', /pattern/],
    ['a title that is too long', ticket({ title: 'x'.repeat(301) }), 'title', /300/],
    ['a NUL character', ticket({ title: 'a\0b' }), 'title', /NUL/],
    [
      'a description without content',
      ticket({ description: '<p> <br></p><script>x</script>' }),
      'description',
      /neither/,
    ],
    ['an unknown reference', ticket({ contact: 'nobody' }), 'contact', /"nobody"/],
    ['a type of another portal', ticket({ ticketType: 'y2' }), 'ticketType', /another portal/],
    ['a wiki element of another contact', ticket({ wikiElement: 'ed' }), 'wikiElement', /another contact/],
    ['a group of another service company', ticket({ group: 'g9' }), 'group', /another service company/],
    ['a creator of another service company', ticket({ creator: 'u9' }), 'creator', /another service company/],
    ['a creator without membership', ticket({ creator: 'v' }), 'creator', /no membership/],
    ['a sender without membership', { ...comment, sender: 'v' }, 'sender', /no membership/],
    ['a contact that two service companies have', ticket({ contact: 'twin' }), 'contact', /add serviceCompany/],
    [
      'another service company than that of the contact',
      ticket({ serviceCompany: 'sc9' }),
      'contact',
      /another service company/,
    ],
    ['a short key', { ...invitation, key: 'short' }, 'key', /22 to 200 characters/],
    ['a key with invalid characters', { ...invitation, key: 'x'.repeat(30).concat('/..') }, 'key', /.+/],
    ['an invitation of a user without membership', { ...invitation, webUser: 'v' }, 'webUser', /no membership/],
    ['two senders', { ...comment, sender: 'u', staff: 's' }, 'staff', /beside/],
    [
      'a sender in copy who is a web user',
      { ...comment, sender: 'u', senderAddress: 'a@b.example' },
      'senderAddress',
      /beside/,
    ],
    [
      'a sender in copy of the staff',
      { ...comment, staff: 's', senderAddress: 'a@b.example' },
      'senderAddress',
      /beside/,
    ],
    ['a sender in copy without an address', { ...comment, senderName: 'Anna' }, 'senderName', /beside/],
    ['a sender in copy with a false address', { ...comment, senderAddress: 'anna' }, 'senderAddress', /.+/],
    ['an invalid CC address', { ...comment, ccList: 'a@b.example; nobody' }, 'ccList', /"nobody"/],
    ['an unknown event', { ...comment, event: 'burnt' }, 'event', /.+/],
    ['an invalid date', ticket({ createdOn: 'yesterday' }), 'createdOn', /not a date/],
    ['a date that does not exist', ticket({ createdOn: '2026-02-30 09:00' }), 'createdOn', /does not exist/],
    ['an instant that does not exist', ticket({ createdOn: '2026-02-30T09:00:00Z' }), 'createdOn', /not a date/],
    ['an end before its start', { ...activity, end: '2026-03-02 08:00' }, 'end', /not after/],
    ['an activity without ticket and contact', { ...activity, ticket: undefined }, 'ticket or contact', /missing/],
    ['an activity of two contacts', { ...activity, contact: 'd' }, 'contact', /another contact/],
    ['a portal key with an invalid character', { ...portal, webPortalKey: 'Three' }, 'webPortalKey', /2 to 40/],
    ['a reserved portal key', { ...portal, webPortalKey: 'login' }, 'webPortalKey', /reserved/],
    ['the key of another portal', { ...portal, webPortalKey: 'nine' }, 'webPortalKey', /another portal/],
    ['an invalid base colour', { ...portal, baseColor: 'red;}' }, 'baseColor', /not a colour/],
    ['a base colour out of range', { ...portal, baseColor: 'rgb(300,0,0)' }, 'baseColor', /not a colour/],
    [
      'custom CSS that ends its style element',
      { ...portal, customCss: 'a{}</STYLE><script>' },
      'customCss',
      /<\/style/,
    ],
    ['custom CSS that is too long', { ...portal, customCss: 'a'.repeat(65_537) }, 'customCss', /longer/],
    ['an unknown time zone', { ...portal, timeZone: 'Europe/Padova' }, 'timeZone', /not a time zone/],
    ['a logo that is not an image', { ...portal, logo: { path: 'files/nota.txt' } }, 'logo', /not an image/],
    ['a ticket type with an invalid colour', { ...type, color: 'url(x)' }, 'color', /not a colour/],
    ['the name of another user', { ...user, userName: 'USER' }, 'userName', /another web user/],
    ['the e-mail of another user', { ...user, email: 'User@client.example' }, 'email', /another web user/],
    ['an invalid e-mail address', { ...user, email: 'nobody' }, 'email', /email/],
    ['a hash that is not argon2id', { ...user, passwordHash: '$2b$10$abc' }, 'passwordHash', /pattern/],
    [
      'a hash that takes hours to verify',
      { ...user, passwordHash: '$argon2id$v=19$m=4194304,t=999,p=1$c29tZXNhbHQ$aGFzaGhhc2hoYXNo' },
      'passwordHash',
      /costs too much/,
    ],
    ['an unknown language', { ...user, language: 'de-DE' }, 'language', /.+/],
    ['an unknown flag', { ...membership, flags: ['fly'] }, 'flags.0', /.+/],
    ['a second membership of the same person', { ...membership, webUser: 'u' }, 'webUser', /another externalId/],
    [
      'a file that leaves the folder',
      ticket({ attachments: [{ path: '../segreto.txt' }] }),
      'attachments.0.path',
      /leads out/,
    ],
    [
      'a file at an absolute path',
      ticket({ attachments: [{ path: join(root, 'segreto.txt') }] }),
      'attachments.0.path',
      /leads out/,
    ],
    [
      'a symbolic link that leaves the folder',
      ticket({ attachments: [{ path: 'files/link.txt' }] }),
      'attachments.0.path',
      /leads out/,
    ],
    ['a folder in place of a file', ticket({ attachments: [{ path: 'files' }] }), 'attachments.0.path', /not a file/],
    ['a missing file', ticket({ attachments: [{ path: 'files/none.txt' }] }), 'attachments.0.path', /not there/],
    ['an empty file', ticket({ attachments: [{ path: 'files/vuoto.txt' }] }), 'attachments.0', /empty/],
    ['an executable', ticket({ attachments: [{ path: 'files/setup.exe' }] }), 'attachments.0', /executable/],
    [
      'an executable by its given name',
      ticket({ attachments: [{ path: 'files/nota.txt', name: 'nota.bat' }] }),
      'attachments.0',
      /executable/,
    ],
    [
      'a file whose content contradicts its name',
      ticket({ attachments: [{ path: 'files/finta.png' }] }),
      'attachments.0',
      /not what/,
    ],
    ['a staff picture that is not an image', { ...staff, picture: { path: 'files/finta.png' } }, 'picture', /not what/],
    ['too many files', ticket({ attachments: Array(11).fill({ path: 'files/nota.txt' }) }), 'attachments', /10/],
    [
      'an image that is not attached',
      ticket({ description: '<img src="attachment:other.png">' }),
      'description',
      /"other.png"/,
    ],
    [
      "an image with the id of another record's file",
      ticket({ description: '<img src="attachment:1">' }),
      'description',
      /"1"/,
    ],
    [
      'a ticket moved away from its comments',
      { ...ticket({ externalId: 't', contact: 'd' }) },
      undefined,
      /cannot be moved/,
    ],
  ])('%s', async (_, line, field, reason) => {
    const around = { type: 'group', externalId: 'around', serviceCompany: 'sc', name: 'Kept' }
    const report = await importLines([around, line, { ...around, externalId: 'behind' }])
    expect(report.refused).toHaveLength(1)
    const [refused] = report.refused
    expect(refused).toMatchObject({ line: 2, ...(field && { field }) })
    expect(refused?.field).toBe(field)
    expect(refused?.reason).toMatch(reason)
    expect(report.created + report.unchanged).toBe(2)
    const left = await database.one<{ n: number }>(sql`select (select count(*) from ticket where external_id = 'x')
      + (select count(*) from portal where external_id = 'x') + (select count(*) from comment where external_id = 'x')
      + (select count(*) from web_user where external_id = 'x') as n`)
    expect(left.n).toBe(0)
  })

  test('a line that is not JSON, not an object, not UTF-8 or too long', async () => {
    const good = Buffer.from(`${JSON.stringify({ ...company, name: 'Company' })}\n`)
    const long = Buffer.from(`${JSON.stringify({ ...company, name: 'x'.repeat(4 * 1024 * 1024) })}\n`)
    const text = Buffer.concat([
      Buffer.from('{"type": \n\n[1]\n'),
      Buffer.from([0x22, 0xff, 0xfe, 0x22, 0x0a]),
      long,
      Buffer.from('\r\n'),
      good,
    ])
    const report = await importText(text)
    expect(report.refused.map(({ line, reason }) => `${line} ${reason.split(':')[0]}`)).toEqual([
      '1 is not JSON',
      '3 is not a JSON object',
      '4 is not UTF-8 (Windows-1252 or Latin-1, most likely)',
      '5 is longer than 4194304 bytes',
    ])
    expect(report).toMatchObject({ lines: 5, unchanged: 1 })
  })

  test('an externalId that occurs twice in the file, however far apart', async () => {
    const groups = Array.from({ length: 2200 }, (_, n) => ({
      type: 'group',
      externalId: `many-${n}`,
      serviceCompany: 'sc',
      name: `Group ${n}`,
    }))
    const report = await importLines([...groups, { ...groups[0], name: 'Again' }, { ...groups[2199], name: 'Again' }])
    expect(report).toMatchObject({ created: 2200 })
    expect(report.refused.map(({ line, field }) => [line, field])).toEqual([
      [2201, 'externalId'],
      [2202, 'externalId'],
    ])
  })

  test('the same externalId in two service companies is two records', async () => {
    const lines = ['sc', 'sc9'].map(serviceCompany => ({
      type: 'group',
      externalId: 'same',
      serviceCompany,
      name: 'Same',
    }))
    expect(await importLines(lines)).toMatchObject({ created: 2, refused: [] })
    const wiki = { type: 'wikiFolder', externalId: 'twins', contact: 'twin', name: 'Twins' }
    expect(await importLines(['sc', 'sc9'].map(serviceCompany => ({ ...wiki, serviceCompany })))).toMatchObject({
      created: 2,
      refused: [],
    })
  })

  test('a line that depends on a refused line is refused too', async () => {
    const report = await importLines([{ type: 'contact', externalId: 'bad', portal: 'p' }, ticket({ contact: 'bad' })])
    expect(report.refused.map(({ line, field }) => [line, field])).toEqual([
      [1, 'companyName'],
      [2, 'contact'],
    ])
  })
})

describe('encodings', () => {
  const group = { type: 'group', serviceCompany: 'sc', name: 'Group' }
  const importBytes = async (bytes: Buffer) => {
    await put('bytes.jsonl', bytes)
    return importFile(deps, join(folder, 'bytes.jsonl'))
  }
  const text = (externalId: string) => JSON.stringify({ ...group, externalId })

  test('a byte-order mark and Windows line ends are not part of a line', async () => {
    const report = await importBytes(Buffer.from(`\ufeff${text('bom')}\r\n\r\n${text('crlf')}\r\n`))
    expect(report).toMatchObject({ lines: 2, created: 2, refused: [] })
  })

  test.each<[string, Buffer, number, RegExp]>([
    [
      'UTF-16 with a byte-order mark',
      Buffer.from(`\ufeff${text('x')}`, 'utf16le'),
      1,
      /UTF-16: save the file as UTF-8/,
    ],
    ['UTF-16 without one', Buffer.from(text('x'), 'utf16le'), 1, /UTF-16/],
    ['Latin-1', Buffer.from(JSON.stringify({ ...group, name: 'Società' }), 'latin1'), 1, /not UTF-8.*Windows-1252/],
    ['a truncated line', Buffer.from(`${text('whole')}\n${text('y').slice(0, 30)}`), 2, /cut off/],
  ])('%s is reported', async (_, bytes, line, reason) => {
    const { refused } = await importBytes(bytes)
    expect(refused).toEqual([{ line, reason: expect.stringMatching(reason) }])
  })

  test('a line of 100 MB is refused, and the next is imported', async () => {
    const piece = Buffer.alloc(1 << 20, 'x')
    const open = async function* () {
      for (let n = 0; n < 100; n += 1) yield piece
      yield Buffer.from(`\n${text('after')}\n`)
    }
    const report = await importFrom(deps, { open, files: folderFiles(folder) })
    expect(report).toMatchObject({
      lines: 2,
      created: 1,
      refused: [{ line: 1, reason: expect.stringMatching(/longer/) }],
    })
  })
})

describe('an import with a tenant scope', () => {
  const idOf = async (table: 'service_company' | 'portal', externalId: string) =>
    (
      await database.one<{ id: number }>(
        table === 'portal'
          ? sql`select id from portal where external_id = ${externalId}`
          : sql`select id from service_company where external_id = ${externalId}`,
      )
    ).id
  const refusals = async (lines: Fields[], options: ImportOptions) =>
    (await importLines(lines, options)).refused.map(({ field, reason }) => `${field} ${reason}`)

  test('of one service company neither finds nor writes records of another', async () => {
    await importLines([
      { ...company, externalId: 'far' },
      { type: 'portal', externalId: 'far-p', serviceCompany: 'far', webPortalKey: 'far', webPortalName: 'Far' },
      { type: 'contact', externalId: 'far-c', portal: 'far-p', companyName: 'Far' },
    ])
    const tenantScope = { company: await idOf('service_company', 'sc') }
    const contact = { type: 'contact', externalId: 'mine', companyName: 'Mine' }
    const missing = await refusals([{ ...contact, portal: 'nowhere' }], { tenantScope })
    const foreign = await refusals([{ ...contact, portal: 'far-p' }], { tenantScope })
    expect(foreign.map(text => text.replace('far-p', 'nowhere'))).toEqual(missing)
    expect(await refusals([{ ...company, externalId: 'far', name: 'Taken' }], { tenantScope })).toHaveLength(1)
    expect(await refusals([{ ...company, externalId: 'new' }], { tenantScope })).toHaveLength(1)
    expect(await importLines([company], { tenantScope })).toMatchObject({ unchanged: 1 })
  })

  test('of some portals neither finds nor writes the others or their records', async () => {
    const tenantScope = { company: await idOf('service_company', 'sc'), portals: [await idOf('portal', 'p')] }
    const user = { type: 'webUser', externalId: 'u', serviceCompany: 'sc', userName: 'user' }
    const portal = { type: 'portal', externalId: 'p2', serviceCompany: 'sc', webPortalKey: 'two', webPortalName: 'X' }
    const contact = { type: 'contact', externalId: 'c', portal: 'p', companyName: 'Client' }
    const refused = [user, portal, { ...contact, externalId: 'c2' }, { ...contact, portal: 'p2' }]
    for (const line of refused) expect(await refusals([line], { tenantScope })).toHaveLength(1)
    expect(await importLines([contact], { tenantScope })).toMatchObject({ unchanged: 1 })
  })
})

test('progress is reported after each batch and ends at the whole file', async () => {
  const seen: number[] = []
  let total = 0
  const groups = Array.from({ length: 4200 }, (_, n) => ({
    type: 'group',
    externalId: `many-${n}`,
    serviceCompany: 'sc',
    name: `Group ${n}`,
  }))
  await importLines(groups, {
    onProgress: ({ lines, bytes, totalBytes }) => {
      seen.push(lines)
      total = bytes / (totalBytes ?? 0)
    },
  })
  expect(seen).toEqual([2000, 4000, 4200])
  expect(total).toBe(1)
})

test('passwords are slow, so a batch has few of them', async () => {
  const seen: number[] = []
  const users = Array.from({ length: 60 }, (_, n) => ({
    type: 'webUser',
    externalId: `hashed-${n}`,
    serviceCompany: 'sc',
    userName: `hashed-${n}`,
    ...(n < 50 && { password: 'una frase lunga e mia' }),
  }))
  await importLines(users, { onProgress: ({ lines }) => void seen.push(lines) })
  expect(seen).toEqual([50, 60])
})

test('the key of a record is stored encrypted and hashed; only another key changes it', async () => {
  const line = { type: 'invitation', externalId: 'key', contact: 'c', webUser: 'u' }
  const stored = () =>
    database.one<{ hash: Buffer; sealed: string }>(
      sql`select key_hash as hash, sealed_key as sealed from confirmation where external_id = 'key'`,
    )
  const opened = async () => {
    const { hash, sealed } = await stored()
    const key = secrets.decrypt(sealed, 'confirmation')
    expect(hash).toEqual(hashToken(key))
    return key
  }
  expect(await importLines([line])).toMatchObject({ created: 1, refused: [] })
  const made = await opened()
  expect(made).toMatch(/^[\w-]{43}$/)
  const given = 'a-key-of-22-characters'
  expect(await importLines([{ ...line, key: given }])).toMatchObject({ changed: 1, refused: [] })
  expect(await opened()).toBe(given)
  const before = await stored()
  expect(await importLines([{ ...line, key: given }])).toMatchObject({ unchanged: 1 })
  expect(await importLines([line])).toMatchObject({ unchanged: 1 })
  expect(await stored()).toEqual(before)
  const taken = await importLines([{ ...line, externalId: 'other', key: given }])
  expect(taken.refused).toMatchObject([{ field: 'key', reason: 'is that of another record' }])
})

test('an invitation that expires on a day is valid until the end of that day', async () => {
  const line = { type: 'invitation', externalId: 'ends', contact: 'c', webUser: 'u', expiresOn: '2026-12-31' }
  expect(await importLines([line])).toMatchObject({ created: 1, refused: [] })
  const row = await database.one<{ at: string }>(
    sql`select instant(expires_at) as at from confirmation where external_id = 'ends'`,
  )
  expect(row).toEqual({ at: '2026-12-31T22:59:59Z' })
})
