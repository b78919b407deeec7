import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  changePublishedFile,
  replacePublishedFile,
  restorePublishedFile,
  uploadPublishedFile,
  withdrawPublishedFile,
} from '@portico/contract/staff/published'
import type { Closing } from '@portico/contract/staff/working-hours'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anAddress, multipart, png, type TestApp, testApp } from '../../test/fixtures/app.ts'
import { demoPassword } from '../../test/fixtures/customer.ts'
import { aPdf } from '../../test/fixtures/documents-to-sign.ts'
import { secrets } from '../../test/fixtures/messages.ts'
import { compareAnswers, type Listed, type Pair } from '../../test/fixtures/same-answers.ts'
import { testSeal } from '../../test/fixtures/seal.ts'
import { aStaffAccount, staffHeaders, uploadWith } from '../../test/fixtures/staff.ts'
import { workers } from '../../test/servers/workers.ts'
import { eventKeyPurpose } from '../appointments/booking.ts'
import { exportCommand } from '../cli/export-command.ts'
import { importFile } from '../import/import.ts'
import { root } from '../installation/installation.ts'
import { type Sql, script, sql } from '../kernel/database/db.ts'
import { type Storage, StorageUnavailable } from '../kernel/storage/storage.ts'
import { evidenceOf } from '../signing/evidence/evidence.ts'
import { insertTime } from '../tickets/time-queries.ts'
import { insertTemplate } from '../wiki/staff/template-queries.ts'
import { writeCalendar } from '../working-hours/queries.ts'
import { exportTo } from './export.ts'

// Exports the demo after customers have used it, imports it into an empty installation, and exports it again.

