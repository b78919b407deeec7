import { expect, test } from 'vitest'
import { join, raw, type Sql, sql } from '../src/kernel/database/db.ts'
import {
  aComment,
  aContact,
  aFile,
  aPicture,
  aPortal,
  aStaffGroup,
  aStaffUser,
  aTaskType,
  aTicket,
  aUser,
  aWikiElement,
  aWikiProperty,
  type Person,
} from './fixtures/factories.ts'
import { aDocument } from './fixtures/records.ts'
import { testDatabase } from './servers/database.ts'

// The database itself refuses a row that mixes two service companies, portals or contacts.

const database = await testDatabase()

/** The rows of one person: one of every table that another row can refer to. */
const aWorld = async (person: Person) => {
  const { id: ticket } = await aTicket(database, person)
  const wiki = await aWikiElement(database, person)
  return {
    person,
    ticket,
    comment: await aComment(database, person, ticket),
    file: await aFile(database, person),
    document: (await aDocument(database, person)).id,
    wiki: wiki.id,
    wikiFolder: wiki.folderId,
    wikiProperty: await aWikiProperty(database, person, wiki.id, { fileId: await aFile(database, person) }),
    taskType: await aTaskType(database, person),
    step: person.steps[0],
    staff: await aStaffUser(database, person),
    group: await aStaffGroup(database, person),
    picture: (await aPicture(database, person)).id,
  }
}
type World = Awaited<ReturnType<typeof aWorld>>

const own = await aWorld(await aUser(database))
const others: [string, World][] = [
  ['service company', await aWorld(await aUser(database))],
  [
    'portal',
    await aWorld(
      await aUser(database, {
        contact: await aContact(database, await aPortal(database, { serviceCompanyId: own.person.serviceCompanyId })),
      }),
    ),
  ],
  ['contact', await aWorld(await aUser(database, { contact: await aContact(database, own.person) }))],
]

const foreignKey = /violates foreign key constraint/

/** Points one column of a row of ours at a row of theirs. */
const point = (table: string, column: string, id: number, where: Sql) =>
  database.run(sql`update ${raw(table)} set ${raw(column)} = ${id} where ${where}`)

const ofOwn = (id: number) => sql`service_company_id = ${own.person.serviceCompanyId} and id = ${id}`

/** Columns that refer to a row of the same contact, portal or service company. */
const references: [
  level: 'contact' | 'portal' | 'company',
  table: string,
  column: string,
  row: keyof World,
  named: keyof World,
][] = [
  ['contact', 'ticket', 'wiki_element_id', 'ticket', 'wiki'],
  ['contact', 'comment', 'ticket_id', 'comment', 'ticket'],
  ['contact', 'wiki_element', 'wiki_folder_id', 'wiki', 'wikiFolder'],
  ['contact', 'document', 'file_id', 'document', 'file'],
  ['contact', 'wiki_property', 'wiki_element_id', 'wikiProperty', 'wiki'],
  ['contact', 'wiki_property', 'file_id', 'wikiProperty', 'file'],
  ['portal', 'ticket', 'task_type_id', 'ticket', 'taskType'],
  ['portal', 'ticket', 'task_step_id', 'ticket', 'step'],
  ['company', 'ticket', 'staff_user_id', 'ticket', 'staff'],
  ['company', 'ticket', 'staff_group_id', 'ticket', 'group'],
  ['company', 'comment', 'staff_user_id', 'comment', 'staff'],
  ['company', 'task_type', 'staff_group_id', 'taskType', 'group'],
  ['company', 'staff_user', 'picture_id', 'staff', 'picture'],
]
const levels = ['company', 'portal', 'contact']

const mixed = references.flatMap(([level, table, column, row, named]) =>
  others
    .slice(0, levels.indexOf(level) + 1)
    .map(([whose, world]) => ({ name: `${table}.${column}`, whose, table, column, row, named, world })),
)

test.each(mixed)('$name cannot name a row of another $whose', async ({ table, column, row, named, world }) => {
  const where = ofOwn(own[row] as number)
  await expect(point(table, column, world[named] as number, where)).rejects.toThrow(foreignKey)
  // The same statement with an own row succeeds.
  expect(await point(table, column, own[named] as number, where)).toBe(1)
})

test.each(others)('a ticket, comment or file cannot name a person of another %s', async (_, { person }) => {
  for (const [table, column, id] of [
    ['ticket', 'creator_web_user_id', own.ticket],
    ['comment', 'sender_web_user_id', own.comment],
    ['file', 'uploader_web_user_id', own.file],
  ] as const)
    await expect(point(table, column, person.webUserId, ofOwn(id))).rejects.toThrow(foreignKey)
})

const key = ({ serviceCompanyId, portalId, contactId }: Person) => sql`${serviceCompanyId}, ${portalId}, ${contactId}`
const at = new Date('2026-03-02T08:30:00Z')

