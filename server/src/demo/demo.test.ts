import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cannedAnswerFields } from '@portico/contract/staff/canned-answers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { secrets } from '../../test/fixtures/messages.ts'
import { testSeal } from '../../test/fixtures/seal.ts'
import { type TestDatabase, testDatabase } from '../../test/servers/database.ts'
import { workers } from '../../test/servers/workers.ts'
import { importFile } from '../import/import.ts'
import { root } from '../installation/installation.ts'
import { raw, sql } from '../kernel/database/db.ts'
import { cleanHtml } from '../kernel/html/html.ts'
import { openLocalStorage } from '../kernel/storage/local-storage.ts'
import type { Storage } from '../kernel/storage/storage.ts'
import { companiesWithoutAdministrator } from '../staff/account-queries.ts'
import { demoCommand, demoStaffSignIns, hasDemo, loadDemo, removeDemo } from './demo.ts'

const FILE = join(root, 'demo', 'demo.jsonl')
const AS_OF = new Date('2026-11-20T12:00:00Z')
const LATER = new Date('2027-01-09T08:00:00Z')
const log = () => {}

const folder = await mkdtemp(join(tmpdir(), 'portico-demo-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const open = async (name: string) => {
  const database = await testDatabase()
  const storage = await openLocalStorage(join(folder, name))
  return { database, storage, secrets, seal: await testSeal(database, secrets), workers, log }
}

const keysOf = async (storage: Storage) => {
  const keys: string[] = []
  for await (const { key } of storage.list()) keys.push(key)
  return keys.sort()
}

/** Every row of every table, so that no change goes unnoticed. */
const everything = async (database: TestDatabase) => {
  const tables = await database.many<{ name: string }>(sql`select quote_ident(c.relname) as name from pg_class c
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and c.relname <> 'migration' order by 1`)
  const rows: Record<string, unknown> = {}
  for (const { name } of tables) {
    rows[name] = (
      await database.one<{ rows: unknown }>(
        sql`select coalesce(json_agg(t::text order by t::text), '[]') as rows from ${raw(name)} t`,
      )
    ).rows
  }
  return rows
}

describe('the demo as of its own day', async () => {
  const deps = await open('as-of')
  const { database, storage } = deps
  const count = async (from: string) => (await database.one<{ n: number }>(raw(`select count(*) as n from ${from}`))).n

  beforeAll(async () => {
    const report = await loadDemo(deps, { now: AS_OF })
    const lines = (await readFile(FILE, 'utf8')).trim().split('\n').length - 1
    expect(report).toEqual({ lines, created: lines, changed: 0, unchanged: 0, refused: [], warnings: [] })
  })

  const raised = `ticket t join contact c on c.id = t.contact_id join web_user u on u.id = t.creator_web_user_id where c.external_id = 'rossi-brenta'`

  test('has the portals of the specification', async () => {
    const portals = await database.many(sql`select web_portal_key as key, web_portal_name as name, base_color as color,
        enable_service_contracts as contracts, disable_html_editor as plain, custom_css is not null as css,
        footer_custom_html is not null as footer, logo_id is not null as logo
      from portal order by key`)
    expect(portals).toEqual([
      {
        key: 'brenta',
        name: 'Brenta Servizi',
        color: 'hsl(205,70%,32%)',
        contracts: false,
        plain: false,
        css: false,
        footer: true,
        logo: true,
      },
      {
        key: 'brenta-energia',
        name: 'Brenta Energia',
        color: 'hsl(28,85%,40%)',
        contracts: true,
        plain: true,
        css: true,
        footer: true,
        logo: false,
      },
      {
        key: 'lagorai',
        name: 'Lagorai Impianti',
        color: 'hsl(123,0%,0%)',
        contracts: false,
        plain: false,
        css: false,
        footer: true,
        logo: true,
      },
    ])
    expect(await count('service_company')).toBe(2)
    expect(
      await count(
        `portal where web_portal_key like 'brenta%' and service_company_id = (select service_company_id from portal where web_portal_key = 'lagorai')`,
      ),
    ).toBe(0)
  })

  test('has company files with every icon for each contact, and public files only in brenta', async () => {
    const kinds = await database.many<{ contact: string; kinds: string[] }>(sql`select c.external_id as contact,
        array_agg(distinct case e when 'jpg' then 'image' when 'jpeg' then 'image' when 'png' then 'image' when 'pdf' then e
          when 'docx' then e when 'zip' then e else 'other' end) as kinds
      from document d join contact c on c.id = d.contact_id, substring(d.document_name from '[^.]+$') e group by 1 order by 1`)
    const all = ['docx', 'image', 'other', 'pdf', 'zip']
    expect(kinds).toEqual(['costa', 'rossi-brenta', 'rossi-energia', 'verdi'].map(contact => ({ contact, kinds: all })))
    const files = await database.many(
      sql`select distinct web_portal_key as key from public_file f join portal p on p.id = f.portal_id`,
    )
    expect(files).toEqual([{ key: 'brenta' }])
  })

  test('has the users of the specification with their contacts and flags', async () => {
    const members = await database.many<{
      who: string
      flags: number
    }>(sql`select u.user_name || ' ' || c.company_name || ' ' || p.web_portal_key as who,
        (select count(*)::int from json_each_text(row_to_json(m)) where key <> 'active' and value = 'true') as flags,
        m.manage_tickets as tickets, m.administrator as admin, m.view_estimates as estimates, m.view_contact_invoices as invoices, m.referent_name as name,
        u.password_hash is not null as password
      from membership m join web_user u on u.id = m.web_user_id join contact c on c.id = m.contact_id join portal p on p.id = m.portal_id order by who`)
    const all = { flags: 10, tickets: true, admin: true, estimates: true, invoices: true, password: true }
    const only = { flags: 1, tickets: true, admin: false, estimates: false, invoices: false }
    expect(members).toEqual([
      { who: 'elena.verdi Studio Verdi brenta', name: 'Elena Verdi', ...all, flags: 9, admin: false },
      { who: 'giulia.rossi Officine Rossi S.r.l. brenta', name: 'Giulia Rossi', ...all },
      { who: 'giulia.rossi Officine Rossi S.r.l. brenta-energia', name: 'Giulia Rossi', ...all },
      {
        who: 'luca.neri Officine Rossi S.r.l. brenta',
        name: 'Luca Neri',
        flags: 2,
        tickets: false,
        admin: false,
        estimates: true,
        invoices: true,
        password: true,
      },
      { who: 'marco.bianchi Officine Rossi S.r.l. brenta', name: 'Marco Bianchi', ...only, password: true },
      { who: 'paolo.costa Caseificio Costa lagorai', name: 'Paolo Costa', ...all },
      { who: 'sara.gallo Officine Rossi S.r.l. brenta', name: 'Sara Gallo', ...only, password: false },
    ])
  })

  test('has the staff accounts of the specification, of which an import knows nothing', async () => {
    const accounts = await database.many<{ email: string }>(
      sql`select email, role, password_hash is not null as password from staff_account order by email`,
    )
    expect(accounts).toEqual([
      { email: 'elena.conti@brentaservizi.example', role: 'office', password: true },
      { email: 'ivan.tomaselli@lagorai.example', role: 'administrator', password: true },
      { email: 'marco.ferraris@brentaservizi.example', role: 'technician', password: true },
      { email: 'sara.bellini@brentaservizi.example', role: 'administrator', password: true },
    ])
    expect(demoStaffSignIns.map(({ email }) => email).sort()).toEqual(accounts.map(({ email }) => email))
    expect(await companiesWithoutAdministrator(database)).toEqual([])
  })

  test('has canned answers of the first company, each in three languages, one with a file', async () => {
    const answers = await database.many<{ shortcut: string; html: string[] }>(sql`select c.external_id as company,
        p.web_portal_key as portal, a.shortcut, array_remove(array[a.text_it, a.text_en, a.text_es], null) as html,
        (select count(*)::int from canned_answer_file f where f.canned_answer_id = a.id) as files
      from canned_answer a join service_company c on c.id = a.service_company_id left join portal p on p.id = a.portal_id
      order by a.shortcut`)
    const brenta = { company: 'brenta', portal: null, files: 0 }
    expect(answers.map(({ html: _, ...answer }) => answer)).toEqual([
      { ...brenta, shortcut: 'remota', portal: 'brenta', files: 1 },
      { ...brenta, shortcut: 'risolto' },
      { ...brenta, shortcut: 'targhetta' },
      { ...brenta, shortcut: 'visita-ant' },
      { ...brenta, shortcut: 'visita-ok' },
      { ...brenta, shortcut: 'visita-prep' },
    ])
    for (const { shortcut, html } of answers) {
      expect(html, shortcut).toHaveLength(3)
      for (const text of html) {
        expect(cleanHtml(text)).toBe(text)
        const fields = [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name)
        expect(cannedAnswerFields).toEqual(expect.arrayContaining(fields))
        expect(fields.length).toBeGreaterThan(0)
      }
    }
  })

  test('has working hours, templates, absences, and visits on its day, of which some are done and have their time', async () => {
    expect(await count('working_hours w where w.portal_id is null')).toBe(1)
    expect(await count('asset_template')).toBe(3)
    const today = `where (starts_at at time zone 'Europe/Rome')::date = '2026-11-20'`
    expect(await count(`staff_absence ${today}`)).toBeGreaterThan(1)
    expect(await count(`planned_activity ${today}`)).toBeGreaterThan(8)
    const done = await count(`planned_activity where external_id like 'visita-%' and status = 'done'`)
    expect(done).toBeGreaterThan(4)
    expect(await count('ticket_time t join planned_activity v on v.id = t.planned_activity_id')).toBe(done)
  })

  test('has the tickets of the specification', async () => {
    const ofRossi = `ticket t join contact c on c.id = t.contact_id where c.external_id = 'rossi-brenta'`
    expect(await count(ofRossi)).toBeGreaterThanOrEqual(60)
    expect(await count(`${ofRossi} and t.created_on < '2024-12-31'`)).toBeGreaterThan(0)
    const giulia = `${raised} and u.user_name = 'giulia.rossi'`
    expect(await count(giulia)).toBeGreaterThanOrEqual(25)
    const recent = `${giulia} and t.created_on > timestamptz '2026-11-20' - interval '90 days'`
    expect(await count(recent)).toBeGreaterThanOrEqual(10)
    expect(
      await count(
        `${recent} and exists (select from comment k where k.ticket_id = t.id and k.staff_user_id is not null)`,
      ),
    ).toBeGreaterThanOrEqual(3)
    expect(await count(`${raised} and u.user_name = 'marco.bianchi'`)).toBeGreaterThanOrEqual(10)
    expect(
      await count(`${giulia} and (select count(*) from comment k where k.ticket_id = t.id) >= 20`),
    ).toBeGreaterThan(0)
    expect(await count(`${giulia} and t.description like '%<img src="attachment:%'`)).toBeGreaterThan(0)
    for (const ending of ['csv', 'docx', 'zip', 'log', 'pdf', 'jpg', 'png'])
      expect(await count(`file where name like '%.${ending}'`), ending).toBeGreaterThan(0)
    expect(await count(`(select portal_id from task_type group by 1 having count(*) >= 2) p`)).toBe(3)
    expect(await count(`planned_activity where starts_at > '2026-11-20'`)).toBeGreaterThanOrEqual(3)
    expect(
      await count(
        `ticket where created_on > '2026-11-20' or exists (select from comment k where k.ticket_id = ticket.id and k.creation_date > '2026-11-20')`,
      ),
    ).toBe(0)
  })

  test('shows each contact open, pending and closed tickets, and wiki elements that tickets refer to', async () => {
    expect(await count(`(select contact_id from ticket group by 1 having count(distinct task_status) = 3) c`)).toBe(4)
    expect(
      await count(`(select t.contact_id from ticket t join wiki_element w on w.id = t.wiki_element_id group by 1) c`),
    ).toBe(4)
  })

  test('shows each contact two years of invoices with a credit note, revised estimates, and every kind of recurrence', async () => {
    const contactsWith = (from: string, having: string) =>
      count(`(select contact_id from ${from} group by 1 having ${having}) c`)
    expect(await contactsWith('invoice', `min(total) < 0 and min(invoice_date) < '2025-02-01'`)).toBe(4)
    expect(await count(`invoice where invoice_date > '2026-11-20' or invoice_date < '2024-11-20'`)).toBe(0)
    expect(await contactsWith('estimate', 'min(revision_number) = 1 and max(revision_number) > 1')).toBe(4)
    const kinds = ['frequency_week = 1', 'frequency_week > 1', 'recurrence_type = 20 and frequency_month is null']
    for (const kind of [...kinds, 'frequency_month > 1', 'recurrence_type = 30'])
      expect(await contactsWith('recurring_advance', `bool_or(${kind})`), kind).toBe(4)
    expect(await count(`recurring_advance where advance_date <= '2026-11-20'`)).toBe(0)
  })

  test('shows each contact reports with and without a ticket, and elena.verdi one of a ticket that is not hers', async () => {
    const both = 'count(ticket_id) > 0 and count(ticket_id) < count(*)'
    expect(await count(`(select contact_id from activity_report group by 1 having ${both}) c`)).toBe(4)
    expect(
      await count(`activity_report r join ticket t on t.id = r.ticket_id join contact c on c.id = r.contact_id
        where c.external_id = 'verdi' and t.creator_web_user_id is null`),
    ).toBe(1)
  })

  test('has a row for every stored picture and file', async () => {
    const rows = await database.many<{ key: string }>(
      sql`select storage_key as key from file union all select storage_key from picture
        union all select storage_key from public_file union all select storage_key from canned_answer_file`,
    )
    expect(await keysOf(storage)).toEqual(rows.map(({ key }) => key).sort())
  })

  test('a second load and a second import change nothing', async () => {
    const before = await everything(database)
    const keys = await keysOf(storage)
    expect(await loadDemo(deps, { now: LATER })).toBeUndefined()
    const report = await importFile(deps, FILE, { shiftDates: true, now: LATER })
    expect(report).toMatchObject({ created: 0, changed: 0, unchanged: report.lines, refused: [] })
    expect(await everything(database)).toEqual(before)
    expect(await keysOf(storage)).toEqual(keys)
  })
})

describe('the demo loaded on a later day', async () => {
  const deps = await open('later')
  const { database, storage } = deps
  const dates = () =>
    database.one<{ last: string; next: string }>(sql`select
      (select to_char(max(created_on) at time zone 'Europe/Rome', 'YYYY-MM-DD HH24:MI') from ticket) as last,
      (select to_char(min(starts_at) at time zone 'Europe/Rome', 'YYYY-MM-DD HH24:MI') from planned_activity where ticket_id is not null) as next`)

  test('has every date shifted by the days since, and keeps that offset', async () => {
    await loadDemo(deps, { now: LATER })
    // 50 days later, at the same local time.
    const moved = { last: '2027-01-08 14:05', next: '2027-01-12 09:00' }
    expect(await dates()).toEqual(moved)
    const again = await importFile(deps, FILE, { shiftDates: true, now: new Date('2027-06-01') })
    expect(again).toMatchObject({ created: 0, changed: 0, refused: [] })
    expect(await dates()).toEqual(moved)
  }, 60_000)

  test('an interrupted load is resumed with the date of its start', async () => {
    await database.run(sql`update installation set value = value - 'complete' where key = 'demo'`)
    await database.run(sql`delete from planned_activity`)
    expect(await loadDemo(deps, { now: new Date('2027-06-01') })).toMatchObject({ changed: 0, refused: [] })
    expect((await dates()).next).toBe('2027-01-12 09:00')
  })

  test('is removed with its files, and is not loaded again at the next start', async () => {
    await database.run(sql`insert into service_company (external_id, name) values ('other', 'Another')`)
    expect(await hasDemo(database)).toBe(true)
    expect(await removeDemo(deps)).toBe(true)
    expect(await hasDemo(database)).toBe(false)
    expect(await keysOf(storage)).toEqual([])
    const left = await everything(database)
    const filled = Object.entries(left).filter(([, rows]) => (rows as unknown[]).length > 0)
    expect(filled.map(([table]) => table)).toEqual(['installation', 'service_company'])
    expect(left.service_company).toHaveLength(1)
    expect(await removeDemo(deps)).toBe(false)
    expect(await loadDemo(deps)).toBeUndefined()
    expect(await demoCommand([], deps, { stdout: { write: () => true } })).toBe(0)
    expect(await hasDemo(database)).toBe(true)
  })

  test('is not loaded into an installation with a portal', async () => {
    await removeDemo(deps)
    await database.run(sql`insert into portal (service_company_id, web_portal_key, web_portal_name)
      select id, 'mine', 'Mine' from service_company where external_id = 'other'`)
    expect(await loadDemo(deps, { again: true })).toBeUndefined()
    expect(await hasDemo(database)).toBe(false)
  })
})

test('if two processes load the demo at the same time, only one does', async () => {
  const deps = await open('twice')
  const reports = await Promise.all([loadDemo(deps), loadDemo(deps)])
  expect(reports.filter(report => report !== undefined)).toHaveLength(1)
  const files = await deps.database.one<{ n: number }>(
    sql`select (select count(*) from file) + (select count(*) from picture) + (select count(*) from public_file)
      + (select count(*) from canned_answer_file) as n`,
  )
  expect(await keysOf(deps.storage)).toHaveLength(files.n)
})