const AS_OF = '2026-11-20T12:00:00Z'
const folder = await mkdtemp(join(tmpdir(), 'portico-export-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const [left, right] = [await testApp(), await testApp()]
const apps: Pair<TestApp> = [left, right]
const depsOf = async ({ database, storage }: TestApp) => ({
  database,
  storage,
  secrets,
  seal: await testSeal(database, secrets),
  workers,
  log: () => {},
})

const exported = async (app: TestApp, name: string, ...args: string[]) => {
  const [out, err]: [string[], string[]] = [[], []]
  const code = await exportCommand([join(folder, name), ...args], await depsOf(app), {
    stdout: { write: text => out.push(text) },
    stderr: { write: text => err.push(text) },
  })
  return { code, out: out.join(''), err: err.join('') }
}
const linesOf = async (name: string) =>
  (await readFile(join(folder, name, 'portico.jsonl'), 'utf8'))
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Record<string, unknown>)

type Sent = { method?: 'GET' | 'POST' | 'PATCH'; body?: unknown; headers?: Record<string, string>; token?: string }
const send = async (app: TestApp, url: string, { method = 'POST', body, headers = {}, token }: Sent = {}) => {
  const answer = await app.http.inject({
    method,
    url,
    remoteAddress: anAddress(),
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { payload: Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
  })
  expect(answer.statusCode, `${url} ${answer.payload.slice(0, 300)}`).toBeLessThan(300)
  return answer.payload ? answer.json() : undefined
}
const signedIn = async (app: TestApp, userName: string, password = demoPassword) =>
  (await send(app, '/api/auth/login', { body: { userName, password } })).token as string

/** Customers change at least one thing of every kind that they can change. */
const customersAct = async () => {
  const token = await signedIn(left, 'giulia.rossi')
  const me = await send(left, '/api/users/me', { method: 'GET', token })
  const contact = me.contacts.find(
    (one: { portalSettings: { webPortalKey: string } }) => one.portalSettings.webPortalKey === 'brenta',
  )
  const here = `/api/brenta/${contact.contactId}`
  const uploaded = async (path: string, filename = 'foto.png') =>
    send(left, `${here}${path}`, { token, ...multipart({ filename, content: png }) })
  const [type] = await send(left, '/api/settings/brenta/tickets/types', { method: 'GET', token })
  const images = [await uploaded('/documents/upload'), await uploaded('/documents/upload')]
  const ticket = await send(left, `${here}/tickets`, {
    token,
    body: {
      title: 'Due foto con un nome',
      taskTypeId: type.id,
      description: images
        .map(({ id }) => `<p><img src="attachment:${id}"></p>`)
        .reverse()
        .join('seconda, poi prima'),
      attachments: images.map(({ id }) => id),
    },
  })
  const comment = (body: object) =>
    send(left, `${here}/comments`, { token, body: { taskId: ticket.id, commentType: 0, ...body } })
  await comment({ message: 'Ancora', ticketEmailReply_CCList: 'anna@example.it; ugo@example.it' })
  await send(left, `${here}/tickets/${ticket.id}/close`, { token, body: { message: 'Risolto' } })
  await comment({ message: 'No', attachments: [(await uploaded('/comments/attachments')).id] })
  await uploaded('/documents/upload/contact', 'misure, 2026.png')
  await send(left, '/api/users/me', {
    method: 'PATCH',
    token,
    body: { language: 'en-EN', notifications: { ticketClosed: false } },
  })

  await send(left, '/api/signing/demo-to-sign/otp', { body: { firstName: 'Giulia', lastName: 'Rossi', consent: true } })
  const { texts } = await left.delivered()
  const code = /(?<!\d)\d{6}(?!\d)/.exec(texts.at(-1)?.text ?? '')?.[0]
  await send(left, '/api/signing/demo-to-sign/signature', { body: { code } })
  await send(left, '/api/signing/demo-no-phone/decline', { body: { reason: 'Troppo caro' } })

  const [slot] = await send(left, '/api/appointments/brenta/demo-booking/slots', { method: 'GET' })
  await send(left, '/api/appointments/brenta/demo-booking', {
    body: { start: slot.start, phone: '049 555 0161', companyName: 'Officine Rossi' },
  })
  await send(left, '/api/appointments/brenta/cancellation/demo-booked')
  await send(left, '/api/auth/confirmations/demo-invitation', {
    body: { password: 'una parola tutta sua', passwordRepeat: 'una parola tutta sua' },
  })
  const answer = {
    type: 'comment',
    externalId: 'answer',
    ticket: 'ticket-1237',
    staff: 'ferraris',
    creationDate: AS_OF,
  }
  await writeFile(join(folder, 'answer.jsonl'), JSON.stringify({ ...answer, message: 'Veniamo domani' }))
  const answered = await importFile(await depsOf(left), join(folder, 'answer.jsonl'), { now: new Date(AS_OF) })
  expect(answered).toMatchObject({ created: 1 })
  const { mails } = await left.delivered()
  expect(mails.some(({ text }) => text.includes('Veniamo domani'))).toBe(true)
  await left.database.run(sql`update membership set active = false where external_id like '%luca.neri'`)
}

/** The office changes, replaces and withdraws what it has published. */
const staffAct = async () => {
  const records = await left.database.many<{ kind: string; id: number; serviceCompanyId: number }>(sql`
    select 'invoice' as kind, min(i.id) as id, min(i.service_company_id) as "serviceCompanyId" from invoice i
      join portal p on p.id = i.portal_id where p.web_portal_key = 'brenta'
    union all select 'publicFile', min(f.id), min(f.service_company_id) from public_file f
      join portal p on p.id = f.portal_id where p.web_portal_key = 'brenta'`)
  const { serviceCompanyId = 0 } = records[0] ?? {}
  const { staffUserId } = await left.database.one<{ staffUserId: number }>(
    sql`select id as "staffUserId" from staff_user where external_id = 'ferraris' and service_company_id = ${serviceCompanyId}`,
  )
  const headers = await staffHeaders(left, await aStaffAccount(left, { serviceCompanyId, staffUserId, role: 'office' }))
  for (const [n, { kind, id: recordid }] of records.entries()) {
    const params = { kind, recordid }
    const file = { filename: `nuova-${n}.pdf`, content: await aPdf({ text: `Nuova ${n}` }) }
    const { id: uploadId } = await uploadWith(left, headers, uploadPublishedFile.path, file)
    const body = { uploadId, reason: 'Quello di prima era sbagliato' }
    expect((await left.call(replacePublishedFile, { params, headers, body })).status).toBe(200)
    const title = { [kind === 'invoice' ? 'number' : 'title']: `rinominato-${n}.pdf` }
    expect((await left.call(changePublishedFile, { params, headers, body: title })).status).toBe(200)
    expect((await left.call(withdrawPublishedFile, { params, headers, body: {} })).status).toBe(200)
    expect((await left.call(restorePublishedFile, { params, headers })).status).toBe(200)
  }
}
/** The staff set up what no line of the demo has, and note time. */
const staffPlan = async () => {
  const { database } = left
  const now = new Date(AS_OF)
  const one = <T extends object>(statement: Sql) => database.one<T>(statement)
  const { serviceCompanyId, portalId } = await one<{ serviceCompanyId: number; portalId: number }>(
    sql`select service_company_id as "serviceCompanyId", id as "portalId" from portal where web_portal_key = 'brenta'`,
  )
  const company = { serviceCompanyId }
  const day: [number, number][] = [
    [8 * 60, 12 * 60 + 30],
    [13 * 60, 24 * 60],
  ]
  const closings: Closing[] = [
    { name: 'Ferie', kind: 'yearly', from: '12-24', to: '01-06', days: null },
    { name: 'Trasloco', kind: 'once', from: '2026-12-01', to: '2026-12-02', days: null },
    { name: 'Pasquetta', kind: 'easter', from: null, to: null, days: 1 },
  ]
  await writeCalendar(database, company, null, { week: [day, [], [], [], [], [], day], closings, now })
  await writeCalendar(database, company, portalId, { week: [[], day, [], [], [], [], []], closings: [], now })
  const properties = [
    { typologyName: 'Matricola', dataType: 'Text' },
    { typologyName: 'Libretto', dataType: 'File' },
  ] as const
  await insertTemplate(database, company, { name: 'Caldaia', properties: [...properties] })
  // On a ticket, on a visit, and taken from a contract.
  for (const statement of [
    sql`select t.*, t.id as "ticketId", null::bigint as "visitId", null::bigint as "activityId" from ticket t order by t.id limit 1`,
    sql`select v.*, null::bigint as "ticketId", v.id as "visitId", null::bigint as "activityId" from planned_activity v
      order by v.id limit 1`,
    sql`select a.*, t.id as "ticketId", null::bigint as "visitId", a.id as "activityId" from contract_activity a
      join ticket t using (service_company_id, portal_id, contact_id) order by a.id, t.id limit 1`,
  ]) {
    const { visitId, activityId, ...place } = await one<Place & { visitId: number | null; activityId: number | null }>(
      sql`select x.service_company_id as "serviceCompanyId", x.portal_id as "portalId", x.contact_id as "contactId",
        x."ticketId", x."visitId", x."activityId", (select id from staff_user u
          where u.service_company_id = x.service_company_id order by u.id limit 1) as "staffUserId" from (${statement}) x`,
    )
    const { staffUserId, ...at } = place
    await insertTime(
      database,
      { ...at, ...(visitId !== null && { visitId }) },
      { staffUserId, minutes: 35, activityTypeName: 'Assistenza', workedOn: now, activityId },
      now,
    )
  }
}
type Place = {
  serviceCompanyId: number
  portalId: number
  contactId: number
  ticketId: number | null
  staffUserId: number
}

/** Starts every id sequence elsewhere, so that an id copied from the other installation is noticed. */
const otherIds = (app: TestApp) =>
  script(
    app.database,
    `do $$ declare ids text; begin
      for ids in select quote_ident(sequencename) from pg_sequences where schemaname = current_schema() loop
        execute 'alter sequence ' || ids || ' restart with 70000';
      end loop;
    end $$`,
  )

beforeAll(async () => {
  await otherIds(right)
  for (const app of apps) app.clock.set(AS_OF)
  const report = await importFile(await depsOf(left), join(root, 'demo', 'demo.jsonl'))
  expect(report.refused).toEqual([])
  await customersAct()
  await staffAct()
  await staffPlan()
  expect(await exported(left, 'first')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Done: \d+ lines, \d+ files/),
  })
  const taken = await importFile(await depsOf(right), join(folder, 'first', 'portico.jsonl'), { now: new Date(AS_OF) })
  expect(taken).toMatchObject({ refused: [], created: (await linesOf('first')).length - 1 })
  // The first installation has sent these messages, so the import must not send them again.
  expect(await right.delivered()).toEqual({ mails: [], texts: [] })
}, 240_000)