/** Rows that name others from the beginning: ours by key, theirs by name. */
const inserts: [string, (key: Sql, named: World) => Sql][] = [
  [
    'ticket_file of their ticket',
    (
      key,
      { ticket },
    ) => sql`insert into ticket_file (service_company_id, portal_id, contact_id, ticket_id, file_id, position)
      values (${key}, ${ticket}, ${own.file}, 1)`,
  ],
  [
    'ticket_file of their file',
    (
      key,
      { file },
    ) => sql`insert into ticket_file (service_company_id, portal_id, contact_id, ticket_id, file_id, position)
      values (${key}, ${own.ticket}, ${file}, 1)`,
  ],
  [
    'ticket_file of their comment',
    (
      key,
      { comment },
    ) => sql`insert into ticket_file (service_company_id, portal_id, contact_id, ticket_id, comment_id, file_id, position)
      values (${key}, ${own.ticket}, ${comment}, ${own.file}, 1)`,
  ],
  [
    'planned_activity of their ticket',
    (
      key,
      { ticket },
    ) => sql`insert into planned_activity (service_company_id, portal_id, contact_id, ticket_id, activity_type_name,
        starts_at, ends_at) values (${key}, ${ticket}, 'x', ${at}, ${new Date(at.getTime() + 1)})`,
  ],
  [
    'event of their ticket',
    (key, { ticket }) =>
      sql`insert into event (service_company_id, portal_id, contact_id, type, ticket_id) values (${key}, 'x', ${ticket})`,
  ],
]

test.each(inserts.flatMap(([name, insert]) => others.map(([whose, world]) => ({ name, whose, insert, world }))))(
  'no $name in another $whose',
  async ({ insert, world }) => {
    await expect(database.run(insert(key(own.person), world))).rejects.toThrow(foreignKey)
  },
)

test('a comment of another ticket of the same contact cannot hold the file of this one', async () => {
  const other = await aTicket(database, own.person)
  const comment = await aComment(database, own.person, other.id)
  await expect(
    database.run(sql`insert into ticket_file (service_company_id, portal_id, contact_id, ticket_id, comment_id, file_id, position)
      values (${key(own.person)}, ${own.ticket}, ${comment}, ${own.file}, 1)`),
  ).rejects.toThrow(foreignKey)
})

const [, stranger] = others[0] ?? expect.fail()

test.each([
  [
    'membership of a user of another company',
    sql`insert into membership (service_company_id, portal_id, contact_id, web_user_id, referent_name)
      values (${key(own.person)}, ${stranger.person.webUserId}, 'x')`,
  ],
  [
    'contact in a portal of another company',
    sql`insert into contact (service_company_id, portal_id, company_name)
      values (${own.person.serviceCompanyId}, ${stranger.person.portalId}, 'x')`,
  ],
  [
    'portal with the logo of another company',
    sql`update portal set logo_id = ${stranger.picture} where id = ${own.person.portalId}`,
  ],
  [
    'session of a user in another company',
    sql`insert into session (token_hash, service_company_id, web_user_id, remember, expires_at)
      values ('\\x01', ${own.person.serviceCompanyId}, ${stranger.person.webUserId}, false, ${at})`,
  ],
  [
    'step or type in a portal of another company',
    sql`insert into task_step (service_company_id, portal_id, name, task_status, position)
      values (${own.person.serviceCompanyId}, ${stranger.person.portalId}, 'x', 0, 1)`,
  ],
])('no %s', async (_, statement) => {
  await expect(database.run(statement)).rejects.toThrow(foreignKey)
})

test('every table of a contact has the service company, portal and contact in its key', async () => {
  const rows = await database.many<{ name: string; columns: string[] }>(sql`
    select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_attribute a on a.attrelid = c.oid and a.attnum = any(k.conkey)
    where k.contype = 'p' and exists (select from pg_attribute x where x.attrelid = c.oid and x.attname = 'contact_id'
      and x.attnotnull)
    group by c.relname`)
  expect(rows.length).toBeGreaterThan(5)
  for (const { name, columns } of rows)
    expect(columns, name).toEqual(expect.arrayContaining(['service_company_id', 'portal_id', 'contact_id']))
})

test('every reference between tables of a contact, portal or company carries the whole of what they share', async () => {
  const shared = ['service_company_id', 'portal_id', 'contact_id']
  const rows = await database.many<{ name: string; columns: string[]; both: string[] }>(sql`
    select k.conname::text as name,
      (select array_agg(a.attname::text) from pg_attribute a where a.attrelid = k.conrelid and a.attnum = any(k.conkey)) as columns,
      array(select a.attname::text from pg_attribute a join pg_attribute b on b.attrelid = k.confrelid and b.attname = a.attname
        where a.attrelid = k.conrelid and not a.attisdropped
          and a.attname in (${join(shared)})) as both
    from pg_constraint k where k.contype = 'f' and k.confrelid <> 'service_company'::regclass`)
  for (const { name, columns, both } of rows) expect(columns, name).toEqual(expect.arrayContaining(both))
})
