import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { hashPassword } from '../src/auth/passwords/password-hash.ts'
import { isDemoDue, loadDemo } from '../src/demo/demo.ts'
import { migrationsDir } from '../src/installation/installation.ts'
import { raw, script, sql } from '../src/kernel/database/db.ts'
import { migrate } from '../src/kernel/database/migrate.ts'
import { naturalOrder } from '../src/kernel/database/search-words.ts'
import { openLocalStorage } from '../src/kernel/storage/local-storage.ts'
import { secrets } from './fixtures/messages.ts'
import { testSeal } from './fixtures/seal.ts'
import { testDatabase } from './servers/database.ts'
import { workers } from './servers/workers.ts'

// Starts the current version on an installation of the first release, whose demo was used by customers since.

const folder = await mkdtemp(join(tmpdir(), 'portico-upgrade-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const log = () => {}

const database = await testDatabase()
const deps = {
  database,
  storage: await openLocalStorage(join(folder, 'files')),
  secrets,
  seal: await testSeal(database, secrets),
  workers,
  log,
}

/** Parts of the first demo. After the load the ticket was closed and answered, its asset renamed, the password changed, and a ticket raised. */
const foundation = (passwordHash: string) => `
insert into service_company (id, external_id, name, last_ticket_number) values (1, 'brenta', 'Brenta', 1800), (2, 'lagorai', 'Lagorai', 90);
insert into portal (service_company_id, id, external_id, web_portal_key, web_portal_name) values (1, 1, 'brenta', 'brenta', 'Brenta');
insert into task_step (service_company_id, portal_id, id, external_id, name, task_status, position)
  values (1, 1, 1, 'brenta-nuovo', 'Nuovo', 0, 10), (1, 1, 2, 'brenta-chiuso', 'Chiuso', 2, 60);
insert into contact (service_company_id, portal_id, id, external_id, company_name) values (1, 1, 1, 'rossi-brenta', 'Officine');
insert into web_user (service_company_id, id, external_id, user_name, email, language, password_hash)
  values (1, 1, 'giulia.rossi', 'giulia.rossi', 'giulia@officinerossi.example', 'es-ES', '${passwordHash}');
insert into membership (service_company_id, portal_id, contact_id, id, external_id, web_user_id, referent_name)
  values (1, 1, 1, 1, 'rossi-brenta-giulia.rossi', 1, 'Giulia');
insert into wiki_folder (service_company_id, portal_id, contact_id, id, external_id, name)
  values (1, 1, 1, 1, 'rossi-brenta-sala-server', 'Sala');
insert into wiki_element (service_company_id, portal_id, contact_id, id, external_id, wiki_folder_id, name, folder_order, name_order, search_text)
  values (1, 1, 1, 1, 'nas', 1, 'Il nostro NAS 2', 'sala', 'il nostro nas 2', 'sala il nostro nas 2');
insert into ticket (service_company_id, portal_id, contact_id, id, external_id, ticket_number, title, title_order, description, task_step_id,
    task_status, creator_web_user_id, wiki_element_id, created_on, words)
  values (1, 1, 1, 1, 'ticket-1260', 1260, 'Prova', 'prova', '<p>Prova</p>', 2, 2, 1, 1, '2026-11-01', ''),
    (1, 1, 1, 2, null, 1800, 'Mio 10 e 2020', 'mio 10 e 2020', '<p>Mio</p>', 1, 0, 1, null, '2026-11-21', '');
insert into comment (service_company_id, portal_id, contact_id, id, ticket_id, message, sender_web_user_id, creation_date, words)
  values (1, 1, 1, 1, 1, 'Grazie', 1, '2026-11-21', '');
insert into file (service_company_id, portal_id, contact_id, id, purpose, name, media_type, inline, size, sha256, storage_key, claimed)
  values (1, 1, 1, 1, 'comment', 'a.png', 'image/png', true, 1, '\\x00', 'no-such-key', true);
insert into ticket_file (service_company_id, portal_id, contact_id, ticket_id, comment_id, file_id, position) values (1, 1, 1, 1, 1, 1, 1);
insert into staff_user (service_company_id, id, external_id, first_name, last_name, display_name) values (1, 1, 'marta', 'Marta', 'Rizzi', 'Marta');
insert into planned_activity (service_company_id, portal_id, contact_id, id, activity_type_name, starts_at, ends_at, staff_user_id)
  values (1, 1, 1, 1, 'Visita', '2026-11-24 08:00Z', '2026-11-24 09:00Z', 1), (1, 1, 1, 2, 'Visita', '2026-11-24 08:30Z', '2026-11-24 09:30Z', 1);
insert into event (service_company_id, portal_id, contact_id, id, type, ticket_id) values (1, 1, 1, 1, 'ticket.changed', 1);
insert into installation values ('demo', '{"loadedOn": "2026-11-20", "serviceCompanies": ["brenta", "lagorai"], "complete": true}');`

/** The columns with data that users see. */
const tables = {
  portal: 'web_portal_key, web_portal_name',
  task_step: 'name, task_status, position',
  contact: 'company_name',
  web_user: 'user_name, email, language, password_hash',
  membership: 'web_user_id, referent_name, manage_tickets',
  wiki_folder: 'name',
  wiki_element: 'wiki_folder_id, name, search_text',
  ticket: 'ticket_number, title, description, task_step_id, task_status, created_on',
  comment: 'ticket_id, message, creation_date',
  file: 'purpose, name, storage_key, claimed',
  event: 'type, ticket_id',
  staff_user: 'display_name',
  planned_activity: 'activity_type_name, starts_at, ends_at, staff_user_id',
}

/** The rows of the foundation as they are now. */
const kept = async () => {
  const rows: Record<string, unknown> = {}
  for (const [table, columns] of Object.entries(tables))
    rows[table] = await database.many(raw(`select id, ${columns} from ${table} where id < 1000 order by id`))
  return rows
}

const migratedBefore = async () => {
  const first = join(folder, 'migrations')
  await mkdir(first)
  await copyFile(join(migrationsDir, '0001-foundation.sql'), join(first, '0001-foundation.sql'))
  await database.run(sql`drop schema public cascade`)
  await database.run(sql`create schema public`)
  expect(await migrate(database, first, log)).toEqual(['0001-foundation.sql'])
  await script(database, foundation(await hashPassword('una parola tutta sua')))
  for (const table of ['service_company', ...Object.keys(tables)])
    await database.run(raw(`alter table ${table} alter column id restart with 1000`))
}

test('an installation of the first release keeps its rows and shows what the demo has gained since', async () => {
  await migratedBefore()
  const before = await kept()
  expect((await migrate(database, migrationsDir, log)).length).toBeGreaterThan(0)
  expect(await kept()).toEqual(before)
  const { counted, sizes } = await database.one<{ counted: number; sizes: number }>(sql`select
    (select sum(bytes)::int from stored_bytes) as counted, (select sum(size)::int from file) as sizes`)
  expect(sizes).toBeGreaterThan(0)
  expect(counted).toBe(sizes)
  const { asset, ticket } = await database.one<{ asset: string; ticket: string }>(sql`select
    (select name_order from wiki_element where id = 1) as asset, (select title_order from ticket where id = 2) as ticket`)
  expect([asset, ticket]).toEqual([naturalOrder('Il nostro NAS 2'), naturalOrder('Mio 10 e 2020')])
  const named = await database.many<{ id: string }>(sql`select external_id as id from ticket where id = 2
    union all select external_id from comment where id = 1 union all select external_id from planned_activity where id < 3`)
  expect(new Set(named.map(({ id }) => id)).size).toBe(4)
  for (const { id } of named)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)

  expect(await isDemoDue(database)).toBe(true)
  const report = await loadDemo(deps)
  expect(report).toMatchObject({ changed: 0, refused: [] })
  expect(await kept()).toEqual(before)
  const { properties } = await database.one<{ properties: number }>(
    sql`select count(*) as properties from wiki_property where wiki_element_id = 1`,
  )
  expect(properties).toBeGreaterThan(0)

  expect(await isDemoDue(database)).toBe(false)
  expect(await loadDemo(deps)).toBeUndefined()
}, 180_000)