/** Query strings requested of each list. */
const lists: Record<string, string[]> = {
  'tickets/all': [
    'status=all&count=1',
    '',
    'q=stampante',
    'status=all&wikiFilter=nas',
    'sort=title&from=2026-06-01',
    'sort=-ticketNumber&limit=7',
  ],
  tickets: ['status=all&count=1', 'q=rete'],
  activitycontracts: ['status=all&count=1', 'sort=end'],
  'activitycontracts/servicecontracts': ['status=all&count=1', 'sort=name'],
  wikielements: ['count=1', 'q=server'],
  estimates: ['count=1', 'sort=estimateName', 'q=a'],
  invoices: ['count=1', 'sort=total&limit=20', 'from=2026-01-01&to=2026-06-30&count=1'],
  'jobadvances/recurring': ['count=1', 'sort=description'],
  'activities/activityreports': ['count=1', 'sort=name', 'wikiFilter=sala'],
  documents: ['count=1', 'sort=-documentName'],
}
const idIn = (row: Listed | undefined) => row?.id ?? row?.webUserId ?? 0
const users = ['giulia.rossi', 'marco.bianchi', 'luca.neri', 'elena.verdi', 'paolo.costa', 'sara.gallo'] as const

describe('the installation that imported the export responds like the first', () => {
  test.each(users)(
    '%s',
    async userName => {
      const password = userName === 'sara.gallo' ? 'una parola tutta sua' : demoPassword
      const tokens = [await signedIn(left, userName, password), await signedIn(right, userName, password)] as const
      const compare = compareAnswers(apps, tokens)
      const { get, list } = compare
      const each = (path: string) => get([path, path])
      const [mine, theirs] = (await each('/api/users/me')) as Pair<{
        contacts: { contactId: number; portalSettings: { webPortalKey: string } }[]
      }>
      for (const [n, { contactId, portalSettings }] of mine.contacts.entries()) {
        const { webPortalKey: company } = portalSettings
        const here = [`/api/${company}/${contactId}`, `/api/${company}/${theirs.contacts[n]?.contactId}`] as const
        const at = (rest: string): Pair<string> => [`${here[0]}/${rest}`, `${here[1]}/${rest}`]
        const found: Record<string, Pair<Listed[]>> = {}
        for (const [path, queries] of Object.entries(lists)) {
          for (const query of queries) {
            const rows = await list(at(`${path}?${query}`))
            found[path] ??= rows
          }
        }
        const inside = async (path: string, open: (id: number) => string) => {
          const [ours = [], others = []] = found[path] ?? []
          for (const [row, one] of ours.entries())
            await get([`${here[0]}/${open(idIn(one))}`, `${here[1]}/${open(idIn(others[row]))}`])
        }
        // A user who is not an administrator sees only own tickets.
        await inside(found['tickets/all']?.[0].length ? 'tickets/all' : 'tickets', id => `tickets/${id}`)
        await inside('wikielements', id => `wikielements/${id}`)
        await inside('tickets', id => `activities/activityreports?taskId=${id}`)
        const colleagues = `/api/users/${theirs.contacts[n]?.contactId}/colleagues`
        found.colleagues = await list([`/api/users/${contactId}/colleagues`, colleagues])
        await inside('colleagues', id => `tickets/all?status=all&webUserIds=${id}`)
        found.tags = await list([`/api/settings/${company}/tags`, `/api/settings/${company}/tags`])
        await inside('tags', id => `activitycontracts/servicecontracts?status=all&tagIds=${id}`)
        for (const path of [
          `${company}/tickets/types`,
          `${company}/tags`,
          `${company}/publicfiles`,
          `portals/${company}`,
        ])
          await each(`/api/settings/${path}`)
        for (const path of ['custom.css', 'privacy']) await each(`/api/settings/${company}/${path}`)
        await each('/api/tasks/demo-task')
      }
      const files = await compare.files()
      expect(compare.differences).toEqual([])
      if (!['luca.neri', 'sara.gallo'].includes(userName)) expect(files).toBeGreaterThan(10)
    },
    120_000,
  )

  test('to links that contain a key and need no sign-in', async () => {
    const compare = compareAnswers(apps)
    const keys = await left.database.many<{ recordType: string; sealed: string }>(sql`
      select 'notification' as "recordType", sealed_key as sealed from notification
      union all select 'event', sealed_key from appointment`)
    const opened = keys.map(({ recordType, sealed }) => ({
      recordType,
      key: secrets.decrypt(sealed, recordType === 'event' ? eventKeyPurpose : recordType),
    }))
    const paths = [
      ...['demo-to-sign', 'demo-no-phone', 'demo-signed', 'demo-declined', 'demo-expired', 'demo-withdrawn'].map(
        key => `signing/${key}`,
      ),
      ...['', '/demo-booking', '/demo-booked', '/demo-booking/slots', '/demo-booked/calendar.ics'].map(
        rest => `appointments/brenta${rest}`,
      ),
      'tasks/demo-task',
      'tasks/demo-task/calendar.ics',
      'auth/confirmations/demo-invitation',
      ...opened.map(({ recordType, key }) =>
        recordType === 'event' ? `appointments/brenta/${key}` : `notifications/${key}`,
      ),
    ]
    for (const path of paths) {
      const [answer] = await compare.get([`/api/${path}`, `/api/${path}`])
      const { url, evidenceUrl } = answer as { url?: string; evidenceUrl?: string }
      for (const file of [url, evidenceUrl]) if (file) await compare.get([file, file])
    }
    expect(opened.length).toBeGreaterThan(4)
    expect(compare.differences).toEqual([])
  })

  test('with the evidence of signed and declined documents intact', async () => {
    const documents = await right.database.many<
      { externalId: string; status: string } & Parameters<typeof evidenceOf>[1]
    >(
      sql`select external_id as "externalId", status, service_company_id as "serviceCompanyId", portal_id as "portalId",
        contact_id as "contactId", id from signing_document order by id`,
    )
    const steps: Record<string, string[]> = {}
    for (const document of documents)
      steps[document.externalId] = (await evidenceOf(right.database, document)).map(({ step }) => step)
    expect(steps).toMatchObject({
      'rinnovo-manutenzione': ['created', 'code_sent', 'signed'],
      'portatili-trasferte': ['created', 'declined'],
      'assistenza-verdi': ['created', 'recorded'],
    })
  })
})

test('the second installation exports the same', async () => {
  expect(await exported(right, 'second')).toMatchObject({ code: 0 })
  const [first, second] = [await linesOf('first'), await linesOf('second')]
  const count = (type: string) => first.filter(line => line.type === type).length
  expect(['workingCalendar', 'assetTemplate', 'notedTime'].map(count)).toEqual([2, 1, 3])
  const stored = sql`select (select json_agg(json_build_array(week, closings) order by id) from working_hours) as hours,
    (select json_agg(json_build_array(name, properties) order by id) from asset_template) as templates,
    (select json_agg(json_build_array(minutes, ticket_id is null, planned_activity_id is null, contract_activity_id is null) order by id)
      from ticket_time) as times`
  expect(await right.database.one(stored)).toEqual(await left.database.one(stored))
  expect(second.length).toBe(first.length)
  for (const [n, line] of first.entries()) expect(second[n]).toEqual(line)
  const treeOf = (name: string) => readdir(join(folder, name), { recursive: true })
  expect((await treeOf('second')).sort()).toEqual((await treeOf('first')).sort())
})

test('the second installation has the history of published files, with the files that were replaced', async () => {
  const historyOf = async ({ database, storage }: TestApp) => {
    const rows = await database.many<{ key: string | null; what: string }>(sql`
      select h.kind, h.what, h.at::text, h.reason, h.detail, s.external_id as staff, f.name, encode(f.sha256, 'hex') as sha256,
        f.storage_key as key
      from publication_change h left join staff_user s on s.id = h.staff_user_id
        left join former_file f on f.publication_change_id = h.id
      order by h.portal_id, h.id`)
    return Promise.all(
      rows.map(async ({ key, ...row }) => ({
        ...row,
        content: key && (await buffer(await storage.get(key))).toString('base64'),
      })),
    )
  }
  const [ours, theirs] = [await historyOf(left), await historyOf(right)]
  expect(theirs).toEqual(ours)
  expect(ours.filter(({ content }) => content)).toHaveLength(2)
  expect(new Set(ours.map(({ what }) => what))).toEqual(new Set(['replaced', 'changed', 'withdrawn', 'restored']))
})

test('importing the export into its own installation changes nothing', async () => {
  const report = await importFile(await depsOf(left), join(folder, 'first', 'portico.jsonl'))
  expect(report).toMatchObject({ created: 0, changed: 0, refused: [], warnings: [] })
})

test('only the owner of the folder can read an export', async () => {
  expect((await stat(join(folder, 'first'))).mode & 0o777).toBe(0o700)
  for (const entry of await readdir(join(folder, 'first'), { recursive: true, withFileTypes: true })) {
    const { mode } = await stat(join(entry.parentPath, entry.name))
    expect(mode & 0o777, entry.name).toBe(entry.isDirectory() ? 0o700 : 0o600)
  }
})

test('an export can be limited to one company and omit secrets', async () => {
  expect(await exported(left, 'safe', '--company', 'lagorai', '--without-secrets')).toMatchObject({ code: 0 })
  const lines = await linesOf('safe')
  expect(new Set(lines.slice(2).map(({ serviceCompany }) => serviceCompany))).toEqual(new Set(['lagorai']))
  expect(lines.filter(({ type }) => type === 'webUser').map(({ userName }) => userName)).toEqual(['paolo.costa'])
  expect(lines.some(line => 'passwordHash' in line || ('key' in line && line.type !== 'bookableService'))).toBe(false)
})

test('an export that fails leaves its folder empty, also of files that it was still copying', async () => {
  let begun = 0
  const storage: Storage = {
    ...left.storage,
    get: async (key, range) => {
      if (++begun === 2) {
        await sleep(100)
        throw new StorageUnavailable('the storage cannot be used')
      }
      const content = await left.storage.get(key, range)
      const slowly = async function* () {
        yield* content
        await sleep(300)
      }
      return Readable.from(slowly(), { objectMode: false })
    },
  }
  const into = join(folder, 'failed')
  await expect(exportTo({ ...(await depsOf(left)), storage }, into)).rejects.toBeInstanceOf(StorageUnavailable)
  await sleep(400)
  expect(await readdir(into)).toEqual([])
})

test('a folder that is not empty, an unknown company and a missing file are reported', async () => {
  await writeFile(join(folder, 'note.txt'), 'x')
  await expect(exported(left, '.')).rejects.toThrow(/is not empty/)
  await expect(exported(left, 'note.txt')).rejects.toThrow(/Nothing can be written to .*note.txt \(EEXIST\)/)
  await expect(exported(left, 'none', '--company', 'none')).rejects.toThrow('no service company "none"')
  expect(await readdir(join(folder, 'none'))).toEqual([])
  const [file] = await right.database.many<{ key: string }>(
    sql`select f.storage_key as key from invoice i join file f on f.id = i.file_id order by i.id limit 1`,
  )
  await right.storage.remove([file?.key ?? ''])
  const { code, err } = await exported(right, 'gone')
  expect(code).toBe(1)
  expect(err).toMatch(/^invoice .*: file ".*" is gone from the storage/m)
})
